"""A series on its way: what is played, what is stored, what has been decided.

Games are stored as they end, and counted by what the store has: a series that was left, or killed,
is resumed with exactly the games that are missing, and several programs may play one series at the
same time. A sequential test looks at the games in their order, whoever was faster, so that it
decides the same on any number of workers.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

from quadrille.arena.match import Match
from quadrille.arena.played import Finished
from quadrille.arena.schedule import Plan
from quadrille.arena.sprt import Sprt
from quadrille.arena.tally import MatchResult
from quadrille.core.agent import Agent
from quadrille.core.game import Game
from quadrille.core.record import Record

if TYPE_CHECKING:
    from quadrille.arena.store import (
        SeriesRow,  # which loads SQLAlchemy
        Store,
    )


def match(
    game: Game | str,
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
    sprt: str = "",
    names: Sequence[str] = (),
) -> MatchResult:
    """Play games between agents, one per side or one per player, and count.

    Seats are rotated, chance is repeated in every seat. ``workers`` processes play at the same
    time; how many does not change the result, nor does ``on``, the place (see ``Match.play``).
    ``on_record`` hears of each game as it ends. The others are fields of a ``Plan``: ``sprt``, for
    instance, ends the match when it is decided.
    """
    running = Series(
        Match(
            game,
            agents,
            games,
            seed,
            kind=kind,
            clock=clock,
            forfeits=forfeits,
            adjudicate=adjudicate,
            sprt=sprt,
            names=names,
        )
    )
    with closing(running.play(workers, on)) as finished:
        for each in finished:
            if on_record is not None:
                on_record(each.record)
    return running.result()


class Series:
    """A series, with the store that keeps it and the test that may end it, if there are any."""

    def __init__(
        self, match: Match, store: "Store | None" = None, number: int | None = None
    ) -> None:
        plan = match.plan
        if plan.sprt and (plan.kind != "match" or plan.places != 2):
            raise ValueError("expected two agents and two sides for a sequential test")
        self.match = match
        self.store = store
        self.number = number
        """In the store."""
        self._tested = Tested(plan) if plan.sprt else None

    @classmethod
    def begin(cls, match: Match, store: "Store | None" = None, name: str = "") -> "Series":
        """A new series, in a store if there is one."""
        found = cls(match, store)
        if store is not None:
            found.number = store.add_series(match.plan, name)
        return found

    @classmethod
    def resume(cls, store: "Store", number: int) -> "Series":
        """A series of a store, with all that has been played of it."""
        plan = store.series(number).plan
        if plan is None:
            raise ValueError(f"series {number} was imported: there is nothing to play")
        found = cls(Match.of(plan), store, number)
        found.recount()
        return found

    def play(self, workers: int = 1, on: str = "here") -> Generator[Finished, None, None]:
        """Play what is missing, until the test decides; yield each game when it is stored."""
        if self.decided:
            return
        with closing(self.match.play_some(self._missing(), workers, on)) as finished:
            for each in finished:
                if self.store is None or self.store.add(self._number, each):
                    self.match.count_finished(each)
                    self._note(each.pairing.index, each.record.result.outcome)
                    yield each
                if self.decided:
                    return
        if self.store is not None and self.match.played < self.match.games:
            self.recount()  # others have played the rest

    @property
    def test(self) -> Sprt | None:
        """The test as it stands, if there is one."""
        return None if self._tested is None else self._tested.test

    @property
    def decided(self) -> bool:
        """Whether the test has come to an end."""
        return self._tested is not None and self._tested.decided

    def result(self) -> MatchResult:
        """The count so far, and what the test says."""
        test = None if self.test is None else self.test.to_dict()
        return replace(self.match.result(), sprt=test)

    def drop_if_empty(self) -> None:
        """Take it out of the store if nothing has been played."""
        if self.store is not None and not self.store.series(self._number).played:
            self.store.delete(self._number)

    def recount(self) -> None:
        """Count what the store has."""
        assert self.store is not None
        self.match.clear()
        self._tested = Tested(self.match.plan) if self.match.plan.sprt else None
        for game in self.store.kept(self._number):
            if game.outcome is not None:
                facts = game.outcome, game.scores, game.fingerprint, game.failures
                self.match.count(game.number, *facts)
                self._note(game.number, game.outcome)

    @property
    def _number(self) -> int:
        assert self.number is not None
        return self.number

    def _missing(self) -> Iterator[int]:
        """The games to play, each looked up when its turn comes: another program may be faster."""
        if self.store is None:
            yield from range(self.match.games)
            return
        for number in self.store.missing(self._number):
            if not self.store.has(self._number, number):
                yield number

    def _note(self, index: int, outcome: Sequence[float] | None) -> None:
        """Show a game to the test."""
        if self._tested is not None and outcome is not None:
            self._tested.note(index, outcome)


class Tested:
    """The sequential test of a plan, which looks at its games pair by pair in their order."""

    def __init__(self, plan: Plan) -> None:
        self.test = Sprt.parse(plan.sprt)
        self.decided = False
        self._plan = plan
        self._points: dict[int, float] = {}  # of the first agent, by game, until they are tested

    @classmethod
    def of(cls, store: "Store", series: "SeriesRow") -> Sprt | None:
        """The test of a series in a store as it stands, None if it has none."""
        if series.plan is None or not series.plan.sprt:
            return None
        found = cls(series.plan)
        for game in store.kept(series.number):
            if game.outcome is not None and not found.decided:
                found.note(game.number, game.outcome)
        return found.test

    def note(self, index: int, outcome: Sequence[float]) -> None:
        """Show a game to the test, in any order."""
        if self.decided:
            return
        first = self._plan.pairing(index).seats.index(0)
        self._points[index] = (outcome[first] + 1) / 2
        while (start := 2 * self.test.pairs) in self._points and start + 1 in self._points:
            self.test = self.test.add(self._points.pop(start) + self._points.pop(start + 1))
            self.decided = self.test.verdict is not None
            if self.decided:
                return
