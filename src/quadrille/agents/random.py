"""The random player, which every other one should beat."""

from dataclasses import dataclass
from typing import Any

from quadrille.core._core import Rng
from quadrille.core.agents.agent import Agent, agent
from quadrille.core.state import State


@agent("random")
@dataclass(frozen=True)
class Random(Agent):
    """Plays a legal move at random, each as likely as the other."""

    def choose(self, state: State, rng: Rng) -> Any:
        """A uniform legal move."""
        return state.random_move(rng)
