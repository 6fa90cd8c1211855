"""Every page for people who see little or use no mouse: what axe-core finds serious."""

from pathlib import Path
from typing import Any

import pytest

from support.scale import LONG

from .browser import PHONE, Visitor, Windows, visitor
from .process import Serving

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


# Colours are only right when nothing fades in any more.
SETTLED = """() => document.getAnimations().every((each) =>
  each.playState === "finished" || each.effect.getComputedTiming().endTime === Infinity)"""


def serious(person: Visitor) -> list[dict[str, Any]]:
    """What axe-core finds that keeps people from using the page."""
    person.page.wait_for_load_state("networkidle")
    person.page.wait_for_function(SETTLED)
    person.page.evaluate(AXE.read_text())
    found: list[dict[str, Any]] = person.page.evaluate(RUN)
    return [each for each in found if each["impact"] in ("serious", "critical")]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page(windows: Windows, live: Serving, scheme: Any) -> None:
    with visitor(windows, live, color_scheme=scheme) as person:
        for path in PAGES if LONG or scheme == "light" else PAGES[::3]:
            person.open(path)
            assert serious(person) == [], path
            person.errors.clear()  # the address that is nowhere is an error by nature
        person.begin("quarto")
        assert person.wait_for_turn()
        assert serious(person) == []
        person.move(1)
        person.page.get_by_role("button", name="Share").click()
        assert serious(person) == []


def test_on_a_phone(windows: Windows, live: Serving) -> None:
    with visitor(windows, live, viewport=PHONE, has_touch=True) as person:
        for path in ("/", "/new/sheep", "/arena", "/stored/1"):
            person.open(path)
            assert serious(person) == [], path
            assert person.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
