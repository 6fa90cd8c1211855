"""Positions of Sheep written by hand, for tests."""

from __future__ import annotations

from .sheep import Oracle
from .sheep_text import LETTERS, Value


def at(*rows: str, mover: str = "1", **options: Value) -> Oracle:
    """The position of these rows, their cells spaced out, on walls as far as 6x6 or more go."""
    cells = [row.split() for row in rows]
    size = max(6, len(cells), *map(len, cells))
    cells = [[*row, *["#"] * (size - len(row))] for row in cells]
    cells += [["#"] * size] * (size - len(cells))
    count = sum(cell != "#" for row in cells for cell in row)
    text = "/".join("".join(row) for row in cells)
    return Oracle(f"{text} {mover}", size=size, cells=count, **options)


def strung(*areas: list[int], mover: str = "1", **options: Value) -> Oracle:
    """A field of 20x20 on which the players have regions of these areas, each player's in a row.

    The sheep are one on each cell, and all that are left on the first: while the game goes on,
    everybody has one left or more.
    """
    sheep = max(sum(own) for own in areas) + (mover != "-")
    rows = []
    for letter, own in zip(LETTERS, areas, strict=False):
        cells: list[str] = []
        for area in own:
            cells += [letter + "1"] * area + ["."]
        cells[0] = f"{letter}{1 + sheep - sum(own)}"
        rows += [[*cells, *["."] * 20][:20], ["."] * 20]
    rows += [["."] * 20] * (20 - len(rows))
    spaced = [" ".join(row) for row in rows]
    return at(*spaced, mover=mover, players=len(areas), sheep=sheep, **options)
