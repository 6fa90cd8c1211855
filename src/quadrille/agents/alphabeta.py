"""Alpha-beta, for two sides without chance."""

from dataclasses import dataclass

from quadrille.agents.looking_ahead import LookingAhead, unfit_for_two_sides
from quadrille.agents.searching import check_at_least
from quadrille.core.agent import agent
from quadrille.core.game import Game


@agent("alphabeta")
@dataclass(frozen=True)
class AlphaBeta(LookingAhead):
    """Looks ahead deeper and deeper, cutting off what cannot matter; remembers positions."""

    search = "AlphaBeta"

    memory: int = 64
    """The size of the table of positions in MB."""
    all_moves: bool = False
    """Whether to find the exact value of every move, not only of the best; slower."""

    def __post_init__(self) -> None:
        super().__post_init__()
        check_at_least(self, memory=1)

    def unfit(self, game: Game) -> str:
        """Two sides, no chance."""
        return super().unfit(game) or unfit_for_two_sides(game, chance=False)
