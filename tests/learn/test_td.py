"""Evaluations that are learned by TD(lambda)."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import quadrille
from quadrille.core.encoding import FEATURES
from quadrille.core.errors import BadSpec
from quadrille.learn.algorithms import algorithm_of, learner_of
from quadrille.learn.evaluation import play_series
from quadrille.learn.export import export
from quadrille.learn.presets import plan_of
from quadrille.learn.td import TdLearner, TdSettings
from quadrille.learn.td_models import LinearModel, SmallModel
from quadrille.search.model_file import read_model
from quadrille.search.network import evaluate

SETTINGS = TdSettings(games=400, round_games=50)


def trained(game: str, settings: TdSettings, rounds: int, **options: object) -> TdLearner:
    learner = TdLearner(quadrille.game(game, **options), FEATURES, settings)
    for _ in range(rounds):
        learner.round()
    return learner


def test_returns_mix_what_follows_with_the_outcome() -> None:
    rows = np.zeros((3, 2, 4), np.float32)
    rows[:, 0, 0] = [1, 2, 3]  # how far the first side leads in one feature
    outcome = np.array([1, -1], np.float32)
    goals = {}
    for trace in (0.0, 0.5, 1.0):
        learner = trained("connect_four", replace(SETTINGS, trace=trace), 0)
        assert isinstance(learner.model, LinearModel)
        learner.model.scaled.data[0] = 1
        goals[trace] = learner._returns(rows, outcome)
    values = np.array([1 / 2, 2 / 3, 3 / 4])  # x / (1 + |x|)
    assert goals[1.0][:, 0] == pytest.approx([1, 1, 1])
    assert goals[0.0][:, 0] == pytest.approx([values[1], values[2], 1])
    last = (values[2] + 1) / 2
    assert goals[0.5][:, 0] == pytest.approx([(values[1] + last) / 2, last, 1])
    assert goals[0.5][:, 1] == pytest.approx(-goals[0.5][:, 0])


def test_a_lead_counts_by_its_size() -> None:
    """Half of what can be won is a lead of the usual size; three sides are compared in pairs."""
    learner = trained("carcassonne", replace(SETTINGS, target="lead"), 0, players=3)
    learner.model.fit_lead(np.array([[10, 20, 30], [40, 40, 40]], np.float32))
    assert learner.model.lead.item() == pytest.approx((10 + 20 + 10) / 3 / 2)
    size = learner.model.lead.item()
    found = learner._came_to(np.array([size, 0, 0], np.float32))
    assert found == pytest.approx([1 / 2, -1 / 4, -1 / 4])
    outcome = trained("carcassonne", SETTINGS, 0, players=3)._came_to
    assert outcome(np.array([1, 0, -1], np.float32)).tolist() == [1, 0, -1]


def test_leads_of_a_few_games_teach_carcassonne() -> None:
    settings = replace(SETTINGS, round_games=20, trace=1.0, random_plies=0, games=60)
    game = quadrille.game("carcassonne", farmers=False)
    learner = trained("carcassonne", replace(settings, target="lead"), 3, farmers=False)
    result, _ = play_series(game, [learner.agent_spec("any"), "random"], 20, seed=1)
    assert result.agents[0].points / 20 > 0.8
    assert learner.model.lead.item() > 5


def test_it_learns_what_matters_in_connect_four() -> None:
    learner = trained("connect_four", SETTINGS, 8)
    weights = learner.weights()
    assert weights["threes"] > 3 * abs(weights["twos"])
    assert weights["won"] > 1
    game = quadrille.game("connect_four")
    # Nothing is known at first: all moves look the same.
    ignorant = ",".join(f"weights.{name}=0" for name in weights)
    agents = [learner.agent_spec("any"), f"greedy:{ignorant}"]
    result, _ = play_series(game, agents, 60, seed=1)
    assert result.agents[0].points / 60 > 0.8


@pytest.mark.parametrize("game", ["connect_four", "sheep", "examples/nim.py:Nim"])
def test_searches_judge_as_the_network_that_was_trained(game: str, tmp_path: Path) -> None:
    rules = quadrille.game(game)
    if not len(rules.new().feature_names()):
        with pytest.raises(ValueError, match="static evaluation"):
            TdLearner(rules, FEATURES, replace(SETTINGS, layers="8"))
        return
    settings = replace(SETTINGS, layers="8", round_games=10, random_plies=8)
    learner = trained(game, settings, 1)
    assert isinstance(learner.model, SmallModel)
    path = tmp_path / "td.onnx"
    export(path, rules, FEATURES, learner.model.arrays(), {"policy": "none"})
    file = read_model(path)
    assert file.unfit(rules) == "" and file.inputs == rules.new().features().size
    rng = quadrille.Rng(3)
    for _ in range(30):
        state = rules.new(rng.below(1000))
        for _ in range(rng.below(7)):
            if state.player() == quadrille.CHANCE:
                state.play_chance()
            else:
                state.play(state.random_move(rng))
        found, chances = evaluate(file.network, state)
        assert chances == {}
        import torch

        rows = torch.from_numpy(np.asarray(state.features(), np.float32))[None]
        view = learner.model.views(rows)[state.side(state.player()), 0]
        assert found == pytest.approx(view.tolist(), abs=2e-3)  # the first layer is rounded
    quadrille.play(rules, [f"greedy:model={path}"] * rules.new().num_sides(), seed=1)
    quadrille.play(rules, [f"maxn:depth=1,model={path}"] * rules.new().num_sides(), seed=1)


def test_a_run_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    for layers in ("linear", "4"):
        settings = replace(SETTINGS, layers=layers, round_games=10)
        whole = trained("connect_four", settings, 4)
        first = trained("connect_four", settings, 2)
        first.save(tmp_path)
        again = trained("connect_four", settings, 0)
        again.load(tmp_path)
        for _ in range(2):
            again.round()
        for name, array in whole.model.state_dict().items():
            assert (array == again.model.state_dict()[name]).all()


def test_what_does_not_fit_is_refused() -> None:
    plan = plan_of("td:connect_four", {"games": "100"}, {})
    assert (plan.preset, plan.encoding, plan.algorithm) == ("td-connect_four", FEATURES, "td")
    assert isinstance(learner_of(plan), TdLearner) and algorithm_of(SETTINGS) == "td"
    for changes in ({"layers": "big"}, {"layers": "0"}, {"trace": "2"}, {"round_games": "0"}):
        with pytest.raises(ValueError, match="expected"):
            plan_of("td:connect_four", changes, {})
    with pytest.raises(ValueError, match="expected target=outcome or lead, got 'points'"):
        plan_of("td:connect_four", {"target": "points"}, {})
    with pytest.raises(ValueError, match="not won by points"):
        plan_of("td:connect_four", {"target": "lead"}, {})
    with pytest.raises(BadSpec, match="unknown game"):
        plan_of("td:chess", {}, {})
    with pytest.raises(ValueError, match="unknown encoding 'features'"):
        plan_of("connect-four", {}, {}, encoding=FEATURES)
    with pytest.raises(ValueError, match="2 sides"):
        plan_of("td:carcassonne", {}, {"players": 1})
