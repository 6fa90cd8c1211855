"""The wire protocol of the contest: packages of little-endian int32, packed and unpacked.

========  =================================================  ===========================
package   from the server                                    the program's answer
========  =================================================  ===========================
(hello)                                                      team id
start     1, number, player id 1-4, N*N map values           1, number, x, y
turn      1, number, N*N map values, N*N sheep counts        1, number, x, y, m, direction
end       0, number
========  =================================================  ===========================

Map values are -1 for a wall, 0 for a free cell, 1-4 for its owner. Grids are indexed [x][y], x
horizontal from the left and y from the top, so x counts slower. Nothing in a package tells a start
from a turn: the first one of a game is the start.
"""

import struct
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

PORT = 8887
GOES_ON, ENDS = 1, 0
WALL, FREE = -1, 0
DIRECTIONS = (1, 2, 3, 4, 6, 7, 8, 9)
"""On the number pad: 1 is up-left, 2 up, 6 right, 8 down."""
HELLO_BYTES = 4
START_VALUES, TURN_VALUES = 4, 6
"""How many numbers an answer has."""
MAX_BYTES = 1 << 16
"""A program that sends more than this while it is asked one question is flooding."""


def pack(*values: int) -> bytes:
    """Numbers as they go over the wire."""
    return struct.pack(f"<{len(values)}i", *values)


def unpack(data: bytes) -> tuple[int, ...]:
    """The numbers that some bytes hold."""
    return struct.unpack(f"<{len(data) // 4}i", data)


# --- cells -----------------------------------------------------------------------------------


def cell_name(x: int, y: int) -> str:
    """The name of a cell in positions and moves: ``c4`` is x = 2, y = 3."""
    return f"{chr(ord('a') + x)}{y + 1}"


def map_values(state: Any) -> tuple[int, ...]:
    """Walls and owners, x-major."""
    cells = range(state.size())
    return tuple(
        WALL if state.is_wall(x, y) else state.owner(x, y) + 1 for x in cells for y in cells
    )


def sheep_counts(state: Any, player: int) -> tuple[int, ...]:
    """The sheep counts sent to a player, x-major; 0 on all others' cells if counts are hidden."""
    size = state.size()
    counts = [0] * (size * size)
    for flock in state.flocks():
        if flock.player == player or not state.hides_counts():
            counts[flock.x * size + flock.y] = flock.sheep
    return tuple(counts)


# --- what the server sends -------------------------------------------------------------------


@dataclass(frozen=True)
class StartPackage:
    """Asks for the cell on which to start."""

    number: int
    player: int
    """Counted from 0; on the wire from 1."""
    cells: tuple[int, ...]
    """Map values, x-major."""

    def to_bytes(self) -> bytes:
        """As it goes over the wire."""
        return pack(GOES_ON, self.number, self.player + 1, *self.cells)


@dataclass(frozen=True)
class TurnPackage:
    """Asks for a slide."""

    number: int
    cells: tuple[int, ...]
    """Map values, x-major."""
    sheep: tuple[int, ...]
    """Counts, x-major."""

    def to_bytes(self) -> bytes:
        """As it goes over the wire."""
        return pack(GOES_ON, self.number, *self.cells, *self.sheep)


@dataclass(frozen=True)
class EndPackage:
    """The game is over."""

    number: int

    def to_bytes(self) -> bytes:
        """As it goes over the wire."""
        return pack(ENDS, self.number)


Package = StartPackage | TurnPackage | EndPackage


def read_package(read: Callable[[int], bytes], size: int, player: int | None) -> Package:
    """The next package, for a program: of a board of so many cells a side.

    ``read`` gives exactly so many bytes; ``player`` is None until the start has been read.
    """
    kind, number = unpack(read(8))
    if kind == ENDS:
        return EndPackage(number)
    if kind != GOES_ON:
        raise ValueError(f"expected a package that begins with 1 or 0, got {kind}")
    area = size * size
    if player is not None:
        values = unpack(read(8 * area))
        return TurnPackage(number, values[:area], values[area:])
    values = unpack(read(4 + 4 * area))
    if not 1 <= values[0] <= 4:
        raise ValueError(f"expected a player id from 1 to 4, got {values[0]}")
    return StartPackage(number, values[0] - 1, values[1:])


# --- what the programs send ------------------------------------------------------------------


class BadAnswer(ValueError):
    """The bytes received do not answer the package that was sent."""


