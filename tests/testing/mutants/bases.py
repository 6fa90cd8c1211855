"""The examples in a form that can be broken: a subclass makes states of its own type."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from quadrille import Encoding, IllegalMove, Move, Rng
from quadrille.core.load import load_object
from quadrille.core.state_numbers import check_symmetry
from support.places import EXAMPLES

if TYPE_CHECKING:
    from high_card import HighCard
    from nim import Nim
    from tic_tac_toe import TicTacToe
else:
    TicTacToe = load_object(f"{EXAMPLES}/tic_tac_toe.py:TicTacToe")
    Nim = load_object(f"{EXAMPLES}/nim.py:Nim")
    HighCard = load_object(f"{EXAMPLES}/high_card.py:HighCard")

S = TypeVar("S")
Indices = NDArray[np.uint16]


class Line(TicTacToe):
    """Tic-tac-toe."""

    tried: ClassVar[dict[str, Any]] = {}
    """The options to check it with."""

    @classmethod
    def create(cls, options: dict[str, Any], rng: Rng) -> Self:
        return _turned(TicTacToe.create(options, rng), cls)

    @classmethod
    def parse(cls, options: dict[str, Any], text: str) -> Self:
        return _turned(TicTacToe.parse(options, text), cls)


class Heaps(Nim):
    """Nim."""

    tried: ClassVar[dict[str, Any]] = {"misere": True}

    @classmethod
    def create(cls, options: dict[str, Any], rng: Rng) -> Self:
        return _turned(Nim.create(options, rng), cls)

    @classmethod
    def parse(cls, options: dict[str, Any], text: str) -> Self:
        return _turned(Nim.parse(options, text), cls)


class Cards(HighCard):
    """High Card."""

    tried: ClassVar[dict[str, Any]] = {}

    @classmethod
    def create(cls, options: dict[str, Any], rng: Rng) -> Self:
        return _turned(HighCard.create(options, rng), cls)

    @classmethod
    def parse(cls, options: dict[str, Any], text: str) -> Self:
        return _turned(HighCard.parse(options, text), cls)


class ListedLine(Line):
    """Tic-tac-toe with inputs, of positions and of moves."""

    def encodings(self) -> list[Encoding]:
        return [replace(encoding, sparse=True, move_inputs=9) for encoding in super().encodings()]

    def inputs(self, name: str, player: int | None = None) -> Indices:
        return np.flatnonzero(self.encode(name, player)).astype(np.uint16)

    def move_inputs(self, name: str, move: Any) -> Indices:
        if not self.is_legal(move):
            raise IllegalMove(f"illegal move {str(move)!r}")
        return np.array([self.action(move)], np.uint16)


class ListedCards(Cards):
    """High Card with inputs, of positions and of moves."""

    def encodings(self) -> list[Encoding]:
        return [replace(encoding, sparse=True, move_inputs=2) for encoding in super().encodings()]

    def inputs(self, name: str, player: int | None = None) -> Indices:
        return np.flatnonzero(self.encode(name, player)).astype(np.uint16)

    def move_inputs(self, name: str, move: Any) -> Indices:
        if not self.is_legal(move):
            raise IllegalMove(f"illegal move {str(move)!r}")
        return np.array([self.action(move)], np.uint16)


QUARTER_TURN = (2, 5, 8, 1, 4, 7, 0, 3, 6)
"""Where each square of Tic-tac-toe goes."""


class TurnedLine(Line):
    """Tic-tac-toe seen from all four sides."""

    def num_symmetries(self) -> int:
        return 4

    def image(self, symmetry: int) -> Any:
        check_symmetry(self, symmetry)
        squares = self.squares
        for _ in range(symmetry):
            squares = "".join(squares[QUARTER_TURN.index(i)] for i in range(9))
        image = self.copy()
        image.squares = squares
        return image

    def image_of(self, move: Any, symmetry: int) -> Any:
        check_symmetry(self, symmetry)
        square = self.action(move)
        for _ in range(symmetry):
            square = QUARTER_TURN[square]
        return Move(square, str(square + 1))


def _turned(state: Any, cls: type[S]) -> S:
    state.__class__ = cls
    turned: S = state
    return turned
