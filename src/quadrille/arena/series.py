"""A series: a plan being played, with what has been counted, stored and decided.

Games are stored as they end, and counted by what the store has: a series that was stopped, or
killed, is resumed with exactly the games that are missing, and several programs may play one series
at the same time.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from quadrille.agents.human import Human, no_human_here
from quadrille.arena.contents import contents_of
from quadrille.arena.job import Job
from quadrille.arena.plan import Plan
from quadrille.arena.played import FinishedGame
from quadrille.arena.pools import check_place, check_reachable, open_pool
from quadrille.arena.scoreboard import Scoreboard
from quadrille.arena.sequential import SequentialTest
from quadrille.arena.sprt import Sprt
from quadrille.arena.tally import MatchResult
from quadrille.core.agents.agent import Agent
from quadrille.core.agents.spec import agent as find_agent
from quadrille.core.game import Game, as_game
from quadrille.core.records.record import Record
from quadrille.core.state import State

if TYPE_CHECKING:
    from quadrille.arena.store import Store  # which loads SQLAlchemy


def match(
    game: Game | str | type[State],
    agents: Sequence[Agent | str],
    games: int = 100,
    seed: int = 0,
    workers: int = 1,
    on_record: Callable[[Record], None] | None = None,
    on: str = "here",
    *,
    kind: str = "match",
    clock: str = "",
    forfeits: bool = False,
    adjudicate: int | None = None,
    opening: int = 0,
    sprt: str = "",
    names: Sequence[str] = (),
) -> MatchResult:
    """Play games between agents, one per side or one per player, and count.

    Seats are rotated, chance is repeated in every seat. ``workers`` processes play at the same
    time; how many does not change the result, nor does ``on``, the place (see ``Series.play``).
    ``on_record`` is called with each game as it ends. The others are fields of a ``Plan``:
    ``opening``, for instance, is the number of random moves with which every game begins, and
    ``sprt`` ends the match when it is decided.
    """
    series = Series(
        game,
        agents,
        games,
        seed,
        kind=kind,
        clock=clock,
        forfeits=forfeits,
        adjudicate=adjudicate,
        opening=opening,
        sprt=sprt,
        names=names,
    )
    with closing(series.play(workers, on)) as finished:
        for each in finished:
            if on_record is not None:
                on_record(each.record)
    return series.result()


class Series:
    """A plan being played: its games one by one, and the count so far."""

    def __init__(
        self,
        game: Game | str | type[State],
        agents: Sequence[Agent | str],
        games: int = 100,
        seed: int = 0,
        **settings: Any,
    ) -> None:
        """A series of given agents; ``settings`` are fields of its ``Plan``."""
        rules = as_game(game)
        found = find_agents(rules, agents)
        specs = [str(each) for each in found]
        settings = {"games": games, "seed": seed, "contents": contents_of(found, rules), **settings}
        self._begin(Plan.of(rules, specs, **settings), found)

    @classmethod
    def of(cls, plan: Plan) -> "Series":
        """The series of a plan."""
        series = cls.__new__(cls)
        series._begin(plan, find_agents(plan.rules, plan.agents))
        return series

    @classmethod
    def continued(cls, store: "Store", plan: Plan, name: str) -> "Series":
        """The series of a plan in a store, begun there or with all that has been played of it."""
        for known in store.alike(plan):
            if known.plan == plan:
                return cls.resume(store, known.number)
        return cls.of(plan).keep_in(store, name)

    @classmethod
    def resume(cls, store: "Store", number: int) -> "Series":
        """A series of a store, with all that has been played of it."""
        plan = store.series(number).plan
        if plan is None:
            raise ValueError(f"series {number} was imported: there is nothing to play")
        found = cls.of(plan)
        found._use(store, number)
        found.recount()
        return found

    def _begin(self, plan: Plan, agents: Sequence[Agent]) -> None:
        self.plan = plan
        self.job = Job.of(plan, agents)
        self.store: Store | None = None
        self.number: int | None = None
        """In the store."""
        self.labels: tuple[str, ...] = plan.labels
        """What the store calls the entrants: their names or specs, with a part of the hash of their
        files where those have changed since they first played."""
        self._clear()

    def _clear(self) -> None:
        """Start the count again."""
        self._board = Scoreboard(self.plan)
        self._test = SequentialTest(self.plan) if self.plan.sprt else None

    # --- where it is kept ------------------------------------------------------------------

    def keep_in(self, store: "Store", name: str = "") -> Self:
        """Begin the series in a store, under a name; the series itself."""
        self._use(store, store.add_series(self.plan, name))
        return self

    def _use(self, store: "Store", number: int) -> None:
        self.store, self.number = store, number
        if contents := contents_of(self.agents, self.game):
            self.labels = store.label_entrants(self.plan.labels, contents)

    def drop_if_empty(self) -> None:
        """Remove it from the store if nothing has been played."""
        if self.store is not None and not self.store.series(self._number).played:
            self.store.delete(self._number)

    def recount(self) -> None:
        """Count what the store has."""
        assert self.store is not None
        self._clear()
        for game in self.store.game_results(self._number):
            if game.outcome is not None:
                facts = game.outcome, game.scores, game.fingerprint, game.failures
                self._board.add(game.number, *facts)
                self._add_to_test(game.number, game.outcome)

    @property
    def changed(self) -> dict[str, str]:
        """The labels of entrants whose files have changed since they first played, by their names
        in the plan."""
        pairs = zip(self.plan.labels, self.labels, strict=True)
        return {name: label for name, label in pairs if name != label}

    # --- playing ---------------------------------------------------------------------------

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
        """How many games are planned."""
        return self.plan.total

    @property
    def played(self) -> int:
        """How many games have been played and counted."""
        return self._board.played

    def check(self, workers: int = 1, on: str = "here") -> None:
        """Refuse what cannot be played, before anything is begun."""
        self._check(workers, on)
        check_reachable(on)

    def _check(self, workers: int, on: str) -> None:
        check_place(workers, on)
        if any(isinstance(each, Human) for each in self.agents):
            raise no_human_here(self.game)

    def play(self, workers: int = 1, on: str = "here") -> Generator[FinishedGame, None, None]:
        """Play what is missing until the test decides, and yield each game when it is counted.

        With several workers games end in any order. Leave the iterator, or let it raise
        AgentFailed, and ``result()`` has what was played. ``on`` is the place: ``here``, in
        ``workers`` processes; ``ray``, the cluster of RAY_ADDRESS or a local Ray with as many
        workers; ``ray://HOST:PORT``, that cluster. Clusters play on all their CPUs.
        """
        if self.decided:
            return
        with closing(self.play_some(self._missing(), workers, on)) as finished:
            for each in finished:
                if self.store is None or self.store.add(self._number, each, self._new_labels):
                    self._board.add_finished(each)
                    self._add_to_test(each.pairing.index, each.record.result.outcome)
                    yield each
                if self.decided:
                    return
        if self.store is not None and self.played < self.games:
            self.recount()  # others have played the rest

    def play_some(
        self, numbers: Iterable[int], workers: int = 1, on: str = "here"
    ) -> Generator[FinishedGame, None, None]:
        """Play the games with some numbers and yield each as it ends, without counting it."""
        self._check(workers, on)
        pairings = map(self.plan.pairing, numbers)
        workers = min(workers, self.games)
        if (workers, on) == (1, "here"):
            yield from map(self.job.play, pairings)
            return
        with closing(open_pool(self.job, workers, on)) as pool:
            yield from pool.play(pairings)

    # --- what came of it -------------------------------------------------------------------

    @property
    def test(self) -> Sprt | None:
        """The test as it stands, if there is one."""
        return None if self._test is None else self._test.sprt

    @property
    def decided(self) -> bool:
        """Whether the test has come to an end."""
        return self._test is not None and self._test.decided

    def result(self) -> MatchResult:
        """The count so far, and what the test says."""
        test = None if self.test is None else self.test.to_dict()
        return replace(self._board.result(), sprt=test)

    # --- private ---------------------------------------------------------------------------

    @property
    def _number(self) -> int:
        assert self.number is not None
        return self.number

    @cached_property
    def _new_labels(self) -> tuple[str, ...]:
        """Labels for the store, where its own are not right."""
        return self.labels if self.changed else ()

    def _missing(self) -> Iterator[int]:
        """The games to play, each looked up when its turn comes: another program may be faster."""
        if self.store is None:
            yield from self.plan.by_days(range(self.games))
            return
        for number in self.plan.by_days(self.store.missing(self._number)):
            if not self.store.has(self._number, number):
                yield number

    def _add_to_test(self, index: int, outcome: Sequence[float] | None) -> None:
        if self._test is not None and outcome is not None:
            self._test.add(index, outcome)


def find_agents(game: Game, agents: Sequence[Agent | str]) -> list[Agent]:
    """The agents of specs; ValueError if one is unknown or no agent."""
    if isinstance(agents, str | Agent):
        raise ValueError(f"expected a list of agents, got {agents!r}")
    found = [find_agent(each, game) if isinstance(each, str) else each for each in agents]
    for each in found:
        if not isinstance(each, Agent):
            raise ValueError(f"expected an agent or its spec, got {each!r}")
    return found
