"""The sequential test of a series, which may end it before all games are played."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from quadrille.arena.plan import Plan
from quadrille.arena.sprt import Sprt
from quadrille.arena.tally import score_side

if TYPE_CHECKING:
    from quadrille.arena.store import SeriesRow, Store  # which load SQLAlchemy


class SequentialTest:
    """The test of a plan, which takes its games pair by pair in their order, whoever was faster, so
    that it decides the same on any number of workers. Of more than two sides, it takes the games of
    one agent against another in all other seats, a group with one game in every seat at a time."""

    def __init__(self, plan: Plan) -> None:
        duel = plan.kind == "gauntlet" and len(plan.agents) == 2
        if not duel and (plan.kind != "match" or plan.places != 2):
            raise ValueError(
                "expected two agents and two sides, or a gauntlet of two agents, "
                "for a sequential test"
            )
        sides = len(set(plan.sides))
        self.sprt = Sprt.parse(plan.sprt).for_groups(plan.places, sides)
        """As it stands."""
        self._plan = plan
        self._points: dict[int, Fraction] = {}  # of the first agent, by game, until they are tested

    @classmethod
    def of(cls, store: "Store", series: "SeriesRow") -> Sprt | None:
        """How the test of a stored series stands; None if it has none."""
        if series.plan is None or not series.plan.sprt:
            return None
        found = cls(series.plan)
        for game in store.game_results(series.number):
            if game.outcome is not None and not found.decided:
                found.add(game.number, game.outcome)
        return found.sprt

    @property
    def decided(self) -> bool:
        """Whether the test has come to an end."""
        return self.sprt.verdict is not None

    def add(self, index: int, outcome: Sequence[float]) -> None:
        """Add the outcome of a game; games may come in any order."""
        if self.decided:
            return
        first = self._plan.pairing(index).seats.index(0)
        self._points[index] = score_side(outcome, first).points
        while True:
            start = self.sprt.games * self.sprt.pairs
            group = range(start, start + self.sprt.games)
            if self.decided or not all(number in self._points for number in group):
                return
            self.sprt = self.sprt.add(sum((self._points.pop(each) for each in group), Fraction()))
