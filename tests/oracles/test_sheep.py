"""Self-tests of the Sheep oracle: small fields worked out by hand, round trips, refusals."""

from __future__ import annotations

import random

import pytest

from .sheep import Oracle
from .sheep_cases import at, strung
from .sheep_field import CELLS, NAMES
from .sheep_text import Value

EMPTY = " ".join("......")
OPTION_SETS: list[dict[str, Value]] = [
    {},
    {"game": 2},
    {"game": 3},
    {"game": 4},
    {"players": 2, "size": 6, "cells": 12, "sheep": 4, "hidden": True},
    {"players": 3, "size": 8, "cells": 30, "sheep": 9, "exponent": 2.0},
    {"game": 3, "teams": True, "size": 7, "cells": 25, "sheep": 12},
]
CORRIDOR = "players=2 size=6 cells=8 sheep=2 "
WALLS = "/######/######/######/######"


def names(cells: list[tuple[int, int]]) -> str:
    return " ".join(NAMES[cell] for cell in cells)


# --- start ---------------------------------------------------------------------------------


def test_the_edge_and_walls_across_a_side_make_border_cells() -> None:
    # 20 cells at the edge and the four beside the wall; not b2, d2, b4 and d4 at its corners.
    state = at(EMPTY, EMPTY, ". . # . . .", EMPTY, EMPTY, EMPTY)
    assert len(state.start_cells()) == 24
    inner = [(x, y) for x, y in state.start_cells() if 0 < x < 5 and 0 < y < 5]
    assert names(inner) == "c2 b3 d3 c4"
    assert state.legal_moves() == [NAMES[cell] for cell in state.start_cells()]
    assert state.legal_moves()[:8] == ["a1", "b1", "c1", "d1", "e1", "f1", "a2", "c2"]


def test_a_field_without_edge_has_a_border_of_walls() -> None:
    # A block of 5x5 in walls: 16 around it; with a hole in the middle, four more.
    block = ["#######", *["#.....#"] * 5, "#######"]
    state = at(*(" ".join(row) for row in block))
    assert len(state.start_cells()) == 16
    block[3] = "#..#..#"
    state = at(*(" ".join(row) for row in block))
    assert len(state.start_cells()) == 20
    # A corridor is all border.
    assert len(Oracle(CORRIDOR + "....../####.." + WALLS + " 1").start_cells()) == 8


def test_an_occupied_neighbour_makes_no_border_cell() -> None:
    state = at(EMPTY, EMPTY, ". . # . . .", EMPTY, EMPTY, EMPTY)
    state.play("c2")
    assert "/..A16.../" in state.text()
    assert len(state.start_cells()) == 23
    assert not {"b2", "c2", "d2"} & set(state.legal_moves())
    assert state.player() == 1


def test_all_start_in_order_with_all_their_sheep() -> None:
    state = Oracle(game=2, players=3)
    for player in range(3):
        assert state.player() == player
        with pytest.raises(ValueError, match="nobody is to slide"):
            state.lose_turn()
        state.play(state.legal_moves()[-1])
    assert sorted(state.owner.values()) == [0, 1, 2]
    assert list(state.count.values()) == [32, 32, 32]
    assert state.player() == 0
    assert "-" in state.legal_moves()[0]
    # The border cells are still told.
    assert state.start_cells()


# --- slides --------------------------------------------------------------------------------


def test_slides_end_at_the_edge() -> None:
    row = " ".join(".......")
    state = at(row, "A1 . . . . . .", row, ". . . A3 . . .", row, row, "B4 . . . . . .", sheep=4,
               players=2)  # fmt: skip
    ends = [state.landing(3, 3, direction) for direction in (1, 2, 3, 4, 6, 7, 8, 9)]
    assert names([end for end in ends if end]) == "a1 d1 g1 a4 g4 b6 d7 g7"  # B is on a7
    slides = [move for move in state.legal_moves() if move.startswith("d4-")]
    assert slides[:4] == ["d4-a1:1", "d4-a1:2", "d4-d1:1", "d4-d1:2"]
    assert len(slides) == 16


def test_slides_end_at_walls_and_flocks() -> None:
    state = at(
        "A1 . . # . . .",
        ". . . . . . .",
        ". . . . . . #",
        ". . . A3 . . B2",
        "# . B1 . # . .",
        ". . . B1 . . .",
        ". . . . . . .",
        sheep=4,
        players=2,
    )
    # Beyond b2 is a flock of one's own, beyond d2 a wall, g1 is the corner; then the edge and a
    # flock; down-left and down-right are blocked at once, and down there is one step.
    expected = {1: "b2", 2: "d2", 3: "g1", 4: "a4", 6: "f4", 7: None, 8: "d5", 9: None}
    for direction, end in expected.items():
        assert state.landing(3, 3, direction) == (None if end is None else CELLS[end]), direction
    # From a cell of nobody as well.
    assert state.landing(1, 1, 1) is None
    assert state.landing(1, 1, 9) == (2, 2)


