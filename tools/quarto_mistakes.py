"""Count the moves of a Quarto agent that lose value: a win let go, or a draw lost.

    .venv/bin/python tools/quarto_mistakes.py mcts:sims=1000
    .venv/bin/python tools/quarto_mistakes.py alphabeta:nodes=20000 --placed 6 7 --positions 100

Positions are drawn at random from a seed: so many pieces placed, a safe piece in hand, and moves
that differ in value by the exact solver.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from typing import Any

import quadrille
from quadrille.games.quarto import solver

SEED = 1


def positions(
    rules: quadrille.Game, placed: int, count: int, seed: int = SEED
) -> Iterator[tuple[Any, dict[Any, int]]]:
    """The sample: positions with the value of every move."""
    rng = quadrille.Rng.keyed(seed, quadrille.Stream.plain, placed)
    found = 0
    while found < count:
        state = solver.random_position(rules, placed, rng)
        values = dict(solver.solve(state, all_moves=True).values)
        if len(set(values.values())) > 1:
            found += 1
            yield state, values


def count_mistakes(
    rules: quadrille.Game, spec: str, sample: list[tuple[Any, dict[Any, int]]]
) -> int:
    """How many of the positions of a sample the agent spoils."""
    mistakes = 0
    for number, (state, values) in enumerate(sample):
        session = quadrille.agent(spec, rules).open(rules, state.player(), quadrille.Rng(number))
        move = session.choose(state, quadrille.Limits()).move
        mistakes += values[move] < max(values.values())
    return mistakes


def main() -> int:
    """Print a line for each number of pieces."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("spec", help="the agent")
    parser.add_argument("--placed", type=int, nargs="+", default=[5, 6, 7, 8])
    parser.add_argument("--positions", type=int, default=40)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--squares", action="store_true")
    parser.add_argument("--torus", action="store_true")
    wanted = parser.parse_args()
    rules = quadrille.game("quarto", squares=wanted.squares, torus=wanted.torus)
    for placed in wanted.placed:
        sample = list(positions(rules, placed, wanted.positions, wanted.seed))
        started = time.process_time()
        mistakes = count_mistakes(rules, wanted.spec, sample)
        each = (time.process_time() - started) / len(sample)
        print(
            f"{placed} placed: {mistakes} of {len(sample)} moves lose value, "
            f"{1000 * each:.1f} CPU ms a move"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
