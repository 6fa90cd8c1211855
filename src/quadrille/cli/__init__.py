"""The command line, one file per command."""

from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command ``quadrille`` and return its exit code."""
    try:
        from quadrille.cli.app import run  # late, so that Ctrl-C is quiet while it loads

        return run(argv)
    except KeyboardInterrupt:
        return 130
