"""Minimax between teams."""

from dataclasses import dataclass

from quadrille.agents.looking_ahead import LookingAhead
from quadrille.core.agent import agent


@agent("teams")
@dataclass(frozen=True)
class Teams(LookingAhead):
    """Looks ahead with partners as one side; each of several others seeks a lead over it."""

    search = "Teams"

    all_moves: bool = False
    """Whether to find the exact value of every move, not only of the best (two sides); slower."""
