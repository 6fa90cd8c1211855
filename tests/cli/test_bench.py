"""``quadrille bench``: what it counts, what it compares, and when it stops."""

import itertools
import json
import time
from pathlib import Path
from typing import Any

import pytest

import quadrille
from quadrille.cli import bench_all, bench_measure
from quadrille.cli.bench_arena import measure
from quadrille.cli.bench_figures import POSITIONS, Figure, figures
from quadrille.cli.bench_measure import stop_after
from quadrille.core.package import Solution
from support.patience import PATIENCE
from support.places import ROOT

from .shell import Shell

# --- single figures ------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["connect_four", "my.py:Cards"])
def test_rollouts(shell: Shell, game: str) -> None:
    data = shell("bench", "rollouts", game, "--seconds", "0.1", "--json").data
    assert 0.1 <= data["seconds"] < 1 and data["games"] > 10
    assert data["games_per_second"] == pytest.approx(data["games"] / data["seconds"])
    assert data["moves_per_second"] == pytest.approx(data["moves"] / data["seconds"])
    length = data["moves"] / data["games"]
    assert length == 4 if game == "my.py:Cards" else 15 < length < 30
    text = shell("bench", "rollouts", game, "--seconds", "0.01").out
    assert "games per second" in text and "moves per second" in text


def test_measures_cpu_seconds(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "thread_time", (x / 4 for x in range(1000)).__next__)
    assert shell("bench", "rollouts", "connect_four", "--seconds", "2", "--json").data[
        "seconds"
    ] == pytest.approx(2, abs=0.7)


def test_arena(shell: Shell) -> None:
    data = shell("bench", "arena", "quarto", "--games", "20", "--json").data
    assert data["games"] == 20 and data["cpu_seconds"] > 0
    for used in (data["standings"], data["report"]):
        assert used["cpu_seconds"] > 0 and used["megabytes"] > 10
    refused = shell("bench", "arena", "quarto", "--games", "0")
    assert refused.code == 2 and refused.err.startswith("quadrille: expected games from 1 to ")


def test_vec(shell: Shell) -> None:
    args = ("bench", "vec", "connect_four", "--envs", "32", "--seconds", "0.1")
    data = shell(*args, "--threads", "2", "--encoding", "planes", "--json").data
    assert data["steps"] % 32 == 0 and data["envs"] == 32 and data["threads"] == 2
    assert data["steps_per_second"] == pytest.approx(data["steps"] / data["seconds"])
    assert 0.1 <= data["seconds"] < 1 and data["encoding"] == "planes"
    assert data["reuse"] is True and shell(*args, "--fresh", "--json").data["reuse"] is False
    assert "steps per CPU second" in shell(*args).out


def test_gymnasium(shell: Shell) -> None:
    args = ("bench", "gymnasium", "connect_four", "--envs", "32", "--seconds", "0.1")
    data = shell(*args, "--opponents", "oneply", "--encoding", "discs", "--json").data
    assert data["steps"] % 32 == 0 and data["envs"] == 32 and data["opponents"] == "oneply"
    assert data["steps_per_second"] == pytest.approx(data["steps"] / data["seconds"])
    assert 0.1 <= data["seconds"] < 1 and data["encoding"] == "discs"
    assert "steps per CPU second" in shell(*args).out
    refused = shell(*args, "--opponents", "human")
    assert refused.code == 2 and refused.err.count("\n") == 1


def test_cursor(shell: Shell) -> None:
    args = ("bench", "cursor", "packed_ids", "--opponents", "random", "--seconds", "0.1")
    data = shell(*args, "--json").data
    assert data["scheme"] == "packed_ids" and data["opponents"] == "random"
    assert data["steps_per_second"] == pytest.approx(data["steps"] / data["seconds"])
    assert "steps per CPU second" in shell(*args).out
    refused = shell("bench", "cursor", "tiles", "--seconds", "0.1")
    assert refused.code == 2 and refused.err.count("\n") == 1 and "tile_ids" in refused.err


