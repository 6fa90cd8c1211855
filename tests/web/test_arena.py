"""The arena's page in a browser: it follows what is played."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from quadrille.arena.series import Series
from quadrille.arena.store import Store

from .browser import Windows, visitor
from .process import serving

pytestmark = pytest.mark.xdist_group("browser")
LATER = 3_600_000
"""Milliseconds after which the page surely looks again."""


def play(folder: Path, game: str, seed: int) -> None:
    """Play and store two games, while the server runs."""
    with Store.open(folder / "web.db") as store:
        list(Series(game, ["oneply", "random"], 2, seed).keep_in(store).play())


def test_games_appear_as_they_are_played(windows: Windows, tmp_path: Path) -> None:
    with serving(tmp_path) as live, visitor(windows, live) as person:
        page = person.page
        page.clock.install()
        person.open("/arena")
        expect(page.get_by_text("No games yet")).to_be_visible()
        expect(page.get_by_role("link", name="Stored games")).to_be_hidden()
        play(tmp_path, "quarto", 1)
        page.clock.run_for(LATER)
        quarto = page.locator("section#quarto")
        expect(quarto.get_by_text("2 games", exact=False).first).to_be_visible()
        expect(page.get_by_role("link", name="Stored games")).to_be_visible()
        quarto.get_by_text("Who beats whom").click()
        expect(quarto.locator("table.meetings")).to_be_visible()
        quarto.evaluate("(panel) => { panel.mark = true; }")
        play(tmp_path, "connect_four", 1)
        page.clock.run_for(LATER)
        expect(page.locator("section#connect_four")).to_be_visible()
        assert quarto.evaluate("(panel) => panel.mark"), "what is the same stays as it is"
        expect(quarto.locator("table.meetings")).to_be_visible()
        play(tmp_path, "quarto", 2)
        page.clock.run_for(LATER)
        expect(quarto.get_by_text("4 games", exact=False).first).to_be_visible()
        assert not quarto.evaluate("(panel) => panel.mark")
        expect(quarto.locator("table.meetings")).to_be_visible()  # still open
        # Nothing is asked when the page is left.
        page.get_by_role("link", name="Stored games").click()
        expect(page.locator("form.filters")).to_be_visible()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.clock.run_for(LATER)
        assert asked == []