def test_leave_one_and_move_one() -> None:
    state = Oracle("players=2 size=6 cells=8 sheep=4 A3....B4/####A1." + WALLS + " 1")
    # a1 has no neighbour but b1; e2 holds one and stays.
    assert state.legal_moves() == ["a1-e1:1", "a1-e1:2"]
    for move in ("a1-e1:0", "a1-e1:3", "a1-d1:1", "a1-e1:?", "e2-f2:1", "pass", "b1", "a1-e1", ""):
        with pytest.raises(ValueError, match="illegal move"):
            state.play(move)
    state.play("a1-e1:2")
    assert state.text() == "players=2 size=6 cells=8 sheep=4 A1...A2B4/####A1." + WALLS + " 2"
    assert state.legal_moves() == ["f1-f2:1", "f1-f2:2", "f1-f2:3"]


def test_moves_come_by_cell_direction_and_count() -> None:
    state = at("A2 . . A3 B5", ". . . . .", players=2, sheep=5)
    assert state.legal_moves() == [
        "a1-c1:1",
        "a1-a2:1",
        "a1-b2:1",
        "d1-b1:1",
        "d1-b1:2",
        "d1-c2:1",
        "d1-c2:2",
        "d1-d2:1",
        "d1-d2:2",
        "d1-e2:1",
        "d1-e2:2",
    ]


# --- passes and the end --------------------------------------------------------------------


def test_a_player_boxed_in_passes_until_the_end() -> None:
    state = Oracle(CORRIDOR + "....../####.." + WALLS + " 1")
    for move in ("a1", "b1"):
        state.play(move)
    assert state.legal_moves() == ["pass"]
    state.play("pass")
    assert state.legal_moves() == ["b1-f1:1"]
    state.play("b1-f1:1")
    # A has two sheep left but nowhere to go, B is out of sheep: no passes follow.
    assert state.text() == CORRIDOR + "A2B1...B1/####.." + WALLS + " -"
    assert state.is_over()
    assert state.player() == -2
    assert state.legal_moves() == []
    assert state.scores() == [1.0, 2.0]
    assert state.contest_points() == [3.0, 5.0]
    assert state.outcome() == [-1.0, 1.0]
    with pytest.raises(ValueError, match="nobody is to slide"):
        state.lose_turn()


def test_stuck_players_pass_each_turn() -> None:
    state = at("A4 B1 C1 C3 . B3", "# # # # . .", players=3, sheep=4)
    moves = []
    while not state.is_over():
        moves.append(state.legal_moves()[0])
        state.play(moves[-1])
    # A cannot move at all; in the end all cells are taken.
    assert moves == ["pass", "f1-e1:1", "d1-e2:1", "pass", "f1-f2:1"]
    assert state.free == set()


def test_a_lost_turn_changes_nothing_but_the_mover() -> None:
    before = CORRIDOR + "A2....B2/####.." + WALLS
    state = Oracle(before + " 1")
    state.lose_turn()
    assert state.text() == before + " 2"
    state.lose_turn()
    assert state.text() == before + " 1"


# --- results -------------------------------------------------------------------------------


def test_regions_are_connected_across_sides_only() -> None:
    state = at("A1 A1 . . . .", ". A1 . . . .", ". . A1 . . .", ". . A1 B5 . .", players=2, sheep=5)
    assert [names(region) for region in state.regions(0)] == ["a1 b1 b2", "c3 c4"]
    assert [names(region) for region in state.regions(1)] == ["d4"]
    assert state.scores() == pytest.approx([3**1.25 + 2**1.25, 1.0])
    assert [round(score, 3) for score in state.scores()] == [6.327, 1.0]


def test_regions_come_by_their_first_cells() -> None:
    # The first region is a ring open at the top, which reaches around the second.
    state = at("A1 . A1 . B9", "A1 . A1 . .", "A1 A1 A1 . A2", players=2, sheep=9)
    assert [names(region) for region in state.regions(0)] == ["a1 c1 a2 c2 a3 b3 c3", "e3"]


