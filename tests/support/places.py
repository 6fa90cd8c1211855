"""Where things lie in a clone of the project."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "quadrille"
EXAMPLES = ROOT / "examples"
DATA = ROOT / "tests" / "data"
"""Perft counts, golden playthroughs and the like, by game."""
