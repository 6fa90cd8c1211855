"""The count of the games of a plan, as they end."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from math import isfinite

from quadrille.arena.plan import Plan
from quadrille.arena.played import Failure, FinishedGame
from quadrille.arena.tally import MatchResult, Tally


class Scoreboard:
    """What the entrants of a plan have achieved so far."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self.played = 0
        """How many games have been counted."""
        self._seen: set[tuple[tuple[int, ...], int]] = set()  # games that differ
        sides = len(set(plan.sides))
        names = plan.names or [""] * len(plan.agents)
        entrants = zip(plan.agents, names, strict=True)
        self._tallies = [Tally(spec, sides, name) for spec, name in entrants]
        self._outcomes: Counter[tuple[tuple[int, ...], tuple[float, ...]]] = Counter()

    def result(self) -> MatchResult:
        """The count so far."""
        plan = self._plan
        pairs = zip(self._tallies, self._elo(), strict=True)
        results = tuple(tally.result(elo) for tally, elo in pairs)
        return MatchResult(plan.game, self.played, len(self._seen), plan.seed, results)

    def add_finished(self, finished: FinishedGame) -> None:
        """Count a game that was just played."""
        result = finished.record.result
        assert result.outcome is not None
        index, fingerprint = finished.pairing.index, finished.fingerprint
        self.add(index, result.outcome, result.scores, fingerprint, finished.failures)

    def add(
        self,
        index: int,
        outcome: Sequence[float],
        scores: Sequence[float],
        fingerprint: int,
        failures: Iterable[Failure] = (),
    ) -> None:
        """Count a game, by what a store keeps of it."""
        plan = self._plan
        seats = plan.pairing(index).seats
        for each in failures:
            self._tallies[seats[plan.homes[each.player]]].fail(index, each)
        self.played += 1
        self._seen.add((seats, fingerprint))
        self._outcomes[seats, tuple(outcome)] += 1
        for place, agent in enumerate(seats):
            players = [player for player, home in enumerate(plan.homes) if home == place]
            points = [scores[player] for player in players]
            side = plan.sides[players[0]]
            own = self._own_sides(seats, agent)
            self._tallies[agent].add(outcome, side, sum(points) / len(points), own)

    def _own_sides(self, seats: Sequence[int], agent: int) -> set[int]:
        """The sides that an entrant plays, or another one that is the same agent."""
        sides, labels = self._plan.sides, self._labels
        seated = zip(sides, self._plan.homes, strict=True)
        return {side for side, home in seated if labels[seats[home]] == labels[agent]}

    def _elo(self) -> list[tuple[float, float, float] | None]:
        """The Elo of each entrant with its interval; None for one without an opponent."""
        from quadrille.arena.ratings import rate  # late: it loads numpy
        from quadrille.arena.results import MAX_SIDES, ResultCount, teams_of

        plan = self._plan
        if not 2 <= len(set(plan.sides)) <= MAX_SIDES:
            return [None] * len(plan.agents)
        labels = self._labels
        results = []
        for (seats, outcome), games in self._outcomes.items():
            players = [labels[seats[home]] for home in plan.homes]
            results.append(ResultCount(teams_of(players, plan.sides), outcome, games))
        ratings = rate(results, agents=labels)
        found = [ratings.rating(label) for label in labels]
        return [(one.elo, one.low, one.high) if isfinite(one.high) else None for one in found]

    @cached_property
    def _labels(self) -> tuple[str, ...]:
        """By which the entrants are rated: equal ones as one agent, as in the standings, unless
        there is no other."""
        labels = self._plan.labels
        return labels if len(set(labels)) > 1 else tuple(map(str, range(len(labels))))