@pytest.mark.parametrize(
    ("exponent", "score"), [(1.0, 18.0), (1.25, 34.0), (1.5, 66.0), (2.0, 258.0)]
)
def test_exponents(exponent: float, score: float) -> None:
    state = strung([16, 1, 1], [18], exponent=exponent)
    assert state.scores() == pytest.approx([score, 18**exponent])


@pytest.mark.parametrize(
    ("areas", "points"),
    [
        ([[4], [3], [2], [1]], [5, 3, 2, 1]),
        ([[1], [2], [3], [4]], [1, 2, 3, 5]),
        ([[4], [4], [2], [1]], [4, 4, 2, 1]),
        ([[2], [4], [2], [1]], [2.5, 5, 2.5, 1]),
        ([[2], [1], [4], [1]], [3, 1.5, 5, 1.5]),
        ([[1], [2], [1], [2]], [1.5, 4, 1.5, 4]),
        ([[3], [3], [1], [3]], [10 / 3, 10 / 3, 1, 10 / 3]),
        ([[1], [1], [3], [1]], [2, 2, 5, 2]),
        ([[2], [2], [2], [2]], [2.75, 2.75, 2.75, 2.75]),
        ([[3], [2], [1]], [5, 3, 2]),
        ([[1], [2], [1]], [2.5, 5, 2.5]),
        ([[2], [2], [2]], [10 / 3, 10 / 3, 10 / 3]),
        ([[1], [2]], [3, 5]),
        ([[1], [1]], [4, 4]),
        # One region of 16 is worth 32 of one cell, and the order of regions is nothing.
        ([[16], [1] * 10], [5, 3]),
        ([[2, 3, 5, 1], [5, 1, 3, 2], [3, 5, 2, 1], [1, 2, 3, 5]], [2.75] * 4),
    ],
    ids=str,
)
def test_contest_points(areas: list[list[int]], points: list[float]) -> None:
    assert strung(*areas).contest_points() == pytest.approx(points)


@pytest.mark.parametrize(
    ("areas", "outcome"),
    [
        ([[4], [3, 1], [2, 2], [2, 1, 1]], [1, 0.25 / 2.25, -0.75 / 2.25, -1.75 / 2.25]),
        ([[4], [4], [4], [4]], [0, 0, 0, 0]),
        ([[2, 2], [2, 2], [4], [1, 1, 1, 1]], [-0.25 / 2.25, -0.25 / 2.25, 1, -1.75 / 2.25]),
        ([[4], [3, 1], [2, 2]], [1, 0, -1]),
        ([[4], [2, 2], [4]], [0.5, -1, 0.5]),
        ([[4], [2, 2]], [1, -1]),
        ([[3, 1], [1, 3]], [0, 0]),
    ],
    ids=str,
)
def test_outcomes(areas: list[list[int]], outcome: list[float]) -> None:
    assert strung(*areas, mover="-").outcome() == pytest.approx(outcome)


def test_partners_share_the_mean() -> None:
    # Player 1 alone would be first; with player 3 it is behind 2 and 4.
    areas = [[4], [3, 1], [1, 1, 1, 1], [3, 1]]
    alone = strung(*areas, mover="-")
    assert alone.contest_points() == [5, 2.5, 1, 2.5]
    for options in ({"teams": True}, {"game": 4}):
        state = strung(*areas, mover="-", **options)
        first, second = (4**1.25 + 4) / 2, 3**1.25 + 1
        assert state.scores() == pytest.approx([first, second, first, second])
        assert state.contest_points() == [1.5, 4, 1.5, 4]
        assert state.outcome() == [-1, 1]
    level = strung([3, 1], [3, 1], [2, 2], [2, 2], mover="-", teams=True)
    assert level.contest_points() == [2.75] * 4
    assert level.outcome() == [0, 0]
    crossed = strung([5, 2], [5, 1, 1], [3, 2, 1, 1], [3, 2, 2], mover="-", teams=True)
    assert crossed.outcome() == [0, 0], "the two sides have equal regions"


def test_results_before_the_end() -> None:
    state = Oracle()
    assert state.scores() == [0, 0, 0, 0]
    assert state.contest_points() == [2.75] * 4
    state.play(state.legal_moves()[0])
    assert state.scores() == [1, 0, 0, 0]
    assert state.contest_points() == [5, 2, 2, 2]
    with pytest.raises(ValueError, match="not over"):
        state.outcome()


