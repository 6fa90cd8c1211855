"""The tiles drawn: the ground turns with the tile, what stands on it stays upright."""

from collections.abc import Iterable, Iterator
from functools import cache

from quadrille.core.drawing.svg import element
from quadrille.games.carcassonne.drawing.art_symbols import PREFIX, SCOPE, symbols
from quadrille.games.carcassonne.drawing.art_tiles import (
    City,
    Curve,
    Point,
    Road,
    Tile,
    city_outline,
    lane,
    middle,
    path,
    tile_of,
    turn,
    walls,
)
from quadrille.games.carcassonne.drawing.art_types import CORNER_TOWN, THROUGH, TOWNS, TYPES, Town

ROOFS = ("house-red", "house-ochre", "house-red", "house-slate", "house-red", "tree", "house-ochre")
"""What stands in a city, by turns."""
TREES = ("tree", "tree", "bush", "tree", "pine", "bush")
SQUARE = "M-50-50H50V50H-50Z"
INNER = 39.5
"""How far from the middle a house may stand, so that it lies within its tile."""
LAKE = "M-6-13C-8-9-25-8-25 7S-9 27 2 27 27 20 26 7 11-8 9-13"
WAVES = "M-14 4q5-3 10 0t10 0M-6 14q5-3 10 0t10 0"
EDGES = "nesw"
HALVES = ("nnw", "nne", "ene", "ese", "sse", "ssw", "wsw", "wnw")

Item = tuple[str, Point]
"""A symbol and where it stands on a tile that is not turned."""


def definitions(tiles: Iterable[tuple[str, int]]) -> str:
    """What the picture's ``use`` elements refer to: kinds in the rotations that occur."""
    wanted = sorted(set(tiles))
    grounds = sorted({tile_of(kind).id for kind, _ in wanted})
    names = {name for kind, _ in wanted for name, _ in items(kind)}
    names |= {"acre"} if any(TYPES[id_].acre for id_ in grounds) else set()
    names |= {"house-red", "house-ochre", "house-slate"} if "village" in names else set()
    return "".join(
        (
            _patterns(),
            *(drawing for name, drawing in symbols().items() if name in names),
            *(_ground(id_) for id_ in grounds),
            *(_tile(kind, rotation) for kind, rotation in wanted),
        )
    )


def tile_id(kind: str, rotation: int) -> str:
    """The id of a kind in a rotation."""
    return f"{PREFIX}{kind}-{rotation}"


@cache
def spots(kind: str, rotation: int) -> dict[str, Point]:
    """Where figures stand on the turned tile, by the names that its segments have then."""
    tile = tile_of(kind)
    art, quarters = TYPES[tile.id], rotation // 90
    found: dict[str, Point] = {}
    for index, city in enumerate(tile.cities):
        beside = (21, 22) if city.cathedral else town(tile, index).meeple
        found[f"city:{_edge(city.edges, quarters)}"] = beside
    for road in tile.roads:
        found[f"road:{_edge(road.edges, quarters)}"] = _on_road(tile, road)
    for halves, point in zip(tile.fields, art.fields, strict=True):
        found[f"field:{_half(halves, quarters)}"] = point
    if tile.monastery:
        found["monastery"] = _monastery(tile)
    if kind.endswith("g") and art.garden:
        found["garden"] = art.garden
    placed = {name: turn(point, rotation) for name, point in found.items()}
    if tile.monastery:
        # The tower, on the left of the upright church, stays in visibility.
        x, y = placed["monastery"]
        placed["monastery"] = x + 9, y + 3
    return placed


@cache
def segment_names(kind: str, rotation: int) -> dict[str, int]:
    """The number of every segment among those of its sort, by the name that it has when the tile is
    turned."""
    tile, quarters = tile_of(kind), rotation // 90
    found = {f"city:{_edge(city.edges, quarters)}": i for i, city in enumerate(tile.cities)}
    found |= {f"road:{_edge(road.edges, quarters)}": i for i, road in enumerate(tile.roads)}
    return found | {f"field:{_half(half, quarters)}": i for i, half in enumerate(tile.fields)}


