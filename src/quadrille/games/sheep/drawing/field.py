"""The field: hedges and trees for walls, the meadow, and the land of every player."""

from collections.abc import Iterator, Set
from functools import lru_cache

from quadrille.core.drawing.svg import Plane, element, rect
from quadrille.games.sheep.drawing.art import BREEDS, land_id, plant
from quadrille.games.sheep.drawing.state import LETTERS, Cell, SheepPosition

CELL = 60
"""The width of a cell in the plane of the field."""
FRAME = 16
"""The width of the hedge around the field."""

STYLE = """.hedge { fill: #3f6839/#26402a }
.bank { fill: #46703a/#2c4a2b; stroke: #2f5130/#1b2f1d; stroke-width: 7; stroke-linejoin: round }
.meadow { fill: #a3c873/#5d7c40 }
.patch-0 { fill: #b3d583/#688a49 }
.patch-1 { fill: #abd07b/#628343 }
.patch-2 { fill: #bcdb8d/#709150 }
.border { fill: none; stroke-width: 4; stroke-linejoin: round }
.casing { fill: none; stroke: #fffdf0; stroke-width: 7; stroke-opacity: .9 }
.plant { pointer-events: none }
.label { font-weight: 600; fill: #6a7258/#aab291; text-anchor: middle }"""


def noise(cell: Cell, salt: int = 0) -> int:
    """A number that looks random and is always the same for a cell."""
    mixed = (cell[0] * 374761393 + cell[1] * 668265263 + salt * 2246822519) & 0xFFFFFFFF
    mixed = ((mixed ^ mixed >> 13) * 1274126177) & 0xFFFFFFFF
    return mixed ^ mixed >> 16


def field(state: SheepPosition) -> Iterator[str]:
    """All that lies below the flocks."""
    size = state.size()
    free = frozenset((x, y) for y in range(size) for x in range(size) if not state.is_wall(x, y))
    yield _ground(free, size)
    for player in range(state.num_players()):
        for region in state.regions(player):
            yield _land(frozenset(region), player)
    for cell in sorted(free):
        if state.owner(*cell) < 0 and noise(cell, 3) % 5 < 3:
            yield plant(f"grass-{_grass(cell)}", *_middle(cell))


@lru_cache(maxsize=16)
def _ground(free: frozenset[Cell], size: int) -> str:
    """What stays the same during a game: the hedge, the meadow and the trees."""
    side = CELL * size + 2 * FRAME
    outline = path_round(free, 0, 15, joined=True)
    return "".join(
        (
            rect("hedge", -FRAME, -FRAME, side, side, FRAME),
            element("path", class_="bank", d=outline),
            element("path", class_="meadow", d=outline),
            *_patches(free),
            *_trees(free, size),
        )
    )


def labels(plane: Plane, size: int) -> Iterator[str]:
    """Letters above the columns and numbers left of the rows, outside the hedge."""
    for i in range(size):
        middle, out = CELL * (i + 0.5), FRAME + 12 / plane.scale
        yield plane.label(LETTERS[i], middle, -out, "label", 17)
        yield plane.label(str(i + 1), -out - 6 / plane.scale, middle + 6 / plane.scale, "label", 17)


def path_round(cells: Set[Cell], inset: float, radius: float, joined: bool = False) -> str:
    """The outline of cells with round corners, moved inwards by ``inset``.

    Cells that touch at a corner are apart, or with ``joined`` connected by a narrow gap.
    """
    return "".join(_rounded(loop, inset, radius) for loop in _loops(cells, joined))


