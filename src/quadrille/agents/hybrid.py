"""Minimax over short Monte-Carlo runs."""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from quadrille.agents.depth_search import DepthSearchAgent
from quadrille.agents.search_agent import check_at_least
from quadrille.core.agents.agent import agent
from quadrille.core.agents.fields import Range


@agent("hybrid")
@dataclass(frozen=True)
class Hybrid(DepthSearchAgent):
    """Looks a few moves ahead and judges what it finds there by short Monte-Carlo tree searches."""

    search = "Hybrid"
    fallbacks: ClassVar[dict[str, Any]] = {"depth": 2}

    depth: Annotated[int | None, Range(1, 3)] = None
    """How many moves to look ahead at most; none for 2. Chance does not count."""
    deals: int = 4
    """Over how many deals to average where facts are hidden; they share nodes and time."""
    sims: Annotated[int, Range(10, 400, log=True)] = 50
    """Simulations for each leaf."""
    mcts_depth: Annotated[int, Range(0, 30)] = 10
    """After how many moves a random game is cut short and evaluated; 0 to play it to its end."""
    c: Annotated[float, Range(0.1, 4, log=True)] = 1.414
    """How much the simulations explore."""
    stop_on_pass: bool = True
    """Whether a position whose mover has only one legal move is judged at once."""
    all_moves: bool = False
    """Whether to find the exact value of every move, not only of the best; slower."""

    def __post_init__(self) -> None:
        super().__post_init__()
        check_at_least(self, sims=1, mcts_depth=0, c=0)
