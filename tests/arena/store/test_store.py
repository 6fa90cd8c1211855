"""The store: series and games kept in SQLite and in PostgreSQL alike, and counted."""

import json
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select

import quadrille
from arena.store.store_games import fill, make_plan, make_up, play
from quadrille.arena.plan import Plan
from quadrille.arena.played import FinishedGame
from quadrille.arena.results import ResultCount
from quadrille.arena.store import BadStore, GameResult, GameRow, Store, schema
from quadrille.arena.store import store as module
from quadrille.arena.store.rows import clean
from quadrille.core.records.record import Result

# --- series and games ----------------------------------------------------------------------


def test_games_come_back_as_they_went_in(store: Store) -> None:
    plan = make_plan()
    series = store.add_series(plan)
    played = [play(plan, number) for number in range(4)]
    for each in played:
        assert store.add(series, each)
    rows = list(store.games())
    assert [row.number for row in rows] == [3, 2, 1, 0]  # newest first
    for row, each in zip(reversed(rows), played, strict=True):
        assert store.record(row.id) == each.record
        assert store.seconds(row.id) == each.seconds
        result = each.record.result
        assert (row.players, row.outcome) == (each.record.players, result.outcome)
        assert row.scores == result.scores
        assert (row.ended, row.plies, row.by) == ("finished", len(each.record.moves), None)
        assert row.seconds == pytest.approx(sum(each.seconds))
        assert store.game(row.id) == row and row.series == series
        store.record(row.id).check()


def test_games_of_every_kind_come_back(store: Store) -> None:
    series, games = fill(store, make_plan("sheep", 40, agents=["a", "b", "c", "d"]), range(40))
    assert {each.record.result.ended for each in games} == {"finished", "forfeited", "unfinished"}
    for row, each in zip(store.games(series=series), reversed(games), strict=True):
        result = each.record.result
        assert store.record(row.id) == each.record and store.seconds(row.id) == each.seconds
        assert (row.outcome, row.ended, row.by) == (result.outcome, result.ended, result.by)
        assert row.reason == result.note.replace("\ud800", "?")
    for kept, each in zip(store.game_results(series), games, strict=True):
        result = each.record.result
        failures = tuple(
            failure._replace(reason=clean(failure.reason)) for failure in each.failures
        )
        facts = (each.pairing.index, result.outcome, result.scores, each.fingerprint)
        assert kept == GameResult(*facts, failures)


def test_time_that_was_not_measured_is_none(store: Store) -> None:
    plan = make_plan()
    each = play(plan, 0)
    store.add(store.add_series(plan), replace(each, seconds=(0.0,) * len(each.seconds)))
    [row] = store.games()
    assert store.seconds(row.id) == (0.0,) * len(each.record.moves) and row.seconds == 0


def test_a_game_is_stored_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CHUNK", 4)
    plan = make_plan()
    series = store.add_series(plan)
    assert list(store.missing(series)) == list(range(10))
    assert store.add(series, play(plan, 3)) and store.add(series, play(plan, 0))
    first = list(store.games())
    changed = replace(play(plan, 3), seconds=(9.0,) * len(play(plan, 3).record.moves))
    assert not store.add(series, changed)
    assert list(store.games()) == first
    assert [store.has(series, number) for number in range(4)] == [True, False, False, True]
    assert list(store.missing(series)) == [1, 2, 4, 5, 6, 7, 8, 9]
    other = store.add_series(plan)
    assert store.add(other, play(plan, 3)) and store.has(other, 3) and not store.has(other, 0)
    for number in store.missing(series):  # which may be stored meanwhile
        assert store.add(series, make_up(plan, number))
    assert list(store.missing(series)) == []
    assert [each.number for each in store.game_results(series)] == list(range(10))


