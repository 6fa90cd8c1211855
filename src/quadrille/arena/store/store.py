"""A store of series and their games: SQLite in a file, or PostgreSQL at a URL.

Each game is one transaction, and a series has each of its numbers once; so a run that is killed
goes on where it stopped, and several processes may fill one series without counting anything twice.
"""

import json
import uuid
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sqlalchemy import ColumnElement, func, select

from quadrille.arena.plan import Plan
from quadrille.arena.played import Failure, FinishedGame
from quadrille.arena.store import schema
from quadrille.arena.store.counts import PAGE, Counts, SeriesFilter
from quadrille.arena.store.database import Database
from quadrille.arena.store.errors import BadStore
from quadrille.arena.store.exchange import export_games, import_games
from quadrille.arena.store.growing import grow_series
from quadrille.arena.store.rooms import RoomStore
from quadrille.arena.store.rows import (
    GameResult,
    GameRow,
    SeriesRow,
    check_count,
    now,
    numbers_of,
    unpack,
    write,
)
from quadrille.arena.store.writing import Writer
from quadrille.core.options import Value
from quadrille.core.records.record import Record

CHUNK = 10_000
"""Numbers of games that are looked up at once."""


class Store(Counts, RoomStore):
    """An open store. Use it in a ``with`` statement, and from one thread."""

    def __init__(self, database: Database) -> None:
        """Use ``Store.open``."""
        super().__init__(database)
        self._writer = Writer(database)

    @classmethod
    def open(cls, where: str | Path | None = None, *, create: bool = True) -> "Store":
        """Open a store: a file, a URL, or None for the one in the user's data folder.

        ``sqlite:///FILE`` and ``postgresql://USER@HOST/NAME`` are URLs. A store that is not there
        is made, if ``create`` allows; older ones are brought up to date. BadStore if it fails.
        """
        database = Database(where, create=create)
        try:
            schema.prepare(database, create=create)
            return cls(database)
        except BaseException:
            database.close()
            raise

    @property
    def place(self) -> str:
        """Where the store is, without a password."""
        return self._database.place

    def close(self) -> None:
        """Close the store; nothing is left to be written."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # --- series ----------------------------------------------------------------------------

    def add_series(self, plan: Plan, name: str = "") -> int:
        """Begin a series and return its number."""
        with self._writing():
            return self._writer.add_series(SeriesRow.of_plan(plan, uuid.uuid4().hex, name))

    def grow(self, series: int, plan: Plan) -> None:
        """Give a series a plan with more entrants or games, see ``Plan.grown``. Games that were
        played keep their place in it; who plays by the old plan is refused from now on."""
        with self._writing():
            grow_series(self._database, series, plan)
        self._writer.forget()

    def delete(self, number: int) -> int:
        """Delete a series with all its games, and return how many those were."""
        with self._writing():
            count = self.series(number).played
            self._writer.delete_series(number)
        self._writer.forget()
        return count

    def series(self, number: int) -> SeriesRow:
        """A series; BadStore if there is no such number."""
        self._writer.series(number)
        [found] = self._read_series(number)
        return found

    def all_series(self) -> list[SeriesRow]:
        """All series, oldest first."""
        return self._read_series()

    def alike(self, plan: Plan) -> list[SeriesRow]:
        """The series that have played games which a plan would play over again."""
        return [
            each
            for each in self.all_series()
            if each.played
            and each.plan is not None
            and each.plan.essence == plan.essence
            and each.plan.contents in ((), plan.contents)
        ]

    def missing(self, series: int) -> Iterator[int]:
        """The numbers of the games that are not stored yet, in order, as they are asked for."""
        total = self.series(series).total or 0
        game = schema.game.c
        for low in range(0, total, CHUNK):
            high = min(low + CHUNK, total)
            query = select(game.number).where(
                game.series_id == series, game.number >= low, game.number < high
            )
            stored = {row[0] for row in self._database.rows(query)}
            yield from (number for number in range(low, high) if number not in stored)

    # --- games -----------------------------------------------------------------------------

    def has(self, series: int, number: int) -> bool:
        """Whether a game of a series is stored."""
        return self._writer.has_game(series, number)

    def label_entrants(self, names: Sequence[str], contents: Sequence[str]) -> tuple[str, ...]:
        """What the store calls entrants, given a hash of the files behind each: their names, with a
        part of the hash where the name had other files before."""
        if not any(contents):
            return tuple(names)
        with self._writing():
            pairs = zip(names, contents, strict=True)
            return tuple(self._writer.label(name, content) for name, content in pairs)

    def add(self, series: int, finished: FinishedGame, labels: Sequence[str] = ()) -> bool:
        """Store a game, at once and as a whole; False if it was there already.

        ``labels`` are what the entrants of the plan are called; their names, or else their specs.
        """
        row, record = self._writer.series(series), finished.record
        if (record.game, record.options) != (row.game, row.options):
            raise BadStore(
                f"expected a game of {row.game} {row.options} in series {series}, "
                f"got {record.game} {record.options}"
            )
        written = write(finished, row.sides, now())
        names: tuple[str, ...] = ()
        if (plan := row.plan) is not None and (labels or plan.names):
            names = plan.by_player(labels or plan.names, finished.pairing.seats, row.sides)
        with self._writing():
            self._writer.check_unchanged(series)
            return self._writer.add_game(series, finished, written, names)

    def games(
        self,
        *,
        series: SeriesFilter = None,
        game: str | None = None,
        options: dict[str, Value] | None = None,
        agent: str | None = None,
        ended: str | None = None,
        limit: int | None = None,
        offset: int = 0,
    ) -> Iterator[GameRow]:
        """Games without their moves, newest first, read as they are asked for."""
        check_count("offset", offset)
        check_count("limit", limit or 0)
        where = self._chosen(series, game, options)
        if agent is not None:
            plays = [i for i, (players, _) in self._lineups().items() if agent in players]
            where.append(schema.game.c.lineup_id.in_(plays))
        if ended is not None:
            where.append(schema.game.c.ended == ended)
        return self._pages(where, limit, offset)

    def game(self, game: int) -> GameRow:
        """A game without its moves; BadStore if there is no such number."""
        for found in self._pages([schema.game.c.id == game], 1, 0):
            return found
        raise self._no_game(game)

    def record(self, game: int) -> Record:
        """The record of a game; BadStore if there is no such number."""
        return Record.from_json(zlib.decompress(self._stored(game).data).decode())

    def seconds(self, game: int) -> tuple[float, ...]:
        """The time of each move of a game; all 0 if it was not measured."""
        found = self._stored(game)
        if found.seconds is None:
            return (0.0,) * len(self.record(game).moves)
        return unpack(found.seconds)

    def game_results(self, series: int) -> Iterator[GameResult]:
        """What is needed to count the games of a series again, in order, as it is asked for."""
        self._writer.series(series)
        game = schema.game.c
        columns = (game.number, game.outcome, game.scores, game.fingerprint)
        facts = select(*columns, game.ended, game.by_player, game.reason)
        facts = facts.where(game.series_id == series).order_by(game.number).limit(CHUNK)
        last = -1
        while rows := self._database.rows(facts.where(game.number > last)):
            lost = self._lost_turns(series, last, rows[-1].number)
            for number, outcome, scores, fingerprint, ended, by, reason in rows:
                result = None if outcome is None else numbers_of(outcome)
                failures = lost.get(number, [])
                if ended == "forfeited" and by is not None:
                    failures.append(Failure(by, reason or "", True))
                yield GameResult(number, result, numbers_of(scores), fingerprint, tuple(failures))
            last = rows[-1].number

    def _lost_turns(self, series: int, after: int, last: int) -> dict[int, list[Failure]]:
        """Of the games of a series with numbers in a range, in the order of the moves."""
        game, turn = schema.game.c, schema.lost.c
        query = select(game.number, turn.player, turn.reason).join_from(schema.lost, schema.game)
        query = query.where(game.series_id == series, game.number > after, game.number <= last)
        found: dict[int, list[Failure]] = {}
        for number, player, reason in self._database.rows(query.order_by(game.number, turn.turn)):
            found.setdefault(number, []).append(Failure(player, reason, False))
        return found

    # --- files -----------------------------------------------------------------------------

    def export(self, path: str | Path, series: SeriesFilter = None) -> int:
        """Write games as records into a file, one JSON object a line, and return how many.

        Each has one more field, ``arena``, with what the store knows besides; ``import_`` reads it.
        """
        where = self._chosen(series)
        return export_games(self._database, self._read_series(), path, where)

    def import_(self, path: str | Path, *, unchecked: bool = False) -> int:
        """Add the games of a file, all or none, and return how many were not there before.

        Those that were exported go into their series again; plain records into a series of
        imported games, one for each game with its options, where equal records count once.
        BadRecord or BadStore names the line that is wrong. Records that do not replay are wrong,
        and so are those of games that are not found here, unless they are taken ``unchecked``.
        """
        with self._writing():
            return import_games(self._database, self._writer, path, unchecked=unchecked)

    # --- private ---------------------------------------------------------------------------

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            with self._database.transaction():
                yield
        except BaseException:
            self._writer.forget()
            raise

    def _read_series(self, number: int | None = None) -> list[SeriesRow]:
        series, game, versions = schema.series.c, schema.game.c, schema.versions.c

        def only(column: Any) -> list[ColumnElement[bool]]:
            return [] if number is None else [column == number]

        count = select(game.series_id, func.count()).where(*only(game.series_id))
        counted = self._database.rows(count.group_by(game.series_id))
        played = {row[0]: row[1] for row in counted}
        found: dict[int, list[dict[str, str]]] = {}
        kept = schema.versions.select().where(*only(versions.series_id)).order_by(versions.data)
        for row in self._database.rows(kept):
            found.setdefault(row.series_id, []).append(json.loads(row.data))
        query = schema.series.select().where(*only(series.id)).order_by(series.id)
        return [
            SeriesRow.of_row(row, played.get(row.id, 0), found.get(row.id, []))
            for row in self._database.rows(query)
        ]

    def _pages(
        self, where: list[ColumnElement[bool]], limit: int | None, offset: int
    ) -> Iterator[GameRow]:
        game = schema.game.c
        lineups = self._lineups()
        last: int | None = None
        while limit is None or limit > 0:
            size = PAGE if limit is None else min(limit, PAGE)
            older = [] if last is None else [game.id < last]
            query = schema.game.select().where(*where, *older).order_by(game.id.desc())
            rows = self._database.rows(query.limit(size).offset(offset if last is None else 0))
            if any(row.lineup_id not in lineups for row in rows):  # seated since
                lineups = self._lineups()
            yield from (_game_row(row, lineups[row.lineup_id][0]) for row in rows)
            if len(rows) < size:
                return
            last = rows[-1].id
            limit = None if limit is None else limit - size

    def _stored(self, game: int) -> Any:
        table = schema.record
        for row in self._database.rows(table.select().where(table.c.game_id == game)):
            return row
        raise self._no_game(game)

    def _no_game(self, game: int) -> BadStore:
        return BadStore(f"expected a game in {self._database.place!r}, got {game!r}")


def _game_row(row: Any, players: tuple[str, ...]) -> GameRow:
    return GameRow(
        id=row.id,
        series=row.series_id,
        number=row.number,
        players=players,
        outcome=None if row.outcome is None else numbers_of(row.outcome),
        scores=numbers_of(row.scores),
        ended=row.ended,
        by=row.by_player,
        reason=row.reason or "",
        plies=row.plies,
        seconds=row.seconds,
        played=row.played,
    )