# --- whole games ---------------------------------------------------------------------------


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_random_games(options: dict[str, Value]) -> None:
    rng = random.Random(1)
    for _ in range(4):
        state = Oracle.drawn(rng, **options)
        assert len(state.free) == state.cells
        mover = 0
        passed: set[int] = set()
        while not state.is_over():
            assert state.player() == mover
            assert Oracle.parse(state.text()).text() == state.text()
            moves = state.legal_moves()
            assert len(set(moves)) == len(moves) > 0
            # Who has passed once can never move again.
            assert mover not in passed or moves == ["pass"]
            if moves == ["pass"]:
                passed.add(mover)
            before = state.text()
            twin = state.copy()
            move = rng.choice(moves)
            twin.play(move)
            assert state.text() == before
            state.play(move)
            assert twin.text() == state.text()
            mover = (mover + 1) % state.players
        assert Oracle.parse(state.text()).text() == state.text()
        for player in range(state.players):
            counts = [state.count[cell] for cell in state.cells_of(player)]
            assert sum(count or 0 for count in counts) == state.sheep
        assert sum(state.contest_points()) == pytest.approx(sum((5, 3, 2, 1)[: state.players]))
        assert sum(state.outcome()) == pytest.approx(0)


# --- texts ---------------------------------------------------------------------------------


def test_options_in_texts() -> None:
    body = "A2....B2/####.." + WALLS + " 1"
    for given, expected in [
        (CORRIDOR, CORRIDOR),
        ("sheep=2 cells=8 size=6 players=2 ", CORRIDOR),
        ("game=1 hidden=false exponent=1.25 " + CORRIDOR, CORRIDOR),
        (CORRIDOR + "exponent=2 ", CORRIDOR + "exponent=2 "),
        (CORRIDOR + "exponent=1.5e0 hidden=true ", CORRIDOR + "hidden=true exponent=1.5 "),
        ("game=3 " + CORRIDOR, "game=3 " + CORRIDOR),
        ("hidden=true game=3 " + CORRIDOR, "game=3 " + CORRIDOR + "hidden=true "),
        (CORRIDOR + "exponent=1.2345678901 ", CORRIDOR + "exponent=1.2345678901 "),
    ]:
        assert Oracle.parse(given + body).text() == expected + body
    options: dict[str, Value] = {"players": 2, "size": 6, "cells": 8, "sheep": 2}
    assert Oracle.parse(body, **options).text() == CORRIDOR + body
    assert Oracle.parse(CORRIDOR + body, size=6).text() == CORRIDOR + body
    with pytest.raises(ValueError, match="option 'size' is 7 and 6"):
        Oracle.parse(CORRIDOR + body, size=7)
    # The numbers of the games as the text does not name them.
    assert [Oracle(game=game).sheep for game in (1, 2, 3, 4)] == [16, 32, 16, 16]
    assert Oracle(game=2, size=20, sheep=64).cells == 100
    assert Oracle(game=4).teams and Oracle(game=3).hidden and not Oracle(game=2).hidden


@pytest.mark.parametrize(
    "options",
    [
        {"game": 0},
        {"game": 5},
        {"game": 1.0},
        {"players": 1},
        {"players": 5},
        {"size": 5},
        {"size": 21},
        {"size": True},
        {"size": 7},  # too small for 64 cells
        {"cells": 7},
        {"cells": 145},
        {"sheep": 1},
        {"sheep": 65},
        {"hidden": 1},
        {"exponent": 0.9},
        {"exponent": 3.1},
        {"teams": True, "players": 3},
        {"game": 4, "players": 2},
        {"colour": 1},
    ],
    ids=str,
)
def test_bad_options(options: dict[str, Value]) -> None:
    with pytest.raises(ValueError, match=r"[a-z]") as caught:
        Oracle(None, **options)
    assert "\n" not in str(caught.value)


