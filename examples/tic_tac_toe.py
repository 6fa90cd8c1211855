"""Tic-tac-toe: a whole game in plain Python, to copy from.

Play it in the terminal:

    quadrille play examples/tic_tac_toe.py:TicTacToe
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from quadrille import NOBODY, BadPosition, Encoding, Move, Rng, State

MARKS = "xo"
"""By player; an empty square is '.'."""
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class TicTacToe(State):
    """A position: nine squares, counted from the top left."""

    name = "tic_tac_toe"
    title = "Tic-tac-toe"
    summary = "Mark squares in turn; three in a line win."

    def __init__(self, squares: str = "." * 9) -> None:
        self.squares = squares

    @staticmethod
    def create(options: dict[str, Any], rng: Rng) -> "TicTacToe":
        return TicTacToe()

    # --- rules -----------------------------------------------------------------------------

    def player(self) -> int:
        over = "." not in self.squares or any(self.has_line(mark) for mark in MARKS)
        return NOBODY if over else self.squares.count(".") % 2 ^ 1

    def has_line(self, mark: str) -> bool:
        """Whether three of these marks are in a line."""
        on = self.squares
        return any(on[a] == on[b] == on[c] == mark for a, b, c in LINES)

    def legal_moves(self) -> list[Move]:
        if self.is_over():
            return []
        return [Move(i, str(i + 1)) for i, mark in enumerate(self.squares) if mark == "."]

    def _play(self, move: int) -> None:
        self.squares = self.squares[:move] + MARKS[self.player()] + self.squares[move + 1 :]

    def scores(self) -> list[float]:
        return [float(self.has_line(mark)) for mark in MARKS]

    def num_actions(self) -> int:
        return 9

    def max_plies(self) -> int:
        return 9

    # --- text ------------------------------------------------------------------------------

    def text(self) -> str:
        return "/".join(self.rows())

    def rows(self) -> list[str]:
        """The three rows, from the top."""
        return [self.squares[i : i + 3] for i in (0, 3, 6)]

    @staticmethod
    def parse(options: dict[str, Any], text: str) -> "TicTacToe":
        state = TicTacToe(text.replace("/", ""))
        if state.text() != text or not set(state.squares) <= set(".xo") or len(text) != 11:
            raise BadPosition(f"expected 3 rows of 3 '.', 'x' or 'o' joined by '/', got {text!r}")
        for problem in state.problems():
            raise BadPosition(f"{problem} in position {text!r}")
        return state

    def problems(self) -> list[str]:
        ahead = self.squares.count("x") - self.squares.count("o")
        if ahead not in (0, 1):
            return ["x and o have not moved in turn"]
        return ["the player to move has a line"] if self.has_line(MARKS[ahead]) else []

    def board(self) -> str:
        shown = [str(i + 1) if mark == "." else mark for i, mark in enumerate(self.squares)]
        return "\n".join(" ".join(shown[i : i + 3]) for i in (0, 3, 6))

    # --- for networks ----------------------------------------------------------------------

    def encodings(self) -> list[Encoding]:
        return [Encoding("planes", (2, 3, 3), doc="own marks, then the other's")]

    def _encode(self, name: str, player: int) -> ArrayLike:
        squares = np.array(list(self.squares)).reshape(3, 3)
        return np.stack([squares == MARKS[player], squares == MARKS[1 - player]])
