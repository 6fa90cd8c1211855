"""Programs that misbehave: each failure has one clear reason, and nothing is left of them."""

import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import quadrille
from agents.program_tools import PLAIN, QUARTO, bad, left, wait_for_none_left
from quadrille import AgentFailed, Decision, Limits, Rng
from quadrille.agents import program_session
from quadrille.agents.program_process import VARIABLES
from quadrille.agents.program_session import ProgramFailed
from support.patience import PATIENCE

VIEW = QUARTO.new().view(0)
LAST = str(VIEW.legal_moves()[-1])


@pytest.fixture(autouse=True)
def nothing_is_left(tmp_path: Path) -> Iterator[None]:
    """No process, no open file and no thread."""
    files, threads = set(os.listdir("/proc/self/fd")), threading.enumerate()
    yield
    assert left(tmp_path) == []
    deadline = time.monotonic() + PATIENCE  # a thread may still be closing what it had open
    while set(os.listdir("/proc/self/fd")) != files and time.monotonic() < deadline:
        time.sleep(0.01)
    assert set(os.listdir("/proc/self/fd")) == files
    assert threading.enumerate() == threads


class Seat:
    """A program that is asked for its first move in Quarto again and again."""

    def __init__(self, spec: str) -> None:
        self.session = quadrille.agent(spec).open(QUARTO, 0, Rng(1))

    def ask(self, **limits: Any) -> Decision:
        return Decision.of(self.session.choose(VIEW.copy(), Limits(**limits)))

    def fail(self, **limits: Any) -> ProgramFailed:
        with pytest.raises(ProgramFailed) as caught:
            self.ask(**limits)
        assert "\n" not in str(caught.value) and len(str(caught.value)) < 600
        assert len(caught.value.errors) <= 2048
        return caught.value

    def __enter__(self) -> "Seat":
        return self

    def __exit__(self, *_: object) -> None:
        self.session.close()


# --- the start ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("start_crash", "ended with exit code 1"),
        ("start_leave", "ended with exit code 0"),
        ("start_hang", "not ready within 0.3 s"),
        ("start_garbage", "expected a JSON object, got 'Welcome to my bot!': Expecting value"),
        ("start_answer", "expected type 'ready', got 'move'"),
        ("start_protocol", "expected a whole number from 1 to 1 as protocol, got 2"),
        ("start_flood", "more than 100000 bytes of output in a turn"),
    ],
)
def test_a_bad_start_costs_every_turn(tmp_path: Path, name: str, reason: str) -> None:
    start = 0.3 if "hang" in name else 60
    with Seat(bad(name, tmp_path, start=start, output=100_000)) as seat:
        assert left(tmp_path) == [], "ended at once"
        first, second = seat.fail(), seat.fail()
    assert first.reason == second.reason == reason
    assert first.gone and str(first) == str(second) and first is not second
    if name == "start_crash":
        assert str(first).endswith("KeyError: 'no idea'") and "Traceback" in first.errors


def test_what_is_no_program(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no program")
    for place, error in [("nowhere", "No such file"), ("text", "Permission denied")]:
        spec = f"program:{tmp_path}/{place}"
        with pytest.raises(ValueError, match=f"cannot start .*{place}: {error}"):
            quadrille.agent(spec).open(QUARTO, 0, Rng(1))
        with pytest.raises(ValueError, match="there is no executable file"):
            quadrille.play(QUARTO, [spec, "random"])
    (tmp_path / "text").chmod(0o755)
    with pytest.raises(AgentFailed, match=r"cannot start .*text: Exec format error"):
        quadrille.play(QUARTO, [f"program:{tmp_path}/text", "random"])


# --- answers -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("garbage", "expected a JSON object, got 'I think I play': Expecting value"),
        ("empty", "expected a JSON object, got '': Expecting value"),
        ("binary", r"expected a line in UTF-8, got b'\xff\xfe{}'"),
        ("deep", "expected a JSON object, got '[[["),
        ("nan", "NaN is not a JSON number"),
        ("infinite", "expected a number as value[0], got inf"),
        ("digits", "Exceeds the limit"),
        ("list", "expected a JSON object, got [1, 2]"),
        ("no_type", "expected type, which is missing"),
        ("odd_type", "expected type 'move' or 'info', got 'mvoe'"),
        ("no_id", "expected id, which is missing"),
        ("odd_id", "expected a whole number from 1 as id, got '2'"),
        ("true_id", "expected a whole number from 1 as id, got True"),
        ("later_id", "expected id 2, got 9"),
        ("no_move", "expected move, which is missing"),
        ("odd_move", "expected a text as move, got 3"),
        ("no_such_move", "expected one of the 16 legal moves, got 'resign'"),
        ("illegal_move", "illegal move 'a1'"),
        ("surrogate", r"expected Unicode as say, got '\ud800'"),
        ("talker", "expected at most 1000 characters to say, got 1001"),
        ("big_value", "expected a value from -1 to 1, or 2 of them, got 1.5"),
        ("values", "expected a value from -1 to 1, or 2 of them, got [0, 0, 0]"),
        ("odd_nodes", "expected a whole number from 0 as nodes, got -1"),
        ("odd_pv", "expected a list as pv, got 'a1'"),
    ],
)
def test_a_wrong_answer_costs_one_turn(tmp_path: Path, name: str, reason: str) -> None:
    with Seat(bad(name, tmp_path)) as seat:
        assert str(seat.ask().move) == LAST
        failure = seat.fail()
        assert reason in failure.reason and len(failure.reason) < 250
        assert not failure.gone and failure.errors == ""
        assert str(seat.ask().move) == LAST, "it finds back"


