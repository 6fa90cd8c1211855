"""What the page asks for by HTTP: answers, and one line for whatever is wrong."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import quadrille
from quadrille import Record
from quadrille.arena.series import Series
from quadrille.arena.store import Store
from support.places import EXAMPLES

from .pages import ADDRESS, PERSON, RANDOM, Site, seat, site

GAMES = quadrille.game_names()


def test_all_games(server: Site) -> None:
    cards = server.get("/api/games")["games"]
    assert [card["name"] for card in cards] == GAMES
    for card in cards:
        picture = server.client.get(card["picture"])
        assert picture.headers["content-type"] == "image/svg+xml"
        ElementTree.fromstring(picture.text)
        assert card["title"] and card["summary"] and "player" in card["players"]


@pytest.mark.parametrize("game", GAMES)
def test_the_forms_of_a_game(server: Site, game: str) -> None:
    found = server.get(f"/api/games/{game}")
    rules = quadrille.game(game)
    assert {each["name"]: each["value"] for each in found["options"]} == rules.options
    assert len(found["seats"]) == rules.new().num_players()
    names = {each["name"] for each in found["agents"]}
    assert {"random", "mcts"} <= names and not names & {"human", "program", "solver"}
    assert [each["name"] for each in found["levels"]][:3] == ["Beginner", "Club", "Strong"]
    for each in found["levels"]:
        assert not quadrille.agent(each["spec"], rules).unfit(rules)


def test_options_change_the_seats(server: Site) -> None:
    path = "/api/games/carcassonne"
    assert len(server.get(path, params={"options": '{"players": 4}'})["seats"]) == 4
    for options, part in (
        ('{"players": 9}', "expected a whole number from 1 to 6 for option 'players'"),
        ('{"player": 2}', "unknown option 'player'"),
        ("[]", "expected options as a JSON object"),
        ("{", "expected options as a JSON object"),
    ):
        answer = server.client.get(path, params={"options": options})
        assert answer.status_code == 422 and part in answer.json()["error"]
    answer = server.client.get("/api/games/chess")
    assert answer.status_code == 404 and "unknown game 'chess'" in answer.json()["error"]


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({"game": "chess"}, "unknown game 'chess'"),
        ({"seats": [PERSON]}, "expected 2 agents"),
        ({"seats": [PERSON, {"role": "king"}]}, "body.seats.1.role"),
        ({"seats": [PERSON, seat("program:sh")]}, "unknown agent 'program'"),
        ({"seats": [PERSON, seat("human")]}, "unknown agent 'human'"),
        ({"seats": [PERSON, seat("solver")]}, "unknown agent 'solver'"),
        ({"seats": [PERSON, seat("/etc/x.py:A")]}, "unknown agent '/etc/x.py'"),
        ({"seats": [PERSON, seat("os:system")]}, "unknown agent 'os'"),
        ({"seats": [PERSON, seat("mcts:sims=10000000")]}, "expected sims of at most 1e+06"),
        ({"seats": [PERSON, seat("mcts:time=31")]}, "expected time of at most 30"),
        ({"seats": [PERSON, seat("mcts:memory=100000")]}, "expected memory of at most 256"),
        ({"seats": [PERSON, seat("mcts:threads=8")]}, "expected threads of at most 1"),
        ({"seats": [PERSON, seat("pillars-random")]}, "unknown agent 'pillars-random'"),
        ({"seats": [PERSON, seat("")]}, "unknown agent ''"),
        ({"position": "nonsense"}, "nonsense"),
        ({"clock": "soon"}, "expected a clock such as"),
        ({"seed": -1}, "body.seed"),
        ({"speed": 1e9}, "body.speed"),
        ({"options": {"torus": 3}}, "expected true or false"),
        ({"more": 1}, "body.more"),
    ],
)
def test_games_that_cannot_begin(server: Site, change: dict[str, Any], part: str) -> None:
    wish = {"game": "quarto", "seats": [PERSON, RANDOM], **change}
    answer = server.client.post("/api/rooms", json=wish)
    assert 400 <= answer.status_code < 500
    [(name, line)] = answer.json().items()
    assert name == "error" and part in line and "\n" not in line
    assert server.get("/health")["rooms"] == 0


def test_positions(server: Site) -> None:
    state = quadrille.game("quarto").new()
    state.play(str(state.legal_moves()[0]))
    wish = {"game": "quarto", "text": state.text()}
    found = server.client.post("/api/positions", json=wish).json()
    assert found["scene"]["text"] == state.text()
    assert {each["text"] for each in found["scene"]["moves"]} == set(map(str, state.legal_moves()))
    answer = server.client.post("/api/positions", json={**wish, "text": "zz"})
    assert answer.status_code == 422 and "zz" in answer.json()["error"]


def test_agents_that_the_server_was_started_with(tmp_path: Path) -> None:
    bot = tmp_path / "bot"
    bot.write_text("#!/bin/sh\necho broken >&2\nexit 3\n")
    bot.chmod(0o755)
    spec = f"program:{bot}"
    with site(tmp_path, agents=(spec, "pillars-reactive")) as server:
        assert server.get("/api/games/quarto")["more"] == [spec]
        assert server.get("/api/games/pillars")["more"] == [spec, "pillars-reactive"]
        room = server.begin("quarto", PERSON, seat(spec))
        with server.page() as page:
            page.join(room["id"], room["key"])
            scene = page.turn()
            while scene["result"] is None:
                page.play(scene)
                scene = page.turn()
            assert scene["result"]["ended"] == "forfeited" and scene["result"]["by"] == 1
            assert "broken" in scene["result"]["note"]


def test_shipped_models_are_chosen_by_name(server: Site) -> None:
    forms = {one["name"]: one["fields"] for one in server.get("/api/games/quarto")["agents"]}
    [name] = [field for field in forms["model"] if field["name"] == "name"]
    assert name["type"] == "choice" and name["choices"][0] == ""
    assert {"quarto", "quarto-dqn"} <= set(name["choices"])
    assert "quarto-squares" not in name["choices"]  # it plays with other options
    server.begin("quarto", PERSON, seat("model:quarto-dqn,sims=0"))
    for spec in ("model:nothing", "model:/tmp/model.onnx", "model:quarto-squares"):
        wish = {"game": "quarto", "seats": [PERSON, seat(spec)]}
        assert server.client.post("/api/rooms", json=wish).status_code == 422


def test_agents_that_play_nothing_are_refused_at_the_start(tmp_path: Path) -> None:
    with (
        pytest.raises(quadrille.BadSpec, match="unknown agent 'nobody'"),
        site(tmp_path, agents=("nobody",)),
    ):
        pass


def test_a_game_of_somebodys_own(tmp_path: Path) -> None:
    spec = str(EXAMPLES / "nim.py") + ":Nim"
    with site(tmp_path, games=(spec,)) as server:
        name = quadrille.game(spec).name
        room = server.begin(name, PERSON, RANDOM)
        with server.page() as page:
            page.join(room["id"], room["key"])
            assert page.finish()["result"]["ended"] == "finished"
    with site(tmp_path) as server, server.page() as page:
        page.send("join", room=room["id"])
        assert "unknown game" in page.wait("refused")["error"]


def test_downloads(server: Site) -> None:
    room = server.begin("connect_four", PERSON, RANDOM, seed=1)
    with server.page() as page:
        page.join(room["id"], room["key"])
        last = page.finish()
    path = f"/api/rooms/{room['id']}"
    Record.from_json(server.client.get(f"{path}/record.jsonl").text).check()
    pictures = {
        server.client.get(f"{path}/picture.svg", params={"ply": ply}).text
        for ply in range(last["scene"]["ply"] + 1)
    }
    assert len(pictures) == last["scene"]["ply"] + 1
    film = server.client.get(f"{path}/film.svg")
    ElementTree.fromstring(film.text)
    assert film.headers["content-security-policy"].endswith("sandbox")
    answer = server.client.get(f"{path}/picture.svg", params={"ply": 99})
    assert answer.status_code == 422 and "expected a ply from 0" in answer.json()["error"]
    assert server.client.get("/api/rooms/nothing/record.jsonl").status_code == 403


# --- the arena -----------------------------------------------------------------------------


@pytest.fixture
def arena(tmp_path: Path) -> Site:
    with Store.open(tmp_path / "web.db") as store:
        for game, agents in (("quarto", ["oneply", "random"]), ("sheep", ["greedy", "random"] * 2)):
            list(Series(game, agents, 4).keep_in(store).play())
    return Site.__new__(Site)


def test_the_arena(arena: Site, tmp_path: Path) -> None:
    with site(tmp_path) as server:
        sections = server.get("/api/arena/standings")["sections"]
        assert [each["game"] for each in sections] == ["quarto", "sheep"]
        one = server.get("/api/arena/standings", params={"game": "quarto"})["sections"]
        assert len(one) == 1 and one[0]["meetings"]
        games = server.get("/api/arena/games")
        assert len(games["games"]) == 8 and not games["more"]
        some = server.get("/api/arena/games", params={"game": "sheep", "limit": 3})
        assert len(some["games"]) == 3 and some["more"]
        assert server.get("/api/arena/games", params={"agent": "oneply"})["games"][0]["title"]
        for row in games["games"]:
            path = f"/api/arena/games/{row['id']}"
            Record.from_json(server.client.get(f"{path}/record.jsonl").text).check()
        ElementTree.fromstring(server.client.get(f"{path}/film.svg").text)
        ElementTree.fromstring(server.client.get(f"{path}/picture.svg?ply=2").text)
        assert server.client.get("/api/arena/games/999/record.jsonl").status_code == 404
        answer = server.client.get("/api/arena/standings", params={"game": "chess"})
        assert answer.status_code == 404
        assert answer.json() == {"error": "there are no such games in the store"}
        for query in ({"series": 77}, {"series": 0}):
            assert server.client.get("/api/arena/games", params=query).status_code == 404
            assert server.client.get("/api/arena/standings", params=query).status_code == 404


def test_a_stored_game_as_a_line(arena: Site, tmp_path: Path) -> None:
    with site(tmp_path) as server, server.page() as page:
        row = server.get("/api/arena/games", params={"game": "quarto"})["games"][0]
        page.send("open", stored=row["id"])
        assert page.wait("room")["players"][0]["label"] == row["players"][0]
        scene = page.wait("scene")
        assert scene["total"] == row["plies"] == len(scene["played"])
        page.send("look", ply=2)
        early = page.wait("scene")
        assert early["scene"]["ply"] == 2 and early["played"] == []
        other = next(
            move["text"]
            for move in early["scene"]["moves"]
            if move["text"] != scene["played"][2]["text"]
        )
        page.send("move", ply=2, text=other)
        branch = page.wait("scene")
        assert branch["total"] == 3 and branch["since"] == 2
        assert [each["text"] for each in branch["played"]] == [other]
        page.send("open", stored=10**9)
        assert page.wait("refused")["error"] == "there is no stored game 1000000000"


def test_an_empty_arena(server: Site) -> None:
    assert server.get("/api/arena/standings") == {"sections": []}
    assert server.get("/api/arena/games") == {"games": [], "more": False}


# --- who is let in -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"host": "localhost"}, 200),
        ({"host": "[::1]:8765"}, 200),
        ({"host": "games.example.org"}, 200),
        ({"host": "evil.example"}, 421),
        ({"host": "127.0.0.1.evil.example:8765"}, 421),
        ({"host": "127.0.0.1:x"}, 421),
        ({"host": ""}, 421),
        ({"origin": ADDRESS}, 200),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://127.0.0.1:8000"}, 403),
        ({"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"}, 403),
        ({"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}, 200),
        ({"sec-fetch-site": "same-origin"}, 200),
        ({"content-length": "99999999"}, 413),
        ({"content-length": "x"}, 413),
    ],
)
def test_strangers(tmp_path: Path, headers: dict[str, str], status: int) -> None:
    with site(tmp_path, names=("games.example.org",)) as server:
        answer = server.client.get("/health", headers=headers)
        assert answer.status_code == status
        if status != 200:
            assert set(answer.json()) == {"error"}
        assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_too_much_and_too_often(server: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    long = {"game": "quarto", "text": "x" * 70_000}
    assert server.client.post("/api/positions", json=long).status_code == 413
    chunks = (b"x" * 10_000 for _ in range(20))
    headers = {"content-type": "application/json"}
    answer = server.client.post("/api/positions", content=chunks, headers=headers)
    assert 400 <= answer.status_code < 500
    monkeypatch.setattr("quadrille.web.guard.RATE", 0.0)
    monkeypatch.setattr("quadrille.web.guard.BURST", 3.0)
    server.client.app.middleware_stack = None  # type: ignore[attr-defined]
    codes = [server.client.get("/health").status_code for _ in range(5)]
    assert codes == [200, 200, 200, 429, 429]
    assert server.client.get("/static/style.css").status_code == 200


def test_pages_and_files(server: Site) -> None:
    for path in ("/", "/new/quarto", "/game/abc", "/analyse/quarto", "/arena", "/stored/3"):
        answer = server.client.get(path)
        assert answer.status_code == 200 and "text/html" in answer.headers["content-type"]
    assert server.client.get("/static/style.css").status_code == 200
    for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/static//etc/passwd", "/nowhere"):
        assert server.client.get(path).status_code == 404
    lost = server.client.get("/nowhere", headers={"accept": "text/html"})
    assert lost.status_code == 404 and "<main" in lost.text  # the page says so in its own words
    assert server.client.post("/").status_code == 405
    assert json.loads(server.client.get("/openapi.json").text)["paths"]


@pytest.mark.parametrize("spec", ["nobody", "mcts:sims=x", "mcts:sims=99999999", "program:./a"])
def test_a_bad_agent_is_a_bad_field(server: Site, spec: str) -> None:
    wish = {"game": "connect_four", "seats": [PERSON, {"role": "agent", "spec": spec}]}
    answer = server.client.post("/api/rooms", json=wish)
    assert answer.status_code == 422 and answer.json()["error"]
    unknown = server.client.post("/api/rooms", json={**wish, "game": "chess"})
    assert unknown.status_code == 404


def test_a_browser_that_comes_by_another_address_is_told_what_to_do(server: Site) -> None:
    headers = {"host": "192.0.2.7:8765", "accept": "text/html,*/*"}
    answer = server.client.get("/", headers=headers)
    assert answer.status_code == 421 and answer.headers["content-type"].startswith("text/html")
    assert "--name 192.0.2.7</pre>" in answer.text
    hostile = server.client.get("/", headers={**headers, "host": "<script>alert(1)</script>"})
    assert hostile.status_code == 421 and "<script" not in hostile.text
    plain = server.client.get("/api/games", headers={"host": "192.0.2.7:8765"})
    assert plain.status_code == 421 and "not reached" in plain.json()["error"]
