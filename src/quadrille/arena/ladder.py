"""Ratings that follow the games one by one, for ladders that never end.

Each agent has a normal distribution of its strength, which every game moves and narrows by the
Plackett-Luce model of openskill (Weng and Lin, A Bayesian approximation method for online ranking,
Journal of Machine Learning Research 12, 2011, algorithm 4). The order of the games matters, by
nature; ``arena/ratings.py`` rates what is finished better, with seats and without order.

The scale is Elo: agents that are known well and differ by 400 beat each other 10 to 1. A newcomer
has Elo 0. The strength of a side is the mean of those who play it. While agents are little known
their ratings lie too far apart, and with more sides and large differences the true confidence of
the intervals is below 95 %: a ladder is quick, not exact.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite, log, nan, sqrt
from typing import Any

from quadrille.arena.elo import Z
from quadrille.arena.results import Team, check_game, members, ranks_of
from quadrille.core.install import install_hint
from quadrille.core.records.check import short
from quadrille.core.suggest import unknown

try:
    from openskill.models import PlackettLuce
except ImportError:
    raise ImportError(f"ladders need openskill: {install_hint('arena')}") from None

FORMAT = 1
DEVIATION = 200.0


@dataclass(frozen=True)
class LadderStanding:
    """One agent on a ladder."""

    name: str
    elo: float = 0.0
    """The mean of what is believed of its strength."""
    deviation: float = DEVIATION
    """The standard deviation of that."""
    games: int = 0
    """Games with other agents."""

    @property
    def low(self) -> float:
        """The lower end of the 95 % interval."""
        return self.elo - Z * self.deviation

    @property
    def high(self) -> float:
        """The upper end of the 95 % interval."""
        return self.elo + Z * self.deviation

    @property
    def ordinal(self) -> float:
        """What it is almost surely worth: three deviations below the mean. Ladders go by it."""
        return self.elo - 3 * self.deviation

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        ends = {"low": self.low, "high": self.high, "ordinal": self.ordinal}
        return {**vars(self), **ends}


class Ladder:
    """Agents and their standing, game by game."""

    def __init__(self, *, deviation: float = DEVIATION, drift: float = 0.0) -> None:
        """``deviation`` is that of a newcomer; ``drift`` how much an agent may change from game to
        game, 0 for agents that do not learn. Both in Elo."""
        if not (isfinite(deviation) and deviation > 0):
            raise ValueError(f"expected a deviation of more than 0, got {deviation!r}")
        if not (isfinite(drift) and drift >= 0):
            raise ValueError(f"expected a drift of at least 0, got {drift!r}")
        self.deviation = deviation
        self.drift = drift
        self._standings: dict[str, LadderStanding] = {}

    def add(self, lineup: tuple[Team, ...], outcome: tuple[float, ...]) -> None:
        """One more game: who played each side, and the outcome per side.

        An agent that plays against itself alone learns nothing from it.
        """
        check_game(lineup, outcome)
        if len(lineup) < 2:
            raise ValueError(f"expected a game of at least 2 sides, got {len(lineup)}")
        sides = [_parts(team) for team in lineup]
        names = sorted({name for side in sides for name in side})
        before = {name: self._standings.get(name, self._newcomer(name)) for name in names}
        self._standings.update(before)
        if len(names) == 1:
            return
        # What one game varies by is such that agents who are known well meet on the curve of Elo.
        beta = 400 / log(10) / sqrt(len(sides))
        model = PlackettLuce(mu=0.0, sigma=self.deviation, beta=beta, tau=self.drift)
        teams = []
        for side in sides:
            mean = sum(part * before[name].elo for name, part in side.items())
            variance = sum((part * before[name].deviation) ** 2 for name, part in side.items())
            teams.append([model.rating(mean, sqrt(variance))])
        rated = model.rate(teams, ranks=[float(rank) for rank in ranks_of(outcome)])
        moved = dict.fromkeys(names, 0.0)
        narrowed = dict.fromkeys(names, 1.0)
        # How the sides of one agent compare with each other says nothing about its strength.
        met = {name: sum(name not in side for side in sides) / (len(sides) - 1) for name in names}
        for side, [old], [new] in zip(sides, teams, rated, strict=True):
            for name, part in side.items():  # a surprise changes less known agents more
                known = before[name].deviation ** 2 * part / old.sigma**2
                moved[name] += known * (new.mu - old.mu)
                learnt = (new.sigma / old.sigma) ** 2 - 1
                narrowed[name] *= 1 + met[name] * known * part * learnt
        for name, was in before.items():
            deviation = was.deviation * sqrt(narrowed[name])
            self._standings[name] = LadderStanding(
                name, was.elo + moved[name], deviation, was.games + 1
            )

    def standing(self, name: str) -> LadderStanding:
        """The standing of an agent."""
        if name not in self._standings:
            raise ValueError(unknown("agent", name, self._standings))
        return self._standings[name]

    @property
    def table(self) -> tuple[LadderStanding, ...]:
        """All agents, best first."""
        order = sorted(self._standings.values(), key=lambda each: (-each.ordinal, each.name))
        return tuple(order)

    def to_dict(self) -> dict[str, Any]:
        """As plain values, which JSON keeps exactly."""
        return {
            "format": FORMAT,
            "deviation": self.deviation,
            "drift": self.drift,
            "agents": {
                each.name: [each.elo, each.deviation, each.games]
                for each in self._standings.values()
            },
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Ladder":
        """The ladder of such values."""
        if not isinstance(data, Mapping) or data.get("format") != FORMAT:
            raise ValueError(f"expected a ladder of format {FORMAT}, got {short(data)}")
        try:
            ladder = cls(deviation=data["deviation"], drift=data["drift"])
            for name, kept in data["agents"].items():
                elo, deviation, games = kept if len(kept) == 3 else (nan, 0, 0)
                if not (isfinite(elo) and isfinite(deviation) and deviation > 0 and games >= 0):
                    raise ValueError(f"expected a standing of {name!r}, got {short(kept)}")
                ladder._standings[name] = LadderStanding(name, elo, deviation, games)
        except (KeyError, TypeError, AttributeError) as error:
            reason = f"{type(error).__name__}: {error}"
            raise ValueError(f"expected a ladder, got {short(data)} ({reason})") from None
        return ladder

    def _newcomer(self, name: str) -> LadderStanding:
        return LadderStanding(name, deviation=self.deviation)


def _parts(team: Team) -> dict[str, float]:
    """The part of each agent in the strength of a side."""
    names = members(team)
    return {name: count / len(names) for name, count in sorted(Counter(names).items())}
