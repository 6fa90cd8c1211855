"""The areas of the segments of a tile, as polygons: what a person points at.

Cities have the outline that is drawn. A field is what can be reached on the tile without crossing
a wall, a road or a river, cut into small squares.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from math import hypot

from quadrille.games.carcassonne.drawing.art_tiles import (
    Curve,
    Point,
    Tile,
    city_outline,
    lane,
    path,
    tile_of,
    turned,
)
from quadrille.games.carcassonne.drawing.stands import layout

STEP = 2.5
"""The side of the squares that a field is made of."""
CELLS = round(100 / STEP)
PIECES = 8
"""Lines that stand for a piece of a curve."""
NEAR_ROAD, NEAR_RIVER = 5.0, 8.0
"""How far from its middle a road or a river reaches."""
BORDERS: dict[str, Curve] = {
    "IC2": ((-12, 0), (-4, 0), (4, 0), (12, 0)),
    "IC5": ((0, -50), (0, -20), (0, 20), (0, 50)),
    "IC7": ((36, 36), (40, 40), (45, 45), (52, 52)),
}
"""What else keeps fields apart: a monastery, a village, a city that reaches a corner."""
HALF_EDGES: Curve = (
    (-25, -49),
    (25, -49),
    (49, -25),
    (49, 25),
    (25, 49),
    (-25, 49),
    (-49, 25),
    (-49, -25),
)
_TOKEN = re.compile(r"[MLCHVZ]|-?\d*\.?\d+")


def city_area(kind: str, rotation: int, index: int) -> Curve:
    """A city segment of the turned tile, as a polygon."""
    return turned(_city(tile_of(kind).id, index), rotation)


def road_line(kind: str, rotation: int, index: int) -> Curve:
    """A road of the turned tile, as a curve."""
    tile = tile_of(kind)
    road = tile.roads[index]
    return turned(lane(tile, "road", road.edges, road.ends_at), rotation)


def field_area(kind: str, rotation: int, index: int) -> Iterator[Curve]:
    """A field of the turned tile, as rectangles."""
    for left, top, right, bottom in _fields(tile_of(kind).id)[index]:
        yield turned(((left, top), (right, top), (right, bottom), (left, bottom)), rotation)


def polygon(points: Sequence[Point]) -> str:
    """The ``d`` of a closed path through points."""
    return "M" + "L".join(f"{x:.4g} {y:.4g}" for x, y in points) + "Z"


def outline(areas: Sequence[Curve]) -> str:
    """The ``d`` of the border of some polygons together: sides that two of them share are left
    out."""
    sides = [pair for area in areas for pair in pairwise((*area, area[0]))]
    known = set(sides)
    parts: list[str] = []
    at: Point | None = None
    for start, end in sides:
        if (end, start) in known:
            at = None
            continue
        parts.append(f"{'' if start == at else f'M{start[0]:.4g} {start[1]:.4g}'}")
        parts.append(f"L{end[0]:.4g} {end[1]:.4g}")
        at = end
    return "".join(parts)


def moved(points: Curve, middle: Point) -> Curve:
    """Points that were given from the middle of a tile, on the map."""
    return tuple((x + middle[0], y + middle[1]) for x, y in points)


def line(curve: Curve, middle: Point) -> str:
    """The ``d`` of a curve that was given from the middle of a tile."""
    return path(moved(curve, middle))


@cache
def _city(id_: str, index: int) -> Curve:
    """The outline of a city segment with its curves cut into lines."""
    tokens = _TOKEN.findall(city_outline(tile_of(id_), index))
    points: list[Point] = []
    at, command = 0, ""
    while at < len(tokens):
        if tokens[at] in "MLCHVZ":
            command, at = tokens[at], at + 1
            continue
        if command in "HV":
            x, y = points[-1]
            number = float(tokens[at])
            points.append((number, y) if command == "H" else (x, number))
            at += 1
            continue
        count = 6 if command == "C" else 2
        numbers = [float(each) for each in tokens[at : at + count]]
        pairs: list[Point] = list(zip(numbers[::2], numbers[1::2], strict=True))
        points += _flat((points[-1], *pairs))[1:] if command == "C" else pairs
        at += count
    return tuple(points)


def _flat(curve: Curve) -> list[Point]:
    """Points on a curve, a few for each of its pieces."""
    found = [curve[0]]
    for i in range(0, len(curve) - 1, 3):
        a, b, c, d = curve[i : i + 4]
        for step in range(1, PIECES + 1):
            t = step / PIECES
            u = 1 - t
            parts = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
            x = sum(part * each[0] for part, each in zip(parts, (a, b, c, d), strict=True))
            y = sum(part * each[1] for part, each in zip(parts, (a, b, c, d), strict=True))
            found.append((x, y))
    return found


@cache
def _fields(id_: str) -> tuple[tuple[tuple[float, float, float, float], ...], ...]:
    """Every field of a type as rectangles: left, top, right and bottom."""
    tile = tile_of(id_)
    free = {
        (column, row)
        for column in range(CELLS)
        for row in range(CELLS)
        if not _is_built(tile, _middle(column, row))
    }
    found = []
    for halves, farm in zip(tile.fields, layout()[id_]["farms"], strict=True):
        (x, y, _), _ = farm
        seeds = [(x, y), *(HALF_EDGES[half] for half in halves)]
        found.append(tuple(_rectangles(_flood(free, [_cell(seed) for seed in seeds]))))
    return tuple(found)


def _middle(column: int, row: int) -> Point:
    return STEP * (column + 0.5) - 50, STEP * (row + 0.5) - 50


def _cell(point: Point) -> tuple[int, int]:
    return tuple(min(max(int((each + 50) / STEP), 0), CELLS - 1) for each in point)  # type: ignore[return-value]


def _is_built(tile: Tile, point: Point) -> bool:
    """Whether a city, a road or a river is at a point."""
    if any(_inside(point, _city(tile.id, index)) for index in range(len(tile.cities))):
        return True
    roads = [lane(tile, "road", road.edges, road.ends_at) for road in tile.roads]
    roads += [BORDERS[tile.id]] if tile.id in BORDERS else []
    rivers = (lane(tile, "river", edges) for edges in tile.rivers)
    return any(_is_near(point, each, NEAR_ROAD) for each in roads) or any(
        _is_near(point, each, NEAR_RIVER) for each in rivers
    )


def _inside(point: Point, outline: Curve) -> bool:
    x, y = point
    odd = False
    for (ax, ay), (bx, by) in pairwise((*outline, outline[0])):
        if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
            odd = not odd
    return odd


def _is_near(point: Point, curve: Curve, distance: float) -> bool:
    x, y = point
    for (ax, ay), (bx, by) in pairwise(_flat(curve)):
        length = hypot(bx - ax, by - ay) or 1.0
        along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length**2
        along = min(max(along, 0.0), 1.0)
        if hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay)) < distance:
            return True
    return False


def _flood(free: set[tuple[int, int]], seeds: list[tuple[int, int]]) -> set[tuple[int, int]]:
    """The free squares that are connected with one of the seeds."""
    found, waiting = set[tuple[int, int]](), seeds
    while waiting:
        column, row = waiting.pop()
        if (column, row) not in free or (column, row) in found:
            continue
        found.add((column, row))
        waiting += [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]
    return found


def _rectangles(cells: set[tuple[int, int]]) -> Iterator[tuple[float, float, float, float]]:
    """Rows of squares as rectangles; rows that are equal are one."""
    open_: dict[tuple[int, int], int] = {}
    for row in range(CELLS + 1):
        runs = set(_runs(sorted(column for column, at in cells if at == row)))
        for run in [run for run in open_ if run not in runs]:
            top, left, right = open_.pop(run), *run
            yield STEP * left - 50, STEP * top - 50, STEP * right - 50, STEP * row - 50
        open_ |= {run: row for run in runs if run not in open_}


def _runs(columns: list[int]) -> Iterator[tuple[int, int]]:
    """Columns in a row, from the first to the one after the last."""
    start = None
    for place, column in enumerate(columns):
        start = column if start is None else start
        if place + 1 == len(columns) or columns[place + 1] != column + 1:
            yield start, column + 1
            start = None
