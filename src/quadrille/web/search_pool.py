"""Searches in threads, a limited number at once: the moves of games first, then everything else."""

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Found = TypeVar("Found")
GiveWay = Callable[[], None]
"""Asks work to end soon, because a game needs its thread."""


class SearchPool:
    """Runs slow work in threads. A move of a game waits for other moves only."""

    def __init__(self, most: int) -> None:
        self._free = most
        self._pool = ThreadPoolExecutor(most, "thinker")
        self._moves: deque[asyncio.Future[None]] = deque()  # each waits for its turn
        self._others: deque[asyncio.Future[None]] = deque()
        self._yielding: dict[object, GiveWay] = {}  # running work that was not yet asked to end
        self._leaving: set[object] = set()  # running work that was asked to end
        self.thinking = 0
        """How many searches are running."""

    @property
    def waiting(self) -> int:
        """How many searches are waiting for a thread."""
        return sum(not each.done() for each in (*self._moves, *self._others))

    async def run(
        self,
        work: Callable[[], Found],
        began: Callable[[], None] | None = None,
        *,
        is_move: bool = True,
        give_way: GiveWay | None = None,
    ) -> Found:
        """What the work returns; ``began`` is called when its turn has come.

        Work that is no move of a game waits for all that are; ``give_way`` is called if such a move
        waits for its thread. If the caller is cancelled, the thread is not waited for: tell the
        work to stop.
        """
        await self._acquire(self._moves if is_move else self._others)
        self.thinking += 1
        number = object()
        try:
            future = asyncio.get_running_loop().run_in_executor(self._pool, work)
        except BaseException:
            self._done(number)
            raise
        if give_way is not None:
            self._yielding[number] = give_way
        future.add_done_callback(lambda _: self._done(number))
        if began is not None:
            began()
        return await asyncio.shield(future)

    def close(self) -> None:
        """Start nothing new; running work is not waited for."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _acquire(self, queue: "deque[asyncio.Future[None]]") -> None:
        if self._free > 0:
            self._free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        queue.append(turn)
        self._ask_to_give_way()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # its turn came at the same moment
                self._release()
            else:
                queue.remove(turn)
            raise

    def _ask_to_give_way(self) -> None:
        """Free a thread for every move that waits, as far as there is work that can end."""
        while self._yielding and len(self._leaving) < len(self._moves):
            number, give_way = self._yielding.popitem()  # the latest has the least to lose
            self._leaving.add(number)
            give_way()

    def _done(self, number: object) -> None:
        self.thinking -= 1
        self._yielding.pop(number, None)
        self._leaving.discard(number)
        self._release()

    def _release(self) -> None:
        """Pass a free thread on."""
        for queue in (self._moves, self._others):
            while queue:
                turn = queue.popleft()
                if not turn.done():
                    turn.set_result(None)
                    return
        self._free += 1
