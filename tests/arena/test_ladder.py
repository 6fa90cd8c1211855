"""Ladders: the rating model, teams, order, and what is kept."""

import importlib
import json
import math
import sys
from typing import Any

import numpy as np
import pytest
from openskill.models import PlackettLuce

from arena.samples import outcome_of
from quadrille.arena.elo import ELO, Z
from quadrille.arena.ladder import Ladder, LadderStanding
from quadrille.core.install import install_hint

WON, DRAWN = (1.0, -1.0), (0.0, 0.0)


def test_a_newcomer() -> None:
    assert Ladder().table == ()
    ladder = Ladder()
    ladder.add(("a", "b"), DRAWN)
    one, other = ladder.table
    assert (one.name, other.name) == ("a", "b")
    assert one.elo == other.elo == 0 and one.deviation == other.deviation < 200
    assert one.low == pytest.approx(-Z * one.deviation) and one.high == -one.low
    assert one.ordinal == pytest.approx(-3 * one.deviation) and one.games == 1


def test_the_first_game_by_hand() -> None:
    # Weng and Lin with mean 0 and deviation s = 200 for both, and beta such that c^2 =
    # 2 (s^2 + beta^2) = 2 s^2 + (400 / ln 10)^2. Who wins with chance 1/2 gains half of s^2 / c;
    # the variance shrinks by the part s^2 / c^2 * 1/2 * 1/2, damped by s / c.
    ladder = Ladder()
    ladder.add(("a", "b"), WON)
    c = math.sqrt(2 * 200**2 + (400 / math.log(10)) ** 2)
    assert c == pytest.approx(331.93, abs=0.01)
    winner, loser = ladder.standing("a"), ladder.standing("b")
    assert winner.elo == pytest.approx(200**2 / c / 2) == pytest.approx(60.25, abs=0.01)
    assert loser.elo == pytest.approx(-winner.elo)
    shrunk = 1 - 0.25 * (200 / c) ** 2 * (200 / c)
    assert winner.deviation == pytest.approx(200 * math.sqrt(shrunk))
    assert ladder.table[0].name == "a"


@pytest.mark.parametrize("values", [(3, 2, 1), (1, 2, 2), (2, 2, 1), (1, 3, 1), (1, 1, 1)])
def test_it_is_what_openskill_says(values: tuple[int, ...]) -> None:
    model = PlackettLuce(mu=0.0, sigma=200.0, beta=ELO / math.sqrt(3), tau=2.0)
    players = [[model.rating()] for _ in range(3)]
    ladder = Ladder(drift=2.0)
    for _ in range(3):
        players = model.rate(players, ranks=[float(sum(o > v for o in values)) for v in values])
        ladder.add(("a", "b", "c"), outcome_of(values))
    for name, [player] in zip("abc", players, strict=True):
        assert ladder.standing(name).elo == pytest.approx(player.mu)
        assert ladder.standing(name).deviation == pytest.approx(player.sigma)


def test_seats_do_not_matter() -> None:
    one, other = Ladder(), Ladder()
    for values in ((3, 2, 1), (1, 2, 2), (2, 1, 2)):
        one.add(("a", "b", "c"), outcome_of(values))
        other.add(("c", "b", "a"), outcome_of(values[::-1]))
    for name in "abc":
        assert one.standing(name).elo == pytest.approx(other.standing(name).elo)
        assert one.standing(name).deviation == pytest.approx(other.standing(name).deviation)


@pytest.mark.parametrize("sides", [2, 4])
def test_known_strengths(sides: int) -> None:
    rng = np.random.default_rng(1)
    true = [300, 100, 0, -100, -300]
    ladder = Ladder()
    for _ in range(1500):
        chosen = rng.permutation(5)[:sides]
        values = np.array(true)[chosen] / ELO + rng.gumbel(size=sides)
        ladder.add(tuple(f"p{each}" for each in chosen), outcome_of(values.tolist()))
    assert [each.name for each in ladder.table] == [f"p{agent}" for agent in range(5)]
    for agent, elo in enumerate(true):
        standing = ladder.standing(f"p{agent}")
        assert standing.elo == pytest.approx(elo, abs=70) and standing.deviation < 60
    assert sum(each.games for each in ladder.table) == 1500 * sides


def test_agents_that_learn_stay_uncertain() -> None:
    still, learning = Ladder(), Ladder(drift=10)
    for _ in range(300):
        for ladder in (still, learning):
            ladder.add(("a", "b"), WON)
            ladder.add(("a", "b"), WON[::-1])
    assert learning.standing("a").deviation > 1.5 * still.standing("a").deviation


def test_the_table_goes_by_what_is_sure() -> None:
    ladder = Ladder()
    for _ in range(40):
        ladder.add(("a", "b"), WON)
        ladder.add(("a", "b"), DRAWN)
    ladder.add(("new", "b"), WON)
    ladder.add(("new", "a"), WON)
    new, known = ladder.standing("new"), ladder.standing("a")
    assert new.elo > known.elo and new.ordinal < known.ordinal
    assert [each.name for each in ladder.table].index("a") == 0


# --- teams ---------------------------------------------------------------------------------


def test_a_team_is_the_mean_of_its_players() -> None:
    ladder = Ladder()
    ladder.add((("a", "b"), ("c", "d")), WON)
    names = [ladder.standing(name) for name in "abcd"]
    assert names[0].elo == names[1].elo == -names[2].elo == -names[3].elo > 0
    plain = Ladder()
    plain.add(("a", "c"), WON)
    assert names[0].deviation > plain.standing("a").deviation  # who of the two it was is unclear
    # One agent for all players of a side is that agent, alone.
    doubled = Ladder()
    doubled.add((("a", "a"), ("c", "c")), WON)
    assert doubled.standing("a").elo == pytest.approx(plain.standing("a").elo)
    assert doubled.standing("a").deviation == pytest.approx(plain.standing("a").deviation)
    assert doubled.standing("a").games == 1


