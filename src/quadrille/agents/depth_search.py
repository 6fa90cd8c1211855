"""The base of agents that search to a depth."""

from dataclasses import dataclass
from typing import Any

from quadrille.agents.search_agent import EvaluatingAgent, check_at_least
from quadrille.core.game import Game

NATIVE_NODES, PYTHON_NODES = 100_000, 1_000
"""Positions for a move where nothing bounds it: well below a second in either language."""


@dataclass(frozen=True)
class DepthSearchAgent(EvaluatingAgent):
    """A search by depth. Bounded by none of depth, nodes and time, it takes a fraction of a second.

    The bounds work together: whichever is reached first ends the search.
    """

    depth: int | None = None
    """How many moves to look ahead at most; chance does not count."""
    nodes: int | None = None
    """How many positions to visit at most for a move; without any bound 100,000, or 1,000 in a
    game written in Python."""
    time: float | None = None
    """How many seconds to think at most for a move."""
    deals: int = 8
    """Over how many deals to average where facts are hidden; they share nodes and time."""
    model: str | None = None
    """A trained network in the place of the static evaluation, by its name or file."""

    def __post_init__(self) -> None:
        check_at_least(self, depth=1, nodes=1, time=0, deals=1)

    def settings(self, game: Game) -> dict[str, Any]:
        """The settings of the search, always with a bound."""
        settings = super().settings(game)
        if self.time is None and not settings.keys() & {"depth", "nodes"}:
            is_native = hasattr(game.state_type, f"_{self.search}")
            settings["nodes"] = NATIVE_NODES if is_native else PYTHON_NODES
        return settings


def two_side_problem(game: Game, *, chance: bool = True, secrets: bool = True) -> str:
    """Why a search for two sides cannot play a game, given whether it handles chance and secrets.

    Empty if it can.
    """
    state = game.new()
    if state.num_sides() != 2:
        return f"it needs two sides, the game has {state.num_sides()}"
    if not chance and "chance" not in state.lacks():
        return "it needs a game without chance"
    if not secrets and "secrets" not in state.lacks():
        return "it needs a game without hidden facts"
    return ""
