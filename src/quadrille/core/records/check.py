"""Untrusted JSON, read value by value: each error is one line that says what was expected."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from quadrille.core.errors import BadRecord


def short(value: object) -> str:
    """The repr of a value, cut to what fits in a line."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


@dataclass(frozen=True)
class JsonObject:
    """A JSON object whose values are checked when they are read."""

    data: dict[str, Any]
    path: str = ""

    @classmethod
    def parse(cls, text: str) -> "JsonObject":
        """The object of a JSON text."""
        try:
            data = json.loads(text, parse_constant=_refuse)
        except json.JSONDecodeError as error:
            place = f"column {error.colno}" if error.lineno == 1 else f"line {error.lineno}"
            raise BadRecord(
                f"expected a JSON object, got {short(text)}: {error.msg} at {place}"
            ) from None
        except (ValueError, RecursionError) as error:
            raise BadRecord(f"expected a JSON object, got {short(text)}: {error}") from None
        return cls(_of_type(data, dict, "a JSON object", "the record"))

    def has(self, key: str) -> bool:
        """Whether there is a value other than null."""
        return self.data.get(key) is not None

    def text(self, key: str) -> str:
        """A text."""
        return str(_of_type(self._get(key), str, "a text", self._name(key)))

    def integer(self, key: str, low: int | None = None, high: int | None = None) -> int:
        """A whole number."""
        return _integer(self._get(key), self._name(key), low, high)

    def object(self, key: str) -> "JsonObject":
        """An object."""
        found = _of_type(self._get(key), dict, "an object", self._name(key))
        return JsonObject(found, self._name(key))

    def objects(self, key: str) -> "list[JsonObject]":
        """A list of objects."""
        names = self._items(key)
        return [JsonObject(_of_type(v, dict, "an object", n), n) for n, v in names]

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts."""
        return tuple(str(_of_type(v, str, "a text", n)) for n, v in self._items(key))

    def numbers(self, key: str) -> tuple[float, ...]:
        """A list of numbers."""
        return tuple(_number(v, n) for n, v in self._items(key))

    def values(self, key: str, kinds: Sequence[type]) -> dict[str, Any]:
        """An object with plain values."""
        found = self.object(key)
        words = " or ".join(kind.__name__ for kind in kinds)
        for name, value in found.data.items():
            if type(value) not in kinds:
                raise _wrong(found._name(name), words, value)
        return found.data

    def _items(self, key: str) -> list[tuple[str, Any]]:
        """The entries of a list, each with its name for errors."""
        found = _of_type(self._get(key), list, "a list", self._name(key))
        return [(f"{self._name(key)}[{i}]", value) for i, value in enumerate(found)]

    def _get(self, key: str) -> Any:
        if key not in self.data:
            raise BadRecord(f"expected {self._name(key)}, which is missing")
        return self.data[key]

    def _name(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is not a JSON number")


def _wrong(name: str, expected: str, value: Any) -> BadRecord:
    return BadRecord(f"expected {expected} as {name}, got {short(value)}")


def _of_type(value: Any, kind: type, words: str, name: str) -> Any:
    if not isinstance(value, kind):
        raise _wrong(name, words, value)
    return value


def _integer(value: Any, name: str, low: int | None, high: int | None) -> int:
    fits = type(value) is int and (low is None or value >= low) and (high is None or value <= high)
    if not fits:
        bounds = f" from {low}" if low is not None else ""
        bounds += f" to {high}" if high is not None else ""
        raise _wrong(name, f"a whole number{bounds}", value)
    return int(value)


def _number(value: Any, name: str) -> float:
    if type(value) not in (int, float) or abs(value) > 1e300:
        raise _wrong(name, "a number", value)
    return float(value)
