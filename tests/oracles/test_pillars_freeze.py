"""The freeze rule of Pillars against exhaustive search: nothing but passes can ever happen."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from .pillars import Oracle

Where = tuple[int, int]
Pillars = tuple[tuple[tuple[Where, int], ...], tuple[Where, ...]]
"""Heights by cell and where the gamers stand: a board without cards."""

CENTRE = (2, 2)
DECKS = {
    "": "m2b2",
    "moves=2 ": "m2b0",
    "builds=2 ": "m0b2",
    "moves=1 builds=2 ": "m1b2",
    "moves=3 builds=1 ": "m3b1",
}
"""Options, and the cards of each team with them."""


class Unending(Oracle):
    """Goes on where nothing can change any more."""

    def is_frozen(self) -> bool:
        return False


def near_the_end(rng: random.Random) -> str:
    """Rows of a board of height 4 on which little can be done: gamers in pits among threes."""
    heights = {(x, y): 3 for x in range(5) for y in range(5)}
    gamers = rng.sample([cell for cell in heights if cell != CENTRE], 4)
    for cell in gamers:
        heights[cell] = rng.choice([0, 0, 0, 1, 1, 2, 3])
    if rng.random() < 0.4:
        heights[rng.choice(sorted(heights))] = rng.choice([1, 2])
    return rows_of(heights, gamers)


def position(rows: str, deck: str = "", more: str = "") -> str:
    """Two gamers a team, nothing drawn yet."""
    team = f"12:m0b0:{DECKS[deck]}:m0b0"
    return f"{deck}{more}height=4 gamers=2 {rows} {team} {team} 1.1"


def only_passes_can_follow(state: Oracle) -> bool:
    """Look at all hands, piles and orders that can come about by draws and passes."""
    seen = set()
    waiting = [state]
    while waiting:
        state = waiting.pop()
        # Rounds do not matter.
        *rest, turn = state.text().split(" ")
        key = (*rest, turn.partition(".")[2])
        if key in seen:
            continue
        seen.add(key)
        moves = state.legal_moves()
        if any(not move.startswith("pass") for move in moves):
            return False
        for move in (*moves, *state.chance_moves()):
            after = state.copy()
            after.play(move)
            waiting.append(after)
    return True


@pytest.mark.parametrize("build", ["", "build=adjacent "], ids=["anywhere", "adjacent"])
@pytest.mark.parametrize("deck", DECKS, ids=lambda deck: deck.strip() or "default")
def test_frozen_is_when_no_cards_can_change_anything(deck: str, build: str) -> None:
    rng = random.Random(5)
    found: Counter[bool] = Counter()
    while min(found[True], found[False]) < 3:
        rows = near_the_end(rng)
        state = Unending(position(rows, deck, build + "rounds=10000 "))
        frozen = Oracle.is_frozen(state)
        if found[frozen] < 3:
            found[frozen] += 1
            assert only_passes_can_follow(state) == frozen, state.text()


# --- without cards -------------------------------------------------------------------------


def pillars_of(state: Oracle) -> Pillars:
    def where(cell: int) -> Where:
        return cell % state.board.size, cell // state.board.size

    heights = {where(cell): height for cell, height in enumerate(state.board.heights)}
    return tuple(sorted(heights.items())), tuple(where(cell) for cell in state.board.where)


def followers(pillars: Pillars, adjacent: bool) -> set[Pillars]:
    """All boards that one step or one build of anybody makes, height 4 and size 5."""
    heights, gamers = dict(pillars[0]), pillars[1]
    found = set()
    for number, (x, y) in enumerate(gamers):
        for end in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            if end in heights and end not in gamers and abs(heights[end] - heights[x, y]) < 2:
                found.add((pillars[0], (*gamers[:number], end, *gamers[number + 1 :])))
    for cell, height in heights.items():
        beside = any(abs(cell[0] - x) + abs(cell[1] - y) == 1 for x, y in gamers)
        if (beside or not adjacent) and cell not in gamers and height < 3:
            higher = {**heights, cell: height + 1}
            found.add((tuple(sorted(higher.items())), gamers))
    return found


def rows_of(heights: dict[Where, int], gamers: Sequence[Where]) -> str:
    """Rows of a position text."""
    letters = {cell: "ABab"[number] for number, cell in enumerate(gamers)}
    cells = {
        cell: ("*" if cell == CENTRE else str(height)) + letters.get(cell, "")
        for cell, height in heights.items()
    }
    return "/".join("".join(cells[x, y] for x in range(5)) for y in (4, 3, 2, 1, 0))


@pytest.mark.parametrize("build", ["", "build=adjacent "], ids=["anywhere", "adjacent"])
def test_frozen_is_when_no_other_board_can_be_reached(build: str) -> None:
    """From boards near the end, all that can be reached, up to a few hundred boards."""
    rng = random.Random(6)
    frozen = 0
    checked: set[Pillars] = set()
    for _ in range(60):
        first = pillars_of(Unending(position(near_the_end(rng), more=build)))
        waiting = [first]
        for _ in range(20):
            if not waiting:
                break
            board = waiting.pop(rng.randrange(len(waiting)))
            if board in checked or CENTRE in board[1]:
                continue
            checked.add(board)
            after = followers(board, adjacent=bool(build))
            waiting += sorted(after)
            state = Unending(position(rows_of(dict(board[0]), board[1]), more=build))
            assert Oracle.is_frozen(state) == (not after), state.text()
            frozen += not after
    assert frozen > 5 and len(checked) > 200
