"""People who play each other in real browsers: links, seats, presence, and what goes wrong."""

import re
import resource
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .browser import Visitor, Windows, visitor
from .process import Serving, serving

pytestmark = pytest.mark.xdist_group("browser")


def begin(person: Visitor, game: str, *roles: str, **more: Any) -> dict[str, Any]:
    """Begin a game as its host, and open its page."""
    wish = {"game": game, "seats": [{"role": role} for role in roles], **more}
    answer = person.page.request.post(f"{person.address}/api/rooms", data=wish)
    assert answer.status == 201, answer.text()
    room: dict[str, Any] = answer.json()
    person.open(f"/game/{room['id']}#{room['key']}")
    expect(person.page.locator(".seatline")).to_contain_text("You play as Player 1")
    return room


def shown_link(person: Visitor) -> str:
    """The link that the host sees."""
    return person.page.get_by_label("Player 2", exact=True).input_value()


def seat_line(page: Page) -> Any:
    """The line that says which seat this is."""
    return expect(page.locator(".seatline"))


def test_the_own_link_in_a_second_tab_loses_no_seat(windows: Windows, live: Serving) -> None:
    with visitor(windows, live) as host:
        begin(host, "connect_four", "person", "link")
        second = host.page.context.new_page()
        second.goto(shown_link(host))
        seat_line(second).to_have_text("You play as Player 1.")
        expect(second.get_by_text("This link is for another player")).to_be_visible()
        host.page.reload()
        seat_line(host.page).to_have_text("You play as Player 1.")
        assert host.wait_for_turn()
        second.get_by_role("button", name="Play for both").click()
        seat_line(second).to_have_text("You play as Player 1 and Player 2.")
        host.page.reload()
        seat_line(host.page).to_have_text("You play as Player 1 and Player 2.")
        host.move(3)
        assert host.wait_for_turn(), "the second seat is played here as well"
        second.close()


def test_a_link_that_was_taken_is_withdrawn_and_renewed(windows: Windows, live: Serving) -> None:
    with (
        visitor(windows, live) as host,
        visitor(windows, live) as guest,
        visitor(windows, live) as thief,
    ):
        begin(host, "connect_four", "person", "link")
        link = shown_link(host)
        expect(host.page.locator(".players")).to_contain_text("not here yet")
        thief.page.goto(link)
        seat_line(thief.page).to_have_text("You play as Player 2.")
        expect(host.page.locator(".state")).to_contain_text("Player 2 has joined.")
        expect(host.page.locator(".invitation")).to_contain_text("Player 2: taken")
        guest.page.goto(link)
        seat_line(guest.page).to_have_text("You are watching.")
        expect(guest.page.get_by_text("Somebody else has taken the seat")).to_be_visible()
        host.page.get_by_role("button", name="Withdraw, and make a new link").click()
        seat_line(thief.page).to_have_text("You are watching.")
        expect(host.page.get_by_label("Player 2", exact=True)).not_to_have_value(link)
        guest.page.goto(shown_link(host))
        seat_line(guest.page).to_have_text("You play as Player 2.")
        thief.page.reload()
        seat_line(thief.page).to_have_text("You are watching.")
        guest.page.goto("about:blank")
        expect(host.page.locator(".state")).to_contain_text("Player 2 is away.")
        guest.page.go_back()
        seat_line(guest.page).to_have_text("You play as Player 2.")
        expect(host.page.locator(".state")).to_contain_text("Player 2 has joined.")
        expect(host.page.locator(".players")).not_to_contain_text(re.compile("away|yet"))


def test_the_host_does_not_get_a_seat_with_other_secrets(windows: Windows, live: Serving) -> None:
    with visitor(windows, live) as host:
        hidden = {"open_hands": False}
        room = begin(host, "pillars", "person", *["link"] * 5, options=hidden, seed=1)
        link = room["links"][-1]
        host.open(f"/game/{room['id']}#{link['invite']}")
        seat_line(host.page).to_have_text("You play as Player 1.")
        expect(host.page.get_by_text("in a game with secrets")).to_be_visible()
        assert host.page.get_by_role("button", name="Play for both").count() == 0


def test_a_full_disk_is_told_to_the_players(windows: Windows, tmp_path: Path) -> None:
    with serving(tmp_path) as server, visitor(windows, server) as host:
        begin(host, "connect_four", "person", "person")
        unlimited = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (0, unlimited[1]))
        assert host.wait_for_turn()
        host.move(3)
        message = host.page.locator(".state .message")
        expect(message).to_contain_text("This game cannot be saved")
        assert "web.db" not in host.page.content()
        host.move(3)
        expect(message).to_contain_text("This game cannot be saved")
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, unlimited)
        host.move(3)
        expect(message).to_be_hidden()


def test_help_between_people_is_a_choice_of_the_form(windows: Windows, live: Serving) -> None:
    with visitor(windows, live) as host:
        host.open("/new/connect_four")
        casual = host.page.get_by_label("Casual, with help")
        expect(casual).to_be_hidden()
        for chosen in (False, True):
            host.page.get_by_role("button", name="A friend, by a link").click()
            casual.set_checked(chosen)
            host.page.get_by_role("button", name="Play", exact=True).click()
            assert host.wait_for_turn()
            for name in ("Hint", "Analyse"):
                found = host.page.locator(".actions").get_by_text(name)
                expect(found).to_be_visible(visible=chosen)
            told = host.page.get_by_text("hints and analysis come after it")
            expect(told).to_be_visible(visible=not chosen)
            host.open("/new/connect_four")


def test_links_of_this_computer_only_are_said_to_be(windows: Windows, live: Serving) -> None:
    with visitor(windows, live) as host:
        host.open("/new/connect_four")
        note = host.page.locator(".local")
        expect(note).to_be_hidden()
        host.page.get_by_role("button", name="A friend, by a link").click()
        expect(note).to_contain_text("Links work on this computer only")
        host.page.get_by_role("button", name="Play", exact=True).click()
        assert host.wait_for_turn()
        expect(note).to_contain_text("--host 0.0.0.0")
