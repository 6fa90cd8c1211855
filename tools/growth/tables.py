"""What docs/growth.json says, as the tables of docs/growth.md."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from peers.tables import BUSY, two_digits

import quadrille

ROOT = Path(__file__).resolve().parent.parent.parent
RESULTS = ROOT / "docs" / "growth.json"

Row = dict[str, Any]
Table = tuple[list[str], list[list[str]]]


def read() -> dict[str, Any]:
    """What was measured."""
    found: dict[str, Any] = json.loads(RESULTS.read_text())
    return found


def rows_of(part: str) -> list[Row]:
    """The rows of a part."""
    found: list[Row] = read()[part]["rows"]
    return found


def where() -> str:
    """On what machine it was measured, and how busy that was."""
    places = [part["machine"] for part in read().values()]
    first = places[0]
    loads = [place["load"] for place in places]
    text = (
        f"Measured on an {first['processor']} with {first['cores']} cores ({first['system']}), "
        f"Python {first['python']}, Quadrille {first['version']}."
    )
    if max(loads) > BUSY * first["cores"]:
        text += (
            f" **The machine was busy with other work**: its load was {min(loads):g} to "
            f"{max(loads):g} on {first['cores']} cores. CPU seconds suffer little from that, "
            "seconds by the clock and what depends on them suffer much."
        )
    return text + "\n"


def simulations() -> Table:
    """Search time and memory over simulations."""
    header = ["game", "simulations", "CPU time", "a simulation", "nodes", "memory"]
    rows = [
        [
            quadrille.game(row["game"]).title,
            f"{row['simulations']:,}",
            duration(row["cpu_seconds"]),
            duration(row["cpu_seconds"] / row["simulations"]),
            f"{row['nodes']:,}",
            size(row["bytes"]),
        ]
        for row in rows_of("simulations")
    ]
    return header, rows


def threads() -> Table:
    """Search time over threads."""
    header = ["threads have", "threads", "CPU time", "time by the clock", "simulations a second"]
    kinds = {"root": "a tree each", "tree": "one tree together"}
    rows = [
        [
            kinds[row["parallel"]],
            str(row["threads"]),
            duration(row["cpu_seconds"]),
            duration(row["seconds"]),
            two_digits(row["simulations"] / row["seconds"]),
        ]
        for row in rows_of("threads")
    ]
    return header, rows


def carcassonne(kind: str) -> Table:
    """Carcassonne over players, or over expansions."""
    header = [kind, "plies of a game", "random games", "a ply", "simulations"]
    rows = [
        [
            row["name"],
            f"{row['plies']:.0f}",
            f"{two_digits(row['games_per_second'])} a second",
            duration(1 / row["plies_per_second"]),
            f"{two_digits(row['simulations_per_second'])} a second",
        ]
        for row in rows_of("carcassonne")
        if row["kind"] == kind
    ]
    return header, rows


def copies() -> Table:
    """What a copy of a state costs."""
    header = ["game", "a state", "a copy in native code", "`state.copy()` from Python"]
    rows = [
        [
            quadrille.game(row["game"]).title,
            f"{row['bytes']:,} bytes",
            duration(row["nanoseconds"] / 1e9),
            duration(row["from_python"] / 1e9),
        ]
        for row in rows_of("copies")
    ]
    return header, rows


def regions() -> Table:
    """Regions of Sheep, kept or found anew."""
    said = {
        "kept": "kept up move by move",
        "mover": "kept up, and the mover's found anew",
        "everybody": "kept up, and everybody's found anew",
    }
    rows = rows_of("regions")
    kept = {row["game"]: row["nanoseconds"] for row in rows if row["how"] == "kept"}
    found = [
        [
            f"game {row['game']}",
            said[row["how"]],
            duration(row["nanoseconds"] / 1e9),
            two_digits(row["nanoseconds"] / kept[row["game"]]),
        ]
        for row in rows
    ]
    return ["Sheep", "regions are", "a random move with its score", "times"], found


def workers() -> Table:
    """Games over worker processes."""
    header = ["agent", "games", "workers", "CPU time of a game", "games a second by the clock"]
    rows = [
        [
            f"`{row['agent']}`",
            f"{row['games']:,}",
            str(row["workers"]),
            duration(row["cpu_seconds"] / row["games"]),
            two_digits(row["games"] / row["seconds"]),
        ]
        for row in rows_of("workers")
    ]
    return header, rows


def stores() -> Table:
    """What it takes to read a store."""
    header = ["games", "made", "file", "`standings`", "`report`", "`store games`"]
    rows = [
        [
            f"{row['games']:,}",
            f"{row['made']}, {duration(row['cpu_seconds'])}",
            size(row["bytes"]),
            *(
                f"{duration(row[name]['cpu_seconds'])}, {row[name]['mb']:.0f} MB"
                for name in ("standings", "report", "page")
            ),
        ]
        for row in rows_of("stores")
    ]
    return header, rows


def rooms() -> Table:
    """What the page takes over rooms."""
    header = ["rooms", "moves", "CPU time of a move", "memory", "answer, median", "answer, 95 %"]
    rows = [
        [
            str(row["rooms"]),
            f"{row['moves']:,}",
            duration(row["cpu_seconds"] / row["moves"]),
            f"{row['mb']:.0f} MB",
            duration(row["median_wait"]),
            duration(row["slow_wait"]),
        ]
        for row in rows_of("rooms")
    ]
    return header, rows


TABLES: dict[str, Callable[[], Table]] = {
    "growth_simulations": simulations,
    "growth_threads": threads,
    "growth_players": lambda: carcassonne("players"),
    "growth_expansions": lambda: carcassonne("expansions"),
    "growth_copies": copies,
    "growth_regions": regions,
    "growth_workers": workers,
    "growth_stores": stores,
    "growth_rooms": rooms,
}


def duration(seconds: float) -> str:
    """A time with two digits, as people say it."""
    for unit, worth in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= 0.995 * worth:
            return f"{two_digits(seconds / worth)} {unit}"
    return f"{two_digits(seconds / 1e-9)} ns"


def size(number: float) -> str:
    """Bytes with two digits, as people say it."""
    for unit, worth in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if number >= 0.995 * worth:
            return f"{two_digits(number / worth)} {unit}"
    return f"{number:.0f} bytes"
