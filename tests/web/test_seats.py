"""Seats of people: links, who may take them, and who is present."""

from pathlib import Path
from typing import Any

import pytest

from quadrille.arena.store import BadStore, Store

from .pages import LINK, PERSON, RANDOM, Page, Site, site

GUEST, THIEF = "a-key-of-a-guest", "a-key-of-a-thief"
HIDDEN = {"open_hands": False}


def here(found: dict[str, Any]) -> list[int]:
    """The players that a page moves for."""
    return [each["index"] for each in found["players"] if each["here"]]


def refusal(page: Page) -> str:
    """The next refusal."""
    while (heard := page.receive())["type"] != "refused":
        pass
    return str(heard["error"])


def test_a_link_is_taken_by_the_first_who_opens_it(tmp_path: Path) -> None:
    with site(tmp_path) as server:
        room = server.begin("connect_four", PERSON, LINK)
        [link] = room["links"]
        assert link["player"] == 1 and not link["taken"]
        with server.page() as guest, server.page() as thief:
            found = guest.join(room["id"], invite=link["invite"], key=GUEST)
            assert here(found) == [1] and found["claim"] == "" and found["keys"] == [GUEST]
            found = thief.join(room["id"], invite=link["invite"], key=THIEF)
            assert here(found) == [] and found["claim"] == "taken" and found["keys"] == []
            thief.wait("scene")
            thief.send("move", ply=0, text="4")
            assert refusal(thief) == "it is player 1's turn"
    with site(tmp_path) as server, server.page() as guest, server.page() as thief:
        assert here(guest.join(room["id"], GUEST)) == [1], "the seat outlasts the server"
        again = guest.join(room["id"], invite=link["invite"], key=GUEST)
        assert here(again) == [1] and again["claim"] == "", "a claim can be repeated"
        assert thief.join(room["id"], invite=link["invite"], key=THIEF)["claim"] == "taken"


def test_the_link_is_not_the_key_of_the_seat(server: Site) -> None:
    room = server.begin("connect_four", PERSON, LINK)
    invite = room["links"][0]["invite"]
    with server.page() as page:
        assert here(page.join(room["id"], invite)) == []
        assert here(page.join(room["id"], "")) == []
        assert page.join(room["id"], invite="", key=THIEF)["claim"] == "withdrawn"
        page.send("join", room=room["id"], claim={"invite": invite, "key": "short"})
        assert "16 to 64" in refusal(page)


def test_no_claim_takes_the_seat_of_an_agent_or_of_the_host(server: Site) -> None:
    room = server.begin("connect_four", PERSON, RANDOM)
    with server.page() as page:
        for invite in ("", "no-such-invitation"):
            found = page.join(room["id"], invite=invite, key=THIEF)
            assert here(found) == [] and found["claim"] == "withdrawn"


def test_the_own_link_is_asked_about_and_loses_nothing(server: Site) -> None:
    room = server.begin("connect_four", PERSON, LINK)
    invite = room["links"][0]["invite"]
    with server.page() as first, server.page() as second:
        assert here(first.join(room["id"], room["key"])) == [0]
        found = second.join(room["id"], room["key"], invite=invite, key=GUEST)
        assert here(found) == [0] and found["claim"] == "ask"
        assert not found["invitations"][0]["taken"]
        both = second.join(room["id"], room["key"], invite=invite, key=GUEST, both=True)
        assert here(both) == [0, 1] and set(both["keys"]) == {room["key"], GUEST}
        assert here(first.join(room["id"], room["key"])) == [0]
        assert here(first.join(room["id"], room["key"], GUEST)) == [0, 1]


