"""Games on the page: who may do and see what, and that nothing is ever lost."""

import json
from pathlib import Path
from typing import Any

import pytest

import quadrille
from quadrille import Record
from quadrille.arena.store import BadStore, Store
from quadrille.web.connection import Connection
from quadrille.web.seats import AGENT, Viewer

from .pages import LINK, PERSON, RANDOM, Site, seat, site

GAMES = quadrille.game_names()
HIDDEN = {"open_hands": False}
KEY = "a-key-of-a-guest"


def seats_for(server: Site, game: str) -> list[dict[str, str]]:
    """One person and random agents."""
    count = len(server.get(f"/api/games/{game}")["seats"])
    return [PERSON, *[RANDOM] * (count - 1)]


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game(server: Site, game: str) -> None:
    room = server.begin(game, *seats_for(server, game), seed=3)
    with server.page() as page:
        found = page.join(room["id"], room["key"])
        assert found["game"] == game and found["players"][0]["here"]
        assert [each["role"] for each in found["players"][1:]] == [AGENT] * (
            len(found["players"]) - 1
        )
        last = page.finish()
    assert last["result"]["ended"] == "finished" and last["result"]["text"]
    answer = server.client.get(f"/api/rooms/{room['id']}/record.jsonl")
    record = Record.from_json(answer.text)
    record.check()
    assert record.players[0] == "human" and len(record.moves) == last["scene"]["ply"]
    kept = [move for heard in page.heard if heard["type"] == "scene" for move in heard["played"]]
    assert len({move["ply"] for move in kept}) == len(record.moves)


def test_moves_that_are_refused(server: Site) -> None:
    room = server.begin("connect_four", PERSON, RANDOM, seed=1)
    with server.page() as page, server.page() as other:
        page.join(room["id"], room["key"])
        scene = page.turn()
        for message in (
            {"ply": 0, "text": "z"},
            {"ply": 7, "text": scene["scene"]["moves"][0]["text"]},
            {"ply": 0},
            {"ply": "0", "text": "a"},
            {"ply": 0, "text": "a" * 9000},
        ):
            page.send("move", id=5, **message)
            refused = page.receive()
            while refused["type"] == "scene":
                refused = page.receive()
            assert refused["type"] == "refused" and refused["id"] == 5, message
        other.join(room["id"])
        other.wait("scene")
        other.send("move", ply=0, text=scene["scene"]["moves"][0]["text"])
        heard = other.receive()
        while heard["type"] == "scene":
            assert heard["scene"]["moves"] == []
            heard = other.receive()
        assert heard == {
            "type": "refused",
            "id": None,
            "error": "it is player 1's turn",
        }
        page.play(scene)
        assert page.turn()["scene"]["ply"] == 2


def test_two_browsers(server: Site) -> None:
    room = server.begin("quarto", PERSON, LINK, seed=1)
    [link] = room["links"]
    assert link["player"] == 1 and link["invite"] != room["key"]
    with server.page() as one, server.page() as two:
        assert not one.join(room["id"], room["key"])["can"]["undo"]
        assert two.join(room["id"], invite=link["invite"], key=KEY)["keys"] == [KEY]
        pages = [one, two]
        scenes = [page.wait("scene") for page in pages]
        while scenes[0]["result"] is None:
            mover = scenes[0]["scene"]["player"]
            assert not scenes[1 - mover]["scene"]["moves"]
            pages[mover].play(scenes[mover], 5 * scenes[mover]["scene"]["ply"])
            scenes = [page.wait("scene") for page in pages]
        one.send("undo")
        while (heard := one.receive())["type"] != "refused":
            pass
        assert "only the one person" in heard["error"]


def test_undo_resign_and_rematch(server: Site) -> None:
    room = server.begin("connect_four", PERSON, RANDOM, seed=1)
    with server.page() as page:
        page.join(room["id"], room["key"])
        first = page.turn()
        page.play(first)
        second = page.turn()
        assert second["scene"]["ply"] == 2
        page.send("undo")
        again = page.turn()
        assert again["scene"] == first["scene"] and again["since"] == 0
        page.send("undo")
        assert page.wait("refused")["error"] == "there is no move to take back"
        page.send("rematch")
        assert page.wait("refused")["error"] == "expected the game to be over"
        page.send("resign")
        result = page.turn()["result"]
        assert result["ended"] == "resigned" and result["text"] == "random wins by resignation"
        page.send("rematch")
        moved = page.wait("moved-to")
        assert moved["room"] != room["id"]
        found = page.join(moved["room"], room["key"])
        assert [each["here"] for each in found["players"]] == [False, True]
        assert page.turn()["scene"]["ply"] == 1  # the agent has moved first


