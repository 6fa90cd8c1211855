"""What a server has: its games, its store, its threads."""

import asyncio
from collections import deque
from contextlib import suppress
from typing import Any

from quadrille.arena.store import BadStore
from quadrille.core.errors import BadSpec
from quadrille.core.game import Game
from quadrille.core.game import game as find_game
from quadrille.core.records.record import Record
from quadrille.web.catalogue import Catalogue
from quadrille.web.room import Room
from quadrille.web.rooms import Rooms
from quadrille.web.search_pool import SearchPool
from quadrille.web.settings import Settings
from quadrille.web.store_thread import StoreThread

LATEST = 10_000
"""Moves whose times are remembered."""
PATIENCE = 1.5
"""Seconds that games get to stop thinking when the server ends."""


class NotFound(ValueError):
    """A game that does not exist."""


class MoveTimes:
    """How long the latest moves of people took here, from their message to the answer."""

    def __init__(self) -> None:
        self._latest: deque[float] = deque(maxlen=LATEST)
        self.count = 0

    def add(self, seconds: float) -> None:
        """Add the time of a move."""
        self.count += 1
        self._latest.append(seconds)

    def to_dict(self) -> dict[str, Any]:
        """In milliseconds; ``slow`` is the 99th percentile."""
        ordered = sorted(self._latest) or [0.0]
        part = {"usual": 0.5, "slow": 0.99, "slowest": 1.0}
        last = len(ordered) - 1
        found = {name: round(1000 * ordered[int(at * last)], 2) for name, at in part.items()}
        return {"count": self.count, **found}


class Server:
    """Everything behind the page. Made before the event loop runs, started and ended in it."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.catalogue = Catalogue(settings)
        self.store = StoreThread(settings.store, reserve=True)
        """For the games of the page."""
        self.reader = StoreThread(settings.store)
        """For what takes longer: standings and lists."""
        self.pool = SearchPool(settings.searches)
        self.times = MoveTimes()
        self.rooms = Rooms(settings, self.catalogue, self.store, self.pool, self.times.add)
        self._sweeping: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start the background tasks."""
        self._sweeping = asyncio.create_task(self.rooms.sweep())

    async def close(self) -> None:
        """Stop thinking; every game is in the store already."""
        if self._sweeping is not None:
            self._sweeping.cancel()
        with suppress(TimeoutError):
            await asyncio.wait_for(self.rooms.close(), PATIENCE)
        self.pool.close()
        self.store.close()
        self.reader.close()

    def game_of(self, record: Record) -> Game:
        """The game of a record, if this server has it; BadSpec if not."""
        for game in self.catalogue.games.values():
            if record.game in (game.name, game.spec):
                return game.with_options(record.options)
        if ":" in record.game:
            raise BadSpec(f"this server does not have the game {record.game!r:.80}")
        return find_game(record.game, **record.options)

    async def stored(self, number: int) -> Record:
        """The record of a stored game; NotFound if there is none."""
        try:
            return await self.reader.run(lambda store: store.record(number))
        except BadStore:
            raise NotFound(f"there is no stored game {number}") from None

    async def rematch(self, room: Room) -> Room:
        """Start a rematch with seats rotated, and send every viewer there; keys stay valid."""
        if room.following is None:  # two may ask at once
            room.following = asyncio.create_task(self.rooms.rematch(room))
        again = await asyncio.shield(room.following)
        room.tell({"type": "moved-to", "room": again.id})
        return again
