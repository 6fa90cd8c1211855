"""The search itself: trial after trial until the budget is spent."""

import time
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Any

import optuna

from quadrille.arena.pools import TaskPool, check_place, check_reachable, open_pool
from quadrille.core.agents.agent import Agent
from quadrille.tune.games import GamePoints, TrialGames, games_of_rounds, points_by_round
from quadrille.tune.leases import Renewal
from quadrille.tune.plan import TuningPlan
from quadrille.tune.results import TrialResult, best_trial, is_behind
from quadrille.tune.trials import Trials

MAX_REFUSED = 50
"""So many trials in a row may be refused by the agent."""


@dataclass(frozen=True)
class Limit:
    """When a tuning ends; whichever comes first."""

    seconds: float | None = None
    """CPU seconds of all processes that play and choose values. A trial that has begun is
    finished."""
    trials: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is None and self.trials is None:
            raise ValueError("expected a budget or a number of trials")
        if self.seconds is not None and not self.seconds > 0:
            raise ValueError(f"expected a budget above 0, got {self.seconds:g} s")
        if self.trials is not None and not 1 <= self.trials <= 1_000_000:
            raise ValueError(f"expected 1 to 1000000 trials, got {self.trials}")


@dataclass(frozen=True)
class TuningState:
    """How a tuning stands."""

    plan: TuningPlan
    trials: tuple[TrialResult, ...]
    limit: Limit

    @property
    def cpu(self) -> float:
        """CPU seconds spent by all processes."""
        return sum(each.cpu for each in self.trials)

    @property
    def games(self) -> int:
        """That were played."""
        width = self.plan.places * len(self.plan.against)
        return sum(len(each.points) for each in self.trials) * width

    @property
    def ended(self) -> int:
        """Trials that came to an end, of whatever kind."""
        return sum(each.state != "running" for each in self.trials)

    @property
    def best(self) -> TrialResult | None:
        """The best trial so far."""
        return best_trial(self.trials, self.plan.parameters)

    @property
    def is_done(self) -> bool:
        """Whether no trial is to be begun."""
        seconds, trials = self.limit.seconds, self.limit.trials
        return (seconds is not None and self.cpu >= seconds) or (
            trials is not None and len(self.trials) >= trials
        )

    @property
    def seconds_left(self) -> float:
        """CPU seconds that are left, by what trials have cost so far."""
        left = [] if self.limit.seconds is None else [self.limit.seconds - self.cpu]
        if self.limit.trials is not None and self.ended:
            left.append((self.limit.trials - self.ended) * self.cpu / self.ended)
        return max(0.0, min(left, default=0.0))


class Tuner:
    """Works on the trials of a plan, alone or beside other processes."""

    def __init__(self, trials: Trials, limit: Limit) -> None:
        self.plan = trials.plan
        self.name = trials.name
        self.limit = limit
        self._trials = trials

    def state(self) -> TuningState:
        """How the tuning stands, by what all processes have done."""
        return TuningState(self.plan, tuple(self._trials.all()), self.limit)

    def run(self, workers: int = 1, on: str = "here") -> Generator[TuningState, None, None]:
        """Work until the limit is reached, and yield the state after every part of a trial."""
        check_place(workers, on)
        check_reachable(on)
        refused = 0
        with self._pool(workers, on) as pool:
            while True:
                trial = self._trials.abandoned()
                if trial is None:
                    if self.state().is_done:
                        return
                    trial = self._trials.new()
                if self.limit.trials is not None and trial.number >= self.limit.trials:
                    self._trials.end(trial, None, "fail", "another process was quicker")
                    continue
                with Renewal(self._trials.leases, trial.number):
                    yield from self._evaluate(trial, pool)
                found = self._trials.result(trial)
                refused = refused + 1 if found.state == "fail" else 0
                if refused == MAX_REFUSED:
                    raise ValueError(f"{refused} trials in a row were refused: {found.reason}")
                yield self.state()

    def _evaluate(
        self, trial: optuna.Trial, pool: TaskPool | None
    ) -> Generator[TuningState, None, None]:
        """Play a trial to its end, or until it is clearly worse than the best."""
        try:
            candidate = self.plan.candidate(trial.params)
            if reason := candidate.unfit(self.plan.game):
                raise ValueError(reason)
        except ValueError as error:
            self._trials.end(trial, None, "fail", str(error))
            return
        before = time.process_time()
        for number, rounds in enumerate(self.plan.rungs):
            if len(self._trials.result(trial).points) < rounds.stop:
                played = list(self._play(candidate, rounds, pool))
                cpu = time.process_time() - before  # with what it takes to choose the values
                cpu += 0.0 if pool is None else sum(each.cpu for each in played)
                before = time.process_time()
                points = points_by_round(self.plan, rounds, played)
                self._trials.add_rung(trial, number, points, cpu)
            found = self._trials.result(trial)
            self._trials.report(trial, rounds.stop, found.mean or 0.0)
            is_last = rounds.stop == self.plan.rounds
            if not is_last and self.plan.prune:
                best = self.state().best
                if best is not None and is_behind(found.rounds, best.rounds):
                    self._trials.end(trial, None, "pruned")
                    return
            if not is_last:
                yield self.state()
        self._trials.end(trial, self._trials.result(trial).mean, "complete")

    def _play(self, candidate: Agent, rounds: range, pool: TaskPool | None) -> Iterator[GamePoints]:
        tasks = games_of_rounds(self.plan, candidate, rounds)
        if pool is not None:
            yield from pool.play(tasks)
            return
        job = TrialGames.of(self.plan)
        yield from map(job.play, tasks)

    @contextmanager
    def _pool(self, workers: int, on: str) -> Iterator[Any]:
        """Workers for all trials; None if this process plays itself."""
        if (workers, on) == (1, "here"):
            yield None
            return
        with closing(open_pool(TrialGames.of(self.plan), workers, on)) as pool:
            yield pool
