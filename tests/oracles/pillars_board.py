"""The board of Pillars: how high the pillars are and where the gamers stand."""

from __future__ import annotations

from functools import cache

COLUMNS = [*"abcdefghijklmnopqrstuvwxyz", "aa", "ab", "ac", "ad", "ae"]
# "`up` is y+1, `down` y-1, `left` x-1, `right` x+1", in the order of moves.
DIRECTIONS = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}


@cache
def cell_names(size: int) -> list[str]:
    """ "a column letter and a row number from 1 at the bottom"; "Cell order: by y, then x"."""
    return [f"{COLUMNS[x]}{y + 1}" for y in range(size) for x in range(size)]


@cache
def build_moves(size: int) -> list[str]:
    """The move that builds on every cell."""
    return ["build " + name for name in cell_names(size)]


@cache
def neighbours(size: int) -> list[dict[str, int]]:
    """The neighbouring cells of every cell by direction, as far as they are on the board."""
    return [
        {
            direction: (y + up) * size + x + right
            for direction, (right, up) in DIRECTIONS.items()
            if 0 <= x + right < size and 0 <= y + up < size
        }
        for y in range(size)
        for x in range(size)
    ]


class Board:
    """Cells are numbers, in cell order; players 0..n-1 are RED's gamers, n..2n-1 BLUE's."""

    def __init__(self, size: int, top: int, gamers: int) -> None:
        self.size = size
        self.top = top  # the height of the centre pillar
        self.centre = size * size // 2
        self.names = cell_names(size)
        self.builds = build_moves(size)
        self.beside = neighbours(size)
        # "`A`..`E` for R1..R5, `a`..`e` for B1..B5"
        self.letters = "ABCDE"[:gamers] + "abcde"[:gamers]
        # "all others start at 0"
        self.heights = [0] * (size * size)
        self.heights[self.centre] = top
        self.who: dict[int, int] = {}  # cell: the player on it
        self.where = [-1] * (2 * gamers)  # the cell of every player
        # Kept until something changes: the texts of the rows, and the cells that can be built on.
        self._rows: list[str | None] = [None] * size
        self._growing: list[int] | None = None

    def copy(self) -> Board:
        other = Board.__new__(Board)
        other.__dict__.update(self.__dict__)
        other.heights, other.who = list(self.heights), dict(self.who)
        other.where, other._rows = list(self.where), list(self._rows)
        return other

    # ---- text ----

    def text(self) -> str:
        """ "rows from the TOP (highest y) joined by `/`" """
        for y, row in enumerate(self._rows):
            if row is None:
                self._rows[y] = self._row(y)
        return "/".join([row for row in reversed(self._rows) if row is not None])

    def _row(self, y: int) -> str:
        # "each cell is its height as a digit (`*` for the centre pillar), followed by the gamer on
        # it if any"
        parts = []
        for cell in range(y * self.size, (y + 1) * self.size):
            parts.append("*" if cell == self.centre else str(self.heights[cell]))
            if cell in self.who:
                parts.append(self.letters[self.who[cell]])
        return "".join(parts)

    # ---- what can be done ----

    def steps(self, player: int) -> list[str]:
        """Where a gamer can step: directions."""
        # "step to one of the four neighbouring cells, unoccupied, whose pillar is at most 1 higher
        # or lower."
        start = self.where[player]
        height = self.heights[start]
        return [
            direction
            for direction, cell in self.beside[start].items()
            if cell not in self.who and abs(self.heights[cell] - height) <= 1
        ]

    def can_grow(self, cell: int) -> bool:
        # "one unoccupied cell's pillar grows by 1, up to height-1 (never the centre)."
        unoccupied = cell not in self.who
        return unoccupied and cell != self.centre and self.heights[cell] < self.top - 1

    def growing(self) -> list[int]:
        """All cells that can be built on, in cell order."""
        if self._growing is None:
            limit = self.top - 1  # the centre is higher
            low = [cell for cell, height in enumerate(self.heights) if height < limit]
            self._growing = [cell for cell in low if cell not in self.who]
        return self._growing

    def growing_beside(self, player: int) -> list[int]:
        """Those of them next to a gamer."""
        # "`adjacent`: only next to the gamer"
        return sorted(
            cell for cell in self.beside[self.where[player]].values() if self.can_grow(cell)
        )

    # ---- changes ----

    def put(self, player: int, cell: int) -> None:
        """Let a gamer stand on a cell."""
        # "They cannot share a cell."
        assert cell not in self.who
        self.who[cell] = player
        self.where[player] = cell
        self._changed(cell)

    def step(self, player: int, direction: str) -> None:
        start = self.where[player]
        del self.who[start]
        self._changed(start)
        self.put(player, self.beside[start][direction])

    def grow(self, cell: int) -> None:
        self.heights[cell] += 1
        self._changed(cell)

    def _changed(self, cell: int) -> None:
        self._rows[cell // self.size] = None
        self._growing = None
