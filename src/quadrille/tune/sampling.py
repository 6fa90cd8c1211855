"""How the values of a trial are chosen.

The random numbers of a trial come from its number and the seed of the plan. So a tuning that was
killed goes on as if nothing had happened, and processes that work together do not try the same.
The first trial has the values that the agent has now.
"""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import optuna
from optuna.distributions import BaseDistribution
from optuna.samplers import BaseSampler, CmaEsSampler, RandomSampler, TPESampler
from optuna.study import Study
from optuna.trial import FrozenTrial

from quadrille.core._core import Rng, Stream
from quadrille.tune.plan import TuningPlan

STARTUP = 10
"""Trials that are chosen at random before Optuna's samplers learn from them."""


class NumberedSampler(BaseSampler):
    """A sampler of Optuna that is made anew, with a seed of its own, for every trial."""

    def __init__(self, plan: TuningPlan) -> None:
        self._plan = plan
        self._inner: tuple[int, BaseSampler] | None = None

    def infer_relative_search_space(
        self, study: Study, trial: FrozenTrial
    ) -> dict[str, BaseDistribution]:
        """What is chosen together."""
        if trial.number == 0:
            return {}
        return self._of(trial).infer_relative_search_space(study, trial)

    def sample_relative(
        self, study: Study, trial: FrozenTrial, search_space: dict[str, BaseDistribution]
    ) -> dict[str, Any]:
        """Values that are chosen together."""
        return self._of(trial).sample_relative(study, trial, search_space) if search_space else {}

    def sample_independent(
        self,
        study: Study,
        trial: FrozenTrial,
        param_name: str,
        param_distribution: BaseDistribution,
    ) -> Any:
        """One value."""
        if trial.number == 0:
            found = next(each for each in self._plan.parameters if each.name == param_name)
            return found.inside(self._plan.start[param_name])
        return self._of(trial).sample_independent(study, trial, param_name, param_distribution)

    def before_trial(self, study: Study, trial: FrozenTrial) -> None:
        """Called before the values are chosen."""
        self._of(trial).before_trial(study, trial)

    def after_trial(self, study: Study, trial: FrozenTrial, state: Any, values: Any) -> None:
        """Called when the trial has ended."""
        self._of(trial).after_trial(study, trial, state, values)

    def _of(self, trial: FrozenTrial) -> BaseSampler:
        if self._inner is None or self._inner[0] != trial.number:
            self._inner = trial.number, self._make(trial.number)
        return self._inner[1]

    def _make(self, number: int) -> BaseSampler:
        seed = Rng.keyed(self._plan.seed, Stream.plain, number).next() % 2**31
        with quiet():
            if self._plan.sampler == "cmaes":
                return CmaEsSampler(
                    seed=seed, warn_independent_sampling=False, consider_pruned_trials=True
                )
            if self._plan.sampler == "tpe":
                return TPESampler(
                    seed=seed, n_startup_trials=STARTUP, multivariate=True, constant_liar=True
                )
            return RandomSampler(seed=seed)


@contextmanager
def quiet() -> Iterator[None]:
    """Without Optuna's warnings that something may change in its next version."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
        yield
