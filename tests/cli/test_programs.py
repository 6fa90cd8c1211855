"""Programs on the command line; how they are run is tested in ``tests/agents/test_programs.py``."""

import signal
from pathlib import Path

import pytest

from agents.program_tools import EXAMPLE_PROGRAMS, PLAIN, bad, left, wait_for_none_left
from support.patience import PATIENCE, wait_until

from .programs import start, wait_until_asleep
from .shell import Shell

BOT = f"program:{PLAIN} {EXAMPLE_PROGRAMS / 'random_bot.py'}"


def test_a_match_with_a_program(shell: Shell) -> None:
    args = ("match", "quarto", BOT, "random", "--games", "4", "--json")
    first, second = (shell(*args, "--workers", count).data for count in ("1", "2"))
    assert first.pop("series") + 1 == second.pop("series")
    assert first == second and first["games"] == 4
    assert [each["spec"] for each in first["agents"]] == [BOT, "random"]


def test_an_analysis_by_a_program(shell: Shell) -> None:
    data = shell("analyse", "quarto", "--agent", BOT, "--json").data
    assert data["move"].startswith("give:") and data["seconds"] > 0


def test_failures_are_one_line(shell: Shell, tmp_path: Path) -> None:
    seats = ("--seat", bad("start_crash", tmp_path), "--seat", "random")
    run = shell("play", "quarto", *seats, "--json")
    assert run.code == 2 and run.err.count("\n") == 1
    assert "failed: ProgramFailed: ended with exit code 1; its error output ends: " in run.err
    run = shell("play", "quarto", "--seat", "program:./nowhere", "--seat", "random")
    assert run.code == 2
    assert run.err.endswith("cannot play quarto: there is no executable file './nowhere'\n")


def test_programs_are_listed(shell: Shell) -> None:
    [found] = [each for each in shell("agents", "--json").data["agents"] if each.get("rest")]
    assert (found["name"], found["rest"]) == ("program", "command")
    text = shell("agents", "quarto").out
    assert "program:COMMAND" in text and "COMMAND  The program and its arguments" in text
    assert "move=60" in text and "command=" not in text
    assert "program[field=value]:COMMAND" in text


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_ends_programs_at_once(tmp_path: Path, workers: str) -> None:
    spec = bad("hang", tmp_path, move=600)
    program = start("match", "quarto", spec, spec, "--workers", workers, "-n", "2", cwd=tmp_path)
    wait_until(lambda: len(left(tmp_path)) >= 4 * int(workers), "all programs")
    wait_until_asleep(program)
    program.send_signal(signal.SIGINT)
    program.communicate(timeout=PATIENCE)
    assert program.returncode == 130
    wait_for_none_left(tmp_path)
