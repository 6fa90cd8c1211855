"""Game options: the same description serves the command line, forms, pages and position texts."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

from quadrille.core.errors import BadOption, BadPosition
from quadrille.core.suggest import unknown

Value = bool | int | float | str

NUMBER = re.compile(r"-?[0-9.]+(e[+-]?[0-9]+)?")
"""How numbers are typed; the same for games in C++ and in Python."""


@dataclass(frozen=True)
class Option:
    """One option of a game."""

    name: str
    kind: str
    """``bool``, ``int``, ``float`` or ``choice``."""
    default: Value
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    doc: str = ""

    def expected(self) -> str:
        """What a value must be, in words."""
        if self.kind == "bool":
            return "true or false"
        if self.kind == "choice":
            return f"one of {' '.join(self.choices)}"
        noun = "a whole number" if self.kind == "int" else "a number"
        bounds = [
            f"{word} {bound:g}"
            for word, bound in (("from", self.low), ("to", self.high))
            if bound is not None
        ]
        return " ".join([noun, *bounds])

    def check(self, value: object) -> Value:
        """Return the value in its own type, or raise BadOption."""
        if isinstance(value, str) and self.kind != "choice":
            return self.parse(value)
        if self.kind == "bool" and isinstance(value, bool):
            return value
        if self.kind == "choice" and isinstance(value, str) and value in self.choices:
            return value
        if isinstance(value, int) and not isinstance(value, bool) and self._within(value):
            if self.kind == "int":
                return value
            if self.kind == "float":
                return float(value)
        if self.kind == "float" and isinstance(value, float) and self._within(value):
            return value
        raise BadOption(f"expected {self.expected()} for option {self.name!r}, got {value!r}")

    def parse(self, text: str) -> Value:
        """Return the value of a text such as ``true`` or ``12``, or raise BadOption."""
        value: object = text
        if self.kind == "bool":
            value = {"true": True, "false": False}.get(text)
        elif self.kind in ("int", "float"):
            try:
                number = text if NUMBER.fullmatch(text) else ""
                value = int(number) if self.kind == "int" else float(number)
            except ValueError:
                value = None
        if value is None:
            raise BadOption(f"expected {self.expected()} for option {self.name!r}, got {text!r}")
        return self.check(value)

    def text(self, value: Value) -> str:
        """Return the value as it is typed."""
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, float):
            return f"{value:g}" if float(f"{value:g}") == value else repr(value)
        return str(value)

    def _within(self, value: float) -> bool:
        low = -inf if self.low is None else self.low
        high = inf if self.high is None else self.high
        return low <= value <= high


def checked(fields: Sequence[Option], given: Mapping[str, Any]) -> dict[str, Value]:
    """All options with their values: the given ones checked, the others at their default."""
    known = {field.name: field for field in fields}
    for name in given:
        if name not in known:
            raise BadOption(unknown("option", name, known))
    return {
        name: field.check(given[name]) if name in given else field.default
        for name, field in known.items()
    }


def with_options(fields: Sequence[Option], values: Mapping[str, Value], body: str) -> str:
    """Return a position text: every option that differs from its default, then the body."""
    tokens = [
        f"{field.name}={field.text(values[field.name])}"
        for field in fields
        if values[field.name] != field.default
    ]
    return " ".join([*tokens, body])


def split_options(
    fields: Sequence[Option], given: Mapping[str, Value], text: str
) -> tuple[dict[str, Value], str]:
    """Take the option tokens off a position text.

    Options that the text does not name come from ``given``; naming one differently from a
    non-default given value is a conflict.
    """
    known = {field.name: field for field in fields}
    values = {name: given.get(name, field.default) for name, field in known.items()}
    named: set[str] = set()
    body = text
    while "=" in (token := body.split(" ", 1)[0]):
        name, _, value = token.partition("=")
        if name not in known:
            raise BadPosition(f"unknown option {name!r} in position {text!r}")
        if name in named:
            raise BadPosition(f"option {name!r} twice in position {text!r}")
        named.add(name)
        wanted = values[name]
        try:
            values[name] = known[name].parse(value)
        except BadOption as error:
            raise BadPosition(f"{error} in position {text!r}") from None
        if wanted not in (values[name], known[name].default):
            raise BadPosition(
                f"the game has {name}={known[name].text(wanted)}, which conflicts with "
                f"{token!r} in position {text!r}"
            )
        body = body[len(token) + 1 :]
    return values, body
