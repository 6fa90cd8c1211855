"""Options and position texts of Sheep."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from .sheep_field import Cell

Value = bool | int | float

# "`players=4` (2 to 4; `teams` needs 4), `size` (6 to 20), `cells`, `sheep` (2 to 64), `hidden`,
# `teams`, `exponent=1.25` may be set one by one as well".
DEFAULTS: dict[str, Value] = {
    "game": 1,
    "players": 4,
    "size": 0,  # 0: as the numbered game says, here and in the next two
    "cells": 0,
    "sheep": 0,
    "hidden": False,
    "teams": False,
    "exponent": 1.25,
}
RANGES: dict[str, tuple[float, float]] = {
    "game": (1, 4),
    "players": (2, 4),
    "size": (6, 20),
    "cells": (8, 400),
    "sheep": (2, 64),
    "exponent": (1, 3),
}
# The table of the games: board, free cells and sheep each. Games 3 and 4 are "as 1".
NUMBERED = {1: (12, 64, 16), 2: (15, 100, 32), 3: (12, 64, 16), 4: (12, 64, 16)}

NUMBER = re.compile(r"-?[0-9.]+(e[+-]?[0-9]+)?")
# "each cell is `#` wall, `.` free, or a flock: owner's letter `A` `B` `C` `D` (players 1 to 4)
# and its number of sheep (`A16`), or `?` where hidden (`B?`)"; "`!` follows a count".
CELL_TEXT = re.compile(r"#|\.|([A-D])([1-9][0-9]*|\?)(!?)")
LETTERS = "ABCD"
WALL = "#"
FREE = "."
HIDDEN = "?"
KNOWN = "!"
NOBODY = "-"


@dataclass
class Field:
    """What the rows of a position text say."""

    free: set[Cell] = field(default_factory=set)
    owner: dict[Cell, int] = field(default_factory=dict)
    count: dict[Cell, int | None] = field(default_factory=dict)
    known: set[Cell] = field(default_factory=set)


def all_options(given: Mapping[str, Value]) -> dict[str, Value]:
    """The given options, checked, and the others at their defaults."""
    for name, value in given.items():
        if name not in DEFAULTS:
            raise ValueError(f"unknown option {name!r}")
        kind = type(DEFAULTS[name])
        whole_for_float = kind is float and type(value) is int
        if type(value) is not kind and not whole_for_float:
            raise ValueError(f"expected a {kind.__name__} for option {name!r}, got {value!r}")
        low, high = RANGES.get(name, (0, 1))
        unset = name in ("size", "cells", "sheep") and value == 0
        if not unset and not low <= value <= high:
            raise ValueError(f"expected {low} to {high} for option {name!r}, got {value!r}")
    return {name: given.get(name, default) for name, default in DEFAULTS.items()}


def options_text(options: Mapping[str, Value]) -> list[str]:
    """ "options as `name=value` tokens in the order listed", those that are not default."""
    tokens = []
    for name, default in DEFAULTS.items():
        value = options[name]
        if value != default:
            text = str(value).lower() if isinstance(value, bool) else f"{value:g}"
            exact = isinstance(value, bool) or float(text) == value
            tokens.append(f"{name}={text if exact else repr(value)}")
    return tokens


def read_options(tokens: list[str], given: Mapping[str, Value]) -> dict[str, Value]:
    """The options that a text names and those given beside it, which it must not contradict."""
    named: dict[str, Value] = {}
    for token in tokens:
        name, equals, text = token.partition("=")
        if name not in DEFAULTS or not equals:
            raise ValueError(f"expected an option such as 'size=6', got {token!r}")
        if name in named:
            raise ValueError(f"option {name!r} given twice")
        named[name] = _read_value(name, text)
    options = all_options(given)
    for name, value in all_options(named).items():
        if name in named:
            if options[name] not in (DEFAULTS[name], value):
                raise ValueError(f"option {name!r} is {options[name]!r} and {value!r}")
            options[name] = value
    return options


def _read_value(name: str, text: str) -> Value:
    kind = type(DEFAULTS[name])
    if kind is bool:
        if text in ("true", "false"):
            return text == "true"
    elif NUMBER.fullmatch(text):
        try:
            return int(text) if kind is int else float(text)
        except ValueError:
            pass  # such as 1.2.3
    raise ValueError(f"expected a {kind.__name__} for option {name!r}, got {text!r}")


def read_rows(text: str, size: int) -> Field:
    """ROWS: "rows from the top joined by `/`"."""
    rows = text.split("/")
    if len(rows) != size:
        raise ValueError(f"expected {size} rows joined by '/', got {len(rows)}")
    result = Field()
    for y, row in enumerate(rows):
        x = at = 0
        while at < len(row):
            match = CELL_TEXT.match(row, at)
            if match is None:
                raise ValueError(f"expected '#', '.' or a flock such as 'A16' at {row[at:]!r}")
            if match[0] == FREE:
                result.free.add((x, y))
            elif match[0] != WALL:
                result.owner[x, y] = LETTERS.index(match[1])
                result.count[x, y] = None if match[2] == HIDDEN else int(match[2])
                if match[3]:
                    result.known.add((x, y))
            x, at = x + 1, match.end()
        if x != size:
            raise ValueError(f"expected {size} cells a row, got {x} in {row!r}")
    return result
