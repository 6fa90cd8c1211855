"""Games out of a store into a file of records, and back.

A line is a record as all others, with one more field::

    "arena": {"series": {"key": "...", "name": "...", "created": "...", "sides": [0, 1],
                         "total": 100, "plan": {...}},
              "number": 17, "played": "2025-01-31T12:00:00Z", "seconds": [0.01, ...],
              "names": ["ada", "ben"], "contents": ["5f1a...", ""]}

``plan`` and ``total`` are null in a series of imported games; ``seconds`` is left out if none were
measured, ``names`` if the players have none but their specs, ``contents`` (a hash of the files
behind each player) if there are no files. Every line stands for itself, so that files can be
joined, cut and filtered.
"""

import json
import os
import time
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any

from sqlalchemy import ColumnElement, select

from quadrille.arena.plan import Pairing, Plan
from quadrille.arena.played import FinishedGame
from quadrille.arena.store import schema
from quadrille.arena.store.database import Database
from quadrille.arena.store.errors import BadStore
from quadrille.arena.store.rows import (
    IMPORTED,
    TIME,
    SeriesRow,
    key_of,
    now,
    number_of,
    plain,
    unpack,
    write,
)
from quadrille.arena.store.writing import Writer
from quadrille.core.errors import BadRecord
from quadrille.core.game import Game, recorded_game
from quadrille.core.records.check import JsonObject, short
from quadrille.core.records.files import record_of
from quadrille.core.records.record import Record
from quadrille.core.state import State

PAGE = 500
"""Games that are read at once."""
MAX_NUMBER = 2**62


# --- out -----------------------------------------------------------------------------------


def export_games(
    database: Database,
    series: Sequence[SeriesRow],
    path: str | Path,
    where: Sequence[ColumnElement[bool]],
) -> int:
    """Write games into a file; a file that is there is replaced when the new one is whole."""
    if os.path.exists(path) and not os.path.isfile(path):  # such as /dev/stdout
        with open(path, "w", encoding="utf-8") as file:
            return _write(database, series, file, where)
    real = os.path.realpath(path)
    part = f"{real}.part"
    try:
        with open(part, "w", encoding="utf-8") as file:
            count = _write(database, series, file, where)
        os.replace(part, real)
    except BaseException as error:
        if os.path.exists(part):
            os.remove(part)
        if isinstance(error, OSError) and error.filename == part:
            raise OSError(error.errno, error.strerror, str(path)) from error
        raise
    return count


def _write(
    database: Database,
    series: Sequence[SeriesRow],
    file: IO[str],
    where: Sequence[ColumnElement[bool]],
) -> int:
    facts = {each.number: _facts(each) for each in series}
    entrants = {row.label: row for row in database.rows(schema.entrant.select())}
    count = 0
    for row in _pages(database, where):
        if row.series_id not in facts:  # begun since
            continue
        record = json.loads(zlib.decompress(row.data))
        own = {"series": facts[row.series_id], "number": row.number, "played": row.played}
        if row.seconds is not None:
            own["seconds"] = list(unpack(row.seconds))
        labels = json.loads(row.players)
        names = [entrants[label].name if label in entrants else label for label in labels]
        if names != record["players"]:
            own["names"] = names
        if any(label in entrants for label in labels):
            known = (entrants.get(label) for label in labels)
            own["contents"] = ["" if each is None else each.content for each in known]
        file.write(json.dumps({**record, "arena": own}, allow_nan=False) + "\n")
        count += 1
    return count


def _pages(database: Database, where: Sequence[ColumnElement[bool]]) -> Iterator[Any]:
    game, record = schema.game.c, schema.record.c
    facts = (game.id, game.series_id, game.number, game.played, record.data, record.seconds)
    seated = schema.game.join(schema.record).join(schema.lineup)
    last = 0
    while True:
        query = select(*facts, schema.lineup.c.players).select_from(seated)
        query = query.where(*where, game.id > last).order_by(game.id).limit(PAGE)
        rows = database.rows(query)
        yield from rows
        if len(rows) < PAGE:
            return
        last = rows[-1].id


def _facts(series: SeriesRow) -> dict[str, Any]:
    return {
        "key": series.key,
        "name": series.name,
        "created": series.created,
        "sides": list(series.sides),
        "total": series.total,
        "plan": None if series.plan is None else series.plan.to_dict(),
    }


# --- and back ------------------------------------------------------------------------------


def import_games(database: Database, writer: Writer, path: str | Path, *, unchecked: bool) -> int:
    """Add the games of a file, in the transaction of the caller; how many were not there.

    Each is replayed before, unless told otherwise.
    """
    numbers: dict[str, int] = {}  # of the series, by their keys
    replayed = None if unchecked else ReplayCheck()
    added = lines = 0
    with open(path, "rb") as file:
        for number, line in enumerate(file, 1):
            if not line.strip():
                continue
            place = f"{path}, line {number}"
            record = record_of(place, line)
            if isinstance(record, BadRecord):
                raise record
            try:
                data = JsonObject.parse(line.decode())
                added += _add(database, writer, numbers, record, data, replayed)
            except ValueError as error:
                kind = BadRecord if isinstance(error, BadRecord) else BadStore
                raise kind(f"{place}: {error}") from error
            lines += 1
    if not lines:
        raise BadRecord(f"expected records in {str(path)!r}, which has none")
    return added


