"""The store of a server, reached from the event loop: all its calls run in one thread."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from quadrille.arena.store import Store

STORE_TROUBLE = "the store cannot be used right now; try again in a moment"
"""For people; the log says why, with names of files."""

Found = TypeVar("Found")


class StoreThread:
    """An open store and its thread."""

    def __init__(self, where: str | None, *, reserve: bool = False) -> None:
        """With ``reserve``, the games of the page are for this one only; BadStore if they are not
        free."""
        self._thread = ThreadPoolExecutor(1, "store")
        self._store = self._thread.submit(Store.open, where).result()
        self.place = self._store.place
        try:
            if reserve:
                self._thread.submit(self._store.reserve_rooms).result()
        except BaseException:
            self.close()
            raise

    async def run(self, work: Callable[[Store], Found]) -> Found:
        """What a function of the store returns; it is finished even if the caller is cancelled."""
        loop = asyncio.get_running_loop()
        return await asyncio.shield(loop.run_in_executor(self._thread, work, self._store))

    def close(self) -> None:
        """Finish what was begun, then close the store."""
        self._thread.submit(self._store.close)
        self._thread.shutdown()
