"""The store: series and games kept in SQLite and in PostgreSQL alike, counted, moved by files."""

import json
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import quadrille
from quadrille.arena.played import Finished
from quadrille.arena.results import Counted
from quadrille.arena.schedule import Plan
from quadrille.arena.store import BadStore, GameRow, Kept, Store, exchange
from quadrille.arena.store import store as module
from store_games import RANDOM, make_plan, make_up, play


@pytest.fixture
def store(where: str) -> Iterator[Store]:
    with Store.open(where) as opened:
        yield opened


def fill(store: Store, plan: Plan, numbers: range, name: str = "") -> tuple[int, list[Finished]]:
    """A series with made-up games."""
    series = store.add_series(plan, name)
    games = [make_up(plan, number) for number in numbers]
    for each in games:
        assert store.add(series, each)
    return series, games


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
    kept = [
        Kept(each.pairing.index, result.outcome, result.scores, each.fingerprint)
        for each in games
        for result in [each.record.result]
    ]
    assert list(store.kept(series)) == kept


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
    assert [each.number for each in store.kept(series)] == list(range(10))


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


def test_what_is_not_there_is_refused(store: Store) -> None:
    plan = make_plan()
    series = store.add_series(plan)
    asks: list[Callable[[int], Any]] = [
        store.series,
        store.counted,
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
        store.counted(options={})
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


def _with(finished: Finished, result: Any) -> Finished:
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
    assert store.counted([first, second]) == store.counted(game=game, options=plan.options)
    assert store.counted(game=game, options={"x": 1}) == []


def check_counts(store: Store, series: Any, game: Any, plan: Plan, games: list[Finished]) -> None:
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
            won = rank == 0 and result.outcome.count(value) == 1
            row = sides[team, side]
            row[0] += 1
            row[1] += won
            row[2] += rank == 0 and not won
            row[3] += rank > 0
            row[4] += (value + 1) / 2
            row[5][rank] += 1
    found = store.counted(series, game)
    assert {(one.lineup, one.outcome): one.games for one in found} == counted
    assert all(isinstance(one, Counted) for one in found) and len(found) == len(counted)
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


def check_faults(store: Store, series: Any, game: Any, games: list[Finished]) -> None:
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


def check_openings(store: Store, series: Any, game: Any, plan: Plan, games: list[Finished]) -> None:
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


# --- files ---------------------------------------------------------------------------------


def contents(store: Store) -> Any:
    """All that a store knows, without its own numbers."""
    found = {}
    for series in store.all_series():
        rows = [
            (store.record(row.id), store.seconds(row.id), replace(row, id=0, series=0))
            for row in store.games(series=series.number)
        ]
        found[series.key] = replace(series, number=0), sorted(rows, key=lambda row: row[2].number)
    return found


def test_an_export_restores_everything(store: Store, tmp_path: Path) -> None:
    first, games = fill(store, make_plan("sheep", 30, agents=list("abcd")), range(20), "sheep")
    second, _ = fill(store, make_plan(), range(8))
    file = tmp_path / "all.jsonl"
    assert store.export(file) == 28
    assert quadrille.read_records(file)[:20] == [each.record for each in games]
    with Store.open(tmp_path / "other.db") as other:
        assert other.import_(file) == 28
        assert contents(other) == contents(store)
        assert other.import_(file) == 0 == store.import_(file)  # twice adds nothing
        assert contents(other) == contents(store)
        assert list(other.missing(1)) == list(store.missing(first))
    some = tmp_path / "some.jsonl"
    assert store.export(str(some), second) == 8 and store.export(some, [first, second]) == 28
    assert sorted(path.name for path in tmp_path.glob("*.jsonl*")) == ["all.jsonl", "some.jsonl"]
    assert file.read_bytes() == some.read_bytes()
    with pytest.raises(BadStore, match="expected a series"):
        store.export(some, 77)
    with pytest.raises(FileNotFoundError):
        store.export(tmp_path / "no" / "x.jsonl")


def test_exports_can_be_joined_and_cut(store: Store, tmp_path: Path) -> None:
    _, games = fill(store, make_plan(), range(9))
    file = tmp_path / "x.jsonl"
    store.export(file)
    lines = file.read_text().splitlines(keepends=True)
    with Store.open(tmp_path / "other.db") as other:
        for part, added in ((lines[3:5], 2), (lines[4:], 5 - 1), (["\n", *lines], 3)):
            file.write_text("".join(part))
            assert other.import_(file) == added
        assert contents(other) == contents(store) and len(games) == 9


def test_plain_records_go_into_a_series_of_their_own(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "plain.jsonl"
    records = [quadrille.play("connect_four", [RANDOM, RANDOM], seed) for seed in range(5)]
    teams = quadrille.play("pillars", [RANDOM] * 6, 3)
    torus = quadrille.play(quadrille.game("quarto", torus=True), ["random", "oneply"], 4)
    for record in (*records[:3], teams, torus):
        quadrille.append_record(file, record)
    assert store.import_(file) == 5 and store.import_(file) == 0
    for record in records[2:]:  # the file grew
        quadrille.append_record(file, record)
    assert store.import_(file) == 2
    four, pillars, quarto = store.all_series()
    assert [each.game for each in (four, pillars, quarto)] == ["connect_four", "pillars", "quarto"]
    assert (four.kind, four.name, four.plan, four.total) == ("imported", "imported", None, None)
    assert four.played == 5 and quarto.options == {"squares": False, "torus": True}
    assert pillars.sides == (0, 0, 0, 1, 1, 1) and list(store.missing(four.number)) == []
    rows = store.games(series=four.number)
    assert [store.record(row.id) for row in rows] == list(reversed(records))
    assert sum(one.games for one in store.counted(game="connect_four")) == 5
    assert store.export(tmp_path / "again.jsonl") == 7
    assert store.import_(tmp_path / "again.jsonl") == 0
    with Store.open(tmp_path / "other.db") as other:
        assert other.import_(tmp_path / "again.jsonl") == 7 and contents(other) == contents(store)
        assert other.import_(file) == 0  # the same games, plain


def broken_lines(line: str) -> Iterator[tuple[str, str]]:
    """Lines that cannot be imported, and why."""
    data = json.loads(line)
    own = data["arena"]

    def changed(**more: Any) -> str:
        return json.dumps({**data, "arena": {**own, **more}})

    def of_series(**more: Any) -> str:
        return changed(series={**own["series"], **more})

    yield line[:-20], "cut off"
    yield "[]", "expected a JSON object"
    yield json.dumps({**data, "format": 9}), "expected a record of format 1"
    yield json.dumps({**data, "players": []}), "expected 2 players, got 0"
    yield json.dumps({**data, "arena": 3}), "expected an object as arena, got 3"
    yield json.dumps({**data, "game": "quarto"}), "expected a game of connect_four"
    yield changed(series=None), "expected an object as arena.series"
    yield changed(number=-1), "expected a whole number from 0 to"
    yield changed(number=2**63), "expected a whole number from 0 to"
    yield changed(seconds=[1]), "expected seconds for"
    yield changed(seconds="x"), "expected a list as arena.seconds"
    yield changed(played="now"), "expected a time such as .*, got 'now'"
    yield of_series(key=""), "expected a key of 1 to 64 letters"
    yield of_series(key=7), "expected a text as arena.series.key"
    yield of_series(key="new", sides=[0, 2]), r"expected the side of each player, got \[0, 2\]"
    yield of_series(key="new", sides=[0, 0.5]), "expected a side, got 0.5"
    yield of_series(key="new", sides=[0]), "expected the side of each player"
    yield of_series(key="new", plan={"game": 3}), "expected the plan of a series"
    yield of_series(key="new", plan={**own["series"]["plan"], "kind": "x"}), "expected one of match"
    yield of_series(key="new", created="x"), "expected a time"
    plain = {key: value for key, value in data.items() if key != "arena"}
    unknown = {**plain, "game": "no_such_game", "result": {**plain["result"], "outcome": [0.0]}}
    yield json.dumps(unknown), "the sides of the players are not known"


def test_a_broken_line_imports_nothing(where: str, tmp_path: Path) -> None:
    file, bad = tmp_path / "x.jsonl", tmp_path / "bad.jsonl"
    with Store.open(tmp_path / "source.db") as source:
        fill(source, make_plan(), range(3))
        source.export(file)
        wanted = contents(source)
    first, second, _ = file.read_text().splitlines()
    with Store.open(where) as store:
        for line, reason in broken_lines(second):
            bad.write_text(f"{first}\n{line}")
            with pytest.raises((quadrille.BadRecord, BadStore)) as caught:
                store.import_(bad)
            assert str(caught.value).startswith(f"{bad}, line 2: "), line
            with pytest.raises(type(caught.value), match=reason):
                raise caught.value
            assert store.all_series() == [] and list(store.games()) == []
        bad.write_text("\n\n")
        with pytest.raises(quadrille.BadRecord, match=r"expected records in .* which has none"):
            store.import_(bad)
        assert store.import_(file) == 3 and contents(store) == wanted  # nothing is in the way


def test_an_export_that_fails_leaves_the_old_one(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "x.jsonl"
    file.write_text("precious")

    def interrupt(data: bytes) -> None:
        raise KeyboardInterrupt

    fill(store, make_plan(), range(2))
    monkeypatch.setattr(exchange, "unpack", interrupt)
    with pytest.raises(KeyboardInterrupt):
        store.export(file)
    assert file.read_text() == "precious" and list(tmp_path.glob("*.part")) == []


def test_export_writes_to_what_is_no_file(tmp_path: Path) -> None:
    code = (
        "from quadrille.arena.store import Store\n"
        "with Store.open('x.db') as store: store.export('/dev/stdout')"
    )
    with Store.open(tmp_path / "x.db") as store:
        fill(store, make_plan(), range(2))
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, check=True
    )
    assert run.stdout.count(b'"arena"') == 2


def test_the_store_is_loaded_only_when_it_is_used() -> None:
    code = "import sys, quadrille.cli.app; sys.exit('sqlalchemy' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
