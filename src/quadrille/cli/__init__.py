"""The command line, one file per command.

This module is loaded before Ctrl-C is handled, so it must stay small.
"""

import sys

from quadrille.cli.exit_codes import INTERRUPTED

TYPE_CHECKING = False  # type checkers take it as true; to import the one of typing takes long
if TYPE_CHECKING:
    from collections.abc import Sequence


def program() -> int:
    """Run the command ``quadrille`` as a process of its own and return its exit code."""
    try:
        from quadrille.cli import interrupt

        interrupt.prepare()
        code = main()
        interrupt.end_work()
        return code
    except KeyboardInterrupt:
        return INTERRUPTED


def main(argv: "Sequence[str] | None" = None) -> int:
    """Run the command ``quadrille`` and return its exit code."""
    args = sys.argv[1:] if argv is None else list(argv)
    try:
        if args == ["--version"] and print_version():
            return 0
        from quadrille.cli.app import run

        return run(args)
    except KeyboardInterrupt:
        return INTERRUPTED


def print_version() -> bool:
    """Print the version without loading everything else; False if it cannot be written."""
    from quadrille.core.version import VERSION

    try:
        print(VERSION, flush=True)
    except OSError:
        return False  # the full command line reports the error
    return True
