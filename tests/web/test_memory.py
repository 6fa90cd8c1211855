"""What agents keep from move to move: forgotten when nobody looks, and bounded over all games."""

import sys
from pathlib import Path
from typing import Any

import httpx2
import pytest

import quadrille
from quadrille.arena.play.table import Table
from support.patience import PATIENCE
from support.scale import LONG

from .pages import PERSON, RANDOM, Site, seat, site
from .process import hear, serving, tell, turn
from .test_load import memory

TREE = seat("mcts:sims=400,settle=false,prove=false")
ROOMS = 200 if LONG else 6


def megabytes(server: Site) -> float:
    found: float = server.get("/health")["megabytes"]
    return found


def wait_until_forgotten(server: Site) -> None:
    for _ in range(2000):
        if megabytes(server) == 0:
            return
    raise AssertionError("the searches are kept")


def test_a_table_at_rest_plays_on() -> None:
    spec = "mcts:sims=200,settle=false,prove=false"
    with Table(quadrille.game("connect_four"), [spec, spec], people=False) as table:
        assert table.memory() == 0
        for _ in range(3):
            table.step()
        held = table.memory()
        assert held > 1000
        table.rest()
        assert table.memory() == 0
        while not table.is_over():
            table.step()
        assert table.memory() > 1000
        table.record().check()


def test_an_agent_that_does_not_count_has_its_bound_counted() -> None:
    with Table(quadrille.game("connect_four"), ["alphabeta:depth=2,memory=3", "random"]) as table:
        table.step()
        table.step()
        assert table.memory() == 3_000_000


def test_searches_are_forgotten_when_nobody_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quadrille.web.rooms.SWEEP", 0.02)
    with site(tmp_path, rest=0.05) as server:
        room = server.begin("connect_four", PERSON, TREE, seed=1)
        with server.page() as page:
            page.join(room["id"], room["key"])
            page.play(page.turn())
            page.turn()
            assert megabytes(server) > 0, "it is watched"
        wait_until_forgotten(server)
        assert server.get("/health")["rooms"] == 1, "the game itself stays"
        with server.page() as page:
            page.join(room["id"], room["key"])
            page.play(page.turn())
            assert page.turn()["scene"]["ply"] == 4


def test_agents_that_nobody_watches_stop_and_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quadrille.web.rooms.SWEEP", 0.02)
    with site(tmp_path, rest=0.05) as server:
        room = server.begin("connect_four", TREE, TREE, seed=1, speed=0.01)
        with server.page() as page:
            page.join(room["id"])
            while page.wait("scene")["scene"]["ply"] < 2:
                pass
        wait_until_forgotten(server)
        with server.page() as page:
            page.join(room["id"])
            while page.wait("scene")["result"] is None:
                pass


def test_one_budget_for_all_games(tmp_path: Path) -> None:
    with site(tmp_path, trees=0) as server:
        rooms = [server.begin("connect_four", PERSON, TREE, seed=n) for n in range(2)]
        with server.page() as one, server.page() as two:
            for page, room in zip((one, two), rooms, strict=True):
                page.join(room["id"], room["key"])
                scene = page.turn()
                for ply in (2, 4):
                    page.play(scene)
                    scene = page.turn()
                    assert scene["scene"]["ply"] == ply
            wait_until_forgotten(server)
        one_more = server.begin("connect_four", PERSON, RANDOM)
        assert one_more["id"]


def test_abandoned_games_take_little_memory(tmp_path: Path) -> None:
    """With ``QUADRILLE_LONG``, 200 of them; each had a tree of some megabytes."""
    agent = seat("mcts:sims=20000,settle=false,prove=false")
    with serving(tmp_path) as server:
        before = memory(server)
        for number in range(ROOMS):
            wish: dict[str, Any] = {
                "game": "connect_four",
                "seats": [PERSON, agent],
                "seed": number,
            }
            answer = httpx2.post(f"{server.address}/api/rooms", json=wish, timeout=PATIENCE)
            room = answer.json()
            with server.page() as page:
                tell(page, "join", room=room["id"], keys=[room["key"]])
                scene = turn(page)["scene"]
                tell(page, "move", ply=0, text=scene["moves"][0]["text"])
                while hear(page, "scene")["scene"]["ply"] < 2:
                    pass
        held = httpx2.get(f"{server.address}/health", timeout=PATIENCE).json()["megabytes"]
        after = memory(server)
    sys.stderr.write(f"{ROOMS} abandoned games: {before} MB, then {after} MB, trees {held} MB\n")
    assert held <= 200
    if LONG:
        assert after < 400
