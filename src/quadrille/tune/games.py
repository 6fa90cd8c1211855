"""The games of a trial, each of which any worker can play."""

import time
from collections.abc import Iterator
from dataclasses import dataclass

from quadrille.arena.job import Job
from quadrille.arena.plan import Pairing
from quadrille.arena.tally import score_side
from quadrille.core.agents.agent import Agent
from quadrille.tune.plan import TuningPlan


@dataclass(frozen=True)
class TrialGame:
    """One game of a trial, before it is played."""

    index: int
    label: str
    job: Job
    pairing: Pairing


@dataclass(frozen=True)
class GamePoints:
    """What the candidate made of a game."""

    index: int
    points: float
    """From 0 to 1: the part of the other sides that it left behind."""
    cpu: float
    """CPU seconds of the process that played."""


@dataclass(frozen=True)
class TrialGames:
    """What workers do, for all trials of a plan."""

    classes: tuple[type, ...]
    """Which they must be able to import."""

    @classmethod
    def of(cls, plan: TuningPlan) -> "TrialGames":
        """The job of a plan."""
        kinds = {type(each) for each in (plan.agent, *plan.against)}
        return cls((plan.game.state_type, *kinds))

    def play(self, task: TrialGame) -> GamePoints:
        """Play a game of the candidate, which is the first entrant."""
        before = time.process_time()
        finished = task.job.play(task.pairing)
        outcome = finished.record.result.outcome
        assert outcome is not None, "it was played to its end"
        points = score_side(outcome, task.pairing.seats.index(0)).points
        return GamePoints(task.index, float(points), time.process_time() - before)


def games_of_rounds(plan: TuningPlan, candidate: Agent, rounds: range) -> Iterator[TrialGame]:
    """The games of some rounds: round by round, opponent by opponent, seat by seat."""
    series = plan.series(candidate)
    job = Job.of(series, [candidate, *plan.against])
    width = len(plan.against) * plan.places
    for index in range(rounds.start * width, rounds.stop * width):
        pairing = series.pairing(index)
        yield TrialGame(index, f"game {index + 1} of a trial", job, pairing)


def points_by_round(plan: TuningPlan, rounds: range, played: list[GamePoints]) -> list[list[float]]:
    """The mean points by round and opponent, from all games of these rounds in any order."""
    seats, opponents = plan.places, len(plan.against)
    sums = [[0.0] * opponents for _ in rounds]
    for each in sorted(played, key=lambda game: game.index):
        group = each.index // seats - rounds.start * opponents
        sums[group // opponents][group % opponents] += each.points / seats
    return sums
