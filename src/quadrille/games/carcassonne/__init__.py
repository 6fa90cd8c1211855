"""Carcassonne: draw a tile, place it, claim what it shows."""

from quadrille.games.carcassonne._core import Figure, Move, Region, State, Supply, Tile

__all__ = ["Figure", "Move", "Region", "State", "Supply", "Tile"]
