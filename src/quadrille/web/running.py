"""Running a server until it is stopped."""

import socket
from collections.abc import Callable

import uvicorn

from quadrille.web.app import create_app
from quadrille.web.settings import Settings

SHUTDOWN = 1
"""Seconds that open connections get at the end."""
MAX_MESSAGE_SIZE = 65_536
"""Bytes of a message of a websocket; longer ones end the connection."""


class Uvicorn(uvicorn.Server):
    """Calls back when it has started."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._tell = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve."""
        await super().startup(sockets)
        self._tell()


def run(settings: Settings, listener: socket.socket, started: Callable[[], None]) -> None:
    """Serve on a socket that listens; ``started`` is called when pages can be asked for."""
    config = uvicorn.Config(
        create_app(settings),
        log_level="warning",
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=MAX_MESSAGE_SIZE,
        ws_per_message_deflate=not settings.is_local,
        timeout_graceful_shutdown=SHUTDOWN,
        server_header=False,
    )
    Uvicorn(config, started).run(sockets=[listener])
