"""How cost grows: the work is done, copied stores are whole, the page says what was measured."""

import sys
from pathlib import Path

import pytest

import quadrille
from quadrille.arena.store import Store
from quadrille.cli.bench_arena import fill
from support.places import ROOT

sys.path.insert(0, str(ROOT / "tools"))

from growth import arenas, native, pages, searches
from growth.__main__ import parts
from growth.plots import drawn
from growth.tables import TABLES, duration, read, size


def test_a_search_tells_what_it_costs() -> None:
    row = searches.search_once(
        quadrille.game("connect_four"), searches.position("connect_four"), "sims=300"
    )
    assert row["simulations"] == 300 <= row["nodes"]
    assert row["bytes"] == 32 * row["nodes"] and row["cpu_seconds"] > 0


def test_a_search_that_would_take_long_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searches, "SIMULATIONS", (10, 20))
    monkeypatch.setattr(searches, "MOST_SECONDS", 0.0)
    rows = searches.simulations()
    assert [row["simulations"] for row in rows] == [10] * len(quadrille.game_names())


def test_every_set_of_carcassonnes_options_is_played() -> None:
    rows = searches.carcassonne(seconds=0.01)
    assert [row["name"][0] for row in rows if row["kind"] == "players"] == list("123456")
    whole = {row["name"]: row["plies"] for row in rows if row["kind"] == "expansions"}
    assert whole.keys() == searches.EXPANSIONS.keys()
    assert whole["all of them"] > whole["base game"] > 200


def test_a_copied_store_is_one_of_so_many_games(tmp_path: Path) -> None:
    where = tmp_path / "store.db"
    fill(quadrille.game("connect_four"), 20, 1, 1, where)
    arenas.copy_games(where, 20, 50)
    with Store.open(where, create=False) as store:
        assert sum(each.games for each in store.result_counts()) == 50
        [series] = store.all_series()
        assert series.total == 50
        games = list(store.game_results(series.number))
        assert {game.number for game in games} == set(range(50))
        newest = next(store.games(limit=1))
        assert list(store.record(newest.id).replay())[-1].is_over()


def test_stores_grow_by_powers_of_ten(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [arenas.next_size(games) for games in (5, 10, 5000)] == [10, 100, 10_000]
    monkeypatch.setattr(arenas, "PLAYED", 6)
    rows = arenas.stores(10)
    assert [(row["games"], row["made"]) for row in rows] == [(6, "played"), (10, "copied")]
    assert all(row["standings"]["cpu_seconds"] > 0 and row["bytes"] > 0 for row in rows)


def test_rooms_are_played_in() -> None:
    [row] = pages.rooms(numbers=(2,), moves=2)
    assert row["moves"] == 4 and 0 < row["median_wait"] <= row["slow_wait"]
    assert row["cpu_seconds"] > 0 and row["mb"] > 20


def test_copies_from_python() -> None:
    assert 1 < native.copy_from_python(quadrille.game("quarto"), 0.01) < 1e6


def test_what_was_measured_is_whole() -> None:
    assert read().keys() == parts(0).keys()
    page = (ROOT / "docs/growth.md").read_text()
    for name, rows in TABLES.items():
        assert f"<!-- generated: {name} -->" in page
        assert rows()[1]
    for name in drawn():
        assert f"images/{name}" in page


@pytest.mark.parametrize(
    "seconds, said", [(2.34, "2.3 s"), (0.01234, "12 ms"), (9.96e-6, "10 µs"), (3e-10, "0.3 ns")]
)
def test_times_in_words(seconds: float, said: str) -> None:
    assert duration(seconds) == said


@pytest.mark.parametrize("number, said", [(12, "12 bytes"), (1234, "1.2 kB"), (3e9, "3 GB")])
def test_sizes_in_words(number: float, said: str) -> None:
    assert size(number) == said
