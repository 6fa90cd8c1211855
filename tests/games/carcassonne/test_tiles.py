"""The tile tables of Carcassonne: complete, consistent, and possible to draw without crossings.

A tile's border is taken as twelve points, clockwise from the north-west corner: for each edge its
first half-edge, its middle, where a road or a river leaves, and its second half-edge.
"""

import json
import re
import runpy
import subprocess
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import quadrille

TABLES = Path(quadrille.__file__).parent / "games" / "carcassonne" / "tiles"
SETS = {"base": (72, 24), "river": (12, 10), "inns": (18, 17)}
Tile = dict[str, Any]


def read(name: str) -> dict[str, Any]:
    table: dict[str, Any] = json.loads((TABLES / f"{name}.json").read_text("utf-8"))
    return table


ALL: list[Tile] = [tile for name in SETS for tile in read(name)["tiles"]]
BY_ID = {tile["id"]: tile for tile in ALL}
every_tile = pytest.mark.parametrize("tile", ALL, ids=lambda tile: tile["id"])


# --- counts ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "total", "types"), [(n, *counts) for n, counts in SETS.items()])
def test_totals(name: str, total: int, types: int) -> None:
    table = read(name)
    assert sum(tile["count"] for tile in table["tiles"]) == table["total"] == total
    assert len(table["tiles"]) == table["types"] == types
    letters = [chr(ord("A") + i) for i in range(24)]
    names = {"base": letters, "river": [f"RV{i + 1}" for i in range(10)]}
    expected = names.get(name, [f"IC{i + 1}" for i in range(17)])
    assert [tile["id"] for tile in table["tiles"]] == expected


def test_capacities() -> None:
    """What the state type is made for: all sets together."""
    counts = {
        part: sum(tile["count"] * len(tile[part]) for tile in ALL)
        for part in ("cities", "roads", "fields")
    }
    assert counts == {"cities": 73, "roads": 84, "fields": 189}
    assert sum(tile["count"] for tile in ALL) == 102
    assert max(len(tile["cities"]) + len(tile["roads"]) for tile in ALL) == 4
    assert max(len(tile["fields"]) for tile in ALL) == 4


def test_edges_of_the_base_game_are_as_many_as_printed() -> None:
    """Pennants, monasteries and edges as counted on the tiles of the box."""
    base = read("base")["tiles"]
    pennants = sum(tile["count"] * sum(c["pennants"] for c in tile["cities"]) for tile in base)
    monasteries = sum(tile["count"] * tile["monastery"] for tile in base)
    edges = Counter[str]()
    for tile in base:
        for letter in tile["edges"]:
            edges[letter] += tile["count"]
    assert (pennants, monasteries) == (10, 6)
    assert sum(edges.values()) == 4 * 72 and set(edges) == set("CRF")


def test_gardens() -> None:
    gardens = {tile["id"]: tile["garden_copies"] for tile in ALL if tile["garden_copies"]}
    assert gardens == dict.fromkeys(
        ["E", "H", "I", "M", "N", "R", "U", "V", "RV4", "IC3", "IC15"], 1
    )
    assert all(tile["garden_copies"] <= tile["count"] for tile in ALL)
    assert not any(tile["garden_copies"] and tile["monastery"] for tile in ALL)


def test_native_game_has_the_tiles_of_the_tables() -> None:
    for river, inns, abbot in [(r, i, a) for r in (0, 1) for i in (0, 1) for a in (0, 1)]:
        game = quadrille.game("carcassonne", river=bool(river), inns=bool(inns), abbot=bool(abbot))
        expected: dict[str, int] = {}
        for name in ["base", *["river"] * river, *["inns"] * inns]:
            for tile in read(name)["tiles"]:
                with_garden = tile["garden_copies"] * abbot
                expected[tile["id"]] = tile["count"] - with_garden
                expected[tile["id"] + "g"] = with_garden
        expected["RV1" if river else "D"] -= 1
        assert game.new().remaining() == {kind: count for kind, count in expected.items() if count}


# --- segments --------------------------------------------------------------------------------


