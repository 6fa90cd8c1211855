"""``quadrille match``: the command; what it counts is tested in ``tests/arena/test_match.py``."""

import importlib.util
import math
from pathlib import Path

import pytest

import quadrille

from .shell import Run, Shell

KEYS = {"spec", "games", "wins", "draws", "losses", "ranks", "mean_score"}
KEYS |= {"points", "elo", "elo_low", "elo_high"}


def partial(run: Run) -> bool:
    """Whether a table or an object came before the error."""
    kept = run.err.count("kept as series 1 of the store\n")
    return run.code == 2 and run.err.count("\n") - kept == 1 and run.out != ""


def test_as_json(shell: Shell) -> None:
    args = ("match", "connect_four", "oneply", "random", "--games", "10", "--seed", "3", "--json")
    run = shell(*args)
    data = run.data
    assert run.err == ""
    assert [each["spec"] for each in data["agents"]] == ["oneply", "random"]
    for each in data["agents"]:
        assert set(each) == KEYS and each["games"] == 10 == sum(each["ranks"])
        assert all(math.isfinite(each[key]) for key in ("elo", "elo_low", "elo_high"))
    result = quadrille.match("connect_four", ["oneply", "random"], games=10, seed=3)
    more = {"planned": 10, "stopped": False, "store": data["store"], "series": 1}
    assert data == {**result.to_dict(), **more}
    assert shell(*args, "--workers", "2").data == {**data, "series": 2}


def test_for_people(shell: Shell, tmp_path: Path) -> None:
    run = shell("match", "connect_four", "oneply", "random", "-n", "6", "--save", "a.jsonl")
    assert run.code == 0 and run.err == "kept as series 1 of the store\n"
    head, first, second, _, foot = run.out.splitlines()
    assert head.split() == ["agent", "won", "drawn", "lost", "points", "Elo", "95", "%"]
    assert first.startswith("oneply ") and second.startswith("random ") and "%" in first
    assert foot == "connect_four, 6 games, seed 0"
    records = quadrille.read_records(tmp_path / "a.jsonl")
    assert len(records) == 6 and records[0].players == ("oneply", "random")


def test_more_sides_show_their_ranks(shell: Shell) -> None:
    run = shell("match", "my.py:Cards", "random", "random", "random", "-n", "3")
    assert run.code == 0 and "ranks" in run.out.splitlines()[0]
    assert max(map(len, run.out.splitlines())) <= 80


def test_agents_that_differ_in_one_field_do_not_read_alike(shell: Shell) -> None:
    specs = [f"sheep-hybrid:sims=10,mcts_depth=2,area_weight=0.25,far={i}" for i in range(1, 5)]
    args = ("match", "sheep", *specs, "-n", "1", "--adjudicate", "4")
    tables = [shell(*args).out, shell("standings").out]
    assert [each["spec"] for each in shell(*args, "--json").data["agents"]] == [
        str(quadrille.agent(spec, quadrille.game("sheep"))) for spec in specs
    ]
    if importlib.util.find_spec("openskill"):
        tables.append(shell("ladder").out)
    for table in tables:
        rows = [line for line in table.splitlines() if "far=" in line and " and " not in line]
        assert len(rows) == 4 and max(map(len, rows)) <= 80
        assert {number for number in "1234" for row in rows if f"far={number}" in row} == {*"1234"}


def test_players_who_repeat_themselves(shell: Shell) -> None:
    with open("my.py", "a") as file:
        file.write(
            "\nclass First(Agent):\n"
            "    def choose(self, state, rng):\n"
            "        return state.legal_moves()[0]\n"
        )
    run = shell("match", "connect_four", "my.py:First", "my.py:First", "-n", "10")
    assert "only 2 of 10 games differ from one another: the intervals mean little" in run.out


@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_agent_that_wants_to_end_the_program(shell: Shell, workers: str) -> None:
    with open("my.py", "a") as file:
        file.write(
            "\nclass Quits(Agent):\n"
            "    def choose(self, state, rng):\n"
            "        raise SystemExit(3)\n"
        )
    args = ("match", "connect_four", "random", "my.py:Quits", "-n", "4", "--workers", workers)
    run = shell(*args)
    assert (run.code, run.out) == (2, "")
    assert "(my.py:Quits) failed: SystemExit: 3 (my.py, line " in run.err
    assert shell(*args, "--forfeits", "--json").data["agents"][0]["wins"] == 4


