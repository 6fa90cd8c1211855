"""Max-n, for any number of sides."""

from dataclasses import dataclass

from quadrille.agents.depth_search import DepthSearchAgent
from quadrille.core.agents.agent import agent


@agent("maxn")
@dataclass(frozen=True)
class MaxN(DepthSearchAgent):
    """Looks ahead expecting every side to play for itself alone."""

    search = "MaxN"
