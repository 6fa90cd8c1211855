"""A server in a process of its own, as people run it."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from support.limits import DIES_WITH_US
from support.patience import PATIENCE

PROGRAM = "import sys; from quadrille.cli import main; sys.exit(main())"


class Serving:
    """A running server."""

    def __init__(self, process: "subprocess.Popen[str]", address: str) -> None:
        self.process = process
        self.address = address.rstrip("/")

    def page(self) -> ClientConnection:
        """Open a websocket as a page does."""
        return connect(
            f"ws{self.address[4:]}/ws",
            origin=Origin(self.address),
            max_size=None,
            open_timeout=PATIENCE,
        )

    def stop(self, signal: int) -> tuple[int, str]:
        """Send a signal; the exit code and what was said."""
        self.process.send_signal(signal)
        _, said = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, said


def command(*args: str) -> list[str]:
    """The command line of a server."""
    return [sys.executable, "-c", PROGRAM, "serve", "--port", "0", "--json", *args]


@contextmanager
def serving(folder: Path, *args: str) -> Iterator[Serving]:
    """Run a server with its store in a folder."""
    line = [*DIES_WITH_US, *command("--store", str(folder / "web.db"), *args)]
    pipes: Any = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(line, **pipes) as process:
        try:
            first = process.stdout.readline() if process.stdout else ""
            if not first:
                raise RuntimeError(process.communicate(timeout=PATIENCE)[1])
            yield Serving(process, json.loads(first)["address"])
        finally:
            if process.poll() is None:
                process.kill()


def tell(page: ClientConnection, kind: str, **rest: Any) -> None:
    """Send a message."""
    page.send(json.dumps({"type": kind, **rest}))


def hear(page: ClientConnection, *kinds: str) -> dict[str, Any]:
    """The next message of some kinds."""
    while True:
        message: dict[str, Any] = json.loads(page.recv(timeout=PATIENCE))
        if message["type"] in kinds:
            return message
        assert message["type"] not in ("refused", "trouble"), message


def turn(page: ClientConnection) -> dict[str, Any]:
    """The next scene in which the page may move, or the last one."""
    while True:
        message = hear(page, "scene")
        if message["result"] or message["scene"]["moves"]:
            return message
