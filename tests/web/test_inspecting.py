"""Analysis on the page: what is sent about a position, a game, and what is refused."""

from typing import Any

import pytest

import quadrille
from quadrille.search.solving import solve

from .pages import PERSON, RANDOM, Site, seat


def won(server: Site) -> str:
    """A Quarto position in which whoever is to place wins at once."""
    state = quadrille.game("quarto").new(0)
    rng = quadrille.Rng(5)
    while True:
        moves = state.legal_moves()
        for move in moves:
            after = state.copy()
            after.play(move)
            if after.is_over() and max(after.outcome()) == 1 and len(moves) > 1:
                return str(state.text())
        state.play(state.random_move(rng))
        if state.is_over():
            state = quadrille.game("quarto").new(0)


def test_a_known_win(server: Site) -> None:
    with server.page() as page:
        page.send("open", game="quarto", position=won(server))
        scene = page.wait("scene")
        page.send("analyse", ply=0)
        found = page.wait("analysis")["analysis"]
    assert found["exact"] and found["done"] and found["player"] == scene["scene"]["player"]
    assert found["value"][found["player"]] == 1.0
    best = found["moves"][0]
    assert best["value"] == 1.0 and best["exact"] and best["path"] == [best["move"]]
    values = [each["value"] for each in found["moves"]]
    assert values == sorted(values, reverse=True) and len(values) == len(scene["scene"]["moves"])


def test_a_win_at_once_comes_before_others(server: Site) -> None:
    text = "......./......./......./......./.ooo.../.xxx..."
    with server.page() as page:
        page.send("open", game="connect_four", position=text)
        page.wait("scene")
        page.send("analyse", ply=0)
        found = page.wait("analysis")["analysis"]
    assert {each["move"] for each in found["moves"][:2]} == {"1", "5"}


@pytest.mark.parametrize("game", quadrille.game_names())
def test_any_position(server: Site, game: str) -> None:
    with server.page() as page:
        page.send("open", game=game, seed=3)
        scene = page.wait("scene")
        while scene["scene"]["player"] < 0:
            page.send("move", ply=scene["scene"]["ply"], text=scene["scene"]["moves"][0]["text"])
            scene = page.wait("scene")
        ply = scene["scene"]["ply"]
        page.send("analyse", ply=ply, seconds=0.2, spec="mcts:sims=50")
        found = page.wait("analysis")
        while not found["analysis"]["done"]:
            found = page.wait("analysis")
        analysis = found["analysis"]
        legal = {each["text"]: each["path"] for each in scene["scene"]["moves"]}
        assert analysis["ply"] == ply and analysis["agent"] == "mcts:sims=50,time=0.2"
        for each in analysis["moves"]:
            assert each["path"] == legal[each["move"]]
            assert 0 <= each["value"] <= 1 if each["visits"] else each["value"] is None
        visits = [each["visits"] for each in analysis["moves"]]
        assert visits[0] == max(visits) and analysis["pv"][0] == analysis["moves"][0]["move"]


def test_a_review(server: Site) -> None:
    room = server.begin("connect_four", RANDOM, RANDOM, seed=7)
    with server.page() as page:
        page.join(room["id"])
        scene = page.turn()
        while scene["result"] is None:
            scene = page.wait("scene")
        page.send("review", seconds=0.05)
        told: dict[int, dict[str, Any]] = {}
        while (message := page.wait("review", "reviewed"))["type"] == "review":
            told[message["ply"]] = message
    plies = scene["scene"]["ply"]
    assert sorted(told) == list(range(plies + 1))
    last = told[plies]
    assert last["exact"] and last["class"] is None
    assert last["chance"] == [(1 + value) / 2 for value in scene["result"]["outcome"]]
    assert told[plies - 1]["class"] == "best"  # whoever won took the win
    assert {each["class"] for ply, each in told.items() if ply < plies} <= {
        *("best", "fine", "mistake", "blunder"),
    }
    for each in told.values():
        assert abs(sum(each["chance"]) - 1) < 1e-6


def test_hints(server: Site) -> None:
    room = server.begin("connect_four", PERSON, seat("random"), seed=1)
    with server.page() as page, server.page() as other:
        page.join(room["id"], room["key"])
        page.turn()
        page.send("hint")
        found = page.wait("analysis")["analysis"]
        assert found["ply"] == 0 and found["moves"]
        other.join(room["id"])
        other.wait("scene")
        other.send("hint")
        assert other.wait("refused")["error"] == "only the player to move can ask for a hint"


def test_what_cannot_be_analysed(server: Site) -> None:
    with server.page() as page:
        page.send("analyse", ply=0)
        assert page.wait("refused")["error"] == "expected a game that is played"
        page.send("open", game="carcassonne", seed=1)
        page.wait("scene")
        for message, part in (
            ({"ply": 0}, "nothing to decide"),
            ({"ply": 7}, "expected a ply from 0 to 0"),
            ({"ply": 0, "seconds": 1e9}, "expected a number from 0.05 to 60"),
            ({"ply": True}, "expected a whole number"),
        ):
            page.send("analyse", **message)
            assert part in page.wait("refused")["error"]
        page.send("open", game="quarto", seed=1)
        page.wait("scene")
        for spec, part in (
            ("program:sh", "unknown agent 'program'"),
            ("mcts:time=99", "expected time of at most 30"),
            ("perfect:time=x", "expected a number"),
        ):
            page.send("analyse", ply=0, spec=spec)
            assert part in page.wait("refused")["error"]


def test_what_remains(server: Site) -> None:
    with server.page() as page:
        page.send("open", game="carcassonne", seed=1)
        page.wait("scene")
        page.send("remaining", ply=0, id=4)
        found = page.wait("remaining")
        assert found["id"] == 4 and sum(row["count"] for row in found["rows"]) == 71


def test_a_review_solves_the_opening_behind_unsolved_positions(server: Site) -> None:
    state, rng, moves = quadrille.game("quarto").new(), quadrille.Rng(3), list[str]()
    assert solve(state, all_moves=True).value == 0  # now its book is loaded
    while not state.is_over():
        moves.append(state.move_text(state.random_move(rng)))
        state.play(moves[-1])
    with server.page() as page:
        page.send("open", game="quarto", branch=moves, **{"from": 0})
        page.wait("scene")
        page.send("review", seconds=0.05)
        told: dict[int, dict[str, Any]] = {}
        while (message := page.wait("review", "reviewed"))["type"] == "review":
            told[message["ply"]] = message
    assert told[0]["exact"] and told[0]["class"] == "best" and told[0]["lost"] == 0
    assert all(told[ply]["exact"] for ply in range(len(moves) - 6, len(moves)))
    for each in told.values():
        assert not each["exact"] or each["lost"] in (None, 0.0, 0.5, 1.0)
