"""Connect Four: the smallest complete game folder."""

from quadrille.core.package import Drawing, GamePackage
from quadrille.games.connect_four._core import Move, State

__all__ = ["GAME", "Move", "State"]


def _drawing() -> Drawing:
    from quadrille.games.connect_four.draw import DRAWING

    return DRAWING


GAME = GamePackage(State, drawing=_drawing)
