"""Carcassonne: draw a tile, place it, claim what it shows."""

from quadrille.games.carcassonne._core import Figure, Move, Region, State, Supply, Tile
from quadrille.games.carcassonne.history import Row, Scored, history, table

__all__ = [
    "Figure",
    "Move",
    "Region",
    "Row",
    "Scored",
    "State",
    "Supply",
    "Tile",
    "history",
    "table",
]
