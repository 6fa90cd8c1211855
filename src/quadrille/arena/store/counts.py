"""What a store counts over many games, by queries over narrow rows.

Every question takes ``series`` (one number, several, or None for all), ``game`` (a spec) and
``options``. Games with other options are other games: give both where they must not be mixed.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import fsum
from typing import Any

from sqlalchemy import ColumnElement, func, select

from quadrille.arena.results import ResultCount, Team, ranks_of, teams_of
from quadrille.arena.store import schema
from quadrille.arena.store.database import Database
from quadrille.arena.store.errors import BadStore
from quadrille.arena.store.rows import numbers_of, plain
from quadrille.arena.tally import score_side
from quadrille.core.options import Value

PAGE = 1_000
"""Games that are read at once."""
SeriesFilter = int | Iterable[int] | None
"""One series, several, or all of them."""
Options = dict[str, Value] | None
SidedOutcome = tuple[tuple[float, ...], tuple[int, ...]]
"""An outcome, and the sides in it that one agent or team plays."""
PlayersAndSides = tuple[tuple[str, ...], tuple[int, ...]]
"""The names (or else specs) and the sides of the players."""


@dataclass(frozen=True)
class SideResult:
    """The results of an agent, or a team, on one side."""

    team: Team
    side: int
    games: int
    wins: int
    """Ahead of all sides of others."""
    draws: int
    """Level with the best of the others."""
    losses: int
    points: float
    """Over all games, the part of the sides of others that it left behind, see ``score_side``."""
    ranks: tuple[int, ...]
    """How often it came first, second, ...; sides that are level share the better rank."""


@dataclass(frozen=True)
class AgentUsage:
    """Scores, moves and time of one agent, over all the players that it played."""

    agent: str
    games: int
    """A game counts for every player of the agent in it."""
    scores: dict[float, int]
    """How often it had which score, in order."""
    moves: int
    seconds: float
    """Of all moves."""
    slowest: float
    """Seconds of its slowest move."""

    @property
    def mean_seconds(self) -> float:
        """Of a move."""
        return self.seconds / self.moves if self.moves else 0.0


@dataclass(frozen=True)
class FailureCount:
    """What went wrong with an agent, and how often."""

    agent: str
    reason: str
    games: int
    """Games that it forfeited."""
    turns: int
    """Turns that it lost, or moves that were drawn for it."""


@dataclass(frozen=True)
class Opening:
    """How games began; chance is left out."""

    moves: tuple[str, ...]
    games: int
    points: float
    """Of the side that moved first, over all games that were not left unfinished."""
    decided: int
    """How many those are."""


@dataclass(frozen=True)
class StoredResult:
    """What came of one game."""

    game: int
    """Its number in the store."""
    series: int
    lineup: tuple[Team, ...]
    """Who played each side."""
    outcome: tuple[float, ...]
    """By side."""


class Counts:
    """Queries over many games of a store."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def result_counts(
        self, series: SeriesFilter = None, game: str | None = None, options: Options = None
    ) -> list[ResultCount]:
        """How often which line-up of sides came to which outcome; unfinished games are left out."""
        found: Counter[tuple[tuple[Team, ...], tuple[float, ...]]] = Counter()
        for teams, outcome, games in self._outcomes(series, game, options):
            found[teams, outcome] += games
        ordered = sorted(found.items(), key=lambda item: (str(item[0][0]), item[0][1]))
        return [ResultCount(teams, outcome, games) for (teams, outcome), games in ordered]

    def by_side(
        self, series: SeriesFilter = None, game: str | None = None, options: Options = None
    ) -> list[SideResult]:
        """What every agent, or team, achieved on every side."""
        found: dict[tuple[Team, int], Counter[SidedOutcome]] = {}
        for teams, outcome, games in self._outcomes(series, game, options):
            for side, team in enumerate(teams):
                own = tuple(index for index, other in enumerate(teams) if other == team)
                found.setdefault((team, side), Counter())[outcome, own] += games
        ordered = sorted(found.items(), key=lambda item: (str(item[0][0]), item[0][1]))
        return [_side_result(team, side, outcomes) for (team, side), outcomes in ordered]

    def by_agent(
        self, series: SeriesFilter = None, game: str | None = None, options: Options = None
    ) -> list[AgentUsage]:
        """Scores, moves and time of every agent."""
        seat = schema.seat.c
        groups = (seat.series_id, seat.lineup_id, seat.player, seat.score)
        sums = (func.count(), func.sum(seat.moves), func.sum(seat.seconds), func.max(seat.slowest))
        query = select(*groups, *sums).where(*self._chosen(series, game, options, seat))
        query = query.group_by(*groups).order_by(*groups)
        lineups = self._lineups()
        found: dict[str, list[Any]] = {}
        for each in self._database.rows(query):
            found.setdefault(lineups[each.lineup_id][0][each.player], []).append(each)
        return [_agent_use(agent, rows) for agent, rows in sorted(found.items())]

    def lengths(
        self, series: SeriesFilter = None, game: str | None = None, options: Options = None
    ) -> dict[int, int]:
        """How many games had how many moves."""
        return self._histogram(schema.game.c.plies, series, game, options)

    def endings(
        self, series: SeriesFilter = None, game: str | None = None, options: Options = None
    ) -> dict[str, int]:
        """How many games ended in which way: ``finished``, ``forfeited``, ..."""
        return self._histogram(schema.game.c.ended, series, game, options)

    def distinct(
        self, series: SeriesFilter = None, game: str | None = None, options: Options = None
    ) -> int:
        """How many different games there are, by line-up and moves."""
        groups = (schema.game.c.lineup_id, schema.game.c.fingerprint)
        query = select(groups[0]).where(*self._chosen(series, game, options)).group_by(*groups)
        [[count]] = self._database.rows(select(func.count()).select_from(query.subquery()))
        return int(count)

    def faults(
        self, series: SeriesFilter = None, game: str | None = None, options: Options = None
    ) -> list[FailureCount]:
        """What cost an agent games or turns, the most frequent first."""
        row, turn = schema.game.c, schema.lost.c
        where = self._chosen(series, game, options)
        groups = (row.lineup_id, row.by_player, row.reason)
        forfeits = select(*groups, func.count()).where(row.ended == "forfeited", *where)
        turns = select(row.lineup_id, turn.player, turn.reason, func.count())
        turns = turns.join_from(schema.lost, schema.game).where(*where)
        games_lost = self._database.rows(forfeits.group_by(*groups))
        turns_lost = self._database.rows(turns.group_by(row.lineup_id, turn.player, turn.reason))
        lineups = self._lineups()
        found: dict[tuple[str, str], list[int]] = {}
        for kind, rows in enumerate((games_lost, turns_lost)):
            for lineup, player, reason, count in rows:
                agent = lineups[lineup][0][player]
                found.setdefault((agent, reason or ""), [0, 0])[kind] += count
        faults = [FailureCount(*names, *counts) for names, counts in found.items()]
        return sorted(faults, key=lambda each: (-each.games, -each.turns, each.agent, each.reason))

    def openings(
        self,
        depth: int = 1,
        limit: int = 20,
        *,
        series: SeriesFilter = None,
        game: str | None = None,
        options: Options = None,
    ) -> list[Opening]:
        """The most frequent first ``depth`` moves, and the points of the side that moved first."""
        if not 1 <= depth <= schema.FIRST_MOVES:
            raise ValueError(f"expected a depth from 1 to {schema.FIRST_MOVES}, got {depth!r}")
        row = schema.game.c
        moves = [row[f"move{i + 1}"] for i in range(depth)]
        count = func.count()
        query = select(*moves, count, func.sum(row.first_points), func.count(row.first_points))
        query = query.where(*self._chosen(series, game, options), moves[-1].is_not(None))
        query = query.group_by(*moves).order_by(count.desc(), *moves).limit(limit)
        return [
            Opening(tuple(row[:depth]), row[depth], row[depth + 1] or 0.0, row[depth + 2])
            for row in self._database.rows(query)
        ]

    def results(
        self, after: int = 0, series: SeriesFilter = None, game: str | None = None
    ) -> Iterator[StoredResult]:
        """What came of each game that was stored after another one, in their order, as they are
        asked for; unfinished games are left out."""
        row = schema.game.c
        where = [row.outcome.is_not(None), *self._chosen(series, game)]
        query = select(row.id, row.series_id, row.lineup_id, row.outcome).where(*where)
        query = query.order_by(row.id).limit(PAGE)
        while rows := self._database.rows(query.where(row.id > after)):
            lineups = self._lineups()
            for after, number, lineup, text in rows:
                yield StoredResult(after, number, teams_of(*lineups[lineup]), numbers_of(text))

    # --- private ---------------------------------------------------------------------------

    def _chosen(
        self,
        series: SeriesFilter,
        game: str | None = None,
        options: Options = None,
        columns: Any = schema.game.c,
    ) -> list[ColumnElement[bool]]:
        """The conditions on the series of games or seats; BadStore if there is no such series."""
        one = schema.series.c
        where: list[ColumnElement[bool]] = []
        if series is not None:
            numbers = {series} if isinstance(series, int) else set(series)
            there = {row[0] for row in self._database.rows(select(one.id))}
            for number in numbers - there:
                raise BadStore(f"expected a series in {self._database.place!r}, got {number!r}")
            where.append(columns.series_id.in_(sorted(numbers)))
        if game is not None:
            same = select(one.id).where(one.game == game)
            if options is not None:
                same = same.where(one.options == plain(options))
            where.append(columns.series_id.in_(same))
        elif options is not None:
            raise ValueError("expected a game with its options, got options only")
        return where

    def _lineups(self) -> dict[int, PlayersAndSides]:
        rows = self._database.rows(schema.lineup.select())
        return {
            row.id: (tuple(json.loads(row.players)), tuple(json.loads(row.sides))) for row in rows
        }

    def _outcomes(
        self, series: SeriesFilter, game: str | None, options: Options
    ) -> list[tuple[tuple[Team, ...], tuple[float, ...], int]]:
        """The teams by side, their outcome, and how often."""
        row = schema.game.c
        groups = (row.series_id, row.lineup_id, row.outcome)  # in the order of an index
        query = select(*groups[1:], func.count()).where(row.outcome.is_not(None))
        query = query.where(*self._chosen(series, game, options)).group_by(*groups)
        rows = self._database.rows(query)
        lineups = self._lineups()
        return [
            (teams_of(*lineups[lineup]), numbers_of(text), count) for lineup, text, count in rows
        ]

    def _histogram(
        self, column: Any, series: SeriesFilter, game: str | None, options: Options
    ) -> dict[Any, int]:
        query = select(column, func.count()).where(*self._chosen(series, game, options))
        return {
            row[0]: row[1] for row in self._database.rows(query.group_by(column).order_by(column))
        }


def _side_result(team: Team, side: int, outcomes: Counter[SidedOutcome]) -> SideResult:
    ranks, wins, draws = [0] * max(len(outcome) for outcome, _ in outcomes), 0, 0
    points = []
    for (outcome, own), games in outcomes.items():
        score = score_side(outcome, side, own)
        ranks[ranks_of(outcome)[side]] += games
        wins += games * score.won
        draws += games * score.drawn
        points.append(float(score.points) * games)
    games = outcomes.total()
    return SideResult(
        team, side, games, wins, draws, games - wins - draws, fsum(points), tuple(ranks)
    )


def _agent_use(agent: str, rows: list[Any]) -> AgentUsage:
    scores: Counter[float] = Counter()
    for _, _, _, score, games, *_ in rows:
        scores[score] += games
    *_, moves, seconds, slowest = zip(*rows, strict=True)
    times = sum(moves), fsum(seconds), max(slowest)
    return AgentUsage(agent, scores.total(), dict(sorted(scores.items())), *times)
