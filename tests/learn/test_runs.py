"""Runs: the same twice, bit for bit, whether or not they were killed in between."""

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import quadrille
from quadrille.learn.algorithms import settings_of
from quadrille.learn.alphazero import AlphaZero, AlphaZeroSettings
from quadrille.learn.presets import PRESETS, changed, plan_of
from quadrille.learn.runs import begin_run, open_run, resume_run
from quadrille.search.model_file import ModelFile, read_model
from support.patience import wait_until

GAME = quadrille.game("connect_four")
SMALL = AlphaZeroSettings(
    layers="16-8", sims=8, games=96, round_games=16, warmup=100, batch=64, evaluations=0, seed=4
)


def rounds(learner: AlphaZero, count: int) -> AlphaZero:
    for _ in range(count):
        learner.play()
        learner.train()
    return learner


def same(first: AlphaZero, second: AlphaZero) -> bool:
    """Whether all that goes on is equal, bit for bit."""
    one, other = first.network.state_dict(), second.network.state_dict()
    arrays = all(np.array_equal(one[name].numpy(), other[name].numpy()) for name in one)
    samples = [found.samples.all("discs", over_moves=False) for found in (first, second)]
    batches = all(np.array_equal(samples[0][key], samples[1][key]) for key in samples[0])
    counted = [(found.progress.games, found.progress.steps) for found in (first, second)]
    return arrays and batches and counted[0] == counted[1]


def test_equal_settings_give_equal_networks() -> None:
    first, second = (rounds(AlphaZero(GAME, "discs", SMALL), 3) for _ in range(2))
    assert same(first, second) and first.progress.steps > 30
    other = rounds(AlphaZero(GAME, "discs", replace(SMALL, seed=5)), 3)
    assert not same(first, other)


def test_threads_do_not_matter() -> None:
    first = rounds(AlphaZero(GAME, "discs", SMALL), 2)
    assert same(first, rounds(AlphaZero(GAME, "discs", replace(SMALL, threads=3)), 2))


@pytest.mark.parametrize("gate", [False, True])
def test_a_checkpoint_goes_on_as_if_nothing_had_happened(tmp_path: Path, gate: bool) -> None:
    learner = rounds(AlphaZero(GAME, "discs", SMALL), 2)
    if gate:
        learner.player = learner.network.arrays()
    learner.save(tmp_path)
    rounds(learner, 2)
    again = AlphaZero(GAME, "discs", SMALL)
    again.load(tmp_path)
    assert not same(learner, again)
    assert same(learner, rounds(again, 2))


def command(*args: str) -> list[str]:
    changes = [
        f"--set={name}={getattr(SMALL, name)}"
        for name in ("layers", "sims", "games", "round_games", "warmup", "batch", "seed")
    ]
    run = "import sys; from quadrille.cli import program; sys.exit(program())"
    return [sys.executable, "-c", run, "train", *args, "--no-store", "--json", *changes]


EVERY_ROUND = ("--set=checkpoint_minutes=0", "--set=evaluations=0")


def train(folder: Path, *args: str) -> ModelFile:
    done = subprocess.run(
        command(*args, *EVERY_ROUND), capture_output=True, text=True, check=True, cwd=folder.parent
    )
    facts = json.loads(done.stdout)
    assert facts["games"] == SMALL.games
    return read_model(folder / "model.onnx")


