"""The tiles drawn: the ground turns with the tile, what stands on it stays upright."""

from collections.abc import Iterable, Iterator
from functools import cache

from quadrille.core.drawing.svg import element
from quadrille.games.carcassonne.drawing.art_layers import standing
from quadrille.games.carcassonne.drawing.art_symbols import PREFIX, SCOPE, symbols
from quadrille.games.carcassonne.drawing.art_tiles import (
    City,
    Curve,
    Point,
    Tile,
    city_outline,
    lane,
    path,
    tile_of,
    turn,
    walls,
)
from quadrille.games.carcassonne.drawing.art_types import TYPES
from quadrille.games.carcassonne.drawing.stands import layout, monastery, town

ROOFS = ("house-red", "house-ochre", "house-red", "house-slate", "house-red", "tree", "house-ochre")
"""What stands in a city, by turns."""
TREES = ("tree", "tree", "bush", "tree", "pine", "bush")
SQUARE = "M-50-50H50V50H-50Z"
INNER = 39.5
"""How far from the middle a house may stand, so that it lies within its tile."""
LAKE = "M-6-13C-8-9-25-8-25 7S-9 27 2 27 27 20 26 7 11-8 9-13"
WAVES = "M-14 4q5-3 10 0t10 0M-6 14q5-3 10 0t10 0"

VARIANTS = 3
"""How many sets of trees every tile has."""

Item = tuple[str, Point]
"""A symbol and where it stands on a tile that is not turned."""
Look = tuple[str, int, int]
"""A kind, its rotation, and the variant."""


def definitions(tiles: Iterable[Look]) -> str:
    """What the picture's ``use`` elements refer to: kinds in the rotations that occur."""
    wanted = sorted(set(tiles))
    grounds = sorted({tile_of(kind).id for kind, _, _ in wanted})
    names = {name for kind, _, variant in wanted for name, _ in items(kind, variant)}
    names |= {"acre"} if any(TYPES[id_].acre for id_ in grounds) else set()
    return "".join(
        (
            _patterns(),
            *(drawing for name, drawing in symbols().items() if name in names),
            *(_ground(id_) for id_ in grounds),
            *(_tile(*look) for look in wanted),
        )
    )


def tile_id(kind: str, rotation: int, variant: int = 0) -> str:
    """The id of a kind in a rotation, with one of several sets of trees and houses."""
    return f"{PREFIX}{kind}-{rotation}" + (f"-{variant}" if variant else "")


def variant_at(x: int, y: int) -> int:
    """How a tile on a cell looks, for copies of a kind to differ."""
    return (7 * x + 11 * y + x * y) % VARIANTS


@cache
def items(kind: str, variant: int = 0) -> list[Item]:
    """Everything that stands on a kind."""
    tile = tile_of(kind)
    art = TYPES[tile.id]
    found: list[Item] = []
    for index, city in enumerate(tile.cities):
        found += _in_city(tile, index, city, variant)
    for road in tile.roads:
        if road.ends_at == "city":
            found.append(("gate", lane(tile, "road", road.edges, road.ends_at)[-1]))
    for i, (x, y) in enumerate(layout()[tile.id]["trees"][variant]):
        found.append((TREES[(i + len(tile.id) + variant) % 6], (x, y)))
    if any(road.ends_at == "village" for road in tile.roads):
        found.append(("village", (0, 0)))
    if tile.id == "IC5":
        found += [("house-ochre", (-2, -18)), ("house-red", (2, 20))]
    if tile.monastery:
        found.append(("monastery", monastery(tile)))
    if tile.role == "spring":
        found.append(("spring", (0, -8)))
    if art.inn:
        found.append(("inn", art.inn))
    if art.garden:
        # Sheep graze where a garden could be, but not on the types that come in great number.
        instead = "tree" if tile.copies > 5 else "sheep"
        found.append(("garden" if kind.endswith("g") else instead, art.garden))
    return found


def _in_city(tile: Tile, index: int, city: City, variant: int) -> Iterator[Item]:
    shape = town(tile, index)
    near = 43 if city.cathedral else 0
    for i, (x, y) in enumerate(shape.houses):
        if x * x + y * y >= near * near and not (city.pennants and _close((x, y), shape.pennant)):
            yield (
                ROOFS[(i + 3 * variant) % len(ROOFS)],
                (max(-INNER, min(INNER, x)), max(-INNER, min(INNER, y))),
            )
    if city.pennants:
        yield "pennant", shape.pennant
    if city.cathedral:
        yield "cathedral", (0, 6)


