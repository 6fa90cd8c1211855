"""Chances to win, learned from games."""

import json
from dataclasses import replace
from math import atanh, exp
from pathlib import Path

import pytest

import quadrille
from quadrille.arena.calibration import (
    Calibration,
    GamePosition,
    calibrate,
    chances_file,
    facts_of,
    held_out,
    lead_tenths,
    leads_of,
    points_by_side,
    read_chances,
    sample_games,
    tenths,
)
from quadrille.arena.calibration.facts import SideFacts
from quadrille.arena.calibration.sample import winners
from quadrille.arena.choices import analyst
from quadrille.arena.series import Series
from quadrille.arena.store import Store
from support.places import EXAMPLES

CONNECT_FOUR = quadrille.game("connect_four")


def samples(count: int, sides: int, steepness: float) -> list[GamePosition]:
    """Positions whose values mean less, or more, than they say, and whose points tell the rest."""
    rng = quadrille.Rng(7)
    found = []
    for number in range(count):
        values = [1.6 * rng.uniform() - 0.8 for _ in range(sides)]
        facts = [SideFacts(value, 0.0, 0.5, False, sides - 2) for value in values]
        powers = [exp(steepness * atanh(value)) for value in values]
        place, left = 0, rng.uniform() * sum(powers)
        while left > powers[place]:
            left -= powers[place]
            place += 1
        points = tuple(30 * value + 4 * rng.uniform() for value in values)
        won = tuple(float(side == place) for side in range(sides))
        found.append(GamePosition(number, tuple(facts), won, points))
    return found


@pytest.mark.parametrize("sides", [2, 4])
@pytest.mark.parametrize("steepness", [0.3, 3.0])
def test_values_become_chances(sides: int, steepness: float) -> None:
    known, others = samples(4000, sides, steepness), samples(8000, sides, steepness)[4000:]
    found = calibrate("game", known, points=True)
    for each in tenths(found, others):
        assert each.count < 100 or abs(each.difference) < max(0.05, 1.5 * each.margin)
    for facts in (each.facts for each in others[:50]):
        chances = found.chances(facts)
        assert sum(chances) == pytest.approx(1)
        best = max(range(sides), key=lambda side: facts[side].value)
        assert chances[best] == max(chances)


def test_points_are_expected() -> None:
    found = calibrate("game", samples(2000, 2, 1.0), points=True)
    facts = [SideFacts(value, 0.0, 0.5, False, 0) for value in (0.5, -0.5)]
    leads = found.leads(facts)
    assert leads is not None and leads[0] == pytest.approx(30, abs=1.5) == -leads[1]
    assert calibrate("game", samples(200, 2, 1.0), points=False).leads(facts) is None
    for each in lead_tenths(found, samples(3000, 2, 1.0)):
        assert abs(each.difference) < 1
    assert leads_of([5.0, 2.0, 4.0]) == [1.0, -3.0, -1.0]


def test_what_is_known_of_a_position() -> None:
    sheep = quadrille.game("sheep", players=2)
    state, rng = sheep.new(1), quadrille.Rng(3)
    for _ in range(8):
        state.play(state.random_move(rng))
    facts = facts_of(state, [0.25, -0.25])
    assert [each.value for each in facts] == [0.25, -0.25]
    assert (
        [each.points for each in facts] == state.scores() == points_by_side(state, state.scores())
    )
    assert [each.moves for each in facts].index(True) == state.side(state.player())
    assert 0 < facts[0].progress < 1
    assert facts_of(CONNECT_FOUR.new(), [0, 0])[0].points == 0.0


@pytest.mark.parametrize("name", quadrille.game_names())
def test_progress_goes_from_the_start_to_the_end(name: str) -> None:
    game = quadrille.game(name)
    progress = game.package.progress
    assert progress is not None
    state, rng = game.new(1), quadrille.Rng(2)
    first = progress(state)
    for _ in range(400):
        assert 0 <= progress(state) <= 1
        if state.is_over():
            break
        state.play(state.random_move(rng))
    assert first < 0.7 and (progress(state) > first or name == "pillars")


def test_winners_share() -> None:
    assert winners([1.0, -1.0]) == (1.0, 0.0)
    assert winners([0.0, 0.0]) == (0.5, 0.5)
    assert winners([0.5, 0.5, -1.0]) == (0.5, 0.5, 0.0)


def test_positions_of_stored_games(tmp_path: Path) -> None:
    with Store.open(tmp_path / "games.db") as store:
        series = Series(CONNECT_FOUR, ["mcts:sims=10", "mcts:sims=12"], 12).keep_in(store)
        for _ in series.play():
            pass
        found = sample_games(CONNECT_FOUR, store, 60, sims=(20,))
        assert found == sample_games(CONNECT_FOUR, store, 60, sims=(20,))
    assert 20 < len(found) <= 60 and {each.game for each in found} <= set(range(12))
    assert all(sum(each.won) == 1 and len(each.facts) == 2 for each in found)
    made = held_out(CONNECT_FOUR, found, "the command")
    facts = made.to_dict()
    parts = facts["fitted"], facts["checked"]
    assert sum(part["positions"] for part in parts) == len(found)
    assert facts["command"] == "the command" and not facts["checked"]["leads"]
    again = Calibration.from_dict(json.loads(json.dumps(facts)))
    assert again.chances(found[0].facts) == pytest.approx(made.chances(found[0].facts), abs=1e-4)
    with pytest.raises(ValueError, match="unknown"):
        Calibration.from_dict({**facts, "chance": {"luck": 1.0}})
    with pytest.raises(ValueError, match="expected positions of finished games"):
        calibrate("connect_four", [], points=False)


def test_which_agents_and_games_it_is_for() -> None:
    own = analyst(CONNECT_FOUR)
    made = Calibration("connect_four", (2,), {"value": 1.0}, {})
    assert made.fits(CONNECT_FOUR, own)
    assert made.fits(CONNECT_FOUR, replace(own, time=None, sims=30))  # type: ignore[call-arg]
    assert not made.fits(CONNECT_FOUR, replace(own, leaf="evaluate"))  # type: ignore[call-arg]
    assert not made.fits(CONNECT_FOUR, quadrille.agent("greedy"))
    assert not replace(made, sides=(4,)).fits(CONNECT_FOUR, own)


@pytest.mark.parametrize("name", quadrille.game_names())
def test_every_game_is_calibrated(name: str) -> None:
    game = quadrille.game(name)
    made = read_chances(game)
    assert made is not None and made.fits(game, analyst(game))
    checked = made.origin["checked"]
    assert checked["positions"] >= 2000 and made.origin["command"].startswith("quadrille calibrate")
    for each in checked["chances"]:
        off = abs(each["real"] - each["predicted"])
        assert each["count"] < 100 or off <= 0.05
    assert bool(made.lead) == game.package.points == bool(checked["leads"])


def test_a_game_without_one() -> None:
    path = chances_file(quadrille.game("quarto"))
    assert path is not None and path.name == "chances.json"
    assert read_chances(quadrille.game(f"{EXAMPLES / 'nim.py'}:Nim")) is None
