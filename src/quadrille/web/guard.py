"""Requests that are refused before anything reads them: from other sites, too large, too frequent.

A page of another site must not drive a server on this machine: the ``Host`` has to be a name of
ours, and the ``Origin``, which browsers send whenever a page of another site asks, the same.
"""

import html
import time
from collections import OrderedDict
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse, JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quadrille.web.settings import Settings

MAX_BODY_SIZE = 64_000
"""Bytes of a request."""
RATE, BURST = 100.0, 1000.0
"""Requests a second from one address, which may be that of a whole class; and how many at once."""
ADDRESSES = 10_000
"""Addresses that are remembered."""

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; font-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class Bucket:
    """A rate limit: a burst, and a number per second."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._full = burst
        self._last = time.monotonic()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        now = time.monotonic()
        self._full = min(self._burst, self._full + (now - self._last) * self._rate)
        self._last = now
        if self._full < 1:
            return False
        self._full -= 1
        return True


class RequestGuard:
    """Middleware that refuses bad requests."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._hosts = {"localhost", "127.0.0.1", "[::1]", *settings.names}
        if settings.host not in ("0.0.0.0", "::", ""):
            self._hosts.add(f"[{settings.host}]" if ":" in settings.host else settings.host)
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        status, reason = self._refusal(scope, headers)
        if reason and scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 4403, "reason": reason})
            return
        if reason:
            wants_page = "text/html" in headers.get("accept", "")
            answer = (
                HTMLResponse(_wrong_name_page(headers.get("host", "")), status)
                if status == 421 and wants_page
                else JSONResponse({"error": reason}, status)
            )
            await answer(scope, receive, _with_headers(send))
            return
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
            return
        await self._app(scope, _bounded(receive), _with_headers(send))

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[int, str]:
        host = headers.get("host", "")
        if not self._is_ours(host):
            return 421, "this server is not reached under that name"
        origin = headers.get("origin")
        scheme = "https" if scope.get("scheme") in ("https", "wss") else "http"
        if origin is not None and origin not in (f"{scheme}://{host}", f"https://{host}"):
            return 403, "pages of other sites may not use this server"
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            top = headers.get("sec-fetch-mode") == "navigate" and scope.get("method") == "GET"
            if not top:
                return 403, "pages of other sites may not use this server"
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > 9 or int(length) > MAX_BODY_SIZE:
            return 413, f"expected at most {MAX_BODY_SIZE} bytes"
        client = scope.get("client")
        counts = not scope["path"].startswith("/static/")  # a page is made of many files
        if counts and not self._bucket(client[0] if client else "").take():
            return 429, "too many requests; wait a moment"
        return 0, ""

    def _is_ours(self, host: str) -> bool:
        name, _, port = host.rpartition(":") if _has_port(host) else (host, "", "")
        return name.lower() in self._hosts and port.isdecimal() | (port == "")

    def _bucket(self, address: str) -> Bucket:
        if address not in self._buckets:
            self._buckets[address] = Bucket(RATE, BURST)
            if len(self._buckets) > ADDRESSES:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return self._buckets[address]


def _wrong_name_page(host: str) -> str:
    """What a person sees who comes by a name or address that the server was not given."""
    name = html.escape(host.rpartition(":")[0] if _has_port(host) else host)[:200]
    return (
        "<!doctype html><meta charset=utf-8><title>Quadrille</title>"
        f"<h1>Quadrille does not answer to {name or 'this name'}</h1>"
        "<p>It answers only to the names that it was started with, so that other web sites cannot "
        "use it through your browser. Whoever runs it can add this one:</p>"
        f"<pre>quadrille serve --host 0.0.0.0 --name {name or 'NAME'}</pre>"
    )


def _has_port(host: str) -> bool:
    return ":" in host.rpartition("]")[2]


def _bounded(receive: Receive) -> Receive:
    """The same request, cut off if it turns out to be too long."""
    seen = 0

    async def bounded() -> Message:
        nonlocal seen
        message = await receive()
        if message["type"] == "http.request":
            seen += len(message.get("body", b""))
            if seen > MAX_BODY_SIZE:
                return {"type": "http.request", "body": b"", "more_body": False}
        return message

    return bounded


def _with_headers(send: Send) -> Send:
    async def told(message: Any) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return told