def _close(one: Point, other: Point) -> bool:
    return abs(one[0] - other[0]) < 14 and abs(one[1] - other[1]) < 15


@cache
def _patterns() -> str:
    """Tufts of grass, and cobbles."""
    grass = "M8 14l1-3 1 3M31 7l1-3 1 3M22 31l1-3 1 3M43 24l1-3 1 3M12 43l1-3 1 3M37 45l1-3 1 3"
    cobbles = "M2 5q2.5-2.6 5 0M12 5q2.5-2.6 5 0M7 13q2.5-2.6 5 0M17 13q2.5-2.6 5 0"
    tufts = element("path", class_="tuft", d=grass)
    stones = element("path", class_="cobble", d=cobbles)
    return _pattern("grass", 50, "meadow", tufts) + _pattern("cobbles", 20, "town", stones)


def _pattern(name: str, size: int, class_: str, drawing: str) -> str:
    return element(
        "pattern",
        element("rect", class_=class_, width=size, height=size),
        drawing,
        id=PREFIX + name,
        width=size,
        height=size,
        patternUnits="userSpaceOnUse",
    )


def _strokes(classes: str, d: str) -> str:
    """One path drawn several times, each time narrower."""
    return "".join(element("path", class_=class_, d=d) for class_ in classes.split())


@cache
def _ground(id_: str) -> str:
    """The map of a type: meadow, cities, water, roads and walls."""
    tile = tile_of(id_)
    # City by city, so that where two walls meet at a corner one lies above the other.
    city_walls = [d for i in range(len(tile.cities)) if (d := path(*walls(tile, i)))]
    rivers = path(*(lane(tile, "river", edges) for edges in tile.rivers))
    roads = [lane(tile, "road", road.edges, road.ends_at) for road in tile.roads]
    parts = [element("path", fill=f"url(#{PREFIX}grass)", d=SQUARE)]
    acre = TYPES[id_].acre
    if acre:
        parts.append(element("use", href=f"#{PREFIX}acre", x=acre[0], y=acre[1]))
    for index in range(len(tile.cities)):
        fill = f"url(#{PREFIX}cobbles)"
        parts.append(element("path", fill=fill, d=city_outline(tile, index)))
    parts[1:1] = [_strokes("moat", d) for d in city_walls]
    if rivers:
        parts.append(_strokes("bank water ripple", rivers))
    if tile.role == "lake":
        parts.append(_strokes("lake", LAKE) + _strokes("wave", WAVES))
    if roads:
        parts.append(_strokes("kerb road track", path(*roads)))
    parts += [_bridge(curve) for curve in _crossings(tile)]
    parts += [_strokes("wall stone merlon", d) for d in city_walls]
    parts += _squares(tile)
    parts.append(element("path", class_="rim", d=SQUARE))
    # Nothing is cut off at the edges: browsers paint a hundred clipped groups slowly.
    return element("g", *parts, id=PREFIX + id_, class_=SCOPE)


def _crossings(tile: Tile) -> Iterator[Curve]:
    """Where a road crosses a river: the ends of the bridge."""
    if tile.id == "RV5":
        yield (-13, 0), (13, 0)
    elif tile.id == "RV7":
        yield (0, 32), (0, 6)
    elif tile.id == "RV8":
        yield (0, 19), (0, -7)


def _bridge(ends: Curve) -> str:
    (ax, ay), (bx, by) = ends
    return _strokes("parapet deck", f"M{ax:g} {ay:g}L{bx:g} {by:g}")


def _squares(tile: Tile) -> Iterator[str]:
    """The paved middle where roads end."""
    if tile.id == "IC5":
        yield element("path", class_="square", d="M-8-28Q-13 0-8 28H8Q13 0 8-28Z")
    elif any(road.ends_at == "village" for road in tile.roads):
        yield element("circle", class_="square", r=13)
    if tile.monastery:
        x, y = monastery(tile)
        yield element("ellipse", class_="square", cx=x, cy=y + 3, rx=19, ry=17)


@cache
def _tile(kind: str, rotation: int, variant: int) -> str:
    """A kind in one rotation: its ground turned, then what stands on it from back to front."""
    turned = f"rotate({rotation})" if rotation else None
    things = [(name, turn(point, rotation)) for name, point in items(kind, variant)]
    return element(
        "g",
        element("use", href=f"#{PREFIX}{tile_of(kind).id}", transform=turned),
        *standing(things),
        id=tile_id(kind, rotation, variant),
        class_=SCOPE,
    )
