"""The examples in a form that can be broken: a subclass makes states of its own type."""

from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

from quadrille import Rng
from quadrille.core.load import load_object
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


def _turned(state: Any, cls: type[S]) -> S:
    state.__class__ = cls
    turned: S = state
    return turned