@pytest.mark.parametrize("workers", ["1", "2"])
def test_games_that_an_agent_forfeits(shell: Shell, workers: str) -> None:
    args = ("match", "connect_four", "random", "my.py:Broken", "-n", "4", "--forfeits")
    run = shell(*args, "--workers", workers)
    reason = "KeyError: 'no idea' (my.py, line "
    assert run.code == 0
    assert f"my.py:Broken failed: 4 games forfeited; first: {reason}" in run.out.splitlines()[-1]
    assert "random failed" not in run.out
    for data in (shell(*args, "--json").data, shell("resume", "1", "--json").data):
        fine, broken = data["agents"]
        assert "failures" not in fine
        first = broken["failures"].pop("first_reason")
        assert first.startswith(reason) and broken["failures"] == {
            "count": 4,
            "turns": 0,
            "games": 4,
        }
    assert shell("resume", "1").out == run.out


def test_turns_that_an_agent_loses(shell: Shell) -> None:
    with open("my.py", "a") as file:
        file.write(
            "\nclass Fails(Agent):\n"
            "    asked = 0\n"
            "    def choose(self, state, rng):\n"
            "        Fails.asked += 1\n"
            "        if Fails.asked < 4:\n"
            "            raise KeyError(f'failure {Fails.asked}\\x1b[31m')\n"
            "        return state.random_move(rng)\n"
        )
    args = ("match", "sheep", "my.py:Fails", *["random"] * 3, "-n", "1", "--forfeits")
    run = shell(*args)
    assert run.code == 0
    assert "my.py:Fails failed: 3 turns lost; first: KeyError: 'failure 1" in run.out
    assert "\x1b" not in run.out
    failures = shell("resume", "1", "--json").data["agents"][0]["failures"]
    assert (failures["count"], failures["turns"], failures["games"]) == (3, 3, 0)
    assert "failure 1" in failures["first_reason"]


@pytest.mark.parametrize("json", [True, False])
def test_what_was_played_before_an_agent_failed(shell: Shell, json: bool) -> None:
    with open("my.py", "a") as file:
        file.write(
            "\nclass Tires(Agent):\n"
            "    games = 0\n"
            "    def open(self, game, seat, rng):\n"
            "        Tires.games += 1\n"
            "        return super().open(game, seat, rng)\n"
            "    def choose(self, state, rng):\n"
            "        assert Tires.games < 3, 'tired'\n"
            "        return state.random_move(rng)\n"
        )
    args = ("match", "connect_four", "random", "my.py:Tires", "-n", "10", "--save", "a.jsonl")
    run = shell(*args, *["--json"] * json)
    assert partial(run)
    assert "(my.py:Tires) failed: AssertionError: tired" in run.err
    assert ('"games": 2' if json else "2 of 10 games") in run.out
    assert len(quadrille.read_records("a.jsonl")) == 2


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("match connect_four", "Missing argument"),
        ("match connect_four random", "expected 2 agents (one per player), got 1"),
        ("match connect_four random random random", "expected 2 agents (one per player), got 3"),
        ("match connect_four random rndom", "did you mean 'random'?"),
        ("match connect_four random greedy:dels=3", "did you mean 'deals'?"),
        ("match connect_four random human", "a human cannot play here"),
        ("match connect_four random \udcff", "unknown agent '\\udcff'"),
        ("match conect_four random random", "did you mean 'connect_four'?"),
        ("match connect_four random random --games 0", "expected games from 1 to 1000000, got 0"),
        ("match connect_four random random --games -3", "expected games from 1 to 1000000"),
        ("match connect_four random random --games 1e3", "expected a whole number, got '1e3'"),
        (f"match connect_four random random --games {10**30}", "expected games from 1 to 1000000"),
        ("match connect_four random random --workers 0", "expected workers from 1 to 256, got 0"),
        (
            "match connect_four random random --on rey",
            "among here, ray and ray://HOST:PORT, got 'rey'",
        ),
        ("match connect_four random random --save no/x", "cannot open 'no/x': No such file"),
        ("match connect_four random random --seed x", "expected a whole number, got 'x'"),
        ("match connect_four random my.py:Broken", "player 2 (my.py:Broken) failed: KeyError"),
        ("match connect_four random my.py:Broken --workers 2", "(my.py:Broken) failed: KeyError"),
    ],
)
def test_mistakes(shell: Shell, command: str, expected: str) -> None:
    run = shell(*command.split())
    assert run.code == 2 and run.out == ""
    assert run.err.startswith("quadrille: ") and run.err.count("\n") == 1, run.err
    assert expected in run.err
