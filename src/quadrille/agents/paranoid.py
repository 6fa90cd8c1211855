"""Paranoid search, for any number of sides."""

from dataclasses import dataclass

from quadrille.agents.depth_search import DepthSearchAgent
from quadrille.core.agents.agent import agent


@agent("paranoid")
@dataclass(frozen=True)
class Paranoid(DepthSearchAgent):
    """Looks ahead expecting all other sides to join against its own."""

    search = "Paranoid"

    all_moves: bool = False
    """Whether to find the exact value of every move, not only of the best; slower."""
