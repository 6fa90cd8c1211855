"""The application: its routes, its websocket, its page."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from importlib.resources import files
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, WebSocket, WebSocketDisconnect
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles

from quadrille.arena.store import BadStore
from quadrille.core.errors import BadSpec
from quadrille.core.version import VERSION
from quadrille.web.api import ErrorBody, refused, router
from quadrille.web.connection import Connection
from quadrille.web.guard import Bucket, RequestGuard
from quadrille.web.server import NotFound, Server
from quadrille.web.settings import Settings
from quadrille.web.store_thread import STORE_TROUBLE
from quadrille.web.visibility import Refused

LOG = logging.getLogger("quadrille.web")
STATIC = Path(str(files("quadrille.web") / "static"))
PAGES = (
    "/",
    "/new/{path:path}",
    "/rules/{path:path}",
    "/game/{path:path}",
    "/analyse/{path:path}",
    "/arena",
    "/arena/{path:path}",
    "/stored/{path:path}",
    "/mine",
)
MAX_MESSAGE_SIZE = 16_000
"""Characters of a message from a page."""
MIN_GZIP, GZIP_LEVEL = 1000, 6
"""Bytes from which answers are compressed, and how hard."""
RATE, BURST = 30.0, 90.0
"""Messages a second from one page, and how many at once."""
QUEUE = 200
"""Messages that may wait for a page; one that does not read them is closed."""
FAULTS: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorBody} for status in (400, 403, 404, 413, 421, 422, 429, 503)
}


def create_app(settings: Settings | None = None) -> FastAPI:
    """The server of some settings."""
    chosen = settings or Settings()
    server = Server(chosen)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await server.start()
        yield
        await server.close()

    app = FastAPI(
        title="Quadrille",
        version=VERSION,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        responses=FAULTS,
    )
    app.state.server = server
    app.include_router(router)
    app.add_middleware(GZipMiddleware, minimum_size=MIN_GZIP, compresslevel=GZIP_LEVEL)
    app.add_middleware(RequestGuard, settings=chosen)
    app.add_exception_handler(Refused, refused(403))
    app.add_exception_handler(NotFound, refused(404))
    app.add_exception_handler(BadStore, _busy)
    app.add_exception_handler(BadSpec, refused(404))
    app.add_exception_handler(ValueError, refused(422))
    app.add_exception_handler(RequestValidationError, _explain)
    app.add_exception_handler(HTTPException, _plain)
    app.add_api_websocket_route("/ws", talk)
    for page in PAGES:
        app.add_api_route(page, _page, include_in_schema=False)
    app.mount("/static", RevalidatedFiles(directory=STATIC), name="static")
    return app


class RevalidatedFiles(StaticFiles):
    """Files that a browser asks for again, so that a new version is never mixed with an old one."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        """The file, or that it has not changed."""
        found = super().file_response(*args, **kwargs)
        found.headers["Cache-Control"] = "no-cache"
        return found


async def _page() -> FileResponse:
    return FileResponse(STATIC / "index.html", headers={"Cache-Control": "no-cache"})


def _busy(request: Request, error: Exception) -> JSONResponse:
    LOG.error("store error: %s", error)
    return JSONResponse({"error": STORE_TROUBLE}, 503)


def _explain(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(map(str, first["loc"]))
    return JSONResponse({"error": f"{where}: {first['msg']}"[:500]}, 422)


def _plain(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    asked = request.url.path.startswith(("/api/", "/static/")) or request.method != "GET"
    if error.status_code == 404 and not asked and "text/html" in request.headers.get("accept", ""):
        return FileResponse(STATIC / "index.html", 404)  # which has a page for it
    return JSONResponse({"error": str(error.detail)}, error.status_code, error.headers)


# --- the websocket -------------------------------------------------------------------------


async def talk(socket: WebSocket) -> None:
    """Connection with one page until it is closed."""
    await socket.accept()
    outgoing: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue(QUEUE)

    def send(message: dict[str, Any]) -> None:
        try:
            outgoing.put_nowait(message)
        except asyncio.QueueFull:  # it does not read; its own reconnection will show it all
            while not outgoing.empty():
                outgoing.get_nowait()
            outgoing.put_nowait(None)

    page = Connection(socket.app.state.server, send)
    writer = asyncio.create_task(_write(socket, outgoing))
    bucket = Bucket(RATE, BURST)
    try:
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                message = await socket.receive()
                if message["type"] == "websocket.disconnect":
                    break
                text = message.get("text")
                if text is None or len(text) > MAX_MESSAGE_SIZE:
                    reason = f"expected at most {MAX_MESSAGE_SIZE} characters"
                    send({"type": "refused", "error": reason})
                elif not bucket.take():
                    send({"type": "refused", "error": "too many messages; wait a moment"})
                else:
                    await page.hear(text)
    finally:
        writer.cancel()
        await page.close()


async def _write(socket: WebSocket, outgoing: "asyncio.Queue[dict[str, Any] | None]") -> None:
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        while (message := await outgoing.get()) is not None:
            await socket.send_text(json.dumps(message, allow_nan=False, ensure_ascii=False))
        await socket.close(1013)
