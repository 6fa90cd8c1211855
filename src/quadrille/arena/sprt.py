"""A sequential test: is one player better than another, asked after every pair of games.

Wald's sequential probability ratio test (Sequential tests of statistical hypotheses, Annals of
Mathematical Statistics 16, 1945) compares two hypotheses, that the difference is ``elo1`` and that
it is ``elo0``. It stops when the logarithm of the ratio of their likelihoods is above
log((1 - beta) / alpha) or below log(beta / (1 - alpha)).

The unit is a pair of mirrored games: the same draws with the seats swapped. Their results hang
together, so pairs are counted by their sum of points, 0, 1/2, 1, 3/2 or 2 (pentanomial). The
hypotheses fix only the mean of these; the probabilities are chosen to make each as likely as it can
be (the generalised test; Van den Bergh, A practical introduction to the GSPRT, for chess engines).
Each kind of pair is taken to have been seen a thousandth of a time at least, so that nothing is
infinite before all kinds have been.

Among more than two sides, where one agent meets another in all other seats, the unit is a group of
games, one in every seat, and the points of a game are the part of the other sides that it left
behind. A difference in Elo is that between it and each of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import isfinite, log
from typing import Any

from quadrille.core.suggest import unknown

FINE = 120
"""Steps of the mean points of a group among more than two sides. The parts of others that a side
has left behind fall on them, with any number of sides up to six; other values go to the nearest."""
SEEN = 1e-3
"""The least that each kind of pair is counted."""


@dataclass(frozen=True)
class Sprt:
    """The hypotheses, the error bounds, and the pairs seen so far."""

    elo0: float = 0.0
    """The first is better by no more than this."""
    elo1: float = 10.0
    """The first is better by at least this."""
    alpha: float = 0.05
    """How often elo1 may be accepted although elo0 is true."""
    beta: float = 0.05
    """How often elo0 may be accepted although elo1 is true."""
    counts: tuple[int, ...] = (0, 0, 0, 0, 0)
    """Pairs by the sum of the points of the first player: 0, 1/2, 1, 3/2, 2. Groups of more games,
    or of games of more sides, have more kinds, likewise in equal steps."""
    games: int = 2
    """Of a pair, or of a group."""

    def __post_init__(self) -> None:
        for name in ("elo0", "elo1", "alpha", "beta"):
            value = getattr(self, name)
            if not isinstance(value, int | float) or not isfinite(value):
                raise ValueError(f"expected a number for {name}, got {value!r}")
        if not -2000 <= self.elo0 < self.elo1 <= 2000:
            raise ValueError(f"expected elo0 below elo1, got {self.elo0:g} and {self.elo1:g}")
        for name in ("alpha", "beta"):
            if not 0 < getattr(self, name) < 0.5:
                value = getattr(self, name)
                raise ValueError(f"expected {name} between 0 and 0.5, got {value:g}")

    @classmethod
    def parse(cls, text: str) -> "Sprt":
        """The test of a text such as ``elo0=0,elo1=10``."""
        if not isinstance(text, str):
            raise ValueError(f"expected a test such as 'elo0=0,elo1=10', got {text!r}")
        given: dict[str, float] = {}
        for part in text.split(","):
            name, equals, value = (each.strip() for each in part.partition("="))
            if not equals:
                raise ValueError(f"expected a test such as 'elo0=0,elo1=10', got {text!r}")
            if name not in ("elo0", "elo1", "alpha", "beta"):
                raise ValueError(unknown("part of a test", name, ("elo0", "elo1", "alpha", "beta")))
            if name in given:
                raise ValueError(f"expected {name} once, got {text!r}")
            try:
                given[name] = float(value)
            except ValueError:
                raise ValueError(f"expected a number for {name}, got {value!r}") from None
        return cls(**given)  # type: ignore[arg-type]  # counts is not among them

    def for_groups(self, games: int, sides: int) -> "Sprt":
        """The same test, before the first game, for groups of games of so many sides."""
        kinds = 2 * games if sides == 2 else FINE
        return replace(self, games=games, counts=(0,) * (kinds + 1))

    @property
    def scores(self) -> tuple[float, ...]:
        """The mean points of a game in each kind of pair."""
        last = len(self.counts) - 1
        return tuple(kind / last for kind in range(last + 1))

    def add(self, points: float | Fraction) -> "Sprt":
        """The test after one more pair, given the points (of 2) of the first player."""
        steps = Fraction(len(self.counts) - 1, self.games)
        exact = Fraction(points).limit_denominator(10_000) if isfinite(points) else Fraction(-1)
        kind = steps * exact
        if len(self.counts) > FINE:  # games may value places otherwise, as contests do
            kind = Fraction(round(kind))
        if kind.denominator != 1 or not 0 <= kind < len(self.counts):
            expected = f"0 to {self.games} in steps of 1/{steps}"
            raise ValueError(f"expected the points of a pair, {expected}, got {points!r}")
        counts = list(self.counts)
        counts[int(kind)] += 1
        return replace(self, counts=tuple(counts))

    @property
    def pairs(self) -> int:
        """How many have been seen."""
        return sum(self.counts)

    @property
    def bounds(self) -> tuple[float, float]:
        """Between them the test goes on."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    @property
    def llr(self) -> float:
        """The logarithm of the likelihood ratio: above 0 speaks for elo1."""
        if not self.pairs:
            return 0.0
        seen = [max(count, SEEN) for count in self.counts]
        shares = [each / sum(seen) for each in seen]
        likely0 = _most_likely(shares, self.scores, _share(self.elo0))
        likely1 = _most_likely(shares, self.scores, _share(self.elo1))
        logs = (log(one / zero) for one, zero in zip(likely1, likely0, strict=True))
        return sum(count * each for count, each in zip(seen, logs, strict=True))

    @property
    def verdict(self) -> str | None:
        """``better`` if elo1 is accepted, ``not better`` if elo0 is, None while neither is."""
        low, high = self.bounds
        llr = self.llr
        return "better" if llr >= high else "not better" if llr <= low else None

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        low, high = self.bounds
        found = {"pairs": self.pairs, "llr": self.llr, "low": low, "high": high}
        return {**vars(self), "counts": list(self.counts), **found, "verdict": self.verdict}

    def __str__(self) -> str:
        low, high = self.bounds
        words = {
            "better": f"decided: better by more than {self.elo0:g} Elo",
            "not better": f"decided: not better by {self.elo1:g} Elo",
            None: "not decided",
        }
        unit = "pair" if self.games == 2 else "group"
        of = "" if self.games == 2 else f" of {self.games} games"
        pairs = f"{self.pairs} {unit}{'' if self.pairs == 1 else 's'}{of}"
        how = f"LLR {self.llr:.2f} of {low:.2f} to {high:.2f}, {pairs}"
        return f"{words[self.verdict]} ({how})"


def _share(elo: float) -> float:
    """The share of the points that a difference in Elo gives."""
    return 1 / (1 + 10 ** (-elo / 400))


def _most_likely(shares: list[float], scores: Sequence[float], mean: float) -> list[float]:
    """The probabilities with a given mean score under which what was seen is likeliest.

    They are share / (1 + t (score - mean)), where t makes their mean right (empirical likelihood;
    Owen, Biometrika 75, 1988). The left side of that equation falls as t grows; bisection finds it.
    """
    low, high = -1 / (1 - mean), 1 / mean

    def excess(t: float) -> float:
        return sum(
            share * (score - mean) / (1 + t * (score - mean))
            for share, score in zip(shares, scores, strict=True)
        )

    for _ in range(100):
        t = (low + high) / 2
        if excess(t) > 0:
            low = t
        else:
            high = t
    t = (low + high) / 2
    return [s / (1 + t * (score - mean)) for s, score in zip(shares, scores, strict=True)]