def test_a_killed_run_ends_as_if_it_had_not_been_killed(tmp_path: Path) -> None:
    """Although it plays in other processes, and goes on in another number of them."""
    whole = train(tmp_path / "whole", "connect-four", "--out", "whole")
    folder = tmp_path / "killed"
    started = subprocess.Popen(
        command("connect-four", "--out", "killed", "--workers", "2", *EVERY_ROUND),
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    wait_until(
        lambda: started.poll() is not None or any(folder.glob("checkpoint-00000[2-9]")),
        "a checkpoint",
    )
    os.kill(started.pid, signal.SIGKILL)
    started.wait()
    wait_until(lambda: not living_in(tmp_path), "the end of its workers")
    killed = train(folder, "--resume", "killed", "--workers", "3")
    assert "workers" not in open_run(folder).plan.command, "they do not change the result"
    assert list(whole.arrays) == list(killed.arrays)
    for name, array in whole.arrays.items():
        assert np.array_equal(array, killed.arrays[name])
    assert whole.provenance["steps"] == killed.provenance["steps"]
    for name in ("whole", "killed"):
        lines = open_run(tmp_path / name).metrics()
        assert [line["round"] for line in lines] == [1, 2, 3, 4, 5, 6]


def living_in(folder: Path) -> list[str]:
    """The processes whose working folder it is."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended
            if (place / "cwd").readlink() == folder:
                found.append(place.name)
    return found


def test_a_half_written_checkpoint_is_passed_over(tmp_path: Path) -> None:
    plan = plan_of("connect-four", {"games": "10"}, {})
    with begin_run(tmp_path / "run", plan) as run:
        assert run.last_checkpoint() is None
        run.save_checkpoint(1, lambda folder: (folder / "a").touch())
        run.save_checkpoint(2, lambda folder: (folder / "b").touch())
        (run.folder / "checkpoint-000003.new").mkdir()
        last = run.last_checkpoint()
        assert last is not None and last.name == "checkpoint-000002" and (last / "b").exists()
        assert not (run.folder / "checkpoint-000001").exists()
        with pytest.raises(RuntimeError):
            run.save_checkpoint(3, lambda _: raise_error())
        assert run.last_checkpoint() == last


def raise_error() -> None:
    raise RuntimeError


def test_folders(tmp_path: Path) -> None:
    plan = plan_of("connect-four", {"games": "10"}, {})
    with (
        begin_run(tmp_path / "run", plan),
        pytest.raises(ValueError, match="another process is training in"),
        resume_run(tmp_path / "run"),
    ):
        pass
    with pytest.raises(ValueError, match="expected an empty folder"):
        begin_run(tmp_path / "run", plan).__enter__()
    with resume_run(tmp_path / "run") as run:
        assert run.plan == plan
    with pytest.raises(ValueError, match="expected the folder of a run"):
        open_run(tmp_path)


def test_presets() -> None:
    for name, preset in PRESETS.items():
        plan = plan_of(name, {}, {})
        assert plan.rules.encoding(plan.encoding).name == preset.encoding
        assert settings_of(plan) == preset.settings
        assert all(len(match.split()) == 2 for match in preset.matches)
        for spec in [*preset.settings.opponents.split(), *(m.split()[1] for m in preset.matches)]:
            assert quadrille.agent(spec, plan.rules).unfit(plan.rules) == ""


@pytest.mark.parametrize(
    "name, changes, message",
    [
        ("conect-four", {}, "unknown preset 'conect-four'; did you mean 'connect-four'"),
        ("connect-four", {"simms": "3"}, "did you mean 'sims'"),
        ("connect-four", {"sims": "many"}, "expected a whole number for field 'sims'"),
        ("connect-four", {"layers": "256,32"}, "expected layers such as '256-32'"),
        ("connect-four", {"batch": "0"}, "expected batch of at least 1, got 0"),
        ("connect-four", {"rate": "1e-9"}, "expected 0 < final_rate <= rate"),
        ("connect-four", {"margin": "2"}, "expected margin from 0 to 1"),
        ("connect-four", {"considered": "0"}, "expected considered of at least 1"),
        ("connect-four", {"minutes": "none"}, "expected a budget"),
    ],
)
def test_refusals(name: str, changes: dict[str, str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        plan_of(name, changes, {})


def test_a_budget_of_games_replaces_the_minutes() -> None:
    assert changed(AlphaZeroSettings(minutes=9), {"games": "7"}).minutes is None
    both = changed(AlphaZeroSettings(minutes=9), {"games": "7", "minutes": "3"})
    assert (both.games, both.minutes) == (7, 3.0)


def test_a_preset_may_read_another_encoding() -> None:
    assert plan_of("quarto", {}, {}, encoding="lines").encoding == "lines"
    assert plan_of("quarto", {}, {}).encoding == "look"
    with pytest.raises(ValueError, match="unknown encoding 'line'"):
        plan_of("quarto", {}, {}, encoding="line")
