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


GAME = GamePackage(
    State,
    drawing=_drawing,
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
