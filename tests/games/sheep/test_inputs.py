"""The inputs of Sheep, against what the page of the game says of them."""

from typing import Any

import pytest

import quadrille
from support.positions import random_positions

PER_CELL = 30
VARIANTS: list[dict[str, Any]] = [{}, {"game": 3}, {"game": 4}, {"players": 2}, {"players": 3}]


def cells_by_hand(state: Any, viewer: int) -> set[int]:
    """The inputs of the cells; who is first only where nothing is hidden."""
    players = state.num_players()
    found = set()
    for flock in state.view(viewer).flocks():
        seat = (flock.player - viewer) % players
        number = 5 if not flock.sheep else sum(flock.sheep >= bound for bound in (2, 3, 5, 9))
        found.add((flock.y * state.size() + flock.x) * PER_CELL + 6 + 6 * seat + number)
    return found


def first_by_hand(state: Any, viewer: int) -> set[int]:
    """The inputs of the free cells: all that can set out walk like kings, step by step."""
    size, players = state.size(), state.num_players()
    cells = [(x, y) for x in range(size) for y in range(size)]
    taken = {(flock.x, flock.y) for flock in state.flocks()}
    free = {cell for cell in cells if not state.is_wall(*cell)} - taken
    reached = {
        player: {(f.x, f.y) for f in state.flocks() if f.player == player and f.sheep > 1}
        for player in range(players)
    }
    first: dict[tuple[int, int], set[int]] = {cell: set() for cell in free}
    left = set(free)
    while any(reached.values()):
        grown = {
            player: {(x, y) for x, y in left if any(near((x, y), cell) for cell in front)}
            for player, front in reached.items()
        }
        for player, front in grown.items():
            for cell in front:
                first[cell].add(player)
        left -= set().union(*grown.values())
        reached = grown
    found = set()
    for (x, y), who in first.items():
        seats = [(player - viewer) % players for player in who]
        what = 0 if not seats else 1 if len(seats) > 1 else 2 + seats[0]
        found.add((y * size + x) * PER_CELL + what)
    return found


def near(a: tuple[int, int], b: tuple[int, int]) -> bool:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_cells_are_told_by_owner_and_sheep(options: dict[str, Any]) -> None:
    for state in random_positions(quadrille.game("sheep", **options), 2):
        for viewer in range(state.num_players()):
            inputs = {int(number) for number in state.inputs("net", viewer)}
            end = PER_CELL * state.size() ** 2
            owned = {number for number in inputs if number < end and number % PER_CELL >= 6}
            assert owned == cells_by_hand(state, viewer)
            if options.get("game") != 3:
                assert {n for n in inputs if n < end} - owned == first_by_hand(state, viewer)


def test_leads_and_ranks_are_those_of_the_scores() -> None:
    bounds = (-15.0, -8.0, -4.0, -2.0, -0.5, 0.5, 2.0, 4.0, 8.0, 15.0)
    game = quadrille.game("sheep")
    for state in random_positions(game, 2):
        scores = state.scores()
        for viewer in range(4):
            inputs = set(map(int, state.inputs("net", viewer)))
            first = PER_CELL * state.size() ** 2 + 3 + 4 + 1 + 4 * 121
            for seat in (1, 2, 3):
                lead = scores[viewer] - scores[(viewer + seat) % 4]
                assert first + 22 * (seat - 1) + sum(lead >= b for b in bounds) in inputs
            better = sum(score > scores[viewer] for score in scores)
            assert first + 66 + better in inputs
