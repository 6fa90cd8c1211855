"""Connect Four: the smallest complete game folder."""

from quadrille.games.connect_four._core import Move, State

__all__ = ["Move", "State"]
