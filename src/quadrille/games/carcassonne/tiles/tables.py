"""Turns the tile tables into C++: ``python tables.py OUT.hpp`` writes the array ``types``.

Run by the build, with nothing but the standard library.
"""

import json
import sys
from pathlib import Path
from typing import Any

SETS = ("base", "river", "inns")


def bits(indices: list[int]) -> int:
    """A set of small numbers as a mask."""
    return sum(1 << index for index in indices)


def braced(items: list[str]) -> str:
    """A brace list."""
    return "{" + ", ".join(items) + "}"


def type_row(tile: dict[str, Any], tile_set: str) -> str:
    """One TypeData initialiser."""
    cities = [
        braced([str(bits(c["edges"])), str(c["pennants"]), str(int(c.get("cathedral", False)))])
        for c in tile["cities"]
    ]
    roads = [
        braced([str(bits(r["edges"])), "0", str(int(r.get("inn", False)))]) for r in tile["roads"]
    ]
    fields = [braced([str(bits(f["halves"])), str(bits(f["cities"]))]) for f in tile["fields"]]
    river = bits([edge for r in tile.get("rivers", []) for edge in r["edges"]])
    return braced(
        [
            f'"{tile["id"]}"',
            f"TileSet::{tile_set}",
            str(tile["count"]),
            str(tile["garden_copies"]),
            f'"{tile["edges"]}"',
            str(river),
            f"Role::{tile.get('role', 'none')}",
            str(tile["monastery"]).lower(),
            str(len(cities)),
            str(len(roads)),
            str(len(fields)),
            braced([braced(cities + roads)]),
            braced([braced(fields)]),
        ]
    )


def header(folder: Path) -> str:
    """The whole file."""
    rows = [
        type_row(tile, tile_set)
        for tile_set in SETS
        for tile in json.loads((folder / f"{tile_set}.json").read_text("utf-8"))["tiles"]
    ]
    body = "".join(f"    {row},\n" for row in rows)
    return (
        "// Made from tiles/*.json by tiles/tables.py.\n"
        "#pragma once\n\n"
        "namespace quadrille::carcassonne {\n\n"
        f"inline constexpr TypeData types[] = {{\n{body}}};\n\n"
        "}  // namespace quadrille::carcassonne\n"
    )


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(header(Path(__file__).parent), "utf-8")
