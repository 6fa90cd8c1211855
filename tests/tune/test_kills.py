"""Tuning that is killed goes on: no trial is lost, none counts twice, and nothing changes."""

import random
import subprocess
import sys
import time
from pathlib import Path

import quadrille
from quadrille.tune.plan import TuningPlan
from quadrille.tune.results import TrialResult
from quadrille.tune.trials import Trials, study_url
from quadrille.tune.tuner import Limit, Tuner
from support.patience import PATIENCE
from support.places import ROOT
from support.scale import LONG
from tune.duel import Duel, Planted

KILLS = 20 if LONG else 2
TRIALS = 40 if LONG else 8
PROCESSES = 4 if LONG else 2

PROGRAM = """
import sys
sys.path.insert(0, sys.argv[1])
from tune.test_kills import tuner_of
for _ in tuner_of(sys.argv[2]).run():
    print("part", flush=True)
"""


def tuner_of(store: str) -> Tuner:
    plan = TuningPlan.of(quadrille.game(Duel), Planted(), ["x=0..1", "y=1..10"], games=64)
    return Tuner(Trials(plan, study_url(store)), Limit(trials=TRIALS))


def start(store: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(ROOT / "tests"), str(store)],
        stdout=subprocess.PIPE,
        text=True,
    )


def check(trials: tuple[TrialResult, ...]) -> None:
    assert [each.number for each in trials] == list(range(TRIALS))
    assert {each.state for each in trials} <= {"complete", "pruned"}, "nothing is left half-done"
    for each in trials:
        assert (
            len(each.points) == 32 if each.state == "complete" else len(each.points) in (4, 8, 16)
        )
    values = [tuple(each.values.values()) for each in trials]
    assert len(set(values)) == TRIALS, "no values are tried twice"


def test_kills(tmp_path: Path) -> None:
    """The parts after which it is killed are random, and so is how long after."""
    store, rng = tmp_path / "killed.db", random.Random(5)
    for _ in range(KILLS):
        program = start(store)
        assert program.stdout is not None
        for _ in range(rng.randrange(1, 4)):
            program.stdout.readline()
        time.sleep(rng.random() * 0.05)
        program.kill()
        program.wait(PATIENCE)
        program.stdout.close()
    tuner = tuner_of(str(store))
    for _ in tuner.run():
        pass
    found = tuner.state().trials
    check(found)
    whole = tuner_of(str(tmp_path / "whole.db"))
    for _ in whole.run():
        pass
    expected = whole.state().trials
    assert [each.values for each in found] == [each.values for each in expected]
    assert [each.points for each in found] == [each.points for each in expected]


def test_processes_together(tmp_path: Path) -> None:
    """Several at a time, one of which is killed: each trial belongs to one of them."""
    store = tmp_path / "shared.db"
    programs = [start(store) for _ in range(PROCESSES)]
    killed = programs[0]
    assert killed.stdout is not None
    killed.stdout.readline()
    killed.kill()
    for program in programs:
        program.communicate(timeout=PATIENCE)
    assert all(program.returncode == 0 for program in programs[1:])
    tuner = tuner_of(str(store))
    for _ in tuner.run():  # what the killed one has left, if the others had ended before
        pass
    trials = tuner.state().trials
    played = [each for each in trials if each.state != "fail"]
    assert len(played) == TRIALS and {each.number for each in played} == set(range(TRIALS))
    assert all(each.reason == "another process was quicker" for each in trials[TRIALS:])
    assert {each.state for each in played} <= {"complete", "pruned"}
