"""What trials have shown: the points of each, which one is best, and how sure that is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, sqrt
from statistics import fmean, stdev
from typing import Any

from quadrille.arena.intervals import Z
from quadrille.tune.parameters import Parameter

WIDTH = 0.08
"""How far apart neighbours may be, of the width of every range."""
GIVE_UP = 1.3
"""A trial is given up when it is worse than the best by more than so many standard errors."""


@dataclass(frozen=True)
class TrialResult:
    """One trial as it stands."""

    number: int
    state: str
    """``running``, ``complete``, ``pruned`` or ``fail``."""
    values: Mapping[str, Any]
    points: tuple[tuple[float, ...], ...]
    """By round and opponent: the mean over the seats, from 0 to 1."""
    cpu: float
    """CPU seconds."""
    reason: str = ""
    """Why it failed."""

    @property
    def rounds(self) -> tuple[float, ...]:
        """The mean points of each round, all with other draws."""
        return tuple(fmean(each) for each in self.points)

    @property
    def mean(self) -> float | None:
        """Of all that was played."""
        return fmean(self.rounds) if self.points else None

    @property
    def interval(self) -> tuple[float, float]:
        """Of the mean, with 95 % confidence: by how much the rounds differ."""
        return mean_interval(self.rounds)

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        low, high = self.interval
        return {
            "number": self.number,
            "state": self.state,
            "values": dict(self.values),
            "rounds": len(self.points),
            "points": self.mean,
            "low": low,
            "high": high,
            "cpu_seconds": self.cpu,
        }


def mean_interval(values: Sequence[float]) -> tuple[float, float]:
    """The ends of the 95 % interval of a mean; all there is if there are too few values."""
    if len(values) < 2:
        return 0.0, 1.0
    # One round more, half won: after a few that were all won nothing is certain.
    half = Z * stdev([*values, 0.5]) / sqrt(len(values))
    middle = fmean(values)
    return max(0.0, middle - half), min(1.0, middle + half)


def is_behind(one: Sequence[float], best: Sequence[float]) -> bool:
    """Whether the first is worse, by the rounds that both have played, which had the same draws."""
    differences = [mine - other for mine, other in zip(one, best, strict=False)]
    if len(differences) < 2:
        return False
    error = stdev([*differences, 0.0]) / sqrt(len(differences))
    return fmean(differences) + GIVE_UP * error < 0


def best_trial(
    trials: Sequence[TrialResult], parameters: Sequence[Parameter]
) -> TrialResult | None:
    """The complete trial around which points are highest.

    The highest mean of many is mostly luck. So a trial counts with its neighbours, near ones more
    than far ones, each by the rounds that it has played.
    """
    played = [each for each in trials if each.points]
    complete = [each for each in played if each.state == "complete"]
    if not complete:
        return None
    return max(complete, key=lambda each: (smoothed(each.values, played, parameters), -each.number))


def smoothed(
    values: Mapping[str, Any], trials: Sequence[TrialResult], parameters: Sequence[Parameter]
) -> float:
    """The mean points around some values (Nadaraya 1964, On estimating regression)."""
    total = weights = 0.0
    for each in trials:
        distance = sum(_apart(one, values, each.values) ** 2 for one in parameters)
        # Of many parameters all trials are far away: neighbours are those that are near for that.
        weight = len(each.points) * exp(-distance / (2 * len(parameters) * WIDTH**2))
        total += weight * (each.mean or 0.0)
        weights += weight
    return total / weights if weights else 0.5


def _apart(parameter: Parameter, one: Mapping[str, Any], other: Mapping[str, Any]) -> float:
    if parameter.choices:
        return float(one[parameter.name] != other[parameter.name])
    return parameter.place(one[parameter.name]) - parameter.place(other[parameter.name])
