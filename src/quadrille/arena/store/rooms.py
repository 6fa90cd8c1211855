"""Games of the web page, kept as they stand after every move."""

import json
import zlib
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.dialects import postgresql, sqlite

from quadrille.arena.store import schema
from quadrille.arena.store.database import Database
from quadrille.arena.store.errors import BadStore
from quadrille.arena.store.rows import now, plain
from quadrille.core.record import Record


@dataclass(frozen=True)
class KeptRoom:
    """A game of the page in a store."""

    id: str
    facts: dict[str, Any]
    """What the page knows besides the record: who sits where, keys, clocks."""
    record: Record
    changed: str
    """UTC."""


class RoomStore:
    """What a store does for the page."""

    _database: Database

    def save_room(self, id: str, facts: dict[str, Any], record: Record) -> None:
        """Keep a game as it stands, in place of what was there."""
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

    def room(self, id: str) -> KeptRoom:
        """A game of the page; BadStore if there is none of that name."""
        table = schema.room
        for row in self._database.rows(select(table).where(table.c.id == id)):
            record = Record.from_json(zlib.decompress(row.record).decode())
            return KeptRoom(row.id, json.loads(row.facts), record, row.changed)
        raise BadStore(f"expected a game of the page in {self._database.place!r}, got {id!r:.80}")