def test_series_are_listed_with_all_about_them(store: Store) -> None:
    assert store.all_series() == []
    plan = make_plan("quarto", squares=True)
    first, games = fill(store, plan, range(6), "the first")
    second = store.add_series(make_plan("connect_four", 7))
    [one, two] = store.all_series()
    assert (one, two) == (store.series(first), store.series(second))
    assert (one.number, one.name, one.kind, one.game) == (first, "the first", "match", "quarto")
    assert one.options == {"squares": True, "torus": False} and one.sides == (0, 1)
    assert one.plan == plan and (one.total, one.played) == (10, 6)
    assert one.versions == ({"quadrille": "1"}, {"quadrille": "2"})
    assert {each.record.versions["quadrille"] for each in games} == {"1", "2"}
    assert (two.name, two.total, two.played, two.versions) == ("", 7, 0, ())
    assert one.key != two.key and one.created.endswith("Z") and len(one.created) == 20
    assert json.loads(json.dumps(one.to_dict()))["plan"]["agents"] == ["random", "greedy"]


def test_games_are_filtered(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PAGE", 3)
    first, _ = fill(store, make_plan("quarto", 20), range(8))
    second, _ = fill(store, make_plan("quarto", 20, torus=True), range(8, 16))
    third, _ = fill(store, make_plan("connect_four", 20, agents=["random", "oneply"]), range(7))
    everything = list(store.games())
    assert len(everything) == 23 and everything[0].series == third

    def found(**filters: Any) -> list[GameRow]:
        return list(store.games(**filters))

    def only(*series: int) -> list[GameRow]:
        return [row for row in everything if row.series in series]

    assert found(series=first) == only(first) and found(series=[first, third]) == only(first, third)
    assert found(game="quarto") == only(first, second)
    torus = {"squares": False, "torus": True}
    assert found(game="quarto", options=torus) == only(second)
    assert found(game="quarto", series=[third]) == found(agent="nobody") == []
    assert found(agent="oneply") == only(third) and found(agent="random") == everything
    for ended in ("finished", "forfeited"):
        assert found(ended=ended) == [row for row in everything if row.ended == ended]
    assert found(limit=0) == [] and found(limit=23) == found(limit=99) == everything
    assert found(limit=7, offset=2) == everything[2:9] and found(offset=22) == everything[22:]
    assert (
        found(ended="finished", limit=4, series=first)
        == [row for row in only(first) if row.ended == "finished"][:4]
    )


def test_a_long_reason_keeps_its_end(store: Store) -> None:
    """Python tells what went wrong in the last line."""
    plan = make_plan()
    number = store.add_series(plan)
    note = f"program ended: {'Traceback line ' * 80}ZeroDivisionError: division by zero"
    finished = play(plan, 0)
    result = Result("forfeited", (1.0, -1.0), (0.0, 0.0), 1, note)
    store.add(number, replace(finished, record=replace(finished.record, result=result)))
    [row] = store.games()
    assert len(row.reason) == 300 and " ... " in row.reason
    assert row.reason.startswith("program ended: Traceback")
    assert row.reason.endswith("line ZeroDivisionError: division by zero")
    assert [each.reason for each in store.faults()] == [row.reason]
    assert store.record(row.id).result.note == note


def test_a_series_goes_with_its_games(store: Store, where: str) -> None:
    plan = make_plan("sheep", 30, agents=list("abcd"))
    kept, _ = fill(store, plan, range(10))
    gone, games = fill(store, plan, range(12))
    before = store.result_counts(kept), store.by_agent(kept), store.faults(kept)
    assert store.faults(gone), "there are lost turns to be deleted too"
    with Store.open(where) as other:
        assert not other.add(gone, games[0]), "it is there"
        assert store.delete(gone) == 12
        assert [each.number for each in store.all_series()] == [kept]
        assert (store.result_counts(), store.by_agent(), store.faults()) == before
        for table in (schema.game, schema.seat, schema.lost, schema.record, schema.versions):
            name = "id" if table is schema.game else "game_id"
            name = "series_id" if table is schema.versions else name
            found = {row[0] for row in store._database.rows(select(table.c[name]))}
            assert found <= ({kept} if name == "series_id" else {row.id for row in store.games()})
        again = store.add_series(plan)  # may have the same number
        with pytest.raises(BadStore, match="has been deleted"):
            other.add(gone, games[0])
        assert store.series(again).played == 0
    with pytest.raises(BadStore, match="expected a series"):
        store.delete(99)
    assert store.add(again, games[0]) and store.delete(again) == 1


def test_what_is_not_there_is_refused(store: Store) -> None:
    plan = make_plan()
    series = store.add_series(plan)
    asks: list[Callable[[int], Any]] = [
        store.series,
        store.result_counts,
        store.lengths,
        lambda number: list(store.missing(number)),
        lambda number: store.games(series=[series, number]),
    ]
    for ask in asks:
        with pytest.raises(BadStore, match=r"expected a series in '.*', got 99"):
            ask(99)
    with pytest.raises(BadStore, match=r"expected a series in '.*', got 99"):
        store.add(99, play(plan, 1))
    asks = [store.game, store.record, store.seconds]
    for ask in asks:
        with pytest.raises(BadStore, match=r"expected a game in '.*', got 5"):
            ask(5)
    with pytest.raises(BadStore, match=r"expected a game of connect_four .* got quarto"):
        store.add(series, play(make_plan("quarto"), 0))
    with pytest.raises(ValueError, match="expected a game with its options"):
        store.result_counts(options={})
    with pytest.raises(ValueError, match="expected limit of at least 0, got -1"):
        store.games(limit=-1)
    with pytest.raises(ValueError, match="expected a depth from 1 to 4, got 5"):
        store.openings(5)
    assert list(store.games()) == []


def test_a_game_that_does_not_fit_together_is_refused(store: Store) -> None:
    plan = make_plan()
    series = store.add_series(plan)
    good = play(plan, 0)
    record, result = good.record, good.record.result
    bad = [
        (replace(good, seconds=(0.0,)), "expected seconds for"),
        (replace(good, record=replace(record, players=("a",))), "expected 2 players, got 1"),
        (_with(good, replace(result, scores=(1.0,))), "expected the scores of 2 players, got 1"),
        (_with(good, replace(result, outcome=(0.0,))), "expected an outcome of 2 sides"),
        (_with(good, replace(result, by=2)), "expected one of 2 players, got 2"),
        (
            replace(
                good,
                record=replace(record, moves=(replace(record.moves[0], player=2),)),
                seconds=(0.0,),
            ),
            "expected moves of 2 players, got one of player 2",
        ),
    ]
    for each, reason in bad:
        with pytest.raises(quadrille.BadRecord, match=reason):
            store.add(series, each)
    assert list(store.games()) == [] and store.add(series, good)


def _with(finished: FinishedGame, result: Any) -> FinishedGame:
    return replace(finished, record=replace(finished.record, result=result))


# --- counts --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game, agents",
    [
        ("connect_four", ["a", "b"]),
        ("sheep", ["a", "b", "c", "a"]),
        ("pillars", ["a", "b"]),
        ("pillars", ["a", "b", "c", "d", "e", "a"]),
    ],
)
def test_counts_are_those_of_the_games(store: Store, game: str, agents: list[str]) -> None:
    plan = make_plan(game, 120, agents=agents)
    first, games = fill(store, plan, range(60))
    second, more = fill(store, plan, range(60, 120))
    fill(store, make_plan("quarto"), range(10))
    for series, chosen in ((first, games), (second, more), ([first, second], [*games, *more])):
        check_counts(store, series, None, plan, chosen)
    check_counts(store, None, game, plan, [*games, *more])
    assert store.result_counts([first, second]) == store.result_counts(
        game=game, options=plan.options
    )
    assert store.result_counts(game=game, options={"x": 1}) == []