class Answers:
    """Cuts what one program sends into answers.

    Only the number of a package tells which question an answer belongs to, so answers to older
    questions are dropped. After bytes that do not even begin like an answer, or an answer that was
    cut off, what follows is searched for the beginning of the right one, so that a program can
    find back.
    """

    def __init__(self) -> None:
        self._data = bytearray()
        self._lengths: dict[int, int] = {}  # in bytes, by the numbers of all that was asked
        self._number = 0
        self._received = 0  # bytes since the question
        self._astray = False

    def ask(self, number: int, values: int) -> None:
        """Expect an answer with this many values to the package of this number."""
        self._drop_old()
        self._number = number
        self._lengths[number] = 4 * values
        self._received = 0

    def feed(self, data: bytes) -> None:
        """Take in received bytes; raise BadAnswer if there are far too many."""
        self._data += data
        self._received += len(data)
        if self._received > MAX_BYTES:
            raise self._bad(f"more than {MAX_BYTES} bytes")

    def take(self) -> tuple[int, ...] | None:
        """The values of the answer after its number; None while it is incomplete."""
        while True:
            if self._astray and not self._seek():
                return None
            length = self._whole()
            if length is None:
                return None
            kind, number, *values = unpack(bytes(self._data[:length]))
            del self._data[:length]
            if kind != GOES_ON:
                raise BadAnswer(f"expected an answer that begins with 1, got {kind}")
            if number not in self._lengths:
                raise BadAnswer(f"expected package number {self._number}, got {number}")
            if number == self._number:
                return tuple(values)

    def _drop_old(self) -> None:
        """Forget what came after the last answer; a part of one makes the rest hard to read."""
        with suppress(BadAnswer):
            while self._data and (length := self._whole()) is not None:
                del self._data[:length]
        self._astray = self._astray or bool(self._data)

    def _whole(self) -> int | None:
        """The length of the answer at the front, right or wrong, if all of it is there."""
        if len(self._data) < 8:
            return None
        kind, number = unpack(bytes(self._data[:8]))
        if kind != GOES_ON and number != self._number:
            raise self._bad(f"expected an answer that begins with 1, got {kind}")
        length = self._lengths.get(number, self._lengths[self._number])
        return length if len(self._data) >= length else None

    def _seek(self) -> bool:
        """Drop everything before the start of the expected answer; False if it has not come yet."""
        place = self._data.find(pack(GOES_ON, self._number))
        self._astray = place < 0
        # The end may be a part of the beginning; it is looked at when more has come.
        del self._data[: place if place >= 0 else max(0, len(self._data) - 7)]
        return place >= 0

    def _bad(self, reason: str) -> BadAnswer:
        self._data.clear()
        self._astray = True
        return BadAnswer(reason)


# --- answers and moves -----------------------------------------------------------------------


def start_move(state: Any, values: Sequence[int]) -> str:
    """The text of the start that an answer names; BadAnswer if it is not legal."""
    x, y = values
    if (x, y) not in state.start_cells():
        raise BadAnswer(f"illegal start x={x} y={y}: not a free cell at the border")
    return cell_name(x, y)


def slide_move(state: Any, values: Sequence[int]) -> str:
    """The text of the slide that an answer names; BadAnswer says why it is not legal."""
    x, y, sheep, direction = values
    said = f"illegal slide x={x} y={y} m={sheep} direction={direction}"
    cells = range(state.size())
    if x not in cells or y not in cells or state.owner(x, y) != state.player():
        raise BadAnswer(f"{said}: not a cell of the player")
    if direction not in DIRECTIONS:
        raise BadAnswer(f"{said}: expected a direction of {' '.join(map(str, DIRECTIONS))}")
    landing = state.landing(x, y, direction)
    if landing is None:
        raise BadAnswer(f"{said}: that way is blocked")
    here = state.sheep(x, y)
    if not 1 <= sheep < here:
        most = f"1 to {here - 1} sheep" if here > 1 else "another cell, this has 1 sheep"
        raise BadAnswer(f"{said}: expected {most}")
    return f"{cell_name(x, y)}-{cell_name(*landing)}:{sheep}"


def answer_values(move: Any) -> tuple[int, ...]:
    """The values by which a program answers a move; all zero for a pass, which has no answer."""
    if move.kind == "start":
        return tuple(move.target)
    if move.kind == "slide":
        return (*move.origin, move.sheep, move.direction)
    return (0, 0, 0, 0)
