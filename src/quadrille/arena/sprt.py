"""A sequential test: play until it is clear whether one agent is better than another.

Two hypotheses: the difference is ``elo0`` (H0) or ``elo1`` (H1) in logistic Elo, that is in the
share of the points (``arena/elo.py``). After each pair of games the logarithm of the likelihood
ratio says which of them explains the results better. At log((1 - beta) / alpha) H1 is accepted, at
log(beta / (1 - alpha)) H0, and between them the match goes on: H1 is then accepted in about alpha
of the matches where H0 is true, and H0 in about beta of those where H1 is (Wald, Sequential tests
of statistical hypotheses, Annals of Mathematical Statistics 16, 1945).

What is counted are mirrored pairs: two games with the same seed and the seats exchanged. Their
points together are 0, 1/2, 1, 3/2 or 2. The games of a pair depend on each other (the same draws of
chance, the same opening), pairs do not. The chances of the five results are unknown; under each
hypothesis they are those of maximum likelihood among all with its mean (Van den Bergh, A practical
introduction to the GSPRT, and Comments on normalized Elo, notes on the testing of chess engines):
p_i / (1 + t (a_i - s)) with the observed shares p_i, results a_i and mean s, where t makes the mean
right (Owen, Empirical likelihood ratio confidence intervals for a single functional, Biometrika 75,
1988). Results that did not occur count ``UNSEEN`` times, so that no chance is 0.

The test depends on the five counts alone, in whatever order they came.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from math import expm1, isfinite, log
from typing import Any, Literal

import numpy as np

from quadrille.arena.results import Floats, ranks_of
from quadrille.core.errors import BadOption
from quadrille.core.suggest import unknown

RESULTS = np.array([0, 0.25, 0.5, 0.75, 1])
"""The share of the points of a pair."""
UNSEEN = 1e-3
MOST_ELO = 1000.0
Verdict = Literal["better", "not better"]


@dataclass(frozen=True)
class Pairs:
    """How many mirrored pairs gave the agent under test 0, 1/2, 1, 3/2 and 2 points."""

    counts: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)

    def __post_init__(self) -> None:
        counts = self.counts
        whole = all(isinstance(each, int) and not isinstance(each, bool) for each in counts)
        if len(counts) != 5 or not whole or min(counts) < 0:
            raise ValueError(f"expected five counts of at least 0, got {counts!r}")

    @classmethod
    def of(cls, outcomes: Mapping[int, Sequence[float]]) -> "Pairs":
        """The pairs among the games of a match between two agents, by the number of the game.

        Games 2 n and 2 n + 1 are a pair; the agent under test, the first of the match, is side 0 in
        the one and side 1 in the other. Half a pair does not count.
        """
        pairs = cls()
        for number in outcomes:
            if number % 2 == 0 and number + 1 in outcomes:
                pairs = pairs.plus(outcomes[number], outcomes[number + 1])
        return pairs

    @property
    def total(self) -> int:
        """How many pairs there are."""
        return sum(self.counts)

    @property
    def share(self) -> float | None:
        """Of the points; None before the first pair."""
        points = sum(half * count for half, count in enumerate(self.counts))
        return points / (4 * self.total) if self.total else None

    def plus(self, first: Sequence[float], second: Sequence[float]) -> "Pairs":
        """With one more pair, by the outcomes of its games; see ``of`` for who sits where."""
        half = _halves(first, 0) + _halves(second, 1)
        counts = [count + (place == half) for place, count in enumerate(self.counts)]
        return Pairs((counts[0], counts[1], counts[2], counts[3], counts[4]))


def _halves(outcome: Sequence[float], side: int) -> int:
    """Half points of a side."""
    if len(outcome) != 2:
        raise ValueError(f"expected a game of two sides for a sequential test, got {len(outcome)}")
    ranks = ranks_of(outcome)
    return 1 if ranks[0] == ranks[1] else 2 * (ranks[side] == 0)


@dataclass(frozen=True)
class Progress:
    """Where a sequential test stands."""

    pairs: int
    llr: float
    """The logarithm of the likelihood ratio of H1 to H0."""
    lower: float
    """H0 is accepted at or below this."""
    upper: float
    """H1 is accepted at or above this."""
    verdict: Verdict | None
    """"better" if H1 is accepted, "not better" if H0 is, None if the match must go on."""
    expected: float | None
    """About how many more pairs the test needs, if the agents go on as before; None before the
    first pair, 0 after the verdict."""

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        return dict(vars(self))


@dataclass(frozen=True)
class Sprt:
    """A sequential probability ratio test of the difference between two agents."""

    elo0: float
    """The difference in Elo under H0: the change is of no use."""
    elo1: float
    """The difference in Elo under H1: the change is worth having."""
    alpha: float = 0.05
    """How often H1 may be accepted where H0 is true."""
    beta: float = 0.05
    """How often H0 may be accepted where H1 is true."""

    def __post_init__(self) -> None:
        for name in ("elo0", "elo1"):
            value = getattr(self, name)
            if not (isfinite(value) and abs(value) <= MOST_ELO):
                raise BadOption(
                    f"expected {name} from {-MOST_ELO:g} to {MOST_ELO:g}, got {value!r}"
                )
        if self.elo0 >= self.elo1:
            raise BadOption(f"expected elo0 below elo1, got {self.elo0!r} and {self.elo1!r}")
        for name in ("alpha", "beta"):
            if not 0 < getattr(self, name) < 0.5:
                raise BadOption(f"expected {name} between 0 and 0.5, got {getattr(self, name)!r}")

    @classmethod
    def parse(cls, text: str) -> "Sprt":
        """The test of a text such as ``elo0=0,elo1=10,alpha=0.05,beta=0.05``; the last two may be
        left out."""
        known = [each.name for each in fields(cls)]
        values: dict[str, float] = {}
        for part in text.split(","):
            name, equals, number = (each.strip() for each in part.partition("="))
            if not equals or not name:
                raise BadOption(f"expected elo0=NUMBER,elo1=NUMBER, got {text!r}")
            if name not in known:
                raise BadOption(unknown("field of a sequential test", name, known))
            if name in values:
                raise BadOption(f"expected {name} once, got {text!r}")
            try:
                values[name] = float(number)
            except ValueError:
                raise BadOption(f"expected a number for {name}, got {number!r}") from None
        for name in ("elo0", "elo1"):
            if name not in values:
                raise BadOption(f"expected {name}=NUMBER in a sequential test, got {text!r}")
        return cls(**values)

    def __str__(self) -> str:
        """The text that ``parse`` reads."""
        return ",".join(f"{name}={value:.10g}" for name, value in vars(self).items())

    @property
    def lower(self) -> float:
        """The bound at which H0 is accepted."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The bound at which H1 is accepted."""
        return log((1 - self.beta) / self.alpha)

    def llr(self, pairs: Pairs) -> float:
        """The logarithm of the likelihood ratio of H1 to H0."""
        return float(self.llrs(np.array([pairs.counts], dtype=np.float64))[0])

    def llrs(self, counts: Floats) -> Floats:
        """The same for many tests at once, by their counts.  # [N, 5] -> [N]"""
        seen, ratios = self._ratios(counts)
        return np.where(counts.any(1), (seen * ratios).sum(1), 0.0)

    def _ratios(self, counts: Floats) -> tuple[Floats, Floats]:
        """The counts without zeros, and by how much one pair with each of the results moves the
        logarithm of the likelihood ratio.  # [N, 5] both"""
        seen = np.where(counts == 0, UNSEEN, counts)
        high, low = _log_weights(seen, share_of(self.elo1)), _log_weights(seen, share_of(self.elo0))
        return seen, high - low

    def progress(self, pairs: Pairs) -> Progress:
        """Where the test stands after these pairs."""
        llr = self.llr(pairs)
        verdict: Verdict | None = None
        if llr >= self.upper:
            verdict = "better"
        elif llr <= self.lower:
            verdict = "not better"
        expected = 0.0 if verdict else self._expected(pairs, llr)
        return Progress(pairs.total, llr, self.lower, self.upper, verdict, expected)

    def _expected(self, pairs: Pairs, llr: float) -> float | None:
        """How many more pairs, by Wald's approximation: the logarithm of the ratio goes on as a
        random walk, whose steps have the mean and the variance that they had so far."""
        if not pairs.total:
            return None
        seen, ratios = self._ratios(np.array([pairs.counts], dtype=np.float64))
        chances = seen[0] / seen[0].sum()
        drift = float(chances @ ratios[0])
        variance = float(chances @ (ratios[0] - drift) ** 2)
        return _exit_time(drift, variance, self.lower - llr, self.upper - llr)


