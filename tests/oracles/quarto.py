"""Quarto, slowly and obviously, from the rules text alone (`rules/quarto.md`).

Squares are `a1`..`d4`, pieces four letters (`TlSh`), moves their text (`b3`, `give:TlSh`).
A position is `[squares=true ][torus=true ]BOARD HAND`, for example `..../..../..../.... -`.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations, product

FILES = "abcd"
RANKS = "1234"
# In the order of square numbers: a1, b1, c1, d1, a2, ..., d4.
SQUARES = tuple(file + rank for rank in RANKS for file in FILES)

# "16 different pieces, each with four binary traits": upper case for 1, lower case for 0.
# In the order of piece numbers: tlsh, tlsH, tlSh, ..., TLSH.
TRAITS = "TLSH"
PIECES = tuple("".join(letters) for letters in product("tT", "lL", "sS", "hH"))

GIVE = "give:"
NO_HAND = "-"
GAME_OVER = -2


class Oracle:
    """One position; `play` changes it in place."""

    def __init__(self, *, squares: bool = False, torus: bool = False) -> None:
        self.squares = squares
        self.torus = torus
        self.board: dict[str, str] = {}  # square -> piece
        self.hand: str | None = None  # the piece given and not yet placed
        self._lines = _lines(squares, torus)

    # ---- text ----

    @classmethod
    def parse(cls, text: str) -> Oracle:
        """Read a position text exactly; refuse one that cannot arise in play."""
        tokens = text.split(" ")
        if len(tokens) < 2:
            raise ValueError(f"expected 'BOARD HAND', got {text!r}")
        options = _parse_options(tokens[:-2], text)
        state = cls(**options)
        state.board = _parse_board(tokens[-2], text)
        if tokens[-1] != NO_HAND:
            if tokens[-1] not in PIECES:
                raise ValueError(f"expected a piece or '-' as the hand in {text!r}")
            state.hand = tokens[-1]
        problem = state._problem()
        if problem is not None:
            raise ValueError(f"{problem} in {text!r}")
        return state

    def text(self) -> str:
        tokens = []
        if self.squares:
            tokens.append("squares=true")
        if self.torus:
            tokens.append("torus=true")
        ranks = []
        for rank in reversed(RANKS):
            ranks.append("".join(self.board.get(file + rank, ".") for file in FILES))
        tokens.append("/".join(ranks))
        tokens.append(NO_HAND if self.hand is None else self.hand)
        return " ".join(tokens)

    def copy(self) -> Oracle:
        other = Oracle(squares=self.squares, torus=self.torus)
        other.board = dict(self.board)
        other.hand = self.hand
        return other

    def _problem(self) -> str | None:
        """Why this position cannot arise in play, or None if it can."""
        placed = list(self.board.values())
        # "16 different pieces": there is one of each.
        if len(set(placed)) != len(placed):
            return "the same piece twice on the board"
        if self.hand in placed:
            return "the piece in hand is also on the board"
        completed = self._completed_lines()
        # A line "wins at once": nothing is given after it.
        if completed and self.hand is not None:
            return "a piece in hand after a completed line"
        # A piece is placed "on an empty square", so it is never given with none left.
        if len(self.board) == len(SQUARES) and self.hand is not None:
            return "a piece in hand on a full board"
        # "A position text with completed lines is valid only if all of them share a square
        # (the last one filled)".
        if completed and not set(SQUARES).intersection(*completed):
            return "completed lines that do not all share a square"
        return None

    # ---- the game ----

    def player(self) -> int:
        """The player to move, 0 or 1; -2 when the game is over."""
        if self.is_over():
            return GAME_OVER
        # "The first player gives a piece to the second." The piece after k placed ones is
        # given by player 0 for even k and by player 1 for odd k, and placed by the other.
        giver = len(self.board) % 2
        return giver if self.hand is None else 1 - giver

    def is_over(self) -> bool:
        # "... wins at once. A full board without such a line is a draw."
        return len(self.board) == len(SQUARES) or bool(self._completed_lines())

    def legal_moves(self) -> list[str]:
        """Places by square number, or gives by piece number; none when the game is over."""
        if self.is_over():
            return []
        # "place the piece you were given on an empty square"
        if self.hand is not None:
            return self._empty_squares()
        # "then give one of the remaining pieces to the opponent"
        return [GIVE + piece for piece in self._remaining_pieces()]

    def play(self, move: str) -> None:
        if move not in self.legal_moves():
            raise ValueError(f"illegal move {move!r} for player {self.player()} in {self.text()!r}")
        if self.hand is None:
            self.hand = move.removeprefix(GIVE)
        else:
            self.board[move] = self.hand
            self.hand = None

    def outcome(self) -> list[float]:
        """Per player: 1 for a win, -1 for a loss, 0 for a draw."""
        if not self.is_over():
            raise ValueError(f"the game is not over in {self.text()!r}")
        if not self._completed_lines():
            return [0.0, 0.0]
        # "Placing a piece that completes a [line] wins": the player who placed last. The
        # first piece was placed by player 1, the second by player 0, and so on.
        return [-1.0, 1.0] if len(self.board) % 2 == 1 else [1.0, -1.0]

    # ---- helpers for tests of the native rules ----

    def winning_squares(self) -> list[str]:
        """The empty squares on which the piece in hand would win now."""
        if self.hand is None:
            return []
        return [square for square in self._empty_squares() if self._wins(self.hand, square)]

    def safe_pieces(self) -> list[str]:
        """The pieces left to give that win nowhere on the present board.

        A piece in hand is neither counted as left nor placed first. When the game is over
        nothing can be given: the list is empty.
        """
        if self.is_over():
            return []
        safe = []
        empty = self._empty_squares()
        for piece in self._remaining_pieces():
            if not any(self._wins(piece, square) for square in empty):
                safe.append(piece)
        return safe

    def line_sets(self) -> list[tuple[str, ...]]:
        """All winning groups of four squares; in each the squares by number."""
        return list(self._lines)

    def symmetries(self) -> list[dict[str, str]]:
        """All permutations of the squares that map the set of lines to itself.

        The search gives the squares their images in turn. It goes on only while the images
        given so far of every line lie together in some line. In the end every line has gone
        to a line, and different lines to different ones.
        """
        parts: set[frozenset[str]] = set()
        for line in self._lines:
            for size in range(len(line) + 1):
                parts.update(frozenset(part) for part in combinations(line, size))
        found: list[dict[str, str]] = []
        images: dict[str, str] = {}

        def extend() -> None:
            if len(images) == len(SQUARES):
                found.append(dict(images))
                return
            square = SQUARES[len(images)]
            free = [image for image in SQUARES if image not in images.values()]
            for image in free:
                images[square] = image
                touched = [line for line in self._lines if square in line]
                if all(frozenset(images[s] for s in t if s in images) in parts for t in touched):
                    extend()
                del images[square]

        extend()
        return found

    def relabelings(self) -> list[dict[str, str]]:
        """The "4! x 2^4 = 384 relabelings of the traits"."""
        found = []
        for order in permutations(range(len(TRAITS))):
            for flips in product((False, True), repeat=len(TRAITS)):
                found.append({piece: _relabel(piece, order, flips) for piece in PIECES})
        return found

    def transformed(self, square_map: dict[str, str], piece_map: dict[str, str]) -> Oracle:
        """This position with every square and every piece replaced by its image."""
        other = Oracle(squares=self.squares, torus=self.torus)
        for square, piece in self.board.items():
            other.board[square_map[square]] = piece_map[piece]
        if self.hand is not None:
            other.hand = piece_map[self.hand]
        return other

    # ---- private ----

    def _empty_squares(self) -> list[str]:
        return [square for square in SQUARES if square not in self.board]

    def _remaining_pieces(self) -> list[str]:
        used = set(self.board.values())
        return [piece for piece in PIECES if piece not in used and piece != self.hand]

    def _completed_lines(self) -> list[tuple[str, ...]]:
        return [line for line in self._lines if _is_completed(line, self.board)]

    def _wins(self, piece: str, square: str) -> bool:
        """Whether the piece, placed on this empty square, completes a line through it."""
        board = dict(self.board)
        board[square] = piece
        return any(square in line and _is_completed(line, board) for line in self._lines)


def _is_completed(line: tuple[str, ...], board: dict[str, str]) -> bool:
    """ "... four pieces sharing at least one trait": tall or short, light or dark, ..."""
    if any(square not in board for square in line):
        return False
    pieces = [board[square] for square in line]
    # A shared trait is a letter, upper or lower case, that all four pieces have.
    return any(all(letter in piece for piece in pieces) for letter in pieces[0])


@cache  # every new position asks for them
def _lines(squares: bool, torus: bool) -> tuple[tuple[str, ...], ...]:
    lines = []
    # "a row, a column or a main diagonal"
    for rank in RANKS:
        lines.append([file + rank for file in FILES])
    for file in FILES:
        lines.append([file + rank for rank in RANKS])
    if torus:
        # "the board wraps round, so broken diagonals are lines too"
        for start in range(4):
            lines.append([_square(start + step, step) for step in range(4)])
            lines.append([_square(start - step, step) for step in range(4)])
    else:
        lines.append(["a1", "b2", "c3", "d4"])
        lines.append(["d1", "c2", "b3", "a4"])
    if squares:
        # "a 2x2 block of four pieces sharing a trait wins as well"; on the torus "so are the
        # wrapped 2x2 blocks".
        corners = range(4) if torus else range(3)
        for bottom in corners:
            for left in corners:
                lines.append(
                    [_square(left + right, bottom + up) for up in (0, 1) for right in (0, 1)]
                )
    return tuple(tuple(sorted(line, key=SQUARES.index)) for line in lines)


def _square(file_index: int, rank_index: int) -> str:
    """The square at these indices; beyond an edge the board wraps round."""
    return FILES[file_index % 4] + RANKS[rank_index % 4]


def _relabel(piece: str, order: tuple[int, ...], flips: tuple[bool, ...]) -> str:
    """The piece whose i-th trait is trait `order[i]` of the given one, turned over if flipped."""
    letters = []
    for index, name in enumerate(TRAITS):
        is_one = piece[order[index]].isupper() != flips[index]
        letters.append(name if is_one else name.lower())
    return "".join(letters)


def _parse_options(tokens: list[str], text: str) -> dict[str, bool]:
    options: dict[str, bool] = {}
    for token in tokens:
        name, _, value = token.partition("=")
        if name not in ("squares", "torus") or value not in ("true", "false"):
            raise ValueError(
                f"expected an option such as 'squares=true', got {token!r} in {text!r}"
            )
        if name in options:
            raise ValueError(f"option {name!r} given twice in {text!r}")
        options[name] = value == "true"
    return options


def _parse_board(token: str, text: str) -> dict[str, str]:
    ranks = token.split("/")
    if len(ranks) != len(RANKS):
        raise ValueError(f"expected 4 ranks joined with '/', got {len(ranks)} in {text!r}")
    board = {}
    for rank, rest in zip(reversed(RANKS), ranks, strict=True):
        for file in FILES:
            if rest[:1] == ".":
                rest = rest[1:]
            elif rest[:4] in PIECES:
                board[file + rank] = rest[:4]
                rest = rest[4:]
            else:
                raise ValueError(f"expected '.' or a piece on {file + rank} in {text!r}")
        if rest:
            raise ValueError(f"more than 4 squares on rank {rank} in {text!r}")
    return board