@pytest.mark.parametrize("name", ["late", "later", "half"])
def test_a_late_answer_is_not_taken_for_the_next(tmp_path: Path, name: str) -> None:
    with Seat(bad(name, tmp_path)) as seat:
        assert str(seat.ask().move) == LAST
        assert seat.fail(seconds=0.3).reason == "no answer within 0.3 s"
        assert str(seat.ask().move) == LAST
        assert str(seat.ask().move) == LAST


@pytest.mark.parametrize("name", ["chatty", "piecemeal"])
def test_what_is_no_mistake(tmp_path: Path, name: str) -> None:
    with Seat(bad(name, tmp_path)) as seat:
        assert [str(seat.ask().move) for _ in range(3)] == [LAST] * 3


# --- the end -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "limits", "reason"),
    [
        ("crash", {}, "ended with exit code 1"),
        ("wordy_crash", {}, "ended with exit code 1"),
        ("leave", {}, "ended with exit code 0"),
        ("killed", {}, "ended by signal SIGKILL"),
        ("close_output", {}, "closed its output"),
        ("flood", {"output": 10_000}, "more than 10000 bytes of output in a turn"),
        ("huge_line", {}, "more than 1000000 bytes of output in a turn"),
        ("allocate", {"memory": 300}, "ended with exit code 1"),
        ("burn", {"cpu": 1}, "used more than 1 s of processor time"),
        ("daemon_and_leave", {}, "ended with exit code 3"),
    ],
)
def test_a_program_that_is_gone(
    tmp_path: Path, name: str, limits: dict[str, Any], reason: str
) -> None:
    with Seat(bad(name, tmp_path, **limits)) as seat:
        assert str(seat.ask().move) == LAST
        failure = seat.fail()
        assert failure.reason == reason and failure.gone
        assert left(tmp_path) == [], "all of it is ended at once"
        again = seat.fail(seconds=1000)
        assert str(again) == str(failure)
    if name == "crash":
        assert str(failure).endswith("KeyError: 'no idea'")
    if name == "wordy_crash":
        assert str(failure).endswith("?[31mverbose?[0m the last words")
        assert len(failure.errors) > 2000
    if name == "allocate":
        assert "MemoryError" in failure.errors


def test_last_words_count(tmp_path: Path) -> None:
    with Seat(bad("last_words", tmp_path)) as seat:
        assert [str(seat.ask().move) for _ in range(2)] == [LAST] * 2
        assert seat.fail().reason == "ended with exit code 0"


@pytest.mark.parametrize("name", ["hang", "close_input"])
def test_a_program_that_hangs(tmp_path: Path, name: str) -> None:
    with Seat(bad(name, tmp_path, move=0.3)) as seat:
        seat.ask(seconds=60)
        for _ in range(2):
            failure = seat.fail()
            assert failure.reason == "no answer within 0.3 s" and not failure.gone
        for _ in range(3000):  # what it does not read is no problem of ours
            seat.session.heard(1, "are you there? " * 10)


def test_a_program_with_children_elsewhere(tmp_path: Path) -> None:
    with Seat(bad("daemon", tmp_path)) as seat:
        seat.ask()
        # The guard has the mark too: it is started with the command.
        assert len(left(tmp_path)) == 2
        seat.ask()
        assert len(left(tmp_path)) == 3
    assert left(tmp_path) == []


def test_a_program_that_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program_session, "QUIT_GRACE", 0.1)
    seat = Seat(bad("stays", tmp_path))
    seat.ask()
    seat.ask()
    seat.session.close()
    assert left(tmp_path) == []
    seat.session.close()
    assert seat.fail().reason == "its game is over"


def test_a_program_may_end_with_its_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program_session, "QUIT_GRACE", 60.0)
    with Seat(bad("to_the_end", tmp_path)) as seat:
        seat.ask()
        seat.ask()
    assert (tmp_path / "ended").exists()


# --- stopping ----------------------------------------------------------------------------------


