"""Ends a call into an agent that does not return in time.

A timer of the system interrupts the main thread, where Python then raises an exception within the
agent's code: in a loop, in ``time.sleep``, in a native search. No ``except Exception`` catches it.
What it cannot end is native code that never looks for signals, and a loop that catches every
exception; a program (``program:COMMAND``) is ended whatever it does. Calls are not watched in other
threads, nor while a timer of somebody else is due earlier.
"""

import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from types import FrameType
from typing import Any, TypeVar

from quadrille.arena.play.clock import GRACE
from quadrille.core._core import Rng
from quadrille.core.agents.agent import Agent, Limits, Session
from quadrille.core.game import Game
from quadrille.core.records.record import Result
from quadrille.core.state import State

SLACK = 0.25
"""Seconds by which a clock must be overstepped before a call is ended: an agent that is merely late
still answers, and the record says how late."""
MAX_SECONDS_BETWEEN_TURNS = 10.0
"""For an agent to start, to hear of a move, and to end."""
RETRY = 0.05
"""Seconds until the next try, where the exception was caught or could not be raised."""

Found = TypeVar("Found")


class CallTimeout(Exception):
    """A call that was ended because it did not return in time."""

    def __init__(self, reason: str, *, by_clock: bool = False) -> None:
        super().__init__(reason)
        self.by_clock = by_clock
        """Whether it was a choice, and the player's clock has run out."""


class _Interrupt(BaseException):
    """Raised within the call; not an Exception, since agents catch those."""


@dataclass(frozen=True)
class WatchedAgent(Agent):
    """An agent whose calls are ended by CallTimeout: choices by the clock, others after a while."""

    agent: Agent

    def open(self, game: Game, seat: int, rng: Rng) -> Session:
        """A session that is watched."""
        return _WatchedSession(_between_turns("open", self.agent.open, game, seat, rng))


class _WatchedSession(Session):
    """Passes every call on."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def choose(self, view: State, limits: Limits) -> Any:
        seconds = limits.seconds
        if seconds is None:
            return self._session.choose(view, limits)
        timeout = CallTimeout(f"no answer within {seconds:g} s", by_clock=True)
        choose = partial(self._session.choose, view, limits)
        return call_within(seconds + GRACE + SLACK, choose, timeout)

    def started(self, view: State) -> None:
        _between_turns("started", self._session.started, view)

    def moved(self, player: int, move: Any) -> None:
        _between_turns("moved", self._session.moved, player, move)

    def heard(self, player: int, text: str) -> None:
        _between_turns("heard", self._session.heard, player, text)

    def ended(self, result: Result) -> None:
        _between_turns("ended", self._session.ended, result)

    def close(self) -> None:
        _between_turns("close", self._session.close)

    def memory(self) -> int | None:
        return self._session.memory()


def _between_turns(name: str, call: Callable[..., Found], *arguments: Any) -> Found:
    seconds = MAX_SECONDS_BETWEEN_TURNS
    timeout = CallTimeout(f"{name}() did not return within {seconds:g} s")
    return call_within(seconds, partial(call, *arguments), timeout)


def call_within(seconds: float, call: Callable[[], Found], timeout: CallTimeout) -> Found:
    """What a call returns; ``timeout`` is raised if it takes longer than ``seconds``."""
    return _Watch(seconds).run(call, timeout) if _can_watch() else call()


def _can_watch() -> bool:
    if not hasattr(signal, "setitimer"):  # not on every system
        return False
    in_main = threading.current_thread() is threading.main_thread()
    return in_main and signal.getsignal(signal.SIGALRM) is not None  # which native code has set


class _Watch:
    """The timer of one call, and the timer that it takes the place of."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._is_due = False  # whether the call may be interrupted
        self._start = time.monotonic()
        self._before: tuple[float, float] = (0.0, 0.0)  # another timer: seconds left, interval

    def run(self, call: Callable[[], Found], timeout: CallTimeout) -> Found:
        """Call, with the timer set."""
        self._before = signal.getitimer(signal.ITIMER_REAL)
        if 0 < self._before[0] <= self._seconds:
            return call()
        handler = signal.signal(signal.SIGALRM, self._interrupt)
        try:
            try:
                self._is_due = True
                signal.setitimer(signal.ITIMER_REAL, max(self._seconds, 1e-6))
                return call()
            finally:
                self._is_due = False
        except _Interrupt:
            self._is_due = False
            raise timeout from None
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, handler)
            self._restore()

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        if not self._is_due:
            return
        signal.setitimer(signal.ITIMER_REAL, RETRY)
        if not _loads_native_module(frame):
            raise _Interrupt

    def _restore(self) -> None:
        """Let the timer that was there before go on."""
        left, interval = self._before
        if left:
            left = max(left - (time.monotonic() - self._start), 1e-6)
            signal.setitimer(signal.ITIMER_REAL, left, interval)


def _loads_native_module(frame: FrameType | None) -> bool:
    """Whether a native module is being set up, where an exception would abort the process."""
    while frame is not None:
        if frame.f_code.co_qualname.startswith("ExtensionFileLoader."):
            return True
        frame = frame.f_back
    return False
