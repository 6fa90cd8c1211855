"""Count how often a Connect Four agent plays a move of the exact value.

    .venv/bin/python tools/exact_moves.py model:connect-four,sims=0 model:connect-four,sims=800

Positions are drawn at random from a seed: 10 to 20 discs, no immediate win, and moves that differ
in value by the exact solver. Solving them takes a while; the values are kept in a file (--values),
one line each, for the next agent and for when it was stopped.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import quadrille
from quadrille.search.solving import solve

SEED = 1
DISCS = (10, 20)

Question = tuple[Any, dict[str, int]]
"""A position, and the value of each of its moves."""


def positions(count: int, seed: int, known: Sequence[Question]) -> Iterator[Question]:
    """The sample: positions with the value of every move; those that are known come first.

    Each is drawn from a stream of its own, so that the next ones do not depend on the last.
    """
    yield from known
    for number in range(len(known), count):
        rng = quadrille.Rng.keyed(seed, quadrille.Stream.plain, number)
        while True:
            state = drawn(rng)
            if state.is_over() or wins_at_once(state):
                continue
            found = solve(state, all_moves=True).values
            if len(set(found.values())) > 1:
                yield state, {str(move): value for move, value in found.items()}
                break


def drawn(rng: quadrille.Rng) -> Any:
    """A position of a random game, which may be over."""
    state = quadrille.game("connect_four").new()
    for _ in range(DISCS[0] + rng.below(DISCS[1] - DISCS[0] + 1)):
        if not state.is_over():
            state.play(state.random_move(rng))
    return state


def wins_at_once(state: Any) -> bool:
    """Whether the player to move can end the game by winning it."""
    for move in state.legal_moves():
        after = state.copy()
        after.play(move)
        if after.is_over() and after.outcome()[state.player()] == 1:
            return True
    return False


def sample(path: Path, count: int, seed: int) -> list[Question]:
    """The positions of a file; those that it lacks are solved and added one by one."""
    game = quadrille.game("connect_four")
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    kept = [json.loads(line) for line in lines]
    if any(one["seed"] != seed for one in kept):
        raise SystemExit(f"{path} has positions of another seed")
    known = [(game.parse(one["position"]), one["values"]) for one in kept[:count]]
    found: list[Question] = []
    for state, values in positions(count, seed, known):
        found.append((state, values))
        if len(found) > len(known):
            line = {"seed": seed, "position": state.text(), "values": values}
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
    return found


def main() -> int:
    """Print a line for each agent."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("specs", nargs="+", metavar="AGENT")
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--values", type=Path, default=Path("exact_moves.jsonl"))
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
