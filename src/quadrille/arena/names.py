"""Names of agents for narrow columns: a spec may be longer than its column is wide.

Cut at the end, specs that differ in their last field read alike. So fields that all specs of one
agent have in common go first, then the middle of what is left; what differs stays.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from quadrille.core.agents.fields import FIELD_NAME

CUT = "\N{HORIZONTAL ELLIPSIS}"
"""Stands for what was left out."""
MIN_WIDTH = 8
"""The least width of a shortened name."""

_FIELDS = re.compile(
    rf"(?P<head>.*?)(?P<opened>[:\[])(?P<fields>{FIELD_NAME}=[^\]]*)(?P<tail>\]:.*)?", re.DOTALL
)
_COMMA = re.compile(rf",(?=\s*{FIELD_NAME}\s*=)")


class _Spec(NamedTuple):
    """A spec in its parts."""

    head: str
    fields: tuple[str, ...]
    tail: str


def short_names(names: Sequence[str], width: int) -> list[str]:
    """The names, each of at most ``width`` characters if it is 8 or more; different ones stay so.

    Names that fit are returned as they are, unless others of the same agent do not.
    """
    width = max(width, MIN_WIDTH)
    different = list(dict.fromkeys(names))
    groups: dict[tuple[str, str], list[str]] = {}
    for name in different:
        spec = _split(name)
        groups.setdefault((spec.head, spec.tail), []).append(name)
    short: dict[str, str] = {}
    for group in groups.values():
        short.update(_shorten_group(group, width))
    for alike in _alike(short):
        short.update(_from_difference(alike, width))
    short.update(_numbered([name for alike in _alike(short) for name in alike], width))
    return [short[name] for name in names]


def _shorten_group(names: list[str], width: int) -> dict[str, str]:
    """Names of one agent, by what they differ in."""
    if all(len(name) <= width for name in names):
        return dict(zip(names, names, strict=True))
    specs = [_split(name) for name in names]
    if len(names) == 1:
        return {names[0]: _cut_middle(names[0], width, 0 if specs[0].fields else (width - 1) // 2)}
    set_fields = [set(spec.fields) for spec in specs if spec.fields]  # one may have defaults only
    common = set.intersection(*set_fields) if len(set_fields) > 1 else set()
    found = {}
    for name, spec in zip(names, specs, strict=True):
        own = ",".join(field for field in spec.fields if field not in common)
        left = CUT if common.intersection(spec.fields) or spec.tail else ""
        end = ",".join(filter(None, (own, left)))
        text = f"{spec.head}:{end}" if end else spec.head
        if len(text) > width and own:  # rather without its end than without what differs
            text = f"{spec.head}:{own}"
        found[name] = _cut_middle(text, width, len(own) if len(set_fields) > 1 else 0)
    return found


def _cut_middle(text: str, width: int, end: int) -> str:
    """A text without its middle; the last ``end`` characters stay, if there is room."""
    if len(text) <= width:
        return text
    end = min(end, width - 2)
    return text[: width - 1 - end] + CUT + text[len(text) - end :]


def _alike(short: dict[str, str]) -> list[list[str]]:
    """Names that were shortened to the same text."""
    found: dict[str, list[str]] = {}
    for name, text in short.items():
        found.setdefault(text, []).append(name)
    return [names for names in found.values() if len(names) > 1]


def _from_difference(names: list[str], width: int) -> dict[str, str]:
    """Names from where they begin to differ."""
    columns = zip(*names, strict=False)
    start = next((i for i, letters in enumerate(columns) if len(set(letters)) > 1), 0)
    return {name: _cut_middle(CUT + name[start:], width, 0) for name in names}


def _numbered(names: list[str], width: int) -> dict[str, str]:
    """Names with numbers, where nothing else tells them apart."""
    ends = {name: f"#{number}" for number, name in enumerate(names, 1)}
    return {name: _cut_middle(name, width - len(end), 0) + end for name, end in ends.items()}


def _split(name: str) -> _Spec:
    found = _FIELDS.fullmatch(name)
    if found is None or (found["opened"] == "[") != bool(found["tail"]):
        return _Spec(name, (), "")
    fields = tuple(part.strip() for part in _COMMA.split(found["fields"]))
    return _Spec(found["head"], fields, (found["tail"] or "")[1:])
