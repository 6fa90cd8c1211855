"""Boards that change by difference, in a real browser."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

import quadrille
from quadrille.web.line import Line

from .browser import Visitor, Windows, visitor
from .process import Serving

pytestmark = pytest.mark.xdist_group("browser")
GAMES = quadrille.game_names()

# A board that has shown all positions, and whether it looks as one that shows only the last, which
# has no definitions but those that it needs.
SAME = """async (scenes) => {
  const look = ({ svg }) => {
    const copy = svg.cloneNode(true);
    copy.querySelector("defs")?.replaceChildren();
    return copy.outerHTML;
  };
  const definitions = ({ svg }) => [...svg.querySelector("defs").children];
  const needed = (board) => definitions(board).map((each) => each.outerHTML);
  const { Board } = await import("/static/js/board.js");
  const [changed, fresh] = [0, 1].map(() => new Board({ play: () => {} }));
  document.body.append(changed.element, fresh.element);
  const differ = [];
  for (const scene of scenes) {
    changed.show(scene);
    fresh.view.source = null;
    fresh.show(scene);
    const known = new Set(needed(changed));
    const isSame = look(changed) === look(fresh) && needed(fresh).every((each) => known.has(each));
    if (!isSame || needed(fresh).length === 0) differ.push(scene.ply);
    changed.press(scene.moves[0]?.path[0] ?? "");  // so that there are marks to remove
  }
  return differ;
}"""
# How many elements a board replaced for the second of two positions, of how many.
REPLACED = """async ([before, after]) => {
  const { Board } = await import("/static/js/board.js");
  const board = new Board({ play: () => {} });
  document.body.append(board.element);
  board.show(before);
  const old = new Set(board.svg.querySelectorAll("*"));
  board.show(after);
  const now = [...board.svg.querySelectorAll("*")];
  return [now.filter((each) => !old.has(each)).length, now.length];
}"""
# How light the ground of the picture is, from 0 to 1.
GROUND = """() => {
  const back = document.querySelector(".board .canvas").shadowRoot.querySelector("svg > .back");
  const [red, green, blue] = getComputedStyle(back).fill.match(/[\\d.]+/g).map(Number);
  return (0.21 * red + 0.72 * green + 0.07 * blue) / 255;
}"""
# The bar beside the board: its colours, and their shares.
BAR = """() => [...document.querySelectorAll(".evaluation-bar .part")].map((part) => {
  return [getComputedStyle(part).backgroundColor, Number(part.style.getPropertyValue("--part"))];
})"""


def scenes(game: str, every: int = 1) -> list[dict[str, Any]]:
    """Positions of a random game, there and back, as the page gets them."""
    rules = quadrille.game(game)
    record = quadrille.play(game, ["random"] * rules.new().num_players(), seed=3)
    line = Line.of_record(record, rules, ["One", "Two", *map(str, range(3, 9))])
    found = [{**line.scene(ply), "gains": []} for ply in range(0, len(line.states), every)]
    return [*found, *found[-2::-3]]


def open_page(person: Visitor) -> None:
    """Any page of the server, for its scripts."""
    person.open("/nowhere")
    person.errors.clear()  # the address that is nowhere is an error by nature


@pytest.mark.parametrize("game", GAMES)
def test_a_board_that_changed_looks_as_a_new_one(
    windows: Windows, live: Serving, game: str
) -> None:
    with visitor(windows, live) as person:
        open_page(person)
        assert person.page.evaluate(SAME, scenes(game, 14)) == []


def test_only_what_differs_is_replaced(windows: Windows, live: Serving) -> None:
    with visitor(windows, live) as person:
        open_page(person)
        shown = scenes("carcassonne")
        for index in (40, 90, 140):
            replaced, total = person.page.evaluate(REPLACED, shown[index : index + 2])
            assert 0 < replaced < total / 5


@pytest.mark.parametrize("game", GAMES)
def test_boards_are_dark_in_the_dark(windows: Windows, live: Serving, game: str) -> None:
    ground = {}
    for scheme in ("light", "dark"):
        with visitor(windows, live, color_scheme=scheme) as person:
            person.open(f"/analyse/{game}")
            person.page.locator(".moves").wait_for()
            person.page.wait_for_function(f"() => {{ try {{ return ({GROUND})() }} catch {{ }} }}")
            ground[scheme] = person.page.evaluate(GROUND)
    assert ground["light"] > 0.75 and ground["dark"] < 0.2


def test_programs_without_two_colours_find_the_light_one() -> None:
    picture = quadrille.game("quarto").new().svg()
    before, after = picture.split("light-dark(", 1)
    assert before.endswith(f"fill: {after.partition(',')[0]}; fill: ")


def test_the_bar_has_the_colours_of_the_players(windows: Windows, live: Serving) -> None:
    with visitor(windows, live) as person:
        person.open("/analyse/connect_four?moves=4~4~3~3")
        bar = person.page.locator(".evaluation-bar")
        expect(bar).to_be_visible()
        expect(bar).to_have_attribute("aria-label", re.compile("^Chances to win: Player 1 "))
        (red, first), (yellow, second) = person.page.evaluate(BAR)
        assert (red, yellow) == ("rgb(217, 79, 57)", "rgb(239, 185, 58)")
        assert first > second and first + second == pytest.approx(1, abs=0.01)
        person.page.get_by_role("switch").first.uncheck()
        expect(bar).to_be_hidden()
