"""What only a process of its own shows: signals, terminals, pipes and exit codes."""

import json
import os
import signal
from pathlib import Path

import pytest

import quadrille
from support.patience import PATIENCE

from .programs import RANDOM, VERSUS_RANDOM, at_terminal, start, wait_until_asleep
from .shell import MY_GAMES

# Run by a program as it starts: tells when its main thread is within a function.
TELL = """
import os, sys, threading, time

def within(name):
    frame = sys._current_frames()[threading.main_thread().ident]
    while frame and frame.f_code.co_name != name:
        frame = frame.f_back
    return frame

def tell():
    while not within(os.environ["WORK"]):
        time.sleep(0.01)
    os.write(2, b"ready\\n")

threading.Thread(target=tell, daemon=True).start()
"""


@pytest.mark.parametrize(
    ("work", "args"),
    [
        ("perft", ("perft", "connect_four", "--depth", "30")),
        ("count_rollouts", ("bench", "rollouts", "connect_four", "--seconds", "600")),
        ("count_steps", ("bench", "vec", "connect_four", "--envs", "1000", "--seconds", "600")),
        ("count_rollouts", ("bench", "rollouts", "my.py:Cards", "--seconds", "600")),
        ("count_nodes", ("bench", "search", "connect_four", "greedy", "--seconds", "600")),
        ("choose", ("play", "connect_four", "--seat", "my.py:Slow", "--seat", "random", "--json")),
    ],
    ids=lambda each: each if isinstance(each, str) else " ".join(each[:2]),
)
def test_ctrl_c_ends_any_command(work: str, args: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "my.py").write_text(MY_GAMES)
    hook = tmp_path / "hook"
    hook.mkdir()
    (hook / "sitecustomize.py").write_text(TELL)
    path = os.pathsep.join([str(hook), *os.environ.get("PYTHONPATH", "").split(os.pathsep)])
    variables = {"PYTHONPATH": path.strip(os.pathsep), "WORK": work}
    program = start(*args, cwd=tmp_path, env=variables)
    assert program.stderr is not None and program.stderr.readline() == b"ready\n"
    program.send_signal(signal.SIGINT)
    out, err = program.communicate(timeout=PATIENCE)
    assert (program.returncode, err) == (130, b"")
    if "play" in args:  # what was played so far is not lost
        assert json.loads(out)["result"]["ended"] == "unfinished"
    else:
        assert out == b""


@pytest.mark.parametrize(("key", "code"), [("\x03", 130), ("\x04", 0)])
def test_a_person_at_a_terminal(tmp_path: Path, key: str, code: int) -> None:
    game = ("play", "connect_four", *VERSUS_RANDOM, "--save", "a.jsonl")
    with at_terminal(*game, cwd=tmp_path) as screen:
        screen.wait_for("your move: ")
        screen.type("4\n")
        screen.wait_for("your move: ", times=2)
        wait_until_asleep(screen.program)  # at the prompt
        screen.type(key)
        screen.wait_for("record added to a.jsonl")
        assert screen.program.wait(timeout=PATIENCE) == code
    assert "Traceback" not in screen.shown
    assert ("game left unfinished" in screen.shown) == (code == 0)
    [record] = quadrille.read_records(tmp_path / "a.jsonl")
    assert record.result.ended == "unfinished" and len(record.moves) == 2
    assert record.moves[0].move == "4"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_kill_or_a_closed_window_keeps_the_game(tmp_path: Path, number: int) -> None:
    program = start("play", "connect_four", *VERSUS_RANDOM, "--save", "a.jsonl", cwd=tmp_path)
    assert program.stdin is not None and program.stdout is not None
    program.stdin.write(b"4\n")
    program.stdin.flush()
    while b"(random) plays" not in program.stdout.readline():
        pass
    wait_until_asleep(program)  # at the prompt
    program.send_signal(number)
    _, err = program.communicate(timeout=PATIENCE)
    assert program.returncode == 128 + number
    assert b"Traceback" not in err
    [record] = quadrille.read_records(tmp_path / "a.jsonl")
    assert record.result.ended == "unfinished" and record.moves[0].move == "4"


def test_a_pipe_that_nobody_reads(tmp_path: Path) -> None:
    program = start("play", "connect_four", *RANDOM, "--save", "a.jsonl", cwd=tmp_path)
    assert program.stdout is not None
    program.stdout.close()
    program.stdout = None
    _, err = program.communicate(timeout=PATIENCE)
    assert program.returncode == 1
    assert err == b"record added to a.jsonl\n"
    assert len(quadrille.read_records(tmp_path / "a.jsonl")) == 1


def test_a_disk_that_is_full(tmp_path: Path) -> None:
    record = quadrille.play("connect_four", ["random", "random"])
    with open("/dev/full", "w") as full:
        program = start("games", "--json", cwd=tmp_path, stdout=full)
        _, err = program.communicate(timeout=PATIENCE)
        assert (program.returncode, err) == (2, b"quadrille: No space left on device\n")
        # A command that fails for another reason tells that one.
        (tmp_path / "bad.jsonl").write_text(f"{record.to_json()}\n{{}}\n")
        program = start("replay", "bad.jsonl", "--json", cwd=tmp_path, stdout=full)
        _, err = program.communicate(timeout=PATIENCE)
    assert program.returncode == 2
    assert err == b"quadrille: bad.jsonl, line 2: expected format, which is missing\n"


def test_output_that_cannot_show_a_character(tmp_path: Path) -> None:
    plain = {"PYTHONIOENCODING": "ascii"}
    program = start("play", "connect_four", *VERSUS_RANDOM, cwd=tmp_path, env=plain)
    out, err = program.communicate(b"4\n\xff\n", timeout=PATIENCE)
    assert program.returncode == 0 and err == b"game left unfinished\n"
    assert out.isascii() and b"your move: 4" in out


def test_exit_codes_reach_the_shell(tmp_path: Path) -> None:
    program = start("perft", "nope", "--depth", "1", cwd=tmp_path)
    out, err = program.communicate(timeout=PATIENCE)
    assert program.returncode == 2 and out == b"" and err.startswith(b"quadrille: unknown game")


def test_a_terminal_without_unicode_shows_plain_boards(tmp_path: Path) -> None:
    plain = {"PYTHONIOENCODING": "ascii"}
    program = start("play", "connect_four", *VERSUS_RANDOM, cwd=tmp_path, env=plain)
    out, _ = program.communicate(b"4\n", timeout=PATIENCE)
    assert b"Player 1 (x) to move" in out
    assert b"| .  .  .  .  .  .  . |" in out and b" x  " in out
    assert b"?  ?" not in out


def test_a_game_that_cannot_be_saved_is_printed(tmp_path: Path) -> None:
    program = start("play", "connect_four", *RANDOM, "--save", "/dev/full", cwd=tmp_path)
    out, err = program.communicate(timeout=PATIENCE)
    assert program.returncode == 2
    assert b"'/dev/full'" in err and b"No space left on device" in err
    last = out.decode().splitlines()[-1]
    assert quadrille.Record.from_json(last).result.ended == "finished"
