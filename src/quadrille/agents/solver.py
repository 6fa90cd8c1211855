"""Perfect play where the rest of a game is small enough to be solved."""

from dataclasses import dataclass

from quadrille.agents.depth_search import two_side_problem
from quadrille.agents.search_agent import SearchAgent, check_at_least
from quadrille.core.agents.agent import agent
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
        return super().unfit(game) or two_side_problem(game, chance=False, secrets=False)
