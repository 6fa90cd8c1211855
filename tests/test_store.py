"""The store: series and games, kept in SQLite and in PostgreSQL alike."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import quadrille
from quadrille.arena.played import Finished
from quadrille.arena.schedule import Plan
from quadrille.arena.store import BadStore, Store

AGENTS = ["random", "greedy"]


@pytest.fixture(
    params=["sqlite", pytest.param("postgresql", marks=pytest.mark.xdist_group("postgres"))]
)
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "arena.db")
    url: str = request.getfixturevalue("postgres").new_database()
    return url


@pytest.fixture
def store(where: str) -> Iterator[Store]:
    with Store.open(where) as opened:
        yield opened


def plan(game: str = "connect_four", games: int = 10, **options: bool | int) -> Plan:
    return Plan.of(quadrille.game(game, **options), AGENTS, games=games, seed=1)


def play(plan: Plan, number: int) -> Finished:
    pairing = plan.pairing(number)
    players = [plan.agents[pairing.seats[home]] for home in plan.homes]
    record = quadrille.play(plan.rules, players, pairing.seed)
    seconds = [0.0 if each.player < 0 else 0.001 * i for i, each in enumerate(record.moves)]
    return Finished(pairing, record, tuple(seconds))


def test_games_come_back_as_they_went_in(store: Store) -> None:
    wanted = plan()
    series = store.add_series(wanted, "first")
    played = [play(wanted, number) for number in range(4)]
    for each in played:
        assert store.add(series, each)
    rows = list(store.games())
    assert [row.number for row in rows] == [3, 2, 1, 0]  # newest first
    for row, each in zip(reversed(rows), played, strict=True):
        assert store.record(row.id) == each.record
        assert store.seconds(row.id) == each.seconds
        assert (row.players, row.outcome) == (each.record.players, each.record.result.outcome)
        assert (row.ended, row.plies) == ("finished", len(each.record.moves))
        assert row.seconds == pytest.approx(sum(each.seconds))
        assert store.game(row.id) == row


def test_a_game_is_stored_once(store: Store) -> None:
    wanted = plan()
    series = store.add_series(wanted)
    assert list(store.missing(series)) == list(range(10))
    assert store.add(series, play(wanted, 3)) and store.add(series, play(wanted, 0))
    assert not store.add(series, play(wanted, 3))
    assert len(list(store.games())) == 2
    assert [store.has(series, number) for number in range(4)] == [True, False, False, True]
    assert list(store.missing(series)) == [1, 2, 4, 5, 6, 7, 8, 9]
    other = store.add_series(wanted)
    assert store.add(other, play(wanted, 3)) and store.has(other, 3) and not store.has(other, 0)
    with pytest.raises(BadStore, match=r"expected a series of .*, got 99"):
        store.add(99, play(wanted, 1))
