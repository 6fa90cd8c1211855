"""Sheep: split the flock, slide over the meadow, connect your pastures."""

from quadrille.games.sheep._core import Flock, Heuristics, Move, State

__all__ = ["Flock", "Heuristics", "Move", "State"]