def check_counts(
    store: Store, series: Any, game: Any, plan: Plan, games: list[FinishedGame]
) -> None:
    """Compare with a count one by one."""
    counted: Counter[Any] = Counter()
    sides: dict[Any, list[Any]] = defaultdict(lambda: [0, 0, 0, 0, 0.0, Counter()])
    uses: dict[str, list[Any]] = defaultdict(lambda: [Counter(), 0, 0.0, 0.0])
    for each in games:
        result, players = each.record.result, each.record.players
        teams = [
            [spec for spec, home in zip(players, plan.sides, strict=True) if home == side]
            for side in range(max(plan.sides) + 1)
        ]
        lineup = tuple(team[0] if len(set(team)) == 1 else tuple(team) for team in teams)
        for player, spec in enumerate(players):
            use = uses[spec]
            times = [
                spent
                for move, spent in zip(each.record.moves, each.seconds, strict=True)
                if move.player == player
            ]
            use[0][result.scores[player]] += 1
            use[1:] = [use[1] + len(times), use[2] + sum(times), max([use[3], *times])]
        if result.outcome is None:
            continue
        counted[lineup, result.outcome] += 1
        for side, (team, value) in enumerate(zip(lineup, result.outcome, strict=True)):
            rank = sum(other > value for other in result.outcome)
            pairs = zip(lineup, result.outcome, strict=True)
            rivals = [other for opponent, other in pairs if opponent != team]
            behind, level = sum(other < value for other in rivals), rivals.count(value)
            row = sides[team, side]
            row[0] += 1
            row[1] += behind == len(rivals)
            row[2] += level > 0 and behind + level == len(rivals)
            row[3] += behind + level < len(rivals)
            row[4] += (behind + level / 2) / len(rivals)
            row[5][rank] += 1
    found = store.result_counts(series, game)
    assert {(one.lineup, one.outcome): one.games for one in found} == counted
    assert all(isinstance(one, ResultCount) for one in found) and len(found) == len(counted)
    by_side = {
        (one.team, one.side): [one.games, one.wins, one.draws, one.losses, one.points, one.ranks]
        for one in store.by_side(series, game)
    }
    assert by_side == {
        key: [
            *row[:4],
            pytest.approx(row[4]),
            tuple(row[5][i] for i in range(len(set(plan.sides)))),
        ]
        for key, row in sides.items()
    }
    by_agent = {
        one.agent: [one.games, one.scores, one.moves, one.seconds, one.slowest]
        for one in store.by_agent(series, game)
    }
    assert by_agent == {
        spec: [row[0].total(), row[0], row[1], pytest.approx(row[2]), row[3]]
        for spec, row in uses.items()
    }
    assert store.lengths(series, game) == Counter(len(each.record.moves) for each in games)
    assert store.endings(series, game) == Counter(each.record.result.ended for each in games)
    assert store.distinct(series, game) == len(
        {(each.record.players, each.fingerprint) for each in games}
    )
    check_faults(store, series, game, games)
    check_openings(store, series, game, plan, games)


