"""How much features of a Quarto position say about its exact value, by linear regression.

    .venv/bin/python tools/quarto_weights.py
    .venv/bin/python tools/quarto_weights.py --positions 4000 --placed 7 8 9

Positions come from random play. Those that end at once for certain (a piece in hand that wins, no
safe piece to give) are left out: the evaluation knows them. For positions with a piece in hand and
without one apart, a line for each set of features: the share of the variance of the value that it
explains on a half of the sample that the regression has not seen, and the weights.
"""

import argparse
import sys
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

import quadrille
from quadrille.games.quarto import solver

SETS = {
    "parity": ["odd_safe"],
    "parity, safe pieces": ["odd_safe", "safe"],
    "parity by lines": ["odd_safe", "threes", "twos"],
    "all": ["odd_safe", "safe", "odd_rest", *(f"lines_{n}_{k}" for n in (2, 3) for k in (1, 2, 3))],
}
"""Features to be tried together."""


def lines_of(rules: quadrille.Game) -> list[frozenset[int]]:
    """The groups of four squares that win, found out by filling them with alike pieces."""
    found = []
    for squares in combinations(range(16), 4):
        state = rules.new()
        for piece, square in zip(range(8, 12), squares, strict=True):
            state.play(state.move(16 + piece))
            state.play(state.move(square))
        if state.winner() >= 0:
            found.append(frozenset(squares))
    return found


def features(state: Any, lines: list[frozenset[int]]) -> dict[str, float]:
    """What is known of a position without looking ahead."""
    safe = len(state.safe_pieces())
    found = {"odd_safe": 1.0 if safe % 2 else -1.0, "safe": safe / 16}
    found["odd_rest"] = 1.0 if len(state.remaining()) % 2 else -1.0
    found |= {f"lines_{n}_{k}": 0.0 for n in (2, 3) for k in (1, 2, 3)}
    for line in lines:
        pieces = [p for square in line if (p := state.piece(square)) >= 0]
        shared = sum(len({p >> trait & 1 for p in pieces}) == 1 for trait in range(4))
        if len(pieces) in (2, 3) and shared:
            found[f"lines_{len(pieces)}_{shared}"] += 1
    found["threes"] = sum(found[f"lines_3_{k}"] for k in (1, 2, 3))
    found["twos"] = sum(found[f"lines_2_{k}"] for k in (1, 2, 3))
    return found


def sample(
    rules: quadrille.Game, placed: int, in_hand: bool, count: int, seed: int
) -> Iterator[tuple[dict[str, float], int]]:
    """Features and exact values of positions that are not decided at once."""
    rng = quadrille.Rng.keyed(seed, quadrille.Stream.plain, 2 * placed + in_hand)
    lines = lines_of(rules)
    while count > 0:
        state = solver.random_position(rules, placed - (not in_hand), rng)
        if not in_hand:
            state.play(state.random_move(rng))
        if state.is_over() or (not in_hand and not state.safe_pieces()):
            continue
        value = solver.solve(state).value
        assert value is not None
        yield features(state, lines), value
        count -= 1


def fit(
    rows: list[tuple[dict[str, float], int]], names: list[str]
) -> tuple[float, NDArray[np.float64]]:
    """The share of variance explained on the second half by the weights of the first."""
    inputs = np.array([[1.0, *(row[name] for name in names)] for row, _ in rows])
    values = np.array([value for _, value in rows], float)
    half = len(rows) // 2
    weights = np.linalg.lstsq(inputs[:half], values[:half], rcond=None)[0]
    errors = values[half:] - inputs[half:] @ weights
    return float(1 - errors.var() / values[half:].var()), weights


def main() -> int:
    """Print a line for each number of pieces and set of features."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--placed", type=int, nargs="+", default=[6, 7, 8, 9, 10])
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--squares", action="store_true")
    wanted = parser.parse_args()
    rules = quadrille.game("quarto", squares=wanted.squares)
    for placed in wanted.placed:
        for in_hand in (True, False):
            rows = list(sample(rules, placed, in_hand, wanted.positions, wanted.seed))
            values = [value for _, value in rows]
            shares = " ".join(f"{values.count(v) / len(rows):.2f}" for v in (1, 0, -1))
            kind = "piece in hand" if in_hand else "to give"
            print(f"{placed} placed, {kind}: won, drawn, lost {shares}")
            for title, names in SETS.items():
                share, weights = fit(rows, names)
                named = zip(["constant", *names], weights, strict=True)
                listed = ", ".join(f"{name} {weight:+.2f}" for name, weight in named)
                print(f"  {title}: {100 * share:.1f} % of the variance; {listed}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
