"""Chomp: a native game in a package of its own."""

from chomp._core import Move, State
from quadrille import Drawing, GamePackage

__all__ = ["GAME", "Move", "State"]


def _drawing() -> Drawing:
    from chomp.draw import DRAWING

    return DRAWING


GAME = GamePackage(
    State,
    drawing=_drawing,
    levels={"Beginner": "random", "Casual": "mcts:sims=50", "Perfect": "solver"},
)
