"""What a search must find, from the definitions: slow, obvious, without any pruning.

Depth counts the moves of players. A position where it is used up is worth its static evaluation,
kept away from -1 and 1, which only outcomes reach.
"""

from collections.abc import Callable
from typing import Any

from quadrille import CHANCE

NEARLY = 1 - 2**-20
Values = tuple[float, ...]
Wish = Callable[[Values, int, int], float]


def after(state: Any, move: Any) -> Any:
    """The state that a move leads to."""
    twin = state.copy()
    twin.play(move)
    return twin


def own_value(values: Values, mover: int, root: int) -> float:
    """What a side wants in max-n."""
    return values[mover]


def against_root(values: Values, mover: int, root: int) -> float:
    """What a side wants in minimax and in paranoid search."""
    return values[root] if mover == root else -values[root]


def lead_over_root(values: Values, mover: int, root: int) -> float:
    """What a side wants in teams."""
    return values[root] if mover == root else values[mover] - values[root]


def leaf(state: Any) -> Values:
    """The value of a position that is not looked beyond."""
    if state.num_sides() == 1:
        points = sum(state.scores())
        return (points / (1000 + abs(points)),)
    if state.is_over():
        return tuple(state.outcome())
    return tuple(min(max(value, -NEARLY), NEARLY) for value in state.evaluate())


def value(state: Any, depth: int, wish: Wish, root: int) -> Values:
    """The value per side if every side gets what it wishes; of equal moves the first counts."""
    if state.is_over() or depth == 0:
        return leaf(state)
    if state.player() == CHANCE:
        outcomes = state.chance_moves()
        total = sum(weight for _, weight in outcomes)
        parts = [
            (weight / total, value(after(state, move), depth, wish, root))
            for move, weight in outcomes
        ]
        return tuple(
            sum(p * values[side] for p, values in parts) for side in range(len(parts[0][1]))
        )
    mover = state.side(state.player())
    children = [value(after(state, move), depth - 1, wish, root) for move in state.legal_moves()]
    return max(children, key=lambda values: wish(values, mover, root))


def move_values(state: Any, depth: int, wish: Wish) -> dict[str, float]:
    """The value of every move for the side to move."""
    root = state.side(state.player())
    return {
        str(move): value(after(state, move), depth - 1, wish, root)[root]
        for move in state.legal_moves()
    }


def solve(state: Any, known: dict[str, tuple[float, int]]) -> tuple[float, int]:
    """The outcome for player 0's side, of two and without chance, and how many moves away it is.

    A side that wins hurries, one that loses delays; what happens in a draw is left open.
    """
    key = state.text()
    if key not in known:
        if state.is_over():
            known[key] = (state.outcome()[state.side(0)], 0)
        else:
            sign = 1 if state.side(state.player()) == state.side(0) else -1
            found = [solve(after(state, move), known) for move in state.legal_moves()]

            def worth(result: tuple[float, int]) -> tuple[float, float]:
                own, plies = sign * result[0], result[1]
                return own, -plies * own

            best, plies = max(found, key=worth)
            known[key] = (best, plies + 1)
    return known[key]
