"""Games, or other tasks, in processes of their own (``worker.py``), with a pipe to each.

They are started as programs rather than by multiprocessing, so that a caller's script needs no
``if __name__ == "__main__"`` and is not run again in every worker.
"""

import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from multiprocessing.connection import Pipe, wait
from typing import Any, Protocol

from quadrille.core.agents.agent import AgentFailed

MAX_TRIES = 3
"""How often a task is started before its worker was lost too often."""
PROGRAM = "import sys; sys.path[:] = {path!r}; from quadrille.arena.{name} import main; main({fd})"


class WorkerFailed(RuntimeError):
    """A task that ended its worker several times, or raised an error that is not an agent's."""


class WorkerLost(RuntimeError):
    """A worker process that ended in the middle of a task."""


class Task(Protocol):
    """A part of a job, such as one game; it can be sent to another process."""

    @property
    def index(self) -> int:
        """No other task of the job has it."""

    @property
    def label(self) -> str:
        """What messages call it."""


class WorkerJob(Protocol):
    """What workers do; it can be sent to another process."""

    @property
    def classes(self) -> tuple[type, ...]:
        """The classes that workers must be able to import."""

    def play(self, task: Any) -> Any:
        """Do one of its tasks."""


class _Worker:
    """One process and the task it has now."""

    def __init__(self, job: WorkerJob) -> None:
        self.task: Task | None = None
        self.pipe, self.process = start_process("worker")
        self._send(job)

    def begin(self, task: Task) -> None:
        """Start a task."""
        self.task = task
        self._send(task)

    def answer(self) -> Any:
        """What came of the task; what went wrong is raised."""
        assert self.task is not None
        try:
            found = self.pipe.recv()
        except (EOFError, OSError):
            how = how_it_ended(self.process)
            raise WorkerLost(f"the process that played {self.task.label} {how}") from None
        found = result_of(self.task.label, found)
        self.task = None
        return found

    def end(self) -> None:
        """End the process at once, with whatever it has started."""
        self.pipe.close()
        end_process(self.process)

    def _send(self, message: Any) -> None:
        with suppress(OSError):  # a process that has ended is noticed when we wait for its answer
            self.pipe.send(message)


class WorkerPool:
    """Processes that do the tasks of a job; none outlives ``close()``."""

    def __init__(self, job: WorkerJob, count: int) -> None:
        _check_importable(job)
        self._job = job
        self._count = count
        self._idle: list[_Worker] = []

    def play(self, tasks: Iterable[Task]) -> Iterator[Any]:
        """Do tasks and yield what comes of each, in the order in which they end.

        The task of a process that is lost is given to a new one. The first error of a worker is
        raised. Nobody goes on working after the iterator.
        """
        waiting = iter(tasks)
        busy: dict[Any, _Worker] = {}
        losses: Counter[int] = Counter()

        def begin(task: Task) -> None:
            worker = self._idle.pop() if self._idle else _Worker(self._job)
            busy[worker.pipe] = worker
            worker.begin(task)

        try:
            for _, task in zip(range(self._count), waiting, strict=False):
                begin(task)
            while busy:
                for pipe in wait(list(busy)):
                    worker = busy[pipe]
                    assert worker.task is not None
                    try:
                        found = worker.answer()
                    except WorkerLost as error:
                        busy.pop(pipe).end()
                        losses[worker.task.index] += 1
                        if losses[worker.task.index] == MAX_TRIES:
                            raise WorkerFailed(f"{error}, {MAX_TRIES} times") from None
                        begin(worker.task)
                        continue
                    self._idle.append(busy.pop(pipe))
                    if (following := next(waiting, None)) is not None:
                        begin(following)
                    yield found
        finally:
            for worker in busy.values():
                worker.end()

    def close(self) -> None:
        """End all processes."""
        while self._idle:
            self._idle.pop().end()


def _check_importable(job: WorkerJob) -> None:
    """Refuse classes that only the calling process knows."""
    for kind in job.classes:
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


def result_of(label: str, found: Any) -> Any:
    """What a worker sent for a task; what went wrong is raised."""
    if isinstance(found, RuntimeError) and not isinstance(found, AgentFailed):
        raise WorkerFailed(f"{label} failed: {found}")
    if isinstance(found, Exception):
        raise found
    return found
