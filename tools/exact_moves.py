"""Count how often a Connect Four agent plays a move of the exact value.

    .venv/bin/python tools/exact_moves.py model:connect-four,sims=0 model:connect-four,sims=800

Positions are drawn at random from a seed: 10 to 20 discs, no immediate win, and moves that differ
in value by the exact solver.
"""

import argparse
import sys
from collections.abc import Iterator
from typing import Any

import quadrille
from quadrille.arena.intervals import share_interval
from quadrille.search.solving import solve

SEED = 1
DISCS = (10, 20)


def positions(count: int, seed: int) -> Iterator[tuple[Any, set[Any]]]:
    """The sample: positions, each with its best moves.

    Each is drawn from a stream of its own, so that more of them begin with the same ones.
    """
    for number in range(count):
        rng = quadrille.Rng.keyed(seed, quadrille.Stream.plain, number)
        best: set[Any] = set()
        while not best:
            state = drawn(rng, DISCS[0] + rng.below(DISCS[1] - DISCS[0] + 1))
            if not state.is_over() and not wins_at_once(state):
                best = better_moves(state)
        yield state, best


def better_moves(state: Any) -> set[Any]:
    """The moves of the exact value, if others are worse."""
    values = solve(state, all_moves=True).values
    best = {move for move, value in values.items() if value == max(values.values())}
    return best if len(best) < len(values) else set()


def drawn(rng: quadrille.Rng, discs: int) -> Any:
    """A position of a random game, which may be over before it has so many discs."""
    state = quadrille.game("connect_four").new()
    for _ in range(discs):
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


def main() -> int:
    """Print a line for each agent."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("specs", nargs="+", metavar="AGENT")
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--seed", type=int, default=SEED)
    wanted = parser.parse_args()
    if wanted.positions < 1:
        parser.error(f"expected at least 1 position, got {wanted.positions}")
    game = quadrille.game("connect_four")
    try:
        players = {spec: quadrille.agent(spec, game) for spec in wanted.specs}
    except ValueError as error:
        parser.error(str(error))
    questions = list(positions(wanted.positions, wanted.seed))
    for spec, player in players.items():
        right = 0
        for number, (state, best) in enumerate(questions):
            session = player.open(game, state.player(), quadrille.Rng(number))
            right += session.choose(state, quadrille.Limits()).move in best
        low, high = share_interval(right, len(questions))
        print(
            f"{spec}: an exact move in {right} of {len(questions)} positions, "
            f"{right / len(questions):.1%} ({low:.1%} to {high:.1%})"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
