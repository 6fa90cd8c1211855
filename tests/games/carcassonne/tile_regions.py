"""What of a drawn tile belongs to which segment, as sets of points, and what a figure covers.

A tile is looked at in points one unit apart, 100 by 100, as it lies in the tables; walls, roads and
rivers belong to nobody's land, as wide as they are drawn.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quadrille.games.carcassonne.drawing.art_tiles import (
    CORNERS,
    Curve,
    Point,
    Tile,
    lane,
    tile_of,
    walls,
)
from quadrille.games.carcassonne.drawing.stands import monastery

Mask = NDArray[np.bool_]
"""Indexed by y, then x, both from -49.5 on."""

LINE = np.arange(-49.5, 50)
X, Y = np.meshgrid(LINE, LINE)
WALL, ROAD, RIVER, VILLAGE, CHURCH = 3.3, 5.3, 8.6, 13.6, 19
"""How far each reaches from its middle."""
LAKE: Curve = (
    (-6, -13),
    *((-8, -9), (-25, -8), (-25, 7)),
    *((-25, 22), (-9, 27), (2, 27)),
    *((13, 27), (27, 20), (26, 7)),
    *((25, -6), (11, -8), (9, -13)),
)
HALVES = ((-25, -49), (25, -49), (49, -25), (49, 25), (25, 49), (-25, 49), (-49, 25), (-49, -25))
"""A point beside each half-edge."""
FIGURE: tuple[Point, ...] = (
    *((-8.6, -10.4), (-4.6, -13), (-3.5, -18), (3.5, -18), (4.6, -13), (8.6, -10.4), (4.9, -7)),
    *((5, -5), (8, -1), (11, 6), (11.5, 14), (0, 16), (-11.5, 14), (-11, 6), (-8, -1)),
    *((-5, -5), (-4.9, -7)),
)
"""The outline of a standing figure: hat, head and cloak."""


class Regions(NamedTuple):
    """The land of every segment of a tile that is not turned."""

    cities: list[Mask]
    roads: list[Mask]
    fields: list[Mask]


def polyline(curve: Sequence[Point], steps: int = 24) -> list[Point]:
    """A curve as straight lines."""
    points = [curve[0]]
    for i in range(1, len(curve), 3):
        knots = np.array([points[-1], *curve[i : i + 3]])
        for t in np.linspace(0, 1, steps + 1)[1:]:
            weights = np.array([(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3])
            x, y = weights @ knots
            points.append((float(x), float(y)))
    return points


def distance(curve: Sequence[Point]) -> NDArray[np.float64]:
    """How far every point of the tile is from a curve."""
    points, found = polyline(curve), np.full(X.shape, np.inf)
    for (ax, ay), (bx, by) in pairwise(points):
        dx, dy = bx - ax, by - ay
        part = ((X - ax) * dx + (Y - ay) * dy) / max(dx * dx + dy * dy, 1e-9)
        part = np.clip(part, 0, 1)
        found = np.minimum(found, np.hypot(X - ax - part * dx, Y - ay - part * dy))
    return found


def inside(outline: Sequence[Point]) -> Mask:
    """The points within an outline."""
    found = np.zeros(X.shape, dtype=bool)
    for (ax, ay), (bx, by) in zip(outline, [*outline[1:], outline[0]], strict=True):
        if ay != by:
            found ^= ((ay > Y) != (by > Y)) & ((bx - ax) * (Y - ay) / (by - ay) + ax > X)
    return found


def city_outline(tile: Tile, index: int) -> list[Point]:
    """The border of a city: its walls, and the edges of the tile between them."""
    found = walls(tile, index)
    points: list[Point] = [] if found else list(CORNERS)
    for wall, following in zip(found, [*found[1:], *found[:1]], strict=True):
        points += polyline(wall)
        corner = CORNERS.index(wall[-1])
        while CORNERS[corner] != following[0]:
            corner = (corner + 1) % 4
            points.append(CORNERS[corner])
    return points


def connected(free: Mask, start: Point) -> Mask:
    """What of the free points can be reached from one."""
    seen = np.zeros_like(free)
    row, column = (min(99, max(0, round(each + 49.5))) for each in start[::-1])
    todo = [(row, column)] if free[row, column] else []
    while todo:
        row, column = todo.pop()
        if not (0 <= row < 100 and 0 <= column < 100) or seen[row, column]:
            continue
        if free[row, column]:
            seen[row, column] = True
            todo += [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
    return seen


@cache
def regions(id_: str) -> Regions:
    """The land of every segment of a type."""
    tile = tile_of(id_)
    cities = [inside(city_outline(tile, index)) for index in range(len(tile.cities))]
    roads = [distance(lane(tile, "road", each.edges, each.ends_at)) <= ROAD for each in tile.roads]
    blocked = np.zeros(X.shape, dtype=bool)
    for city in cities:
        blocked |= city
    for index in range(len(tile.cities)):
        for wall in walls(tile, index):
            blocked |= distance(wall) <= WALL
    for road in roads:
        blocked |= road
    for edges in tile.rivers:
        blocked |= distance(lane(tile, "river", edges)) <= RIVER
    blocked |= _middle(tile)
    fields = []
    for halves in tile.fields:
        field = np.zeros(X.shape, dtype=bool)
        for start in [HALVES[half] for half in halves] or [(0, 0)]:
            field |= connected(~blocked, start)
        fields.append(field)
    return Regions(cities, roads, fields)


def _middle(tile: Tile) -> Mask:
    """What stands in the middle of a tile and parts its fields."""
    if tile.role == "lake":
        return inside(polyline(LAKE))
    if tile.role == "spring":
        return np.asarray((np.abs(X) <= 16) & (np.abs(Y + 12) <= 12))
    if tile.id == "IC5":
        return np.asarray(np.abs(X) <= 11)
    if tile.monastery:
        x, y = monastery(tile)
        return np.asarray(np.hypot(X - x, Y - y - 2) <= CHURCH)
    if any(road.ends_at == "village" for road in tile.roads):
        return np.asarray(np.hypot(X, Y) <= VILLAGE)
    return np.zeros(X.shape, dtype=bool)


def silhouette(*, lying: bool, steps: int = 4) -> list[Point]:
    """Points on the border of a figure and within it, its middle at the origin."""
    found: list[Point] = [(0, 0), (0, 8), (5, 8), (-5, 8), (0, -10)]
    for (ax, ay), (bx, by) in zip(FIGURE, [*FIGURE[1:], FIGURE[0]], strict=True):
        found += [(ax + (bx - ax) * i / steps, ay + (by - ay) * i / steps) for i in range(steps)]
    return [(y, -x) for x, y in found] if lying else found


def covers(mask: Mask, points: Iterable[Point]) -> bool:
    """Whether all points lie on it."""
    return all(holds(mask, point) for point in points)


def holds(mask: Mask, point: Point) -> bool:
    """Whether a point lies on it; nothing beyond the tile does."""
    x, y = (round(each + 49.5) for each in point)
    return 0 <= x < 100 and 0 <= y < 100 and bool(mask[y, x])


def turned_back(point: Point, rotation: int) -> Point:
    """Where a point of a turned tile is on the tile as it lies in the tables."""
    x, y = point
    for _ in range(rotation // 90 % 4):
        x, y = y, -x
    return x, y


def where(mask: Mask, points: Iterable[Point]) -> Mask:
    """The places at which all points, seen from there, lie on the mask."""
    found = mask.copy()
    for x, y in {(round(x), round(y)) for x, y in points}:
        found &= _shifted(mask, x, y)
    return found


def _shifted(mask: Mask, x: int, y: int) -> Mask:
    found = np.zeros_like(mask)

    def part(by: int) -> tuple[slice, slice]:
        here = slice(max(0, -by), min(100, 100 - by))
        return here, slice(here.start + by, here.stop + by)

    (rows, from_rows), (columns, from_columns) = part(y), part(x)
    found[rows, columns] = mask[from_rows, from_columns]
    return found
