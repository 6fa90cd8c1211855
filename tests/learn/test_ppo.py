"""Proximal policy optimisation: it learns, goes on from checkpoints and models, and plays."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import quadrille
from quadrille.agents.models import find_model
from quadrille.cli.train import begin_with
from quadrille.core.errors import BadModel, BadSpec
from quadrille.games.carcassonne.cursor.player import CursorPlayer
from quadrille.games.carcassonne.cursor.turn import Phase
from quadrille.interop.gymnasium import CursorEnv
from quadrille.learn.algorithms import learner_of
from quadrille.learn.evaluation import Evaluator, play_series
from quadrille.learn.export import export
from quadrille.learn.loop import train
from quadrille.learn.ppo import Ppo
from quadrille.learn.ppo_settings import PpoSettings
from quadrille.learn.presets import PRESETS, plan_of, resumed
from quadrille.learn.runs import begin_run, resume_run

SMALL = PpoSettings(
    games=10_000,
    layers="16-8",
    envs=2,
    horizon=32,
    batch=32,
    epochs=2,
    sparring="random",
    max_decisions=10,
    seed=3,
)
DUEL = quadrille.game("carcassonne", players=2, farmers=False, board=20)
TINY = {"games": "2", "envs": "2", "horizon": "128", "batch": "64", "layers": "8"} | {
    "max_decisions": "4",
    "evaluations": "1",
    "evaluation_games": "2",
    "opponents": "random",
}


def same(first: Ppo, second: Ppo) -> bool:
    mine, theirs = first.network.state_dict(), second.network.state_dict()
    return all(torch.equal(mine[name], theirs[name]) for name in mine)


def model_at(path: Path, learner: Ppo, **settings: Any) -> str:
    """A model file of what a learner has come to."""
    provenance = {"settings": {"max_decisions": 30, **settings}}
    export(path, learner.game, learner.encoding, learner.network.arrays(), provenance)
    return f"model:{path}"


def test_equal_settings_give_equal_networks() -> None:
    runs = [Ppo(DUEL, "cursor:local", SMALL) for _ in range(2)]
    before = runs[0].network.arrays()["trunk.0.weight"].copy()
    for run in runs:
        run.round()
        run.round()
    assert same(*runs)
    assert not np.array_equal(before, runs[0].network.arrays()["trunk.0.weight"])
    progress = runs[0].progress
    assert (progress.rounds, progress.positions, progress.steps) == (2, 128, 8)
    assert progress.value_loss > 0


def test_a_simple_task_is_learned_in_seconds() -> None:
    """To rotate is rewarded by nothing, to place a tile by much: on a board of 3 x 3 cells, with
    masks, soon most turns end long before the cap."""
    small = quadrille.game("carcassonne", players=1, farmers=False, board=3)
    settings = replace(
        SMALL,
        sparring="",
        layers="32",
        envs=4,
        horizon=128,
        batch=128,
        epochs=4,
        legal_mask=True,
        max_decisions=60,
        rate=3e-3,
        final_rate=3e-3,
        entropy=0.001,
    )
    learner = Ppo(small, "cursor:local", settings)
    learner.round()
    first = learner.judged(None)["decisions_per_turn"]  # type: ignore[arg-type]
    for _ in range(12):
        learner.round()
    learner.tally.reset()
    learner.round()
    last = learner.tally.facts()["decisions_per_turn"]
    assert last < 0.6 * first, (first, last)


def test_a_checkpoint_keeps_network_optimiser_and_snapshots(tmp_path: Path) -> None:
    settings = replace(SMALL, sparring="self", snapshot_every=1, snapshots=2, latest_share=0.5)
    first = Ppo(DUEL, "cursor:tile_wise", settings)
    for _ in range(3):
        first.round()
    assert len(first.snapshots) == 2
    older, newer = (each["trunk.0.weight"] for each in first.snapshots)
    assert not np.array_equal(older, newer)
    first.save(tmp_path)
    second = Ppo(DUEL, "cursor:tile_wise", replace(settings, seed=9))
    second.load(tmp_path)
    assert same(first, second) and second.progress == first.progress
    for mine, theirs in zip(first.snapshots, second.snapshots, strict=True):
        assert all(np.array_equal(mine[name], theirs[name]) for name in mine)
    second.round()
    assert second.progress.rounds == 4 and not same(first, second)


def test_self_play_seats_snapshots() -> None:
    settings = replace(SMALL, sparring="self greedy", snapshot_every=1, latest_share=0.0)
    three = quadrille.game("carcassonne", players=3, farmers=False, board=20)
    learner = Ppo(three, "cursor:tile_wise", settings)
    for _ in range(2):
        learner.round()
    for board in learner.boards:
        board.reset(seed=1)
        specs = [str(each) for each in board.table.agents]
        assert specs[0] == "human" and specs[1].startswith("model:") and specs[2] == "greedy"


@pytest.mark.parametrize(
    ("sparring", "players"), [("", 2), ("random", 1), ("random random random", 3)]
)
def test_as_many_partners_as_seats(sparring: str, players: int) -> None:
    options = {"players": players, "farmers": False, "board": 40}
    with pytest.raises(ValueError, match="sparring partners"):
        plan_of("carcassonne-cursor", {"sparring": sparring}, options)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"rewards": "much"}, "rewards"),
        ({"batch": "100"}, "divides"),
        ({"clip": "1.5"}, "clip"),
        ({"layers": "conv:8x2"}, "layers"),
        ({"horizon": "1"}, "horizon"),
        ({"envs": "0"}, "envs"),
        ({"gamma": "0.9"}, "setting"),
    ],
)
def test_bad_settings_are_refused_in_a_line(changes: dict[str, str], expected: str) -> None:
    with pytest.raises(ValueError, match=expected) as caught:
        plan_of("carcassonne-cursor", changes, {})
    assert "\n" not in str(caught.value)


def test_unknown_schemes_and_options_are_refused() -> None:
    with pytest.raises(BadSpec, match="observation scheme"):
        plan_of("carcassonne-cursor", {}, {}, encoding="cursor:tiles")
    with pytest.raises(ValueError, match="farmers=false"):
        plan_of("carcassonne-cursor", {}, {"farmers": True})


def test_every_shipped_preset_can_begin() -> None:
    for name in ("carcassonne-cursor", "carcassonne-cursor-original", "carcassonne-moves"):
        plan = plan_of(name, {"envs": "2", "horizon": "64", "batch": "64"}, {})
        learner = learner_of(plan)
        learner.round()
        assert learner.progress.positions == 128, name


def test_the_original_says_whose_each_setting_is() -> None:
    preset = PRESETS["carcassonne-cursor-original"]
    settings = preset.settings
    assert isinstance(settings, PpoSettings)
    assert (settings.batch, settings.rate, settings.entropy) == (256, 1e-4, 0.01)
    assert (settings.clip, settings.trace, settings.epochs) == (0.15, 0.95, 3)
    assert (settings.layers, settings.discount, settings.envs) == ("512-512", 0.99, 9)
    assert 32_000 < settings.envs * settings.horizon <= 32_768
    origins = preset.origins()
    assert origins["batch"] == "ancestor's" and origins["horizon"] == "ours"


# --- beginning with a model ----------------------------------------------------------------


def test_added_inputs_begin_without_effect(tmp_path: Path) -> None:
    old = Ppo(DUEL, "cursor:tile_wise", SMALL)
    old.round()
    name = model_at(tmp_path / "old.onnx", old).removeprefix("model:")
    new = Ppo(DUEL, "cursor:tile_wise+local", replace(SMALL, rewards="score", seed=8))
    plan = plan_of("carcassonne-cursor", {}, {"board": 20}, encoding="cursor:tile_wise+local")
    begin_with(new, name, plan)
    before, after = old.network.arrays(), new.network.arrays()
    rows = len(before["trunk.0.weight"])
    assert np.array_equal(after["trunk.0.weight"][:rows], before["trunk.0.weight"])
    assert not after["trunk.0.weight"][rows:].any()
    env = CursorEnv(scheme="tile_wise+local", window=20, opponents="random")
    seen = torch.from_numpy(env.reset(seed=1)[0])[None]
    with torch.no_grad():
        wide = new.network({"dense": seen})[1]
        narrow = old.network({"dense": seen[:, :rows]})[1]
    assert torch.allclose(wide, narrow, atol=1e-2)  # but for rounding of the first layer
    new.round()
    assert new.network.arrays()["trunk.0.weight"][rows:].any()


@pytest.mark.parametrize("encoding", ["cursor:local", "cursor:local+tile_wise"])
def test_models_of_other_inputs_are_refused(tmp_path: Path, encoding: str) -> None:
    old = Ppo(DUEL, "cursor:tile_wise", SMALL)
    name = model_at(tmp_path / "old.onnx", old).removeprefix("model:")
    plan = plan_of("carcassonne-cursor", {}, {"board": 20}, encoding=encoding)
    with pytest.raises(ValueError, match=r"cannot begin .* reads the encoding 'cursor:tile_wise'"):
        begin_with(Ppo(DUEL, encoding, SMALL), name, plan)


# --- playing -------------------------------------------------------------------------------


def test_a_run_resumes_and_its_model_plays(tmp_path: Path) -> None:
    plan = plan_of("carcassonne-cursor", TINY, {"board": 20}, encoding="cursor:tile_wise")
    with begin_run(tmp_path / "run", plan) as run:
        train(run, learner_of(run.plan), Evaluator(run))
    with resume_run(tmp_path / "run") as run:
        run.change(resumed(run.plan, {"games": "4"}, "again"))
        learner = learner_of(run.plan)
        train(run, learner, Evaluator(run))
    assert learner.progress.games >= 4
    judged = [line for line in run.metrics() if line["kind"] == "evaluation"]
    assert 0 < judged[-1]["capped_share"] <= 1 and judged[-1]["decisions_per_turn"] <= 4
    record = quadrille.play(DUEL, [f"model:{run.folder}", "greedy"], seed=1)
    assert record.result.ended == "finished"
    assert quadrille.play(DUEL, [f"model:{run.folder}", "greedy"], seed=1).moves == record.moves


def test_the_agent_decides_as_the_network_in_training(tmp_path: Path) -> None:
    """The chances of the exported network along a turn are those of the policy."""
    learner = Ppo(DUEL, "cursor:local", replace(SMALL, max_decisions=30))
    for _ in range(3):
        learner.round()
    spec = model_at(tmp_path / "a.onnx", learner)
    env = CursorEnv(scheme="local", window=20, opponents="random", max_decisions=30)
    observed, info = env.reset(seed=2)
    agent: Any = quadrille.agent(spec).open(DUEL, 0, quadrille.Rng(1))
    assert isinstance(agent, CursorPlayer)
    asked = 0
    rng = np.random.default_rng(1)
    for _ in range(600):
        with torch.no_grad():
            logits = learner.network({"dense": torch.from_numpy(observed)[None]})[1][0]
        masked = logits.masked_fill(~torch.from_numpy(info["action_mask"]), -1e9)
        expected = torch.softmax(masked, 0).numpy()
        agent.cursor = env.cursor.copy()
        agent._observer.look(env.state, 0)
        assert agent.chances(env.state, 0) == pytest.approx(expected, abs=2e-3)
        asked += env.cursor.phase is not Phase.TILE_DRAWN
        action = rng.choice(np.flatnonzero(info["action_mask"]))
        observed, _, over, _, info = env.step(action)
        if over:
            break
    assert asked > 5


def test_other_games_and_searches_are_refused_in_a_line(tmp_path: Path) -> None:
    learner = Ppo(DUEL, "cursor:tile_wise", SMALL)
    spec = model_at(tmp_path / "a.onnx", learner)
    with pytest.raises(ValueError, match="it was trained for farmers=false, board=20") as caught:
        quadrille.play("carcassonne", [spec, "random"])
    assert "\n" not in str(caught.value)
    with pytest.raises(ValueError, match="small actions, which no search can use"):
        quadrille.play(DUEL, [f"{spec},sims=10", "random"])
    with pytest.raises(BadModel):
        find_model(str(tmp_path / "b.onnx"))


def test_in_a_game_for_one_scores_are_compared() -> None:
    alone = quadrille.game("carcassonne", players=1, farmers=False, board=40)
    result, record = play_series(alone, ["greedy", "random"], 3, seed=1)
    own = result.agents[0]
    assert (own.games, own.wins, own.losses, own.points) == (3, 3, 0, 3.0)
    assert own.mean_score is not None and own.mean_score > 50 and record is not None
    even, _ = play_series(alone, ["random", "random"], 3, seed=1)
    assert (even.agents[0].draws, even.agents[0].points) == (3, 1.5)
