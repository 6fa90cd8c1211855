"""Counting move sequences with nothing but legal_moves, copy and play."""

from typing import Any


def perft(state: Any, depth: int) -> int:
    """The number of sequences of exactly `depth` moves; games that end earlier do not count."""
    if depth < 0:
        raise ValueError(f"expected a depth of 0 or more, got {depth!r}")
    if depth == 0:
        return 1
    moves = state.legal_moves()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = state.copy()
        after.play(move)
        total += perft(after, depth - 1)
    return total