def test_search(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_measure, "MAX_WAIT", 10_000)  # however busy the machine is
    args = ("bench", "search", "connect_four", "greedy", "--seconds", "0.05")
    data = shell(*args, "--json").data
    assert data["seconds"] >= 0.05 and data["nodes"] == 7 * data["searches"]
    assert data["nodes_per_second"] == pytest.approx(data["nodes"] / data["seconds"])
    assert data["nodes_per_wall_second"] == pytest.approx(data["nodes"] / data["wall_seconds"])
    assert "nodes per CPU second" in shell(*args).out
    # At least one search, however long it takes; waiting costs no CPU seconds.
    args = ("bench", "search", "connect_four", "my.py:Thinker", "--seconds", "0.0001")
    assert shell(*args, "--json").data["searches"] >= 1


def test_a_search_is_not_cut_short_because_its_choice_is_settled(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench_measure, "PATIENCE", 10_000)
    monkeypatch.setattr(bench_measure, "MAX_WAIT", 10_000)

    def bench(spec: str) -> Any:
        args = ("bench", "search", "connect_four", spec, "--seconds", "0.01", "--json")
        return shell(*args).data

    whole, settled = bench("mcts:sims=5000"), bench("mcts:sims=5000,settle=true")
    assert whole["agent"] == "mcts:sims=5000,settle=false"
    assert whole["nodes"] == 5000 * whole["searches"]
    assert settled["agent"] == "mcts:sims=5000"
    assert settled["nodes"] < 5000 * settled["searches"]


def test_solve(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    args = ("bench", "solve", "quarto", "--position", POSITIONS["7 placed"], "--seconds", "0.05")
    data = shell(*args, "--json").data
    assert data["solutions"] > 1 and data["nodes"] % data["solutions"] == 0
    assert data["seconds_per_solution"] == pytest.approx(data["seconds"] / data["solutions"])
    assert "ms of CPU" in shell(*args).out
    # The first one, which may open a book, is not counted.
    solved: list[Any] = []

    def count(state: Any, limits: quadrille.Limits) -> Solution:
        solved.append(state)
        return Solution(0, nodes=1)

    monkeypatch.setattr(bench_measure, "solve", count)
    data = shell(*args, "--json").data
    assert data["solutions"] == data["nodes"] == len(solved) - 1


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("solve carcassonne", "only games without it can be solved"),
        ("solve connect_four --seconds 0.001", "not solved in 0.004 CPU seconds"),
        ("solve connect_four --position x", "in position 'x'"),
        ("all --seconds 0", "expected --seconds above 0"),
        ("all --compare nowhere.json", "nowhere.json"),
        ("all --compare my.py", "expected figures as 'quadrille bench all --json' prints them"),
        ("all -o x", "expected -o NAME=VALUE, got 'x'"),
    ],
)
def test_mistakes(shell: Shell, command: str, expected: str) -> None:
    run = shell("bench", *command.split(" "))
    assert run.code == 2 and run.out == ""
    assert run.err.startswith("quadrille: ") and run.err.count("\n") == 1, run.err
    assert expected in run.err


# --- when to stop --------------------------------------------------------------------------


class Clock:
    """A clock that is set by hand, and counts how often it is read."""

    def __init__(self) -> None:
        self.now = 0.0
        self.reads = itertools.count()
        self.read = 0

    def __call__(self) -> float:
        self.read = next(self.reads)
        return self.now


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch) -> tuple[Clock, Clock]:
    """What the measurement takes for CPU seconds and for seconds by the clock."""
    cpu, wall = Clock(), Clock()
    monkeypatch.setattr(time, "process_time", cpu)
    monkeypatch.setattr(time, "perf_counter", wall)
    monkeypatch.setattr(bench_measure, "POLL", 0.001)
    return cpu, wall


def test_a_search_is_stopped_by_cpu_seconds(clocks: tuple[Clock, Clock]) -> None:
    cpu, wall = clocks
    with stop_after(2) as limits:
        cpu.now, wall.now = 7.9, 100.0  # on a busy machine
        looks = cpu.read
        while cpu.read < looks + 5:
            assert not limits.stop.wait(0.001)
        cpu.now = 8.1
        assert limits.stop.wait(PATIENCE)


