"""Games and series as the rows of a store, and back."""

import hashlib
import json
import sys
import time
import zlib
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from quadrille.arena.plan import Plan
from quadrille.arena.played import Failure, FinishedGame
from quadrille.arena.store.schema import FIRST_MOVES
from quadrille.core.errors import BadRecord
from quadrille.core.options import Value
from quadrille.core.records.check import short
from quadrille.core.records.record import Record

TIME = "%Y-%m-%dT%H:%M:%SZ"
MAX_REASON_LENGTH = 300
"""Characters kept beside the game; the record has all of them."""
HEAD = 100
"""Of those, this many from the beginning; the message of an error is at its end."""


IMPORTED = "imported"
"""The kind of a series of plain records, which has no plan."""


@dataclass(frozen=True)
class SeriesRow:
    """A series in a store."""

    number: int
    """Its number in this store; 0 before it is stored."""
    key: str
    """Names it in every store."""
    name: str
    kind: str
    """That of its plan, or ``imported``."""
    game: str
    """The spec of the game."""
    options: dict[str, Value]
    """All options of the game."""
    sides: tuple[int, ...]
    """By player."""
    plan: Plan | None
    """None if its games were imported from plain records."""
    total: int | None
    """How many games are planned; None without a plan."""
    created: str
    """UTC, such as ``2025-01-31T12:00:00Z``."""
    played: int = 0
    """How many games there are."""
    versions: tuple[dict[str, str], ...] = ()
    """Versions of the programs that played it; several if it was resumed with another version."""

    @classmethod
    def of_plan(cls, plan: Plan, key: str, name: str) -> "SeriesRow":
        """A new series."""
        rules = plan.game, plan.options, plan.sides
        return cls(0, key, name, plan.kind, *rules, plan, plan.total, now())

    @classmethod
    def of_row(
        cls, row: Any, played: int = 0, versions: Sequence[dict[str, str]] = ()
    ) -> "SeriesRow":
        """The series of a row of the database."""
        plan, sides = None, tuple(json.loads(row.sides))
        if row.plan is not None:
            plan = Plan.from_dict(json.loads(row.plan))
            plan.__dict__["sides"] = sides  # else it asks its game, which may be a user's own file
        return cls(
            number=row.id,
            key=row.key,
            name=row.name,
            kind=row.kind,
            game=row.game,
            options=json.loads(row.options),
            sides=sides,
            plan=plan,
            total=row.total,
            created=row.created,
            played=played,
            versions=tuple(versions),
        )

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        plan = None if self.plan is None else self.plan.to_dict()
        lists = {"sides": list(self.sides), "versions": list(self.versions)}
        return {**vars(self), "plan": plan, **lists}


@dataclass(frozen=True)
class GameRow:
    """A game in a store, without its moves."""

    id: int
    """Its number in this store."""
    series: int
    number: int
    """In its series, from 0: the index of its pairing."""
    players: tuple[str, ...]
    """What each player is called: its name in the plan, or the spec of its agent."""
    outcome: tuple[float, ...] | None
    """The value per side; None for an unfinished game."""
    scores: tuple[float, ...]
    """By player."""
    ended: str
    by: int | None
    """Who resigned or forfeited the game."""
    reason: str
    plies: int
    """Moves, those of chance and lost turns included."""
    seconds: float
    """The time of all moves."""
    played: str
    """When, UTC."""

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        outcome = None if self.outcome is None else list(self.outcome)
        lists = {"players": list(self.players), "scores": list(self.scores)}
        return {**vars(self), "outcome": outcome, **lists}


@dataclass(frozen=True)
class GameResult:
    """What is needed of a stored game to count it."""

    number: int
    """In its series."""
    outcome: tuple[float, ...] | None
    """By side; None for an unfinished game."""
    scores: tuple[float, ...]
    """By player."""
    fingerprint: int
    failures: tuple[Failure, ...] = ()
    """Turns that were lost, and the game, if it was forfeited."""


@dataclass(frozen=True)
class GameRows:
    """A game as the rows that are written, without the numbers that the store gives."""

    game: tuple[Any, ...]
    """From ``outcome`` on."""
    seats: list[tuple[int, float, int, float, float]]
    """Player, score, moves, seconds and the slowest move; the game comes after the score."""
    lost: list[tuple[int, int, str]]
    record: tuple[bytes, bytes | None]


