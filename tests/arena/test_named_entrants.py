"""Entrants by name: in the counts, in the store and its files, in ratings and pages."""

from pathlib import Path

import pytest

import quadrille
from quadrille.arena.ladders import Ladders
from quadrille.arena.plan import Plan
from quadrille.arena.report import gather, render, summaries
from quadrille.arena.series import Series
from quadrille.arena.store import Store
from quadrille.core.records.record import Record

AGENTS, NAMES = ("random", "random", "greedy"), ("ann", "Bén & <Co>", "cat")
GAME = quadrille.game("connect_four")
PLAN = Plan.of(GAME, AGENTS, names=NAMES, kind="round-robin", games=4, seed=3)


def played(store: Store, plan: Plan = PLAN) -> Series:
    """A series that is stopped on its way, and resumed."""
    with_names = Series.of(plan).keep_in(store, "named")
    games = with_names.play()
    for _ in range(3):
        next(games)
    games.close()
    assert with_names.number is not None
    found = Series.resume(store, with_names.number)
    for _ in found.play():
        pass
    return found


def test_plans_keep_names_and_need_none() -> None:
    assert Plan.from_dict(PLAN.to_dict()) == PLAN and PLAN.labels == NAMES
    old = {name: value for name, value in PLAN.to_dict().items() if name != "names"}
    assert Plan.from_dict(old).labels == AGENTS
    assert Plan.of(GAME, AGENTS, names=list(NAMES), kind="round-robin").names == NAMES


@pytest.mark.parametrize("names", [["a"], ["a", "a"], ["a", ""], ["a", " b"], ["a", "b\n"]])
def test_wrong_names(names: list[str]) -> None:
    with pytest.raises(ValueError, match=r"expected .*name.*, got") as caught:
        Plan.of(GAME, ["random", "random"], names=names)
    assert "\n" not in str(caught.value)


def test_a_count_has_names_and_specs(store: Store) -> None:
    result = played(store).result()
    assert tuple(each.name for each in result.agents) == NAMES
    assert tuple(each.spec for each in result.agents) == AGENTS
    plain = quadrille.match(GAME, AGENTS, 4, 3, kind="round-robin")
    assert [each.name for each in plain.agents] == ["", "", ""]
    assert "name" not in plain.agents[0].to_dict() and result.agents[0].to_dict()["name"] == "ann"
    assert [each.points for each in plain.agents] == [each.points for each in result.agents]
    for own, agent in zip(store.by_agent(), result.agents, strict=True):  # both alphabetical here
        assert own.games == agent.games == 8


def test_a_store_tells_entrants_of_one_spec_apart(store: Store) -> None:
    played(store)
    assert {each.agent for each in store.by_agent()} == set(NAMES)
    assert {team for each in store.result_counts() for team in each.lineup} == set(NAMES)
    assert len(list(store.games(agent="ann"))) == 8
    assert not list(store.games(agent="random"))
    for row in store.games():
        specs = dict(zip(NAMES, AGENTS, strict=True))
        assert store.record(row.id).players == tuple(specs[name] for name in row.players)
    ladders = Ladders(store)
    ladders.update()
    [(_, ladder)] = ladders.ladders
    assert {each.name for each in ladder.table} == set(NAMES)


def test_partners_have_the_name_of_their_side(store: Store) -> None:
    rules = quadrille.game("pillars")
    names = ("one", "two")
    played(store, Plan.of(rules, ["random", "random"], names=names, games=6))
    sides = Plan.of(rules, ["random", "random"]).sides
    assert len(sides) > 2
    for row in store.games():
        turn = row.number % 2
        assert row.players == tuple(names[(side + turn) % 2] for side in sides)


def test_names_go_out_and_in(store: Store, tmp_path: Path) -> None:
    played(store)
    file = tmp_path / "games.jsonl"
    store.export(file)
    with Store.open(tmp_path / "b.db") as other:
        assert other.import_(file) == 12 and other.import_(file) == 0
        assert other.result_counts() == store.result_counts()
        assert other.all_series()[0].plan == PLAN
    text = file.read_text()
    assert text.count('"names": ["') == 24  # of the plan and of the game
    for line in text.splitlines():
        Record.from_json(line).check()
    for wrong in ('["ann"]', '["ann", ""]', '["ann", 3]'):
        some = text.splitlines()[0].rpartition('"names": ')[0] + f'"names": {wrong}}}}}\n'
        file.write_text(some)
        with Store.open(tmp_path / "c.db") as other, pytest.raises(ValueError, match="line 1: exp"):
            other.import_(file)


def test_a_report_shows_names_and_what_they_are(store: Store) -> None:
    played(store)
    report = gather(store, title="Spring <contest>")
    [section] = report.sections
    assert {each.agent for each in section.standings} == set(NAMES)
    assert all(each.games == 8 for each in section.standings)
    assert {(each.row, each.column) for each in section.meetings} == {
        (one, other) for one in NAMES for other in NAMES if one != other
    }
    assert [(each.name, each.spec) for each in section.entrants] == [
        *zip(NAMES, AGENTS, strict=True)
    ]
    assert all(set(each.players) <= set(NAMES) for each in section.told)
    assert report.to_dict()["sections"][0]["entrants"][0] == {"name": "ann", "spec": "random"}
    page = render(report)
    assert "<h1>Spring &lt;contest&gt;</h1>" in page
    assert "<title>Spring &lt;contest&gt;: Connect Four</title>" in page
    assert "<code>Bén &amp; &lt;Co&gt;</code>" in page and "Entrants" in page
    assert page.count("<code>random</code>") == 2  # only where it says what they are
    assert "<h1>Quadrille report</h1>" in render(gather(store))


def test_a_report_of_specs_has_no_entrants(store: Store) -> None:
    played(store, Plan.of(GAME, ["random", "greedy"], games=4))
    [section] = gather(store).sections
    assert section.entrants == () and "Entrants" not in render(gather(store))


def test_one_name_for_two_agents_is_told(store: Store) -> None:
    played(store)
    played(store, Plan.of(GAME, ["random", "greedy"], names=["ann", "cat"], games=4))
    [summary] = summaries(store)
    assert not any("ann is the name" in each for each in summary.warnings)
    played(store, Plan.of(GAME, ["greedy", "random"], names=["ann", "dog"], games=4))
    [summary] = summaries(store)
    assert "ann is the name of 2 agents, rated as one: random and greedy." in summary.warnings
