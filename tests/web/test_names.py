"""What players are called, on the page and in pictures, and what the page says they are to do."""

from typing import Any

import pytest
from playwright.sync_api import expect

import quadrille
from quadrille.core.drawing import draw
from quadrille.core.drawing.svg import named
from quadrille.web.seats import MAX_NAME_LENGTH, clean_name, distinct

from .browser import Visitor, Windows, visitor
from .pages import LINK, PERSON, Page, Site, seat
from .process import Serving

BOARD_OF_TWO = [PERSON, LINK]
KEY = "a-key-of-the-guest-1"


def names(page: Page, message: dict[str, Any]) -> list[str]:
    """What the page calls the players."""
    return [player["name"] for player in message["players"]]


def test_strengths_and_people_have_names(server: Site) -> None:
    level = "mcts:sims=300"
    room = server.begin("connect_four", {**PERSON, "name": "  Anna \n Lena "}, seat(level))
    with server.page() as page:
        assert names(page, page.join(room["id"], room["key"])) == ["Anna Lena", "Club"]
        scene = page.turn()
        assert "Anna Lena to move" in scene["scene"]["svg"]
        assert scene["scene"]["prompts"] == ["Choose a column"]
        page.send("resign")
        assert page.wait("scene")["result"]["text"] == "Club wins by resignation"


def test_people_change_their_own_names_only(server: Site) -> None:
    room = server.begin("connect_four", *BOARD_OF_TWO)
    with server.page() as host, server.page() as guest:
        host.join(room["id"], room["key"])
        claim = {"invite": room["links"][0]["invite"], "key": KEY, "name": "Bernd"}
        assert names(guest, guest.join(room["id"], **claim)) == ["Player 1", "Bernd"]
        host.send("name", player=0, name="Anna")
        while names(guest, message := guest.wait("seats")) != ["Anna", "Bernd"]:
            assert message
        assert "Anna to move" in guest.wait("scene")["scene"]["svg"]
        guest.send("name", player=0, name="Clara")
        refused = guest.receive()
        assert refused["type"] == "refused" and "only whoever sits there" in refused["error"]
        guest.send("name", player=1, name="x" * (MAX_NAME_LENGTH + 1))
        assert "at most 20 characters" in guest.receive()["error"]
    with server.page() as again:
        assert names(again, again.join(room["id"], room["key"])) == ["Anna", "Bernd"]


def test_names_are_in_one_line_and_differ() -> None:
    assert clean_name(" Anna\t\u202e B ") == "Anna B"
    assert distinct(["", "Club", "Club", ""]) == ["Player 1", "Club 2", "Club 3", "Player 4"]


def test_a_team_has_its_name(server: Site) -> None:
    seats = [PERSON] * 3 + [seat("random")] * 3
    room = server.begin("pillars", *seats)
    with server.page() as page:
        players = page.join(room["id"], room["key"])["players"]
        assert [each["team"] for each in players] == ["RED"] * 3 + ["BLUE"] * 3
        assert players[4]["plays"] == "B2"
        page.turn()
        page.send("resign")
        assert page.wait("scene")["result"]["text"] == "BLUE wins by resignation"


def test_an_analysis_calls_players_as_the_game_did(server: Site) -> None:
    room = server.begin("connect_four", {**PERSON, "name": "Anna"}, seat("mcts:sims=300"))
    with server.page() as page:
        page.join(room["id"], room["key"])
        page.turn()
        page.send("resign")
        page.wait("scene")
        page.send("open", room=room["id"])
        assert names(page, page.wait("room")) == ["Anna", "Club"]
        assert page.wait("scene")["result"]["text"] == "Club wins by resignation"


def test_pictures_have_room_for_names() -> None:
    state = quadrille.game("carcassonne").new(seed=3)
    with named(["Anna Katharina Maria", ""]):
        picture = state.svg()
    assert "Anna Katharin…, red" in picture and "Player 2, blue" in picture
    assert "textLength" in picture, "the headline is squeezed"
    assert "textLength" not in state.svg() and "Player 1, red" in state.svg()


@pytest.mark.parametrize("name", quadrille.game_names())
def test_every_click_and_every_move_has_words(name: str) -> None:
    state: Any = quadrille.game(name).new(seed=1)
    rng = quadrille.Rng(1)
    told: set[tuple[str, ...]] = set()
    while not state.is_over():
        move = state.random_move(rng)
        if state.player() >= 0:
            told.add(draw.prompts(state))
            clicks = max(len(state.click_path(each)) for each in state.legal_moves())
            assert len(draw.prompts(state)) == clicks or clicks > 1
            assert draw.words(state, move) != ""
        assert draw.words(state, move) == draw.words(state, str(move))
        state.play(move)
    assert all("marked place" not in words for prompts in told for words in prompts)
    assert len(draw.roles(state)) == state.num_players()
    assert len(draw.teams(state)) == state.num_sides()


def test_a_game_without_words_has_general_ones() -> None:
    state = quadrille.game("examples/nim.py:Nim").new()
    assert draw.prompts(state) == ("Choose a move",)
    assert draw.words(state, state.legal_moves()[0]) == ""
    assert draw.roles(state) == draw.teams(state) == ["", ""]


def status(person: Visitor) -> Any:
    """The line that says what to do."""
    return expect(person.page.locator(".status"))


def test_the_page_says_what_to_do_and_remembers_the_name(windows: Windows, live: Serving) -> None:
    with visitor(windows, live) as person:
        person.open("/new/quarto")
        person.page.get_by_label("Name of Player 1").fill("Anna")
        person.page.get_by_role("button", name="Play", exact=True).click()
        assert person.wait_for_turn()
        expect(person.page.locator(".player").first).to_contain_text("Anna")
        status(person).to_have_text("Choose a piece for Club")
        person.move(0)
        assert person.wait_for_turn()
        status(person).to_contain_text("Choose a square for the")
        person.page.get_by_role("button", name="Change the name Anna").click()
        person.page.get_by_label("Name", exact=True).fill("Berta")
        person.page.keyboard.press("Enter")
        expect(person.page.locator(".player").first).to_contain_text("Berta")
        person.open("/new/sheep")
        expect(person.page.get_by_label("Name of Player 1")).to_have_value("Berta")


def test_the_words_follow_the_clicks(windows: Windows, live: Serving) -> None:
    with visitor(windows, live) as person:
        person.begin("carcassonne", "Beginner", seed=1, Players=1)
        assert person.wait_for_turn()
        status(person).to_have_text("Choose a place for the tile")
        while person.page.locator(".chooser:visible").count() == 0:
            person.click(0)
        status(person).to_have_text("Turn the tile with R or the wheel, then click Place")
        person.page.keyboard.press("Escape")
        status(person).to_have_text("Choose a place for the tile")
