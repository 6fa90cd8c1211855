"""Choose where farmers lie and trees stand on every tile: ``python tools/tile_layout.py``.

It writes ``layout.json`` of the drawing of Carcassonne. A farmer lies within its field, as large as
there is room, apart from the other figures of the tile; three sets of trees stand beside it, so
that copies of a tile differ. A test measures the same of what is drawn.
"""

import json
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from games.carcassonne.tile_regions import Mask, X, Y, regions, silhouette, where  # noqa: E402
from quadrille.games.carcassonne.drawing import stands  # noqa: E402
from quadrille.games.carcassonne.drawing.art_tiles import Point, tile_of, tiles, turn  # noqa: E402
from quadrille.games.carcassonne.drawing.art_types import TYPES  # noqa: E402

LAYOUT = Path(stands.__file__).with_name("layout.json")
FULL, USUAL, LEAST = 1.02, 0.82, 0.44
"""The scale of a farmer with room for the big figure too, for a usual one, and the smallest."""
APART = 22.3
"""How far figures are from each other at least, and how much more does not matter."""
ENOUGH = 36
VARIANTS, TREES = 3, 6
"""Sets of trees, and the most trees of a set."""

TURNS = (0, 90, 180, 270)

Farm = tuple[float, float, float]
Place = tuple[int, Point]
"""A rotation, and a place on the tile as it lies in the tables."""


def fitting(land: Mask, rotations: Sequence[int], scale: float) -> Mask:
    """Where a farmer of a scale has room on a tile in all these rotations."""
    found = land
    for rotation in rotations:
        body = [turn((scale * x, scale * y), 360 - rotation) for x, y in silhouette(lying=True)]
        found = found & where(land, body)
    return found


def best(allowed: Mask, others: Sequence[Point]) -> Point | None:
    """A place that is apart from others, and in the middle of what is allowed."""
    apart = np.full(X.shape, float(ENOUGH))
    for x, y in others:
        apart = np.minimum(apart, np.hypot(X - x, Y - y))
    allowed = allowed & (apart >= APART)
    if not allowed.any():
        return None
    middle = X[allowed].mean(), Y[allowed].mean()
    score = np.where(allowed, apart - 0.25 * np.hypot(X - middle[0], Y - middle[1]), -np.inf)
    row, column = np.unravel_index(score.argmax(), score.shape)
    return float(X[row, column]), float(Y[row, column])


def lie(lands: Sequence[Mask], rotations: Sequence[int], taken: Sequence[Place]) -> Farm:
    """Where a farmer lies best, on the first of the lands where that is possible."""
    others = [place for rotation, place in taken if rotation in rotations]
    scales = [FULL, *(round(scale, 2) for scale in np.arange(USUAL, LEAST - 0.01, -0.02))]
    for scale in scales:
        for land in lands:
            if found := best(fitting(land, rotations, scale), others):
                return *found, round(scale - 0.02, 2)
    raise AssertionError("no room for a farmer")


def other_figures(id_: str) -> Iterator[Place]:
    """Where figures stand on what is no field, by the rotation of the tile."""
    tile = tile_of(id_)
    kind = f"{id_}g" if TYPES[id_].garden else id_
    for rotation in TURNS:
        for spot in stands.places(kind, rotation):
            at = stands.stand(kind, rotation, spot)
            yield rotation, turn((at.x, at.y), 360 - rotation)
    if tile.monastery:
        yield from ((rotation, stands.monastery(tile)) for rotation in TURNS)


def farms(id_: str) -> list[list[Farm]]:
    """Two places for every field of a type."""
    art = TYPES[id_]
    taken = list(other_figures(id_))
    busy = np.zeros(X.shape, dtype=bool)
    if art.garden:
        busy |= np.hypot(X - art.garden[0], Y - art.garden[1]) <= 13
    if art.inn:
        busy |= (np.abs(X - art.inn[0]) <= 15) & (np.abs(Y - art.inn[1]) <= 13)
    edge = np.maximum(np.abs(X), np.abs(Y)) < stands.BORDER
    found = []
    for field in regions(id_).fields:
        land = field & edge
        lands = (land & ~busy, land)
        both = lie(lands, TURNS, taken)
        pair = [both, both]
        if both[2] < FULL - 0.02:
            pair = [lie(lands, turns, taken) for turns in (TURNS[::2], TURNS[1::2])]
        for i, (x, y, _) in enumerate(pair):
            taken += [(rotation, (x, y)) for rotation in TURNS[i::2]]
        found.append(pair)
    return found


def trees(id_: str, farmers: list[list[Farm]], rng: random.Random) -> list[Point]:
    """Trees on the fields of a type, apart from everything."""
    art = TYPES[id_]
    land = np.zeros(X.shape, dtype=bool)
    for field in regions(id_).fields:
        land |= where(field, [(0, 0), (-5, 5), (5, 5), (-4, -7), (4, -7)])
    land &= np.maximum(np.abs(X), np.abs(Y)) <= 42
    for x, y, scale in (farm for pair in farmers for farm in pair):
        land &= (np.abs(X - x) > 17 * scale + 4) | (np.abs(Y - y) > 17 * scale + 4)
    for place, wide, high in ((art.inn, 20, 19), (art.garden, 16, 16), (art.acre, 17, 13)):
        if place:
            land &= (np.abs(X - place[0]) > wide) | (np.abs(Y - place[1]) > high)
    found: list[Point] = []
    while len(found) < TREES and land.any():
        rows, columns = np.nonzero(land)
        pick = rng.randrange(len(rows))
        x, y = float(X[0, columns[pick]]), float(Y[rows[pick], 0])
        found.append((x, y))
        land &= np.hypot(X - x, Y - y) > rng.choice((10, 12, 20))
    return found


def main() -> None:
    """Write the file, a line for each type."""
    lines = []
    for id_ in tiles():
        farmers, rng = farms(id_), random.Random(id_)
        copies = [trees(id_, farmers, rng) for _ in range(VARIANTS)]
        lines.append(f'"{id_}": {json.dumps({"farms": farmers, "trees": copies})}')
    LAYOUT.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
