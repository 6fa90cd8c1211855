"""Hints and analysis: off between people, and never in the way of the moves of games."""

import asyncio
from pathlib import Path
from threading import Event

import pytest

from quadrille.web.search_pool import SearchPool

from .pages import LINK, PERSON, RANDOM, Page, Site, seat, site

GUEST = "a-key-of-a-guest"
QUESTIONS = (
    {"kind": "hint"},
    {"kind": "analyse", "ply": 0},
    {"kind": "review"},
    {"kind": "peek", "ply": 0, "moves": []},
)


def refusals(page: Page, room: str) -> list[str]:
    """What a page is told that asks for help in every way; "" where it gets it."""
    told = []
    for question in (*QUESTIONS, {"kind": "open", "room": room}):
        page.send(**question)
        heard = page.receive()
        while heard["type"] not in ("refused", "analysis", "review", "reviewed", "peek", "room"):
            heard = page.receive()
        told.append(heard.get("error", ""))
        page.send("quiet")
    return told


def test_no_help_in_a_game_between_people(server: Site) -> None:
    room = server.begin("connect_four", PERSON, LINK)
    with server.page() as host, server.page() as guest, server.page() as stranger:
        can = host.join(room["id"], room["key"])["can"]
        assert not can["hint"] and not can["analyse"] and not can["help"]
        guest.join(room["id"], invite=room["links"][0]["invite"], key=GUEST)
        assert not stranger.join(room["id"])["can"]["analyse"]
        for page in (host, guest, stranger):
            for told in refusals(page, room["id"]):
                assert "until it is over" in told or "only the player to move" in told
        host.join(room["id"], room["key"])
        host.wait("scene")
        host.send("resign")
        while host.wait("scene")["result"] is None:
            pass
        for page in (host, stranger):
            page.join(room["id"])
            assert not any(refusals(page, room["id"])[2:]), "the game is over"


@pytest.mark.parametrize("seats", [[PERSON, RANDOM], [RANDOM, RANDOM]])
def test_help_against_agents(server: Site, seats: list[dict[str, str]]) -> None:
    room = server.begin("connect_four", *seats, speed=60)
    with server.page() as page:
        assert page.join(room["id"], room["key"])["can"]["analyse"]
        page.wait("scene")
        assert refusals(page, room["id"])[1:] == [""] * 4


def test_partners_against_agents_may_use_help(server: Site) -> None:
    room = server.begin("pillars", *[PERSON] * 3, *[RANDOM] * 3)
    with server.page() as page:
        assert page.join(room["id"], room["key"])["can"]["help"]


def test_a_casual_game_with_help(tmp_path: Path) -> None:
    with site(tmp_path) as server:
        room = server.begin("connect_four", PERSON, LINK, help=True)
    with site(tmp_path) as server, server.page() as page, server.page() as stranger:
        found = page.join(room["id"], room["key"])
        assert found["help"] and found["can"]["hint"] and found["can"]["analyse"]
        page.wait("scene")
        assert refusals(page, room["id"]) == [""] * 5
        assert stranger.join(room["id"])["can"]["analyse"]
        assert refusals(stranger, room["id"])[1:] == [""] * 4


def test_a_move_does_not_wait_for_an_analysis(tmp_path: Path) -> None:
    with site(tmp_path, searches=1) as server:
        room = server.begin("connect_four", PERSON, seat("mcts:sims=20"))
        with server.page() as analyst, server.page() as player:
            analyst.send("open", game="carcassonne", seed=1)
            scene = analyst.wait("scene")["scene"]
            if scene["player"] < 0:
                analyst.send("move", ply=0, text=scene["moves"][0]["text"])
                scene = analyst.wait("scene")["scene"]
            analyst.send("analyse", ply=scene["ply"], seconds=20)
            assert not analyst.wait("analysis")["analysis"]["done"]
            player.join(room["id"], room["key"])
            player.play(player.turn())
            assert player.turn()["scene"]["ply"] == 2
            analyst.send("ping")
            analyst.wait("pong")
            told = [each["analysis"] for each in analyst.heard if each["type"] == "analysis"]
            assert not any(each["done"] for each in told), "its time was not over"
            assert not analyst.wait("analysis")["analysis"]["done"], "it was begun again"


def test_the_order_of_work() -> None:
    async def work() -> list[str]:
        pool, order, tasks = SearchPool(1), list[str](), []
        ends = {name: Event() for name in ("analysis", "review", "first", "second")}

        def start(name: str, *, is_move: bool) -> None:
            def run() -> None:
                ends[name].wait(60)
                order.append(name)

            give_way = None if is_move else ends[name].set
            tasks.append(asyncio.ensure_future(pool.run(run, is_move=is_move, give_way=give_way)))

        start("analysis", is_move=False)
        await asyncio.sleep(0)
        start("review", is_move=False)
        await asyncio.sleep(0)
        assert (pool.thinking, pool.waiting) == (1, 1) and not ends["analysis"].is_set()
        start("first", is_move=True)
        await asyncio.sleep(0)
        assert ends["analysis"].is_set(), "it is asked to end"
        start("second", is_move=True)
        await asyncio.sleep(0)
        tasks[2].cancel()  # it has waited, and waits no longer
        ends["second"].set()
        await tasks[3]
        ends["review"].set()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert (pool.thinking, pool.waiting) == (0, 0)
        return order

    assert asyncio.run(work()) == ["analysis", "second", "review"]
