"""Agents that think in threads, so many at once; the others wait in their order."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Found = TypeVar("Found")


class SearchPool:
    """A queue for whatever takes long."""

    def __init__(self, most: int) -> None:
        self._free = asyncio.Semaphore(most)  # which serves in the order of asking
        self._pool = ThreadPoolExecutor(most, "thinker")
        self.thinking = 0
        """How many think now."""
        self.waiting = 0
        """How many wait for a thread."""

    async def run(
        self, work: Callable[[], Found], began: Callable[[], None] | None = None
    ) -> Found:
        """What the work returns; ``began`` is called when its turn has come.

        Who is cancelled while thinking does not wait for the thread, which should be told to stop.
        """
        self.waiting += 1
        try:
            await self._free.acquire()
        finally:
            self.waiting -= 1
        self.thinking += 1
        try:
            future = asyncio.get_running_loop().run_in_executor(self._pool, work)
        except BaseException:
            self._done()
            raise
        future.add_done_callback(lambda _: self._done())
        if began is not None:
            began()
        return await asyncio.shield(future)

    def close(self) -> None:
        """Begin nothing new; whoever thinks is not waited for."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _done(self) -> None:
        self.thinking -= 1
        self._free.release()