def check_faults(store: Store, series: Any, game: Any, games: list[FinishedGame]) -> None:
    lost: Counter[Any] = Counter()
    for each in games:
        players, result = each.record.players, each.record.result
        if result.ended == "forfeited":
            assert result.by is not None
            lost[players[result.by], result.note.replace("\ud800", "?"), "games"] += 1
        for move in each.record.moves:
            if move.lost:
                lost[players[move.player], move.lost.replace("\0", "\ufffd"), "turns"] += 1
    faults = store.faults(series, game)
    found = {(one.agent, one.reason, "games"): one.games for one in faults if one.games}
    found |= {(one.agent, one.reason, "turns"): one.turns for one in faults if one.turns}
    assert found == lost and lost
    assert faults == sorted(faults, key=lambda one: (-one.games, -one.turns, one.agent, one.reason))


def check_openings(
    store: Store, series: Any, game: Any, plan: Plan, games: list[FinishedGame]
) -> None:
    for depth in (1, 2, 4):
        first: dict[Any, list[Any]] = defaultdict(lambda: [0, 0, 0.0])
        for each in games:
            moves = [move for move in each.record.moves if move.player >= 0]
            if len(moves) < depth:
                continue
            row = first[tuple(move.move for move in moves[:depth])]
            row[0] += 1
            if (outcome := each.record.result.outcome) is not None:
                row[1] += 1
                row[2] += (outcome[plan.sides[moves[0].player]] + 1) / 2
        openings = store.openings(depth, 1000, series=series, game=game)
        assert {one.moves: [one.games, one.decided, one.points] for one in openings} == {
            moves: [row[0], row[1], pytest.approx(row[2])] for moves, row in first.items()
        }
        counts = [one.games for one in openings]
        assert counts == sorted(counts, reverse=True)
        assert store.openings(depth, 2, series=series, game=game) == openings[:2]
