"""Games on Ray (https://www.ray.io): on a cluster, or on a Ray of our own on this machine.

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
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache
from itertools import chain, islice
from multiprocessing.connection import Connection
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any
from urllib.parse import urlsplit

from quadrille.arena.job import Job
from quadrille.arena.played import Finished
from quadrille.arena.schedule import Pairing
from quadrille.arena.worker import answer, plain
from quadrille.arena.workers import (
    TRIES,
    WorkerFailed,
    came_of,
    end_process,
    how_it_ended,
    start_process,
)
from quadrille.core.install import install_hint
from quadrille.core.load import lend, users_files
from quadrille.core.version import VERSION

INSTALL = install_hint("cluster")
TOKEN = "if it has a token, RAY_AUTH_MODE=token and RAY_AUTH_TOKEN are needed here too"
GAMES_PER_CPU = 2
"""In flight: one is played, one waits on the node."""
PACE = 0.1
"""Seconds at most until a new game, or that nobody wants more, is noticed."""
CENSUS = 1.0
"""Seconds between two counts of the CPUs."""
KNOCK = 5.0
"""Seconds for the first answer of a cluster."""
GRACE = 15.0
"""Seconds to take leave of Ray."""
STORE = 100 * 2**20
"""Bytes of shared memory for a Ray of our own; games are small."""


def play_on_ray(
    job: Job, pairings: Iterator[Pairing], address: str | None = None, cpus: int = 1
) -> Iterator[Finished]:
    """Play the games on a Ray cluster; each is yielded when it has ended.

    The cluster is that of the address, or that of RAY_ADDRESS; without both, a Ray with so many
    CPUs is started here and ended with the iterator. Otherwise as ``play_in_processes``: the games
    of a lost worker or node are played again, the first error is raised, and nothing goes on
    playing after the iterator.
    """
    if (first := next(pairings, None)) is None:
        return
    pairings = chain([first], pairings)
    playing = room = 0
    link = _Link(find_cluster(address), cpus, job)
    try:
        while True:
            message = link.hear()
            finished = None
            if isinstance(message, int):
                room = message
            else:
                index, found = message
                playing -= 1
                finished = came_of(index, pickle.loads(found))
            for pairing in islice(pairings, max(0, room - playing)):
                link.send(pairing)
                playing += 1
            if finished is not None:
                yield finished
            if not playing:
                return
    finally:
        link.end()


def find_cluster(address: str | None) -> str | None:
    """The address of the cluster to join, None to start a Ray of our own.

    ValueError if Ray is not installed or the text is no address, ConnectionError if nobody is
    there.
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
        socket.create_connection((host, port), timeout=KNOCK).close()
    except OSError as error:
        reason = error.strerror or error
        raise ConnectionError(f"cannot join the Ray cluster at {place}: {reason}") from None
    return place


class _Link:
    """The process that speaks to Ray, as seen from here."""

    def __init__(self, place: str | None, cpus: int, job: Job) -> None:
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
        """Tell the process something."""
        with suppress(OSError):  # one that has gone is noticed when it is heard
            self._pipe.send(message)

    def hear(self) -> Any:
        """How many games may be in flight; or a game's number with what came of it."""
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
        """Let the process take its leave of Ray; at once, if it has begun nothing yet."""
        self._pipe.close()
        try:
            if self._joined:
                with suppress(subprocess.TimeoutExpired):
                    self._process.wait(GRACE)
        finally:
            end_process(self._process)
            shutil.rmtree(self._folder, ignore_errors=True)


def _short_folder() -> str:
    """A new folder, where a Ray of our own puts sockets, whose paths must not be long."""
    usual = tempfile.gettempdir()
    place = usual if len(usual) <= 30 else "/tmp"  # where Ray itself would put them
    return tempfile.mkdtemp(prefix="q-", dir=place)


