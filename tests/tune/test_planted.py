"""An agent whose strength is a known function of two fields: tuning finds where it is best."""

from pathlib import Path

import pytest

import quadrille
from quadrille.tune.plan import TuningPlan
from quadrille.tune.trials import Trials, study_url
from quadrille.tune.tuner import Limit, Tuner
from support.scale import LONG
from tune.duel import BEST, RANGES, Duel, Planted

GAME = quadrille.game(Duel)
TRIALS, GAMES = 45, 24
SEEDS = range(5) if LONG else range(1)


@pytest.mark.parametrize(("sampler", "seed"), [*(("tpe", seed) for seed in SEEDS), ("cmaes", 0)])
def test_a_planted_optimum_is_found(tmp_path: Path, sampler: str, seed: int) -> None:
    """Within 10 % of both ranges, in at most 45 trials of 24 games, most of which end early."""
    plan = TuningPlan.of(
        GAME, Planted(), ["x=0..1", "y=1..10"], games=GAMES, seed=seed, sampler=sampler
    )
    tuner = Tuner(Trials(plan, study_url(tmp_path / "arena.db")), Limit(trials=TRIALS))
    for _ in tuner.run():
        pass
    state = tuner.state()
    assert state.best is not None and len(state.trials) == TRIALS
    assert TRIALS * 8 < state.games < 0.95 * TRIALS * GAMES, "some trials are given up"
    for name, (low, high) in RANGES.items():
        off = abs(state.best.values[name] - BEST[name]) / (high - low)
        assert off < 0.1, (name, state.best.values, seed)
    first = state.trials[0]
    assert dict(first.values) == {"x": 0.5, "y": 4.0}, "the agent as it is comes first"


def test_choices_are_tuned(tmp_path: Path) -> None:
    plan = TuningPlan.of(GAME, Planted(kind="odd"), ["kind=odd|plain", "x=0..1"], games=16)
    tuner = Tuner(Trials(plan, study_url(tmp_path / "arena.db")), Limit(trials=15))
    for _ in tuner.run():
        pass
    best = tuner.state().best
    assert best is not None and best.values["kind"] == "plain"
