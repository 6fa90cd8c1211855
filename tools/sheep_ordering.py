"""What the order of moves saves `sheep-hybrid`: simulations and CPU time a move, by depth.

The positions come from random games; all orders decide the same ones, with the same seeds.
"""

import sys
import time
from itertools import product
from typing import Any

import quadrille
from quadrille import Rng

GAMES = 30
PLIES = (6, 10, 14)
ORDERINGS = ("mover", "same", "none")


def positions(game: quadrille.Game) -> list[Any]:
    """Positions of random games."""
    found = []
    for seed in range(GAMES):
        state, rng = game.new(seed=seed), Rng(seed)
        for ply in range(max(PLIES)):
            if state.is_over():
                break
            if ply in PLIES:
                found.append(state.copy())
            state.play(state.random_move(rng))
    return found


def main(numbers: list[str]) -> None:
    """Print a table for the contest's games that are named."""
    print("| game | depth | ordering | rollout | simulations a move | ms a move |")
    print("| --- | --- | --- | --- | --- | --- |")
    for number in map(int, numbers or ["1"]):
        game = quadrille.game("sheep", game=number)
        states = positions(game)
        for depth, rollout, ordering in product((1, 2, 3), ("end", "depth"), ORDERINGS):
            fields = f"depth={depth},rollout={rollout},ordering={ordering}"
            agent = quadrille.agent(f"sheep-hybrid:{fields}", game)
            before = time.process_time()
            nodes = sum(agent.choose(state, Rng(1)).nodes or 0 for state in states)
            spent = 1000 * (time.process_time() - before) / len(states)
            print(
                f"| {number} | {depth} | `{ordering}` | `{rollout}` "
                f"| {nodes / len(states):,.0f} | {spent:.1f} |",
                flush=True,
            )


if __name__ == "__main__":
    main(sys.argv[1:])
