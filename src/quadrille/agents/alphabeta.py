"""Alpha-beta, for two sides without chance."""

from dataclasses import dataclass
from typing import Any, ClassVar

from quadrille.agents.depth_search import DepthSearchAgent, two_side_problem
from quadrille.agents.search_agent import check_at_least
from quadrille.core.agents.agent import agent
from quadrille.core.game import Game


@agent("alphabeta")
@dataclass(frozen=True)
class AlphaBeta(DepthSearchAgent):
    """Looks ahead deeper and deeper, cutting off what cannot matter; remembers positions."""

    search = "AlphaBeta"
    fallbacks: ClassVar[dict[str, Any]] = {"exact": 0}

    memory: int = 64
    """The size of the table of positions in MB."""
    all_moves: bool = False
    """Whether to find the exact value of every move, not only of the best; slower."""

    exact: int | None = None
    """Positions that may be spent on the exact value of a leaf, where the game has it, 0 for none;
    none for the game's own choice, or 0."""

    def __post_init__(self) -> None:
        super().__post_init__()
        check_at_least(self, memory=1, exact=0)

    def unfit(self, game: Game) -> str:
        """Two sides, no chance."""
        return super().unfit(game) or two_side_problem(game, chance=False)
