"""Positions of Carcassonne that several tests look at."""

from typing import Any

import pytest

import quadrille
from oracles.carcassonne_line import straight_line
from oracles.carcassonne_tiles import Pattern, kinds, pattern
from quadrille import Rng

VARIANTS: list[dict[str, Any]] = [
    {},
    {"farmers": False},
    {"board": 6, "players": 3},
    {"start_tile": False},
    {"players": 1, "inns": True},
    {"river": True, "inns": True, "abbot": True, "players": 4, "meeples": 3},
]
every_variant = pytest.mark.parametrize("options", VARIANTS, ids=str)
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""To the neighbours across the edges n, e, s and w."""


def random_states(options: dict[str, Any], games: int, seed: int = 1) -> list[Any]:
    """Every position of some random games."""
    rng = Rng(seed)
    states = []
    for _ in range(games):
        state = quadrille.game("carcassonne", **options).new()
        while not state.is_over():
            states.append(state.copy())
            state.play(state.random_move(rng))
        states.append(state)
    return states


def long_map(tiles: int, **options: Any) -> Any:
    """So many tiles in a line to the north."""
    state = quadrille.game("carcassonne", **options).new()
    for move in straight_line(options)[1][: 3 * tiles]:
        state.play(move)
    return state


def sample(options: dict[str, Any], count: int = 60) -> list[Any]:
    """Positions of all steps of the game, from beginning to end."""
    states = random_states(options, 2)
    return [*states[:: len(states) // count], states[-1]]


def patterns(state: Any) -> dict[tuple[int, int], Pattern]:
    """The tiles as they lie, from the tables."""
    options = state.options()
    known = kinds(options["river"], options["inns"], options["abbot"])
    return {(t.x, t.y): pattern(known[t.kind], t.rotation) for t in state.tiles()}