def test_what_a_team_has_won_goes_to_its_players() -> None:
    # As of independent normal variables of which the sum is measured: each mean moves by its
    # covariance with the sum over the variance of the sum, and the variance shrinks accordingly.
    ladder = Ladder()
    for _ in range(30):
        ladder.add(("a", "x"), DRAWN)
    before = ladder.standing("a").deviation ** 2, 200.0**2, ladder.standing("x").deviation
    variance = (before[0] + before[1]) / 4
    model = PlackettLuce(mu=0.0, sigma=200.0, beta=ELO / math.sqrt(2), tau=0.0)
    teams = [[model.rating(0.0, math.sqrt(variance))], [model.rating(0.0, before[2])]]
    [[team], [other]] = model.rate(teams, ranks=[0.0, 1.0])
    ladder.add((("a", "new"), "x"), WON)
    for name, own in zip(("a", "new"), before[:2], strict=True):
        standing, shared = ladder.standing(name), own / 2
        assert standing.elo == pytest.approx(shared / variance * team.mu)
        lost = shared**2 / variance * (1 - team.sigma**2 / variance)
        assert standing.deviation**2 == pytest.approx(own - lost)
    assert ladder.standing("x").elo == pytest.approx(other.mu)
    assert ladder.standing("x").deviation == pytest.approx(other.sigma)


def test_the_less_known_player_of_a_team_moves_more() -> None:
    ladder = Ladder()
    for _ in range(50):
        ladder.add(("old", "x"), DRAWN)
    before = ladder.standing("old").elo
    ladder.add((("old", "new"), "x"), WON)
    assert ladder.standing("new").elo > 4 * (ladder.standing("old").elo - before) > 0


def test_an_agent_on_several_sides() -> None:
    ladder = Ladder()
    ladder.add(("a", "a"), WON)
    assert ladder.standing("a") == LadderStanding("a")  # nothing to learn
    ladder.add(("a", "b", "a"), (1.0, 0.0, -1.0))
    assert ladder.standing("a").games == 1
    assert ladder.standing("a").elo == pytest.approx(0, abs=30)
    ladder.add(("a", "b", "a"), outcome_of([2, 1, 2]))
    assert ladder.standing("a").elo > ladder.standing("b").elo


# --- what is kept --------------------------------------------------------------------------


def test_it_goes_on_where_it_was() -> None:
    ladder = Ladder(deviation=150, drift=1)
    for number in range(20):
        ladder.add(("a", "b", "c"), outcome_of([number % 3, number % 2, 1]))
    kept = Ladder.from_dict(json.loads(json.dumps(ladder.to_dict())))
    assert kept.table == ladder.table and (kept.deviation, kept.drift) == (150, 1)
    for each in (ladder, kept):
        each.add(("c", "new", "a"), (1.0, 0.0, -1.0))
    assert kept.to_dict() == ladder.to_dict()
    shown = ladder.standing("new").to_dict()
    assert set(shown) == {"name", "elo", "deviation", "games", "low", "high", "ordinal"}


@pytest.mark.parametrize(
    "data",
    [
        None,
        {},
        {"format": 2},
        {"format": 1},
        {"format": 1, "deviation": 200, "drift": 0, "agents": [1]},
        {"format": 1, "deviation": 200, "drift": 0, "agents": {"a": 5}},
        {"format": 1, "deviation": 200, "drift": 0, "agents": {"a": [1, 2]}},
        {"format": 1, "deviation": 200, "drift": 0, "agents": {"a": [0, "x", 2]}},
        {"format": 1, "deviation": 200, "drift": 0, "agents": {"a": [math.nan, 9, 2]}},
        {"format": 1, "deviation": 200, "drift": 0, "agents": {"a": [0, -9, 2]}},
        {"format": 1, "deviation": 0, "drift": 0, "agents": {}},
    ],
)
def test_no_such_ladder(data: Any) -> None:
    with pytest.raises(ValueError, match=r"^expected a ") as error:
        Ladder.from_dict(data)
    assert "\n" not in str(error.value)


def test_refusals() -> None:
    ladder = Ladder()
    with pytest.raises(ValueError, match="expected a game of at least 2 sides, got 1"):
        ladder.add(("a",), (0.0,))
    with pytest.raises(ValueError, match="expected an outcome for 2 sides"):
        ladder.add(("a", "b"), (1.0, 0.0, -1.0))
    with pytest.raises(ValueError, match="unknown agent 'a'"):
        ladder.standing("a")
    for bad in (0, -1, math.nan, math.inf):
        with pytest.raises(ValueError, match="expected a deviation"):
            Ladder(deviation=bad)
    for bad in (-1, math.nan, math.inf):
        with pytest.raises(ValueError, match="expected a drift"):
            Ladder(drift=bad)
    assert ladder.table == ()


def test_without_openskill(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "quadrille.arena.ladder")
    for name in list(sys.modules):
        if name.partition(".")[0] == "openskill":
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "openskill", None)
    with pytest.raises(ImportError) as error:
        importlib.import_module("quadrille.arena.ladder")
    assert str(error.value) == f"ladders need openskill: {install_hint('arena')}"
    importlib.import_module("quadrille.arena.ratings")
    importlib.import_module("quadrille.arena.sprt")
