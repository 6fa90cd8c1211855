"""Sheep: split the flock, slide over the meadow, connect your pastures."""

from quadrille.games.sheep._core import Flock, Move, State

__all__ = ["Flock", "Move", "State"]
