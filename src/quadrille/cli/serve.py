"""``quadrille serve``: the web page."""

import contextlib
import os
import socket
import sys
import threading
import time
import webbrowser
from typing import Annotated

import typer

from quadrille.cli.common import (
    Json,
    UnusedOptions,
    UnusedSeed,
    agent_option,
    count_option,
    note,
    print_json,
    split_options,
)
from quadrille.cli.store import Where
from quadrille.core.install import install_hint

PORT = 8765
BACKLOG = 2048
PATIENCE = 0.2
"""Seconds for agents that were told to stop."""


def serve(
    host: Annotated[
        str,
        typer.Option("--host", metavar="ADDRESS", help="Address to listen on."),
    ] = "127.0.0.1",
    port: Annotated[
        int,
        count_option("--port", "-p", metavar="P", help="Port to listen on; 0 for any free one."),
    ] = PORT,
    name: Annotated[
        list[str] | None,
        typer.Option(
            "--name", metavar="HOST", help="Another host name of this server; repeatable."
        ),
    ] = None,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Do not open a browser.")
    ] = False,
    store: Where = None,
    game: Annotated[
        list[str] | None,
        typer.Option("--game", metavar="FILE.py:Name", help="One more game; repeatable."),
    ] = None,
    agent: Annotated[
        list[str] | None,
        agent_option("--agent", help="One more agent to choose; repeatable."),
    ] = None,
    model: Annotated[
        list[str] | None,
        typer.Option("--model", metavar="FILE", help="One more trained network; repeatable."),
    ] = None,
    searches: Annotated[
        int | None, count_option("--searches", help="Number of agents that may think at once.")
    ] = None,
    json: Json = False,
    seed: UnusedSeed = 0,
    option: UnusedOptions = None,
) -> None:
    """Open the page on which all games are played, watched, analysed and replayed.

    It listens on this machine only, unless --host says otherwise. Every game is
    kept in the store as it goes on. Ctrl-C ends it.
    """
    split_options(option)
    if not 0 <= port <= 65535:
        raise ValueError(f"expected a port from 0 to 65535, got {port}")
    if searches is not None and not 1 <= searches <= 256:
        raise ValueError(f"expected --searches from 1 to 256, got {searches}")
    try:
        from quadrille.web.running import run  # late, as it is not in the core install
        from quadrille.web.settings import Settings
    except ImportError as error:
        raise ValueError(f"the page needs more ({error}): {install_hint('web')}") from None
    listener = listen(host, port)
    port = listener.getsockname()[1]
    more = {} if searches is None else {"searches": searches}
    settings = Settings(
        host=host,
        port=port,
        names=tuple(name or ()),
        store=store,
        games=tuple(game or ()),
        agents=(*(agent or ()), *map(model_agent, model or ())),
        **more,
    )
    shown = "127.0.0.1" if host in ("0.0.0.0", "") else "[::1]" if host == "::" else host
    address = f"http://{shown}:{port}/"

    def started() -> None:
        if json:
            print_json({"address": address, "port": port})
            print(end="", flush=True)
            return
        note(f"Quadrille is at {address} (Ctrl-C ends it)")
        if not settings.is_local:
            for each in settings.names:
                note(f"others reach it at http://{each}:{port}/")
            if not settings.names and host in ("0.0.0.0", "::", ""):
                note(f"others need --name: {name_hint()}")
            note("anyone who can reach this machine can use it")
        if not no_browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    with listener, contextlib.suppress(KeyboardInterrupt):
        run(settings, listener, started)
    abandon_searches()


def name_hint() -> str:
    """The option that lets browsers on other machines come by this one's address or name."""
    names = [socket.gethostname()]
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # sends nothing, but tells the address that would be used
        names.insert(0, probe.getsockname()[0])
    return " ".join(f"--name {each}" for each in names)


def model_agent(name: str) -> str:
    """The agent of a trained network; BadModel if there is none."""
    from quadrille.agents.models import find_model

    _ = find_model(name).file
    return f"model:{name}"


def abandon_searches() -> None:
    """Exit without waiting for agents that ignore the request to stop."""
    if any(thread.name.startswith("thinker") for thread in threading.enumerate()):
        time.sleep(PATIENCE)
    if any(thread.name.startswith("thinker") for thread in threading.enumerate()):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens; OSError says why not."""
    try:
        found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM)
        family, kind, proto, _, address = found[0]
        listener = socket.socket(family, kind, proto)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            listener.listen(BACKLOG)  # a client may connect as soon as the address is known
        except BaseException:
            listener.close()
            raise
        return listener
    except OSError as error:
        reason = error.strerror or str(error)
        raise ValueError(f"cannot listen on {host}:{port}: {reason}") from None