def test_a_search_that_only_waits_is_stopped_too(clocks: tuple[Clock, Clock]) -> None:
    with stop_after(2) as limits:
        clocks[1].now = 121.0
        assert limits.stop.wait(PATIENCE)


# --- all figures ---------------------------------------------------------------------------


def test_every_figure_can_be_measured(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_measure, "WARM_UP", 0)
    monkeypatch.setattr(bench_measure, "PATIENCE", 10_000)
    monkeypatch.setattr(bench_measure, "MAX_WAIT", 10_000)
    monkeypatch.setattr("quadrille.cli.bench_figures.STORED_GAMES", 2)
    data = shell("bench", "all", "--seconds", "0.001", "--json").data
    assert set(data["figures"]) == {figure.name for figure in figures()}
    assert all(figure["per_second"] > 0 for figure in data["figures"].values())
    assert all(data[key] for key in bench_all.MACHINE)
    assert data["version"] == quadrille.__version__ and data["seconds"] == 0.001


def test_every_game_and_every_name_once() -> None:
    names = [figure.name for figure in figures()]
    assert len(set(names)) == len(names)
    assert {f"rollouts {game}" for game in quadrille.game_names()} <= set(names)
    assert "search sheep mcts:sims=20000 -o game=3" in names
    assert "solve quarto (7 placed)" in names


@pytest.fixture
def constant_speeds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        Figure, "measure", lambda self, seconds, seed: 1000.0 if self.game == "quarto" else 500.0
    )


@pytest.mark.usefixtures("constant_speeds")
def test_comparing_with_an_earlier_run(shell: Shell, tmp_path: Path) -> None:
    earlier = shell("bench", "all", "--json").data
    earlier["figures"]["rollouts quarto"]["per_second"] = 2000.0
    earlier["figures"]["rollouts gone"] = {"per_second": 1.0, "unit": "games"}
    del earlier["figures"]["rollouts sheep"]
    earlier["processor"] = "an older one"
    (tmp_path / "earlier.json").write_text(json.dumps(earlier))
    data = shell("bench", "all", "--compare", "earlier.json", "--json").data
    assert data["figures"]["rollouts quarto"]["ratio"] == 0.5
    assert data["figures"]["rollouts connect_four"]["ratio"] == 1
    assert "ratio" not in data["figures"]["rollouts sheep"]
    assert data["compared_with"]["processor"] == "an older one"
    run = shell("bench", "all", "--compare", "earlier.json")
    rows = [line.split() for line in run.out.splitlines()]
    assert ["1,000", "games", "0.50", "rollouts", "quarto"] in rows
    assert ["500", "games", "new", "rollouts", "sheep"] in rows
    assert "not measured any more: rollouts gone" in run.err
    assert f"another processor: {data['processor']} here, an older one there" in run.err
    assert "ratio" not in shell("bench", "all").out


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"figures": {}}', '{"figures": {"a": {"per_second": 0}}}']
)
def test_what_holds_no_figures(text: str, tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text(text)
    with pytest.raises(ValueError, match="expected figures as 'quadrille bench all --json'"):
        bench_all.read_figures(tmp_path / "bad.json")


def test_the_processor_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "cpuinfo").write_text("processor\t: 0\nmodel name\t: Fast 3000\nflags\t: avx2\n")
    assert bench_all.processor(tmp_path / "cpuinfo") == "Fast 3000"
    assert bench_all.processor(tmp_path / "nowhere")


@pytest.mark.parametrize("path", sorted(ROOT.glob("bench/[0-9]*.json")), ids=lambda path: path.name)
def test_figures_of_releases_can_be_compared_with(path: Path) -> None:
    kept = bench_all.read_figures(path)
    assert kept["version"] == path.stem
    assert all(kept[key] != "unknown" for key in bench_all.MACHINE)


def test_the_position_that_pages_name_is_the_one_that_is_measured() -> None:
    assert (ROOT / "bench" / "carcassonne-middle.txt").read_text().strip() == POSITIONS[
        "middle game"
    ]


def test_the_memory_of_a_command_is_its_own() -> None:
    held = b"x" * 250_000_000  # what starts a command does not count
    assert 20 < measure("games").megabytes < 150 < len(held)
