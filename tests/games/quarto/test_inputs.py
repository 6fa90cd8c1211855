"""The sparse encodings of Quarto, against slow ones written from the page of the game."""

import random
from collections import Counter
from typing import Any

import pytest

import quadrille
from games.quarto.test_game import VARIANTS, random_states
from oracles.quarto import SQUARES, Oracle

LINES_BEGIN = 289


class Position:
    """What the page says about a position, one fact at a time."""

    def __init__(self, state: Any) -> None:
        self.board = [state.piece(square) for square in range(16)]
        self.hand = state.hand()
        self.remaining = state.remaining()
        wrapped = Oracle(**state.options()).line_sets()
        sets = {frozenset(SQUARES.index(square) for square in line) for line in wrapped}
        self.lines = in_order_of_meeting(sets)

    def empty(self) -> list[int]:
        return [square for square in range(16) if self.board[square] < 0]

    def pieces(self, line: frozenset[int]) -> list[int]:
        return [self.board[square] for square in line if self.board[square] >= 0]

    def wins(self, piece: int, square: int) -> bool:
        return any(
            square in line and len(self.pieces(line)) == 3 and values({piece, *self.pieces(line)})
            for line in self.lines
        )

    def safe(self, pieces: list[int]) -> list[int]:
        return [p for p in pieces if not any(self.wins(p, square) for square in self.empty())]

    def left(self, piece: int, square: int) -> int:
        """Safe pieces left after placing a piece."""
        rest = [p for p in self.remaining if p != piece]
        self.board[square] = piece
        number = len(self.safe(rest))
        self.board[square] = -1
        return number

    def lefts(self, piece: int) -> list[int]:
        """On how many squares a piece leaves no, an odd, an even number of safe pieces."""
        if not [p for p in self.remaining if p != piece]:
            return [0, 0, 0]
        numbers = [self.left(piece, s) for s in self.empty() if not self.wins(piece, s)]
        none = numbers.count(0)
        odd = sum(number % 2 for number in numbers)
        return [none, odd, len(numbers) - none - odd]


