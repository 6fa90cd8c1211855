"""The command ``quadrille``: all its commands, and how their errors are reported."""

import codecs
import io
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated

import typer

from quadrille.cli.exit_codes import INTERRUPTED, WRONG_USAGE
from quadrille.cli.lazy import LazyGroup
from quadrille.core.version import VERSION

app = typer.Typer(
    name="quadrille",
    cls=LazyGroup,
    help="A laboratory for board-game AI.",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def top(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
    cmake_dir: Annotated[
        bool,
        typer.Option("--cmake-dir", help="Print the folder with CMake files for native games."),
    ] = False,
) -> None:
    """A laboratory for board-game AI."""
    if version:
        print(VERSION)
    elif cmake_dir:
        from importlib.resources import files  # late: it takes long to load

        print(files("quadrille") / "cmake")
    elif context.invoked_subcommand is None:
        print(context.get_help())
    else:
        return
    raise typer.Exit


def run(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code; every error of the caller is one line."""
    prepare_streams()
    args = list(sys.argv[1:] if argv is None else argv)
    ended: list[int] = []
    try:
        program = typer.main.get_command(app)
        with interrupted_by_signals(ended):
            code = program.main(args=args, prog_name="quadrille", standalone_mode=False)
        print(end="", flush=True)
    except BrokenPipeError:  # the reader has gone
        drop_unwritable_output()
        return 1
    except SystemExit as end:  # the answer to a shell that asked for completions
        code = end.code
    except (KeyboardInterrupt, typer.Abort):
        code = INTERRUPTED
    except Exception as error:
        drop_unwritable_output()
        code = report_error(error)
    drop_unwritable_output()
    if ended:
        return 128 + ended[0]
    return code if isinstance(code, int) else 0


@contextmanager
def interrupted_by_signals(ended: list[int]) -> Iterator[None]:
    """Let SIGTERM and SIGHUP end a command as Ctrl-C does, so that nothing is lost.

    The number of the signal is put into a list; its name is the text of the KeyboardInterrupt.
    """

    def leave(number: int, _: object) -> None:
        ended.append(number)
        raise KeyboardInterrupt(signal.Signals(number).name)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard = [signal.SIGTERM]
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # as nohup sets it
        heard.append(signal.SIGHUP)
    before = {number: signal.signal(number, leave) for number in heard}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def prepare_streams() -> None:
    """Make sure that all three streams exist and can encode any character."""
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by the parent process
            setattr(sys, name, io.StringIO())
        elif isinstance(stream, io.TextIOWrapper):  # not so under test runners
            stream.reconfigure(errors="plain" if stream.writable() else "replace")


# What boards are drawn with, for terminals that cannot show it.
PLAIN = dict(zip("●○·─│┌┐└┘├┤┬┴┼…", "xo.-|+++++++++~", strict=True))


def plain_characters(error: UnicodeError) -> tuple[str, int]:
    """Write what a stream cannot encode as the nearest plain character."""
    assert isinstance(error, UnicodeEncodeError)
    strange = error.object[error.start : error.end]
    return "".join(PLAIN.get(character, "?") for character in strange), error.end


codecs.register_error("plain", plain_characters)


def drop_unwritable_output() -> None:
    """Drop output that cannot be written, so that it does not fail again at exit."""
    try:
        print(end="", flush=True)
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def report_error(error: Exception) -> int:
    """Print an error in one line; internal errors keep their traceback."""
    if os.environ.get("QUADRILLE_TRACEBACK"):
        import traceback

        traceback.print_exception(error)
    reason = _reason(error)
    if reason is None:
        raise error
    print(f"quadrille: {' '.join(reason.splitlines())}", file=sys.stderr)
    return WRONG_USAGE


def _reason(error: Exception) -> str | None:
    """The message of an error; None for an internal error."""
    if isinstance(error, OSError):
        return _of_system(error)
    if isinstance(error, ValueError):
        return str(error)
    if hasattr(error, "format_message"):  # wrong usage of a command
        return f"{error.format_message().rstrip('.')} (--help shows the usage)"
    from quadrille.arena.workers import WorkerFailed  # late: few errors are of these kinds
    from quadrille.core.agents.agent import AgentFailed
    from quadrille.core.load import place_of_error

    if isinstance(error, AgentFailed):  # people count players from 1
        return f"player {error.player + 1} ({error.spec}) failed: {error.reason}"
    if isinstance(error, WorkerFailed):
        return str(error)
    if place := place_of_error(error):  # a mistake in a user's own file
        return f"{type(error).__name__}: {error}{place}; QUADRILLE_TRACEBACK=1 shows more"
    return None


def _of_system(error: OSError) -> str:
    if error.strerror is None:
        return str(error)
    place = "" if error.filename is None else f" {error.filename!r}"
    return f"cannot open{place}: {error.strerror}" if place else error.strerror
