"""The tile tables as Python values, and where the shapes of a tile run.

A tile is 100 wide with its middle at the origin, x to the right and y down, as it lies in the
tables. Edges and half-edges are numbered as in ``tiles/README.md``.
"""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

Point = tuple[float, float]
Curve = tuple[Point, ...]
"""A start, then three points per piece: two handles and the end (cubic Bezier curves)."""

SETS = ("base", "river", "inns")
CORNERS: Curve = ((-50, -50), (50, -50), (50, 50), (-50, 50))
"""Edge e runs from corner e to corner e + 1."""

GAPS: tuple[Curve, ...] = (
    (),
    ((-50, -50), (-28, -11), (28, -11), (50, -50)),
    ((-50, -50), (-34, -14), (14, 34), (50, 50)),
    ((-50, -50), (-15, -32), (-15, 32), (-50, 50)),
)
"""The wall along 1, 2 or 3 edges in a row, from the north edge on, that are not the city's."""

STRAIGHT: Curve = ((0, -50), (0, -30), (5, -17), (3, 0), (1, 17), (0, 30), (0, 50))
PLAIN: Curve = ((0, -50), (0, -20), (0, 20), (0, 50))
BEND: Curve = ((0, -50), (0, -18), (18, 0), (50, 0))
STREAM: Curve = ((0, -50), (0, -32), (-7, -20), (-4, 0), (-1, 20), (0, 32), (0, 50))

WALLS: dict[tuple[str, int], tuple[Curve, ...]] = {
    # The city reaches the corner between two fields.
    ("IC7", 0): (
        ((50, -50), (11, -25), (11, 25), (50, 50)),
        ((50, 50), (8, 38), (-38, -8), (-50, -50)),
    ),
}
"""Walls that do not follow from the edges."""

LANES: dict[tuple[str, str], Curve] = {
    ("IC8", "road2"): ((0, 50), (0, 30), (5, 14), (3, 0), (1, -12), (0, -18), (0, -28)),
    ("IC9", "road1"): ((50, 0), (28, 0), (8, 4), (-7, -7)),
    ("IC10", "road2"): ((0, 50), (0, 28), (4, 8), (-7, -7)),
    ("RV1", "river2"): ((0, 50), (0, 34), (-9, 22), (-4, 10), (-2, 4), (0, 0), (0, -6)),
    ("RV2", "river0"): ((0, -50), (0, -36), (5, -24), (2, -12), (1, -8), (0, -4), (0, 0)),
    ("RV5", "road1"): ((50, 0), (20, 0), (-20, 0), (-50, 0)),
    ("RV5", "river0"): PLAIN,
    ("RV7", "river1"): ((50, 0), (30, 0), (22, 19), (0, 19), (-22, 19), (-30, 0), (-50, 0)),
    ("RV7", "road2"): ((0, 50), (0, 36), (0, 20), (0, -6)),
    ("RV8", "river1"): ((50, 0), (30, 0), (22, 6), (0, 6), (-22, 6), (-30, 0), (-50, 0)),
    ("RV8", "road2"): ((0, 50), (0, 30), (0, 0), (0, -28)),
}
"""Roads and rivers that do not follow from the edges: by type, kind and first edge."""


class City(NamedTuple):
    """One city segment."""

    edges: tuple[int, ...]
    pennants: int
    cathedral: bool


class Road(NamedTuple):
    """One road segment; ``ends_at`` says at what, if it has one edge only."""

    edges: tuple[int, ...]
    ends_at: str
    inn: bool


class Tile(NamedTuple):
    """One type of the tables."""

    id: str
    copies: int
    edges: str
    cities: tuple[City, ...]
    roads: tuple[Road, ...]
    fields: tuple[tuple[int, ...], ...]
    """The half-edges of every field segment."""
    rivers: tuple[tuple[int, ...], ...]
    """The edges of every stretch of river."""
    monastery: bool
    garden_copies: int
    role: str
    """``spring``, ``lake`` or nothing."""
    note: str


@cache
def tiles() -> dict[str, Tile]:
    """All types by id, in the order of the tables."""
    folder = Path(__file__).parent.parent / "tiles"
    read = (json.loads((folder / f"{name}.json").read_text("utf-8")) for name in SETS)
    return {row["id"]: _tile(row) for table in read for row in table["tiles"]}


