"""The guard of a program: runs it within its limits and leaves nothing of it behind.

A small process between us and the program, run by its file name with the standard library only::

    program_guard.py SOCKET MEMORY CPU COMMAND [ARGUMENT ...]

The program gets the guard's standard input and output, which are pipes that lead to us; no message
passes through the guard. It reads the program's error output, of which it keeps the end, and talks
to us over a socket, one packet at a time. We send anything to ask for a report, and close our side
to end the program; so does the system if we are killed. A report is a line, then the end of the
error output::

    runs 0         the program is at work
    ended CODE     it has ended by itself; a negative code is a signal
    killed 0       we asked for that
    error ERRNO    it could not be started

The guard is the reaper of all that the program starts: a process that loses its parent becomes a
child of the guard, also from a session of its own. It ends when it has no child left.
"""

import ctypes
import os
import resource
import select
import signal
import socket
import sys
import time
from contextlib import suppress

TAIL = 2048
"""Bytes of the error output that are kept."""
CHUNK = 65536

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36


class ProgramGuard:
    """Runs and watches one program."""

    def __init__(self, control: socket.socket) -> None:
        self._control = control
        self._tail = b""
        self._awake, waker = os.pipe()  # woken by the end of any child
        os.set_blocking(self._awake, False)
        os.set_blocking(waker, False)
        signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: sys.exit())
        signal.pthread_sigmask(signal.SIG_SETMASK, [])

    def run(self, command: list[str], memory: int, cpu: int) -> None:
        """Start the program and wait until all its processes have ended."""
        self._errors, theirs = os.pipe()
        os.set_blocking(self._errors, False)
        program, failure = start(command, theirs, memory, cpu)
        os.close(theirs)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1):  # they are the program's alone
            os.dup2(nowhere, stream)
        try:
            how = f"error {failure}" if failure else self._watch(program)
        finally:
            end_children()
        while self._read_errors():
            pass
        self._report(how)

    def _watch(self, program: int) -> str:
        """Wait until the program ends or is to be ended; return which, as a report says it."""
        poll = select.poll()
        for handle in (self._control.fileno(), self._errors, self._awake):
            poll.register(handle, select.POLLIN)
        while True:
            for handle, _ in poll.poll():
                if handle == self._errors:
                    if not self._read_errors():
                        poll.unregister(self._errors)
                elif handle == self._awake:
                    os.read(self._awake, CHUNK)
                    code = reap(program)
                    if code is not None:
                        return f"ended {code}"
                elif self._is_asked():
                    self._report("runs 0")
                else:
                    return "killed 0"

    def _is_asked(self) -> bool:
        """Whether a report is wanted; False if the other side has gone."""
        try:
            return bool(self._control.recv(CHUNK))
        except ConnectionError:  # gone without having read the last report
            return False

    def _read_errors(self) -> bool:
        """Read some of the error output; False if there is no more."""
        try:
            data = os.read(self._errors, CHUNK)
        except BlockingIOError:
            return False
        self._tail = (self._tail + data)[-TAIL:]
        return bool(data)

    def _report(self, how: str) -> None:
        with suppress(OSError):  # the other side has gone
            self._control.send(f"{how}\n".encode() + self._tail)


def start(command: list[str], errors: int, memory: int, cpu: int) -> tuple[int, int]:
    """Start the program: its process id, and the error number if it is no program."""
    failed, tell = os.pipe()
    guard = os.getpid()
    program = os.fork()
    if program == 0:
        try:
            os.setsid()
            prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
            if os.getppid() != guard:
                os._exit(1)
            prepare_program(errors, memory, cpu)
            os.execvp(command[0], command)
        except OSError as error:
            os.write(tell, str(error.errno).encode())
        finally:
            os._exit(1)
    os.close(tell)
    failure = os.read(failed, 16)
    os.close(failed)
    return program, int(failure or 0)


def prepare_program(errors: int, memory: int, cpu: int) -> None:
    """In the new process: set up streams, signals and limits."""
    os.dup2(errors, 2)
    for number in (signal.SIGPIPE, signal.SIGXFSZ):  # which Python ignores
        signal.signal(number, signal.SIG_DFL)
    limit(resource.RLIMIT_CORE, 0, 0)
    if cpu:
        limit(resource.RLIMIT_CPU, cpu, cpu + 1)
    if memory:
        limit(resource.RLIMIT_AS, memory * 2**20, memory * 2**20)


def limit(kind: int, soft: int, hard: int) -> None:
    """Set a limit, unless there is a stricter one."""
    allowed = resource.getrlimit(kind)[1]
    if allowed != resource.RLIM_INFINITY:
        soft, hard = min(soft, allowed), min(hard, allowed)
    resource.setrlimit(kind, (soft, hard))


def reap(program: int) -> int | None:
    """Reap children that have ended; the exit code of the program if it is among them."""
    code = None
    with suppress(ChildProcessError):
        while True:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                break
            if pid == program:
                code = os.waitstatus_to_exitcode(status)
    return code


def end_children() -> None:
    """End all that the program has started, and the program; return when nothing is left."""
    pause = 0.001
    while True:
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        for pid in descendants():
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(pause)
        pause = min(2 * pause, 0.05)


def descendants() -> list[int]:
    """All processes below this one."""
    parents = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            with suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:
                # PID (NAME) STATE PARENT ..., where a name may hold anything
                parents[int(name)] = int(file.read().rpartition(b")")[2].split()[1])
    found: list[int] = []
    newest = {os.getpid()}
    while newest:
        newest = {pid for pid, parent in parents.items() if parent in newest}
        found += newest
    return found


def prctl(option: int, value: int) -> None:
    """Set a property of this process."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(option, value, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl")


def main() -> None:
    """Run the program that the command line names."""
    handle, memory, cpu, *command = sys.argv[1:]
    control = socket.socket(fileno=int(handle))
    control.set_inheritable(False)
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    ProgramGuard(control).run(command, int(memory), int(cpu))


if __name__ == "__main__":
    main()
