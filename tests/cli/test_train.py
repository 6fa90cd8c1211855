"""``quadrille train`` and ``quadrille models``: a run of seconds, from nothing to its card."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from quadrille.agents.models import runs_folder
from support.patience import wait_until

from .shell import Shell

QUICK = {
    "layers": "16-8",
    "sims": "8",
    "games": "32",
    "round_games": "16",
    "warmup": "100",
    "batch": "64",
    "evaluations": "2",
    "evaluation_games": "4",
    "evaluation_sims": "4",
    "opponents": "random oneply",
}
PROGRAM = "import sys; from quadrille.cli import program; sys.exit(program())"
SETTINGS = [f"--set={name}={value}" for name, value in QUICK.items()]


def test_a_run_from_nothing_to_its_card(shell: Shell) -> None:
    done = shell("train", "connect-four", *SETTINGS, "--json")
    facts = done.data
    folder = runs_folder() / "connect-four-1"
    assert facts["run"] == str(folder) and facts["games"] == 32 and facts["rounds"] == 2
    assert list(facts["matches"]) == ["random", "oneply"]
    command = json.loads((folder / "run.json").read_text())["command"]
    assert command.startswith("quadrille train connect-four --set layers=16-8 --set sims=8 ")
    assert "training in" in done.err and "against oneply" in done.err
    names = {path.name for path in folder.iterdir()}
    assert {"run.json", "model.onnx", "metrics.jsonl", "checkpoint-000002"} <= names
    assert {path.name for path in (folder / "models").iterdir()} == {"0.onnx", "1.onnx", "2.onnx"}
    assert (folder / "games" / "2.svg").read_text().startswith("<svg")
    assert any((folder / "tensorboard").iterdir())
    lines = (folder / "metrics.jsonl").read_text().splitlines()
    kinds = [json.loads(line)["kind"] for line in lines]
    assert kinds == ["round", "evaluation"] * 2

    # The arena knows every evaluated network.
    ratings = shell("standings", "--json").out
    assert "model:connect-four-1@2,sims=4" in ratings
    # It plays, with a name or without one.
    for spec in ("model:connect-four-1,sims=8", "model:sims=0", "model:connect-four-1@1,sims=2"):
        assert shell("match", "connect_four", spec, "random", "-n", "2").code == 0
    # A longer budget goes on from the end, in the same folder.
    more = shell("train", "--resume", "connect-four-1", "--set", "games=48", "--json").data
    assert (more["rounds"], more["games"], more["run"]) == (3, 48, str(folder))
    shown = shell("models", "show", "connect-four-1", "--json").data["provenance"]["command"]
    assert shown.endswith(", resumed with --set games=48")
    # Another run begins with its weights.
    second = shell("train", "connect-four", *SETTINGS, "--from", "connect-four-1", "--json").data
    assert second["run"].endswith("connect-four-2")

    [own, *_] = shell("models", "--json").data["models"][-2:]
    assert own["game"] == "connect_four" and own["strength"] == ""
    assert "has no card yet" in shell("models", "show", "connect-four-1").err
    shell.monkeypatch.setattr(
        "quadrille.learn.presets.PRESETS",
        {},  # short matches rather than those of the preset
    )
    shell.monkeypatch.setattr("quadrille.learn.cards.PRESETS", {})
    shell.monkeypatch.setattr("quadrille.learn.cards.MATCHES", ("sims=0 random", "sims=4 oneply"))
    made = shell("models", "card", "connect-four-1", "--games", "4", "--json").data
    assert made["card"] == str(folder / "card.json")
    card = shell("models", "show", "connect-four-1", "--json").data["card"]
    assert [one["games"] for one in (*card["strength"], *card["control"])] == [4, 4, 1, 1]
    assert card["control"][0]["agent"] == "model:connect-four-1@0,sims=0"
    assert card["recipe"]["games"] == 48 and len(card["curve"]) == 2
    assert "<polyline" in (folder / "card.svg").read_text()
    shown = shell("models", "show", "connect-four-1").out
    assert "untrained, as a control" in shown and "learning curve" in shown
    assert "against oneply" in shell("models").out


@pytest.mark.parametrize(
    "args, message",
    [
        (("conect-four",), "unknown preset 'conect-four'; did you mean 'connect-four'"),
        (("connect-four", "--set", "sims"), "expected --set FIELD=VALUE, got 'sims'"),
        (("connect-four", "--resume", "x"), "expected a preset or --resume, got both"),
        (("--resume", "x"), "expected the folder of a run"),
        (
            ("--resume", "x", "--out", "y"),
            "expected --resume without --from, --out, --encoding and -o",
        ),
        (("connect-four", "--from", "nothing"), "unknown model 'nothing'"),
        (("connect-four", "--from", "my.py"), "the file is"),
        (("connect-four", "--out", "."), "expected an empty folder for the run"),
        (("connect-four", "--minutes", "soon"), "expected a number, got 'soon'"),
        (("my.py:Cards",), "expected a game with an encoding"),
        (("connect-four", "--workers", "0"), "workers"),
        (("connect-four", "--on", "mars"), "expected a place among here, ray and ray://HOST:PORT"),
        (("connect-four", "--on", "ray://127.0.0.2:1"), "cannot join the Ray cluster at ray://"),
        (("quarto-taught", "--workers", "2"), "lessons are given here"),
        (("connect-four", "--set", "layers=conv:8x1"), "try --encoding planes"),
        (("connect-four", "--set", "layers=conv:8"), "expected layers such as '256-32' or 'conv:"),
        (("connect-four", "--from", "connect-four", "--set", "layers=8"), "another network"),
    ],
)
def test_refusals(shell: Shell, args: tuple[str, ...], message: str) -> None:
    done = shell("train", *args)
    assert done.code == 2 and message in done.err
    assert not runs_folder().exists()


def test_presets_are_listed(shell: Shell) -> None:
    assert "connect-four" in shell("train").out
    assert "connect-four" in shell("train", "--json").data["presets"]


def test_without_torch_it_says_what_to_install(shell: Shell) -> None:
    for name in [name for name in sys.modules if name.startswith("quadrille.learn.")]:
        shell.monkeypatch.delitem(sys.modules, name)
    shell.monkeypatch.setitem(sys.modules, "torch", None)
    done = shell("train", "connect-four")
    assert done.code == 2 and 'pip install "quadrille-lab[train]"' in done.err
    assert done.err.count("\n") == 1


def test_ctrl_c_keeps_the_last_checkpoint_and_says_how_to_go_on(tmp_path: Path) -> None:
    run = [sys.executable, "-c", PROGRAM, "train"]
    changes = ["--set=games=1000000", "--set=checkpoint_minutes=0", "--out", "run", "--no-store"]
    training = subprocess.Popen(
        [*run, "connect-four", *SETTINGS, *changes],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    wait_until(lambda: any((tmp_path / "run").glob("checkpoint-00000[2-9]")), "a checkpoint")
    training.send_signal(signal.SIGINT)
    _, told = training.communicate(timeout=120)
    assert training.returncode == 130
    assert "stopped by Ctrl-C after" in told
    assert f"quadrille train --resume {tmp_path}/run" in told and "Traceback" not in told
    assert any((tmp_path / "run").glob("checkpoint-0*/samples.bin"))


def test_no_models_yet(shell: Shell) -> None:
    run = shell("models", "--json").data
    assert all(one["from"] == "shipped" for one in run["models"])
    assert shell("models", "show", "nothing").code == 2
