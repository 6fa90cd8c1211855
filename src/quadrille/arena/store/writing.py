"""Writing series and games into a store, within transactions of the caller."""

import json
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Table, bindparam, select
from sqlalchemy.dialects import postgresql, sqlite

from quadrille.arena.played import Finished
from quadrille.arena.schedule import Plan
from quadrille.arena.store import schema
from quadrille.arena.store.database import Database
from quadrille.arena.store.errors import BadStore
from quadrille.arena.store.rows import Written, clean, key_of, plain
from quadrille.core.options import Value

IMPORTED = "imported"
"""The kind of a series of plain records, which has no plan."""


@dataclass(frozen=True)
class Setting:
    """What a series is, and all of its games have in common."""

    game: str
    options: dict[str, Value]
    sides: tuple[int, ...]
    """By player."""
    plan: Plan | None = None
    total: int | None = None
    """How many games are planned."""
    key: str = ""
    """Of the series in the store."""


class Writer:
    """Inserts rows, and remembers what is there; ``forget`` after a transaction that failed."""

    def __init__(self, database: Database) -> None:
        self._database = database
        kinds = (schema.versions, schema.lineup, schema.game, schema.seat, schema.lost)
        self._inserts = {table.name: self._compile(table) for table in (*kinds, schema.record)}
        game = schema.game.c
        same = game.series_id == bindparam("series"), game.number == bindparam("number")
        self._find = str(select(game.id).where(*same).compile(dialect=database.dialect))
        key = select(schema.series.c.key).where(schema.series.c.id == bindparam("series"))
        key = key.with_for_update(read=True, key_share=True)  # which keeps it from growing
        self._key = str(key.compile(dialect=database.dialect))
        self._settings: dict[int, Setting] = {}
        self._lineups: dict[tuple[tuple[str, ...], tuple[int, ...]], int] = {}
        self._versions: set[tuple[int, tuple[tuple[str, str], ...]]] = set()

    def forget(self) -> None:
        """Look everything up again: it may have been undone."""
        self._settings.clear()
        self._lineups.clear()
        self._versions.clear()

    def add_series(self, key: str, setting: Setting, name: str, created: str) -> int:
        """Insert a series and return its number."""
        plan = setting.plan
        row = {
            "key": key,
            "name": clean(name),
            "kind": IMPORTED if plan is None else plan.kind,
            "game": setting.game,
            "options": plain(setting.options),
            "sides": plain(setting.sides),
            "plan": None if plan is None else plain(plan.to_dict()),
            "total": setting.total,
            "created": created,
        }
        insert = schema.series.insert().values(row).returning(schema.series.c.id)
        [[number]] = self._database.rows(insert)
        return int(number)

    def setting(self, series: int) -> Setting:
        """That of a series; BadStore if there is no such number."""
        if series not in self._settings:
            rows = self._database.rows(schema.series.select().where(schema.series.c.id == series))
            if not rows:
                raise BadStore(f"expected a series in {self._database.place!r}, got {series!r}")
            sides = tuple(json.loads(rows[0].sides))
            plan = None if rows[0].plan is None else Plan.from_dict(json.loads(rows[0].plan))
            facts = rows[0].game, json.loads(rows[0].options), sides, plan
            self._settings[series] = Setting(*facts, rows[0].total, rows[0].key)
        return self._settings[series]

    def check_unchanged(self, series: int) -> None:
        """BadStore if a series is no more, or has another plan than when it was looked up first."""
        found = self._database.run(self._key, (series,)).fetchone()
        if found is None or found[0] != self.setting(series).key:
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
        self, series: int, finished: Finished, written: Written, names: tuple[str, ...] = ()
    ) -> bool:
        """Insert a game, unless its number is there: then False. ``names`` are those of the
        players, where they have other ones than their specs."""
        record = finished.record
        lineup = self._lineup(names or record.players, self.setting(series).sides)
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
