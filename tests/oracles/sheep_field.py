"""The field of Sheep: cells and their names, the eight directions, regions and drawn maps."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

Cell = tuple[int, int]  # x from 0 at the left, y from 0 at the top

# "Directions on the number pad: 1 2 3 / 4 . 6 / 7 8 9 with 1 = up-left, 2 = up, 6 = right,
# 8 = down."
DIRECTIONS: dict[int, Cell] = {
    1: (-1, -1),
    2: (0, -1),
    3: (1, -1),
    4: (-1, 0),
    6: (1, 0),
    7: (-1, 1),
    8: (0, 1),
    9: (1, 1),
}
STEPS = tuple(DIRECTIONS.values())
SIDES = tuple(DIRECTIONS[direction] for direction in (2, 4, 6, 8))

# "A cell's name is a column letter `a`.. and a row number from 1 AT THE TOP: `c4` is x=2, y=3."
COLUMNS = "abcdefghijklmnopqrst"
NAMES = {(x, y): f"{COLUMNS[x]}{y + 1}" for y in range(20) for x in range(20)}
CELLS = {name: cell for cell, name in NAMES.items()}

# By cell, the cells across its four sides and those one step away in the eight directions, also
# where they are beyond the edge.
BESIDE = {(x, y): [(x + right, y + down) for right, down in SIDES] for x, y in NAMES}
AROUND = {(x, y): [(x + right, y + down) for right, down in STEPS] for x, y in NAMES}


# "Cell order everywhere: by y, then x (a1, b1, c1, ..., a2, ...)."
PLACE = {cell: place for place, cell in enumerate(NAMES)}


def in_order(cells: Collection[Cell]) -> list[Cell]:
    return sorted(cells, key=PLACE.__getitem__)


def regions_of(cells: Collection[Cell]) -> list[list[Cell]]:
    """Their 4-connected regions, each in cell order, ordered by first cell."""
    # "regions are 4-connected": cells that touch across a side are together, and so are those
    # that touch them, and so on; a corner does not connect.
    left = set(cells)
    regions = []
    for first in in_order(cells):
        if first in left:
            left.remove(first)
            region = [first]
            for cell in region:  # which grows meanwhile
                for other in BESIDE[cell]:
                    if other in left:
                        left.remove(other)
                        region.append(other)
            regions.append(in_order(region))
    return regions


def grown(size: int, cells: int, rng: Random) -> set[Cell]:
    """The free cells of a map drawn at random."""
    # "Map: grown from the centre: keep a frontier, accept a frontier cell with probability 0.7,
    # until exactly `cells` free cells, 4-connected; retry if it fails."
    while True:
        free: set[Cell] = set()
        frontier = [(size // 2, size // 2)]
        tried = set(frontier)
        while frontier and len(free) < cells:
            cell = frontier.pop(rng.randrange(len(frontier)))
            if not free or rng.random() < 0.7:
                free.add(cell)
                for x, y in BESIDE[cell]:
                    if 0 <= x < size and 0 <= y < size and (x, y) not in tried:
                        tried.add((x, y))
                        frontier.append((x, y))
        if len(free) == cells:
            return free
