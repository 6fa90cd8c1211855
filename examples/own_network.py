"""A network of your own in our tree search: a player for matches, the terminal and the page.

    quadrille match connect_four examples/own_network.py:OwnNetwork random --games 20
    quadrille play quarto --seat human --seat examples/own_network.py:OwnNetwork:sims=800

Replace ``MyNetwork`` by yours, in whatever framework: it is given positions as arrays, many at
once, and returns what it thinks of them. The search does everything else.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from quadrille import Agent, Decision, Rng, State
from quadrille.search.native import make_search

Rows = NDArray[np.float32]
BATCH = 16
"""Positions that the network is asked about at once."""


class MyNetwork:
    """Stands in for a network: it knows nothing."""

    def __call__(self, rows: Rows, actions: int) -> tuple[Rows, NDArray[np.float64]]:
        """Judge positions [n, *shape of the encoding], each as its player to move sees it.

        Returns a prior for every action, [n, actions], of which only those of legal ones count, and
        values for the player to move, from -1 to 1, [n].
        """
        return np.ones((len(rows), actions), np.float32), np.zeros(len(rows))


NETWORK = MyNetwork()


@dataclass(frozen=True)
class OwnNetwork(Agent):
    """A tree search with a network of its own, for games of two sides."""

    encoding: str = ""
    """What the network reads; the game's first encoding if it is empty."""
    sims: int = 200
    """Simulations for a move."""
    c: float = 1.5
    """How much to explore."""

    def choose(self, state: State, rng: Rng) -> Decision:
        """Search, asking the network for a batch of positions again and again."""
        tree = make_search("BatchMcts", type(state), {"c": self.c})
        tree.start(state, rng)
        encodings = {each.name: each for each in state.encodings()}
        name = self.encoding or next(iter(encodings))
        rows = np.zeros((BATCH, *encodings[name].shape), np.float32)
        while tree.simulations < self.sims:
            waiting = tree.collect(BATCH)  # fewer where paths meet; none where games have ended
            if waiting == 0:
                continue
            tree.encode(name, rows)
            priors, values = NETWORK(rows[:waiting], state.num_actions())
            sides = np.array([state.side(player) for player in tree.players()])
            first = sides == 0  # values are wanted by side, the first one first
            values = np.where(first, values, -values)
            tree.apply(priors, np.stack([values, -values], axis=1))
        decision: Decision = tree.result()
        return decision
