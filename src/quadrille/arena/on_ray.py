"""Games on Ray (https://www.ray.io): on a cluster, or on a local Ray that is started for them.

Ray runs in a process of its own, with a pipe to it, because it writes to standard output, takes
signal handlers and environment for itself, and ends its process when the cluster is lost.

The games are tasks rather than calls of actors: Ray itself places them, also on nodes that join
later, and an error of one names its game. Every task brings the order (the job with all it needs),
and a worker process keeps the job of the last order, so that agents are built once in each. Ray
repeats nothing; a game that is lost with its worker or its node is begun again from here.
"""

import importlib.util
import logging
import os
import pickle
import platform
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from itertools import chain, islice
from multiprocessing.connection import Connection
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any
from urllib.parse import urlsplit

from quadrille.arena.worker import answer, plain
from quadrille.arena.workers import (
    MAX_TRIES,
    Task,
    WorkerFailed,
    WorkerJob,
    end_process,
    how_it_ended,
    result_of,
    start_process,
)
from quadrille.core.install import install_hint
from quadrille.core.load import use_remote_files, users_files
from quadrille.core.version import VERSION

INSTALL = install_hint("cluster")
TOKEN = "if it has a token, RAY_AUTH_MODE=token and RAY_AUTH_TOKEN are needed here too"
GAMES_PER_CPU = 2
"""In flight: one is played, one waits on the node."""
POLL_SECONDS = 0.1
"""Seconds between two looks for new games and for the end."""
CPU_COUNT_SECONDS = 1.0
"""Seconds between two counts of the CPUs."""
CONNECT_SECONDS = 5.0
"""Seconds for the first answer of a cluster."""
DISCONNECT_SECONDS = 15.0
"""Seconds to disconnect from Ray."""
OBJECT_STORE_BYTES = 100 * 2**20
"""Shared memory of a local Ray; games are small."""


class RayPool:
    """A Ray cluster that does the tasks of a job, on all its CPUs: that of the address, or that of
    RAY_ADDRESS; without both, a local Ray with so many CPUs, which is ended with the pool."""

    def __init__(self, job: WorkerJob, address: str | None = None, cpus: int = 1) -> None:
        self._job, self._address, self._cpus = job, address, cpus
        self._link: _RayProcess | None = None  # from the first task on
        self._room = 0

    def play(self, tasks: Iterable[Task]) -> Iterator[Any]:
        """Do tasks, as ``WorkerPool.play`` does: those of a lost worker or node are done again."""
        waiting = iter(tasks)
        if (first := next(waiting, None)) is None:
            return
        waiting = chain([first], waiting)
        if self._link is None:
            self._link = _RayProcess(find_cluster(self._address), self._cpus, self._job)
        link, playing = self._link, dict[int, str]()

        def begin() -> None:
            for task in islice(waiting, max(0, self._room - len(playing))):
                link.send(task)
                playing[task.index] = task.label

        try:
            begin()
            while playing or not self._room:
                message = link.receive()
                if isinstance(message, int):
                    self._room = message
                    begin()
                else:
                    index, found = message
                    found = result_of(playing.pop(index), pickle.loads(found))
                    begin()
                    yield found
        finally:
            if playing:  # what they answer would be taken for answers to others
                self.close()

    def close(self) -> None:
        """Cancel what is being done and disconnect, or end the local Ray."""
        if self._link is not None:
            self._link.end()
            self._link, self._room = None, 0


def find_cluster(address: str | None) -> str | None:
    """The address of the cluster to join, None to start a local Ray.

    ValueError if Ray is not installed or the text is no address, ConnectionError if it
    does not answer.
    """
    if importlib.util.find_spec("ray") is None:
        raise ValueError(f"Ray is not installed here: {INSTALL}")
    place = address or os.environ.get("RAY_ADDRESS") or "local"
    if place in ("local", "auto"):
        return None if place == "local" else place
    expected = f"expected ray://HOST:PORT or, as RAY_ADDRESS, HOST:PORT or auto, got {place!r}"
    try:
        parts = urlsplit(place if "://" in place else f"//{place}")
        host, port = parts.hostname, parts.port
    except ValueError:
        raise ValueError(expected) from None
    if parts.scheme not in ("", "ray") or not host or not port:
        raise ValueError(expected)
    try:
        socket.create_connection((host, port), timeout=CONNECT_SECONDS).close()
    except OSError as error:
        reason = error.strerror or error
        raise ConnectionError(f"cannot join the Ray cluster at {place}: {reason}") from None
    return place


