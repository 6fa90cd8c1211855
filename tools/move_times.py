"""Measure the CPU time that agents take for a move.

    .venv/bin/python tools/move_times.py carcassonne mcts:sims=200 mcts:sims=200,horizon=12

All decide the same positions, which come from games of `--player` against itself. On a busy machine
an agent with `time=0.02` gets as much of a processor as is free; agents with fixed simulations and
the same CPU time a move are compared at equal time on any machine.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from typing import Any

import quadrille
from quadrille.core.state import CHANCE

EVERY = 4
"""So many decisions from one position to the next."""


def positions(game: quadrille.Game, player: str, count: int, seed: int = 0) -> list[Any]:
    """So many positions with a choice, from as many games as it takes, evenly through each."""
    agent = quadrille.agent(player, game)
    found: list[Any] = []
    while len(found) < count:
        state, rng, decisions = game.new(seed), quadrille.Rng(seed), 0
        while not state.is_over() and len(found) < count:
            if state.player() == CHANCE:
                state.play_chance()
                continue
            if len(state.legal_moves()) > 1:
                decisions += 1
                if decisions % EVERY == 0:
                    found.append(state.copy())
            state.play(agent.choose(state, rng).move)
        seed += 1
    return found


def milliseconds(agent: Any, states: Sequence[Any]) -> float:
    """The mean CPU time that an agent takes for a move."""
    before = time.process_time()
    for number, state in enumerate(states):
        agent.choose(state, quadrille.Rng(number))
    return 1000 * (time.process_time() - before) / len(states)


def main() -> int:
    """Print a line for each agent."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("game", help="such as carcassonne, or carcassonne:farmers=false")
    parser.add_argument("specs", nargs="+", metavar="AGENT")
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--player", default="greedy", help="who plays up to the positions")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("-o", "--option", action="append", default=[], metavar="NAME=VALUE")
    wanted = parser.parse_args()
    if wanted.positions < 1:
        parser.error(f"expected at least 1 position, got {wanted.positions}")
    try:
        game = quadrille.game(wanted.game, **dict(each.split("=", 1) for each in wanted.option))
        agents = {spec: quadrille.agent(spec, game) for spec in wanted.specs}
        states = positions(game, wanted.player, wanted.positions, wanted.seed)
    except ValueError as error:
        parser.error(str(error))
    for spec, agent in agents.items():
        print(f"{spec}: {milliseconds(agent, states):.2f} ms a move, {len(states)} positions")
    return 0


if __name__ == "__main__":
    sys.exit(main())