def town(tile: Tile, index: int) -> Town:
    """How a city segment is built, turned to where it lies."""
    edges = tile.cities[index].edges
    if tile.id == "IC7":
        return CORNER_TOWN
    if edges in ((0, 2), (1, 3)):
        return _turned(THROUGH, 90 * (1 - edges[0]))
    # A town of three edges is drawn from west to east, the others from the north on.
    first = next((edge for edge in edges if (edge - 1) % 4 not in edges), 0)
    return _turned(TOWNS[len(edges)], 90 * (first + (len(edges) == 3)))


@cache
def items(kind: str) -> list[Item]:
    """Everything that stands on a kind."""
    tile = tile_of(kind)
    art = TYPES[tile.id]
    found: list[Item] = []
    for index, city in enumerate(tile.cities):
        found += _in_city(tile, index, city)
    for road in tile.roads:
        if road.ends_at == "city":
            found.append(("gate", lane(tile, "road", road.edges, road.ends_at)[-1]))
    found += [(TREES[(i + len(tile.id)) % 6], point) for i, point in enumerate(art.trees)]
    if any(road.ends_at == "village" for road in tile.roads):
        found.append(("village", (0, 0)))
    if tile.id == "IC5":
        found += [("house-ochre", (-2, -18)), ("house-red", (2, 20))]
    if tile.monastery:
        found.append(("monastery", _monastery(tile)))
    if tile.role == "spring":
        found.append(("spring", (0, -8)))
    if art.inn:
        found.append(("inn", art.inn))
    if art.garden:
        # Sheep graze where a garden could be, but not on the types that come in great number.
        instead = "tree" if tile.copies > 5 else "sheep"
        found.append(("garden" if kind.endswith("g") else instead, art.garden))
    return found


def _turned(shape: Town, rotation: int) -> Town:
    houses = tuple(turn(point, rotation) for point in shape.houses)
    return Town(turn(shape.meeple, rotation), turn(shape.pennant, rotation), houses)


def _edge(edges: Iterable[int], quarters: int) -> str:
    return EDGES[min((edge + quarters) % 4 for edge in edges)]


def _half(halves: Iterable[int], quarters: int) -> str:
    """The name of a field by its first half-edge; one without any lies in the middle."""
    turned = [(half + 2 * quarters) % 8 for half in halves]
    return HALVES[min(turned)] if turned else "mid"


def _monastery(tile: Tile) -> Point:
    return (0, -15) if tile.rivers else (0, 0)


def _on_road(tile: Tile, road: Road) -> Point:
    """The middle of a road, or of what is seen of it."""
    if tile.id == "RV5":
        return (-30, 0)
    if len(road.edges) == 2:
        return middle(lane(tile, "road", road.edges))
    long = {"IC8": 18, "IC9": 24, "IC10": 26, "RV7": 40, "RV8": 32}
    reach = long.get(tile.id) or {"city": 37, "village": 31, "monastery": 35}[road.ends_at]
    return turn((0, -reach), 90 * road.edges[0])


def _in_city(tile: Tile, index: int, city: City) -> Iterator[Item]:
    shape = town(tile, index)
    near = 43 if city.cathedral else 0
    for i, (x, y) in enumerate(shape.houses):
        if x * x + y * y >= near * near and not (city.pennants and _close((x, y), shape.pennant)):
            yield ROOFS[i % len(ROOFS)], (max(-INNER, min(INNER, x)), max(-INNER, min(INNER, y)))
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
        x, y = _monastery(tile)
        yield element("ellipse", class_="square", cx=x, cy=y + 3, rx=19, ry=17)


@cache
def _tile(kind: str, rotation: int) -> str:
    """A kind in one rotation: its ground turned, then what stands on it from back to front."""
    turned = f"rotate({rotation})" if rotation else None
    standing = sorted((turn(point, rotation)[::-1], name) for name, point in items(kind))
    return element(
        "g",
        element("use", href=f"#{PREFIX}{tile_of(kind).id}", transform=turned),
        *(
            element("use", href=f"#{PREFIX}{name}", x=x or None, y=y or None)
            for (y, x), name in standing
        ),
        id=tile_id(kind, rotation),
    )
