"""What is drawn on the tiles of Carcassonne, measured on all types in all rotations."""

from itertools import combinations
from math import dist

import pytest

from games.carcassonne.tile_regions import (
    Mask,
    Regions,
    covers,
    holds,
    regions,
    silhouette,
    turned_back,
)
from quadrille.games.carcassonne.drawing.art import VARIANTS, items
from quadrille.games.carcassonne.drawing.art_tiles import tile_of, tiles
from quadrille.games.carcassonne.drawing.panel import RING
from quadrille.games.carcassonne.drawing.stands import HALVES, LIFT, Stand, lies, spots, stand

KINDS = [*tiles(), *(f"{id_}g" for id_, tile in tiles().items() if tile.garden_copies)]
TURNS = (0, 90, 180, 270)
FEET = 9
"""How far the feet of a figure are below its middle."""
MIN_SCALE = 0.48
every_kind = pytest.mark.parametrize("kind", KINDS)


def figures(spot: str) -> tuple[str, ...]:
    """What can stand on a spot."""
    return ("abbot",) if spot == "garden" else ("meeple", "big")


def body(at: Stand, spot: str) -> list[tuple[float, float]]:
    """The points of the tile that a figure covers."""
    return [(at.x + at.scale * x, at.y + at.scale * y) for x, y in silhouette(lying=lies(spot))]


def land_of(kind: str, rotation: int, spot: str) -> Mask | None:
    """The segment that a spot belongs to, on the tile as it is in the tables."""
    tile, found, quarters = tile_of(kind), regions(tile_of(kind).id), rotation // 90
    what, _, where = spot.partition(":")
    if what == "city":
        edges = [{"nesw"[(e + quarters) % 4] for e in city.edges} for city in tile.cities]
        return next(m for m, names in zip(found.cities, edges, strict=True) if where in names)
    if what == "road":
        edges = [{"nesw"[(e + quarters) % 4] for e in road.edges} for road in tile.roads]
        return next(m for m, names in zip(found.roads, edges, strict=True) if where in names)
    if what == "field":
        halves = [{HALVES[(h + 2 * quarters) % 8] for h in field} for field in tile.fields]
        fields = zip(found.fields, halves, strict=True)
        return next(m for m, names in fields if where in names or where == "mid")
    return None


@every_kind
def test_figures_are_on_their_tile(kind: str) -> None:
    for rotation in TURNS:
        for spot in spots(kind, rotation):
            for figure in figures(spot):
                at = stand(kind, rotation, spot, figure)
                assert all(max(abs(x), abs(y)) <= 50 for x, y in body(at, spot)), (rotation, spot)
                assert at.scale >= MIN_SCALE


@every_kind
def test_farmers_lie_within_their_field(kind: str) -> None:
    for rotation in TURNS:
        for spot in filter(lies, spots(kind, rotation)):
            land = land_of(kind, rotation, spot)
            assert land is not None
            points = body(stand(kind, rotation, spot), spot)
            assert covers(land, [turned_back(p, rotation) for p in points]), (rotation, spot)


@every_kind
def test_other_figures_stand_on_their_segment(kind: str) -> None:
    for rotation in TURNS:
        for spot in spots(kind, rotation):
            land = land_of(kind, rotation, spot)
            if lies(spot) or land is None:
                continue
            at = stand(kind, rotation, spot)
            feet = FEET * at.scale if spot.startswith("city") else LIFT
            point = turned_back((at.x, at.y + feet), rotation)
            assert holds(land, point), (rotation, spot)


@every_kind
def test_rings_of_claims_do_not_overlap(kind: str) -> None:
    for rotation in TURNS:
        found = [(spot, stand(kind, rotation, spot)) for spot in spots(kind, rotation)]
        for (one, here), (other, there) in combinations(found, 2):
            assert dist(here[:2], there[:2]) >= 2 * RING, (rotation, one, other)


@every_kind
def test_what_stands_on_a_tile_stands_on_its_land(kind: str) -> None:
    found: Regions = regions(tile_of(kind).id)
    for variant in range(VARIANTS):
        for name, point in items(kind, variant):
            if name in ("bush", "pine"):
                assert any(holds(field, point) for field in found.fields), (variant, name, point)
            if name.startswith("house") and kind != "IC5":
                assert any(holds(city, point) for city in found.cities), (variant, name, point)


def test_copies_of_a_kind_differ() -> None:
    for kind in ("B", "E", "H", "U", "V", "C"):
        assert len({tuple(items(kind, variant)) for variant in range(VARIANTS)}) == VARIANTS
