"""Progress of long work, and Ctrl-C that keeps the answer so far.

Progress goes to standard error, and only if that is a terminal.
"""

import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from quadrille import Decision
from quadrille.cli.common import note

PATIENCE = 1.0
"""Seconds before anything is shown."""
PACE = 0.12
"""Seconds between two pictures of the spinner."""
GRACE = 1.0
"""Seconds that an agent has to answer after Ctrl-C."""
SPINNER = "|/-\\"


class Live:
    """A status line on the terminal, updated while something runs.

    ``text`` gives the line, from a thread of its own; it is asked after a second, not before.
    """

    def __init__(self, text: Callable[[], str]) -> None:
        self._text = text
        self._done = threading.Event()
        self._thread: threading.Thread | None = None
        self._start = time.monotonic()

    def elapsed(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self._start

    def __enter__(self) -> "Live":
        self._start = time.monotonic()
        if sys.stderr.isatty():
            self._thread = threading.Thread(target=self._run, daemon=True)
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        if self._done.wait(PATIENCE):
            return
        with suppress(OSError, ValueError):  # the terminal may go away at any time
            turn = 0
            while not self._done.wait(PACE):
                width = shutil.get_terminal_size().columns - 1
                line = f"{SPINNER[turn % len(SPINNER)]} {self._text()}"[:width]
                sys.stderr.write(f"\r\x1b[2K{line}")
                sys.stderr.flush()
                turn += 1
            sys.stderr.write("\r\x1b[2K")
            sys.stderr.flush()


class LatestDecision:
    """Keeps the latest decision that a search reports."""

    def __init__(self) -> None:
        self.decision: Decision | None = None

    def __call__(self, decision: Decision) -> None:
        """What the decision would be now."""
        self.decision = decision


class Interrupt:
    """Whether Ctrl-C was pressed within ``gentle_interrupt``."""

    def __init__(self, stop: threading.Event) -> None:
        self.stop = stop
        self.asked = False
        """Whether somebody pressed it."""


@contextmanager
def gentle_interrupt(stop: threading.Event) -> Iterator[Interrupt]:
    """Let the first Ctrl-C set ``stop``, so that a search gives its answer so far.

    The second one, or no answer within a second, is a KeyboardInterrupt as usual.
    """
    found = Interrupt(stop)
    if threading.current_thread() is not threading.main_thread():
        yield found
        return

    def ask(number: int, frame: FrameType | None) -> None:
        if found.asked:
            raise KeyboardInterrupt
        found.asked = True
        stop.set()
        signal.setitimer(signal.ITIMER_REAL, GRACE)

    before = [(number, signal.signal(number, ask)) for number in (signal.SIGINT, signal.SIGALRM)]
    try:
        yield found
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        for number, handler in before:
            signal.signal(number, handler)


class ProgressBar:
    """A progress bar for work that knows how much of it is done: call it with that and the nodes.

    Without a terminal it is a line a minute, for the log of a long run.
    """

    def __init__(self, title: str) -> None:
        self._title = title
        self._noted = time.monotonic()
        screen = Console(stderr=True, highlight=False, markup=False)
        self._bar = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=None),
            TaskProgressColumn(),
            TextColumn("{task.fields[nodes]} nodes,"),
            TimeRemainingColumn(),
            TextColumn("left"),
            console=screen,
            transient=True,
            expand=True,
            disable=not screen.is_terminal,
        )
        self._task = self._bar.add_task(title, total=1.0, nodes="0")

    def __call__(self, done: float, nodes: int) -> None:
        """Show that a share of the work, from 0 to 1, is done after so many nodes."""
        self._bar.update(self._task, completed=done, nodes=f"{nodes:,}")
        if self._bar.disable and time.monotonic() - self._noted >= 60:
            self._noted = time.monotonic()
            note(f"{self._title}: {done:.1%}, {nodes:,} nodes")

    def __enter__(self) -> "ProgressBar":
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()
