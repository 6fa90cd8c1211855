"""Where points came from: the entries add up to what the rules count."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

import quadrille
from quadrille import BadRecord, Record
from quadrille.core.records.record import Played, Result
from quadrille.games.carcassonne import history, table

VARIANTS: list[dict[str, Any]] = [
    {},
    {"farmers": False, "small_city": True},
    {"players": 3, "inns": True, "abbot": True},
    {"players": 6, "river": True, "inns": True, "abbot": True, "start_tile": False},
    {"board": 5, "abbot": True},
    {"players": 1, "meeples": 2},
]


def played(options: dict[str, Any], seed: int, agent: str = "random") -> Record:
    game = quadrille.game("carcassonne", **options)
    return quadrille.play(game, [agent] * options.get("players", 2), seed=seed)


def cut(record: Record, count: int) -> Record:
    """The record as it was after some moves."""
    state = list(record.replay())[count]
    return replace(record, moves=record.moves[:count], result=Result.of(state))


def sums(record: Record) -> list[Counter[str]]:
    """Points of each player by kind, from the history."""
    found: list[Counter[str]] = [Counter() for _ in record.players]
    for entry in history(record):
        found[entry.player][entry.kind] += entry.points
    return found


def expected(state: Any) -> list[Counter[str]]:
    return [Counter({k: n for k, n in one.items() if n}) for one in state.breakdown()]


@pytest.mark.parametrize("options", VARIANTS, ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_entries_add_up_to_the_breakdown(options: dict[str, Any], seed: int) -> None:
    record = played(options, seed)
    last = list(record.replay())[-1]
    assert sums(record) == expected(last)
    assert table(record)[-1].totals == record.result.scores


@pytest.mark.parametrize("options", VARIANTS[:4], ids=str)
def test_every_turn_gains_what_the_rules_count(options: dict[str, Any]) -> None:
    record = played(options, 7, "greedy")
    banked = [(0,) * len(record.players)]
    states = list(record.replay())
    for before, after in pairwise(states):
        if before.last_cell() is not None:
            banked.append(tuple(sum(one.values()) for one in after.points()))
    rows = table(record)
    assert [row.totals for row in rows[:-1]] == banked
    assert [row.turn for row in rows] == list(range(len(banked) + 1))
    assert tuple(move for row in rows for move in row.moves) == tuple(m.move for m in record.moves)


@pytest.mark.parametrize("count", [0, 1, 2, 3, 100, 101, 102, 103])
def test_a_game_may_be_broken_off_at_any_step(count: int) -> None:
    record = cut(played(VARIANTS[2], 5, "greedy"), count)
    last = list(record.replay())[-1]
    assert sums(record) == expected(last)
    assert table(record)[-1].totals == record.result.scores


def test_a_game_may_begin_with_points() -> None:
    whole = played({}, 3, "greedy")
    begun = list(whole.replay())[150]
    record = replace(whole, seed=None, start=begun.text(), moves=whole.moves[150:])
    assert [entry.turn for entry in history(record)][:2] == [0, 0]
    assert table(record)[-1].totals == whole.result.scores


def test_a_scored_feature_is_told_with_its_tiles_and_moves() -> None:
    state = quadrille.game("carcassonne").new()
    moves = ["E", "0,1@180", "city:s", "U", "1,0@90", "road:e"]
    players = [-1, 0, 0, -1, 1, 1]
    for move in moves:
        state.play(move)
    record = Record(
        game="carcassonne",
        options=quadrille.game("carcassonne").options,
        seed=None,
        players=("human", "human"),
        start=quadrille.game("carcassonne").new().text(),
        moves=tuple(Played(who, move) for who, move in zip(players, moves, strict=True)),
        result=Result.of(state),
        versions={},
    )
    city, road = history(record)
    assert (city.turn, city.player, city.kind, city.points) == (1, 0, "city", 4)
    assert city.cells == ((0, 0), (0, 1)) and city.moves == ("E", "0,1@180", "city:s")
    assert (road.turn, road.player, road.kind, road.points) == (3, 1, "unfinished road", 2)
    assert road.moves == ()


def test_an_abbot_taken_back_scores_in_that_turn() -> None:
    found = False
    for seed in range(20):
        record = played({"abbot": True}, seed)
        for row in table(record):
            if row.moves and row.moves[-1] == "recall":
                assert row.mover is not None and row.gains[row.mover] > 0
                found = True
    assert found


def test_records_of_other_games_are_refused() -> None:
    with pytest.raises(BadRecord, match="expected a game of carcassonne, got 'quarto'"):
        history(quadrille.play("quarto", ["random", "random"], seed=1))
