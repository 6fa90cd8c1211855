"""Self-play in other processes: the same games, whatever becomes of the processes."""

import os
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import quadrille
from quadrille.arena.workers import WorkerFailed
from quadrille.learn.alphazero import AlphaZero, AlphaZeroSettings
from quadrille.learn.presets import plan_of, resumed
from quadrille.learn.selfplay import SelfPlayers, SelfPlayJob
from quadrille.learn.teaching import Teaching, TeachingSettings
from quadrille.search.samples import Samples, SelfPlay
from support.places import EXAMPLES

from .networks import random_model

GAME = quadrille.game("connect_four")
SMALL = AlphaZeroSettings(
    layers="16-8", sims=6, games=96, round_games=40, warmup=100, batch=64, evaluations=0, seed=4
)
LARGE = AlphaZeroSettings(
    layers="conv:8x1-16",
    sims=4,
    games=96,
    round_games=9,
    together=4,
    warmup=50,
    reuse=2,
    batch=32,
    evaluations=0,
    seed=4,
)


@pytest.mark.parametrize("settings, encoding", [(SMALL, "discs"), (LARGE, "planes")])
def test_workers_do_not_matter(settings: AlphaZeroSettings, encoding: str) -> None:
    """Not even one that is killed between two rounds."""
    learners = []
    for workers in (1, 2):
        learner = AlphaZero(GAME, encoding, settings)
        learner.players = learner.find_players(workers)
        with closing(learner.players):
            for _ in range(2):
                learner.play()
                learner.train()
                kill_one(learner.players)
        learners.append(learner)
    one, other = learners
    assert one.samples.to_bytes() == other.samples.to_bytes()
    assert one.progress.steps == other.progress.steps > 0
    first, second = one.network.arrays(), other.network.arrays()
    assert all(first[name].tobytes() == second[name].tobytes() for name in first)
    assert other.progress.selfplay_seconds > 0


def kill_one(players: SelfPlayers) -> None:
    """Kill a process that waits for work, if there is one."""
    pool: Any = players._pool
    if pool is not None:
        os.kill(pool._idle[-1].process.pid, signal.SIGKILL)


PLAY = "    def _play(self, move: int) -> None:\n"
DIE = """
        import os, pathlib, signal
        place = pathlib.Path(os.environ["QUADRILLE_TEST_DIES"])
        if place.is_dir() or place.exists() and not place.unlink():
            os.kill(os.getpid(), signal.SIGKILL)
"""


def deadly_game(folder: Path, monkeypatch: pytest.MonkeyPatch, where: Path) -> quadrille.Game:
    """A game that kills its process: always, if a place is a folder; once, if it is a file."""
    source = (EXAMPLES / "tic_tac_toe.py").read_text()
    assert PLAY in source
    (folder / "deadly.py").write_text(source.replace(PLAY, PLAY + DIE))
    monkeypatch.setenv("QUADRILLE_TEST_DIES", str(where))
    return quadrille.game(f"{folder}/deadly.py:TicTacToe")


def test_games_of_a_worker_that_dies_are_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "die"
    game = deadly_game(tmp_path, monkeypatch, place)
    model = random_model(game, "planes")
    found = []
    job = SelfPlayJob(game, SelfPlay(sims=3), seed=1, threads=1)
    for workers in (1, 2):
        if workers == 2:
            place.touch()
        samples = Samples(game, 1000)
        with closing(SelfPlayers(job, workers)) as players:
            players.play(model, 0, 8, samples)
        found.append(samples.to_bytes())
    assert not place.exists(), "nobody died"
    assert found[0] == found[1]


def test_games_that_always_kill_end_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = deadly_game(tmp_path, monkeypatch, tmp_path / "nothing")
    model = random_model(game, "planes")
    (tmp_path / "nothing").mkdir()
    job = SelfPlayJob(game, SelfPlay(sims=3), seed=1, threads=1)
    with (
        closing(SelfPlayers(job, 2)) as players,
        pytest.raises(WorkerFailed) as caught,
    ):
        players.play(model, 64, 2, Samples(game, 1000))
    line = "the process that played games 65 to 65 of self-play ended with signal SIGKILL, 3 times"
    assert str(caught.value) in (line, line.replace("65", "66"))


def test_workers_load_no_torch() -> None:
    """They start in a fraction of a second, and a machine of a cluster need not have it."""
    code = "import sys, quadrille.learn.selfplay; print('torch' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_lessons_take_no_workers() -> None:
    settings = TeachingSettings(layers="8", games=1, first_ply=38)
    with pytest.raises(ValueError, match="lessons are given here"):
        Teaching(GAME, "discs", settings).find_players(2)


def test_a_run_keeps_its_network() -> None:
    plan = plan_of("connect-four", {"games": "10"}, {})
    assert resumed(plan, {"games": "20"}, "again").settings["games"] == 20
    with pytest.raises(ValueError, match="a run keeps its network: expected layers=256-32"):
        resumed(plan, {"layers": "64"}, "")
