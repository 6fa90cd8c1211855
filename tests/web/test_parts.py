"""Notes on the parts of a picture, where a person points or taps."""

from urllib.parse import quote

import pytest
from playwright.sync_api import expect

import quadrille

from .browser import PHONE, Visitor, Windows, visitor
from .pages import Site
from .process import Serving

PILLARS = "10010A/100a0b0/22*00/001c00/210B0C1 213:m1b2:m2b1:m0b0 231:m0b0:m0b0:m3b3 5.1"
# The middle of the part that has some words in its note, on the screen.
PLACE = """(number) => {
  const root = document.querySelector(".board .canvas").shadowRoot;
  const shape = root.querySelector(`[data-part="${number}"] > *`);
  const box = shape.getBBox();
  const at = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);
  const place = at.matrixTransform(shape.getScreenCTM());
  return [place.x, place.y];
}"""
LOADED = """() =>
    document.querySelector(".board .canvas").shadowRoot.querySelector("[data-part]")"""
SHOWN = """() => [...document.querySelector(".board .canvas").shadowRoot
    .querySelectorAll(".part.shown")].map((each) => each.dataset.part)"""


def test_parts_are_told_to_whoever_may_see_them(server: Site) -> None:
    with server.page() as page:
        page.send("open", game="pillars", position=PILLARS)
        assert page.wait("scene")["scene"]["asks"]
        page.send("parts", ply=0)
        found = page.wait("parts")
        assert found["ply"] == 0 and len(found["notes"]) == 25
        assert found["svg"].count("data-part=") == 25
        page.send("open", game="quarto")
        assert not page.wait("scene")["scene"]["asks"]
        page.send("parts", ply=5)
        while (heard := page.receive())["type"] != "refused":
            pass
        assert "expected a ply" in heard["error"]


def open_board(person: Visitor, game: str, position: str) -> None:
    """An analysis board, with the notes on its picture loaded by pointing at it."""
    person.open(f"/analyse/{game}?position={quote(position)}")
    canvas = person.page.locator(".board .canvas")
    canvas.locator("svg").first.wait_for()
    box = canvas.bounding_box()
    assert box is not None
    person.page.mouse.move(box["x"] + box["width"] / 3, box["y"] + box["height"] / 2)
    person.page.wait_for_function(LOADED)


@pytest.mark.xdist_group("browser")
def test_pointing_at_a_cell(windows: Windows, live: Serving) -> None:
    with visitor(windows, live) as person:
        open_board(person, "pillars", PILLARS)
        note = person.page.locator(".partnote")
        person.page.mouse.move(*person.page.evaluate(PLACE, 0))
        expect(note).to_contain_text("R1 stands there")
        assert person.page.evaluate(SHOWN) == ["0"]
        person.page.mouse.move(*person.page.evaluate(PLACE, 1))
        expect(note).to_contain_text("can build here, up to 2")
        assert person.page.evaluate(SHOWN) == ["1"]
        person.page.mouse.move(5, 5)
        expect(note).to_be_hidden()
        assert person.page.evaluate(SHOWN) == []


@pytest.mark.xdist_group("browser")
def test_a_feature_and_a_pasture(windows: Windows, live: Serving) -> None:
    with visitor(windows, live) as person:
        start = quadrille.game("carcassonne").new(1).text()
        open_board(person, "carcassonne", start)
        note = person.page.locator(".partnote")
        person.page.mouse.move(*person.page.evaluate(PLACE, 2))
        expect(note).to_contain_text("City of 1 tile")
        expect(note).to_contain_text("1 open end")
        sheep = "players=2 size=6 cells=12 sheep=4 ##A1.##/#..A3.#/#...B4#/##..##/######/###### 2"
        open_board(person, "sheep", sheep)
        person.page.mouse.move(*person.page.evaluate(PLACE, 2))
        expect(note).to_contain_text("Can move: e3 (4 sheep).")


@pytest.mark.xdist_group("browser")
def test_tapping_a_cell(windows: Windows, live: Serving) -> None:
    with visitor(windows, live, viewport=PHONE, has_touch=True, is_mobile=True) as person:
        person.open(f"/analyse/pillars?position={quote(PILLARS)}")
        canvas = person.page.locator(".board .canvas")
        canvas.locator("svg").first.wait_for()
        box = canvas.bounding_box()
        assert box is not None
        person.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + 30)
        person.page.wait_for_function(LOADED)
        person.page.touchscreen.tap(*person.page.evaluate(PLACE, 0))
        expect(person.page.locator(".partnote")).to_contain_text("R1 stands there")