def share_of(elo: float) -> float:
    """The share of the points that a difference in Elo gives."""
    return 1 / (1 + 10 ** (-elo / 400))


def _log_weights(seen: Floats, mean: float) -> Floats:
    """The logarithms of what the observed shares are multiplied by to have this mean.  # [N, 5]"""
    away = RESULTS - mean
    shares = seen / seen.sum(1, keepdims=True)
    # The equation for t falls from infinity to minus infinity between these ends.
    low = np.full((len(seen), 1), -1 / away[-1])
    high = np.full((len(seen), 1), -1 / away[0])
    t = np.zeros_like(low)
    for _ in range(200):
        parts = away / (1 + t * away)
        value = (shares * parts).sum(1, keepdims=True)
        low, high = np.where(value > 0, t, low), np.where(value > 0, high, t)
        step = value / (shares * parts * parts).sum(1, keepdims=True)  # Newton's
        inside = (t + step > low) & (t + step < high)
        step = np.where(inside, step, (low + high) / 2 - t)
        t = t + step
        if np.abs(step).max() < 1e-12:
            break
    return -np.log1p(t * away)


def _exit_time(drift: float, variance: float, lower: float, upper: float) -> float:
    """After how many steps a random walk from 0 leaves the bounds, on average."""
    if drift < 0:
        drift, lower, upper = -drift, -upper, -lower
    rate = 2 * drift / variance
    if rate * (upper - lower) < 1e-6:
        return -lower * upper / variance
    above = expm1(rate * lower) / expm1(rate * (lower - upper))
    return (above * upper + (1 - above) * lower) / drift
