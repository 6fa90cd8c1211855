"""``quadrille tune`` from the shell."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

import quadrille
from cli.shell import Shell
from quadrille.cli.tune import command_line
from quadrille.core.agents import presets
from quadrille.core.agents.presets import read_preset

TUNE = ("tune", "connect_four", "greedy:weights.threes=-3")
SMALL = ("-p", "weights.threes=-3..3", "--trials", "6", "-n", "8", "-a", "random")


def test_it_finds_confirms_and_writes(shell: Shell, tmp_path: Path, monkeypatch: Any) -> None:
    out = tmp_path / "out"
    monkeypatch.setattr(presets, "FOLDER", str(tmp_path / "shipped"))
    test = ("--sprt", "elo0=0,elo1=100", "--confirm", "400", "--adopt", "--preset", "better")
    words = (*TUNE, *SMALL, *test, "--out", str(out), "--json")
    monkeypatch.setattr(sys, "argv", ["quadrille", *words])
    run = shell(*words)
    found = run.data
    assert len(found["trials"]) == 6 and found["confirmation"]["verdict"] == "better"
    assert found["best"]["values"]["weights.threes"] > -3
    game = quadrille.game("connect_four")
    for path in (out / "preset.toml", Path(found["adopted"])):
        assert str(quadrille.agent(f"greedy:preset={path}", game)) == found["winner"]
        assert str(quadrille.agent(found["winner"], game)) == found["winner"]
        provenance = read_preset(path).provenance
        assert provenance["command"].startswith("quadrille tune connect_four ")
        assert str(tmp_path) not in provenance["command"]
        assert provenance["trials"] == 6 and provenance["version"] == quadrille.__version__
        assert "Elo +" in provenance["confirmation"]["result"]
    assert str(quadrille.agent("greedy:preset=better", game)) == found["winner"]
    page = (out / "report.html").read_text()
    assert "is better than the agent as it was" in page and "Points over weights.threes" in page
    again = shell(*TUNE, *SMALL, *test, "--out", str(out), "--json").data
    assert again["trials"] == found["trials"], "nothing is played again"
    assert again["confirmation"] == found["confirmation"]
    table = shell(*TUNE, *SMALL, *test, "--out", str(out)).out
    assert re.search(r"weights.threes +-3 +\S+ +100%", table)


def test_what_is_not_better_is_not_adopted(shell: Shell, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(presets, "FOLDER", str(tmp_path / "shipped"))
    args = ("tune", "connect_four", "greedy", "-p", "weights.threes=-3..0", "--adopt")
    rest = ("--trials", "4", "-n", "4", "--no-prune", "--confirm", "4", "-a", "random")
    run = shell(*args, *rest, "--out", str(tmp_path))
    assert "nothing is adopted" in run.err and not (tmp_path / "shipped").exists()


def test_no_places_of_this_machine_are_told(monkeypatch: Any) -> None:
    typed = ["x", "tune", "quarto", "mcts", "--out", "/tmp/a b", "--store=/tmp/c", "-p", "c=1..2"]
    monkeypatch.setattr("sys.argv", typed)
    assert command_line() == "quadrille tune quarto mcts -p c=1..2"


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((), "expected a field to tune, such as --param c=0.2..3"),
        (("-p", "wieghts.threes=0..1"), "unknown field to tune 'wieghts.threes'; did you mean"),
        (("-p", "weights.threes=1..0"), "expected a range LOW..HIGH for 'weights.threes'"),
        (("-p", "weights.threes=0..1,log"), "expected a range above 0"),
        (("-p", "weights.threes=x..1"), "expected two numbers"),
        (("-p", "weights.threes=0..1,lin"), "perhaps with ,log"),
        (("-p", "weights.threes=3"), "expected weights.threes=LOW..HIGH or"),
        (("-p", "deals"), "names no range itself"),
        (("-p", "model=a..b"), "takes no numbers"),
        (("-p", "weights.threes", "-p", "weights.threes=0..1"), "field 'weights.threes' twice"),
        (("-p", "weights.threes", "--sampler", "best"), "unknown sampler 'best'"),
        (("-p", "weights.threes", "-n", "1"), "expected at least 2 games, one in every seat"),
        (("-p", "weights.threes", "-a", "nobody"), "unknown agent 'nobody'"),
        (("-p", "weights.threes", "--adopt", "--confirm", "0"), "beside --adopt"),
        (("-p", "weights.threes", "--storage", "nowhere"), "cannot keep trials at 'nowhere'"),
    ],
)
def test_mistakes_are_one_line(shell: Shell, args: tuple[str, ...], message: str) -> None:
    run = shell("tune", "connect_four", "greedy", "--trials", "2", *args)
    assert run.code == 2 and message in run.err and run.err.count("\n") == 1, run.err


def test_fields_know_where_to_look(shell: Shell, tmp_path: Path) -> None:
    """A field alone: its own range or choices, in its own type."""
    rest = ("-n", "2", "--trials", "6", "--no-prune", "--confirm", "0", "--out", str(tmp_path))
    args = ("tune", "connect_four", "mcts:sims=4", "-a", "random", *rest, "--json")
    found = shell(*args, "-p", "c", "-p", "horizon").data
    assert found["parameters"] == ["c=0.1..4,log", "horizon=0..40"]
    assert all(isinstance(each["values"]["horizon"], int) for each in found["trials"])
    found = shell(*args, "-p", "prune", "-p", "weights.threes", "-p", "formula=uct|history").data
    assert found["parameters"] == [
        "prune=false|true",
        "weights.threes=-0.4..1.2",
        "formula=uct|history",
    ]
    assert {each["values"]["formula"] for each in found["trials"]} == {"uct", "history"}


def test_a_budget_is_needed_and_read(shell: Shell) -> None:
    args = ("tune", "connect_four", "greedy", "-p", "weights.threes")
    assert "expected a budget or a number of trials" in shell(*args).err
    assert "expected a time such as 90s, 30m or 2h" in shell(*args, "--budget", "soon").err


def test_another_plan_needs_another_name(shell: Shell, tmp_path: Path) -> None:
    args = ("--name", "mine", "--confirm", "0", "--out", str(tmp_path))
    assert shell(*TUNE, *SMALL, *args).code == 0
    run = shell(*TUNE, *SMALL, *args, "--seed", "3")
    assert run.code == 2 and "was begun with another seed: give it another name" in run.err


def test_workers_change_nothing(shell: Shell, tmp_path: Path) -> None:
    def points(*more: str) -> Any:
        run = shell(*TUNE, *SMALL, "--confirm", "0", "--out", str(tmp_path), "--json", *more)
        return [(each["values"], each["points"]) for each in json.loads(run.out)["trials"]]

    assert points("--name", "one") == points("--name", "two", "--workers", "2")
