"""Messages of protocol buffers, read and written: the few lines of it that ONNX needs.

A message is a row of fields, each with a number, whose meaning is the reader's business. What is
read comes from anywhere: whatever is wrong raises ``Damaged``.
"""

import struct
from collections.abc import Iterator

# How the value of a field is written.
VARINT, EIGHT_BYTES, LENGTH, FOUR_BYTES = 0, 1, 2, 5

Fields = list[tuple[int, "int | float | str | bytes"]]
"""Numbers of fields and what they hold."""


class Damaged(Exception):
    """Why some bytes are not what they should be."""


# --- reading -------------------------------------------------------------------------------


def read_fields(data: memoryview) -> Iterator[tuple[int, int | memoryview]]:
    """The fields of a message, by their numbers: whole numbers, or the bytes of anything else."""
    at = 0
    while at < len(data):
        key, at = _read_varint(data, at)
        how = key & 7
        if how == VARINT:
            number, at = _read_varint(data, at)
            yield key >> 3, number
            continue
        if how == LENGTH:
            length, at = _read_varint(data, at)
        elif how in (EIGHT_BYTES, FOUR_BYTES):
            length = 8 if how == EIGHT_BYTES else 4
        else:
            raise Damaged("the file is something else")
        if length > len(data) - at:
            raise Damaged("the file is cut short or something else")
        yield key >> 3, data[at : at + length]
        at += length


def read_message(value: int | memoryview | None) -> dict[int, int | memoryview]:
    """The fields of a message inside another, the last of each number."""
    if not isinstance(value, memoryview):
        raise Damaged("the file is damaged or something else")
    return dict(read_fields(value))


def read_numbers(value: int | memoryview) -> list[int]:
    """Whole numbers: one, or a packed list of them."""
    if isinstance(value, int):
        return [value]
    found, at = [], 0
    while at < len(value):
        number, at = _read_varint(value, at)
        found.append(number)
    return found


def read_text(value: int | memoryview | None) -> str:
    """The text of a field."""
    try:
        if isinstance(value, memoryview):
            return bytes(value).decode()
    except UnicodeDecodeError:
        pass
    raise Damaged("the file is damaged or something else")


def _read_varint(data: memoryview, at: int) -> tuple[int, int]:
    """A whole number of variable length, and where it ends."""
    number = 0
    for index in range(10):
        if at + index >= len(data):
            raise Damaged("the file is cut short or something else")
        byte = data[at + index]
        number |= (byte & 127) << (7 * index)
        if byte < 128:
            return number, at + index + 1
    raise Damaged("the file is something else")


# --- writing -------------------------------------------------------------------------------


def message(fields: Fields) -> bytes:
    """The message of some fields: whole numbers of at least 0, floats, texts, other messages."""
    parts = []
    for number, value in fields:
        if isinstance(value, int):
            parts.append(_varint(number << 3 | VARINT) + _varint(value))
        elif isinstance(value, float):
            parts.append(_varint(number << 3 | FOUR_BYTES) + struct.pack("<f", value))
        else:
            data = value.encode() if isinstance(value, str) else value
            parts.append(_varint(number << 3 | LENGTH) + _varint(len(data)) + data)
    return b"".join(parts)


def _varint(number: int) -> bytes:
    found = bytearray()
    while number > 127:
        found.append(number & 127 | 128)
        number >>= 7
    found.append(number)
    return bytes(found)
