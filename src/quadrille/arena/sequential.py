"""The sequential test of a series, which may end it before all games are played."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from quadrille.arena.plan import Plan
from quadrille.arena.sprt import Sprt

if TYPE_CHECKING:
    from quadrille.arena.store import SeriesRow, Store  # which load SQLAlchemy


class SequentialTest:
    """The test of a plan, which takes its games pair by pair in their order, whoever was faster, so
    that it decides the same on any number of workers."""

    def __init__(self, plan: Plan) -> None:
        if plan.kind != "match" or plan.places != 2:
            raise ValueError("expected two agents and two sides for a sequential test")
        self.sprt = Sprt.parse(plan.sprt)
        """As it stands."""
        self._plan = plan
        self._points: dict[int, float] = {}  # of the first agent, by game, until they are tested

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
        self._points[index] = (outcome[first] + 1) / 2
        while (start := 2 * self.sprt.pairs) in self._points and start + 1 in self._points:
            self.sprt = self.sprt.add(self._points.pop(start) + self._points.pop(start + 1))
            if self.decided:
                return
