"""Messages and requests that no page would send: no failure of the server, and it goes on."""

import json
import logging
import random
from typing import Any

import pytest

from support.scale import LONG

from .pages import PERSON, RANDOM, Page, Site

MESSAGES = 10_000 if LONG else 1_500


@pytest.fixture(autouse=True)
def no_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quadrille.web.app.RATE", 1e9)
    monkeypatch.setattr("quadrille.web.app.BURST", 1e9)
    monkeypatch.setattr("quadrille.web.guard.RATE", 1e9)
    monkeypatch.setattr("quadrille.web.guard.BURST", 1e9)


def seeds(room: str, key: str) -> list[dict[str, Any]]:
    """Messages as a page sends them."""
    return [
        {"type": "join", "room": room, "keys": [key]},
        {"type": "join", "room": room, "claim": {"invite": "x", "key": "k" * 16, "both": True}},
        {"type": "renew", "player": 1},
        {"type": "open", "stored": 1},
        {"type": "open", "game": "quarto", "options": {"torus": True}, "seed": 3},
        {"type": "open", "game": "connect_four", "position": "x"},
        {"type": "open", "room": room},
        {"type": "move", "ply": 0, "text": "1"},
        {"type": "look", "ply": 1},
        {"type": "preview", "ply": 0, "text": "2"},
        {"type": "undo"},
        {"type": "resign"},
        {"type": "rematch"},
        {"type": "now"},
        {"type": "ready"},
        {"type": "pace", "paused": True, "speed": 0.5},
        {"type": "hint"},
        {"type": "analyse", "ply": 0, "spec": "mcts:sims=5", "seconds": 0.05},
        {"type": "quiet"},
        {"type": "remaining", "ply": 0},
        {"type": "ping", "id": 1},
    ]


VALUES: list[Any] = [
    *(None, True, False, 0, -1, 1, 2**31, 2**63, -(2**70), 0.5, 1e308, float("nan"), float("inf")),
    *("", "x", "\0", "é\u202e", "a" * 5000, "../../etc/passwd", "<script>", "\ud800"),
    *([], [1], {}, {"a": 1}, [[[[]]]]),
]


def mutate(rng: random.Random, message: dict[str, Any]) -> str:
    """A message with something wrong."""
    kind = rng.randrange(6)
    if kind == 0:
        text = json.dumps(message)
        place = rng.randrange(len(text))
        return text[:place] + rng.choice(["", "}", '"', "\0", "9", "é"]) + text[place + 1 :]
    if kind == 1:
        return json.dumps(message)[: rng.randrange(len(json.dumps(message)))]
    changed = dict(message)
    if kind == 2:
        changed[rng.choice([*changed, "id", "key", "extra"])] = rng.choice(VALUES)
    elif kind == 3 and len(changed) > 1:
        changed.pop(rng.choice([name for name in changed if name != "type"]))
    elif kind == 4:
        changed["type"] = rng.choice([*VALUES, "JOIN", "_move", "__init__", "close"])
    return json.dumps(changed)


def test_messages(server: Site, caplog: pytest.LogCaptureFixture) -> None:
    room = server.begin("connect_four", PERSON, RANDOM, seed=1)
    starts, rng = seeds(room["id"], room["key"]), random.Random(3)
    for _ in range(10):
        with server.page() as page:
            for _ in range(MESSAGES // 10):
                page.socket.send_text(
                    mutate(rng, rng.choice(starts)).encode("utf-8", "replace").decode()
                )
            answered(page)
    failures = [each for each in caplog.records if each.levelno >= logging.ERROR]
    assert not failures, failures[0].getMessage() + str(failures[0].exc_info)
    with server.page() as page:  # and games go on
        again = server.begin("connect_four", PERSON, RANDOM, seed=1)
        page.join(again["id"], again["key"])
        assert page.finish()["result"]["ended"] == "finished"


def answered(page: Page) -> None:
    """Read until the last message was answered."""
    page.send("ping", id=77)
    while not ((heard := page.receive())["type"] == "pong" and heard.get("id") == 77):
        assert heard["type"] != "trouble" and "the server failed" not in heard.get("error", "")


def test_what_is_no_text_and_too_long(server: Site) -> None:
    with server.page() as page:
        page.socket.send_bytes(b"\x00\xff")
        assert page.receive()["type"] == "refused"
        page.socket.send_text("[" * 15_000)
        assert page.receive()["error"] == "expected a message in JSON"
        page.socket.send_text('"' + "x" * 17_000 + '"')
        assert page.receive()["error"] == "expected at most 16000 characters"
        page.socket.send_text('{"type": "ping", "id": true}')
        assert page.receive()["error"] == "expected a whole number as id"


def test_too_many_messages(server: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quadrille.web.app.RATE", 0.0)
    monkeypatch.setattr("quadrille.web.app.BURST", 2.0)
    with server.page() as page:
        for _ in range(3):
            page.send("ping")
        assert [page.receive()["type"] for _ in range(3)] == ["pong", "pong", "refused"]
