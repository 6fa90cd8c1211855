"""Positions of random games."""

from collections.abc import Iterator
from typing import Any

import quadrille


def random_positions(game: quadrille.Game, games: int, seed: int = 0) -> Iterator[Any]:
    """Every position of some random games in which a player is to move."""
    for number in range(seed, seed + games):
        state, rng = game.new(number), quadrille.Rng(number)
        while not state.is_over():
            if state.player() >= 0:
                yield state.copy()
            state.play(state.random_move(rng))
