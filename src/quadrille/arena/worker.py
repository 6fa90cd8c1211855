"""A worker process: plays the games that come through a pipe and sends back the finished games."""

import os
import threading
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any

from quadrille.core.agents.agent import AgentFailed
from quadrille.core.load import place_of_error


def main(handle: int) -> None:
    """Play until the pipe is closed, by the parent or because the parent has ended."""
    os.dup2(2, 1)  # standard output belongs to the parent
    pipe: Any = Connection(handle)
    messages: SimpleQueue[Any] = SimpleQueue()
    threading.Thread(target=_listen, args=(pipe, messages), daemon=True).start()
    job = messages.get()
    while True:
        pairing = messages.get()
        pipe.send(job if isinstance(job, Exception) else answer(job, pairing))


def _listen(pipe: Any, messages: "SimpleQueue[Any]") -> None:
    """Read ahead, so that the end of the pipe is noticed in the middle of a game too."""
    while True:
        try:
            messages.put(pipe.recv())
        except (EOFError, OSError):
            os._exit(0)
        except Exception as error:  # a game or an agent that cannot be loaded here
            messages.put(plain(error))


def answer(job: Any, pairing: Any) -> Any:
    """The game that was played, or what went wrong."""
    try:
        return job.play(pairing)
    except Exception as error:
        return plain(error)


def plain(error: Exception) -> Exception:
    """An error that can be sent to the parent; an unexpected one becomes a RuntimeError."""
    if isinstance(error, AgentFailed):
        return error
    if isinstance(error, ValueError):
        return ValueError(str(error))
    return RuntimeError(f"{type(error).__name__}: {error}{place_of_error(error)}")
