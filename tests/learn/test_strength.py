"""A run from nothing becomes as strong as the page says."""

from pathlib import Path

import pytest

import quadrille
from quadrille.cli import main
from quadrille.learn.evaluation import play_series
from support.scale import LONG


@pytest.mark.skipif(not LONG, reason="15 CPU minutes of training: make test-long")
def test_connect_four_in_a_quarter_of_an_hour(tmp_path: Path) -> None:
    args = ["train", "connect-four", "--minutes", "15", "--seed", "7", "--no-store"]
    assert main([*args, "--out", str(tmp_path / "run"), "--set=evaluations=0"]) == 0
    agents = [f"model:{tmp_path / 'run'},time=0.01", "mcts:time=0.01"]
    result, _ = play_series(quadrille.game("connect_four"), agents, 200, seed=1)
    own = result.agents[0]
    assert own.points / own.games >= 0.85, own
