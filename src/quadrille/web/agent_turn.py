"""The turn of an agent in a game on the page: it waits for a thread, thinks, and answers."""

import asyncio
import time
from collections.abc import Callable
from threading import Event

from quadrille.arena.play.driver import Ask
from quadrille.arena.play.table import Table
from quadrille.core.agents.agent import AgentFailed, Limits
from quadrille.core.agents.decision import Decision
from quadrille.web.progress import Progress
from quadrille.web.search_pool import SearchPool
from quadrille.web.timer import TurnTimer

MAX_SECONDS = 60.0
"""After this many seconds an agent is told to move."""

Answer = Decision | AgentFailed


class AgentTurn:
    """Asks the agents of one game, one turn at a time."""

    def __init__(
        self,
        table: Table,
        timer: TurnTimer,
        progress: Progress,
        pool: SearchPool,
        start_timer: Callable[[int], None],
    ) -> None:
        self._table = table
        self._timer = timer
        self._progress = progress
        self._pool = pool
        self._start_timer = start_timer
        self._stop: Event | None = None  # set to make the thinking agent answer
        self.is_queued = False
        """Whether an agent is waiting for a thread."""

    def answer_now(self) -> None:
        """Make the agent that is thinking, if any, answer now."""
        if self._stop is not None:
            self._stop.set()

    async def ask(self, need: Ask, at_least: float) -> tuple[Answer, float]:
        """The answer of an agent, and how many seconds it was thinking.

        The answer is held back until ``at_least`` this many seconds have passed, so that people can
        follow the game, unless it is wanted now.
        """
        mover, stop = need.player, Event()
        limits = Limits(
            need.limits.seconds, stop, self._progress.hear(mover, stop), need.limits.moves
        )
        self._stop, self.is_queued = stop, True
        alarm = asyncio.get_running_loop().call_later(MAX_SECONDS, stop.set)
        begin = time.monotonic()

        def began() -> None:
            self.is_queued = False
            self._start_timer(mover)
            self._progress.began(mover)

        try:
            self._progress.waiting(mover)
            decision = await self._pool.run(lambda: self._table.ask(limits), began)
            seconds = self._timer.elapsed(mover)
            self._timer.stop()
            await _sleep_until(begin + at_least, stop)
            return decision, seconds
        except AgentFailed as error:
            return error, self._timer.elapsed(mover)
        finally:
            alarm.cancel()
            self._timer.stop()
            self._stop, self.is_queued = None, False
            self._progress.ended(mover)

    def report(self, answer: Answer, seconds: float) -> None:
        """Play what an agent answered; what is not a legal move is a failure."""
        turns = len(self._table.turns)
        if isinstance(answer, Decision):
            try:
                self._table.answered(answer, seconds)
                return
            except AgentFailed as error:
                if len(self._table.turns) > turns:  # it was played, but another agent failed on it
                    raise
                answer = error
        self._table.failed(answer.reason, seconds)


async def _sleep_until(end: float, stop: Event) -> None:
    while (rest := end - time.monotonic()) > 0 and not stop.is_set():
        await asyncio.sleep(min(rest, 0.05))
