"""The page in a real browser: every game by clicks, and what people do besides."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

import quadrille
from support.patience import PATIENCE
from support.scale import LONG

from .browser import PHONE, Visitor, Windows, visitor
from .process import Serving, serving
from .test_javascript import MAX_BYTES

pytestmark = pytest.mark.xdist_group("browser")
GAMES = quadrille.game_names()
MAX_MOVES = 400


def expert(person: Visitor, game: str, *seats: str, **more: Any) -> None:
    """Begin a game that the form would not propose, and open its page."""
    roles = [
        {"role": each} if each != "random" else {"role": "agent", "spec": each} for each in seats
    ]
    wish = {"game": game, "seats": roles, **more}
    answer = person.page.request.post(f"{person.address}/api/rooms", data=wish)
    assert answer.status == 201, answer.text()
    room = answer.json()
    person.open(f"/game/{room['id']}#{room['key']}")


def listen(person: Visitor, frames: list[str]) -> None:
    """Keep everything that the page is sent through its websocket."""

    def keep(frame: str | bytes) -> None:
        frames.append(str(frame))

    person.page.on("websocket", lambda socket: socket.on("framereceived", keep))


def finish(person: Visitor) -> str:
    """Play on to the end by clicks; the result that is shown."""
    for move in range(MAX_MOVES):
        if not person.wait_for_turn():
            return person.page.locator(".banner").inner_text()
        person.move(7 * move)
    raise AssertionError("the game does not end")


def test_from_the_front_page_to_a_first_move_in_four_clicks(
    windows: Windows, live: Serving
) -> None:
    for game in GAMES:
        with visitor(windows, live) as person:
            person.open("/")
            person.page.locator(f'a[href="/new/{game}"]').first.click()
            person.page.get_by_role("button", name="Play", exact=True).first.click()
            assert person.wait_for_turn()
            assert any(person.click(0) for _ in range(2)), game


SMALLER: dict[str, dict[str, int]] = {
    "carcassonne": {"Side of the table": 4},
    "pillars": {"Most rounds": 3},
    "sheep": {"Players": 2},
}
"""Options of the form that make games shorter."""


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_clicks(windows: Windows, live: Serving, game: str) -> None:
    with visitor(windows, live) as person:
        person.begin(game, "Beginner", **({} if LONG else SMALLER.get(game, {})))
        result = finish(person)
        assert re.search("win|lose|draw|over|place", result, re.IGNORECASE), result
        assert person.page.get_by_role("button", name="Rematch").is_visible()


def test_undo_reload_and_looking_back(windows: Windows, live: Serving) -> None:
    with visitor(windows, live) as person:
        expert(person, "connect_four", "person", "random", seed=1)
        assert person.wait_for_turn()
        person.move(3)
        assert person.wait_for_turn() and person.ply() == 2
        person.page.get_by_role("button", name="Undo").click()
        expect(person.page.locator(".moves [data-ply]")).to_have_count(0)
        person.move(3)
        assert person.wait_for_turn() and person.ply() == 2
        person.page.reload()
        assert person.wait_for_turn() and person.ply() == 2
        person.page.locator(".moves [data-ply]").first.click()
        expect(person.page.get_by_role("button", name="Back to the game")).to_be_visible()
        expect(person.page).to_have_url(re.compile("ply=1"))
        person.page.get_by_role("button", name="Back to the game").click()
        assert person.wait_for_turn() and person.spots()
        expect(person.page).to_have_url(re.compile("/game/[^?#]+$"))


def test_the_server_is_killed_and_started_again(windows: Windows, tmp_path: Path) -> None:
    with serving(tmp_path) as first:
        port = first.address.rpartition(":")[2]
        with visitor(windows, first) as person:
            expert(person, "quarto", "person", "random", seed=1)
            assert person.wait_for_turn()
            person.move(1)
            assert person.wait_for_turn()
            ply = person.ply()
            first.process.kill()
            first.process.wait(PATIENCE)
            expect(person.page.get_by_text(re.compile("connection", re.I)).first).to_be_visible()
            with serving(tmp_path, "--port", port):
                expect(person.page.get_by_text(re.compile("connection", re.I)).first).to_be_hidden()
                assert person.wait_for_turn() and person.ply() == ply
                person.move(2)
                assert person.wait_for_turn() and person.ply() > ply


def test_quarto_from_the_keyboard_alone(windows: Windows, live: Serving) -> None:
    with visitor(windows, live) as person:
        person.open("/")
        keys = person.page.keyboard
        card = person.page.locator('a[href="/new/quarto"]').first
        for _ in range(40):
            keys.press("Tab")
            if card.evaluate("(element) => element === document.activeElement"):
                break
        keys.press("Enter")
        play = person.page.get_by_role("button", name="Play", exact=True).first
        expect(play).to_be_visible()
        for _ in range(60):
            if play.evaluate("(element) => element === document.activeElement"):
                break
            keys.press("Tab")
        keys.press("Enter")
        for move in range(MAX_MOVES):
            if not person.wait_for_turn():
                break
            before = person.ply()
            for _ in range(60):
                if person.page.evaluate(FOCUSED):
                    break
                keys.press("Tab")
            assert person.page.evaluate(FOCUSED)
            for _ in range(move % 3):
                keys.press("ArrowRight")
            keys.press("Enter")
            expect(person.page.locator(".moves [data-ply]").nth(before)).to_be_attached()
        assert person.page.locator(".banner").is_visible()


FOCUSED = """() => Boolean(document.querySelector(".board .canvas").shadowRoot.activeElement
    ?.dataset.spot)"""


def test_two_browsers_play_each_other(windows: Windows, live: Serving) -> None:
    with visitor(windows, live) as one, visitor(windows, live) as two:
        wish = {"game": "connect_four", "seats": [{"role": "person"}, {"role": "link"}]}
        room = one.page.request.post(f"{live.address}/api/rooms", data=wish).json()
        one.open(f"/game/{room['id']}#{room['key']}")
        two.open(f"/game/{room['id']}#{room['links'][0]['invite']}")
        for move in range(42):
            person = (one, two)[move % 2]
            if not person.wait_for_turn():
                break
            person.move(move % 2)  # each a column of its own, which the first completes
            expect((two, one)[move % 2].page.locator(".moves [data-ply]")).to_have_count(move + 1)
        results = [each.page.locator(".banner") for each in (one, two)]
        for each in results:
            expect(each).to_be_visible()


def test_secrets_are_in_no_byte_for_the_other_seat(windows: Windows, live: Serving) -> None:
    """Two games whose only difference is a hand that this seat may not see look the same."""
    game = quadrille.game("pillars", open_hands=False)
    state, rng = game.new(4), quadrille.Rng(1)
    other = state
    while other.text() == state.text() or state.player() != 0:
        state.play(state.random_move(rng))
        other = state.redeal(0, rng)
    heard = []
    for text in (state.text(), other.text()):
        frames: list[str] = []
        with visitor(windows, live) as person:
            listen(person, frames)
            seats = ["person", *["link"] * 5]
            options = {"open_hands": False}
            expert(person, "pillars", *seats, options=options, position=text, seed=1)
            assert person.wait_for_turn()
            page = person.page.content()
        assert any('"scene"' in frame for frame in frames)
        shown = "".join(frames) + page
        heard.append(re.sub(r"[A-Za-z0-9_-]{12,16}", "", shown.replace(person.page.url, "")))
    assert heard[0] == heard[1]


def test_a_known_win_is_found(windows: Windows, live: Serving) -> None:
    text = "..tlShTlsh/.tlSHtLsH./TLsH..tLSH/TLSHTLsh.. TlSh"
    assert quadrille.game("quarto").parse(text)
    with visitor(windows, live) as person:
        person.open(f"/analyse/quarto?position={text}")
        expect(person.page.locator("#live")).to_contain_text("a proven win")


def test_a_stored_game_is_replayed(windows: Windows, live: Serving) -> None:
    with visitor(windows, live) as person:
        person.open("/arena/games")
        person.page.locator('a[href^="/stored/"]').first.click()
        person.page.wait_for_url("**/stored/*")
        moves = person.page.locator(".moves [data-ply]")
        expect(moves.first).to_be_visible()
        person.page.keyboard.press("Home")
        person.page.keyboard.press("ArrowRight")
        person.page.wait_for_url("**ply=1")


def test_a_form_that_is_wrong_begins_nothing(windows: Windows, live: Serving) -> None:
    with visitor(windows, live) as person:
        person.open("/new/carcassonne")
        person.page.get_by_text("Rules and variants").click()
        person.page.get_by_label("Players", exact=True).fill("99")
        asked: list[str] = []
        person.page.on("request", lambda request: asked.append(request.url))
        person.page.get_by_role("button", name="Play", exact=True).click()
        person.page.evaluate("fetch('/health').then((answer) => answer.text())")
        assert asked == [f"{live.address}/health"], "nothing was asked of the server before"
        assert person.page.url.endswith("/new/carcassonne")


def test_an_agent_of_the_expert_form_is_taken(windows: Windows, live: Serving) -> None:
    with visitor(windows, live) as person:
        person.open("/new/quarto")
        person.page.get_by_label("Player 2", exact=True).select_option("other")
        person.page.get_by_label("Agent", exact=True).select_option("random")
        person.page.get_by_role("button", name="Play", exact=True).click()
        person.page.wait_for_url("**/game/*")
        expect(person.page.locator(".players")).to_contain_text("random")


def move_and_look_back(person: Visitor) -> None:
    """Make a move by a click, then go back by a key."""
    expert(person, "connect_four", "person", "random", seed=1)
    assert person.wait_for_turn()
    person.move(3)
    assert person.wait_for_turn()
    person.page.keyboard.press("ArrowLeft")
    expect(person.page.get_by_role("button", name="Back to the game")).to_be_visible()


def test_arrow_keys_after_a_click_go_through_the_game(windows: Windows, live: Serving) -> None:
    with visitor(windows, live) as person:
        move_and_look_back(person)


def test_arrow_keys_work_as_soon_as_the_page_is_open(windows: Windows, live: Serving) -> None:
    with visitor(windows, live, locale="en-GB") as person:  # a window of its own, for the script
        person.page.add_init_script("performance.now = () => 0")  # no computer is faster
        move_and_look_back(person)


def test_a_trouble_is_shown_until_the_next_position(windows: Windows, live: Serving) -> None:
    with visitor(windows, live, locale="en-US") as person:  # a window of its own, for the route
        routes: list[WebSocketRoute] = []

        def keep(route: WebSocketRoute) -> None:
            server = route.connect_to_server()
            server.on_message(route.send)
            routes.append(route)

        person.page.route_web_socket("**/ws", keep)
        expert(person, "connect_four", "person", "random", seed=1)
        assert person.wait_for_turn()
        routes[-1].send(json.dumps({"type": "trouble", "error": "the game was stopped: no memory"}))
        message = person.page.locator(".state .message")
        expect(message).to_have_text("The game was stopped: no memory.")
        routes[-1].send(json.dumps({"type": "refused", "error": "it is not your turn"}))
        expect(message).to_have_text("It is not your turn.")
        expect(message).to_have_text("The game was stopped: no memory.")  # again, after a while
        person.move(3)
        assert person.wait_for_turn()
        expect(message).to_be_hidden()


@pytest.mark.parametrize("game", GAMES)
def test_a_phone(windows: Windows, live: Serving, game: str) -> None:
    with visitor(windows, live, viewport=PHONE, has_touch=True, is_mobile=True) as person:
        person.begin(game)
        assert person.wait_for_turn()
        wide = person.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= PHONE["width"]
        box = person.page.locator(".board .canvas").bounding_box()
        assert box is not None and box["width"] > 300 and box["y"] < 400
        assert person.page.screenshot()[:4] == b"\x89PNG"


def test_files_are_small(windows: Windows, live: Serving) -> None:
    static = Path(quadrille.__file__).parent / "web" / "static"
    assert sum(each.stat().st_size for each in static.rglob("*") if each.is_file()) < MAX_BYTES
    with visitor(windows, live) as person:
        hosts: set[str] = set()
        person.page.on("request", lambda request: hosts.add(request.url.split("/")[2]))
        person.begin("quarto")
        assert person.wait_for_turn()
        assert hosts == {live.address.rpartition("/")[2]}, json.dumps(sorted(hosts))
