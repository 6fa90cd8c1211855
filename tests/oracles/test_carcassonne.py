"""Self-tests of the Carcassonne oracle: tables, positions worked out by hand, random games."""

from __future__ import annotations

import random
from statistics import mean, stdev
from typing import Any

import pytest

from support.places import DATA
from support.scale import LONG

from .carcassonne import Oracle
from .carcassonne_cases import every_case, run
from .carcassonne_line import straight_line
from .carcassonne_text import parse_options
from .carcassonne_tiles import kinds, pattern, rotations

OPTION_SETS: list[dict[str, Any]] = [
    {},
    {"farmers": False, "small_city": True},
    {"players": 1, "meeples": 2},
    {"players": 5, "start_tile": False},
    {"board": 7},
    {"river": True, "players": 3},
    {"river": True, "start_tile": False, "board": 5},
    {"inns": True, "players": 6},
    {"abbot": True, "meeples": 3},
    {"river": True, "inns": True, "abbot": True},
    {"river": True, "inns": True, "abbot": True, "farmers": False, "start_tile": False},
]


# ---- the tiles ----


def test_tables() -> None:
    for river, inns, abbot, total, number in [
        (False, False, False, 72, 24),
        (True, False, False, 84, 34),
        (False, True, False, 90, 41),
        (True, True, False, 102, 51),
        # Gardens of E, H, I, M, N, R, U, V and RV4; IC3 and IC15 exist only with one.
        (True, True, True, 102, 60),
    ]:
        found = kinds(river, inns, abbot)
        assert sum(kind.copies for kind in found.values()) == total
        assert len(found) == number
    # "all sets together: 73 city, 84 road and 189 field segments"
    counts = dict.fromkeys(("city", "road", "field", "monastery", "garden"), 0)
    for kind in kinds(True, True, True).values():
        for segment in pattern(kind, 0).segments:
            counts[segment.kind] += kind.copies
    assert (counts["city"], counts["road"], counts["field"]) == (73, 84, 189)
    assert counts["garden"] == 11
    assert list(kinds(True, True, True))[-1] == "IC17"


def test_every_half_edge_has_one_owner() -> None:
    for kind in kinds(True, True, True).values():
        for rotation in (0, 90, 180, 270):
            tile = pattern(kind, rotation)
            for edge, letter in enumerate(tile.edges):
                city = tile.segment_at("city", edge)
                halves = [tile.segment_at("field", half) for half in (2 * edge, 2 * edge + 1)]
                assert (city is not None) == (letter == "C")
                assert (tile.segment_at("road", edge) is not None) == (letter == "R")
                assert all((half is None) == (letter == "C") for half in halves)
            spots = [segment.spot for segment in tile.segments]
            assert len(set(spots)) == len(spots)
            for segment in tile.segments:
                assert all(tile.segment(spot) is not None for spot in segment.cities)


def test_distinct_rotations() -> None:
    found = kinds(True, True, False)
    one = {name for name, kind in found.items() if rotations(kind) == (0,)}
    two = {name for name, kind in found.items() if rotations(kind) == (0, 90)}
    assert one == {"B", "C", "X", "IC1", "IC3"}
    half_turn = {"F", "G", "H", "U", "RV3", "RV5", "RV9", "IC2", "IC5", "IC11", "IC15", "IC17"}
    assert two == half_turn
    assert all(len(rotations(found[name])) == 4 for name in set(found) - one - two)


# ---- positions worked out by hand ----


@every_case
def test_scoring(lines: list[str]) -> None:
    run(lines, Oracle, Oracle.parse)


# ---- positions that must not be ----


def refused() -> list[tuple[str, str]]:
    lines = (DATA / "carcassonne" / "refusals.txt").read_text(encoding="utf-8").splitlines()
    tried = [line for line in lines if line and not line.startswith(("#", " "))]
    return [(line.partition(" ")[0], line.partition(" ")[2]) for line in tried]


@pytest.mark.parametrize(("what", "text"), refused())
def test_refusals(what: str, text: str) -> None:
    if what == "position":
        with pytest.raises(ValueError):
            Oracle.parse(text)
    elif what == "option":
        with pytest.raises(ValueError):
            Oracle(**parse_options(text.split(" "), text))
    else:
        position, _, move = text.partition(" | ")
        state = Oracle.parse(position)
        with pytest.raises(ValueError, match="illegal move"):
            state.play(move)
        assert state.text() == position


# ---- whole games ----


def play_at_random(state: Oracle, rng: random.Random) -> None:
    """One draw, each copy equally likely, or one move, each equally likely."""
    draws = state.chance_moves()
    if draws:
        state.play(rng.choices(list(draws), list(draws.values()))[0])
    else:
        state.play(rng.choice(state.legal_moves()))


