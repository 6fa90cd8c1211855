"""Fixtures for the tests of the page."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from quadrille.arena.match import Match
from quadrille.arena.series import Series
from quadrille.arena.store import Store

from .browser import browsing
from .pages import Site, site
from .process import Serving, serving


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Site]:
    """A server in this process."""
    with site(tmp_path) as found:
        yield found


@pytest.fixture(scope="module")  # its event loop would be in the way of other tests
def browser() -> Iterator[Browser]:
    """A browser."""
    with browsing() as found:
        yield found


@pytest.fixture(scope="session")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server in a process of its own, with a few games in its arena."""
    folder = tmp_path_factory.mktemp("live")
    with Store.open(folder / "web.db") as store:
        list(Series.begin(Match("quarto", ["oneply", "random"], 6), store).play())
    with serving(folder) as found:
        yield found
