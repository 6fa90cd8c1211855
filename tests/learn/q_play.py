"""Playing with a Q-network in tests."""

from typing import Any

import quadrille
from quadrille.learn.dqn import Dqn
from quadrille.search.network import make_network, outputs


def best_move(learner: Dqn, state: Any) -> Any:
    """The move that the exported network values most."""
    network = make_network(learner.network.arrays(), learner.encoding, learner.version)
    q = outputs(network, state)
    return max(state.legal_moves(), key=lambda move: q[state.action(move)])


def losses_against_random(learner: Dqn, games: int, seed: int = 1) -> int:
    """How many games the network loses, in both seats."""
    network = make_network(learner.network.arrays(), learner.encoding, learner.version)
    rng = quadrille.Rng(seed)
    lost = 0
    for number in range(games):
        state: Any = learner.game.new()
        while not state.is_over():
            if state.player() == number % 2:
                q = outputs(network, state)
                state.play(max(state.legal_moves(), key=lambda move: q[state.action(move)]))
            else:
                state.play(state.random_move(rng))
        lost += state.outcome()[number % 2] < 0
    return lost
