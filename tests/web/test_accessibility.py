"""Every page for people who see little or use no mouse: what axe-core finds serious."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from quadrille.arena.match import Match
from quadrille.arena.series import Series
from quadrille.arena.store import Store

from .browser import PHONE, Visitor, browsing, visitor
from .process import Serving, serving

pytestmark = pytest.mark.xdist_group("browser")
AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations.map(
  ({id, impact, nodes}) => ({id, impact, where: nodes.map(({target}) => `${target}`)}))"""
PAGES = (
    "/",
    "/new/sheep",
    "/new/carcassonne",
    "/arena",
    "/arena/games",
    "/stored/1",
    "/analyse/quarto",
    "/nowhere",
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with browsing() as found:
        yield found


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    folder = tmp_path_factory.mktemp("axe")
    with Store.open(folder / "web.db") as store:
        list(Series.begin(Match("quarto", ["oneply", "random"], 6), store).play())
    with serving(folder) as found:
        yield found


def serious(person: Visitor) -> list[dict[str, Any]]:
    """What axe-core finds that keeps people from using the page."""
    person.page.wait_for_load_state("networkidle")
    person.page.wait_for_timeout(300)
    person.page.evaluate(AXE.read_text())
    found: list[dict[str, Any]] = person.page.evaluate(RUN)
    return [each for each in found if each["impact"] in ("serious", "critical")]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page(browser: Browser, server: Serving, scheme: Any) -> None:
    with visitor(browser, server, color_scheme=scheme) as person:
        for path in PAGES:
            person.open(path)
            assert serious(person) == [], path
            person.errors.clear()  # the address that is nowhere is an error by nature
        person.begin("quarto")
        assert person.wait_for_turn()
        assert serious(person) == []
        person.move(1)
        person.page.get_by_role("button", name="Share").click()
        assert serious(person) == []


def test_on_a_phone(browser: Browser, server: Serving) -> None:
    with visitor(browser, server, viewport=PHONE, has_touch=True) as person:
        for path in ("/", "/new/sheep", "/arena", "/stored/1"):
            person.open(path)
            assert serious(person) == [], path
            assert person.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
