"""Series that grow: entrants and games are added, and what was played stays."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import quadrille
from quadrille.arena.plan import Plan
from quadrille.arena.series import Series
from quadrille.arena.store import BadStore, Store

AGENTS = {"ann": "random", "bob": "random", "cat": "greedy", "dan": "random"}
GAMES = {2: quadrille.game("connect_four"), 3: quadrille.game("carcassonne", players=3)}


def make(count: int, games: int, sides: int = 2, **more: Any) -> Plan:
    names = list(AGENTS)[:count]
    specs = [AGENTS[name] for name in names]
    plan = {"kind": "round-robin", "seed": 5, "games": games, "names": names}
    return Plan.of(GAMES[sides], specs, **{**plan, **more})


@pytest.mark.parametrize("sides", [2, 3])
@pytest.mark.parametrize("kind", ["round-robin", "gauntlet"])
@pytest.mark.parametrize("games", [1, 2, 3, 5, 6])
def test_a_game_has_a_slot_and_a_slot_a_game(sides: int, kind: str, games: int) -> None:
    plan = make(4, games, sides, kind=kind)
    slots = [plan.slot(index) for index in range(plan.total)]
    assert len(set(slots)) == plan.total
    assert [plan.index(slot) for slot in slots] == list(range(plan.total))


@pytest.mark.parametrize("sides", [2, 3])
@pytest.mark.parametrize("games", [(1, 1), (3, 3), (3, 4), (2, 5), (5, 6)])
@pytest.mark.parametrize("kind", ["round-robin", "gauntlet"])
def test_slots_stay_when_a_plan_grows(sides: int, games: tuple[int, int], kind: str) -> None:
    old, new = make(3, games[0], sides, kind=kind), make(4, games[1], sides, kind=kind)
    assert old.grown(new) == new
    numbers = [new.index(old.slot(index)) for index in range(old.total)]
    assert len(set(numbers)) == old.total and max(numbers) < new.total
    for index, number in enumerate(numbers):
        before, after = old.pairing(index), new.pairing(number)
        assert (before.seed, before.seats) == (after.seed, after.seats)


def test_what_may_be_added() -> None:
    old = make(2, 4)
    assert old.grown(old) == old
    shuffled = Plan.of(
        GAMES[2], ["random"] * 3, names=["dan", "bob", "ann"], kind="round-robin", seed=5, games=4
    )
    assert old.grown(shuffled).names == ("ann", "bob", "dan")
    unnamed = replace(old, names=())
    assert unnamed.grown(old) == unnamed


@pytest.mark.parametrize(
    ("new", "message"),
    [
        (make(2, 3), "games were 4, are 3"),
        (make(2, 4, clock="move=2"), "clock was '', is 'move=2'"),
        (make(2, 4, seed=6), "seed was 5, is 6"),
        (make(2, 4, names=["ann", "ben"]), "'bob' was 'random', is 'not there'"),
        (replace(make(2, 4), agents=("random", "greedy")), "'bob' was 'random', is 'greedy'"),
        (replace(make(2, 4), kind="gauntlet"), "kind was 'round-robin', is 'gauntlet'"),
    ],
)
def test_what_may_not_change(new: Plan, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make(2, 4).grown(new)


def test_who_is_alone_in_a_gauntlet_stays() -> None:
    old = make(3, 4, kind="gauntlet")
    turned = replace(old, names=old.names[::-1], agents=old.agents[::-1])
    with pytest.raises(ValueError, match="the first was 'ann', is 'cat'"):
        old.grown(turned)
    with pytest.raises(ValueError, match="its agents have no names"):
        replace(old, names=()).grown(make(4, 4, kind="gauntlet"))


def test_a_series_grows_in_its_store(where: str, tmp_path: Path) -> None:
    old, new = make(3, 3), make(4, 5)
    with Store.open(where) as store:
        series = Series.of(old).keep_in(store, "growing")
        games = series.play()
        for _ in range(7):
            next(games)
        games.close()
        other = Series.of(old).keep_in(store)
        next(other.play())
        assert series.number is not None
        before = {row.id: (row.players, store.record(row.id)) for row in store.games(series=1)}
        store.grow(1, new)
        kept = store.series(1)
        assert (kept.plan, kept.total, kept.played) == (new, 30, 7)
        for row in store.games(series=1):
            assert before[row.id] == (row.players, store.record(row.id))
            pairing = new.pairing(row.number)
            assert new.by_player(new.labels, pairing.seats, new.sides) == row.players
            assert store.record(row.id).seed == pairing.seed
        again = Series.resume(store, 1)
        assert again.played == 7 and len(list(again.play())) == 23
        assert [each.games for each in again.result().agents] == [15] * 4
        assert {row.number for row in store.games(series=1)} == set(range(30))
        assert store.series(2).played == 1
        assert sum(each.games for each in store.result_counts(1)) == 30


def test_who_plays_by_the_old_plan_is_told(where: str) -> None:
    old, new = make(3, 3), make(4, 3)
    with Store.open(where) as store, Store.open(where) as late:
        games = Series.of(old).keep_in(late, "growing").play()
        next(games)
        store.grow(1, new)
        with pytest.raises(BadStore, match=r"series 1 in .* has grown meanwhile: start again"):
            next(games)
        assert store.series(1).played == 1


def test_an_old_export_is_another_series(where: str, tmp_path: Path) -> None:
    with Store.open(where) as store:
        for _ in Series.of(make(2, 3)).keep_in(store).play():
            pass
        store.export(tmp_path / "old.jsonl")
        store.grow(1, make(3, 3))
        assert store.import_(tmp_path / "old.jsonl") == 3
        assert [each.played for each in store.all_series()] == [3, 3]


def test_what_cannot_grow(where: str) -> None:
    with Store.open(where) as store:
        store.add_series(make(3, 3))
        with pytest.raises(ValueError, match="games were 3, are 2"):
            store.grow(1, make(3, 2))
        with pytest.raises(BadStore, match="expected a series with a plan"):
            store.grow(2, make(3, 3))
        turned = make(3, 3, names=["bob", "ann", "cat"])
        with pytest.raises(ValueError, match="in their order"):
            store.grow(1, turned)
        assert store.series(1).plan == make(3, 3)
