"""Pillars: two teams, one summit."""

from quadrille.games.pillars._core import Cards, Move, State

__all__ = ["Cards", "Move", "State"]
