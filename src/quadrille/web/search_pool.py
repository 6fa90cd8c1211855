"""Searches in threads, a limited number at once; the others wait in order."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Found = TypeVar("Found")


class SearchPool:
    """Runs slow work in threads, first come first served."""

    def __init__(self, most: int) -> None:
        self._free = asyncio.Semaphore(most)  # which serves in the order of asking
        self._pool = ThreadPoolExecutor(most, "thinker")
        self.thinking = 0
        """How many searches are running."""
        self.waiting = 0
        """How many are waiting for a thread."""

    async def run(
        self, work: Callable[[], Found], began: Callable[[], None] | None = None
    ) -> Found:
        """What the work returns; ``began`` is called when its turn has come.

        If the caller is cancelled, the thread is not waited for: tell the work to stop.
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
        """Start nothing new; running work is not waited for."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _done(self) -> None:
        self.thinking -= 1
        self._free.release()
