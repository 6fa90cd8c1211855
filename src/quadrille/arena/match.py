"""A series of games between given agents, with seats rotated and chance repeated."""

from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from contextlib import closing
from functools import cached_property
from math import isfinite
from typing import Any

from quadrille.agents.human import Human, nobody_asks
from quadrille.arena.job import Job
from quadrille.arena.on_ray import find_cluster, play_on_ray
from quadrille.arena.played import Failure, Finished
from quadrille.arena.schedule import Pairing, Plan, check_count
from quadrille.arena.tally import MatchResult, Tally
from quadrille.arena.workers import play_in_processes
from quadrille.core.agent import Agent
from quadrille.core.agent_spec import agent as find_agent
from quadrille.core.game import Game
from quadrille.core.game import game as find_game

MAX_WORKERS = 256


class Match:
    """A series being played: its games one by one, and the count so far."""

    def __init__(
        self,
        game: Game | str,
        agents: Sequence[Agent | str],
        games: int = 100,
        seed: int = 0,
        **more: Any,
    ) -> None:
        rules = find_game(game) if isinstance(game, str) else game
        found = find_agents(rules, agents)
        specs = [str(each) for each in found]
        self._begin(Plan.of(rules, specs, games=games, seed=seed, **more), found)

    @classmethod
    def of(cls, plan: Plan) -> "Match":
        """The series of a plan."""
        series = cls.__new__(cls)
        series._begin(plan, find_agents(plan.rules, plan.agents))
        return series

    def _begin(self, plan: Plan, agents: Sequence[Agent]) -> None:
        self.plan = plan
        self.job = Job.of(plan, agents)
        self.clear()

    def clear(self) -> None:
        """Begin to count anew."""
        self.played = 0
        """How many games have been counted."""
        self._seen: set[tuple[tuple[int, ...], int]] = set()  # games that differ
        sides = len(set(self.plan.sides))
        names = self.plan.names or [""] * len(self.job.agents)
        agents = zip(self.job.agents, names, strict=True)
        self._tallies = [Tally(str(each), sides, name) for each, name in agents]
        self._outcomes: Counter[tuple[tuple[int, ...], tuple[float, ...]]] = Counter()

    @property
    def game(self) -> Game:
        """The game with its options."""
        return self.job.game

    @property
    def agents(self) -> tuple[Agent, ...]:
        """The entrants, in the order given."""
        return self.job.agents

    @property
    def games(self) -> int:
        """How many games there are in all."""
        return self.plan.total

    def pairing(self, index: int) -> Pairing:
        """Who sits where in a game, and its seeds."""
        return self.plan.pairing(index)

    def play(self, workers: int = 1, on: str = "here") -> Generator[Finished, None, None]:
        """Play all games, count them, and yield each as it ends.

        With several workers they end in any order. Leave the iterator, or let it raise AgentFailed,
        and ``result()`` has what was played. ``on`` is the place: here, in so many processes;
        ``ray``, the cluster of RAY_ADDRESS or a local Ray with so many workers;
        ``ray://HOST:PORT``, that cluster. Clusters play on all their CPUs.
        """
        with closing(self.play_some(range(self.games), workers, on)) as finished:
            for each in finished:
                self.count_finished(each)
                yield each

    def check(self, workers: int = 1, on: str = "here") -> None:
        """Refuse what cannot be played, so that nothing is begun that would not go on."""
        self._check(workers, on)
        if on != "here":
            find_cluster(None if on == "ray" else on)

    def _check(self, workers: int, on: str) -> None:
        check_count("workers", workers, MAX_WORKERS)
        if any(isinstance(each, Human) for each in self.agents):
            raise nobody_asks(self.game)
        if on not in ("here", "ray") and not on.startswith("ray://"):
            raise ValueError(f"expected a place among here, ray and ray://HOST:PORT, got {on!r}")

    def play_some(
        self, numbers: Iterable[int], workers: int = 1, on: str = "here"
    ) -> Generator[Finished, None, None]:
        """Play the games with some numbers and yield each as it ends, without counting it."""
        self._check(workers, on)
        pairings = map(self.pairing, numbers)
        workers = min(workers, self.games)
        if on != "here":
            yield from play_on_ray(self.job, pairings, None if on == "ray" else on, workers)
        elif workers == 1:
            yield from map(self.job.play, pairings)
        else:
            yield from play_in_processes(self.job, pairings, workers)

    def result(self) -> MatchResult:
        """The count of the games that have ended."""
        plan = self.plan
        pairs = zip(self._tallies, self._elo(), strict=True)
        results = tuple(tally.result(elo) for tally, elo in pairs)
        return MatchResult(self.game.spec, self.played, len(self._seen), plan.seed, results)

    def count_finished(self, finished: Finished) -> None:
        """Add a game that was just played to the count."""
        result = finished.record.result
        assert result.outcome is not None
        index, fingerprint = finished.pairing.index, finished.fingerprint
        self.count(index, result.outcome, result.scores, fingerprint, finished.failures)

    def count(
        self,
        index: int,
        outcome: Sequence[float],
        scores: Sequence[float],
        fingerprint: int,
        failures: Iterable[Failure] = (),
    ) -> None:
        """Add a game to the count, by what is kept of it."""
        seats = self.plan.pairing(index).seats
        for each in failures:
            self._tallies[seats[self.plan.homes[each.player]]].fail(index, each)
        self.played += 1
        self._seen.add((seats, fingerprint))
        self._outcomes[seats, tuple(outcome)] += 1
        for place, agent in enumerate(seats):
            players = [player for player, home in enumerate(self.plan.homes) if home == place]
            points = [scores[player] for player in players]
            side = self.plan.sides[players[0]]
            own = self._own_sides(seats, agent)
            self._tallies[agent].add(outcome, side, sum(points) / len(points), own)

    def _own_sides(self, seats: Sequence[int], agent: int) -> set[int]:
        """The sides that an entrant plays, or another one that is the same agent."""
        sides, labels = self.plan.sides, self._labels
        seated = zip(sides, self.plan.homes, strict=True)
        return {side for side, home in seated if labels[seats[home]] == labels[agent]}

    def _elo(self) -> list[tuple[float, float, float] | None]:
        """The Elo of each entrant with its interval; None for who has no opponent."""
        from quadrille.arena.ratings import rate  # late: it loads numpy
        from quadrille.arena.results import MAX_SIDES, Counted, teams_of

        plan = self.plan
        if not 2 <= len(set(plan.sides)) <= MAX_SIDES:
            return [None] * len(plan.agents)
        labels = self._labels
        counted = []
        for (seats, outcome), games in self._outcomes.items():
            players = [labels[seats[home]] for home in plan.homes]
            counted.append(Counted(teams_of(players, plan.sides), outcome, games))
        ratings = rate(counted, agents=labels)
        found = [ratings.rating(label) for label in labels]
        return [(one.elo, one.low, one.high) if isfinite(one.high) else None for one in found]

    @cached_property
    def _labels(self) -> tuple[str, ...]:
        """By which the entrants are rated: equal ones as one agent, as in the standings, unless
        there is no other."""
        labels = self.plan.labels
        return labels if len(set(labels)) > 1 else tuple(map(str, range(len(labels))))


def find_agents(game: Game, agents: Sequence[Agent | str]) -> list[Agent]:
    """The agents of specs; ValueError if one is unknown or no agent."""
    if isinstance(agents, str | Agent):
        raise ValueError(f"expected a list of agents, got {agents!r}")
    found = [find_agent(each, game) if isinstance(each, str) else each for each in agents]
    for each in found:
        if not isinstance(each, Agent):
            raise ValueError(f"expected an agent or its spec, got {each!r}")
    return found
