"""Measure how our cost grows: ``python -m growth [PART ...]`` writes docs/growth.json.

Without parts everything is measured anew; with some, the others are kept. It takes about five
minutes of CPU; ``--games`` says how large the largest store is.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable
from typing import Any

from peers.run import machine

import quadrille
from growth import arenas, native, pages, searches
from growth.tables import RESULTS, ROOT

DEFAULT_GAMES = 1_000_000


def parts(games: int) -> dict[str, Callable[[], list[dict[str, Any]]]]:
    """What is measured, by name."""
    return {
        "simulations": searches.simulations,
        "threads": searches.threads,
        "carcassonne": searches.carcassonne,
        "copies": native.copies,
        "regions": native.regions,
        "workers": arenas.workers,
        "stores": lambda: arenas.stores(games),
        "rooms": pages.rooms,
    }


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(parts(0)))
    parser.add_argument("--games", type=int, default=DEFAULT_GAMES, help="of the largest store")
    given = parser.parse_args()
    known = parts(given.games)
    if wrong := set(given.parts) - known.keys():
        parser.error(f"expected parts among {', '.join(known)}, got {', '.join(sorted(wrong))}")
    found = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    for name in given.parts or known:
        print(f"measuring {name}", file=sys.stderr)
        load = round(os.getloadavg()[0], 1)
        rows = known[name]()
        place = {**machine(), "load": load, "version": quadrille.__version__}
        found[name] = {"machine": place, "rows": rows}
        ordered = {part: found[part] for part in known if part in found}
        RESULTS.write_text(json.dumps(ordered, indent=1) + "\n")
    print(RESULTS.relative_to(ROOT))


if __name__ == "__main__":
    main()
