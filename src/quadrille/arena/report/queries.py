"""What a report asks a store, by a few queries over narrow rows.

The store has questions of its own for single facts. Here as many facts as possible come from one
walk over all games, and SQLite groups by a single number, which it does much faster.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, Integer, and_, case, cast, func, select

from quadrille.arena.report.bins import Bins, Grid
from quadrille.arena.report.data import UsageSummary
from quadrille.arena.results import ResultCount, Team, teams_of
from quadrille.arena.store import BadStore, SeriesRow, Store, schema
from quadrille.arena.store.counts import Counts
from quadrille.arena.store.rows import numbers_of, plain

MAX_REASONS = 10_000
"""The most frequent reasons that are read, those of each line-up for themselves."""
INDEX_FACTOR = 10
"""Series with less than 1 in 10 of all games are read by an index; for more it is faster to read
all games in the order in which they are stored."""
MAX_PLAYERS = 1024
"""More than there are in any game."""


@dataclass(frozen=True)
class ResultGroup:
    """Games of one line-up that ended in one way."""

    players: tuple[str, ...]
    sides: tuple[int, ...]
    """By player."""
    outcome: tuple[float, ...] | None
    """By side; None if they have no result."""
    ended: str
    games: int
    first: str
    """When the first of them was played, UTC."""
    last: str
    latest: int
    """The number of the latest of them in the store."""

    @property
    def teams(self) -> tuple[Team, ...]:
        """Who plays each side: one agent, or several."""
        return teams_of(self.players, self.sides)


@dataclass(frozen=True)
class LengthCount:
    """Games of one length."""

    plies: int
    games: int
    latest: int | None
    """The number of the latest of them that was played to a result, not forfeited."""


@dataclass(frozen=True)
class SeatTotals:
    """Scores, moves and time of all agents."""

    uses: tuple[UsageSummary, ...]
    whole: bool
    """Whether every score is a whole number."""


@dataclass(frozen=True)
class LossCount:
    """Games, or turns, that an agent lost by a failure or by the clock."""

    agent: str
    reason: str | None
    """None for the sum over all reasons."""
    count: int


@contextmanager
def snapshot(store: Store) -> Iterator[None]:
    """Read the store as it is now, whatever others add meanwhile, without locking it."""
    database = store._database
    level = "" if database.is_sqlite else " ISOLATION LEVEL REPEATABLE READ READ ONLY"
    database.run(f"BEGIN{level}")
    try:
        yield
    finally:
        with suppress(BadStore):  # show the error that came before it
            database.run("ROLLBACK")


def copies(store: Store, series: Sequence[SeriesRow]) -> dict[int, int]:
    """The series whose games are all copies of those of another one, and of which: same agents,
    same seed, same moves in the game of the same number."""
    alike: dict[str, list[SeriesRow]] = {}
    for each in series:
        if each.plan is not None and each.played:
            alike.setdefault(plain(each.plan.essence), []).append(each)
    found: dict[int, int] = {}
    for group in alike.values():
        kept: list[SeriesRow] = []
        for each in sorted(group, key=lambda one: (-one.played, one.number)):
            for other in kept:
                if not _has_more(store, each.number, other.number):
                    found[each.number] = other.number
                    break
            else:
                kept.append(each)
    return found


def _has_more(store: Store, one: int, other: int) -> bool:
    """Whether a series has a game that another series has not at the same number."""
    mine, theirs = schema.game.alias(), schema.game.alias()
    same = [mine.c[name] == theirs.c[name] for name in ("number", "lineup_id", "fingerprint")]
    joined = mine.outerjoin(theirs, and_(theirs.c.series_id == other, *same))
    query = select(mine.c.id).select_from(joined)
    query = query.where(mine.c.series_id == one, theirs.c.id.is_(None)).limit(1)
    return bool(store._database.rows(query))


def counted(groups: Sequence[ResultGroup]) -> list[ResultCount]:
    """The games that have a result, for the ratings."""
    return [
        ResultCount(group.teams, group.outcome, group.games)
        for group in groups
        if group.outcome is not None
    ]


class SectionQueries(Counts):
    """Queries over the games of some series of one game with one set of options."""

    def __init__(self, store: Store, series: Sequence[SeriesRow], total: int) -> None:
        """``total`` is how many games the whole store has."""
        super().__init__(store._database)
        self.numbers = [each.number for each in series]
        column: Any = schema.game.c.series_id
        if INDEX_FACTOR * sum(each.played for each in series) >= total:
            column = column + 0  # so that no index is used
        self._where = [column.in_(self.numbers)]
        self._seats = [schema.seat.c.series_id.in_(self.numbers)]
        self._seated = self._lineups()

    def sides(self) -> tuple[int, ...]:
        """The side of each player."""
        table = schema.series
        query = select(table.c.sides).where(table.c.id == self.numbers[0])
        [[text]] = self._database.rows(query)
        return tuple(json.loads(text))

    def groups(self) -> list[ResultGroup]:
        """Who sat where, and how it ended."""
        row = schema.game.c
        keys = (row.lineup_id, row.outcome, row.ended)
        facts = (func.count(), func.min(row.played), func.max(row.played), func.max(row.id))
        query = select(*keys, *facts).where(*self._where).group_by(*keys)
        found = [
            ResultGroup(*self._seated[lineup], None if text is None else numbers_of(text), *rest)
            for lineup, text, *rest in self._database.rows(query)
        ]
        return sorted(found, key=lambda each: (each.players, each.ended, each.outcome or ()))

    def lengths_of_games(self) -> list[LengthCount]:
        """How many games had how many moves, ascending."""
        row = schema.game.c
        played = and_(row.outcome.is_not(None), row.ended != "forfeited")
        latest = func.max(case((played, row.id)))
        query = select(row.plies, func.count(), latest).where(*self._where)
        ordered = query.group_by(row.plies).order_by(row.plies)
        return [LengthCount(*each) for each in self._database.rows(ordered)]

    def seats(self) -> SeatTotals:
        """Scores, moves and time of every agent."""
        at = schema.seat.c
        keys = (at.series_id, at.lineup_id, at.player)  # the order in which seats are kept
        broken = case((at.score != cast(at.score, BigInteger), 1), else_=0)
        facts = [func.count(), func.sum(at.score), func.min(at.score), func.max(at.score)]
        facts += [func.sum(at.moves), func.sum(at.seconds), func.max(at.slowest), func.max(broken)]
        query = select(*keys, *facts).where(*self._seats).group_by(*keys).order_by(*keys)
        found: dict[str, list[Sequence[Any]]] = {}
        for _, lineup, player, *row in self._database.rows(query):
            found.setdefault(self._agent(lineup, player), []).append(row)
        uses, whole = [], True
        for agent, rows in sorted(found.items()):
            games, score, least, most, moves, seconds, slowest, odd = zip(*rows, strict=True)
            count = sum(games)
            times = sum(moves), sum(seconds), max(slowest)
            uses.append(
                UsageSummary(agent, count, sum(score) / count, min(least), max(most), *times)
            )
            whole = whole and not any(odd)
        return SeatTotals(tuple(uses), whole)

    def scores(self, grid: Grid) -> dict[str, Bins]:
        """How often every agent had scores in which bin."""
        at = schema.seat.c
        place = (at.score - grid.low) / grid.width
        if not self._database.is_sqlite:  # which cuts off where others round
            place = func.floor(place)
        size = grid.count + 2  # room for what rounding puts beyond the last bin
        seat = cast(at.lineup_id, BigInteger) * MAX_PLAYERS + at.player
        key = seat * size + cast(place, Integer)
        query = select(key.label("bin"), func.count()).where(*self._seats)
        found: dict[str, list[int]] = {}
        for number, games in self._database.rows(query.group_by("bin").order_by("bin")):
            who, index = divmod(number, size)
            counts = found.setdefault(self._agent(*divmod(who, MAX_PLAYERS)), [0] * grid.count)
            counts[min(index, grid.count - 1)] += games
        return {agent: Bins(grid, tuple(counts)) for agent, counts in sorted(found.items())}

    def forfeits(self) -> list[LossCount]:
        """Games that were forfeited: first the sums, then the most frequent reasons."""
        row = schema.game.c
        chosen = [row.ended == "forfeited", row.by_player.is_not(None), *self._where]
        return self._lost(schema.game, row.by_player, row.reason, chosen)

    def lost_turns(self) -> list[LossCount]:
        """Turns that were lost, or moves that were drawn: first the sums, then the reasons."""
        turn = schema.lost.c
        joined = schema.lost.join(schema.game)
        return self._lost(joined, turn.player, turn.reason, self._where)

    # --- private ---------------------------------------------------------------------------

    def _chosen(self, *_: Any, **__: Any) -> list[ColumnElement[bool]]:
        """The games that are asked about, also in the questions of the store itself."""
        return self._where

    def _agent(self, lineup: int, player: int) -> str:
        return self._seated[lineup][0][player]

    def _lost(self, source: Any, player: Any, reason: Any, where: list[Any]) -> list[LossCount]:
        lineup, count = schema.game.c.lineup_id, func.count()
        sums = select(lineup, player, count).select_from(source).where(*where)
        reasons = select(lineup, player, count, reason).select_from(source).where(*where)
        reasons = reasons.group_by(lineup, player, reason)
        rows = [
            *self._database.rows(sums.group_by(lineup, player)),
            *self._database.rows(reasons.order_by(count.desc(), reason).limit(MAX_REASONS)),
        ]
        return [
            LossCount(self._agent(row[0], row[1]), (row[3] or "") if len(row) > 3 else None, row[2])
            for row in rows
        ]
