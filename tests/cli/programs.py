"""Running commands as programs of their own, for what only those show."""

import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

PROGRAM = [sys.executable, "-m", "quadrille"]
PATIENCE = 60
"""Seconds after which a program is taken to hang; a busy machine needs some."""

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
    *args: str, cwd: Path, env: dict[str, str] | None = None, terminal: bool = False, **more: Any
) -> "subprocess.Popen[bytes]":
    """Start a command; its output is buffered, as it is for most people."""

    def prepare() -> None:
        # The tests themselves may run in the background, where Ctrl-C is ignored.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        if terminal:  # must be the program's own for Ctrl-C to reach it
            os.close(os.open(os.ttyname(0), os.O_RDWR))

    variables = {**os.environ, **(env or {})}
    variables.pop("PYTHONUNBUFFERED", None)
    streams: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    program = subprocess.Popen(
        [*PROGRAM, *args], cwd=cwd, env=variables, preexec_fn=prepare, **{**streams, **more}
    )
    STARTED.append(program)
    return program


class Screen:
    """What a program shows on a terminal."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor, self.shown = descriptor, ""

    def wait_for(self, text: str, times: int = 1) -> None:
        """Read until a text has appeared so many times."""
        end = time.monotonic() + PATIENCE
        while self.shown.count(text) < times and time.monotonic() < end:
            if select.select([self.descriptor], [], [], 0.1)[0]:
                self.shown += os.read(self.descriptor, 4096).decode(errors="replace")
        assert self.shown.count(text) >= times, self.shown