class _RayProcess:
    """The process that is connected to Ray, as its parent sees it."""

    def __init__(self, place: str | None, cpus: int, job: WorkerJob) -> None:
        # What a node unpickles first contains nothing of ours, so that it can say what it lacks.
        order = pickle.dumps((VERSION, users_files(), pickle.dumps(job)))
        self._folder = _short_folder()
        self._log = Path(self._folder, "log")
        self._joined = False
        with self._log.open("wb") as log:
            self._pipe, self._process = start_process(
                "on_ray", env=_environment(place), stdout=subprocess.DEVNULL, stderr=log
            )
        self.send((order, place, cpus, self._folder))

    def send(self, message: Any) -> None:
        """Send a message to the process."""
        with suppress(OSError):  # a process that has ended is noticed by receive()
            self._pipe.send(message)

    def receive(self) -> Any:
        """How many games may be in flight; or the number of a game and the game itself."""
        try:
            found = self._pipe.recv()
        except (EOFError, OSError):
            how = how_it_ended(self._process)
            words = self._log.read_text(errors="replace").strip().rpartition("\n")[2]
            raise WorkerFailed(f"the process that speaks to Ray {how}: {words}") from None
        if isinstance(found, Exception):
            raise found
        self._joined = True
        return found

    def end(self) -> None:
        """End the process, after it has disconnected from Ray if it was connected."""
        self._pipe.close()
        try:
            if self._joined:
                with suppress(subprocess.TimeoutExpired):
                    self._process.wait(DISCONNECT_SECONDS)
        finally:
            end_process(self._process)
            shutil.rmtree(self._folder, ignore_errors=True)


def _short_folder() -> str:
    """A new folder for the sockets of a local Ray, whose paths must be short."""
    usual = tempfile.gettempdir()
    place = usual if len(usual) <= 30 else "/tmp"  # where Ray itself would put them
    return tempfile.mkdtemp(prefix="q-", dir=place)


def _environment(place: str | None) -> dict[str, str]:
    """The environment of the process that is connected to Ray, and of a local Ray."""
    patience = {
        "RAY_CLIENT_INITIAL_CONNECTION_TIMEOUT_S": str(int(CONNECT_SECONDS)),
        "RAY_CLIENT_MAX_CONNECTION_TIMEOUT_S": str(int(CONNECT_SECONDS)),
    }
    env = {**patience, **os.environ, "RAY_USAGE_STATS_ENABLED": "0"}
    if place is None:
        env["RAY_AUTH_MODE"] = "token"
        env["RAY_AUTH_TOKEN"] = secrets.token_hex(32)
        env["RAY_ENABLE_UV_RUN_RUNTIME_ENV"] = "0"  # its workers have our environment already
    return env


# --- the process that speaks to Ray ----------------------------------------------------------


def main(handle: int) -> None:
    """Hand games to Ray until the pipe is closed, by the parent or because it has ended."""
    pipe: Any = Connection(handle)
    order, place, cpus, folder = pipe.recv()
    try:
        ray = _join(place, cpus, folder)
    except ImportError as error:
        pipe.send(ValueError(f"Ray is not complete here, {_one_line(error)}: {INSTALL}"))
        return
    except Exception as error:
        where = "start Ray here" if place is None else f"join the Ray cluster at {place}"
        hint = "" if place is None else f" ({TOKEN})"
        pipe.send(ConnectionError(f"cannot {where}: {_one_line(error)}{hint}"))
        return
    games = _RayGames(ray, pipe, order, sys.path if place is None else [])
    try:
        games.play()
    except EOFError:
        pass
    except Exception as error:
        with suppress(OSError):
            pipe.send(WorkerFailed(f"Ray failed: {_one_line(error)}"))
    games.cancel()
    ray.shutdown()
    shutil.rmtree(folder, ignore_errors=True)  # its parent may have ended


def _join(place: str | None, cpus: int, folder: str) -> Any:
    """The ray module, connected to a cluster."""
    import ray

    settings: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
    if place is None:
        settings |= {
            "num_cpus": cpus,
            "include_dashboard": False,
            "object_store_memory": OBJECT_STORE_BYTES,
            "_temp_dir": folder,
            "_node_ip_address": _own_address(),
        }
    for _ in range(MAX_TRIES - 1):
        # The server for ray:// fails one time in ten or twenty, in a fork while gRPC is busy.
        with suppress(ConnectionAbortedError):
            ray.init(place or "local", **settings)
            return ray
    ray.init(place or "local", **settings)
    return ray


def _own_address() -> str | None:
    """An address that only this machine reaches; Ray would replace 127.0.0.1 by a public one."""
    address = "127.0.0.2"
    with socket.socket() as probe, suppress(OSError):
        probe.bind((address, 0))
        return address
    return None