def in_order_of_meeting(lines: set[frozenset[int]]) -> list[frozenset[int]]:
    def groups(file: int, rank: int) -> list[list[tuple[int, int]]]:
        return [
            [(i, rank) for i in range(4)],
            [(file, i) for i in range(4)],
            [(file + i, rank + i) for i in range(4)],
            [(file - i, rank + i) for i in range(4)],
            *(
                [(x + i, y + j) for i in (0, 1) for j in (0, 1)]
                for y in (rank, rank - 1)
                for x in (file, file - 1)
            ),
        ]

    met: dict[frozenset[int], None] = {}
    for square in range(16):
        for group in groups(square % 4, square // 4):
            line = frozenset(4 * (y % 4) + x % 4 for x, y in group)
            if line in lines:
                met.setdefault(line)
    assert set(met) == lines
    return list(met)


def values(pieces: set[int]) -> list[int]:
    """The trait values that all pieces have; 2 * trait + value, tall first."""
    return [
        2 * trait + value
        for trait in range(4)
        for value in (0, 1)
        if all(piece >> (3 - trait) & 1 == value for piece in pieces)
    ]


def bucket(number: int) -> int:
    return [0, 1, 2, 3, 3][number] if number < 5 else 4


def line_bucket(number: int) -> int:
    return [0, 1, 2, 3, 4, 4][number - 1] if number < 7 else 5


def safe_number(number: int) -> list[int]:
    return [min(number, 4), *([5] if number % 2 else [])]


def lines_by_hand(state: Any) -> list[int]:
    position = Position(state)
    found = [16 * s + p for s, p in enumerate(position.board) if p >= 0]
    found += [256 + position.hand, 288] if position.hand >= 0 else []
    found += [272 + piece for piece in position.remaining]
    for number, line in enumerate(position.lines):
        pieces = position.pieces(line)
        if 1 <= len(pieces) <= 3:
            at = LINES_BEGIN + 24 * number + len(pieces) - 1
            found += [at + 3 * value for value in values(set(pieces))]
    return found


def look_by_hand(state: Any) -> list[int]:
    position = Position(state)
    hand, remaining = position.hand, position.remaining
    found = []
    if hand >= 0:
        for square in position.empty():
            if position.wins(hand, square):
                found += [7 * square + 6]
            elif remaining:
                numbers = safe_number(position.left(hand, square))
                found += [7 * square + number for number in numbers]
        if any(position.wins(hand, square) for square in position.empty()):
            found += [419]
        counts = position.lefts(hand)
        found += [450 + 5 * kind + bucket(count) for kind, count in enumerate(counts)]
    else:
        quiet = 0
        safe = position.safe(remaining)
        for piece in remaining:
            at = 112 + 17 * piece
            found += [at + (piece in safe)]
            if piece in safe:
                counts = position.lefts(piece)
                found += [at + 2 + 5 * kind + bucket(count) for kind, count in enumerate(counts)]
                quiet += counts[1] == 0
        found += [465 + bucket(quiet)]
    safe_now = len(position.safe(remaining))
    found += [384 + 16 - len(position.empty()), 401 + safe_now, *([418] if safe_now % 2 else [])]
    shared = Counter(
        (len(position.pieces(line)), len(values(set(position.pieces(line)))))
        for line in position.lines
    )
    for at, kind in ((420, (3, 1)), (426, (3, 2)), (432, (2, 1)), (438, (2, 2)), (444, (2, 3))):
        found += [at + line_bucket(shared[kind])] if shared[kind] else []
    begin = LINES_BEGIN + 24 * len(position.lines)
    return lines_by_hand(state) + [begin + index for index in found]


def move_by_hand(state: Any, move: Any) -> list[int]:
    position = Position(state)
    found = [state.action(move)]
    if move.is_give:
        safe = move.piece in position.safe(position.remaining)
        found += [33, 65 if safe else 64]
        if safe:
            counts = position.lefts(move.piece)
            found += [66 + 5 * kind + bucket(count) for kind, count in enumerate(counts)]
        for at, size in ((81, 2), (86, 3)):
            lines = [position.pieces(line) for line in position.lines]
            number = sum(len(p) == size and bool(values({move.piece, *p})) for p in lines)
            found += [at + bucket(number)]
        return found
    found += [32]
    if position.wins(position.hand, move.square):
        found += [34]
    elif position.remaining:
        found += [35 + n for n in safe_number(position.left(position.hand, move.square))]
    found += [41 + (move.square % 4 in (1, 2)) + (move.square // 4 in (1, 2))]
    for line in position.lines:
        if move.square in line:
            pieces = position.pieces(line)
            found += [44 + 5 * len(pieces) + len(values({position.hand, *pieces}))]
    return found


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_sparse_encodings_are_what_their_tables_say(options: dict[str, Any]) -> None:
    for state in random.Random(6).sample(random_states(options, 30), 60):
        assert sorted(state.inputs("lines")) == sorted(lines_by_hand(state))
        assert sorted(state.inputs("look")) == sorted(look_by_hand(state))
        for move in state.legal_moves():
            inputs = state.move_inputs("look", move)
            assert sorted(inputs) == sorted(move_by_hand(state, move))


def test_the_end_of_the_game_is_described_as_well() -> None:
    rng = quadrille.Rng(3)
    while True:  # a board that is full: one game in fifty
        states = random_states({}, 50, seed=rng.below(1000))
        full = [state for state in states if len(state.remaining()) <= 1]
        if any(state.is_over() for state in full):
            break
    for state in full:
        assert sorted(state.inputs("look")) == sorted(look_by_hand(state))
        for move in state.legal_moves():
            inputs = state.move_inputs("look", move)
            assert sorted(inputs) == sorted(move_by_hand(state, move))


def test_moves_are_described_free_of_names() -> None:
    """But for the action itself, a move and its image look the same."""
    rng = quadrille.Rng(8)
    for state in random_states({}, 6):
        symmetry = rng.below(state.num_symmetries())
        image = state.image(symmetry)
        for move in state.legal_moves():
            there = state.image_of(move, symmetry)
            if not move.is_give and place_kind(move.square) != place_kind(there.square):
                continue  # a symmetry of the lines may swap centre and corners
            mine = sorted(state.move_inputs("look", move))[1:]
            assert mine == sorted(image.move_inputs("look", there))[1:]


def place_kind(square: int) -> int:
    return (square % 4 in (1, 2)) + (square // 4 in (1, 2))