SECRET = CORRIDOR + "hidden=true "
REFUSALS = [
    ("", "expected 'ROWS MOVER'"),
    ("1", "expected 'ROWS MOVER'"),
    (CORRIDOR + "A2....B2/####../######/######/######/######", "6 rows"),
    (CORRIDOR + "A2....B2/####.. 1", "6 rows"),
    (CORRIDOR + "A2....B2/####../" + WALLS + " 1", "6 rows"),
    (CORRIDOR + " A2....B2/####.." + WALLS + " 1", "expected an option"),
    (CORRIDOR + "A2....B2/####.." + WALLS + "  1", "expected an option"),
    (CORRIDOR + "A2....B2/####.." + WALLS + " 1 ", "expected an option"),
    (CORRIDOR + "A2....B2/####.." + WALLS + " 1\n", "as the mover"),
    (CORRIDOR + "A2...B2/####.." + WALLS + " 1", "6 cells a row"),
    (CORRIDOR + "A2.....B2/####.." + WALLS + " 1", "6 cells a row"),
    (CORRIDOR + "A2....B2/####.x" + WALLS + " 1", "expected '#'"),
    (CORRIDOR + "A2....b2/####.." + WALLS + " 1", "expected '#'"),
    (CORRIDOR + "A2....B/####.." + WALLS + " 1", "expected '#'"),
    (CORRIDOR + "A02....B2/####.." + WALLS + " 1", "expected '#'"),
    (CORRIDOR + "A2B0...B2/####.." + WALLS + " 1", "expected '#'"),
    (CORRIDOR + "A2....E2/####.." + WALLS + " 1", "expected '#'"),
    (CORRIDOR + "A2....C2/####.." + WALLS + " 1", "a player beyond 2"),
    (CORRIDOR + "A2....B2/###..." + WALLS + " 1", "expected 8 cells"),
    (CORRIDOR + "A2....B2/#####." + WALLS + " 1", "expected 8 cells"),
    (CORRIDOR + "A2...#B2/####../####.#/######/######/###### 1", "not 4-connected"),
    (CORRIDOR + "A2....B3/####.." + WALLS + " 1", "player 2: expected 2 sheep"),
    (CORRIDOR + "A1....B2/####.." + WALLS + " 1", "player 1: expected 2 sheep"),
    (CORRIDOR + "A1A1A1.../####.." + WALLS + " 1", "player 1: expected 2 sheep"),
    (CORRIDOR + "B2...../####.." + WALLS + " 1", "out of order"),
    (CORRIDOR + "A2...../####.." + WALLS + " 1", "expected 2 as the mover"),
    (CORRIDOR + "A2...../####.." + WALLS + " -", "expected 2 as the mover"),
    (CORRIDOR + "....../####.." + WALLS + " 2", "expected 1 as the mover"),
    (CORRIDOR + "A1A1..../####.." + WALLS + " 2", "before all have started"),
    (CORRIDOR + "A2....B2/####.." + WALLS + " 3", "as the mover"),
    (CORRIDOR + "A2....B2/####.." + WALLS + " 0", "as the mover"),
    (CORRIDOR + "A2....B2/####.." + WALLS + " -", "not over"),
    (CORRIDOR + "A2B1...B1/####.." + WALLS + " 1", "nobody can move"),
    (CORRIDOR + "A2B1!...B1!/####.." + WALLS + " -", "hides none"),
    (CORRIDOR + "A?....B2/####.." + WALLS + " 1", "hides none"),
    (SECRET + "A2!....B2/####.." + WALLS + " 1", "'!' after a count"),
    (SECRET + "A?!....B2/####.." + WALLS + " 1", "'!' after a count"),
    (SECRET + "A2B1...B1/####.." + WALLS + " -", "could have slid"),
    (SECRET + "A2B1!...B1/####.." + WALLS + " 1", "could have slid"),
    (SECRET + "A2B?...B1/####.." + WALLS + " 1", "some counts are hidden"),
    (SECRET + "A2B?.B?.B?/####.." + WALLS + " 1", "more cells than 2 sheep"),
    (SECRET + "A2B1!.B?.B?/####.." + WALLS + " 1", "more cells than 2 sheep"),
    (SECRET + "A1!...../####.." + WALLS + " 2", "expected 2 sheep"),
    (SECRET + "A?B?...B?/####.." + WALLS + " 2", "can be worked out"),
    (SECRET + "size=6 A2....B2/####.." + WALLS + " 1", "given twice"),
    (CORRIDOR + "size A2....B2/####.." + WALLS + " 1", "expected an option"),
    (CORRIDOR + "colour=1 A2....B2/####.." + WALLS + " 1", "expected an option"),
    (CORRIDOR + "hidden=1 A2....B2/####.." + WALLS + " 1", "expected a bool"),
    (CORRIDOR + "game=one A2....B2/####.." + WALLS + " 1", "expected an? int"),
    (CORRIDOR + "exponent=1.2.3 A2....B2/####.." + WALLS + " 1", "expected a float"),
    (CORRIDOR + "exponent=4 A2....B2/####.." + WALLS + " 1", "expected 1 to 3"),
    (CORRIDOR + "teams=true A2....B2/####.." + WALLS + " 1", "4 players with teams"),
]


@pytest.mark.parametrize(("text", "message"), REFUSALS)
def test_refusals(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        Oracle.parse(text)
    assert "\n" not in str(caught.value)


def test_who_started_has_a_border_cell() -> None:
    with pytest.raises(ValueError, match="no border cell"):
        at(EMPTY, ". A2 . . . .", EMPTY, EMPTY, EMPTY, "B2 . . . . .", players=2, sheep=2)
