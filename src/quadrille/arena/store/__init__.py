"""Where series and their games are kept."""

from quadrille.arena.store.counts import AgentUsage, FailureCount, Opening, SideResult, StoredResult
from quadrille.arena.store.errors import BadStore
from quadrille.arena.store.rooms import StoredRoom
from quadrille.arena.store.rows import GameResult, GameRow, SeriesRow
from quadrille.arena.store.store import Store

__all__ = [
    "AgentUsage",
    "BadStore",
    "FailureCount",
    "GameResult",
    "GameRow",
    "Opening",
    "SeriesRow",
    "SideResult",
    "Store",
    "StoredResult",
    "StoredRoom",
]