def _loops(cells: Set[Cell], joined: bool) -> Iterator[list[tuple[Cell, Cell]]]:
    """Every outline as corners and the steps that lead on from them, the cells on the right."""
    edges = {
        (start, step)
        for x, y in cells
        for start, step, other in (
            ((x, y), (1, 0), (x, y - 1)),
            ((x + 1, y), (0, 1), (x + 1, y)),
            ((x + 1, y + 1), (-1, 0), (x, y + 1)),
            ((x, y + 1), (0, -1), (x - 1, y)),
        )
        if other not in cells
    }
    while edges:
        point, step = min(edges)
        loop: list[tuple[Cell, Cell]] = []
        while (point, step) in edges:
            edges.remove((point, step))
            loop.append((point, step))
            point = point[0] + step[0], point[1] + step[1]
            left, right = (step[1], -step[0]), (-step[1], step[0])
            # Where cells touch at a corner both turns are open; the right one stays at its cell.
            ways = (left, step, right) if joined else (right, step, left)
            step = next((way for way in ways if (point, way) in edges), step)
        yield [
            edge
            for before, edge in zip([loop[-1], *loop], loop, strict=False)
            if edge[1] != before[1]
        ]


def _rounded(loop: list[tuple[Cell, Cell]], inset: float, radius: float) -> str:
    path = ""
    for (_, before), (point, after) in zip([loop[-1], *loop], loop, strict=False):
        x = CELL * point[0] - inset * (before[1] + after[1])
        y = CELL * point[1] + inset * (before[0] + after[0])
        start = f"{x - radius * before[0]:g} {y - radius * before[1]:g}"
        path += f"{'L' if path else 'M'}{start}Q{x:g} {y:g} "
        path += f"{x + radius * after[0]:g} {y + radius * after[1]:g}"
    return path + "Z"


def _middle(cell: Cell) -> tuple[float, float]:
    return CELL * (cell[0] + 0.5), CELL * (cell[1] + 0.5)


def _patches(free: Set[Cell]) -> Iterator[str]:
    """Cells as mown patches: two shades in turn, a few cells in a third."""
    shades: dict[int, set[Cell]] = {0: set(), 1: set(), 2: set()}
    for cell in free:
        shades[2 if noise(cell, 1) % 7 == 0 else sum(cell) % 2].add(cell)
    for shade, cells in shades.items():
        path = "".join(path_round({cell}, 1.5, 9) for cell in sorted(cells))
        yield element("path", class_=f"patch-{shade}", d=path)


def _trees(free: Set[Cell], size: int) -> Iterator[str]:
    """A plant on every wall and one between four of them; those in front cover those behind."""
    places: list[tuple[float, float, int, float]] = []
    for cell in ((x, y) for x in range(-1, size + 1) for y in range(-1, size + 1)):
        inside = 0 <= cell[0] < size and 0 <= cell[1] < size
        x, y = _middle(cell)
        if inside and cell not in free:
            kind = (0, 1, 2, 0, 1, 2, 3, 3, 0, 1, 2, 4)[noise(cell, 2) % 12]
            places.append((y + _shift(cell, 5), x + _shift(cell, 4), kind, 1))
        square = {(cell[0] + i, cell[1] + j) for i in (0, 1) for j in (0, 1)}
        if cell[0] < size and cell[1] < size and not square & free:
            kind, scale = noise(cell, 7) % 4, 0.5 + noise(cell, 8) % 4 / 20
            # Within the hedge around the field there is less room.
            x = min(max(x + CELL / 2, 6), CELL * size - 6)
            y = min(max(y + CELL / 2 + _shift(cell, 9), 6), CELL * size - 5)
            places.append((y, x, kind, scale))
    for y, x, kind, scale in sorted(places):
        yield plant(f"tree-{kind}", x, y, scale)


def _shift(cell: Cell, salt: int) -> int:
    return noise(cell, salt) % 9 - 4


def _land(region: Set[Cell], player: int) -> str:
    """One region: the ground in the player's pattern, within a border."""
    outline = path_round(region, 3.5, 12)
    return "".join(
        (
            element("path", d=outline, fill=f"url(#{land_id(player)})"),
            element("path", class_="casing", d=outline),
            element("path", class_="border", d=outline, stroke=BREEDS[player].colour),
        )
    )


def _grass(cell: Cell) -> int:
    return (0, 1, 0, 1, 2, 0, 1, 3)[noise(cell, 6) % 8]
