"""Count how often a Connect Four agent plays a move of the exact value.

    .venv/bin/python tools/exact_moves.py model:connect-four,sims=0 model:connect-four,sims=800

Positions are drawn at random from a seed: 10 to 20 discs, no immediate win, and moves that differ
in value by the exact solver. Solving them takes a while; the values are kept in a file (--values)
for the next agent.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import quadrille
from quadrille.search.solving import solve

SEED = 1
DISCS = (10, 20)


def positions(count: int, seed: int = SEED) -> Iterator[tuple[Any, dict[str, int]]]:
    """The sample: positions with the value of every move."""
    game = quadrille.game("connect_four")
    rng = quadrille.Rng.keyed(seed, quadrille.Stream.plain)
    found = 0
    while found < count:
        state = game.new()
        for _ in range(DISCS[0] + rng.below(DISCS[1] - DISCS[0] + 1)):
            if not state.is_over():
                state.play(state.random_move(rng))
        if state.is_over() or wins_at_once(state):
            continue
        values = {str(move): value for move, value in solve(state, all_moves=True).values.items()}
        if len(set(values.values())) > 1:
            found += 1
            yield state, values


def wins_at_once(state: Any) -> bool:
    """Whether the player to move can end the game by winning it."""
    for move in state.legal_moves():
        after = state.copy()
        after.play(move)
        if after.is_over() and after.outcome()[state.player()] == 1:
            return True
    return False


def sample(path: Path, count: int, seed: int) -> list[tuple[Any, dict[str, int]]]:
    """The positions of a file, or new ones, which are kept there."""
    game = quadrille.game("connect_four")
    if path.exists():
        kept = json.loads(path.read_text("utf-8"))
        if (kept["seed"], len(kept["positions"])) == (seed, count):
            return [(game.parse(text), values) for text, values in kept["positions"]]
    found = list(positions(count, seed))
    texts = [(state.text(), values) for state, values in found]
    path.write_text(json.dumps({"seed": seed, "positions": texts}), "utf-8")
    return found


def main() -> int:
    """Print a line for each agent."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("specs", nargs="+", metavar="AGENT")
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--values", type=Path, default=Path("exact_moves.json"))
    wanted = parser.parse_args()
    questions = sample(wanted.values, wanted.positions, wanted.seed)
    game = quadrille.game("connect_four")
    for spec in wanted.specs:
        right = 0
        for number, (state, values) in enumerate(questions):
            session = quadrille.agent(spec, game).open(game, state.player(), quadrille.Rng(number))
            move = session.choose(state, quadrille.Limits()).move
            right += values[str(move)] == max(values.values())
        share = right / len(questions)
        print(f"{spec}: an exact move in {right} of {len(questions)} positions ({share:.1%})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
