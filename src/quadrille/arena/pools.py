"""Where the tasks of a job are done: in processes on this machine, or on a Ray cluster.

A place is ``here``; ``ray``, the cluster of RAY_ADDRESS or else a local Ray; or
``ray://HOST:PORT``, that cluster.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Protocol

from quadrille.arena.on_ray import RayPool, find_cluster
from quadrille.arena.plan import check_count
from quadrille.arena.workers import Task, WorkerJob, WorkerPool

MAX_WORKERS = 256


class TaskPool(Protocol):
    """Workers that do tasks, one list of them after the other."""

    def play(self, tasks: Iterable[Task]) -> Iterator[Any]:
        """Do tasks and yield what comes of each, in the order in which they end."""

    def close(self) -> None:
        """End the workers."""


def open_pool(job: WorkerJob, workers: int, on: str) -> TaskPool:
    """So many processes here, or a cluster with all its CPUs; nothing is started yet."""
    check_place(workers, on)
    return WorkerPool(job, workers) if on == "here" else RayPool(job, _address(on), workers)


def check_place(workers: int, on: str) -> None:
    """Raise ValueError unless there are some workers and ``on`` is a place."""
    check_count("workers", workers, MAX_WORKERS)
    if on not in ("here", "ray") and not on.startswith("ray://"):
        raise ValueError(f"expected a place among here, ray and ray://HOST:PORT, got {on!r}")


def check_reachable(on: str) -> None:
    """Raise ConnectionError or ValueError if a place is a cluster that does not answer."""
    if on != "here":
        find_cluster(_address(on))


def _address(on: str) -> str | None:
    return None if on == "ray" else on