class ReplayCheck:
    """Checks records by replaying them; each game with its options is looked up once."""

    def __init__(self) -> None:
        self._games: dict[str, Game] = {}

    def check(self, record: Record) -> None:
        """BadRecord if the record does not replay, or its game is not here."""
        key = plain([record.game, record.options])
        if key not in self._games:
            try:
                self._games[key] = recorded_game(record.game, record.options)
            except (ValueError, ImportError) as error:
                raise BadRecord(f"{error}; --unchecked takes the games as they are") from error
        record.check(self._games[key])


def _add(
    database: Database,
    writer: Writer,
    numbers: dict[str, int],
    record: Record,
    data: JsonObject,
    replayed: ReplayCheck | None,
) -> bool:
    """Add the game of a line."""
    own = data.object("arena") if data.has("arena") else None
    known = own.object("series") if own else None
    key = known.text("key") if known else _key_of(record)
    if not 0 < len(key) <= 64:
        raise BadRecord(f"expected a key of 1 to 64 letters, got {len(key)} of them")
    if key not in numbers:
        numbers[key] = _series_of(database, writer, record, key, known)
    series = numbers[key]
    row = writer.series(series)
    if (record.game, record.options) != (row.game, row.options):
        raise BadRecord(
            f"expected a game of {row.game} {row.options} as others of its series, "
            f"got {record.game} {record.options}"
        )
    number = own.integer("number", 0, MAX_NUMBER) if own else number_of(record)
    if replayed is not None and not writer.has_game(series, number):
        replayed.check(record)
    played = own.text("played") if own else now()
    seconds = (0.0,) * len(record.moves)
    if own and own.has("seconds"):
        seconds = own.numbers("seconds")
    names = own.texts("names") if own and own.has("names") else ()
    if names and (len(names) != len(record.players) or not all(names)):
        raise BadRecord(f"expected a name for each player, got {short(names)}")
    contents = own.texts("contents") if own and own.has("contents") else ()
    if contents and (len(contents) != len(record.players) or max(map(len, contents)) > 64):
        raise BadRecord(f"expected a hash for each player, got {short(contents)}")
    if contents:
        pairs = zip(names or record.players, contents, strict=True)
        names = tuple(writer.label(name, content) for name, content in pairs)
    finished = FinishedGame(Pairing(number, record.seed or 0, 0, ()), record, seconds)
    written = write(finished, row.sides, _time(played))
    return writer.add_game(series, finished, written, names)


def _series_of(
    database: Database, writer: Writer, record: Record, key: str, known: JsonObject | None
) -> int:
    """The number of the series with a key, which is made if there is none."""
    series = schema.series.c
    for row in database.rows(select(series.id).where(series.key == key)):
        return int(row.id)
    if known is None:
        rules = record.game, record.options, _sides_of(record)
        return writer.add_series(SeriesRow(0, key, IMPORTED, IMPORTED, *rules, None, None, now()))
    sides = tuple(_side(value) for value in known.numbers("sides"))
    if len(sides) != len(record.players) or set(sides) != set(range(max(sides, default=0) + 1)):
        raise BadRecord(f"expected the side of each player, got {known.data['sides']}")
    plan = Plan.from_dict(known.object("plan").data) if known.has("plan") else None
    total = known.integer("total", 0, MAX_NUMBER) if plan else None
    kind = IMPORTED if plan is None else plan.kind
    rules, created = (record.game, record.options, sides), _time(known.text("created"))
    return writer.add_series(
        SeriesRow(0, key, known.text("name"), kind, *rules, plan, total, created)
    )


def _key_of(record: Record) -> str:
    """The same for all plain records of a game with its options, in every store."""
    return key_of(plain([IMPORTED, record.game, record.options]))


def _sides_of(record: Record) -> tuple[int, ...]:
    """By player; from the rules, if the record does not tell."""
    outcome, count = record.result.outcome, len(record.players)
    if outcome is not None and len(outcome) == count:
        return tuple(range(count))
    try:
        state: State = recorded_game(record.game, record.options).new()
    except (ValueError, ImportError) as error:
        raise BadRecord(f"the sides of the players are not known: {error}") from error
    return tuple(state.side(player) for player in range(state.num_players()))


def _side(value: float) -> int:
    if value != int(value) or value < 0:
        raise BadRecord(f"expected a side, got {value:g}")
    return int(value)


def _time(text: str) -> str:
    """A time as the store writes it; BadRecord if it is none."""
    try:
        time.strptime(text, TIME)
    except ValueError:
        raise BadRecord(
            f"expected a time such as 2025-01-31T12:00:00Z, got {short(text)}"
        ) from None
    return text