class _RayGames:
    """The games in flight."""

    def __init__(self, ray: Any, pipe: Any, order: bytes, path: list[str]) -> None:
        self._ray = ray
        self._pipe = pipe
        self._task = ray.remote(num_cpus=1, max_retries=0)(_task(path))
        self._order = ray.put(order)
        self._waiting: SimpleQueue[Task | None] = SimpleQueue()
        self._in_flight: dict[Any, Task] = {}
        self._losses: Counter[int] = Counter()
        self._room = 0
        self._counted = 0.0  # when
        errors = ray.exceptions
        self._lost = (
            errors.WorkerCrashedError,
            errors.NodeDiedError,
            errors.LocalRayletDiedError,
            errors.OutOfMemoryError,
            errors.ObjectLostError,
        )

    def play(self) -> None:
        """Start the games that come through the pipe and send them back; EOFError at its end."""
        threading.Thread(target=self._listen, daemon=True).start()
        while True:
            self._count_cpus()
            if self._in_flight:
                ended, _ = self._ray.wait(
                    list(self._in_flight), num_returns=1, timeout=POLL_SECONDS
                )
                for ref in ended:
                    self._finish(ref)
            with suppress(Empty):
                while True:
                    task = self._waiting.get(timeout=0 if self._in_flight else POLL_SECONDS)
                    if task is None:
                        raise EOFError
                    self._begin(task)

    def _listen(self) -> None:
        """Read ahead, so that the other side can always send and then read."""
        with suppress(EOFError, OSError):
            while True:
                self._waiting.put(self._pipe.recv())
        self._waiting.put(None)

    def cancel(self) -> None:
        """Cancel all games."""
        for ref in self._in_flight:
            with suppress(Exception):  # Ray itself may be lost
                self._ray.cancel(ref, force=True)

    def _begin(self, task: Task) -> None:
        self._in_flight[self._task.remote(self._order, pickle.dumps(task))] = task

    def _finish(self, ref: Any) -> None:
        """Send back a finished game, or start a lost one again."""
        task = self._in_flight.pop(ref)
        try:
            self._pipe.send((task.index, self._ray.get(ref)))
        except self._lost as error:
            self._losses[task.index] += 1
            if self._losses[task.index] < MAX_TRIES:
                self._begin(task)
                return
            kind = type(error).__name__
            text = f"the worker that played {task.label} was lost ({kind}), {MAX_TRIES} times"
            self._pipe.send(WorkerFailed(text))
        except self._ray.exceptions.RayError as error:
            self._pipe.send(WorkerFailed(f"{task.label} failed: {_one_line(error)}"))

    def _count_cpus(self) -> None:
        """Send how many games may be in flight, now and whenever nodes join or leave."""
        if time.monotonic() < self._counted + CPU_COUNT_SECONDS:
            return
        cpus = int(self._ray.cluster_resources().get("CPU", 0))
        self._counted = time.monotonic()
        room = GAMES_PER_CPU * max(1, cpus)  # without any, the games wait for one
        if room != self._room:
            self._room = room
            self._pipe.send(room)


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__


# --- on a node -----------------------------------------------------------------------------


def _task(path: list[str]) -> Callable[[bytes, bytes], bytes]:
    """What a node runs. It travels as code, so that one without quadrille can say so."""
    version = VERSION

    def play_game(order: bytes, pairing: bytes) -> bytes:
        import pickle
        import platform
        import sys

        if sys.path[: len(path)] != path:
            sys.path[:0] = path
        try:
            from quadrille.arena.on_ray import play_order
        except ImportError as error:
            where = f"on the Ray node {platform.node()!r}"
            return pickle.dumps(ValueError(f"expected quadrille {version} {where}, got: {error}"))
        return play_order(order, pairing)

    return play_game


def play_order(order: bytes, pairing: bytes) -> bytes:
    """Play one game of an order: the game that was played, or what went wrong."""
    job = _job(order)
    return pickle.dumps(job if isinstance(job, Exception) else answer(job, pickle.loads(pairing)))


@lru_cache(maxsize=1)
def _job(order: bytes) -> Any:
    """The job of an order, or why there is none."""
    version, files, job = pickle.loads(order)
    where = f"on the Ray node {platform.node()!r}"
    if version != VERSION:
        return ValueError(f"expected quadrille {version} {where}, got {VERSION}")
    use_remote_files(files)
    try:
        return pickle.loads(job)
    except Exception as error:
        found = plain(error)
        return type(found)(f"{found} ({where})")
