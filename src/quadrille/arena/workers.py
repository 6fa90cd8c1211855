"""Games in processes of their own (``worker.py``), with a pipe to each.

They are started as programs rather than by multiprocessing, so that a caller's script needs no
``if __name__ == "__main__"`` and is not run again in every worker.
"""

import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing.connection import Pipe, wait
from typing import Any

from quadrille.arena.job import Job
from quadrille.arena.played import Finished
from quadrille.arena.schedule import Pairing
from quadrille.core.agent import AgentFailed

TRIES = 3
"""How often a game is begun whose worker is lost."""
PROGRAM = "import sys; sys.path[:] = {path!r}; from quadrille.arena.{name} import main; main({fd})"


class WorkerFailed(RuntimeError):
    """A game in the middle of which workers ended again and again, or that has an error itself."""


class WorkerLost(RuntimeError):
    """A worker process that ended in the middle of a game."""


class _Worker:
    """One process and the game it plays now."""

    def __init__(self, job: Job) -> None:
        self.pairing: Pairing | None = None
        self.pipe, self.process = start_process("worker")
        self._send(job)

    def begin(self, pairing: Pairing) -> None:
        """Start a game."""
        self.pairing = pairing
        self._send(pairing)

    def answer(self) -> Finished:
        """What came of the game; or what went wrong, raised."""
        assert self.pairing is not None
        try:
            found = self.pipe.recv()
        except (EOFError, OSError):
            number = self.pairing.index + 1
            how = how_it_ended(self.process)
            raise WorkerLost(f"the process that played game {number} {how}") from None
        return came_of(self.pairing.index, found)

    def end(self) -> None:
        """Let the process go at once, with whatever it has started."""
        self.pipe.close()
        end_process(self.process)

    def _send(self, message: Any) -> None:
        with suppress(OSError):  # one that has gone is noticed when its answer is awaited
            self.pipe.send(message)


def play_in_processes(job: Job, pairings: Iterator[Pairing], count: int) -> Iterator[Finished]:
    """Play the games in so many processes; each is yielded when it has ended.

    The game of a process that is lost is played again by a new one. The first error of a worker is
    raised. No process outlives the iterator.
    """
    workers: dict[Any, _Worker] = {}
    losses: Counter[int] = Counter()

    def begin(pairing: Pairing) -> None:
        worker = _Worker(job)
        workers[worker.pipe] = worker
        worker.begin(pairing)

    try:
        for _, pairing in zip(range(count), pairings, strict=False):
            begin(pairing)
        while workers:
            for pipe in wait(list(workers)):
                worker = workers[pipe]
                assert worker.pairing is not None
                try:
                    finished = worker.answer()
                except WorkerLost as error:
                    workers.pop(pipe).end()
                    losses[worker.pairing.index] += 1
                    if losses[worker.pairing.index] == TRIES:
                        raise WorkerFailed(f"{error}, {TRIES} times") from None
                    begin(worker.pairing)
                    continue
                following = next(pairings, None)
                if following is None:
                    workers.pop(pipe).end()
                else:
                    worker.begin(following)
                yield finished
    finally:
        for worker in workers.values():
            worker.end()


# --- also for games elsewhere --------------------------------------------------------------


def start_process(name: str, **settings: Any) -> tuple[Any, "subprocess.Popen[bytes]"]:
    """Run ``main`` of a module of this folder in a process; the pipe to it, and the process."""
    ours, theirs = Pipe()
    program = PROGRAM.format(path=sys.path, name=name, fd=theirs.fileno())
    with theirs:
        # A session of its own: Ctrl-C in the terminal reaches only whoever started it.
        process = subprocess.Popen(
            [sys.executable, "-P", "-c", program],
            stdin=subprocess.DEVNULL,
            pass_fds=[theirs.fileno()],
            start_new_session=True,
            **settings,
        )
    return ours, process


def end_process(process: "subprocess.Popen[bytes]") -> None:
    """End a process at once, with whatever it has started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def how_it_ended(process: "subprocess.Popen[bytes]") -> str:
    """How a process ended, in words."""
    code = process.wait()
    how = f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
    return f"ended with {how}"


def came_of(index: int, found: Any) -> Finished:
    """The game that a worker answered with; or what went wrong, raised."""
    if isinstance(found, RuntimeError) and not isinstance(found, AgentFailed):
        raise WorkerFailed(f"game {index + 1} failed: {found}")
    if isinstance(found, Exception):
        raise found
    assert isinstance(found, Finished)
    return found
