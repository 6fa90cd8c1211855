"""Ctrl-C, kills and terminals while a command works: it ends, and nothing done is lost."""

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

import quadrille
from support.patience import PATIENCE, wait_until

from .programs import PROGRAM, at_terminal, start
from .shell import MY_GAMES

ENDLESS = "my.py:Thinker:rounds=1000000000"


@pytest.fixture(autouse=True)
def my_games(tmp_path: Path) -> None:
    (tmp_path / "my.py").write_text(MY_GAMES)


def wait_until_begun(path: Path, lines: int = 0) -> None:
    """Until a file is there and has so many lines."""
    wait_until(lambda: path.exists() and path.read_bytes().count(b"\n") >= lines, path.name)


def children(program: "subprocess.Popen[bytes]") -> list[int]:
    """The processes that a program has started."""
    task = Path(f"/proc/{program.pid}/task/{program.pid}/children")
    return [int(pid) for pid in task.read_text().split()]


@pytest.mark.parametrize("deaf", [False, True])
def test_an_analysis_gives_its_answer_so_far(tmp_path: Path, deaf: bool) -> None:
    agent = ENDLESS + (",deaf=true" if deaf else "")
    program = start("analyse", "connect_four", "--agent", agent, "--json", cwd=tmp_path)
    wait_until_begun(tmp_path / "begun")
    program.send_signal(signal.SIGINT)
    out, err = program.communicate(timeout=PATIENCE)
    assert (program.returncode, err) == (130, b"stopped by Ctrl-C\n")
    assert json.loads(out)["move"] == "1" and json.loads(out)["nodes"] >= 1


def test_an_analysis_without_any_answer(tmp_path: Path) -> None:
    program = start("analyse", "connect_four", "--agent", "my.py:Slow", cwd=tmp_path)
    wait_until_begun(tmp_path / "begun")
    program.send_signal(signal.SIGINT)
    out, err = program.communicate(timeout=PATIENCE)
    assert (program.returncode, out) == (130, b"")
    assert err == b"stopped by Ctrl-C before the agent answered\n"


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_match_prints_what_was_played(tmp_path: Path, workers: str) -> None:
    args = ("--games", "1000000", "--workers", workers, "--save", "a.jsonl", "--json")
    program = start("match", "connect_four", "random", "random", *args, cwd=tmp_path)
    wait_until_begun(tmp_path / "a.jsonl", lines=3)
    busy = children(program)
    program.send_signal(signal.SIGINT)
    out, err = program.communicate(timeout=PATIENCE)
    assert program.returncode == 130
    games = json.loads(out)["games"]
    assert json.loads(out)["stopped"] and json.loads(out)["planned"] == 1_000_000
    stopped, resume = err.decode().splitlines()
    assert stopped == f"stopped by Ctrl-C after {games} of 1000000 games"
    assert resume == "to go on: quadrille resume 1"
    # A game that was saved just then may not have been counted, or the other way round.
    assert abs(games - len(quadrille.read_records(tmp_path / "a.jsonl"))) <= 1
    assert not any(Path(f"/proc/{pid}").exists() for pid in busy)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_match_that_is_killed_says_how_to_go_on(tmp_path: Path, number: signal.Signals) -> None:
    args = ("--games", "1000000", "--forfeits", "--save", "a.jsonl", "--json")
    program = start("match", "connect_four", "random", "random", *args, cwd=tmp_path)
    wait_until_begun(tmp_path / "a.jsonl", lines=3)
    program.send_signal(number)
    out, err = program.communicate(timeout=PATIENCE)
    assert program.returncode == 128 + number
    games = json.loads(out)["games"]
    stopped, resume = err.decode().splitlines()
    assert stopped == f"stopped by {number.name} after {games} of 1000000 games"
    assert resume == "to go on: quadrille resume 1"


def test_a_match_under_nohup_outlives_its_terminal(tmp_path: Path) -> None:
    args = ("match", "connect_four", "random", "random", "--games", "1000000", "--save", "a.jsonl")
    program = start(*args, "--json", cwd=tmp_path, program=("nohup", *PROGRAM))
    wait_until_begun(tmp_path / "a.jsonl", lines=3)
    program.send_signal(signal.SIGHUP)
    played = (tmp_path / "a.jsonl").read_bytes().count(b"\n")
    wait_until_begun(tmp_path / "a.jsonl", lines=played + 3)
    program.send_signal(signal.SIGTERM)
    program.communicate(timeout=PATIENCE)
    assert program.returncode == 128 + signal.SIGTERM


PAUSES = '''
class Pauses(Agent):
    """Plays at random; after some games it waits for the file "go"."""

    moves = 0

    def choose(self, state, rng):
        Pauses.moves += 1
        if Pauses.moves > 300 and not Path("go").exists():
            Path("begun").touch()
            while not Path("go").exists():
                time.sleep(0.01)
        return state.random_move(rng)
'''


def test_a_worker_that_is_killed_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with open("my.py", "a") as file:
        file.write(PAUSES)
    agents, games = ("random", "my.py:Pauses"), 300
    args = ("--games", str(games), "--workers", "2", "--save", "a.jsonl", "--json")
    program = start("match", "connect_four", *agents, *args, cwd=tmp_path)
    wait_until_begun(tmp_path / "begun")
    os.kill(children(program)[0], signal.SIGKILL)
    (tmp_path / "go").touch()
    out, err = program.communicate(timeout=PATIENCE)
    assert (program.returncode, err) == (0, b"")
    assert json.loads(out)["games"] == games
    assert len(quadrille.read_records(tmp_path / "a.jsonl")) == games
    same = quadrille.match("connect_four", agents, games=games)
    assert same.to_dict().items() <= json.loads(out).items()


def test_workers_end_with_whoever_started_them(tmp_path: Path) -> None:
    args = ("--games", "10", "--workers", "2")
    program = start("match", "connect_four", "random", ENDLESS, *args, cwd=tmp_path)
    wait_until_begun(tmp_path / "begun")
    busy = children(program)
    assert busy
    program.kill()
    program.communicate(timeout=PATIENCE)
    wait_until(lambda: not any(map(_runs, busy)), "the end of workers that nobody needs")


def _runs(pid: int) -> bool:
    """Whether a process is there and has not ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_ctrl_c_while_an_agent_thinks_saves_the_game(tmp_path: Path) -> None:
    seats = ("--seat", "human", "--seat", ENDLESS)
    program = start("play", "connect_four", *seats, "--save", "a.jsonl", cwd=tmp_path)
    assert program.stdin is not None
    program.stdin.write(b"4\n")
    program.stdin.flush()
    wait_until_begun(tmp_path / "begun")
    program.send_signal(signal.SIGINT)
    _, err = program.communicate(timeout=PATIENCE)
    assert (program.returncode, err) == (130, b"record added to a.jsonl\n")
    [record] = quadrille.read_records(tmp_path / "a.jsonl")
    assert [played.move for played in record.moves] == ["4"]


def test_a_line_that_lives_on_the_terminal(tmp_path: Path) -> None:
    with at_terminal("analyse", "connect_four", "--agent", ENDLESS, cwd=tmp_path) as screen:
        screen.wait_for("best 1 +0.25", times=2)
        screen.type("\x03")
        screen.wait_for("stopped by Ctrl-C")
        assert screen.program.wait(timeout=PATIENCE) == 130
    assert "\r\x1b[2K" in screen.shown and "player 1 +0.25" in screen.shown
    assert "Traceback" not in screen.shown
