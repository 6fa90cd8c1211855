"""The player that follows the game's own static evaluation."""

from dataclasses import dataclass

from quadrille.agents.search_agent import EvaluatingAgent, check_at_least
from quadrille.core.agents.agent import agent


@agent("greedy")
@dataclass(frozen=True)
class Greedy(EvaluatingAgent):
    """Plays the move with the best static evaluation after it, expected over chance."""

    search = "Greedy"

    deals: int = 8
    """Over how many deals to average where facts are hidden."""
    model: str | None = None
    """A trained network in the place of the static evaluation, by its name or file."""

    def __post_init__(self) -> None:
        check_at_least(self, deals=1)
