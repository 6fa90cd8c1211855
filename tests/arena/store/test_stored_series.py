"""Series with a store: resumed, shared, killed, and ended by a sequential test."""

import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import quadrille
from quadrille.arena.series import Series
from quadrille.arena.store import Store
from support.patience import wait_until
from support.scale import LONG

QUARTO = quadrille.game("quarto")
PROGRAM = [sys.executable, "-m", "quadrille"]


def outcome(series: Series) -> dict[str, Any]:
    return series.result().to_dict()


def expected(agents: list[str], **more: Any) -> dict[str, Any]:
    """What a series comes to that is played in one go and not stored."""
    return quadrille.match(QUARTO, agents, **more).to_dict()


def test_a_series_is_stored_as_it_is_played(tmp_path: Path) -> None:
    with Store.open(tmp_path / "a.db") as store:
        series = Series(QUARTO, ["oneply", "random"], 10, 3).keep_in(store, "first")
        for count, finished in enumerate(series.play(), 1):
            assert series.number is not None
            assert store.series(series.number).played == count == series.played
            assert store.has(series.number, finished.pairing.index)
        assert outcome(series) == expected(["oneply", "random"], games=10, seed=3)
        for game in store.games(series=series.number):
            store.record(game.id).check()


@pytest.mark.parametrize("workers", [1, 2])
def test_a_series_is_resumed(tmp_path: Path, workers: int) -> None:
    agents = ["oneply", "random", "greedy"]
    with Store.open(tmp_path / "a.db") as store:
        match = Series(QUARTO, agents, 6, 3, kind="round-robin")
        games = match.keep_in(store).play(workers)
        for _ in range(5):
            next(games)
        games.close()
    with Store.open(tmp_path / "a.db") as store:
        series = Series.resume(store, 1)
        assert 5 <= series.played < 18
        left = 18 - series.played
        assert len(list(series.play(workers))) == left
        assert outcome(series) == expected(agents, games=6, seed=3, kind="round-robin")
        assert list(Series.resume(store, 1).play()) == []


def test_two_play_one_series(tmp_path: Path) -> None:
    with Store.open(tmp_path / "a.db") as one, Store.open(tmp_path / "a.db") as two:
        first = Series(QUARTO, ["random", "random"], 40, 1).keep_in(one)
        assert first.number is not None
        second = Series.resume(two, first.number)
        games = [first.play(), second.play()]
        played = [next(games[turn % 2], None) for turn in range(60)]
        numbers = [each.pairing.index for each in played if each is not None]
        assert sorted(numbers) == list(range(40)), "every game is played once"
        for series in (first, second):
            assert outcome(series) == expected(["random", "random"], games=40, seed=1)


@contextmanager
def run(folder: Path, *args: str) -> Iterator["subprocess.Popen[bytes]"]:
    """A command that keeps its games in the folder; it is killed in the end."""
    with subprocess.Popen(
        [*PROGRAM, *args, "--store", "a.db", "--json"],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as program:
        try:
            yield program
        finally:
            program.kill()


def test_killed_at_any_moment(tmp_path: Path) -> None:
    """Runs that are killed and resumed until all is done: every game is there once, and replays."""
    kills, games = (50, 12_000) if LONG else (3, 800)
    clock = random.Random(1)
    more = ["--games", str(games), "--workers", "2", "--seed", "4"]
    path = tmp_path / "a.db"
    with run(tmp_path, "match", "quarto", "random", "oneply", *more):
        wait_until(lambda: path.exists() and _played(path) > 0, "the first game")
        time.sleep(clock.uniform(0, 0.4))
    for _ in range(kills - 1):
        with run(tmp_path, "resume", "1", "--workers", "2"):
            time.sleep(clock.uniform(0.2, 1.4))
    with run(tmp_path, "resume", "1", "--workers", "2") as running:
        out, err = running.communicate()
        assert running.returncode == 0, err.decode()
    assert expected(["random", "oneply"], games=games, seed=4).items() <= json.loads(out).items()
    with Store.open(tmp_path / "a.db") as store:
        rows = list(store.games(series=1))
        assert sorted(row.number for row in rows) == list(range(games))
        for row in rows:
            store.record(row.id).check()


def _played(path: Path) -> int:
    """How many games are stored."""
    with Store.open(path) as store:
        return sum(each.played for each in store.all_series())


# --- sequential tests ----------------------------------------------------------------------


def test_a_decided_match_stops(tmp_path: Path) -> None:
    results = []
    for workers in (1, 2):
        with Store.open(tmp_path / f"{workers}.db") as store:
            match = Series(QUARTO, ["oneply", "random"], 400, 2, sprt="elo0=0,elo1=50")
            series = match.keep_in(store)
            played = len(list(series.play(workers)))
            assert series.decided and series.test is not None
            assert played < 200, "the better one is far better"
            assert played >= 2 * series.test.pairs
            results.append(series.test)
            # Nothing is played when it is decided already.
            again = Series.resume(store, 1)
            assert again.test == series.test and list(again.play()) == []
    assert results[0] == results[1], "the order in which games end is no matter"


def test_a_decided_match_in_python() -> None:
    result = quadrille.match(QUARTO, ["oneply", "random"], 400, 2, sprt="elo0=0,elo1=50")
    assert result.games < 200 and result.sprt is not None
    assert result.sprt["verdict"] == "better" and result.to_dict()["sprt"] == result.sprt
    plain = quadrille.match(QUARTO, ["oneply", "random"], 2, 2)
    assert plain.sprt is None and "sprt" not in plain.to_dict()


def test_an_undecided_match_plays_all(tmp_path: Path) -> None:
    series = Series(QUARTO, ["random", "random"], 40, 2, sprt="elo0=0,elo1=5")
    assert len(list(series.play())) == 40 and not series.decided
    assert series.test is not None and series.test.pairs == 20


def test_sequential_tests_are_for_two() -> None:
    two = quadrille.game("sheep", players=2)
    assert Series(two, ["random"] * 2, 4, 2, sprt="elo0=0,elo1=5").test is not None
    for game, count, kind in ((QUARTO, 3, "round-robin"), ("sheep", 4, "match")):
        with pytest.raises(ValueError, match="expected two agents and two sides"):
            Series(game, ["random"] * count, 4, 2, sprt="elo0=0,elo1=5", kind=kind)