@pytest.mark.parametrize("game", GAMES)
def test_the_server_is_started_again(tmp_path: Path, game: str) -> None:
    with site(tmp_path) as server:
        room = server.begin(game, *seats_for(server, game), seed=5)
        with server.page() as page:
            page.join(room["id"], room["key"])
            for _ in range(3):
                scene = page.turn()
                page.play(scene, 2)
            scene = page.turn()
    with site(tmp_path) as server, server.page() as page:
        found = page.join(room["id"], room["key"])
        again = page.turn()
        assert again["scene"] == scene["scene"]
        assert len(found["played"]) == scene["scene"]["ply"]
        page.play(again)
        assert page.turn()["scene"]["ply"] > scene["scene"]["ply"]


def test_a_game_that_ended_is_kept_as_it_ended(tmp_path: Path) -> None:
    with site(tmp_path) as server:
        room = server.begin("quarto", PERSON, RANDOM)
        with server.page() as page:
            page.join(room["id"], room["key"])
            page.turn()
            page.send("resign")
            result = page.turn()["result"]
    with site(tmp_path) as server, server.page() as page:
        page.join(room["id"])
        assert page.turn()["result"] == result


def test_a_game_that_cannot_be_saved_goes_on(server: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise BadStore("the disk is full")

    room = server.begin("quarto", PERSON, PERSON)
    with server.page() as page:
        page.join(room["id"], room["key"])
        scene = page.turn()
        monkeypatch.setattr(Store, "save_room", fail)
        page.play(scene)
        heard = [page.receive()]
        while heard[-1]["type"] != "trouble":
            heard.append(page.receive())
        assert heard[-1]["error"].startswith("this game cannot be saved")
        assert "disk" not in heard[-1]["error"], "what the store says names its file"
        shown = [each["scene"] for each in heard if each["type"] == "scene"]
        assert shown and shown[-1]["ply"] == 1, "the position comes first, for it ends troubles"
        with server.page() as later:
            later.join(room["id"])
            while later.receive()["type"] != "trouble":
                pass
        answer = server.client.post("/api/rooms", json={"game": "quarto", "seats": [PERSON] * 2})
        assert answer.status_code == 503 and "disk" not in answer.text
        assert server.get("/health")["rooms"] == 1, "a game that was not begun is not kept"
        monkeypatch.undo()
        page.send("undo")
        assert page.turn()["scene"]["ply"] == 0


def test_a_game_that_could_not_be_saved_is_saved_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise BadStore("the disk is full")

    monkeypatch.setattr("quadrille.web.rooms.SWEEP", 0.02)
    with site(tmp_path, idle=0.0) as server:
        room = server.begin("connect_four", PERSON, PERSON)
        with server.page() as page:
            page.join(room["id"], room["key"])
            scene = page.turn()
            with monkeypatch.context() as full:
                full.setattr(Store, "save_room", fail)
                page.play(scene)
                while page.receive()["type"] != "trouble":
                    pass
            while page.receive()["type"] != "scene":
                pass  # of the next attempt, without anybody's doing
    with site(tmp_path) as server, server.page() as page:
        page.join(room["id"], room["key"])
        assert page.turn()["scene"]["ply"] == 1


def test_games_that_nobody_looks_at_are_unloaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quadrille.web.rooms.SWEEP", 0.02)
    with site(tmp_path, idle=0.05) as server:
        room = server.begin("quarto", PERSON, RANDOM)
        with server.page() as page:
            page.join(room["id"], room["key"])
            scene = page.turn()
            assert server.get("/health")["rooms"] == 1
        for _ in range(500):
            if server.get("/health")["rooms"] == 0:
                break
        assert server.get("/health")["rooms"] == 0
        with server.page() as page:
            page.join(room["id"], room["key"])
            assert page.turn()["scene"] == scene["scene"]


def test_too_many_games(tmp_path: Path) -> None:
    with site(tmp_path, rooms=2) as server:
        rooms = [server.begin("quarto", PERSON, RANDOM) for _ in range(3)]
        assert server.get("/health")["rooms"] == 2
        with server.page() as one, server.page() as two:
            one.join(rooms[0]["id"])
            two.join(rooms[1]["id"])
            wish = {"game": "quarto", "seats": [PERSON, RANDOM]}
            answer = server.client.post("/api/rooms", json=wish)
            assert answer.status_code == 403
            assert answer.json()["error"].startswith("too many games are open")


def test_a_rematch_of_watched_agents_and_pace(server: Site) -> None:
    room = server.begin("connect_four", RANDOM, RANDOM, seed=2, speed=30)
    with server.page() as page:
        found = page.join(room["id"])
        assert found["can"]["pause"] and room["key"] is None
        page.wait("scene")
        page.send("pace", paused=True)
        assert page.wait("pace")["paused"]
        page.send("now")
        page.send("pace", paused=False, speed=0)
        assert page.turn()["result"]["ended"] == "finished"
        page.send("pace", speed=1e9)
        assert "expected a number from 0 to 60" in page.wait("refused")["error"]
        page.send("rematch")
        assert page.wait("moved-to")["room"] != room["id"]


def test_a_paused_game_stays_so(tmp_path: Path) -> None:
    with site(tmp_path) as server:
        room = server.begin("connect_four", RANDOM, RANDOM, seed=2, speed=30)
        with server.page() as page:
            page.join(room["id"])
            page.send("pace", paused=True, speed=7)
            page.wait("pace")
    with site(tmp_path) as server, server.page() as page:
        found = page.join(room["id"])
        assert found["paused"] and found["speed"] == 7


def test_one_step_of_a_paused_game(server: Site) -> None:
    room = server.begin("connect_four", RANDOM, RANDOM, seed=2, speed=30)
    with server.page() as page:
        page.join(room["id"])
        page.wait("scene")
        page.send("pace", paused=True)
        page.wait("pace")
        page.send("now")  # the move that was begun before the pause
        plies = [page.wait("scene")["scene"]["ply"]]
        for _ in range(3):
            page.send("pace", step=True)
            page.send("now")
            plies.append(page.wait("scene")["scene"]["ply"])
        assert plies == [1, 2, 3, 4]


def test_partners_stay_together_in_a_rematch(server: Site) -> None:
    people = [PERSON] * 3
    room = server.begin("pillars", *people, *[RANDOM] * 3, seed=1)
    with server.page() as page:
        page.join(room["id"], room["key"])
        page.turn()
        page.send("resign")
        assert page.turn()["result"]["ended"] == "resigned"
        page.send("rematch")
        moved = page.wait("moved-to")
        found = page.join(moved["room"], room["key"])
        assert [each["here"] for each in found["players"]] == [False] * 3 + [True] * 3


def test_an_agent_that_is_told_to_move_now(tmp_path: Path) -> None:
    with site(tmp_path) as server:
        room = server.begin("connect_four", PERSON, seat("mcts:time=30"), seed=1)
        with server.page() as page:
            page.join(room["id"], room["key"])
            page.play(page.turn())
            while page.wait("thinking")["state"] != "thinking":
                pass
            page.send("now")
            assert page.turn()["scene"]["ply"] == 2


def test_undo_while_an_agent_thinks_or_waits(tmp_path: Path) -> None:
    with site(tmp_path, searches=1) as server:
        rooms = [
            server.begin("connect_four", PERSON, seat("mcts:time=30"), seed=1) for _ in range(2)
        ]
        with server.page() as one, server.page() as two:
            for page, room in zip((one, two), rooms, strict=True):
                page.join(room["id"], room["key"])
                page.play(page.turn())
            while one.wait("thinking")["state"] != "thinking":
                pass
            assert two.wait("thinking")["state"] == "waiting"
            health = server.get("/health")
            assert (health["thinking"], health["waiting"]) == (1, 1)
            two.send("undo")
            assert two.turn()["scene"]["ply"] == 0
            one.send("undo")
            assert one.turn()["scene"]["ply"] == 0


def test_clocks(server: Site) -> None:
    room = server.begin("connect_four", PERSON, RANDOM, clock="move=0.05")
    with server.page() as page:
        assert page.join(room["id"], room["key"])["clock"] == "move=0.05"
        scene = page.turn()
        started = page.wait("clock", "scene")
        assert started["type"] == "scene" or started["running"] == 0
        scene = started if started["type"] == "scene" else scene
        while scene["result"] is None:
            scene = page.wait("scene")
        assert scene["result"]["ended"] == "forfeited" and scene["result"]["by"] == 0
        assert "0.05 s" in scene["result"]["note"]


def test_a_clock_that_is_not_overstepped(server: Site) -> None:
    room = server.begin("connect_four", PERSON, seat("mcts:time=30"), clock="20+1")
    with server.page() as page:
        page.join(room["id"], room["key"])
        page.play(page.turn())
        scene = page.turn()
        assert scene["scene"]["ply"] == 2 and scene["result"] is None
        assert all(0 < left < 22 for left in scene["clock"])


def test_positions_to_begin_from(server: Site) -> None:
    state = quadrille.game("connect_four").new()
    for move in "443":
        state.play(move)
    room = server.begin("connect_four", PERSON, RANDOM, position=state.text())
    with server.page() as page:
        page.join(room["id"], room["key"])
        scene = page.turn()
        assert scene["scene"]["player"] == 0 and scene["scene"]["ply"] == 1


# --- secrets -------------------------------------------------------------------------------


def everything(page: Any) -> str:
    return json.dumps(page.heard)


def test_secrets_stay_with_their_seat(server: Site) -> None:
    """Two pages of one hidden game: nothing that one receives depends on what only the other may
    know. So two games that differ in that alone look the same."""
    game = quadrille.game("pillars", open_hands=False)
    state = game.new(4)
    rng = quadrille.Rng(1)
    other = state
    while other.text() == state.text() or state.player() < 0:
        state.play(state.random_move(rng))
        other = state.redeal(0, rng)
    assert other.view(0).text() == state.view(0).text()
    heard = []
    for text in (state.text(), other.text()):
        seats = [PERSON if player == 0 else LINK for player in range(state.num_players())]
        room = server.begin("pillars", *seats, options=HIDDEN, position=text, seed=1)
        with server.page() as page, server.page() as stranger:
            page.join(room["id"], room["key"])
            scene = page.wait("scene")
            for ply in range(scene["scene"]["ply"] + 1):
                page.send("look", ply=ply)
                page.wait("look")
            page.send("remaining", ply=scene["scene"]["ply"])
            assert page.wait("refused")["error"] == "this game does not count what remains"
            stranger.join(room["id"])
            assert stranger.wait("hidden") and len(stranger.heard) == 2
            assert stranger.heard[0]["played"] == []
        path = f"/api/rooms/{room['id']}"
        for file in ("record.jsonl", "picture.svg", "film.svg"):
            assert server.client.get(f"{path}/{file}").status_code == 403
        picture = server.client.get(f"{path}/picture.svg", headers={"X-Key": room["key"]})
        secrets = [room["id"], room["key"], *(link["invite"] for link in room["links"])]
        told = everything(page)
        for secret in secrets:
            told = told.replace(secret, "")
        heard.append(told + picture.text)
    assert heard[0] == heard[1]


def test_whatever_is_asked_about_a_position_sees_a_view(server: Site) -> None:
    """Previews, hints and the like are made from what the seat may know."""
    room = server.begin("sheep", PERSON, *[LINK] * 3, options={"game": 3}, seed=1)
    with server.page() as page:
        page.join(room["id"], room["key"])
        page.wait("scene")
    behind: Any = server.client.app
    found = behind.state.server.rooms._loaded[room["id"]]
    while found.state.view(0).text() == found.state.text():
        moves = found.state.legal_moves()
        found.table.play(moves[len(moves) // 2])
    talk = Connection(behind.state.server, lambda message: None)
    talk._room, talk._viewer = found, Viewer(lambda message: None, frozenset({0}))
    seen = talk._state(found.ply).text()
    assert seen == found.state.view(0).text() != found.state.text()


def test_partners_at_one_screen_need_no_cover(server: Site) -> None:
    room = server.begin("pillars", *[PERSON] * 3, *[RANDOM] * 3, options=HIDDEN, seed=1)
    with server.page() as page:
        page.join(room["id"], room["key"])
        players = set()
        for _ in range(12):
            scene = page.turn()
            players.add(scene["scene"]["player"])
            page.play(scene)
        assert players == {0, 1, 2}
        assert not [each for each in page.heard if each["type"] == "cover"]


def test_a_screen_for_several_people_is_covered_between_turns(server: Site) -> None:
    room = server.begin("pillars", *[PERSON] * 6, options=HIDDEN, seed=1)
    with server.page() as page:
        page.join(room["id"], room["key"])
        first = page.wait("cover", "scene")
        while first["type"] == "cover" and first["player"] is None:
            first = page.wait("cover", "scene")
        assert first["type"] == "cover"
        page.send("look", ply=0)
        assert "ready" in page.wait("refused")["error"]
        page.send("ready")
        scene = page.turn()
        assert scene["scene"]["text"] is None
        page.play(scene)
        covered = page.wait("cover", "scene")
        while covered["type"] == "scene":
            if covered["scene"]["moves"]:
                assert covered["scene"]["player"] // 3 == first["player"] // 3
                page.play(covered)
            covered = page.wait("cover", "scene")
        assert covered == {"type": "cover", "player": covered["player"]}
        assert covered["player"] != first["player"]
