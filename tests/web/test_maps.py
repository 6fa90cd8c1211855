"""Maps that people move and enlarge: by the mouse on a desk, by fingers on a phone."""

from typing import Any

import pytest
from playwright.sync_api import expect

from .browser import PHONE, Visitor, Windows, visitor
from .process import Serving

pytestmark = pytest.mark.xdist_group("browser")

# Where the tile that lay first is, and how wide: [x, y, width].
TILE = """() => {
  const root = document.querySelector(".board .canvas").shadowRoot;
  const first = root.querySelector('[data-plane] [data-piece="0,0"] use');
  const { x, y, width } = first.getBoundingClientRect();
  return [x, y, width];
}"""
# A cell on which the tile can be laid in several ways, as [name, x, y].
CELL = """() => {
  const root = document.querySelector(".board .canvas").shadowRoot;
  const cells = [...root.querySelectorAll(".cell[data-tip]")];
  const cell = cells.find((each) => each.dataset.tip.includes(" or "));
  const { x, y, width, height } = cell.getBoundingClientRect();
  return [cell.dataset.spot, x + width / 2, y + height / 2];
}"""
CHOSEN = """() => document.querySelector(".board .canvas").shadowRoot
    .querySelector("svg > .ghost use")?.getAttribute("href") ?? "" """


def begin(person: Visitor) -> None:
    """A game of Carcassonne in which this person is to lay a tile that can be turned."""
    seats = [{"role": "person"}, {"role": "agent", "spec": "random"}]
    wish = {"game": "carcassonne", "seats": seats, "seed": 1}
    room = person.page.request.post(f"{person.address}/api/rooms", data=wish).json()
    person.open(f"/game/{room['id']}#{room['key']}")
    assert person.wait_for_turn()


def tile(person: Visitor) -> list[float]:
    """Where the first tile is, and how wide."""
    found: list[float] = person.page.evaluate(TILE)
    return found


def middle(person: Visitor) -> tuple[float, float]:
    """A place of the map without a tile."""
    box = person.page.locator(".board .canvas").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 8, box["y"] + box["height"] / 8


def test_a_map_is_dragged_and_enlarged_by_the_mouse(windows: Windows, live: Serving) -> None:
    with visitor(windows, live) as person:
        begin(person)
        x, y, wide = tile(person)
        mouse, start = person.page.mouse, middle(person)
        mouse.move(*start)
        mouse.down()
        mouse.move(start[0] + 60, start[1] + 40, steps=4)
        mouse.up()
        assert tile(person) == pytest.approx([x + 60, y + 40, wide], abs=1)
        assert person.ply() == 1, "a drag is no click"
        mouse.move(x + 60, y + 40)
        mouse.wheel(0, -400)
        person.page.wait_for_function(f"() => ({TILE})()[2] > {1.3 * wide}")
        assert tile(person)[:2] == pytest.approx([x + 60, y + 40], abs=1.5)
        person.page.locator(".board .zoom").click()
        assert tile(person) == pytest.approx([x, y, wide], abs=1)


def test_the_map_stays_where_it_is_when_a_tile_is_laid(windows: Windows, live: Serving) -> None:
    with visitor(windows, live) as person:
        begin(person)
        before = tile(person)
        for move in range(3):
            assert person.wait_for_turn()
            person.move(5 * move)
        assert person.ply() > 4
        assert tile(person) == pytest.approx(before, abs=1)


def test_a_tile_is_turned_first_and_placed_by_a_double_click(
    windows: Windows, live: Serving
) -> None:
    with visitor(windows, live) as person:
        begin(person)
        name, x, y = person.page.evaluate(CELL)
        person.page.mouse.move(x, y)
        person.page.wait_for_function(f"() => ({CHOSEN})() !== ''")
        before = person.page.evaluate(CHOSEN)
        person.page.keyboard.press("r")
        person.page.wait_for_function(f"() => ({CHOSEN})() !== '{before}'")
        ghost = person.page.evaluate(CHOSEN)
        person.page.mouse.dblclick(x, y)
        laid = person.page.locator(f'.moves [data-ply="2"]:has-text("{name}@")')
        expect(laid).to_contain_text(f"{name}@{ghost.rpartition('-')[2]}")


def test_two_fingers_enlarge_a_map(windows: Windows, live: Serving) -> None:
    with visitor(windows, live, viewport=PHONE, has_touch=True, is_mobile=True) as person:
        begin(person)
        _, _, wide = tile(person)
        x, y = middle(person)
        devtools = person.page.context.new_cdp_session(person.page)

        def touch(kind: str, *points: tuple[float, float]) -> None:
            told: list[dict[str, Any]] = [
                {"x": x, "y": y, "id": index} for index, (x, y) in enumerate(points)
            ]
            devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})

        touch("touchStart", (x, y), (x + 60, y))
        for step in range(1, 7):
            touch("touchMove", (x, y), (x + 60 + 10 * step, y))
        touch("touchEnd")
        assert tile(person)[2] == pytest.approx(2 * wide, rel=0.15)
        assert person.ply() == 1
