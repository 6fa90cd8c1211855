"""What stands on a tile, drawn with few elements: alike parts of many things are one path.

A browser takes as long for a map as it has elements, and a map has many hundred houses and trees.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from quadrille.core.drawing.svg import element
from quadrille.games.carcassonne.drawing.art_symbols import HOUSE, PREFIX, shapes
from quadrille.games.carcassonne.drawing.art_tiles import Point

Standing = tuple[str, Point]
"""A symbol and its place on the turned tile."""
_TOKEN = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)")
_COORDINATES = {"M": "xy", "L": "xy", "H": "x", "V": "y", "C": "xy", "Q": "xy", "A": "rr0ffxy"}
_BOXES = {
    "house": (9, 7, 9),
    "tree": (7, 8, 8),
    "pine": (6, 11, 8),
    "bush": (7, 5, 5),
}
"""How far a thing reaches to either side, up and down; others reach so far:"""
_LARGE = (22, 26, 16)


def standing(things: Sequence[Standing]) -> Iterator[str]:
    """Things from back to front: what overlaps lies in layers of its own, the last one in front."""
    layers: list[list[Standing]] = []
    depths: list[tuple[Standing, int]] = []
    for thing in sorted(things, key=lambda each: each[1][::-1]):
        depth = max((below + 1 for other, below in depths if _overlap(thing, other)), default=0)
        depths.append((thing, depth))
        layers += [[]] if depth == len(layers) else []
        layers[depth].append(thing)
    for layer in layers:
        yield from _layer(layer)


def _overlap(one: Standing, other: Standing) -> bool:
    (ax, ay), (bx, by) = one[1], other[1]
    (a_wide, a_up, a_down), (b_wide, b_up, b_down) = (_box(each[0]) for each in (one, other))
    across = abs(ax - bx) < a_wide + b_wide
    return across and ay - a_up < by + b_down and by - b_up < ay + a_down


def _box(name: str) -> tuple[int, int, int]:
    return _BOXES.get(name.partition("-")[0], _LARGE)


def _layer(things: Sequence[Standing]) -> Iterator[str]:
    """Things of which none covers another: part by part, the same parts of all in one path."""
    paths: dict[tuple[int, str], str] = {}
    for name, (x, y) in things:
        parts = shapes().get(name)
        if parts is None:
            yield element("use", href=f"#{PREFIX}{name}", x=x or None, y=y or None)
            continue
        for order, class_, d in parts:
            scale = HOUSE if name.startswith("house") else 1
            paths[order, class_] = paths.get((order, class_), "") + moved(d, x, y, scale)
    for (_, class_), d in sorted(paths.items()):
        yield element("path", class_=class_, d=d)


@cache
def moved(d: str, x: float, y: float, scale: float = 1) -> str:
    """A path enlarged and then moved; it has no smooth curves, and relative lines only."""
    shifts = {"x": x, "y": y, "r": 0.0}
    tokens = _TOKEN.findall(d)
    written, command, index = "", "", 0
    for token in tokens:
        if token.isalpha():
            command, index = token, 0
            written += token
            continue
        kinds = _COORDINATES.get(command.upper(), "xy")
        kind = kinds[index % len(kinds)]
        index += 1
        if kind in "0f":  # the rotation and the flags of an arc
            value = float(token)
        else:
            value = scale * float(token) + (shifts[kind] if command.isupper() else 0)
        written += _number(value, written)
    return written


def _number(value: float, before: str) -> str:
    """As short as SVG allows: a minus sign and a letter separate as well."""
    short = f"{round(value, 1):g}"
    return short if before[-1:].isalpha() or short.startswith("-") else f" {short}"
