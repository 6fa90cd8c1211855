"""Several processes use one store, and some are killed: nothing that was stored is lost."""

import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest

from arena.store.store_games import make_plan
from quadrille.arena.store import BadStore, Store
from support.patience import PATIENCE
from support.places import ROOT
from support.scale import LONG

KILLS = 50 if LONG else 2

FILL = """
import sys
from dataclasses import replace
sys.path.insert(0, sys.argv[2])
from quadrille.arena.store import Store
from arena.store.store_games import make_plan, play

plan = make_plan(games=int(sys.argv[3]))
games = [play(plan, number) for number in range(20)]
print("ready", flush=True)
sys.stdin.readline()
with Store.open(sys.argv[1]) as store:
    print("open", flush=True)
    series = int(sys.stdin.readline())
    added = 0
    for number in store.missing(series):
        game = replace(games[number % 20], pairing=plan.pairing(number))
        added += store.add(series, game)
        if added == 1:
            print("first", flush=True)
print(added)
"""


@contextmanager
def children(where: str, games: int, count: int) -> Iterator[list["subprocess.Popen[str]"]]:
    """Programs that are ready to fill a store."""
    args = (where, str(ROOT / "tests"), str(games))
    programs = [
        subprocess.Popen(
            [sys.executable, "-c", FILL, *args],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(count)
    ]
    try:
        for program in programs:
            wait_for(program, "ready")
        yield programs
    finally:
        for program in programs:
            program.kill()
            program.communicate(timeout=PATIENCE)


def tell_child(program: "subprocess.Popen[str]", line: str) -> None:
    assert program.stdin is not None
    program.stdin.write(f"{line}\n")
    program.stdin.flush()


def wait_for(program: "subprocess.Popen[str]", line: str) -> None:
    assert program.stdout is not None
    assert program.stdout.readline() == f"{line}\n"


def check_whole(store: Store, series: int, where: str) -> int:
    """Every game that is there is there with all its parts; how many."""
    rows = list(store.games(series=series))
    for row in rows:
        record = store.record(row.id)
        assert len(record.moves) == row.plies == len(store.seconds(row.id))
        assert record.result.outcome == row.outcome
    for row in rows[:20]:
        store.record(row.id).check()
    seats = store.by_agent(series)
    assert (
        sum(one.games for one in seats)
        == 2 * len(rows)
        == 2 * len(list(store.game_results(series)))
    )
    if not where.startswith("postgresql"):
        with closing(sqlite3.connect(where)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    return len(rows)


def test_two_processes_make_one_store_and_fill_one_series(where: str) -> None:
    games = 200
    with children(where, games, count=2) as programs:
        for program in programs:
            tell_child(program, "go")
        for program in programs:
            wait_for(program, "open")
        with Store.open(where, create=False) as store:
            series = store.add_series(make_plan(games=games))
        for program in programs:
            tell_child(program, str(series))
        said = [program.communicate(timeout=PATIENCE)[0].split() for program in programs]
    with Store.open(where) as store:
        added = [int(words[-1]) for words in said]
        assert sum(added) == check_whole(store, series, where) == games
        assert list(store.missing(series)) == []


def test_a_killed_process_loses_only_the_game_in_flight(where: str) -> None:
    games = 100_000
    rng = random.Random(4)
    with Store.open(where) as store:
        series = store.add_series(make_plan(games=games))
    before = 0
    for _ in range(KILLS):
        with children(where, games, count=1) as [program]:
            tell_child(program, "go")
            wait_for(program, "open")
            tell_child(program, str(series))
            wait_for(program, "first")
            time.sleep(rng.random() * 0.2)
            program.kill()
            program.wait(PATIENCE)
        with Store.open(where) as store:
            stored = check_whole(store, series, where)
            # What one process adds, it adds in order; so there is no hole.
            assert stored > before and next(store.missing(series)) == stored
            before = stored


def test_the_games_of_the_page_are_for_one_server(where: str) -> None:
    with Store.open(where) as one, Store.open(where) as two:
        one.reserve_rooms()
        with pytest.raises(BadStore, match="another server of the page uses the store"):
            two.reserve_rooms()
        assert two.all_series() == []  # whatever else is in the store is for everybody
    with Store.open(where) as later:
        later.reserve_rooms()
