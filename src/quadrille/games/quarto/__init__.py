"""Quarto: give a piece, place the one you were given, complete a line that shares a trait."""

from quadrille.games.quarto._core import Move, State, piece_text, square_text
from quadrille.games.quarto.symmetry import Symmetry, random_symmetry, symmetries

__all__ = [
    "Move",
    "State",
    "Symmetry",
    "piece_text",
    "random_symmetry",
    "square_text",
    "symmetries",
]
