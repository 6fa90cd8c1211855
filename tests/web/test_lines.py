"""Lines for analysis: branches, glances ahead, what chance may do."""

import pytest

from .pages import Site


def test_a_line_opens_with_a_branch(server: Site) -> None:
    with server.page() as page:
        moves = ["4", "3", "3"]
        page.send("open", game="connect_four", **{"from": 0}, branch=moves)
        scene = page.wait("scene")
        assert [each["text"] for each in scene["played"]] == moves
        assert scene["total"] == scene["scene"]["ply"] == 3


def test_a_branch_replaces_what_came_after_it(server: Site) -> None:
    room = server.begin("connect_four", *[{"role": "agent", "spec": "random"}] * 2)
    with server.page() as page:
        page.join(room["id"])
        while page.wait("scene")["result"] is None:
            pass
        page.send("open", room=room["id"])
        before = [each["text"] for each in page.wait("scene")["played"]]
        other = next(text for text in "1234567" if text != before[2])
        page.send("open", room=room["id"], **{"from": 2}, branch=[other])
        after = [each["text"] for each in page.wait("scene")["played"]]
        assert after == [*before[:2], other]


FULL_BOARD = """
give:tlSh b1 give:TlSH c2 give:Tlsh c3 give:TLSH c1 give:TLsH d3 give:TLsh d2 give:tLSH a4
give:TlSh a2 give:tlsh d1 give:tLsH a1 give:TlsH b3 give:tLsh c4 give:tLSh b2 give:TLSh d4
give:tlsH b4 give:tlSH a3
"""


def test_a_full_line_can_be_left_early(server: Site) -> None:
    with server.page() as page:
        page.send("open", game="quarto", **{"from": 0}, branch=FULL_BOARD.split())
        assert page.wait("scene")["result"] is not None
        page.send("move", ply=1, text="a1")
        scene = page.wait("scene")
        assert (scene["scene"]["ply"], scene["total"]) == (2, 2)


def test_what_remains_is_counted_where_the_game_counts_it(server: Site) -> None:
    with server.page() as page:
        page.send("open", game="carcassonne")
        page.send("remaining", ply=0)
        assert sum(row["count"] for row in page.wait("remaining")["rows"]) == 71
        page.send("open", game="quarto")
        page.send("remaining", ply=0, id=9)
        refused = [page.receive() for _ in range(3)][-1]
        assert refused["error"] == "this game does not count what remains"


def test_a_glance_ahead_makes_no_move(server: Site) -> None:
    with server.page() as page:
        page.send("open", game="connect_four")
        start = page.wait("scene")["scene"]["text"]
        page.send("peek", ply=0, moves=["4", "4"], id=7)
        peek = page.wait("peek")
        assert peek["id"] == 7
        assert peek["scene"]["ply"] == 2
        assert peek["scene"]["moves"] == []
        page.send("look", ply=0)
        scene = page.wait("scene")
        assert scene["scene"]["text"] == start
        assert scene["total"] == 0


@pytest.mark.parametrize("moves", [["9"], "4", [4], None])
def test_a_glance_at_no_moves_is_refused(server: Site, moves: object) -> None:
    with server.page() as page:
        page.send("open", game="connect_four")
        page.wait("scene")
        page.send("peek", ply=0, moves=moves, id=7)
        message = page.receive()
        assert (message["type"], message["id"]) == ("refused", 7)
        assert "\n" not in message["error"]


def test_what_chance_may_do_has_its_weight(server: Site) -> None:
    with server.page() as page:
        page.send("open", game="carcassonne")
        moves = page.wait("scene")["scene"]["moves"]
        weights = {move["text"]: move["weight"] for move in moves}
        assert weights["V"] == 9 * weights["C"]
