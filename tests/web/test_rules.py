"""Help for people who are new: rules in words and pictures, keys, options in plain words."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

import quadrille
from quadrille.core.package import package_of

from .browser import PHONE, Windows, visitor
from .pages import Site
from .process import Serving

GAMES = quadrille.game_names()
every_game = pytest.mark.parametrize("game", GAMES)
browser = pytest.mark.xdist_group("browser")
# How far pillars are lifted on the screen above the ground of their cells: the largest distance.
LIFT = """() => {
  const root = document.querySelector(".board .canvas").shadowRoot;
  const lifted = [...root.querySelectorAll(".lift")];
  const height = (each) => each.parentElement.getScreenCTM().f - each.getScreenCTM().f;
  return Math.max(...lifted.map(height));
}"""


@every_game
def test_every_game_has_rules_in_words_and_pictures(game: str, server: Site) -> None:
    found = server.get(f"/api/games/{game}/guide")
    titles = {each["title"] for each in found["sections"]}
    assert {"The aim", "A turn"} <= titles and titles & {"How it ends", "Points"}
    pictures = [picture for each in found["sections"] for picture in each["pictures"]]
    assert len(pictures) >= 2
    for picture in pictures:
        assert picture["svg"].startswith("<svg") and picture["caption"]
        assert bool(picture["boxes"]) == picture["whole"]


@every_game
def test_options_are_told_in_plain_words(game: str) -> None:
    found = quadrille.game(game)
    words = package_of(found.state_type).option_words
    assert set(words) == {field.name for field in found.option_fields}
    for field in found.option_fields:
        told = words[field.name]
        assert "_" not in told.label and told.label[0].isupper()
        text = " ".join([told.label, told.help or field.doc, *told.values.values()])
        assert not re.search(r"`|numbered|contest|\b0\b", text), text
        for value in told.values:
            field.check(value)


@browser
@every_game
def test_the_rules_are_shown(windows: Windows, live: Serving, game: str) -> None:
    with visitor(windows, live) as person:
        person.open(f"/new/{game}")
        person.page.get_by_role("link", name="Rules in words and pictures").click()
        person.page.wait_for_url(f"**/rules/{game}")
        expect(person.page.get_by_role("heading", name="The aim")).to_be_visible()
        for frame in person.page.locator(".rules .picture").all():
            box = frame.bounding_box()
            assert box is not None and box["width"] > 300 and box["height"] > 150
        assert "**" not in person.page.locator(".rules").inner_text()
        expect(person.page.get_by_role("link", name="Play")).to_have_count(2)


@browser
@every_game
def test_the_rules_fit_a_phone(windows: Windows, live: Serving, game: str) -> None:
    with visitor(windows, live, viewport=PHONE, has_touch=True, is_mobile=True) as person:
        person.open(f"/rules/{game}")
        expect(person.page.get_by_role("heading", name="The aim")).to_be_visible()
        assert person.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


@browser
def test_a_game_links_to_its_rules(windows: Windows, live: Serving) -> None:
    with visitor(windows, live) as person:
        person.begin("quarto", "Beginner")
        link = person.page.get_by_role("link", name="Rules")
        expect(link).to_have_attribute("href", "/rules/quarto")


@browser
def test_the_keys_are_told_on_a_question_mark(windows: Windows, live: Serving) -> None:
    with visitor(windows, live) as person:
        person.open("/new/quarto")
        dialog = person.page.get_by_role("dialog", name="Keys")
        person.page.get_by_text("More", exact=True).click()
        person.page.get_by_label("Position", exact=True).press("?")
        expect(dialog).to_have_count(0)
        person.page.locator("h1").click()
        person.page.keyboard.press("?")
        expect(dialog).to_be_visible()
        expect(dialog.get_by_text("turn a tile")).to_be_visible()
        person.page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        person.page.get_by_role("button", name="Keys").click()
        expect(dialog).to_be_visible()


@browser
def test_another_view_of_the_board_at_a_key(windows: Windows, live: Serving) -> None:
    with visitor(windows, live) as person:
        begin_pillars(person)
        person.page.wait_for_function(f"() => ({LIFT})() > 5")
        person.page.keyboard.press("v")
        person.page.wait_for_function(f"() => Math.abs(({LIFT})()) < 0.01")
        person.page.reload()
        assert person.wait_for_turn()
        person.page.wait_for_function(f"() => Math.abs(({LIFT})()) < 0.01")
        person.page.get_by_role("button", name="From the side").click()
        person.page.wait_for_function(f"() => ({LIFT})() > 5")


def begin_pillars(person: Any) -> None:
    """A game of Pillars in which this person is to act."""
    seats = [{"role": "person"}, *[{"role": "agent", "spec": "random"}] * 5]
    wish = {"game": "pillars", "seats": seats, "seed": 1}
    room = person.page.request.post(f"{person.address}/api/rooms", data=wish).json()
    person.open(f"/game/{room['id']}#{room['key']}")
    assert person.wait_for_turn()


@browser
def test_kinds_of_sheep_are_chosen_by_their_names(windows: Windows, live: Serving) -> None:
    with visitor(windows, live) as person:
        person.open("/new/sheep")
        person.page.get_by_text("Rules and variants").click()
        kinds = person.page.get_by_label("Kind of game", exact=True)
        kinds.select_option(label="Partners: plain, players 1 and 3 against 2 and 4")
        size = person.page.get_by_label("Side of the field", exact=True)
        expect(size).to_have_value("")
        expect(size).to_have_attribute("placeholder", "automatic")
        person.page.get_by_role("button", name="Play", exact=True).click()
        person.page.wait_for_url("**/game/*")
        expect(person.page.locator("h1.gamename")).to_have_text("Sheep")
        expect(person.page.locator(".players")).to_contain_text("Partners 1 and 3")
