"""Agents that do not answer are ended when their time is up, and the series goes on."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import quadrille
from quadrille import Agent, Limits, Session
from quadrille.arena.play import watchdog
from quadrille.arena.play.clock import TimeControl
from quadrille.arena.play.table import Table
from quadrille.arena.play.watchdog import CallTimeout, call_within
from quadrille.arena.series import Series

FOUR = quadrille.game("connect_four")
SHEEP = quadrille.game("sheep", game=1, size=6, cells=24, sheep=4)

HANGING = """
import time
from dataclasses import dataclass
from quadrille import Agent

class Loop(Agent):
    def choose(self, state, rng):
        while True:
            pass

class Sleeper(Agent):
    def choose(self, state, rng):
        while True:
            try:
                time.sleep(1e9)
            except Exception:
                pass

class First(Agent):
    def choose(self, state, rng):
        return state.legal_moves()[0]
"""


@pytest.fixture
def hanging(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "hanging.py").write_text(HANGING)
    monkeypatch.chdir(tmp_path)


def table(agents: Sequence[Agent | str], clock: str, game: Any = FOUR) -> Table:
    return Table(game, agents, time_control=TimeControl.parse(clock))


# --- the timer -----------------------------------------------------------------------------


def test_a_call_that_returns_is_left_alone() -> None:
    before = signal.getsignal(signal.SIGALRM)
    assert call_within(600, lambda: "found", CallTimeout("late")) == "found"
    assert signal.getsignal(signal.SIGALRM) is before
    with pytest.raises(KeyError):
        call_within(600, lambda: os.environ["NO SUCH VARIABLE"], CallTimeout("late"))
    assert signal.getsignal(signal.SIGALRM) is before


def loop() -> None:
    while True:
        pass


def swallow() -> None:
    for _ in range(2):
        with suppress(BaseException):
            loop()
    loop()


@pytest.mark.parametrize("call", [loop, swallow, lambda: time.sleep(1e6)])
def test_a_call_that_does_not_return_is_ended(call: Any) -> None:
    with pytest.raises(CallTimeout, match="late"):
        call_within(0.05, call, CallTimeout("late"))


def test_a_native_search_is_ended() -> None:
    state = FOUR.new()
    search = quadrille.agent("mcts:sims=1000000000")
    with pytest.raises(CallTimeout):
        call_within(0.05, lambda: search.choose(state), CallTimeout("late"))


def test_another_timer_goes_on() -> None:
    fired: list[int] = []
    old_timer = signal.setitimer(signal.ITIMER_REAL, 600)
    old = signal.signal(signal.SIGALRM, lambda number, frame: fired.append(number))
    try:
        with pytest.raises(CallTimeout):
            call_within(0.05, loop, CallTimeout("late"))
        left, _ = signal.getitimer(signal.ITIMER_REAL)
        assert 0 < left < 600 and not fired
        signal.setitimer(signal.ITIMER_REAL, 0.05)  # due earlier: it must not be missed
        assert call_within(1, lambda: signal.pause(), CallTimeout("late")) is None
        assert fired
    finally:
        signal.signal(signal.SIGALRM, old)
        signal.setitimer(signal.ITIMER_REAL, *old_timer)


# --- at the table --------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Loop", "Sleeper"])
def test_who_hangs_loses_by_its_clock(hanging: None, name: str) -> None:
    with table([f"hanging.py:{name}", "random"], "move=0.1") as game:
        game.step()
        result = game.record().result
    assert (result.ended, result.by, result.note) == ("forfeited", 0, "no answer within 0.1 s")
    assert result.outcome == (-1.0, 1.0)


def test_the_clock_of_a_whole_game_ends_it_too(hanging: None) -> None:
    with table(["hanging.py:Loop", "random"], "0.1+0") as game:
        game.step()
    assert game.result().note == "used up its 0.1 s"


def test_where_a_turn_is_the_penalty_the_game_goes_on(hanging: None) -> None:
    players = SHEEP.new().num_players()
    with table(["hanging.py:Loop"] + ["random"] * (players - 1), "move=0.1", SHEEP) as game:
        while not any(turn.played.player == 0 for turn in game.turns):
            game.step()
        lost = next(turn.played for turn in game.turns if turn.played.player == 0)
        assert lost.lost == "no answer within 0.1 s" and not game.is_over()


@dataclass(frozen=True)
class Slow(Agent):
    """Hangs in one of the calls between its turns."""

    where: str = "moved"

    def open(self, game: Any, seat: int, rng: Any) -> Session:
        if self.where == "open":
            loop()
        return SlowSession(self.where)


class SlowSession(Session):
    def __init__(self, where: str) -> None:
        self.where = where

    def _hang(self, where: str) -> None:
        if where == self.where:
            loop()

    def choose(self, view: Any, limits: Limits) -> Any:
        return view.legal_moves()[0]

    def started(self, view: Any) -> None:
        self._hang("started")

    def moved(self, player: int, move: Any) -> None:
        self._hang("moved")

    def ended(self, result: Any) -> None:
        self._hang("ended")

    def close(self) -> None:
        self._hang("close")


@pytest.mark.parametrize("where", ["open", "started", "moved"])
def test_who_hangs_between_its_turns_pays_in_its_next_one(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watchdog, "MAX_SECONDS_BETWEEN_TURNS", 0.1)
    with table(["random", Slow(where)], "move=600") as game:
        while not game.is_over():
            game.step()
    result = game.result()
    assert (result.ended, result.by) == ("forfeited", 1)
    assert result.note == f"{where}() did not return within 0.1 s"
    assert len(game.turns) == 1


@pytest.mark.parametrize("where", ["ended", "close"])
def test_who_hangs_after_the_end_holds_nobody_up(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watchdog, "MAX_SECONDS_BETWEEN_TURNS", 0.1)
    with table(["random", Slow(where)], "move=600") as game:
        while not game.is_over():
            game.step()
    assert game.result().ended == "finished"


# --- in a series ---------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [1, 2])
def test_the_series_goes_on_in_the_same_workers(hanging: None, workers: int) -> None:
    series = Series("connect_four", ["hanging.py:Loop", "hanging.py:First"], 2, clock="move=2")
    with closing(series.play(workers)) as games:
        found = [each.record.result for each in games]
    assert [result.note for result in found] == ["no answer within 2 s"] * 2
    failures = series.result().agents[0].failures
    assert failures is not None and (failures.games, failures.turns) == (2, 0)
    assert series.result().agents[1].wins == 2


def test_agents_that_behave_play_the_same_with_a_clock() -> None:
    plain, timed = (
        Series("connect_four", ["mcts:sims=20", "random"], 4, clock=clock) for clock in ("", "600")
    )
    assert [each.record.moves for each in plain.play()] == [
        each.record.moves for each in timed.play()
    ]


def test_ctrl_c_still_ends_a_match(hanging: None) -> None:
    command = [sys.executable, "-m", "quadrille", "match", "connect_four", "--clock", "move=600"]
    command += ["hanging.py:Loop", "random", "--no-store", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        status = Path(f"/proc/{process.pid}/status")
        while not _catches_alarm(status):
            time.sleep(0.05)
        os.kill(process.pid, signal.SIGINT)
        output, _ = process.communicate()
    assert process.returncode == 130
    assert json.loads(output)["stopped"]


def _catches_alarm(status: Path) -> bool:
    """Whether a process has a handler for the timer, by which an agent is being watched."""
    caught = next(line for line in status.read_text().splitlines() if line.startswith("SigCgt"))
    return bool(int(caught.split()[1], 16) >> (signal.SIGALRM - 1) & 1)
