"""Who works on which trial, so that a trial that was left half-done is taken over exactly once.

A process holds a lease on its trial and renews it while it works. A lease falls free when its
holder has ended, which is seen at once on the same machine and after a while on another. Taking one
over is a single statement of the database, in which only one of several processes succeeds.
"""

import os
import socket
import threading
import time
import uuid
from contextlib import suppress
from pathlib import Path

from sqlalchemy import Column, Double, Engine, Integer, MetaData, String, Table, select
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

RENEWED = 10.0
"""Seconds from one renewal to the next."""
EXPIRED = 90.0
"""Seconds after which the holder of a lease on another machine is taken to have ended."""

tables = MetaData()
lease = Table(
    "tuning_lease",
    tables,
    Column("study", String(200), primary_key=True),
    Column("trial", Integer, primary_key=True, autoincrement=False),
    Column("holder", String(200), nullable=False),
    Column("renewed", Double, nullable=False),
)


class Leases:
    """The leases of one process on trials of a study."""

    def __init__(self, engine: Engine, study: str) -> None:
        self._engine, self._study = engine, study
        self._me = f"{_this_place()} {os.getpid()} {_start_of(os.getpid())} {uuid.uuid4().hex[:8]}"
        tables.create_all(engine)

    def take(self, trial: int) -> bool:
        """Try to become the one who works on a trial."""
        key = (lease.c.study == self._study) & (lease.c.trial == trial)
        new = {"holder": self._me, "renewed": time.time()}
        with self._engine.connect() as reading:
            found = reading.execute(select(lease.c.holder, lease.c.renewed).where(key)).first()
        if found is None:
            row = {"study": self._study, "trial": trial, **new}
            with suppress(IntegrityError), self._engine.begin() as writing:
                writing.execute(lease.insert().values(row))
                return True
            return False
        if not _has_ended(found.holder, found.renewed):
            return False
        with self._engine.begin() as writing:
            free = key & (lease.c.holder == found.holder) & (lease.c.renewed == found.renewed)
            return writing.execute(lease.update().where(free).values(new)).rowcount == 1

    def renew(self, trial: int) -> bool:
        """Go on holding a lease; whether it is still held."""
        mine = (lease.c.study == self._study) & (lease.c.trial == trial)
        mine &= lease.c.holder == self._me
        with self._engine.begin() as writing:
            changed = writing.execute(lease.update().where(mine).values(renewed=time.time()))
            return changed.rowcount == 1


class Renewal:
    """Renews the lease on a trial now and then while a ``with`` statement runs."""

    def __init__(self, leases: Leases, trial: int) -> None:
        self._leases, self._trial = leases, trial
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._end.wait(RENEWED):
            with suppress(SQLAlchemyError):  # the next time may do
                self._leases.renew(self._trial)


def _has_ended(holder: str, renewed: float) -> bool:
    """Whether the holder of a lease does not work on it any more."""
    place, pid, start, _ = holder.split(" ")
    if place == _this_place() and start != "?":
        return _start_of(int(pid)) != start
    return time.time() - renewed > EXPIRED


def _this_place() -> str:
    """A name of what numbers processes here: the machine since it was started, or a container."""
    with suppress(OSError):
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        return f"{boot}/{os.stat('/proc/self/ns/pid').st_ino}"
    return socket.gethostname().replace(" ", "-")


def _start_of(pid: int) -> str:
    """When a process was started, which tells it from a later one; ? if that is not known."""
    if not os.path.exists("/proc/self/stat"):
        return "?"
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return "gone"
    return "gone" if fields[0] in "ZX" else fields[19]