def _environment(place: str | None) -> dict[str, str]:
    """For the process that speaks to Ray, and for a Ray of our own."""
    patience = {
        "RAY_CLIENT_INITIAL_CONNECTION_TIMEOUT_S": str(int(KNOCK)),
        "RAY_CLIENT_MAX_CONNECTION_TIMEOUT_S": str(int(KNOCK)),
    }
    env = {**patience, **os.environ, "RAY_USAGE_STATS_ENABLED": "0"}
    if place is None:
        env["RAY_AUTH_MODE"] = "token"
        env["RAY_AUTH_TOKEN"] = secrets.token_hex(32)
        env["RAY_ENABLE_UV_RUN_RUNTIME_ENV"] = "0"  # its workers have our environment already
    return env


# --- the process that speaks to Ray ----------------------------------------------------------


def main(handle: int) -> None:
    """Hand games to Ray until the pipe is closed: by whoever started this, or because it ended."""
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
    crew = _Crew(ray, pipe, order, sys.path if place is None else [])
    try:
        crew.play()
    except EOFError:
        pass
    except Exception as error:
        with suppress(OSError):
            pipe.send(WorkerFailed(f"Ray failed: {_one_line(error)}"))
    crew.leave()
    ray.shutdown()
    shutil.rmtree(folder, ignore_errors=True)  # whoever made it may be no more


def _join(place: str | None, cpus: int, folder: str) -> Any:
    """The module, connected."""
    import ray

    settings: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
    if place is None:
        settings |= {
            "num_cpus": cpus,
            "include_dashboard": False,
            "object_store_memory": STORE,
            "_temp_dir": folder,
            "_node_ip_address": _own_address(),
        }
    for _ in range(TRIES - 1):
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


class _Crew:
    """The games in flight."""

    def __init__(self, ray: Any, pipe: Any, order: bytes, path: list[str]) -> None:
        self._ray = ray
        self._pipe = pipe
        self._task = ray.remote(num_cpus=1, max_retries=0)(_task(path))
        self._order = ray.put(order)
        self._waiting: SimpleQueue[Pairing | None] = SimpleQueue()
        self._flying: dict[Any, Pairing] = {}
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
        """Begin what comes through the pipe and send what comes of it; EOFError at its end."""
        threading.Thread(target=self._listen, daemon=True).start()
        while True:
            self._count_cpus()
            if self._flying:
                ended, _ = self._ray.wait(list(self._flying), num_returns=1, timeout=PACE)
                for ref in ended:
                    self._land(ref)
            with suppress(Empty):
                while True:
                    pairing = self._waiting.get(timeout=0 if self._flying else PACE)
                    if pairing is None:
                        raise EOFError
                    self._begin(pairing)

    def _listen(self) -> None:
        """Read ahead, so that the other side can always send and then read."""
        with suppress(EOFError, OSError):
            while True:
                self._waiting.put(self._pipe.recv())
        self._waiting.put(None)

    def leave(self) -> None:
        """Let go of all games."""
        for ref in self._flying:
            with suppress(Exception):  # Ray itself may be lost
                self._ray.cancel(ref, force=True)

    def _begin(self, pairing: Pairing) -> None:
        self._flying[self._task.remote(self._order, pickle.dumps(pairing))] = pairing

    def _land(self, ref: Any) -> None:
        """Send what came of a game, or begin it again."""
        pairing = self._flying.pop(ref)
        number = pairing.index + 1
        try:
            self._pipe.send((pairing.index, self._ray.get(ref)))
        except self._lost as error:
            self._losses[pairing.index] += 1
            if self._losses[pairing.index] < TRIES:
                self._begin(pairing)
                return
            kind = type(error).__name__
            text = f"the worker that played game {number} was lost ({kind}), {TRIES} times"
            self._pipe.send(WorkerFailed(text))
        except self._ray.exceptions.RayError as error:
            self._pipe.send(WorkerFailed(f"game {number} failed: {_one_line(error)}"))

    def _count_cpus(self) -> None:
        """Say how many games may be in flight, now and whenever nodes have come or gone."""
        if time.monotonic() < self._counted + CENSUS:
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
    lend(files)
    try:
        return pickle.loads(job)
    except Exception as error:
        found = plain(error)
        return type(found)(f"{found} ({where})")
