"""Count the moves of a Quarto agent that lose value: a win let go, or a draw lost.

    .venv/bin/python tools/quarto_mistakes.py mcts:sims=1000
    .venv/bin/python tools/quarto_mistakes.py alphabeta:nodes=20000 --placed 6 7 --positions 100
    .venv/bin/python tools/quarto_mistakes.py model:quarto,sims=0 --blunders 10000

Positions are drawn at random from a seed: so many pieces placed, a safe piece in hand, and moves
that differ in value by the exact solver. With --blunders it counts the plainest mistakes instead: a
piece that wins at once not placed there, and one that lets the opponent win given without need.
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


def blunders(rules: quadrille.Game, spec: str, count: int, seed: int) -> str:
    """What an agent does in positions of random games where such a mistake is possible."""
    rng = quadrille.Rng.keyed(seed, quadrille.Stream.plain)
    session = quadrille.agent(spec, rules).open(rules, 0, quadrille.Rng(seed))
    asked, wrong = {"win": 0, "give": 0}, {"win": 0, "give": 0}
    while sum(asked.values()) < count:
        state = rules.new()
        while not state.is_over():
            good = good_moves(state)
            if 0 < len(good) < len(state.legal_moves()) and sum(asked.values()) < count:
                kind = "win" if state.hand() >= 0 else "give"
                asked[kind] += 1
                wrong[kind] += session.choose(state, quadrille.Limits()).move not in good
            state.play(state.random_move(rng))
    return (
        f"{wrong['win']} of {asked['win']} immediate wins missed, "
        f"{wrong['give']} of {asked['give']} wins given away without need"
    )


def good_moves(state: Any) -> list[Any]:
    """The placements that win, or the pieces that are safe to give."""
    if state.hand() < 0:
        safe = set(state.safe_pieces())
        return [move for move in state.legal_moves() if move.piece in safe]
    found = []
    for move in state.legal_moves():
        after = state.copy()
        after.play(move)
        if after.is_over() and after.outcome()[state.player()] == 1:
            found.append(move)
    return found


def main() -> int:
    """Print a line for each number of pieces."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("spec", help="the agent")
    parser.add_argument("--placed", type=int, nargs="+", default=[5, 6, 7, 8])
    parser.add_argument("--positions", type=int, default=40)
    parser.add_argument("--blunders", type=int, metavar="POSITIONS", default=0)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--squares", action="store_true")
    parser.add_argument("--torus", action="store_true")
    wanted = parser.parse_args()
    rules = quadrille.game("quarto", squares=wanted.squares, torus=wanted.torus)
    if wanted.blunders:
        print(blunders(rules, wanted.spec, wanted.blunders, wanted.seed))
        return 0
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
