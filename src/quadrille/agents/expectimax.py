"""Expectimax, for two sides with chance."""

from dataclasses import dataclass
from typing import Literal

from quadrille.agents.depth_search import DepthSearchAgent, two_side_problem
from quadrille.agents.search_agent import check_at_least
from quadrille.core.agents.agent import agent
from quadrille.core.game import Game


@agent("expectimax")
@dataclass(frozen=True)
class Expectimax(DepthSearchAgent):
    """Minimax that takes the mean over what chance may do."""

    search = "Expectimax"

    pruning: Literal["none", "star1", "star2", "star2.5"] = "star2.5"
    """How chance nodes are cut off; all give the same values, in different time."""
    probes: int = 2
    """How many moves of each outcome star2.5 tries before it searches any in full."""
    all_moves: bool = False
    """Whether to find the exact value of every move, not only of the best; slower."""

    def __post_init__(self) -> None:
        super().__post_init__()
        check_at_least(self, probes=1)

    def unfit(self, game: Game) -> str:
        """Two sides."""
        return super().unfit(game) or two_side_problem(game)
