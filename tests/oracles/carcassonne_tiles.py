"""The tiles of Carcassonne as read from the tables, turned in every direction.

Edges are numbered 0 to 3 (n, e, s, w), half-edges 0 to 7 clockwise from the north-west corner.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from support.places import PACKAGE

TABLES = PACKAGE / "games" / "carcassonne" / "tiles"
EDGES = "nesw"
HALVES = ("nnw", "nne", "ene", "ese", "sse", "ssw", "wsw", "wnw")
TURNS = (0, 90, 180, 270)
WATER = "W"


@dataclass(frozen=True)
class Segment:
    """A part of one tile that a figure can stand on."""

    kind: str  # city, road, field, monastery or garden
    spot: str  # its name on the tile as it lies
    ports: frozenset[int]  # edges of a city or a road, half-edges of a field
    pennants: int = 0
    inn: bool = False
    cathedral: bool = False
    cities: frozenset[str] = frozenset()  # the spots of the cities that a field borders


@dataclass(frozen=True)
class Pattern:
    """A tile as it lies."""

    edges: str  # C, R, F or W for n, e, s, w
    segments: tuple[Segment, ...]

    def segment(self, spot: str) -> Segment | None:
        return next((segment for segment in self.segments if segment.spot == spot), None)

    def segment_at(self, kind: str, port: int) -> Segment | None:
        for segment in self.segments:
            if segment.kind == kind and port in segment.ports:
                return segment
        return None

    def water(self) -> list[int]:
        return [edge for edge in range(4) if self.edges[edge] == WATER]


@dataclass(frozen=True)
class Kind:
    """Equal tiles: a type of the tables, and with the abbot whether it has a garden."""

    name: str
    copies: int
    garden: bool
    role: str  # spring, lake, river or land
    table: str
    row: int


@cache
def table(name: str) -> Any:
    return json.loads((TABLES / f"{name}.json").read_text(encoding="utf-8"))["tiles"]


@cache
def kinds(river: bool, inns: bool, abbot: bool) -> dict[str, Kind]:
    """All kinds in the game, in kind order."""
    found: dict[str, Kind] = {}
    for name, used in (("base", True), ("river", river), ("inns", inns)):
        for row, tile in enumerate(table(name)) if used else ():
            gardens = tile["garden_copies"] if abbot else 0
            role = tile.get("role", "river" if "rivers" in tile else "land")
            # "the copies of a type that carry a garden are a kind of their own, with `g`"
            plain = tile["count"] - gardens
            if plain:
                found[tile["id"]] = Kind(tile["id"], plain, False, role, name, row)
            if gardens:
                with_g = tile["id"] + "g"
                found[with_g] = Kind(with_g, gardens, True, role, name, row)
    return found


@cache
def pattern(kind: Kind, rotation: int) -> Pattern:
    """The tile turned clockwise by so many degrees."""
    tile = table(kind.table)[kind.row]
    turns = rotation // 90
    # "a clockwise quarter turn r maps edge e to (e + r) mod 4"
    edges = "".join(tile["edges"][(edge - turns) % 4] for edge in range(4))
    segments = []
    cities = []
    for city in tile["cities"]:
        ports = frozenset((edge + turns) % 4 for edge in city["edges"])
        cities.append(f"city:{EDGES[min(ports)]}")
        cathedral = city.get("cathedral", False)
        segments.append(
            Segment("city", cities[-1], ports, pennants=city["pennants"], cathedral=cathedral)
        )
    for road in tile["roads"]:
        ports = frozenset((edge + turns) % 4 for edge in road["edges"])
        spot = f"road:{EDGES[min(ports)]}"
        segments.append(Segment("road", spot, ports, inn=road.get("inn", False)))
    for field in tile["fields"]:
        # "a turn r maps h to (h + 2r) mod 8"
        ports = frozenset((half + 2 * turns) % 8 for half in field["halves"])
        spot = f"field:{HALVES[min(ports)]}" if ports else "field:mid"
        borders = frozenset(cities[index] for index in field["cities"])
        segments.append(Segment("field", spot, ports, cities=borders))
    if tile["monastery"]:
        segments.append(Segment("monastery", "monastery", frozenset()))
    if kind.garden:
        segments.append(Segment("garden", "garden", frozenset()))
    return Pattern(edges, tuple(segments))


@cache
def rotations(kind: Kind) -> tuple[int, ...]:
    """The rotations that differ: of those "that give the same pattern" the smallest."""
    seen = set()
    found = []
    for rotation in TURNS:
        turned = pattern(kind, rotation)
        look = (turned.edges, frozenset(turned.segments))
        if look not in seen:
            seen.add(look)
            found.append(rotation)
    return tuple(found)
