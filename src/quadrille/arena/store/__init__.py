"""Where series and their games are kept."""

from quadrille.arena.store.counts import AgentUse, Fault, Opening, Result, SideResult
from quadrille.arena.store.errors import BadStore
from quadrille.arena.store.rooms import KeptRoom
from quadrille.arena.store.rows import GameRow, Kept, Series
from quadrille.arena.store.store import Store

__all__ = [
    "AgentUse",
    "BadStore",
    "Fault",
    "GameRow",
    "Kept",
    "KeptRoom",
    "Opening",
    "Result",
    "Series",
    "SideResult",
    "Store",
]