def test_the_host_cannot_sit_in_the_seat_of_an_opponent_with_secrets(server: Site) -> None:
    room = server.begin("pillars", *[PERSON] * 3, *[LINK] * 3, options=HIDDEN)
    invite = room["links"][0]["invite"]
    with server.page() as host, server.page() as guest:
        for both in (False, True):
            found = host.join(room["id"], room["key"], invite=invite, key=GUEST, both=both)
            assert here(found) == [0, 1, 2] and found["claim"] == "secret"
        assert here(guest.join(room["id"], invite=invite, key=GUEST)) == [3]
        partner = room["links"][1]["invite"]
        found = guest.join(room["id"], GUEST, invite=partner, key=THIEF, both=True)
        assert here(found) == [3, 4], "partners have no secrets before each other"
        host.join(room["id"], room["key"])
        host.send("renew", player=3)
        assert "stays taken" in refusal(host), "else the host could sit down and look"
        host.send("renew", player=5)
        assert host.wait("seats")["invitations"][2]["invite"] != room["links"][2]["invite"]


def test_a_link_is_withdrawn_and_renewed(server: Site) -> None:
    room = server.begin("connect_four", PERSON, LINK)
    invite = room["links"][0]["invite"]
    with server.page() as host, server.page() as thief, server.page() as guest:
        host.join(room["id"], room["key"])
        thief.join(room["id"], invite=invite, key=THIEF)
        taken = host.wait("seats")["invitations"]
        assert taken == [{"player": 1, "taken": True, "invite": ""}]
        thief.send("renew", player=1)
        assert "only whoever began the game" in refusal(thief)
        host.send("renew", player=0)
        assert "invited by a link" in refusal(host)
        host.send("renew", player=1)
        [fresh] = host.wait("seats")["invitations"]
        assert not fresh["taken"] and fresh["invite"] not in ("", invite)
        lost = thief.wait("room")
        assert here(lost) == [] and lost["claim"] == "withdrawn" and lost["invitations"] == []
        assert thief.join(room["id"], THIEF, invite=invite, key=THIEF)["claim"] == "withdrawn"
        assert here(guest.join(room["id"], invite=fresh["invite"], key=GUEST)) == [1]


def test_a_seat_that_cannot_be_saved_is_not_given(
    server: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise BadStore("the disk is full")

    room = server.begin("connect_four", PERSON, LINK)
    claim = {"invite": room["links"][0]["invite"], "key": GUEST}
    with server.page() as guest:
        monkeypatch.setattr(Store, "save_room", fail)
        guest.send("join", room=room["id"], claim=claim)
        refusal(guest)
        monkeypatch.undo()
        assert here(guest.join(room["id"], **claim)) == [1]


def test_players_who_come_and_go_are_announced(
    server: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quadrille.web.audience.AWAY", 0.01)
    room = server.begin("connect_four", PERSON, LINK)
    with server.page() as host:
        found = host.join(room["id"], room["key"])
        assert [each["present"] for each in found["players"]] == [True, False]
        assert [each["taken"] for each in found["players"]] == [True, False]
        with server.page() as guest, server.page() as stranger:
            stranger.join(room["id"])
            guest.join(room["id"], invite=room["links"][0]["invite"], key=GUEST)
            come = host.wait("seats")["players"][1]
            assert come["present"] and come["taken"]
        gone = host.wait("seats")["players"][1]
        assert gone["taken"] and not gone["present"]
        assert len([each for each in host.heard if each["type"] == "seats"]) == 2


def test_a_rematch_keeps_everybody_s_key(server: Site) -> None:
    room = server.begin("connect_four", PERSON, LINK)
    with server.page() as host, server.page() as guest:
        host.join(room["id"], room["key"])
        guest.join(room["id"], invite=room["links"][0]["invite"], key=GUEST)
        guest.wait("scene")
        guest.send("resign")
        while guest.wait("scene")["result"] is None:
            pass
        guest.send("rematch")
        again = guest.wait("moved-to")["room"]
        assert host.wait("moved-to")["room"] == again
        assert here(guest.join(again, GUEST)) == [0]
        found = host.join(again, room["key"])
        assert here(found) == [1] and found["host"] and found["invitations"][0]["taken"]
