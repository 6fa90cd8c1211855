"""Counting move sequences with nothing but legal_moves, chance_moves, copy and play."""

from typing import Any


def choices(state: Any) -> list[Any]:
    """What can be played now: the moves of whoever moves, or what chance may bring."""
    moves: list[Any] = state.legal_moves()
    if moves or not hasattr(state, "chance_moves"):
        return moves
    chance = state.chance_moves()  # with weights: pairs of a native state, a dict of an oracle
    return list(chance) if isinstance(chance, dict) else [move for move, _ in chance]


def perft(state: Any, depth: int) -> int:
    """The number of sequences of exactly `depth` moves; games that end earlier do not count."""
    if depth < 0:
        raise ValueError(f"expected a depth of 0 or more, got {depth!r}")
    if depth == 0:
        return 1
    moves = choices(state)
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = state.copy()
        after.play(move)
        total += perft(after, depth - 1)
    return total
