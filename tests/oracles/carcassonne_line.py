"""Games in which all tiles come to lie in one line, the longest map there is."""

from __future__ import annotations

import random
from typing import Any

from .carcassonne import Oracle
from .carcassonne_tiles import pattern, rotations


def lay_line(state: Oracle, rng: random.Random) -> list[str]:
    """Lay tile after tile north of the origin, as long as one can follow; the moves."""
    moves: list[str] = []
    y = 1
    while not state.is_over():
        wanted = state.board[0, y - 1].pattern.edges[0]
        options = []
        for name in state.chance_moves():
            for rotation in rotations(state.kinds[name]):
                edges = pattern(state.kinds[name], rotation).edges
                if edges[2] == wanted:
                    options.append((edges[0] != wanted, rng.random(), name, rotation))
        if not options:
            return moves
        # Tiles that go on as they began come first: they change nothing for those after them.
        _, _, name, rotation = min(options)
        for move in (name, f"0,{y}@{rotation}", "none"):
            state.play(move)
            moves.append(move)
        y += 1
    return moves


def straight_line(options: dict[str, Any]) -> tuple[Oracle, list[str]]:
    """A finished game whose tiles lie in a line to the north, the river's apart."""
    rng = random.Random(3)
    for _ in range(200):
        state = Oracle(**options)
        moves: list[str] = []
        # The river runs its own way to the south first.
        while state.river and "RV2" in state.text().split(" ")[-3]:
            for _ in range(3):
                moves.append(next(iter(state.chance_moves()), "") or _first(state))
                state.play(moves[-1])
        moves += lay_line(state, rng)
        if state.is_over():
            return state, moves
    raise AssertionError(f"no line of all tiles was found with {options!r}")


def _first(state: Oracle) -> str:
    moves = state.legal_moves()
    return "none" if "none" in moves else moves[0]
