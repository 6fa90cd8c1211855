"""Pillars as a Mesa model: ``PillarsModel``, its ``Gamer`` agents, and ``batch`` for many games.

``python -m quadrille.interop.mesa`` shows it in a browser.
"""

from quadrille.interop.mesa.needed import missing

try:
    import mesa.discrete_space as _needed  # noqa: F401
except ImportError as error:
    raise missing(error) from None

from quadrille.interop.mesa.batches import batch
from quadrille.interop.mesa.gamer import Gamer
from quadrille.interop.mesa.model import PillarsModel

__all__ = ["Gamer", "PillarsModel", "batch"]