def tile_of(kind: str) -> Tile:
    """The type of a kind: ``Eg`` is an E with a garden."""
    return tiles()[kind.removesuffix("g")]


def turn(point: Point, rotation: int) -> Point:
    """Where a point comes to lie when the tile is turned clockwise, by degrees."""
    x, y = point
    for _ in range(rotation // 90 % 4):
        x, y = -y, x
    return x, y


def turned(curve: Sequence[Point], rotation: int) -> Curve:
    """A curve turned with its tile."""
    return tuple(turn(point, rotation) for point in curve)


def path(*curves: Sequence[Point], closed: bool = False) -> str:
    """The curves as the ``d`` of an SVG path; each begins where the last ended, or anew."""
    parts: list[str] = []
    at: Point | None = None
    for first, *others in curves:
        if first != at:
            parts.append(("L" if closed and at else "M") + _numbers([first]))
        for i in range(0, len(others), 3):
            parts.append("C" + _numbers(others[i : i + 3]))
        at = others[-1] if others else first
    return "".join(parts) + ("Z" if closed else "")


def middle(curve: Curve) -> Point:
    """The point half-way along a curve's handles."""
    if len(curve) == 7:
        return curve[3]
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = curve
    return (ax + 3 * bx + 3 * cx + dx) / 8, (ay + 3 * by + 3 * cy + dy) / 8


def walls(tile: Tile, index: int) -> tuple[Curve, ...]:
    """The walls of a city segment: where it borders fields, clockwise round the tile."""
    if (tile.id, index) in WALLS:
        return WALLS[tile.id, index]
    edges = tile.cities[index].edges
    found = []
    for edge in range(4):
        if edge in edges or (edge - 1) % 4 not in edges:
            continue
        length = next(n for n in range(1, 4) if (edge + n) % 4 in edges)
        found.append(turned(GAPS[length], 90 * edge))
    return tuple(found)


def city_outline(tile: Tile, index: int) -> str:
    """The ground of a city segment, as the ``d`` of a closed path."""
    found = walls(tile, index)
    if not found:
        return "M-50-50H50V50H-50Z"
    # Between one wall's end and the next wall's start the tile's own edges are the border.
    curves: list[Sequence[Point]] = []
    for i, wall in enumerate(found):
        curves.append(wall)
        goal = found[(i + 1) % len(found)][0]
        corner = CORNERS.index(wall[-1])
        while CORNERS[corner] != goal:
            corner = (corner + 1) % 4
            curves.append((CORNERS[corner],))
    return path(*curves, closed=True)


def lane(tile: Tile, kind: str, edges: tuple[int, ...], ends_at: str = "") -> Curve:
    """Where a road or a river runs, from its first edge on."""
    special = LANES.get((tile.id, f"{kind}{edges[0]}"))
    if special:
        return special
    first = edges[0]
    if len(edges) == 1:
        stop = {"city": -24.0, "monastery": -8.0}.get(ends_at, -2.0)
        return turned(((0, -50), (0, -40), (0, stop - 10), (0, stop)), 90 * first)
    if edges[1] - first == 2:
        return turned(STRAIGHT if kind == "road" else STREAM, 90 * first)
    # Edges 0 and 3 are neighbours too: the bend then begins at edge 3.
    return turned(BEND, 90 * (first if edges[1] - first == 1 else 3))


def _tile(row: Any) -> Tile:
    cities = (
        City(tuple(c["edges"]), c["pennants"], c.get("cathedral", False)) for c in row["cities"]
    )
    roads = (
        Road(tuple(r["edges"]), r.get("ends_at", ""), r.get("inn", False)) for r in row["roads"]
    )
    return Tile(
        row["id"],
        row["count"],
        row["edges"],
        tuple(cities),
        tuple(roads),
        tuple(tuple(field["halves"]) for field in row["fields"]),
        tuple(tuple(river["edges"]) for river in row.get("rivers", [])),
        row["monastery"],
        row["garden_copies"],
        row.get("role", ""),
        row["note"],
    )


def _numbers(points: Sequence[Point]) -> str:
    """Numbers as short as SVG allows: a minus sign also separates."""
    written = ""
    for value in (round(v, 1) for point in points for v in point):
        short = f"{value:g}"
        written += short if not written or short.startswith("-") else f" {short}"
    return written
