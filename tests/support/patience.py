"""How long tests wait: until a condition holds, and never for ever.

A busy machine may need a minute for what takes a second on a quiet one. No test waits for less
than ``PATIENCE``, none relies on one thing being faster than another, and none sleeps where it
can ask.
"""

import time
from collections.abc import Callable

PATIENCE = 120.0
"""Seconds after which something that is waited for is taken to hang."""


def wait_until(condition: Callable[[], object], what: str) -> None:
    """Return when the condition holds; fail, naming what was waited for, if it never does."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.02)
