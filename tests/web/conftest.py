"""Fixtures for the tests of the page."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from quadrille.arena.series import Series
from quadrille.arena.store import Store

from .browser import Windows, browsing
from .pages import Site, site
from .process import Serving, serving


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Site]:
    """A server in this process."""
    with site(tmp_path) as found:
        yield found


@pytest.fixture(scope="session")
def browser() -> Iterator[tuple[Windows, asyncio.AbstractEventLoop | None]]:
    """The one browser, and the event loop in which it is driven, which is not left running."""
    with browsing() as found:
        loop = asyncio._get_running_loop()
        asyncio._set_running_loop(None)
        yield Windows(found), loop
        asyncio._set_running_loop(loop)


@pytest.fixture
def windows(browser: tuple[Windows, asyncio.AbstractEventLoop | None]) -> Iterator[Windows]:
    """The windows of the browser; its event loop would be in the way of tests without it."""
    found, loop = browser
    asyncio._set_running_loop(loop)
    yield found
    asyncio._set_running_loop(None)


@pytest.fixture(scope="session")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server in a process of its own, with a few games in its arena."""
    folder = tmp_path_factory.mktemp("live")
    with Store.open(folder / "web.db") as store:
        list(Series("quarto", ["oneply", "random"], 6).keep_in(store).play())
    with serving(folder) as found:
        yield found
