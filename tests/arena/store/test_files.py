"""The store: games moved by files, and what is wrong with those."""

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import quadrille
from arena.store.store_games import RANDOM, fill, make_plan
from quadrille.arena.series import Series
from quadrille.arena.store import BadStore, Store, exchange


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
        assert other.import_(file, unchecked=True) == 28
        assert contents(other) == contents(store)
        assert (
            other.import_(file, unchecked=True) == 0 == store.import_(file, unchecked=True)
        )  # twice adds nothing
        assert contents(other) == contents(store)
        assert list(other.missing(1)) == list(store.missing(first))
    some = tmp_path / "some.jsonl"
    assert store.export(str(some), second) == 8 and store.export(some, [first, second]) == 28
    assert sorted(path.name for path in tmp_path.glob("*.jsonl*")) == ["all.jsonl", "some.jsonl"]
    assert file.read_bytes() == some.read_bytes()
    with pytest.raises(BadStore, match="expected a series"):
        store.export(some, 77)
    with pytest.raises(FileNotFoundError) as caught:
        store.export(tmp_path / "no" / "x.jsonl")
    assert caught.value.filename == str(tmp_path / "no" / "x.jsonl")


def test_exports_can_be_joined_and_cut(store: Store, tmp_path: Path) -> None:
    _, games = fill(store, make_plan(), range(9))
    file = tmp_path / "x.jsonl"
    store.export(file)
    lines = file.read_text().splitlines(keepends=True)
    with Store.open(tmp_path / "other.db") as other:
        for part, added in ((lines[3:5], 2), (lines[4:], 5 - 1), (["\n", *lines], 3)):
            file.write_text("".join(part))
            assert other.import_(file, unchecked=True) == added
        assert contents(other) == contents(store) and len(games) == 9


def test_plain_records_go_into_a_series_of_their_own(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "plain.jsonl"
    records = [quadrille.play("connect_four", [RANDOM, RANDOM], seed) for seed in range(5)]
    teams = quadrille.play("pillars", [RANDOM] * 6, 3)
    torus = quadrille.play(quadrille.game("quarto", torus=True), ["random", "oneply"], 4)
    for record in (*records[:3], teams, torus):
        quadrille.append_record(file, record)
    assert store.import_(file, unchecked=True) == 5 and store.import_(file, unchecked=True) == 0
    for record in records[2:]:  # the file grew
        quadrille.append_record(file, record)
    assert store.import_(file, unchecked=True) == 2
    four, pillars, quarto = store.all_series()
    assert [each.game for each in (four, pillars, quarto)] == ["connect_four", "pillars", "quarto"]
    assert (four.kind, four.name, four.plan, four.total) == ("imported", "imported", None, None)
    assert four.played == 5 and quarto.options == {"squares": False, "torus": True}
    assert pillars.sides == (0, 0, 0, 1, 1, 1) and list(store.missing(four.number)) == []
    rows = store.games(series=four.number)
    assert [store.record(row.id) for row in rows] == list(reversed(records))
    assert sum(one.games for one in store.result_counts(game="connect_four")) == 5
    assert store.export(tmp_path / "again.jsonl") == 7
    assert store.import_(tmp_path / "again.jsonl", unchecked=True) == 0
    with Store.open(tmp_path / "other.db") as other:
        assert other.import_(tmp_path / "again.jsonl", unchecked=True) == 7 and contents(
            other
        ) == contents(store)
        assert other.import_(file, unchecked=True) == 0  # the same games, plain


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
                store.import_(bad, unchecked=True)
            assert str(caught.value).startswith(f"{bad}, line 2: "), line
            with pytest.raises(type(caught.value), match=reason):
                raise caught.value
            assert store.all_series() == [] and list(store.games()) == []
        bad.write_text("\n\n")
        with pytest.raises(quadrille.BadRecord, match=r"expected records in .* which has none"):
            store.import_(bad, unchecked=True)
        assert (
            store.import_(file, unchecked=True) == 3 and contents(store) == wanted
        )  # nothing is in the way


def wrong_games(record: quadrille.Record) -> Iterator[tuple[dict[str, Any], str]]:
    """Records of games that were not played so, and why."""
    data = record.to_dict()
    result = data["result"]
    flipped = [-each for each in result["outcome"]]
    yield {**data, "result": {**result, "outcome": flipped}}, "result: expected outcome"
    yield {**data, "moves": data["moves"][:3]}, "after 3 moves the game is unfinished"
    yield (
        {**data, "game": "chess"},
        "unknown game 'chess'.*; --unchecked takes the games as they are",
    )
    yield (
        {**data, "game": "no/such.py:Game"},
        "code that a record names is not run: .* --trust no/such.py,",
    )
    yield {**data, "start": "made up"}, "start: expected"
    yield {**data, "options": {"big": True}}, "unknown option 'big'"


def test_only_games_that_replay_are_taken(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "x.jsonl"
    good = quadrille.play("connect_four", [RANDOM, RANDOM], 1)
    for wrong, reason in wrong_games(quadrille.play("connect_four", [RANDOM, RANDOM], 2)):
        file.write_text(f"{good.to_json()}\n{json.dumps(wrong)}\n")
        with pytest.raises(quadrille.BadRecord, match=f"x.jsonl, line 2: .*{reason}"):
            store.import_(file)
        assert store.all_series() == []
    assert store.import_(file, unchecked=True) == 2
    assert store.import_(file) == 0, "what is there is not asked again"
    stopped = Series("quarto", [RANDOM, RANDOM], games=3, adjudicate=5)
    with Store.open(tmp_path / "other.db") as other:
        for each in stopped.keep_in(other).play():
            quadrille.append_record(tmp_path / "plain.jsonl", each.record)
        assert other.export(file) == 3
    assert store.import_(file) == 3 and store.import_(tmp_path / "plain.jsonl") == 3


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