def write(finished: FinishedGame, sides: Sequence[int], played: str) -> GameRows:
    """The rows of a game; BadRecord if its parts do not fit together."""
    record, seconds = finished.record, finished.seconds
    result, count = record.result, len(record.players)
    _check(record, seconds, sides)
    spent, slowest, turns = [0.0] * count, [0.0] * count, [0] * count
    lost: list[tuple[int, int, str]] = []
    first: list[str] = []
    opener = -1
    for number, (move, taken) in enumerate(zip(record.moves, seconds, strict=True)):
        player = move.player
        if player < 0:
            continue
        turns[player] += 1
        spent[player] += taken
        if taken > slowest[player]:
            slowest[player] = taken
        if move.lost:
            lost.append((player, number, clean(move.lost)))
        if len(first) < FIRST_MOVES:
            opener = player if not first else opener
            first.append(clean(move.move))
    points = None
    if result.outcome is not None and first:
        points = (result.outcome[sides[opener]] + 1) / 2
    return GameRows(
        (
            None if result.outcome is None else text_of(result.outcome),
            text_of(result.scores),
            result.ended,
            result.by,
            clean(result.note) or None,
            len(record.moves),
            sum(seconds),
            played,
            finished.fingerprint,
            points,
            *first,
            *[None] * (FIRST_MOVES - len(first)),
        ),
        list(zip(range(count), result.scores, turns, spent, slowest, strict=True)),
        lost,
        (zlib.compress(record.to_json().encode(), 1), pack(seconds) if any(seconds) else None),
    )


def _check(record: Record, seconds: Sequence[float], sides: Sequence[int]) -> None:
    result, count = record.result, len(sides)
    if not count:
        raise BadRecord("expected players, got none")
    if len(seconds) != len(record.moves):
        raise BadRecord(f"expected seconds for {len(record.moves)} moves, got {len(seconds)}")
    if len(record.players) != count:
        raise BadRecord(f"expected {count} players, got {len(record.players)}")
    if len(result.scores) != count:
        raise BadRecord(f"expected the scores of {count} players, got {len(result.scores)}")
    if result.outcome is not None and len(result.outcome) != max(sides) + 1:
        raise BadRecord(f"expected an outcome of {max(sides) + 1} sides, got {result.outcome}")
    if result.by is not None and not 0 <= result.by < count:
        raise BadRecord(f"expected one of {count} players, got {result.by} in the result")
    highest = max((move.player for move in record.moves), default=0)
    if highest >= count:
        raise BadRecord(f"expected moves of {count} players, got one of player {highest}")


# --- values --------------------------------------------------------------------------------


@lru_cache(4096)
def text_of(numbers: tuple[float, ...]) -> str:
    """Numbers as a short text, which gives the same again."""
    return " ".join(str(int(each)) if each == int(each) else repr(each) for each in numbers)


@lru_cache(4096)
def numbers_of(text: str) -> tuple[float, ...]:
    """The numbers of a text."""
    return tuple(float(part) for part in text.split())


def pack(seconds: Sequence[float]) -> bytes:
    """Eight bytes for each number."""
    numbers = array("d", seconds)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()


def unpack(data: bytes) -> tuple[float, ...]:
    """The numbers again."""
    numbers = array("d", data)
    if sys.byteorder == "big":
        numbers.byteswap()
    return tuple(numbers)


def clean(text: str) -> str:
    """A text that every database takes, not too long; nearly always the same one."""
    if not text.isprintable():
        text = text.encode("utf-8", "replace").decode().replace("\0", "\N{REPLACEMENT CHARACTER}")
    if len(text) <= MAX_REASON_LENGTH:
        return text
    return f"{text[:HEAD]} ... {text[HEAD + 5 - MAX_REASON_LENGTH :]}"


def plain(value: Any) -> str:
    """Plain values as JSON, equal for equal values."""
    return json.dumps(value, sort_keys=True, allow_nan=False, separators=(",", ":"))


def key_of(text: str) -> str:
    """A short name of a text, of which there is one for each."""
    return hashlib.sha256(text.encode()).hexdigest()


def number_of(record: Record) -> int:
    """A number that names a record by all that it says."""
    return int(key_of(plain(record.to_dict()))[:15], 16)


def now() -> str:
    """The time, UTC."""
    return time.strftime(TIME, time.gmtime())


def check_count(name: str, value: int) -> None:
    """Refuse what is no number of rows."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError(f"expected {name} of at least 0, got {short(value)}")
