"""Draws and take-backs between people: what is asked, answered, refused, and shown."""

import pytest
from playwright.sync_api import expect

from quadrille.core.records.record import Record

from .browser import Windows, visitor
from .pages import LINK, PERSON, RANDOM, Page, Site
from .process import Serving
from .test_people import begin, seat_line, shown_link


def two_people(server: Site, one: Page, other: Page, game: str = "connect_four") -> str:
    """Two pages that play each other."""
    room = server.begin(game, PERSON, LINK, seed=1)
    one.join(room["id"], room["key"])
    one.wait("scene")
    other.join(room["id"], invite=room["links"][0]["invite"], key="key-of-the-other")
    other.wait("scene")
    return str(room["id"])


def refusal(page: Page) -> str:
    """Why the last message was refused."""
    while (heard := page.receive())["type"] != "refused":
        pass
    return str(heard["error"])


def test_a_draw_is_offered_declined_and_agreed(server: Site) -> None:
    with server.page() as one, server.page() as other:
        room = two_people(server, one, other)
        one.send("offer", what="draw")
        offer = other.wait("offer")["offer"]
        assert offer == {"kind": "draw", "player": 0, "asked": [1]}
        one.send("answer", accept=True)
        assert refusal(one) == "only those who were asked can answer"
        other.send("answer", accept=False)
        assert other.wait("offer")["offer"] is None
        one.send("offer", what="draw")
        assert "ask again after a move" in refusal(one)
        one.send("move", ply=0, text="4")
        other.wait("scene")
        other.send("offer", what="draw")
        assert other.wait("offer")["offer"]["asked"] == [0]
        one.wait("offer")
        one.send("answer", accept=True)
        ended = other.wait("scene")["result"]
        assert (ended["ended"], ended["outcome"]) == ("agreed", [0.0, 0.0])
        assert ended["text"] == "Draw by agreement"
        record = server.client.get(f"/api/rooms/{room}/record.jsonl").text
        Record.from_json(record).check()


def test_a_draw_offer_lapses_when_the_other_moves(server: Site) -> None:
    with server.page() as one, server.page() as other:
        two_people(server, one, other)
        one.send("offer", what="draw")
        other.wait("offer")
        one.send("move", ply=0, text="4")  # whoever offers it may move meanwhile
        assert other.wait("scene", "offer")["type"] == "scene"
        other.send("move", ply=1, text="4")
        assert one.wait("offer")["offer"] is not None  # its own
        assert one.wait("offer")["offer"] is None
        other.send("answer", accept=True)
        assert refusal(other) == "there is no question to answer"


def test_a_move_is_taken_back_if_the_other_agrees(server: Site) -> None:
    with server.page() as one, server.page() as other:
        two_people(server, one, other)
        one.send("offer", what="take-back")
        assert refusal(one) == "there is no move to take back"
        for ply, text in enumerate("445"):
            (one, other)[ply % 2].send("move", ply=ply, text=text)
            while (one, other)[(ply + 1) % 2].wait("scene")["scene"]["ply"] != ply + 1:
                pass
        one.send("offer", what="take-back")
        other.wait("offer")
        other.send("answer", accept=True)
        again = other.wait("scene")
        assert again["scene"]["ply"] == 2 and again["since"] == 2 and again["scene"]["player"] == 0
        assert other.wait("offer")["offer"] is None


def test_who_may_not_ask(server: Site) -> None:
    room = server.begin("connect_four", PERSON, RANDOM, seed=1)
    with server.page() as page:
        page.join(room["id"], room["key"])
        page.turn()
        page.send("offer", what="draw")
        assert refusal(page) == "only people who play each other can offer a draw"
        page.send("offer", what="money")
        assert "expected one of draw, take-back" in refusal(page)
    with server.page() as one, server.page() as other, server.page() as third:
        id = two_people(server, one, other)
        described = third.join(id)
        assert not described["can"]["draw"] and not described["can"]["takeback"]
        one.send("offer", what="draw")
        third.wait("offer")
        third.send("answer", accept=True)
        assert refusal(third) == "only those who were asked can answer"
        third.send("answer", accept=False)
        assert refusal(third) == "only those who were asked can answer"


@pytest.mark.xdist_group("browser")
def test_two_people_ask_each_other(windows: Windows, live: Serving) -> None:
    with visitor(windows, live) as host, visitor(windows, live) as guest:
        begin(host, "connect_four", "person", "link")
        guest.page.goto(shown_link(host))
        seat_line(guest.page).to_have_text("You play as Player 2.")
        host.move(3)
        assert guest.wait_for_turn()
        host.page.get_by_role("button", name="Take back").click()
        expect(host.page.locator(".offer")).to_contain_text("You have asked to take the last move")
        expect(guest.page.locator(".offer")).to_contain_text("Player 1 asks to take the last move")
        guest.page.get_by_role("button", name="Accept").click()
        expect(guest.page.locator(".offer")).to_be_hidden()
        assert host.wait_for_turn() and host.ply() == 0 and guest.ply() == 0
        host.move(2)
        assert guest.wait_for_turn()
        guest.page.get_by_role("button", name="Offer a draw").click()
        host.page.get_by_role("button", name="Decline").click()
        expect(guest.page.locator(".state")).to_contain_text("The draw was not agreed.")
        guest.move(2)
        assert host.wait_for_turn()
        host.page.get_by_role("button", name="Offer a draw").click()
        guest.page.get_by_role("button", name="Accept").click()
        for person in (host, guest):
            expect(person.page.locator(".banner")).to_contain_text("by agreement")
        host.page.get_by_role("button", name="Rematch").click()
        for person, seat in ((host, 2), (guest, 1)):
            seat_line(person.page).to_have_text(f"You play as Player {seat}.")
