"""Where figures stand and lie on a tile, and how large they are there.

Standing figures are upright however their tile is turned, and farmers lie from left to right.
``layout.json``, which ``tools/tile_layout.py`` writes, says for every field where its farmer lies,
on a tile that is turned by 0 or 180 degrees and on one that is turned by 90 or 270.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from quadrille.games.carcassonne.drawing.art_figures import BIG
from quadrille.games.carcassonne.drawing.art_tiles import (
    City,
    Point,
    Road,
    Tile,
    lane,
    middle,
    tile_of,
    turn,
)
from quadrille.games.carcassonne.drawing.art_types import CORNER_TOWN, THROUGH, TOWNS, TYPES, Town

EDGES = "nesw"
HALVES = ("nnw", "nne", "ene", "ese", "sse", "ssw", "wsw", "wnw")
SIZE = 0.8
"""The scale of a figure where there is room."""
BORDER = 49
"""How far from the middle of the tile a figure may reach."""
SLACK = 4.5
"""How far a figure is moved from its place, to stay on the tile, before it becomes smaller."""
WIDE, LOW = 11.5, 16.0
"""Half the width of a standing figure, and how far it reaches below its middle."""
TALL = {"meeple": 18.6, "big": 21.6, "abbot": 21.6}
"""How far above it."""
LIFT = 4
"""How far the middle of a figure is above the middle of its road, for its feet to be there."""
REACH = {"city": 27, "village": 31, "monastery": 36}
"""How far from the middle of the tile a figure stands on a road, by what the road ends at."""
REACHES = {"IC8": 18, "IC9": 24, "IC10": 26, "RV7": 38, "RV8": 32, "L": 21, "IC5": 21}
"""The same for types whose roads are special."""


class Place(NamedTuple):
    """Where a figure may stand, and the scale for which there is room."""

    x: float
    y: float
    room: float = 1


class Stand(NamedTuple):
    """Where the middle of a figure is, and its scale."""

    x: float
    y: float
    scale: float


@cache
def layout() -> dict[str, Any]:
    """By type: ``farms``, for each field two places, and ``trees``, for each variant."""
    read: dict[str, Any] = json.loads(
        Path(__file__).with_name("layout.json").read_text(encoding="utf-8")
    )
    return read


def stand(kind: str, rotation: int, spot: str, figure: str = "meeple") -> Stand:
    """Where a figure stands on a turned tile: on the tile, and as large as there is room."""
    x, y, room = (farms(kind, rotation) if lies(spot) else places(kind, rotation))[spot]
    scale = SIZE * (BIG if figure == "big" else 1)
    if lies(spot):
        return Stand(x, y, min(scale, room))
    tall = TALL[figure]
    scale = min(scale, (BORDER + SLACK + y) / tall, (BORDER + SLACK - y) / LOW)
    wide = BORDER - WIDE * scale
    return Stand(
        max(-wide, min(wide, x)),
        max(tall * scale - BORDER, min(BORDER - LOW * scale, y)),
        scale,
    )


def lies(spot: str) -> bool:
    """Whether a figure lies there."""
    return spot.startswith("field")


def spots(kind: str, rotation: int) -> list[str]:
    """All places of a turned tile, by the names that its segments have then."""
    return [*places(kind, rotation), *farms(kind, rotation)]


@cache
def farms(kind: str, rotation: int) -> dict[str, Place]:
    """Where farmers lie on a turned tile."""
    tile, quarters = tile_of(kind), rotation // 90
    placed = {}
    for halves, farm in zip(tile.fields, layout()[tile.id]["farms"], strict=True):
        x, y, room = farm[quarters % 2]
        placed[f"field:{_half(halves, quarters)}"] = Place(*turn((x, y), rotation), room)
    return placed


@cache
def places(kind: str, rotation: int) -> dict[str, Place]:
    """Where other figures stand on it."""
    tile = tile_of(kind)
    art, quarters = TYPES[tile.id], rotation // 90
    found: dict[str, Point] = {}
    for index, city in enumerate(tile.cities):
        found[f"city:{_edge(city.edges, quarters)}"] = in_town(tile, index)
    if tile.monastery:
        found["monastery"] = monastery(tile)
    if kind.endswith("g") and art.garden:
        found["garden"] = art.garden
    placed = {name: Place(*turn(point, rotation)) for name, point in found.items()}
    for road in tile.roads:
        x, y = turn(on_road(tile, road), rotation)
        placed[f"road:{_edge(road.edges, quarters)}"] = Place(x, y - LIFT)
    if tile.monastery:
        # The tower, on the left of the upright church, stays in sight.
        x, y, _ = placed["monastery"]
        placed["monastery"] = Place(x + 9, y + 3)
    return placed


@cache
def segment_names(kind: str, rotation: int) -> dict[str, int]:
    """The number of every segment among those of its sort, by the name that it has when the tile is
    turned."""
    tile, quarters = tile_of(kind), rotation // 90
    found = {f"city:{_edge(city.edges, quarters)}": i for i, city in enumerate(tile.cities)}
    found |= {f"road:{_edge(road.edges, quarters)}": i for i, road in enumerate(tile.roads)}
    return found | {f"field:{_half(half, quarters)}": i for i, half in enumerate(tile.fields)}


def _edge(edges: tuple[int, ...], quarters: int) -> str:
    return EDGES[min((edge + quarters) % 4 for edge in edges)]


def _half(halves: tuple[int, ...], quarters: int) -> str:
    """The name of a field by its first half-edge; one without any lies in the middle."""
    turned = [(half + 2 * quarters) % 8 for half in halves]
    return HALVES[min(turned)] if turned else "mid"


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


def _turned(shape: Town, rotation: int) -> Town:
    houses = tuple(turn(point, rotation) for point in shape.houses)
    return Town(turn(shape.meeple, rotation), turn(shape.pennant, rotation), houses)


def in_town(tile: Tile, index: int) -> Point:
    """The place of a knight on a tile that is not turned."""
    city: City = tile.cities[index]
    return (21, 22) if city.cathedral else town(tile, index).meeple


def monastery(tile: Tile) -> Point:
    """The middle of the church."""
    return (0, -15) if tile.rivers else (0, 0)


def on_road(tile: Tile, road: Road) -> Point:
    """The middle of a road, or of what is seen of it."""
    if tile.id == "RV5":
        return (-30, 0)
    if len(road.edges) == 2:
        return middle(lane(tile, "road", road.edges))
    reach = REACHES.get(tile.id) or REACH[road.ends_at]
    return turn((0, -reach), 90 * road.edges[0])
