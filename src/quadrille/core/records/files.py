"""Files of records: JSON Lines, one record a line, to which runs append."""

import os
from collections.abc import Iterator
from pathlib import Path

from quadrille.core.errors import BadRecord
from quadrille.core.records.record import Record


def append_record(path: str | Path, record: Record) -> None:
    """Add a record at the end of a file, which is made if there is none.

    The line goes out in one write, so that other appending programs never meet it half. If a
    killed program left half a line behind, that stays a line of its own.
    """
    line = record.to_json().encode() + b"\n"
    with open(path, "a+b", buffering=0) as file:
        if _ends_within_a_line(file.fileno()):
            line = b"\n" + line
        try:
            written = file.write(line)
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(path)) from None
        if written != len(line):
            raise OSError(f"only {written} of {len(line)} bytes were written to {str(path)!r}")


def read_records(path: str | Path, *, skip_bad: bool = False) -> list[Record]:
    """All records of a file; BadRecord for the first line that is none, unless such are skipped."""
    records = []
    for _, found in scan_records(path):
        if isinstance(found, Record):
            records.append(found)
        elif not skip_bad:
            raise found
    return records


def scan_records(path: str | Path) -> Iterator[tuple[int, Record | BadRecord]]:
    """Every line that is not blank: its number, and its record or what is wrong with it."""
    with open(path, "rb") as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                yield number, record_of(f"{path}, line {number}", line)


def record_of(place: str, line: bytes) -> Record | BadRecord:
    """The record of a line, or what is wrong with it; ``place`` says where the line is."""
    try:
        return Record.from_json(line.decode())
    except UnicodeDecodeError as error:
        reason = f"expected UTF-8 text: {error.reason} at byte {error.start + 1}"
    except BadRecord as error:
        reason = str(error)
        if not line.endswith(b"\n"):
            reason = f"the last record is cut off, as if its writer had been killed: {reason}"
    return BadRecord(f"{place}: {reason}")


def _ends_within_a_line(descriptor: int) -> bool:
    size = os.fstat(descriptor).st_size
    return size > 0 and os.pread(descriptor, 1, size - 1) != b"\n"
