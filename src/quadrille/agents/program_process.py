"""A program at work: lines to it, lines from it, and its end, with nothing left afterwards.

No call blocks for longer than it is told, whatever the program does, and no thread is needed: its
input and output are pipes that are read and written as far as they go. Its guard
(``program_guard.py``) reads its error output and ends it.
"""

import os
import select
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

GUARD = Path(__file__).with_name("program_guard.py")
PATIENCE = 10.0
"""Seconds after which a guard is taken to hang; it has little to do."""
CHUNK = 65536

VARIABLES = ("PATH", "HOME", "USER", "LOGNAME", "LANG", "TZ", "TMPDIR", "LD_LIBRARY_PATH")
"""The variables of our environment that programs see, and those that begin with ``LC_``."""


@dataclass(frozen=True)
class ProcessStatus:
    """The state of a program, as its guard reports it."""

    state: str
    """``runs``, ``ended``, ``killed``, ``error`` if it could not be started, or ``lost`` if its
    guard is gone."""
    code: int = 0
    """The exit code, negative for a signal; or the number of the error."""
    errors: str = ""
    """The end of its error output."""

    @classmethod
    def of(cls, packet: bytes) -> "ProcessStatus":
        """The report of a packet; an empty one means that the guard is gone."""
        head, _, tail = packet.partition(b"\n")
        state, _, code = head.decode().partition(" ")
        return cls(state or "lost", int(code or 0), tail.decode(errors="replace"))


class Process:
    """A running program."""

    def __init__(self, command: Sequence[str], memory: int | None, cpu: int | None) -> None:
        """Start it; ``memory`` is in MB, ``cpu`` in seconds."""
        self.taken = 0
        """Bytes of output read; the caller may set it back to 0."""
        self.at_end = False
        """Whether its output has ended."""
        self._closed = False
        self._unsent = bytearray()
        self._output = bytearray()
        self._report: ProcessStatus | None = None  # the last one
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._control = ours
        limits = (str(memory or 0), str(cpu or 0))
        guard = [sys.executable, "-I", "-S", str(GUARD), str(theirs.fileno()), *limits, *command]
        try:
            # A session of its own: Ctrl-C in the terminal is for us, who then end the program.
            self._guard = subprocess.Popen(
                guard,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
                env=environment(),
            )
        except BaseException:
            ours.close()
            raise
        finally:
            theirs.close()
        assert self._guard.stdin is not None and self._guard.stdout is not None
        self._stdin, self._stdout = self._guard.stdin.fileno(), self._guard.stdout.fileno()
        os.set_blocking(self._stdin, False)
        os.set_blocking(self._stdout, False)

    # --- lines -----------------------------------------------------------------------------

    def send(self, line: bytes) -> None:
        """Send a line; what the program does not take now is written while we wait for it."""
        if not self._closed:
            self._unsent += line
            self._write()

    def line(self) -> bytes | None:
        """The next line that has come, without its end; None if there is none."""
        end = self._output.find(b"\n")
        if end < 0:
            return None
        found = bytes(self._output[:end])
        del self._output[: end + 1]
        return found

    def wait(self, seconds: float) -> bool:
        """Wait for output for so long at most, writing meanwhile; whether anything happened."""
        poll = select.poll()
        if self._unsent:
            poll.register(self._stdin, select.POLLOUT)
        if not self.at_end:
            poll.register(self._stdout, select.POLLIN)
        if self._report is None:
            poll.register(self._control, select.POLLIN)
        events = [handle for handle, _ in poll.poll(max(0, round(seconds * 1000 + 0.5)))]
        if self._stdin in events:
            self._write()
        if self._stdout in events:
            self._read()
        if self._control.fileno() in events:
            self._report = self._packet()
        return bool(events)

    def forget(self) -> bool:
        """Drop the lines that have come; whether the beginning of another has come too."""
        del self._output[: self._output.rfind(b"\n") + 1]
        return bool(self._output)

    def _write(self) -> None:
        try:
            del self._unsent[: os.write(self._stdin, self._unsent)]
        except BlockingIOError:
            pass
        except OSError:  # it has stopped reading, which it may
            self._unsent.clear()

    def _read(self) -> None:
        try:
            data = os.read(self._stdout, CHUNK)
        except BlockingIOError:
            return
        self._output += data
        self.taken += len(data)
        self.at_end = not data

    # --- the end ---------------------------------------------------------------------------

    def report(self) -> ProcessStatus:
        """Its state now."""
        if self._report is not None:
            return self._report
        with suppress(OSError):  # it has ended meanwhile; its last report is there to be read
            self._control.send(b"?")
        found = self._awaited(PATIENCE)
        if found.state != "runs":
            self._report = found
        return found

    def end(self, grace: float = 0.0) -> ProcessStatus:
        """Wait for its end for so long at most, then end it, and all that it has started.

        Its input ends as soon as it has taken what was sent.
        """
        assert self._guard.stdin is not None
        until = time.monotonic() + grace
        while self._report is None and (left := until - time.monotonic()) > 0:
            if not self._unsent:
                self._guard.stdin.close()
            self.wait(left)
            self._output.clear()
        if self._report is None:
            self._control.shutdown(socket.SHUT_WR)
            self._report = self._awaited(PATIENCE)
        self._close()
        return self._report

    def _awaited(self, seconds: float) -> ProcessStatus:
        poll = select.poll()
        poll.register(self._control, select.POLLIN)
        return self._packet() if poll.poll(seconds * 1000) else ProcessStatus("lost")

    def _packet(self) -> ProcessStatus:
        try:
            return ProcessStatus.of(self._control.recv(CHUNK))
        except OSError:
            return ProcessStatus("lost")

    def _close(self) -> None:
        self._closed = self.at_end = True
        self._unsent.clear()
        self._output.clear()
        self._control.close()
        for stream in (self._guard.stdin, self._guard.stdout):
            if stream is not None:
                stream.close()
        try:
            self._guard.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._guard.kill()
            self._guard.wait()


def environment() -> dict[str, str]:
    """What programs see of our environment."""
    return {
        name: value
        for name, value in os.environ.items()
        if name in VARIABLES or name.startswith("LC_")
    }
