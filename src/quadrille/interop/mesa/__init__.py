"""Pillars as a Mesa model: ``PillarsModel``, its ``Gamer`` agents, and ``batch`` for many games.

``python -m quadrille.interop.mesa`` shows it in a browser. Mesa is imported when one of the names
is first used, so that the program can say in one line what is missing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from quadrille.interop.mesa.needed import missing

if TYPE_CHECKING:
    from quadrille.interop.mesa.batches import batch
    from quadrille.interop.mesa.gamer import Gamer
    from quadrille.interop.mesa.messages import Message
    from quadrille.interop.mesa.model import PillarsModel

__all__ = ["Gamer", "Message", "PillarsModel", "batch"]

_HOMES = {"Gamer": "gamer", "Message": "messages", "PillarsModel": "model", "batch": "batches"}

if not TYPE_CHECKING:  # or every name would seem to exist

    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        try:
            import mesa.discrete_space  # noqa: F401
        except ImportError as error:
            raise missing(error) from None
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
