"""Where series and their games are kept."""

from quadrille.arena.store.counts import AgentUsage, FailureCount, Opening, SideResult, StoredResult
from quadrille.arena.store.errors import BadStore
from quadrille.arena.store.rooms import KeptRoom
from quadrille.arena.store.rows import GameRow, Kept, SeriesRow
from quadrille.arena.store.store import Store

__all__ = [
    "AgentUsage",
    "BadStore",
    "FailureCount",
    "GameRow",
    "Kept",
    "KeptRoom",
    "Opening",
    "SeriesRow",
    "SideResult",
    "Store",
    "StoredResult",
]
