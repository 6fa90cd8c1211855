"""A user-written agent: it looks one move ahead and avoids moves that lose at once.

    quadrille play quarto --seat human --seat examples/cautious.py:Cautious
    quadrille play connect_four --seat examples/cautious.py:Cautious:careless=0.1 --seat random

An agent in your own file needs no registration; an agent of the package is decorated with
``@quadrille.core.agents.agent.agent("name")``.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from quadrille import Agent, Move, Rng, State


@dataclass(frozen=True)
class Cautious(Agent):
    """Takes the move with the best static value; among equals, any."""

    careless: float = 0.0
    """How often it moves without looking, from 0 to 1."""

    def choose(self, state: State, rng: Rng) -> Move:
        """Return a move; ``state`` holds only what this player may know."""
        moves = state.legal_moves()
        side = state.side(state.player())
        best = -2.0
        chosen: list[Move] = []
        for move in moves if rng.uniform() >= self.careless else []:
            after = state.copy()
            after.play(move)
            value = after.outcome()[side] if after.is_over() else after.evaluate()[side]
            if value > best:
                best, chosen = value, []
            if value == best:
                chosen.append(move)
        options: Sequence[Move] = chosen or moves
        return options[rng.below(len(options))]
