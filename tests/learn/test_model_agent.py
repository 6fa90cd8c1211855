"""The agent ``model``: how its spec is written, which file it takes, and how it plays."""

import os
import shutil
from pathlib import Path

import pytest

import quadrille
from quadrille import BadModel, BadSpec
from quadrille.agents.model import Model
from quadrille.agents.models import find_model, own_models, runs_folder
from quadrille.arena.contents import content_of
from quadrille.core.agents.agent import Limits

from .networks import random_model

GAME = quadrille.game("connect_four")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder with an empty data folder in it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def make_run(name: str, seed: int, changed: int = 0) -> Path:
    """A run of the user's with a model."""
    path = runs_folder() / name / "model.onnx"
    path.parent.mkdir(parents=True)
    path.write_bytes(random_model(GAME, "discs", seed))
    os.utime(path, (changed, changed))
    return path


@pytest.mark.parametrize(
    "spec, agent",
    [
        ("model", Model()),
        ("model:", Model()),
        ("model:a-run", Model("a-run")),
        ("model:a-run,sims=64", Model("a-run", sims=64)),
        ("model: runs/x=1, 2/model.onnx , time=2", Model("runs/x=1, 2/model.onnx", time=2.0)),
        ("model:sims=0", Model(sims=0)),
        ("model:time=1,name=a-run", Model("a-run", time=1.0)),
        ("model:name=sims=3,sims=4", Model("sims=3", sims=4)),
    ],
)
def test_specs(spec: str, agent: Model) -> None:
    assert quadrille.agent(spec) == agent
    assert quadrille.agent(str(agent)) == agent


def test_canonical_specs() -> None:
    assert str(Model("a-run", sims=64)) == "model:a-run,sims=64"
    assert str(Model(sims=64)) == "model:sims=64"
    assert str(Model("c=3")) == "model:name=c=3"


@pytest.mark.parametrize(
    "spec, message",
    [
        ("model:simms=3", "did you mean 'sims'"),
        ("model:a,b", None),
        ("model:sims=0,time=1", "expected sims=0 or a time, got both"),
        ("model:sims=-1", "expected sims of at least 0"),
        ("model:rollouts=1.5", "expected rollouts from 0 to 1"),
        ("model:a,name=b", "field 'name' twice"),
        ("random:a", "expected field=value, got 'a'"),
    ],
)
def test_wrong_specs(spec: str, message: str | None) -> None:
    if message is None:
        assert quadrille.agent(spec) == Model("a,b")
        return
    with pytest.raises(BadSpec, match=message):
        quadrille.agent(spec)


def test_which_file_is_taken(folder: Path) -> None:
    make_run("old", 1, changed=100)
    new = make_run("new", 2, changed=200)
    assert [model.name for model in own_models()] == ["new", "old"]
    assert find_model("", GAME).path == new
    assert find_model("old").name == "old"
    shutil.copy(new, folder / "mine.onnx")
    found = find_model("mine.onnx")
    assert (found.name, found.path) == ("mine", Path("mine.onnx"))
    assert find_model(str(new.parent)).name == "new"
    (new.parent / "models").mkdir()
    shutil.copy(new, new.parent / "models" / "40.onnx")
    assert find_model("new@40").path == new.parent / "models" / "40.onnx"
    assert find_model(f"{new.parent}@40").name == "new@40"
    for name, message in (("nwe", "did you mean 'new'"), ("new@41", "unknown model 'new@41'")):
        with pytest.raises(BadModel, match=message):
            find_model(name)


def test_a_damaged_own_model_is_passed_over_but_not_when_it_is_named() -> None:
    good = make_run("good", 1, changed=100)
    bad = make_run("bad", 2, changed=200)
    bad.write_bytes(bad.read_bytes()[:-10])
    assert find_model("", GAME).path == good
    assert "cut short" in Model("bad").unfit(GAME)


def test_a_model_of_another_game() -> None:
    make_run("run", 1)
    quarto = quadrille.game("quarto")
    assert Model("run").unfit(quarto) == "it was trained for connect_four"
    with pytest.raises(ValueError, match="cannot play quarto: it was trained for connect_four"):
        Model("run").choose(quarto.new())


@pytest.mark.parametrize("fields", ["sims=0", "sims=30", "time=0.01"])
def test_it_plays(fields: str) -> None:
    make_run("run", 1)
    record = quadrille.play(GAME, [f"model:run,{fields}", "random"], seed=1)
    assert record.result.outcome is not None


def test_the_network_alone_takes_the_move_that_it_likes_best() -> None:
    make_run("run", 1)
    decision = Model("run", sims=0).choose(GAME.new())
    priors = {stats.move: stats.prior for stats in decision.moves}
    assert len(priors) == 7 and sum(filter(None, priors.values())) == pytest.approx(1)
    assert priors[decision.move] == max(filter(None, priors.values()))
    assert decision.value is not None and decision.value[0] == -decision.value[1]


def test_other_weights_are_another_entrant() -> None:
    path = make_run("run", 1)
    first = content_of(Model("run"))
    assert len(first) == 64 and content_of(Model(), GAME) == first
    path.write_bytes(random_model(GAME, "discs", 2))
    assert content_of(Model("run")) != first
    assert content_of(Model("nothing")) == ""


def test_rollouts_are_those_of_the_games_own_tree_search(folder: Path) -> None:
    """With all the weight the network says nothing, with less of it something."""
    game = quadrille.game("sheep")
    (folder / "sheep.onnx").write_bytes(random_model(game, "net"))
    state = game.new(3)

    def values(spec: str) -> dict[str, float | None]:
        decision = quadrille.agent(spec).open(game, 0, quadrille.Rng(5)).choose(state, Limits())
        return {str(stats.move): stats.value for stats in decision.moves}

    advice = game.agent_defaults("mcts")
    assert advice["leaf"] == "policy"
    model = f"model:sheep.onnx,sims=300,formula=uct,fpu=0,c={advice['c']}"
    mcts = f"mcts:sims=300,formula=uct,fpu=0,c={advice['c']},prune=false,leaf="
    assert values(f"{model},rollouts=1") == values(f"{mcts}policy")
    assert values(f"{model},rollouts=0.5") != values(f"{model},rollouts=1")
    assert values(f"{model},rollouts=0") == values(f"{mcts}net,model=sheep.onnx")
