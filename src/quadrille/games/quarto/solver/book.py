"""The book of early Quarto positions: making it, reading it, and the files it lives in.

A file is a header of 20 bytes (magic, version, rule set, number of values, length and checksum of
the rest) and the compressed values, one byte each. A book in the making has the same form under
another magic and holds the values found so far.
"""

import os
import struct
import time
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path

from quadrille.core.game import Game
from quadrille.core.package import Progress
from quadrille.games.quarto import _core

BOOK = b"QdQuBook"
PARTIAL = b"QdQuPart"
VERSION = 1
HEADER = struct.Struct("<8sBBHII")

BUILD_MEMORY = 2048
"""Megabytes of the table while a book is made: the more, the faster."""

WRITE_EVERY = 10.0
"""Seconds between two writings of a book in the making."""


@cache
def open_book(squares: bool, torus: bool) -> _core._Book | None:
    """Return the book that ships for a rule set; None if there is none."""
    path = shipped_path(squares, torus)
    return read_book(path, squares, torus) if path.exists() else None


def shipped_path(squares: bool, torus: bool) -> Path:
    """Where the book of a rule set ships."""
    name = "_".join(["torus"] * torus + ["squares"] * squares) or "lines"
    return Path(__file__).with_name(f"{name}.book")


def read_book(path: Path, squares: bool, torus: bool) -> _core._Book:
    """Read a book; ValueError if it is damaged or for other rules."""
    book = _core._Book(squares, torus)
    try:
        book.load(read_values(path, BOOK, _rules(squares, torus)))
    except ValueError as error:
        raise ValueError(f"{error} in {path}" if str(path) not in str(error) else str(error)) from (
            None
        )
    return book


def build_book(
    rules: Game,
    path: Path,
    progress: Progress | None = None,
    *,
    memory: int = BUILD_MEMORY,
    stop: Callable[[], bool] | None = None,
) -> int:
    """Make the book of a rule set and return the number of nodes it took.

    Every few seconds the values so far go to ``path`` with ``.partial`` appended; a later call
    goes on from there. The book itself is written at the end, in one step.
    """
    squares, torus = bool(rules.options["squares"]), bool(rules.options["torus"])
    book = _core._Book(squares, torus)
    partial = path.with_name(path.name + ".partial")
    found = bytearray()
    if partial.exists():
        found += read_values(partial, PARTIAL, _rules(squares, torus))
        if len(found) > book.num_full():
            raise ValueError(f"expected at most {book.num_full()} values, got more in {partial}")
    solver = _core._Solver(squares, torus, memory << 20, stop)
    written = time.monotonic()
    while len(found) < book.num_full():
        found.append(solver.value(book.full_position(len(found))) + 1)
        if time.monotonic() - written > WRITE_EVERY:
            write_values(partial, PARTIAL, _rules(squares, torus), bytes(found))
            written = time.monotonic()
        if progress is not None:
            progress(len(found) / book.num_full(), solver.nodes())
    write_values(path, BOOK, _rules(squares, torus), book.complete(bytes(found)))
    partial.unlink(missing_ok=True)
    return solver.nodes()


def _rules(squares: bool, torus: bool) -> int:
    return squares + 2 * torus


def write_values(path: Path, magic: bytes, rules: int, values: bytes) -> None:
    """Write a file in one step: whoever reads it sees the old one or the new one."""
    body = zlib.compress(values, 9)
    header = HEADER.pack(magic, VERSION, rules, 0, len(values), zlib.crc32(body))
    write_atomically(path, header + body)


def write_atomically(path: Path, data: bytes) -> None:
    """Replace a file by another that is complete."""
    scratch = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    with scratch.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    scratch.replace(path)


def read_values(path: Path, magic: bytes, rules: int) -> bytes:
    """Read a file back; ValueError with one line if it is not what it should be."""
    data = path.read_bytes()
    what = "a Quarto book" if magic == BOOK else "a Quarto book in the making"
    if len(data) < HEADER.size or data[: len(magic)] != magic:
        raise ValueError(f"expected {what}, got something else or a piece of one in {path}")
    _, version, found_rules, _, count, checksum = HEADER.unpack(data[: HEADER.size])
    if version != VERSION:
        raise ValueError(f"expected {what} of version {VERSION}, got version {version} in {path}")
    if found_rules != rules:
        raise ValueError(f"expected {what} for rule set {rules}, got {found_rules} in {path}")
    body = data[HEADER.size :]
    if zlib.crc32(body) != checksum:
        raise ValueError(f"expected {what}, got a damaged or cut off one in {path}")
    values = zlib.decompress(body)
    if len(values) != count:
        raise ValueError(f"expected {count} values, got {len(values)} in {path}")
    return values
