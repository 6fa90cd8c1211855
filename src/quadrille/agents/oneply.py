"""One ply of look-ahead: the baseline that every trained model should beat."""

from dataclasses import dataclass

from quadrille.agents.search_agent import SearchAgent, check_at_least
from quadrille.core.agents.agent import agent


@agent("oneply")
@dataclass(frozen=True)
class OnePly(SearchAgent):
    """Takes a win, never allows one if it can be helped, else plays at random."""

    search = "OnePly"

    deals: int = 8
    """Over how many deals to average where facts are hidden."""

    def __post_init__(self) -> None:
        check_at_least(self, deals=1)
