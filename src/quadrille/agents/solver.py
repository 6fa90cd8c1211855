"""The player that plays what is proven, for small remainders of games."""

from dataclasses import dataclass

from quadrille.agents.looking_ahead import unfit_for_two_sides
from quadrille.agents.searching import SearchAgent, check_at_least
from quadrille.core.agent import agent
from quadrille.core.game import Game


@agent("solver")
@dataclass(frozen=True)
class Solver(SearchAgent):
    """Finds the exact outcome, or runs until it is stopped; does not care how soon it comes."""

    search = "Solver"

    nodes: int | None = None
    """How many positions to visit at most for a move."""
    time: float | None = None
    """How many seconds to think at most for a move; with neither, as long as it takes."""
    memory: int = 256
    """The size of the table of positions in MB."""
    all_moves: bool = False
    """Whether to find the outcome of every move, not only of the best; slower."""

    def __post_init__(self) -> None:
        check_at_least(self, nodes=1, time=0, memory=1)

    def unfit(self, game: Game) -> str:
        """Two sides, no chance, no secrets."""
        return super().unfit(game) or unfit_for_two_sides(game, chance=False, secrets=False)
