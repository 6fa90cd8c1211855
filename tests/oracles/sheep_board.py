"""A position of Sheep: the options, the field, who stands where and who is to move."""

from __future__ import annotations

from typing import Self

from .sheep_field import AROUND, BESIDE, DIRECTIONS, Cell, in_order, regions_of
from .sheep_text import FREE, HIDDEN, KNOWN, LETTERS, NOBODY, NUMBERED, WALL, Value, options_text

GAME_OVER = -2


class Board:
    """Options, field, flocks and the player to move."""

    def settle(self, options: dict[str, Value]) -> None:
        """Take the numbers of the game from its options."""
        self.options = options
        size, cells, sheep = NUMBERED[int(options["game"])]
        self.players = int(options["players"])
        self.size = int(options["size"] or size)
        self.cells = int(options["cells"] or cells)
        self.sheep = int(options["sheep"] or sheep)
        # Game 3: "the number of sheep on other players' cells is hidden". Game 4: "partners".
        self.hidden = bool(options["hidden"] or options["game"] == 3)
        self.teams = bool(options["teams"] or options["game"] == 4)
        self.exponent = float(options["exponent"])
        # "`teams` needs 4" players.
        if self.teams and self.players != 4:
            raise ValueError(f"expected 4 players with teams, got {self.players}")
        if self.cells > self.size * self.size:
            raise ValueError(f"expected at most {self.size * self.size} cells, got {self.cells}")

    def begin(self, free: set[Cell]) -> None:
        """Nobody is on the map yet; player 1 starts."""
        self.free = free
        self.order = in_order(free)  # all cells that are not walls
        self.owner: dict[Cell, int] = {}
        self.count: dict[Cell, int | None] = {}  # None: hidden
        self.known: set[Cell] = set()  # those of which everybody knows that they hold 1
        self.mover = 0

    # ---- text ----

    def text(self) -> str:
        """`[options not default] ROWS MOVER`"""
        cells = dict.fromkeys(self.free, FREE)
        for cell, owner in self.owner.items():
            count = HIDDEN if self.count[cell] is None else str(self.count[cell])
            cells[cell] = LETTERS[owner] + count + (KNOWN if cell in self.known else "")
        numbers = range(self.size)
        rows = "/".join("".join([cells.get((x, y), WALL) for x in numbers]) for y in numbers)
        # "MOVER: number of the player to move, `1`..`4`, or `-` when the game is over."
        mover = NOBODY if self.is_over() else str(self.mover + 1)
        return " ".join([*options_text(self.options), rows, mover])

    def copy(self) -> Self:
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.free, other.owner = set(self.free), dict(self.owner)
        other.count, other.known = dict(self.count), set(self.known)
        return other

    # ---- the field ----

    def cells_of(self, player: int) -> list[Cell]:
        return in_order([cell for cell, owner in self.owner.items() if owner == player])

    def is_border(self, cell: Cell) -> bool:
        # "a free cell that touches, across one of its four sides, the board's edge or a wall (a
        # diagonal wall does not count)"; "Cells occupied by others are neither free nor walls."
        return any(other not in self.free and other not in self.owner for other in BESIDE[cell])

    def has_free_neighbour(self, cell: Cell) -> bool:
        return any(other in self.free for other in AROUND[cell])

    def start_cells(self) -> list[Cell]:
        """The free border cells, whatever the phase."""
        return [cell for cell in self.order if cell in self.free and self.is_border(cell)]

    def landing(self, x: int, y: int, direction: int) -> Cell | None:
        """Where a slide from there ends; None if it is blocked at once."""
        # "choose a direction of 8, slide in it as far as the cells are free (not a wall, not
        # occupied)"
        right, down = DIRECTIONS[direction]
        end = None
        while (x + right, y + down) in self.free:
            x, y = x + right, y + down
            end = (x, y)
        return end

    def regions(self, player: int) -> list[list[Cell]]:
        return regions_of(self.cells_of(player))

    # ---- who can move ----

    def is_over(self) -> bool:
        return self.mover == GAME_OVER

    def starting(self) -> bool:
        return len(set(self.owner.values())) < self.players

    def can_slide(self, player: int) -> bool:
        """Whether the player has a slide; where its counts are hidden, whether it may have one."""
        # "from a cell of yours with at least 2 sheep": "each cell of a player holds at least 1",
        # so that a hidden cell may hold 2 if the player has more sheep than cells.
        cells = self.cells_of(player)
        for cell in cells:
            count = self.count[cell]
            may_hold_two = len(cells) < self.sheep if count is None else count >= 2
            if may_hold_two and self.has_free_neighbour(cell):
                return True
        return False

    def can_be_worked_out(self, player: int) -> bool:
        """Whether everybody can tell the counts of this player, if they are hidden."""
        # "each cell of a player holds at least 1, they sum to the flock": nothing is left to guess
        # if every cell holds one, or but one cell holds more than the one that all know of.
        cells = self.cells_of(player)
        return len(cells) == self.sheep or len(set(cells) - self.known) <= 1

    def anybody_can_slide(self) -> bool:
        return any(self.can_slide(player) for player in range(self.players))
