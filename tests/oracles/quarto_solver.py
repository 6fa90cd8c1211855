"""The value of a Quarto position, slowly and obviously, from the rules text alone.

Plain minimax over everything that can happen, remembering positions as plain tuples. Values are for
the player to move; whoever places also gives, so a place keeps the turn and a give passes it on.
"""

from __future__ import annotations

from oracles.quarto import PIECES, SQUARES, Oracle

Board = tuple[str | None, ...]  # the piece on each square, in the order of SQUARES


class PlainSolver:
    """Minimax for one rule set."""

    def __init__(self, *, squares: bool = False, torus: bool = False) -> None:
        lines = Oracle(squares=squares, torus=torus).line_sets()
        self.lines = [tuple(SQUARES.index(square) for square in line) for line in lines]
        self.memo: dict[tuple[Board, str | None], tuple[int, int]] = {}

    def solve(self, text: str) -> tuple[int, int]:
        """The value, and the number of moves to the end: fastest win, slowest loss."""
        oracle = Oracle.parse(text)
        board = tuple(oracle.board.get(square) for square in SQUARES)
        return self.result(board, oracle.hand)

    def move_values(self, text: str) -> dict[str, int]:
        """The value of every move by its text."""
        oracle = Oracle.parse(text)
        board = tuple(oracle.board.get(square) for square in SQUARES)
        return {name: value for name, value, _ in self.moves(board, oracle.hand)}

    def result(self, board: Board, hand: str | None) -> tuple[int, int]:
        key = (board, hand)
        if key not in self.memo:
            moves = self.moves(board, hand)
            _, value, moves_to_end = max(moves, key=lambda move: _rank(move[1], move[2]))
            self.memo[key] = (value, moves_to_end)
        return self.memo[key]

    def moves(self, board: Board, hand: str | None) -> list[tuple[str, int, int]]:
        """Each move with its value for the player to move and the number of moves to the end."""
        found = []
        if hand is None:
            for piece in PIECES:
                if piece not in board:
                    value, length = self.result(board, piece)
                    found.append((f"give:{piece}", -value, length + 1))
            return found
        for square in range(16):
            if board[square] is not None:
                continue
            after = (*board[:square], hand, *board[square + 1 :])
            if self.has_line(after):
                value, length = 1, 0
            elif None not in after:
                value, length = 0, 0
            else:
                value, length = self.result(after, None)
            found.append((SQUARES[square], value, length + 1))
        return found

    def has_line(self, board: Board) -> bool:
        for line in self.lines:
            pieces = [board[square] for square in line]
            if None not in pieces and any(
                len({piece[trait] for piece in pieces if piece is not None}) == 1
                for trait in range(4)
            ):
                return True
        return False


def _rank(value: int, moves: int) -> int:
    """A win is better the sooner, a loss the later it comes."""
    return value * (100 - moves)
