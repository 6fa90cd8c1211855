"""What a learner can see on a turned tile: its terrain, and what each direction stands for."""

from functools import cache
from typing import NamedTuple

from quadrille.games.carcassonne.drawing.art_tiles import tile_of
from quadrille.games.carcassonne.drawing.stands import EDGES

KINDS = tuple("ABCDEFGHIJKLMNOPQRSTUVWX")
"""The tiles of the base game, in the order of their ids."""
COPIES = {kind: tile_of(kind).copies for kind in KINDS}
ALL_TILES = sum(COPIES.values())
DIRECTIONS = "NSWEC"
"""Where a meeple may be put; C is the monastery."""
FIELD, ROAD, CITY, MONASTERY, PENNANT = range(1, 6)
"""Codes of terrain; 0 is no tile. A city with a pennant has a code of its own in the middle."""


class Face(NamedTuple):
    """A kind of tile in a rotation."""

    number: int
    """The id: the place of the kind in KINDS, counted from 0."""
    rotation: int
    """Quarter turns clockwise: of the rotations that look alike, the first."""
    terrain: tuple[int, int, int, int, int]
    """The codes of N, E, S, W and the middle."""
    pennant: bool
    spots: tuple[str | None, ...]
    """The spot that each of DIRECTIONS claims; None for what cannot be claimed."""


@cache
def face(kind: str, quarters: int) -> Face:
    """The face of a kind that is turned by some quarters."""
    alike = [each for each in range(quarters) if _look(kind, each) == _look(kind, quarters)]
    return _look(kind, quarters)._replace(rotation=min(alike, default=quarters))


@cache
def _look(kind: str, quarters: int) -> Face:
    """The face, but for its rotation."""
    tile = tile_of(kind)
    spots: dict[str, str] = {"C": "monastery"} if tile.monastery else {}
    terrain = [FIELD] * 4 + [MONASTERY if tile.monastery else FIELD]
    for name, code, segments in (("city", CITY, tile.cities), ("road", ROAD, tile.roads)):
        for segment in segments:
            edges = sorted((edge + quarters) % 4 for edge in segment.edges)
            for edge in edges:
                terrain[edge] = code
                spots[EDGES[edge].upper()] = f"{name}:{EDGES[edges[0]]}"
            if len(edges) > 1 and terrain[4] == FIELD:
                terrain[4] = code
    pennant = any(city.pennants for city in tile.cities)
    if pennant:
        terrain[4] = PENNANT
    north, east, south, west, middle = terrain
    found = tuple(spots.get(direction) for direction in DIRECTIONS)
    return Face(KINDS.index(kind), 0, (north, east, south, west, middle), pennant, found)
