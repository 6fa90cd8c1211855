"""Minimax between teams."""

from dataclasses import dataclass

from quadrille.agents.depth_search import DepthSearchAgent
from quadrille.core.agents.agent import agent


@agent("teams")
@dataclass(frozen=True)
class Teams(DepthSearchAgent):
    """Looks ahead with partners as one side; each of several others seeks a lead over it."""

    search = "Teams"

    all_moves: bool = False
    """Whether to find the exact value of every move, not only of the best (two sides); slower."""
