"""Running commands as programs of their own, for what only those show."""

import os
import pty
import select
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from support.limits import DIES_WITH_US
from support.patience import wait_until

PROGRAM = (sys.executable, "-m", "quadrille")
RANDOM = ("--seat", "random", "--seat", "random")
VERSUS_RANDOM = ("--seat", "human", "--seat", "random")

STARTED: list["subprocess.Popen[bytes]"] = []


def end_all() -> None:
    """End what a failed test leaves running."""
    while STARTED:
        program = STARTED.pop()
        program.kill()
        program.wait()


def start(
    *args: str,
    cwd: Path,
    env: dict[str, str] | None = None,
    terminal: bool = False,
    program: Sequence[str] = PROGRAM,
    **more: Any,
) -> "subprocess.Popen[bytes]":
    """Start a command; its output is buffered, as it is for most people."""

    def prepare() -> None:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)  # which nohup ignores
        if terminal:  # must be the program's own for Ctrl-C to reach it
            os.close(os.open(os.ttyname(0), os.O_RDWR))

    variables = {**os.environ, **(env or {})}
    variables.pop("PYTHONUNBUFFERED", None)
    streams: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    started = subprocess.Popen(
        [*DIES_WITH_US, *program, *args],
        cwd=cwd,
        env=variables,
        preexec_fn=prepare,
        **{**streams, **more},
    )
    STARTED.append(started)
    return started


def wait_until_asleep(program: "subprocess.Popen[bytes]") -> None:
    """Until a program waits for something, so that a signal finds it there."""
    stat = Path(f"/proc/{program.pid}/stat")
    wait_until(lambda: stat.read_text().rpartition(")")[2].split()[0] in "SZ", "a program")


class Screen:
    """A program at a terminal of its own: what it shows, and what is typed."""

    def __init__(self, program: "subprocess.Popen[bytes]", descriptor: int) -> None:
        self.program, self.descriptor, self.shown = program, descriptor, ""

    def type(self, text: str) -> None:
        """Press keys."""
        os.write(self.descriptor, text.encode())

    def wait_for(self, text: str, times: int = 1) -> None:
        """Read until a text has appeared so many times."""

        def appeared() -> bool:
            if select.select([self.descriptor], [], [], 0)[0]:
                self.shown += os.read(self.descriptor, 4096).decode(errors="replace")
            return self.shown.count(text) >= times

        wait_until(appeared, f"{text!r} on the screen")


@contextmanager
def at_terminal(*args: str, cwd: Path) -> Iterator[Screen]:
    """Start a command at a terminal, and end it."""
    ours, theirs = pty.openpty()
    streams: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), theirs)
    program = start(*args, cwd=cwd, **streams, start_new_session=True, terminal=True)
    try:
        yield Screen(program, ours)
    finally:
        program.kill()
        os.close(theirs)
        os.close(ours)
