"""A pytest plugin: the signals that a terminal would give the tests, and an end for every test.

Programs inherit which signals are ignored or blocked. Started by ``nohup``, by a shell in the
background or by some build servers, the tests could therefore not interrupt the programs that
they start. SIGHUP stays ignored where it is, because whoever says ``nohup`` wants that.

A test that takes too long fails by pytest-timeout, which shows all stacks and lets the fixtures
clean up. Where that cannot interrupt it (native code, or a command that needs the alarm clock
itself), the watchdog of faulthandler shows all stacks and ends the process soon after.
"""

import faulthandler
import os
import signal
import sys
from collections.abc import Generator

import pytest

from support.scale import LONG

LIMIT = 3600 if LONG or os.environ.get("QUADRILLE_SANITIZED") else 300
"""Seconds for one test; a mark ``timeout`` on a test replaces it."""
GRACE = 120
"""Seconds from there until the process is ended."""
DIES_WITH_US = ("setpriv", "--pdeathsig=KILL", "--")
"""Before the command of a program that must not outlive the tests, even if they are killed."""
STDERR = pytest.StashKey[int]()
"""Standard error as it was before output was captured."""


def default_signals() -> None:
    """Let Ctrl-C and kill end this process and those it starts, whatever was inherited."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if signal.getsignal(signal.SIGTERM) is signal.SIG_IGN:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())


def pytest_configure(config: pytest.Config) -> None:
    default_signals()
    assert sys.__stderr__ is not None
    config.stash[STDERR] = os.dup(sys.__stderr__.fileno())


def pytest_unconfigure(config: pytest.Config) -> None:
    os.close(config.stash[STDERR])


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("timeout") is None:
            item.add_marker(pytest.mark.timeout(LIMIT))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    mark = item.get_closest_marker("timeout")
    seconds = float(mark.args[0]) if mark else LIMIT
    stderr = item.config.stash[STDERR]
    faulthandler.dump_traceback_later(seconds + GRACE, exit=True, file=stderr)
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()