def check_totals(state: Oracle) -> None:
    """What must be true of every position."""
    regions = state.regions()
    spots = [spot for region in regions for spot in region["spots"]]
    assert len(set(spots)) == len(spots)
    names = [s for tile in state.board.values() for s in tile.pattern.segments]
    assert len(spots) == sum(state.farmers or segment.kind != "field" for segment in names)
    strength = sum(sum(region["strength"]) for region in regions)
    bigs = sum(figure.piece == "big" for figure in state.figures.values())
    assert strength == len(state.figures) + bigs
    in_hand = sum(sum(supply) for supply in state.supply())
    each = state.meeples + state.inns + state.abbot
    assert in_hand + len(state.figures) == each * state.players
    # Until the tile just placed has been scored, figures may stand on completed features.
    if state.step != "meeple":
        assert not any(region["complete"] and region["owners"] for region in regions)
    paid = [region["value"] for region in regions for _ in region["owners"]]
    points = sum(sum(points.values()) for points in state.points)
    assert sum(state.scores()) == points + sum(paid)
    assert set(state.dead_cells()) <= set(state.open_cells())


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_random_games(options: dict[str, Any]) -> None:
    rng = random.Random(1)
    for _ in range(10 if LONG else 1):
        state = Oracle(**options)
        left = sum(kind.copies for kind in state.kinds.values()) - len(state.board)
        while not state.is_over():
            text = state.text()
            assert Oracle.parse(text).text() == text
            if rng.random() < 0.1:
                check_totals(state)
                read = Oracle.parse(text)
                assert read.legal_moves() == state.legal_moves() == sorted(state.legal_moves())
                assert read.chance_moves() == state.chance_moves()
                assert read.regions() == state.regions()
            after = state.copy()
            play_at_random(after, rng)
            assert state.text() == text
            left -= state.player() == -1
            state = after
        assert left == 0
        check_totals(state)
        assert Oracle.parse(state.text()).text() == state.text()
        assert (state.player(), state.legal_moves(), state.chance_moves()) == (-2, [], {})
        assert state.dead_cells() == state.open_cells()
        assert sum(state.outcome()) == pytest.approx(0.0)


# "without farmers a player's final score is 27.89 +- 7.54, with farmers 19.41 +- 7.86"
@pytest.mark.parametrize(
    ("farmers", "score", "spread"), [(False, 27.89, 7.54), (True, 19.41, 7.86)]
)
def test_statistics(farmers: bool, score: float, spread: float) -> None:
    rng = random.Random(2)
    scores: list[int] = []
    sides: list[int] = []
    discarded = 0
    games = 120 if LONG else 12
    for _ in range(games):
        state = Oracle(farmers=farmers)
        while not state.is_over():
            play_at_random(state, rng)
        scores += state.scores()
        discarded += 72 - len(state.board)
        for axis in (0, 1):
            numbers = [cell[axis] for cell in state.board]
            sides.append(max(numbers) - min(numbers) + 1)
    # Four standard errors of the mean and of the spread of two scores per game.
    error = spread / (2 * games) ** 0.5
    assert mean(scores) == pytest.approx(score, abs=4 * error)
    assert stdev(scores) == pytest.approx(spread, abs=4 * error / 2**0.5)
    # "tiles discarded per game 0.019"; "the longest side of the board is 14.8 on average"
    assert discarded <= 4 + 0.06 * games
    longest = [max(pair) for pair in zip(sides[::2], sides[1::2], strict=True)]
    assert mean(longest) == pytest.approx(14.8, abs=8 / games**0.5)


@pytest.mark.parametrize(
    "options", [{}, {"inns": True}, {"inns": True, "river": True, "abbot": True}], ids=str
)
def test_straight_line_of_all_tiles(options: dict[str, bool]) -> None:
    state, _ = straight_line(options)
    assert state.is_over()
    assert len(state.board) == sum(kind.copies for kind in state.kinds.values())
    assert max(y for _, y in state.board) == 71 + (18 if state.inns else 0) + bool(state.river)
    assert Oracle.parse(state.text()).text() == state.text()


def test_options() -> None:
    state = Oracle(river=True, players=3, farmers=False, meeples=5)
    assert state.text().startswith("players=3 farmers=false river=true meeples=5 RV1:0,0@0 2A,4B")
    given = state.text().replace("players=3 farmers=false", "farmers=false inns=false players=3")
    assert Oracle.parse(given).text() == state.text()
    assert Oracle().text() == (
        "D:0,0@0 2A,4B,1C,3D,5E,2F,1G,3H,2I,3J,3K,3L,2M,3N,2O,3P,1Q,3R,2S,1T,8U,9V,4W,1X "
        "0+0+0+0,0+0+0+0 0:draw"
    )
