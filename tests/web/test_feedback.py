"""What the page lets people hear and see when something has happened."""

import re

from playwright.sync_api import Page, expect

from .browser import Visitor, Windows, visitor
from .process import Serving

AUDIO = """window.tones = 0;
window.AudioContext = class {
  currentTime = 0;
  createOscillator() {
    window.tones += 1;
    return { frequency: { setValueAtTime() {} }, connect: (to) => to, start() {}, stop() {} };
  }
  createGain() {
    const gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
    return { gain, connect: (to) => to };
  }
};"""
"""Counts tones instead of playing them."""
LABELS = """() => [...document.querySelector(".board .canvas").shadowRoot
    .querySelectorAll(".q-gain text")].map((each) => each.textContent)"""


def begin(person: Visitor, game: str, *roles: str, **more: object) -> None:
    """Begin a game, and open its page."""
    seats = [
        {"role": each} if each == "person" else {"role": "agent", "spec": each} for each in roles
    ]
    wish = {"game": game, "seats": seats, **more}
    room = person.page.request.post(f"{person.address}/api/rooms", data=wish).json()
    person.open(f"/game/{room['id']}#{room['key']}")
    assert person.wait_for_turn()


def tones(page: Page) -> int:
    """How many tones were played."""
    found: int = page.evaluate("window.tones")
    return found


def switch_sound(page: Page, *, on: bool) -> None:
    """Open the settings, change the sound, and close them."""
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Sound").set_checked(on)
    page.keyboard.press("Escape")


def test_sounds_begin_with_the_first_click_and_can_be_off(windows: Windows, live: Serving) -> None:
    with visitor(windows, live, locale="en-IE") as person:  # a window of its own, for the script
        person.page.add_init_script(AUDIO)
        begin(person, "connect_four", "random", "person", seed=1)
        assert tones(person.page) == 0
        person.move(3)
        assert person.wait_for_turn()
        assert tones(person.page) > 0
        switch_sound(person.page, on=False)
        before = tones(person.page)
        person.move(2)
        assert person.wait_for_turn() and tones(person.page) == before
        person.page.reload()
        assert person.wait_for_turn()
        person.move(4)
        assert person.wait_for_turn() and tones(person.page) == 0, "it stays off"
        switch_sound(person.page, on=True)
        assert tones(person.page) > 0


def test_the_title_says_whose_turn_it_is(windows: Windows, live: Serving) -> None:
    with visitor(windows, live) as person:
        begin(person, "connect_four", "person", "random", seed=1)
        expect(person.page).to_have_title(re.compile("^● Your turn . Connect Four"))
        person.page.get_by_role("button", name="Resign").click()
        person.page.get_by_role("button", name="Really resign?").click()
        expect(person.page).to_have_title(re.compile("^Game over . Connect Four"))


def test_points_rise_where_they_come_from(windows: Windows, live: Serving) -> None:
    with visitor(windows, live) as person:
        begin(person, "sheep", "person", "greedy", seed=1, options={"players": 2})
        person.move(0)
        assert person.wait_for_turn()
        person.move(0)
        person.page.wait_for_function(f"({LABELS})().some((each) => each.startsWith('+'))")
        assert person.wait_for_turn()
        person.page.keyboard.press("ArrowLeft")
        expect(person.page.get_by_role("button", name="Back to the game")).to_be_visible()
        assert person.page.evaluate(LABELS) == [], "not when going back"


def test_moves_are_listed_in_words(windows: Windows, live: Serving) -> None:
    with visitor(windows, live) as person:
        begin(person, "quarto", "person", "random", seed=1)
        person.move(0)
        assert person.wait_for_turn()
        words = person.page.locator(".moves .in-words")
        expect(words.first).to_have_text("gives tall light square")
        expect(words.nth(1)).to_contain_text(" on ")


MOTIONS = """window.motions = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (...all) {
  window.motions.push(this.dataset.piece);
  return animate.apply(this, all);
};"""
"""Counts what is moved."""


def test_pieces_of_others_move_to_their_place(windows: Windows, live: Serving) -> None:
    for reduced in ("no-preference", "reduce"):
        # Windows of their own, for the script.
        with visitor(windows, live, locale="en-NZ", reduced_motion=reduced) as person:
            person.page.add_init_script(MOTIONS)
            begin(person, "connect_four", "person", "random", seed=1)
            person.move(3)
            assert person.wait_for_turn()
            moved = person.page.evaluate("window.motions")
            assert len(moved) == (reduced == "no-preference"), "one's own disc stays where it is"
            person.page.keyboard.press("ArrowLeft")
            expect(person.page.get_by_role("button", name="Back to the game")).to_be_visible()
            assert person.page.evaluate("window.motions") == moved
