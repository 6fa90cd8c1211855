"""Games of a chooser of moves against random ones."""

from collections.abc import Callable
from typing import Any

import quadrille


def losses_against_random(
    game: quadrille.Game, choose: Callable[[Any], Any], games: int, seed: int = 1
) -> int:
    """How many games ``choose`` loses, in both seats."""
    rng, lost = quadrille.Rng(seed), 0
    for number in range(games):
        state: Any = game.new()
        while not state.is_over():
            own = state.player() == number % 2
            state.play(choose(state) if own else state.random_move(rng))
        lost += state.outcome()[number % 2] < 0
    return lost
