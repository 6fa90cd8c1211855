"""Confirmation: the best trial meets the incumbent with fresh seeds, under the sequential test.

What looks best among many trials was lucky as well. So it is called better only after games that
had no part in choosing it.
"""

from dataclasses import dataclass
from typing import Any

from quadrille.arena.contents import contents_of
from quadrille.arena.plan import Plan
from quadrille.arena.series import Series
from quadrille.arena.store import Store
from quadrille.core.agents.agent import Agent
from quadrille.tune.plan import TuningPlan

FRESH = 2**40
"""By how much the seed differs from that of the trials."""


@dataclass(frozen=True)
class ConfirmationPlan:
    """How the best is confirmed."""

    sprt: str = "elo0=0,elo1=30"
    games: int = 2000
    """At most."""
    clock: str = ""
    seed: int = 0

    incumbent: Agent | None = None
    """Whom the best has to beat; None for the agent as it was."""

    def opponent(self, plan: TuningPlan) -> Agent:
        """Whom the best has to beat."""
        return self.incumbent or plan.agent

    def series(self, plan: TuningPlan, winner: Agent, store: Store, name: str) -> Series:
        """The series of the winner against the incumbent; what is stored of it counts."""
        agents = [winner, self.opponent(plan)]
        made = Plan.of(
            plan.game,
            [str(each) for each in agents],
            kind="match" if plan.places == 2 else "gauntlet",
            games=self.games,
            seed=(plan.seed + FRESH + self.seed) % 2**64,
            sprt=self.sprt,
            clock=self.clock,
            contents=contents_of(agents, plan.game),
        )
        return Series.continued(store, made, f"{name} confirmation")


@dataclass(frozen=True)
class Confirmation:
    """What came of it."""

    incumbent: str
    """Whom the best met."""
    verdict: str
    """``better``, ``not better`` or ``undecided``."""
    games: int
    won: int
    drawn: int
    lost: int
    share: float
    """Of the points."""
    elo: float | None
    elo_low: float | None
    elo_high: float | None
    test: str
    """In words."""
    series: int | None
    """In the store."""

    @classmethod
    def of(cls, series: Series) -> "Confirmation":
        """Of a series that has been played."""
        first = series.result().agents[0]
        test = series.test
        assert test is not None
        return cls(
            series.plan.agents[1],
            test.verdict or "undecided",
            first.games,
            first.wins,
            first.draws,
            first.losses,
            first.points / first.games if first.games else 0.5,
            first.elo,
            first.elo_low,
            first.elo_high,
            str(test),
            series.number,
        )

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        return dict(vars(self))

    def __str__(self) -> str:
        if self.elo is None or self.elo_low is None or self.elo_high is None:
            return "no games"
        counts = f"{self.won}-{self.drawn}-{self.lost}"
        ends = f"{self.elo_low:+.0f} to {self.elo_high:+.0f}"
        return f"{counts}, {self.share:.1%}, Elo {self.elo:+.0f} ({ends})"