@every_tile
def test_every_edge_and_half_edge_is_in_one_segment(tile: Tile) -> None:
    assert re.fullmatch("[CRFW]{4}", tile["edges"])
    for letter, part in (("C", "cities"), ("R", "roads"), ("W", "rivers")):
        edges = [edge for segment in tile.get(part, []) for edge in segment["edges"]]
        assert sorted(edges) == [e for e in range(4) if tile["edges"][e] == letter]
        assert all(segment["edges"] for segment in tile.get(part, []))
    halves = [half for field in tile["fields"] for half in field["halves"]]
    assert sorted(halves) == [h for h in range(8) if tile["edges"][h // 2] != "C"]
    for field in tile["fields"]:
        assert len(set(field["cities"])) == len(field["cities"])
        assert set(field["cities"]) <= set(range(len(tile["cities"])))
        assert field["halves"] or tile["id"] == "IC3", "only the field of IC3 reaches no border"
    for edge in (e for e in range(4) if tile["edges"][e] == "F"):
        (owner,) = [f for f in tile["fields"] if 2 * edge in f["halves"]]
        assert 2 * edge + 1 in owner["halves"], "nothing runs between the halves of a field edge"


@every_tile
def test_roads_and_rivers_end_somewhere(tile: Tile) -> None:
    for road in tile["roads"]:
        assert len(road["edges"]) in (1, 2)
        assert ("ends_at" in road) == (len(road["edges"]) == 1)
        assert road.get("ends_at", "village") in ("village", "city", "monastery")
        assert road.get("ends_at") != "monastery" or tile["monastery"]
        assert road.get("ends_at") != "city" or tile["cities"]
    rivers = tile.get("rivers", [])
    assert len(rivers) == (1 if "W" in tile["edges"] else 0)
    for river in rivers:
        assert len(river["edges"]) == (1 if "role" in tile else 2)
    assert tile.get("role", "spring") in ("spring", "lake")


# --- crossings -------------------------------------------------------------------------------


def middle(edge: int) -> int:
    return 3 * edge + 1


def half_point(half: int) -> int:
    return 3 * (half // 2) + 2 * (half % 2)


def points(tile: Tile) -> dict[str, set[int]]:
    """The border points of each segment."""
    found: dict[str, set[int]] = {}
    for number, city in enumerate(tile["cities"]):
        found[f"city {number}"] = {3 * edge + i for edge in city["edges"] for i in range(3)}
    for part in ("roads", "rivers"):
        for number, segment in enumerate(tile.get(part, [])):
            found[f"{part} {number}"] = {middle(edge) for edge in segment["edges"]}
    for number, field in enumerate(tile["fields"]):
        found[f"field {number}"] = {half_point(half) for half in field["halves"]}
    return found


def separates(wall: set[int], one: int, two: int) -> bool:
    """Whether a wall that joins these border points runs between the two others."""
    inside = {(point - one) % 12 < (two - one) % 12 for point in wall - {one, two}}
    return inside == {False, True}


def cross(one: set[int], two: set[int]) -> bool:
    return any(separates(two - {a, b}, a, b) for a, b in combinations(sorted(one), 2))


def crossings(tile: Tile) -> list[tuple[str, str]]:
    segments = points(tile)
    return [(a, b) for a, b in combinations(segments, 2) if cross(segments[a], segments[b])]


@every_tile
def test_segments_do_not_cross(tile: Tile) -> None:
    bridge = [("roads 0", "rivers 0")] if tile["id"] == "RV5" else []
    assert crossings(tile) == bridge


def test_a_crossing_is_found() -> None:
    roads = [{"edges": [0, 2]}, {"edges": [1, 3]}]
    fields = [{"halves": [h, h + 1], "cities": []} for h in (1, 3, 5)]
    tile = {"cities": [], "roads": roads, "fields": [*fields, {"halves": [0, 7], "cities": []}]}
    assert crossings(tile) == [("roads 0", "roads 1")]
    broken = dict(BY_ID["D"], fields=[{"halves": [2, 3]}, {"halves": [7, 4, 5, 6]}])
    assert crossings(broken) != []


def walls(tile: Tile) -> list[set[int]]:
    """Cities, rivers and roads, those that meet taken together."""
    segments = points(tile)
    found = [segments[name] for name in segments if name.startswith("rivers")]
    ends: dict[str, set[int]] = {}
    for number, road in enumerate(tile["roads"]):
        at = road.get("ends_at", f"road {number}")
        ends.setdefault(at, set()).update(segments[f"roads {number}"])
    for number in range(len(tile["cities"])):
        wall = segments[f"city {number}"]
        # No tile has a road that ends at one of several cities.
        assert "city" not in ends or number == 0
        found.append(wall | ends.pop("city", set()))
    found += ends.values()
    # A road over a bridge and the river below part the land together: on RV5 and RV8 one sees
    # that they cross, on RV7 the road goes on to the monastery beyond.
    for one, two in combinations(list(found), 2):
        if cross(one, two) or tile["id"] == "RV7":
            found.append(one | two)
    return found


def expected_fields(tile: Tile) -> set[frozenset[int]]:
    """Half-edges are of one field exactly if nothing runs between them."""
    halves = [half for field in tile["fields"] for half in field["halves"]]
    found = set()
    for half in halves:
        field = {
            other
            for other in halves
            if not any(separates(w, half_point(half), half_point(other)) for w in walls(tile))
        }
        found.add(frozenset(field))
    return found


@every_tile
def test_fields_are_what_cities_roads_and_rivers_leave(tile: Tile) -> None:
    fields = {frozenset(field["halves"]) for field in tile["fields"] if field["halves"]}
    expected = expected_fields(tile)
    # IC5: both caps reach the village; IC7: the city reaches a corner. Both part a field.
    if tile["id"] in ("IC5", "IC7"):
        assert fields != expected
        assert all(any(field <= whole for whole in expected) for field in fields)
    else:
        assert fields == expected


@every_tile
def test_fields_border_the_cities_that_nothing_parts_them_from(tile: Tile) -> None:
    segments = points(tile)
    for field in (f for f in tile["fields"] if f["halves"]):
        borders = []
        for number in range(len(tile["cities"])):
            own = segments[f"city {number}"]
            others = [wall for wall in walls(tile) if not own & wall]
            ways = [(half_point(h), p) for h in field["halves"] for p in own]
            if any(not any(separates(w, *way) for w in others) for way in ways):
                borders.append(number)
        assert sorted(field["cities"]) == borders
    if tile["id"] == "IC3":
        assert tile["fields"] == [{"halves": [], "cities": [0, 1, 2, 3]}]


@every_tile
def test_a_field_at_the_corner_of_a_city_borders_it(tile: Tile) -> None:
    for number, city in enumerate(tile["cities"]):
        for edge in city["edges"]:
            for half in ((2 * edge - 1) % 8, (2 * edge + 2) % 8):
                for field in tile["fields"]:
                    if half in field["halves"]:
                        assert number in field["cities"]


# --- the generated table ---------------------------------------------------------------------


def test_the_generator_names_every_type(tmp_path: Path) -> None:
    out = tmp_path / "tile_data.hpp"
    subprocess.run([sys.executable, TABLES / "tables.py", out], check=True)
    text = out.read_text("utf-8")
    assert text == runpy.run_path(str(TABLES / "tables.py"))["header"](TABLES)
    rows = re.findall(r'\{"(\w+)", TileSet::(\w+), (\d+), (\d+), "([CRFW]{4})", (\d+)', text)
    expected = []
    for name in SETS:
        for tile in read(name)["tiles"]:
            water = sum(1 << e for e in range(4) if tile["edges"][e] == "W")
            numbers = (tile["count"], tile["garden_copies"])
            expected.append((tile["id"], name, *map(str, numbers), tile["edges"], str(water)))
    assert rows == expected
    assert [text.count(f"Role::{role}") for role in ("spring", "lake")] == [1, 1]
    assert text.count("{") == text.count("}")
