"""The page on a phone: what can be read and tapped, measured, and maps under fingers."""

from typing import Any

import pytest
from playwright.sync_api import expect

import quadrille

from .browser import PHONE, Visitor, Windows, visitor
from .process import Serving

pytestmark = pytest.mark.xdist_group("browser")
GAMES = quadrille.game_names()
MIN_TEXT, MIN_TARGET, MIN_TILE = 13, 40, 44
MOVES = 4

# The small texts in sight, as [text, pixels], and the small targets, as [name, width, height].
SMALL = """([text, target]) => {
  const canvas = document.querySelector(".board .canvas").shadowRoot;
  const all = [...document.querySelectorAll("body *"), ...canvas.querySelectorAll("*")];
  const shown = all.filter((each) => each.checkVisibility({ visibilityProperty: true })
    && !each.closest("defs, title, desc, .unseen, .skip")
    && each.getBoundingClientRect().width > 0);
  const hasText = (each) => [...each.childNodes].some((node) => node.nodeType === 3
    && node.data.trim());
  const scale = (each) => each.ownerSVGElement ? Math.abs(each.getScreenCTM().d) : 1;
  const pixels = (each) => parseFloat(getComputedStyle(each).fontSize) * scale(each);
  const texts = shown.filter(hasText).map((each) => [each.textContent.trim(), pixels(each)]);
  const tapped = "button, a, select, summary, input, [data-spot].legal";
  const targets = shown.filter((each) => each.matches(tapped)).map((each) => {
    const { width, height } = (each.querySelector(".hit") ?? each).getBoundingClientRect();
    return [each.dataset.spot ?? each.textContent.trim(), width, height];
  });
  return [texts.filter(([, size]) => size < text - 0.01),
    targets.filter(([, width, height]) => Math.min(width, height) < target - 0.01)];
}"""
VISIBLE = "() => document.querySelector('.board .canvas').clientHeight > 0"
TILE = """() => document.querySelector(".board .canvas").shadowRoot
    .querySelector("[data-plane] use.tile").getBoundingClientRect().width"""


def phone(windows: Windows, live: Serving) -> Any:
    """A person with a phone."""
    return visitor(windows, live, viewport=PHONE, has_touch=True, is_mobile=True)


def small(person: Visitor) -> Any:
    """What is too small to read or to tap."""
    person.page.wait_for_function(VISIBLE)
    return person.page.evaluate(SMALL, [MIN_TEXT, MIN_TARGET])


@pytest.mark.parametrize("game", GAMES)
def test_everything_can_be_read_and_tapped(windows: Windows, live: Serving, game: str) -> None:
    with phone(windows, live) as person:
        person.begin(game, "Beginner")
        for move in range(MOVES):
            assert person.wait_for_turn()
            for click in range(4):
                assert small(person) == [[], []], (move, click)
                if person.click(2 * move + click):
                    break


def test_tiles_are_as_large_as_a_finger(windows: Windows, live: Serving) -> None:
    with phone(windows, live) as person:
        person.open("/arena/games")
        wish = {"game": "carcassonne", "seats": [{"role": "agent", "spec": "greedy"}] * 2}
        answer = person.page.request.post(f"{person.address}/api/rooms", data=wish)
        person.open(f"/game/{answer.json()['id']}")
        expect(person.page.locator(".table.over")).to_be_visible(timeout=120_000)
        assert person.page.evaluate(TILE) >= MIN_TILE
