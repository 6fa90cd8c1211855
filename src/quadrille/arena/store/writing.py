"""Writing series and games into a store, within transactions of the caller."""

from typing import Any

from sqlalchemy import Table, bindparam, select
from sqlalchemy.dialects import postgresql, sqlite

from quadrille.arena.played import FinishedGame
from quadrille.arena.store import schema
from quadrille.arena.store.database import Database
from quadrille.arena.store.errors import BadStore
from quadrille.arena.store.rows import GameRows, SeriesRow, clean, key_of, plain


class Writer:
    """Inserts rows, with a cache of what is there; ``forget`` after a failed transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database
        seating = (schema.versions, schema.lineup, schema.entrant)
        tables = (*seating, schema.game, schema.seat, schema.lost, schema.record)
        self._inserts = {table.name: self._compile(table) for table in tables}
        game = schema.game.c
        same = game.series_id == bindparam("series"), game.number == bindparam("number")
        self._find = str(select(game.id).where(*same).compile(dialect=database.dialect))
        key = select(schema.series.c.key).where(schema.series.c.id == bindparam("series"))
        key = key.with_for_update(read=True, key_share=True)  # which keeps it from growing
        self._key = str(key.compile(dialect=database.dialect))
        self._series: dict[int, SeriesRow] = {}
        self._lineups: dict[tuple[tuple[str, ...], tuple[int, ...]], int] = {}
        self._labels: dict[tuple[str, str], str] = {}
        self._versions: set[tuple[int, tuple[tuple[str, str], ...]]] = set()

    def forget(self) -> None:
        """Empty the cache: what it holds may have been rolled back."""
        self._series.clear()
        self._lineups.clear()
        self._labels.clear()
        self._versions.clear()

    def add_series(self, series: SeriesRow) -> int:
        """Insert a series and return its number."""
        row = {
            "key": series.key,
            "name": clean(series.name),
            "kind": series.kind,
            "game": series.game,
            "options": plain(series.options),
            "sides": plain(series.sides),
            "plan": None if series.plan is None else plain(series.plan.to_dict()),
            "total": series.total,
            "created": series.created,
        }
        insert = schema.series.insert().values(row).returning(schema.series.c.id)
        [[number]] = self._database.rows(insert)
        return int(number)

    def series(self, number: int) -> SeriesRow:
        """A series as it was when first read, without its games; BadStore if there is no such
        number."""
        if number not in self._series:
            rows = self._database.rows(schema.series.select().where(schema.series.c.id == number))
            if not rows:
                raise BadStore(f"expected a series in {self._database.place!r}, got {number!r}")
            self._series[number] = SeriesRow.of_row(rows[0])
        return self._series[number]

    def check_unchanged(self, series: int) -> None:
        """BadStore if a series was deleted, or its plan has changed since it was first read."""
        found = self._database.run(self._key, (series,)).fetchone()
        if found is None or found[0] != self.series(series).key:
            place = repr(self._database.place)
            raise BadStore(
                f"series {series} in {place} has been deleted or has grown meanwhile: start again"
            )

    def delete_series(self, series: int) -> None:
        """Delete a series with its games; who sat where is kept, as others may have sat so."""
        games = select(schema.game.c.id).where(schema.game.c.series_id == series)
        for table in (schema.record, schema.lost):
            self._database.change(table.delete().where(table.c.game_id.in_(games)))
        for table in (schema.seat, schema.game, schema.versions):
            self._database.change(table.delete().where(table.c.series_id == series))
        self._database.change(schema.series.delete().where(schema.series.c.id == series))

    def has_game(self, series: int, number: int) -> bool:
        """Whether a game is there."""
        return self._database.run(self._find, (series, number)).fetchone() is not None

    def add_game(
        self, series: int, finished: FinishedGame, written: GameRows, names: tuple[str, ...] = ()
    ) -> bool:
        """Insert a game, unless its number is there: then False. ``names`` are those of the
        players, where they have other ones than their specs."""
        record = finished.record
        lineup = self._lineup(names or record.players, self.series(series).sides)
        row = (series, finished.pairing.index, lineup, *written.game)
        found = self._run("game", row).fetchone()
        if found is None:
            return False
        game: int = found[0]
        ids = series, lineup
        self._run("seat", [(*ids, *seat[:2], game, *seat[2:]) for seat in written.seats])
        if written.lost:
            self._run("lost", [(game, *turn) for turn in written.lost])
        self._run("record", (game, *written.record))
        self._add_versions(series, record.versions)
        return True

    def label(self, name: str, content: str) -> str:
        """What line-ups call an entrant with some content in its files: the first content of a name
        has the name itself, another one a part of the hash behind it."""
        if not content:
            return name
        if (name, content) not in self._labels:
            key, entrant = key_of(plain([name, content])), schema.entrant.c
            found = select(entrant.label).where(entrant.key == key)
            longer = (f"{name} (sha{content[:length]})" for length in (8, 64))
            for label in (name, *longer):
                if rows := self._database.rows(found):
                    self._labels[name, content] = rows[0].label
                    break
                self._run("entrant", (key, name, content, label, key_of(label)))
            else:
                [[self._labels[name, content]]] = self._database.rows(found)
        return self._labels[name, content]

    def _lineup(self, players: tuple[str, ...], sides: tuple[int, ...]) -> int:
        """The number of a seating."""
        if (players, sides) not in self._lineups:
            texts = plain(players), plain(sides)
            key = key_of("\n".join(texts))
            self._run("lineup", (key, *texts))
            query = select(schema.lineup.c.id).where(schema.lineup.c.key == key)
            [[self._lineups[players, sides]]] = self._database.rows(query)
        return self._lineups[players, sides]

    def _add_versions(self, series: int, versions: dict[str, str]) -> None:
        seen = series, tuple(versions.items())
        if seen not in self._versions:
            text = plain(versions)
            self._run("versions", (series, key_of(text), text))
            self._versions.add(seen)

    def _run(self, table: str, values: tuple[Any, ...] | list[tuple[Any, ...]]) -> Any:
        return self._database.run(self._inserts[table], values)

    def _compile(self, table: Table) -> str:
        """To insert a tuple of values, unless it is there; a game's number is returned."""
        insert = (sqlite if self._database.is_sqlite else postgresql).insert(table)
        names = [column.name for column in table.columns if column.name != "id"]
        made = insert.on_conflict_do_nothing()
        made = made.returning(table.c.id) if table is schema.game else made.inline()
        return str(made.compile(dialect=self._database.dialect, column_keys=names))