def test_a_program_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program_session, "STOP_GRACE", 60.0)
    stop, heard = threading.Event(), []

    def progress(decision: Decision) -> None:
        heard.append(decision)
        stop.set()

    with Seat(bad("thinker", tmp_path)) as seat:
        seat.ask()
        found = seat.ask(stop=stop, progress=progress)
    assert (str(found.move), found.value, found.nodes) == (LAST, (0.5, -0.5), 3)
    assert found.say == "hm" and found.seconds is not None and found.seconds > 0
    first = VIEW.legal_moves()[0]
    assert heard == [Decision(first, (0.25, -0.25), pv=("a", "b"), nodes=2, depth=1)]


def test_a_program_that_does_not_stop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program_session, "STOP_GRACE", 0.1)
    stop = threading.Event()
    stop.set()
    with Seat(bad("hang", tmp_path)) as seat:
        seat.ask()
        reason = seat.fail(stop=stop).reason
    assert reason == "no answer within 0.1 s after it was told to stop"


# --- surroundings ------------------------------------------------------------------------------


def test_what_a_program_finds_around_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET", "x")
    monkeypatch.setenv("LC_TIME", "C")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "secret").write_text("x")
    with open(tmp_path / "secret") as file:
        os.set_inheritable(file.fileno(), True)
        with Seat(bad("surroundings", tmp_path)) as seat:
            seat.ask()
            names, highest, alone, folder = json.loads(seat.ask().say)
    assert "LC_TIME" in names and "SECRET" not in names
    assert all(name in VARIABLES or name.startswith("LC_") for name in names)
    assert highest == 3, "the folder that lists them"
    assert alone and folder == str(tmp_path)


GUARDED = """
import sys, time, quadrille
game = quadrille.game("quarto")
session = quadrille.agent(sys.argv[1]).open(game, 0, quadrille.Rng(1))
for _ in range(2):
    session.choose(game.new().view(0), quadrille.Limits())
print("asked", flush=True)
time.sleep(600)
"""


def test_programs_end_when_we_are_killed(tmp_path: Path) -> None:
    ours = subprocess.Popen(
        [sys.executable, "-c", GUARDED, bad("daemon", tmp_path)], stdout=subprocess.PIPE
    )
    assert ours.stdout is not None
    with ours.stdout:
        try:
            assert ours.stdout.readline() == b"asked\n"
            assert len(left(tmp_path)) == 3
        finally:
            ours.kill()
            ours.wait(PATIENCE)
    wait_for_none_left(tmp_path)


def test_a_program_ends_with_its_guard(tmp_path: Path) -> None:
    with Seat(bad("hang", tmp_path)) as seat:
        seat.ask()
        guards = [pid for pid in left(tmp_path) if os.getpgid(pid) == pid]
        parents = {pid: int(Path(f"/proc/{pid}/stat").read_text().split()[3]) for pid in guards}
        [guard] = [pid for pid, parent in parents.items() if parent == os.getpid()]
        os.kill(guard, signal.SIGKILL)
        assert seat.fail(seconds=60).reason == "ended in an unknown way"
        wait_for_none_left(tmp_path)


# --- at a table --------------------------------------------------------------------------------


def test_a_failure_at_a_table(tmp_path: Path) -> None:
    spec = bad("crash", tmp_path)
    with pytest.raises(AgentFailed) as caught:
        quadrille.play(QUARTO, ["random", spec], seed=3)
    assert (caught.value.player, caught.value.spec) == (1, spec)
    assert "ProgramFailed: ended with exit code 1; its error output ends: " in str(caught.value)
    failure = caught.value.__cause__
    assert isinstance(failure, ProgramFailed) and failure.gone
    again = pickle.loads(pickle.dumps(failure))
    assert (str(again), again.errors, again.gone) == (str(failure), failure.errors, True)


def test_a_failure_in_a_worker(tmp_path: Path) -> None:
    found: list[quadrille.Record] = []
    agents = [bad("illegal_move", tmp_path), "random"]
    result = quadrille.match(QUARTO, agents, games=4, workers=2, on_record=found.append)
    lost = [each.result for each in found if each.result.ended == "forfeited"]
    assert lost and result.agents[0].losses >= len(lost)
    assert all("illegal move 'a1'" in each.note for each in lost)
    wait_for_none_left(tmp_path)


def test_programs_are_started_without_a_shell(tmp_path: Path) -> None:
    (tmp_path / "a b.py").write_text("import sys; sys.exit(' '.join(sys.argv[1:]))")
    spec = f"program:{PLAIN} '{tmp_path}/a b.py' * $HOME \"c  d\" | x=1,y=2; #e"
    assert str(quadrille.agent(spec)) == spec
    with Seat(spec) as seat:
        assert seat.fail().errors == "* $HOME c  d | x=1,y=2; #e\n"
