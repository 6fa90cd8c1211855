"""The tables of a store, its version, and the steps from older versions.

Aggregates read ``game``, ``seat`` and ``lost``, whose rows are narrow; ``record`` keeps the whole
of each game and is read one game at a time. Texts in ``plan``, ``options``,
``players``, ``sides`` and ``data`` are JSON.
"""

import time
from collections.abc import Callable

from sqlalchemy import (
    BigInteger,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from quadrille.arena.store import database
from quadrille.arena.store.database import Database
from quadrille.arena.store.errors import BadStore, Locked

PROGRAM = "quadrille"
"""The mark of a database of ours."""
CREATING = 7_435_617
"""The number of the lock under which tables are made on PostgreSQL: any will do."""
FIRST_MOVES = 4
"""So many moves of players are kept beside a game, for openings."""

Number = BigInteger().with_variant(Integer, "sqlite")  # SQLite counts only plain integers up
tables = MetaData()

meta = Table(
    "meta",
    tables,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

series = Table(
    "series",
    tables,
    Column("id", Integer, primary_key=True),
    Column("key", String(64), nullable=False, unique=True),  # the same in every store
    Column("name", Text, nullable=False),
    Column("kind", String(20), nullable=False),
    Column("game", Text, nullable=False),
    Column("options", Text, nullable=False),  # sorted by name, so that equal ones are equal texts
    Column("sides", Text, nullable=False),  # by player
    Column("plan", Text),  # null for imported games
    Column("total", BigInteger),  # how many games are planned
    Column("created", String(20), nullable=False),  # UTC, 2025-01-31T12:00:00Z
)

versions = Table(
    "versions",
    tables,
    Column("series_id", ForeignKey("series.id"), primary_key=True),
    Column("key", String(64), primary_key=True),
    Column("data", Text, nullable=False),
)

lineup = Table(
    "lineup",
    tables,
    Column("id", Integer, primary_key=True),
    Column("key", String(64), nullable=False, unique=True),
    Column("players", Text, nullable=False),  # by player, its name in the plan or its spec
    Column("sides", Text, nullable=False),  # by player
)

entrant = Table(  # those with files of their own: another content is another entrant
    "entrant",
    tables,
    Column("key", String(64), primary_key=True),  # of name and content
    Column("name", Text, nullable=False),  # in the plan, or the spec
    Column("content", String(64), nullable=False),  # a hash of the files
    Column("label", Text, nullable=False),  # by which line-ups name it
    Column("label_key", String(64), nullable=False, unique=True),
)

game = Table(
    "game",
    tables,
    Column("id", Number, primary_key=True),
    Column("series_id", ForeignKey("series.id"), nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("lineup_id", ForeignKey("lineup.id"), nullable=False),
    Column("outcome", Text),  # by side, such as "1 -1"; null if unfinished
    Column("scores", Text, nullable=False),  # by player
    Column("ended", String(20), nullable=False),
    Column("by_player", SmallInteger),  # who resigned or forfeited
    Column("reason", Text),
    Column("plies", Integer, nullable=False),
    Column("seconds", Double, nullable=False),
    Column("played", String(20), nullable=False),  # UTC
    Column("fingerprint", BigInteger, nullable=False),  # of the moves
    Column("first_points", Double),  # of the side that moved first: 1 won, 0.5 drawn, 0 lost
    *(Column(f"move{i + 1}", Text) for i in range(FIRST_MOVES)),  # chance left out
    UniqueConstraint("series_id", "number"),
    Index("game_outcome", "series_id", "lineup_id", "outcome"),  # standings read nothing else
)

seat = Table(  # its key has the order of its aggregates, which therefore need no sorting
    "seat",
    tables,
    Column("series_id", ForeignKey("series.id"), primary_key=True, autoincrement=False),
    Column("lineup_id", ForeignKey("lineup.id"), primary_key=True, autoincrement=False),
    Column("player", SmallInteger, primary_key=True, autoincrement=False),
    Column("score", Double, primary_key=True, autoincrement=False),
    Column("game_id", Number, ForeignKey("game.id"), primary_key=True, autoincrement=False),
    Column("moves", Integer, nullable=False),
    Column("seconds", Double, nullable=False),
    Column("slowest", Double, nullable=False),  # move, in seconds
    sqlite_with_rowid=False,
)

lost = Table(  # turns that were lost, or moves that were drawn for the player
    "lost",
    tables,
    Column("game_id", Number, ForeignKey("game.id"), primary_key=True, autoincrement=False),
    Column("player", SmallInteger, primary_key=True, autoincrement=False),
    Column("turn", Integer, primary_key=True, autoincrement=False),  # the move of the record
    Column("reason", Text, nullable=False),
    sqlite_with_rowid=False,
)

record = Table(
    "record",
    tables,
    Column("game_id", Number, ForeignKey("game.id"), primary_key=True, autoincrement=False),
    Column("data", LargeBinary, nullable=False),  # compressed by zlib
    Column("seconds", LargeBinary),  # 8 bytes a move, little-endian; null if none were measured
)

room = Table(  # games of the web page, as they stand
    "room",
    tables,
    Column("id", String(40), primary_key=True),
    Column("game", Text, nullable=False),
    Column("facts", Text, nullable=False),
    Column("record", LargeBinary, nullable=False),  # compressed by zlib
    Column("ended", String(20), nullable=False),
    Column("changed", String(20), nullable=False),  # UTC
)


def _add_rooms(found: Database) -> None:
    room.create(found.connection)


def _add_entrants(found: Database) -> None:
    entrant.create(found.connection)


STEPS: list[Callable[[Database], None]] = [_add_rooms, _add_entrants]
"""Step i leads from version i + 1 to the next."""


def newest() -> int:
    """The version of the tables above."""
    return len(STEPS) + 1


def prepare(found: Database, *, create: bool) -> None:
    """Make the tables of an empty database, or bring older ones up to date."""
    version = version_of(found)
    if version == newest():
        return
    if version is None and not create:
        raise BadStore(f"expected a store of Quadrille, got an empty database: {found.place!r}")
    if version is None and found.is_sqlite:
        _write_ahead(found)
    with found.transaction():
        if not found.is_sqlite:  # SQLite's transactions wait for each other, these have to ask
            found.run(f"SELECT pg_advisory_xact_lock({CREATING})")
        version = version_of(found)  # another process may have been quicker
        if version is None:
            tables.create_all(found.connection, checkfirst=False)
            found.connection.execute(meta.insert(), {"name": "program", "value": PROGRAM})
        else:
            for step in STEPS[version - 1 :]:
                step(found)
            found.connection.execute(meta.delete().where(meta.c.name == "schema"))
        found.connection.execute(meta.insert(), {"name": "schema", "value": str(newest())})


def version_of(found: Database) -> int | None:
    """The version of a store, None of an empty database; BadStore if it is neither."""
    names = {row[0] for row in found.run(NAMES[found.is_sqlite])}
    if not names:
        return None
    facts: dict[str, str] = {}
    fields = {row[0] for row in found.run(FIELDS[found.is_sqlite])}
    if "meta" in names and {"name", "value"} <= fields:
        facts = {str(row.name): str(row.value) for row in found.rows(meta.select())}
    version = facts.get("schema", "")
    if facts.get("program") != PROGRAM or not version.isdecimal():
        raise BadStore(f"expected a store of Quadrille, got another database: {found.place!r}")
    if int(version) > newest():
        raise BadStore(
            f"expected a store of schema {newest()} or older, got schema {version}: "
            f"{found.place!r} was made by a newer Quadrille"
        )
    return int(version)


# By whether it is SQLite: everything in the database (the current schema of PostgreSQL), and the
# columns of the table that has the mark.
NAMES = {
    True: "SELECT name FROM sqlite_master",
    False: "SELECT relname FROM pg_class WHERE relkind IN ('r', 'v', 'm', 'p', 'f') "
    "AND relnamespace = to_regnamespace(quote_ident(current_schema()))",
}
FIELDS = {
    True: "SELECT name FROM pragma_table_info('meta')",
    False: "SELECT attname FROM pg_attribute WHERE attrelid = to_regclass('meta')",
}


def _write_ahead(found: Database) -> None:
    """Let readers and a writer work at the same time; the file remembers it."""
    end = time.monotonic() + database.LOCK_SECONDS
    while True:
        try:
            found.run("PRAGMA journal_mode=WAL")
            return
        except Locked:  # by another process that does the same, for which SQLite does not wait
            if time.monotonic() > end:
                raise
            time.sleep(0.01)
