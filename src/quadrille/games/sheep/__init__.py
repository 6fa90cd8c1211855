"""Sheep: split the flock, slide over the meadow, connect your pastures."""

from quadrille.core.package import Drawing, GamePackage
from quadrille.games.sheep._core import Flock, Heuristics, Move, State

__all__ = ["GAME", "Flock", "Heuristics", "Move", "State"]


def _drawing() -> Drawing:
    from quadrille.games.sheep.drawing.draw import DRAWING

    return DRAWING


def _agents() -> object:
    from quadrille.games.sheep import agents

    return agents


def _progress(state: State) -> float:
    """How many of the cells are taken."""
    cells = [(x, y) for x in range(state.size()) for y in range(state.size())]
    free = [cell for cell in cells if not state.is_wall(*cell)]
    return sum(state.owner(*cell) >= 0 for cell in free) / len(free)


GAME = GamePackage(
    State,
    drawing=_drawing,
    progress=_progress,
    points=True,
    agents=_agents,
    # What suits general agents; the page of the game has the measured results.
    agent_defaults={
        "mcts": {"c": 0.5, "formula": "history", "leaf": "policy", "prune": True},
        "model": {"rollouts": 0.5},
    },
    ladder=(
        "random",
        "oneply",
        "greedy",
        "sheep-hybrid",
        "mcts:sims=100",
        "model:sheep-1,sims=50",
    ),
)
