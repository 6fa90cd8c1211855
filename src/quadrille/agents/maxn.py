"""Max-n, for any number of sides."""

from dataclasses import dataclass

from quadrille.agents.looking_ahead import LookingAhead
from quadrille.core.agent import agent


@agent("maxn")
@dataclass(frozen=True)
class MaxN(LookingAhead):
    """Looks ahead expecting every side to play for itself alone."""

    search = "MaxN"
