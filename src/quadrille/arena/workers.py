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
from quadrille.arena.plan import Pairing
from quadrille.arena.played import FinishedGame
from quadrille.core.agents.agent import AgentFailed

MAX_TRIES = 3
"""How often a game is started again after its worker was lost."""
PROGRAM = "import sys; sys.path[:] = {path!r}; from quadrille.arena.{name} import main; main({fd})"


class WorkerFailed(RuntimeError):
    """A game that ended its worker several times, or raised an error that is not an agent's."""


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

    def answer(self) -> FinishedGame:
        """The finished game; what went wrong is raised."""
        assert self.pairing is not None
        try:
            found = self.pipe.recv()
        except (EOFError, OSError):
            number = self.pairing.index + 1
            how = how_it_ended(self.process)
            raise WorkerLost(f"the process that played game {number} {how}") from None
        return result_of(self.pairing.index, found)

    def end(self) -> None:
        """End the process at once, with whatever it has started."""
        self.pipe.close()
        end_process(self.process)

    def _send(self, message: Any) -> None:
        with suppress(OSError):  # a process that has ended is noticed when we wait for its answer
            self.pipe.send(message)


def play_in_processes(job: Job, pairings: Iterator[Pairing], count: int) -> Iterator[FinishedGame]:
    """Play the games in ``count`` processes; each is yielded when it has ended.

    The game of a process that is lost is played again by a new one. The first error of a worker is
    raised. No process outlives the iterator.
    """
    _check_importable(job)
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
                    if losses[worker.pairing.index] == MAX_TRIES:
                        raise WorkerFailed(f"{error}, {MAX_TRIES} times") from None
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


def _check_importable(job: Job) -> None:
    """Refuse classes that only the calling process knows."""
    for kind in (job.game.state_type, *map(type, job.agents)):
        if kind.__module__ == "__main__":
            raise ValueError(
                f"class {kind.__qualname__} is defined in a notebook or in the script that runs, "
                f"where workers do not find it: move it to a file and import it from there, or "
                f"play with workers=1"
            )


# --- shared with on_ray.py -----------------------------------------------------------------


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


def result_of(index: int, found: Any) -> FinishedGame:
    """The game that a worker sent; what went wrong is raised."""
    if isinstance(found, RuntimeError) and not isinstance(found, AgentFailed):
        raise WorkerFailed(f"game {index + 1} failed: {found}")
    if isinstance(found, Exception):
        raise found
    assert isinstance(found, FinishedGame)
    return found
