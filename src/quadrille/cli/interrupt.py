"""Ctrl-C while ``quadrille`` runs as a program: quiet at any moment, and never lost.

Until a command begins there is nothing to lose, and the process ends at once. While it works,
Ctrl-C is the KeyboardInterrupt that it expects, but for two places where one cannot be raised: in
the set-up of a native module, which would abort the process or turn it into another error, and
where Python swallows it, as in ``__del__``. From there it is put off by a moment.
"""

import _thread
import atexit
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from quadrille.cli.exit_codes import INTERRUPTED

MOMENT = 0.001
"""Seconds by which a KeyboardInterrupt is put off."""


def prepare() -> None:
    """End the process silently on Ctrl-C from now on."""
    # The last that is called at the end: what Python does after that, Ctrl-C would only garble.
    atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # neither ignored nor foreign
        signal.signal(signal.SIGINT, _exit)


def begin_work() -> None:
    """Let Ctrl-C raise KeyboardInterrupt from now on, if this process has called ``prepare``."""
    if signal.getsignal(signal.SIGINT) is _exit:
        sys.unraisablehook = _raise_again
        signal.signal(signal.SIGINT, _raise)


def end_work() -> None:
    """Let Ctrl-C end the process silently again."""
    if signal.getsignal(signal.SIGINT) is _raise:
        signal.signal(signal.SIGINT, _exit)


@contextmanager
def plain_handler() -> Iterator[None]:
    """Python's own handler of Ctrl-C, by which asyncio knows that it may cancel its tasks."""
    handler = signal.getsignal(signal.SIGINT)
    if handler is not _raise:
        yield
        return
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)


def _exit(number: int, frame: FrameType | None) -> None:
    os._exit(INTERRUPTED)


def _raise(number: int, frame: FrameType | None) -> None:
    if _cannot_raise(frame):
        _put_off()
    else:
        raise KeyboardInterrupt


def _cannot_raise(frame: FrameType | None) -> bool:
    """Whether a native module is being set up, or a KeyboardInterrupt being put off."""
    while frame is not None:
        if frame.f_code is _raise_again.__code__:
            return True
        if frame.f_code.co_qualname.startswith("ExtensionFileLoader."):
            return True
        frame = frame.f_back
    return False


def _raise_again(unraisable: "sys.UnraisableHookArgs") -> None:
    """Put off a KeyboardInterrupt that came where nothing can be raised."""
    if issubclass(unraisable.exc_type, KeyboardInterrupt):
        _put_off()
    else:
        sys.__unraisablehook__(unraisable)


def _put_off() -> None:
    # Not a threading.Timer: its locks may be held by what the signal has interrupted.
    _thread.start_new_thread(_interrupt_later, ())


def _interrupt_later() -> None:
    time.sleep(MOMENT)
    main = threading.main_thread().ident
    assert main is not None
    signal.pthread_kill(main, signal.SIGINT)
