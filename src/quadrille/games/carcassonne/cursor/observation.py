"""What a learner sees: 18 numbers about its turn, then the map by one or several schemes.

Every number lies between -1 and 1. The map is kept up to date and not built anew: what a decision
changes are the first numbers, and what is seen from the cursor.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quadrille.core.encoding import Encoding
from quadrille.core.errors import BadSpec
from quadrille.core.suggest import unknown
from quadrille.games.carcassonne.cursor.faces import (
    ALL_TILES,
    COPIES,
    DIRECTIONS,
    KINDS,
    MONASTERY,
    PENNANT,
    ROAD,
    Face,
    face,
)
from quadrille.games.carcassonne.cursor.faces import CITY as CITY_CODE
from quadrille.games.carcassonne.cursor.turn import Cursor, Phase

Floats = NDArray[np.float32]
VERSION = 1
"""Of all schemes; changes whenever the meaning of a number changes."""
SCALARS = 7 + len(Phase) + len(DIRECTIONS)
"""Meeples left, id and rotation of the tile, x, z, direction, tiles placed; phase; direction."""
FACES = 4 * len(KINDS)
MEEPLES = len(DIRECTIONS)
TERRAINS = 6


class Scheme(ABC):
    """One way to write the map into numbers."""

    doc = ""

    def __init__(self, window: int) -> None:
        self.window = window
        self.values: Floats = np.zeros(self.size(window), np.float32)

    @staticmethod
    @abstractmethod
    def size(window: int) -> int:
        """How many numbers."""

    def keep_in(self, values: Floats) -> None:
        """Write to a part of a larger array from now on; the map is empty."""
        self.values = values
        self.values[:] = 0

    @abstractmethod
    def write(self, x: int, y: int, tile: Face, meeple: int) -> None:
        """Note a tile with the meeple on it: 0, or 1 to 5 for N, S, W, E, C, negative if it
        belongs to somebody else."""

    def seen_from(self, cursor: Cursor, state: Any, viewer: int) -> None:
        """Bring up to date what depends on the cursor; nothing by default."""
        return

    def cell(self, x: int, y: int) -> int:
        """The number of a cell of the window, from its south-west corner on, row by row."""
        half = self.window // 2
        return (y + half) * self.window + x + half


class TileIds(Scheme):
    """Two numbers a cell: which tile in which rotation; whose meeple where."""

    doc = "of each cell id and rotation in one number, and the meeple"

    @staticmethod
    def size(window: int) -> int:
        return 2 * window**2

    def write(self, x: int, y: int, tile: Face, meeple: int) -> None:
        place = 2 * self.cell(x, y)
        self.values[place] = (4 * tile.number + tile.rotation + 1) / FACES
        self.values[place + 1] = meeple / MEEPLES


class PackedIds(Scheme):
    """One number a cell: tile, rotation and meeple."""

    doc = "of each cell id, rotation and meeple in one number"

    @staticmethod
    def size(window: int) -> int:
        return window**2

    def write(self, x: int, y: int, tile: Face, meeple: int) -> None:
        code = (4 * tile.number + tile.rotation) * (2 * MEEPLES + 1) + meeple + MEEPLES + 1
        self.values[self.cell(x, y)] = code / (FACES * (2 * MEEPLES + 1))


class Packed(Scheme):
    """Two numbers a cell: the terrain of the four edges and the middle; whose meeple where."""

    doc = "of each cell five codes of terrain in one number, and the meeple"

    @staticmethod
    def size(window: int) -> int:
        return 2 * window**2

    def write(self, x: int, y: int, tile: Face, meeple: int) -> None:
        code = 0
        for each in tile.terrain:
            code = TERRAINS * code + each
        place = 2 * self.cell(x, y)
        self.values[place] = code / (TERRAINS**5 - 1)
        self.values[place + 1] = meeple / MEEPLES


FIRST_COPY = dict(zip(KINDS, np.cumsum([0, *COPIES.values()]).tolist(), strict=False))
"""Where the copies of each kind begin, among all tiles."""


class TileWise(Scheme):
    """Five numbers a tile of the box: whether it lies, x, z, rotation, meeple.

    Copies of a kind are listed from south to north, west to east.
    """

    doc = "of each of the 72 tiles whether it lies, x, z, rotation and meeple"

    def __init__(self, window: int) -> None:
        super().__init__(window)
        self._laid: dict[str, dict[tuple[int, int], tuple[float, ...]]] = {}

    def keep_in(self, values: Floats) -> None:
        super().keep_in(values)
        self._laid = {kind: {} for kind in KINDS}

    @staticmethod
    def size(window: int) -> int:
        return 5 * ALL_TILES

    def write(self, x: int, y: int, tile: Face, meeple: int) -> None:
        half = self.window / 2
        laid = self._laid[KINDS[tile.number]]
        laid[y, x] = (1, x / half, y / half, tile.rotation / 3, meeple / MEEPLES)
        first = 5 * FIRST_COPY[KINDS[tile.number]]
        rows = [value for place in sorted(laid) for value in laid[place]]
        self.values[first : first + len(rows)] = rows


def shown(tile: Face) -> list[float]:
    """A tile in eleven numbers: city at N, E, S, W and in the middle, road at N, E, S, W,
    monastery, pennant."""
    edges = tile.terrain[:4]
    middle = tile.terrain[4]
    return [
        *(float(code == CITY_CODE) for code in edges),
        float(middle in (CITY_CODE, PENNANT)),
        *(float(code == ROAD) for code in edges),
        float(middle == MONASTERY),
        float(tile.pennant),
    ]


class Planes(Scheme):
    """Twelve numbers a cell, each a plane of its own: the eleven of ``shown`` and the meeple."""

    doc = "planes: city at N, E, S, W and in the middle, road at N, E, S, W, monastery, pennant, "
    doc += "owner"
    PLANES = 12

    @staticmethod
    def size(window: int) -> int:
        return Planes.PLANES * window**2

    def write(self, x: int, y: int, tile: Face, meeple: int) -> None:
        planes = self.values.reshape(self.PLANES, -1)
        planes[:, self.cell(x, y)] = (*shown(tile), meeple / MEEPLES)


class Local(Scheme):
    """The map as it lies around the cursor, and where the tile in hand fits: ours.

    Planes of 11 x 11 cells with the cursor in the middle: a tile lies; the eleven of ``shown``; my
    meeple; another's; inside the boundary; the tile fits as it is turned; it fits turned otherwise;
    the base tile; a tile put here would join my city or road at N, E, S, W; or one of somebody
    else. Then the eleven numbers of the tile in hand, which directions a meeple may take, and how
    far it is to the nearest cell where the tile fits as it is turned, and where it fits at all, by
    x and z, divided by ten.
    """

    doc = "11 x 11 cells around the cursor, the tile in hand, where it fits (ours)"
    REACH = 5
    SIDE = 2 * REACH + 1
    PLANES = 23
    LIES, SHOWN, MINE, OTHERS, INSIDE, FITS, TURNED, BASE = 0, slice(1, 12), 12, 13, 14, 15, 16, 17
    JOINED = slice(18, 23)

    def __init__(self, window: int) -> None:
        super().__init__(window)
        side = window + 2 * self.REACH
        self._map: Floats = np.zeros((self.PLANES, side, side), np.float32)
        self._fits: tuple[list[tuple[int, int]], ...] = ()
        self._turn: Any = None
        self._changed = True

    @staticmethod
    def size(window: int) -> int:
        return Local.PLANES * Local.SIDE**2 + 11 + len(DIRECTIONS) + 4

    def keep_in(self, values: Floats) -> None:
        super().keep_in(values)
        self._map[:] = 0
        self._turn = None
        self._map[self.BASE, self._at(0), self._at(0)] = 1

    def write(self, x: int, y: int, tile: Face, meeple: int) -> None:
        column = self._map[:, self._at(y), self._at(x)]
        column[self.LIES] = 1
        column[self.SHOWN] = shown(tile)
        column[self.MINE], column[self.OTHERS] = meeple > 0, meeple < 0
        self._turn = None  # the tile in hand fits elsewhere now
        self._changed = True

    def seen_from(self, cursor: Cursor, state: Any, viewer: int) -> None:
        planes = self._map
        key = (cursor.phase, cursor.rotation, cursor.boundary, cursor.kind, state.hand())
        if self._changed:
            self._mark_joints(state, viewer)
        if key != self._turn:
            self._look(cursor, state, key)
        x, y = cursor.x + self.window // 2, cursor.y + self.window // 2
        count = self.PLANES * self.SIDE**2
        self.values[:count] = planes[:, y : y + self.SIDE, x : x + self.SIDE].ravel()
        facts = shown(cursor.face)
        meeple = cursor.phase in (Phase.TILE_DOWN, Phase.MEEPLE_DRAWN)
        facts += [float(each) for each in cursor.claims(state)] if meeple else [0.0] * 5
        for cells in self._fits:
            facts += _nearest(cursor, cells)
        self.values[count:] = facts

    def _look(self, cursor: Cursor, state: Any, key: Any) -> None:
        """Mark the boundary and where the tile fits, which stay while it is not turned."""
        planes, edge = self._map, cursor.boundary
        planes[[self.INSIDE, self.FITS, self.TURNED]] = 0
        rows = slice(self._at(edge.south), self._at(edge.north) + 1)
        planes[self.INSIDE, rows, self._at(edge.west) : self._at(edge.east) + 1] = 1
        here: list[tuple[int, int]] = []
        somewhere: list[tuple[int, int]] = []
        if state.hand():
            for cell in state.open_cells():
                fits = [state.fits(cell, 90 * quarters) for quarters in range(4)]
                if fits[cursor.rotation]:
                    here.append(cell)
                    planes[self.FITS, self._at(cell[1]), self._at(cell[0])] = 1
                if any(fits):
                    somewhere.append(cell)
                    if not fits[cursor.rotation]:
                        planes[self.TURNED, self._at(cell[1]), self._at(cell[0])] = 1
        self._fits = here, somewhere
        self._turn = key

    def _mark_joints(self, state: Any, viewer: int) -> None:
        """Mark the open cells where a tile would join a claimed city or road."""
        wide = state.encode("planes", viewer)
        mine, others = wide[35:39], wide[39:43].max(0, keepdims=True)
        near = np.minimum(np.concatenate((mine, others)), 1)[:, ::-1]  # from south to north
        tiles = state.tiles()
        columns, rows = [tile.x for tile in tiles], [tile.y for tile in tiles]
        half = near.shape[1] // 2
        x = self._at((min(columns) + max(columns)) // 2) - half
        y = self._at((min(rows) + max(rows)) // 2) - half
        size = self._map.shape[1]
        left, right = max(x, 0), min(x + 2 * half + 1, size)
        low, high = max(y, 0), min(y + 2 * half + 1, size)
        planes = self._map[self.JOINED]
        planes[:] = 0
        planes[:, low:high, left:right] = near[:, low - y : high - y, left - x : right - x]
        self._changed = False

    def _at(self, coordinate: int) -> int:
        return coordinate + self.window // 2 + self.REACH


def _nearest(cursor: Cursor, cells: list[tuple[int, int]]) -> list[float]:
    """By how much x and z of the nearest of some cells differ from the cursor's, divided by ten and
    at most 1; 0 without any."""
    if not cells:
        return [0.0, 0.0]
    x, y = min(cells, key=lambda cell: abs(cell[0] - cursor.x) + abs(cell[1] - cursor.y))
    return [max(-1.0, min(1.0, (x - cursor.x) / 10)), max(-1.0, min(1.0, (y - cursor.y) / 10))]


SCHEMES: Mapping[str, type[Scheme]] = {
    "tile_ids": TileIds,
    "packed_ids": PackedIds,
    "packed": Packed,
    "tile_wise": TileWise,
    "planes": Planes,
    "local": Local,
}


def scheme_types(names: str) -> list[type[Scheme]]:
    """The schemes of a text such as ``tile_ids`` or ``tile_ids+local``."""
    found = names.split("+")
    for name in found:
        if name not in SCHEMES:
            raise BadSpec(unknown("observation scheme", name, SCHEMES))
        if found.count(name) > 1:
            raise BadSpec(f"expected every observation scheme once, got {names!r}")
    return [SCHEMES[name] for name in found]


def encoding_of(names: str, window: int) -> Encoding:
    """The description of what an observer of these schemes writes."""
    types = scheme_types(names)
    size = SCALARS + sum(each.size(window) for each in types)
    about = "; ".join(each.doc for each in types)
    return Encoding(f"cursor:{names}", (size,), version=VERSION, doc=f"The turn; {about}.")


class CursorObserver:
    """Writes observations of one player, and keeps the map that it has seen."""

    def __init__(self, names: str, window: int, meeples: int) -> None:
        self.encoding = encoding_of(names, window)
        self._meeples = meeples
        self._window = window
        self._schemes = [each(window) for each in scheme_types(names)]
        self._values: Floats = np.zeros(self.encoding.size, np.float32)
        self._map: dict[tuple[int, int], tuple[Face, int]] = {}
        self.clear()

    def clear(self) -> None:
        """Forget the map."""
        self._map.clear()
        end = SCALARS
        for scheme in self._schemes:
            start, end = end, end + scheme.size(self._window)
            scheme.keep_in(self._values[start:end])

    def look(self, state: Any, viewer: int) -> None:
        """See what has changed on the map."""
        faces = {(tile.x, tile.y): face(tile.kind, tile.rotation // 90) for tile in state.tiles()}
        if any(cell not in faces or faces[cell] != old for cell, (old, _) in self._map.items()):
            self.clear()  # another game
        meeples = {
            (each.x, each.y): _direction(faces[each.x, each.y], each.spot)
            * (1 if each.player == viewer else -1)
            for each in state.figures()
        }
        for cell, seen in faces.items():
            known = (seen, meeples.get(cell, 0))
            if self._map.get(cell) != known:
                self._map[cell] = known
                for scheme in self._schemes:
                    scheme.write(*cell, *known)

    def observe(self, state: Any, cursor: Cursor, viewer: int) -> Floats:
        """The observation, as a new array."""
        values, half = self._values, self._window / 2
        values[:SCALARS] = 0
        values[0] = state.meeples()[viewer].meeple / self._meeples
        if cursor.kind:
            values[1] = (cursor.face.number + 1) / len(KINDS)
        values[2] = cursor.rotation / 3
        values[3], values[4] = cursor.x / half, cursor.y / half
        values[6] = len(self._map) / ALL_TILES
        values[7 + cursor.phase] = 1
        if cursor.direction is not None:
            values[5] = (cursor.direction + 1) / len(DIRECTIONS)
            values[7 + len(Phase) + cursor.direction] = 1
        if cursor.kind:
            for scheme in self._schemes:
                scheme.seen_from(cursor, state, viewer)
        return values.copy()


def _direction(tile: Face, spot: str) -> int:
    """The first direction that stands for a spot, counted from 1."""
    return tile.spots.index(spot) + 1
