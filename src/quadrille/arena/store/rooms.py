"""Games of the web page, kept as they stand after every move."""

import json
import zlib
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.dialects import postgresql, sqlite

from quadrille.arena.store import schema
from quadrille.arena.store.database import Database
from quadrille.arena.store.errors import BadStore
from quadrille.arena.store.rows import now, plain
from quadrille.core.records.record import Record


@dataclass(frozen=True)
class StoredRoom:
    """A game of the page in a store."""

    id: str
    facts: dict[str, Any]
    """What the page knows besides the record: who sits where, keys, clocks."""
    record: Record
    changed: str
    """UTC."""


class RoomStore:
    """The part of a store that keeps the games of the page."""

    _database: Database

    def reserve_rooms(self) -> None:
        """Keep other servers away from the games of the page until the store is closed.

        Every server has the games in memory and would overwrite the moves of another. BadStore if
        there is another one.
        """
        if not self._database.reserve("rooms"):
            raise BadStore(
                f"another server of the page uses the store {self._database.place!r}: "
                "stop it, or give this one a store of its own (--store FILE)"
            )

    def save_room(self, id: str, facts: dict[str, Any], record: Record) -> None:
        """Save the current state of a game, in place of the one before."""
        table = schema.room
        values = {
            "id": id,
            "game": record.game,
            "facts": plain(facts),
            "record": zlib.compress(record.to_json().encode(), 1),
            "ended": record.result.ended,
            "changed": now(),
        }
        insert = (sqlite if self._database.is_sqlite else postgresql).insert(table).values(values)
        newer = {name: insert.excluded[name] for name in values if name != "id"}
        with self._database.transaction():
            self._database.change(insert.on_conflict_do_update(index_elements=["id"], set_=newer))

    def rooms(self, ids: Collection[str]) -> list[StoredRoom]:
        """Those games of the page that are here, the latest first."""
        table = schema.room
        query = select(table).where(table.c.id.in_(list(ids))).order_by(table.c.changed.desc())
        return [_stored(row) for row in self._database.rows(query)]

    def room(self, id: str) -> StoredRoom:
        """A game of the page; BadStore if there is none of that name."""
        table = schema.room
        for row in self._database.rows(select(table).where(table.c.id == id)):
            return _stored(row)
        raise BadStore(f"expected a game of the page in {self._database.place!r}, got {id!r:.80}")


def _stored(row: Any) -> StoredRoom:
    record = Record.from_json(zlib.decompress(row.record).decode())
    return StoredRoom(row.id, json.loads(row.facts), record, row.changed)
