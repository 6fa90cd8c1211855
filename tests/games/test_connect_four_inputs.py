"""The sparse encodings of Connect Four, against slow ones written from the page of the game."""

from itertools import chain
from typing import Any

import quadrille
from support.positions import random_positions

COLUMNS, ROWS = 7, 6
SQUARES = [(column, row) for column in range(COLUMNS) for row in range(ROWS)]
LINES = [
    [(x + i * dx, y + i * dy) for i in range(4)]
    for x, y in SQUARES
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
    if (x + 3 * dx, y + 3 * dy) in SQUARES
]


def completes(state: Any, square: tuple[int, int], player: int) -> bool:
    """Whether a disc there would make a line of four."""
    if state.disc(*square) >= 0:
        return False
    return any(
        square in line and all(state.disc(*other) == player for other in line if other != square)
        for line in LINES
    )


def expected(state: Any, player: int) -> list[int]:
    """The inputs that are on, group by group."""
    groups: list[list[bool]] = []
    both = (player, 1 - player)
    groups += [[state.disc(*square) == owner for square in SQUARES] for owner in both]
    groups += [[completes(state, square, owner) for square in SQUARES] for owner in both]
    heights = [sum(state.disc(x, y) >= 0 for y in range(ROWS)) for x in range(COLUMNS)]
    for above in (0, 1):
        for owner in both:
            squares = [(x, y + above) for x, y in enumerate(heights)]
            groups.append([s in SQUARES and completes(state, s, owner) for s in squares])
    return [index for index, on in enumerate(chain.from_iterable(groups)) if on]


def test_threats_are_what_the_page_says() -> None:
    seen: set[int] = set()
    for state in random_positions(quadrille.game("connect_four"), 40):
        for player in (0, 1):
            found = list(map(int, state.inputs("threats", player)))
            assert found == expected(state, player)
            assert state.encode("threats", player).nonzero()[0].tolist() == found
            seen.update(found)
    assert len(seen) > 150  # of 196
