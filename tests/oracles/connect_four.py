"""Connect Four, slowly and obviously, from the rules text alone.

6 rows, 7 columns, player 0 is `x` and moves first, player 1 is `o`. Moves are `1`..`7`, the
column from the left. A position is its rows from top to bottom, joined by `/`.
"""

from __future__ import annotations

COLUMNS = (1, 2, 3, 4, 5, 6, 7)  # from the left
ROWS = (1, 2, 3, 4, 5, 6)  # from the bottom
DISCS = "xo"  # by player
EMPTY = "."
GAME_OVER = -2

Cell = tuple[int, int]  # column, row
Board = dict[Cell, str]  # only the filled cells


def _all_fours() -> list[list[Cell]]:
    """ "Four in a row, column or diagonal": every such group of cells on the board."""
    fours = []
    for column in COLUMNS:
        for row in ROWS:
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                cells = [(column + right * step, row + up * step) for step in range(4)]
                if all(c in COLUMNS and r in ROWS for c, r in cells):
                    fours.append(cells)
    return fours


FOURS = _all_fours()


class Oracle:
    """One position; `play` changes it in place."""

    def __init__(self) -> None:
        self.board: Board = {}

    # ---- text ----

    @classmethod
    def parse(cls, text: str) -> Oracle:
        """Read a position text exactly; refuse one that cannot arise in play."""
        rows = text.split("/")
        if len(rows) != len(ROWS):
            raise ValueError(f"expected 6 rows joined by '/', got {len(rows)} in {text!r}")
        state = cls()
        for row, characters in zip(reversed(ROWS), rows, strict=True):
            if len(characters) != len(COLUMNS):
                raise ValueError(f"expected 7 characters a row, got {characters!r} in {text!r}")
            for column, character in zip(COLUMNS, characters, strict=True):
                if character in DISCS:
                    state.board[column, row] = character
                elif character != EMPTY:
                    raise ValueError(f"expected '.', 'x' or 'o', got {character!r} in {text!r}")
        problem = _problem(state.board)
        if problem is not None:
            raise ValueError(f"{problem} in {text!r}")
        return state

    def text(self) -> str:
        rows = []
        for row in reversed(ROWS):
            rows.append("".join(self.board.get((column, row), EMPTY) for column in COLUMNS))
        return "/".join(rows)

    def copy(self) -> Oracle:
        other = Oracle()
        other.board = dict(self.board)
        return other

    # ---- the game ----

    def player(self) -> int:
        """The player to move, 0 or 1; -2 when the game is over."""
        # "player 0 is `x` and moves first"; the players take turns.
        return GAME_OVER if self.is_over() else len(self.board) % 2

    def is_over(self) -> bool:
        # "Four in a row, column or diagonal wins; a full board without one is a draw."
        full = len(self.board) == len(COLUMNS) * len(ROWS)
        return full or bool(_owners_of_fours(self.board))

    def legal_moves(self) -> list[str]:
        """The columns that are not full, from the left; none when the game is over."""
        if self.is_over():
            return []
        return [str(column) for column in COLUMNS if _height(self.board, column) < len(ROWS)]

    def play(self, move: str) -> None:
        if move not in self.legal_moves():
            raise ValueError(f"illegal move {move!r} for player {self.player()} in {self.text()!r}")
        column = int(move)
        disc = DISCS[self.player()]
        # The disc falls onto the discs already in its column.
        self.board[column, _height(self.board, column) + 1] = disc

    def outcome(self) -> list[float]:
        """Per player: 1 for a win, -1 for a loss, 0 for a draw."""
        if not self.is_over():
            raise ValueError(f"the game is not over in {self.text()!r}")
        owners = _owners_of_fours(self.board)
        if not owners:
            return [0.0, 0.0]
        return [1.0, -1.0] if DISCS[0] in owners else [-1.0, 1.0]


def _height(board: Board, column: int) -> int:
    """The number of discs in a column without gaps."""
    return sum((column, row) in board for row in ROWS)


def _owners_of_fours(board: Board) -> set[str]:
    """The discs, `x` or `o`, that have a four."""
    owners = set()
    for cells in FOURS:
        colours = {board.get(cell, EMPTY) for cell in cells}
        if len(colours) == 1:
            owners.update(colours)
    return owners - {EMPTY}


def _problem(board: Board) -> str | None:
    """Why this board cannot arise in play, or None if it can."""
    for column, row in board:
        if row > 1 and (column, row - 1) not in board:
            return f"a floating disc in column {column}"
    # Player 0 moves first and the players take turns.
    discs = list(board.values())
    if discs.count("x") - discs.count("o") not in (0, 1):
        return f"impossible counts ({discs.count('x')} x, {discs.count('o')} o)"
    # A four wins, and nobody moves after it: only the last mover can have one.
    owners = _owners_of_fours(board)
    to_move = DISCS[len(board) % 2]
    if len(owners) == 2:
        return "fours of both players"
    if to_move in owners:
        return f"a four of {to_move!r}, who is to move"
    if owners and not _last_cells(board):
        return "fours that no one last disc completed"
    if not _has_an_order(board):
        return "discs that no order of alternate moves can pile up"
    return None


def _last_cells(board: Board) -> list[Cell]:
    """Where the last disc may be: a top disc of the last mover whose removal leaves no four."""
    last_mover = DISCS[(len(board) - 1) % 2]
    cells = []
    for cell, disc in board.items():
        column, row = cell
        if disc == last_mover and row == _height(board, column):
            before = {other: board[other] for other in board if other != cell}
            if not _owners_of_fours(before):
                cells.append(cell)
    return cells


def _has_an_order(board: Board) -> bool:
    """Whether the discs can be taken off again, the last mover's first and then in turn.

    Only the first disc taken off need be looked at for fours: there are none after it.
    """
    if not board:
        return True
    tried: set[tuple[int, ...]] = set()

    def can_empty(heights: tuple[int, ...]) -> bool:
        if sum(heights) == 0:
            return True
        if heights in tried:
            return False
        tried.add(heights)
        last_mover = DISCS[(sum(heights) - 1) % 2]
        for column, height in zip(COLUMNS, heights, strict=True):
            on_top = board.get((column, height), EMPTY)  # nothing at height 0
            if on_top == last_mover and can_empty(_lowered(heights, column)):
                return True
        return False

    heights = tuple(_height(board, column) for column in COLUMNS)
    return any(can_empty(_lowered(heights, column)) for column, _ in _last_cells(board))


def _lowered(heights: tuple[int, ...], column: int) -> tuple[int, ...]:
    """The heights with one disc less in this column."""
    return tuple(h - 1 if c == column else h for c, h in zip(COLUMNS, heights, strict=True))
