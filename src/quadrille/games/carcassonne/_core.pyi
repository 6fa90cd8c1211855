# Written by tools/stubs.py from the native module; do not edit.
from typing import Any

import numpy
import numpy.typing

import quadrille.core._core
from quadrille.core.native_state import NativeMove, NativeState

class Move(NativeMove):
    """A move: a packed number with a notation, str(move)."""

class State(NativeState[Move]):
    """Draw a tile, place it, claim a city, road, monastery or field on it."""

    name: str = 'carcassonne'

    title: str = 'Carcassonne'

    summary: str = ...

    penalty: str = 'game'

    @staticmethod
    def create(options: dict[str, Any], rng: quadrille.core._core.Rng) -> State:
        """The first state; public set-up (a map, start cells) is drawn from rng."""

    @staticmethod
    def parse(options: dict[str, Any], text: str) -> State:
        """
        The state of a position text, or BadPosition. Options that the text does not name are taken from `options`.
        """

    @staticmethod
    def _encode_many(states: list[State], name: str, symmetries: list[int], out: numpy.typing.NDArray[Any]) -> None: ...

    def tiles(self) -> list[Tile]:
        """The tiles on the board, from south to north, west to east."""

    def figures(self) -> list[Figure]:
        """The figures on the board."""

    def hand(self) -> str:
        """The kind of the tile that is to be placed, or ''."""

    def last_cell(self) -> tuple[int, int] | None:
        """In the meeple step: where the tile was placed."""

    def remaining(self) -> dict[str, int]:
        """How many undrawn tiles there are, by kind."""

    def meeples(self) -> list[Supply]:
        """The figures that each player has in hand."""

    def open_cells(self) -> list[tuple[int, int]]:
        """Empty cells next to a tile."""

    def dead_cells(self) -> list[tuple[int, int]]:
        """Open cells where no remaining tile fits."""

    def fits(self, cell: tuple[int, int], rotation: int) -> bool:
        """Whether the drawn tile fits a cell in a rotation (degrees, clockwise)."""

    def may_claim(self, spot: str) -> bool:
        """
        Whether the mover may put a figure there: 'road:e', 'big:city:n', 'abbot:garden'.
        """

    def regions(self) -> list[Region]:
        """
        Every city, road, field, monastery and garden with its tiles, meeples and value.
        """

    def move_values(self) -> list[float]:
        """
        About what evaluate() says to the mover after each legal move, much quicker: what guides simulations.
        """

    def candidate_names(self) -> list[str]:
        """The columns of the encoding 'candidates'."""

    def points(self) -> list[dict[str, int]]:
        """Points of each player so far, by kind of feature."""

    def breakdown(self) -> list[dict[str, int]]:
        """
        The scores by kind of feature, as if the game stopped now: points() and what unfinished features and farms would give.
        """

class Tile:
    """A tile on the board."""

    @property
    def x(self) -> int:
        """Cells to the east of the first tile."""

    @property
    def y(self) -> int:
        """Cells to the north of the first tile."""

    @property
    def kind(self) -> str:
        """Its kind, like 'D'; 'Eg' has a garden."""

    @property
    def rotation(self) -> int:
        """Degrees, clockwise."""

    def __repr__(self) -> str: ...

class Figure:
    """A figure on the board."""

    @property
    def player(self) -> int:
        """Whose."""

    @property
    def figure(self) -> str:
        """'meeple', 'big' or 'abbot'."""

    @property
    def x(self) -> int:
        """Of its tile."""

    @property
    def y(self) -> int:
        """Of its tile."""

    @property
    def spot(self) -> str:
        """Where on the tile: 'city:n', 'field:nnw', 'monastery'."""

    def __repr__(self) -> str: ...

class Supply:
    """The figures that a player has in hand."""

    @property
    def meeple(self) -> int:
        """Ordinary meeples."""

    @property
    def big(self) -> int:
        """Big meeples: 0 or 1."""

    @property
    def abbot(self) -> int:
        """Abbots: 0 or 1."""

    def __repr__(self) -> str: ...

class Region:
    """A city, road, field, monastery or garden as a whole."""

    @property
    def kind(self) -> str:
        """'city', 'road', 'field', 'monastery' or 'garden'."""

    @property
    def cells(self) -> list[tuple[int, int]]:
        """The cells of its tiles."""

    @property
    def spots(self) -> list[tuple[tuple[int, int], str]]:
        """Its segments: cell and spot."""

    @property
    def open(self) -> int:
        """
        Open ends: edges, half-edges of a field, missing neighbours of a monastery.
        """

    @property
    def complete(self) -> bool:
        """Whether it is completed; fields never are."""

    @property
    def pennants(self) -> int:
        """Coats of arms."""

    @property
    def special(self) -> bool:
        """Whether it has a cathedral or an inn."""

    @property
    def strength(self) -> list[int]:
        """Meeples of each player; a big one counts twice."""

    @property
    def owners(self) -> list[int]:
        """The players who score it."""

    @property
    def completed_cities(self) -> int:
        """Those that a field borders."""

    @property
    def value(self) -> int:
        """Points for each owner if the game stopped now."""

    def __repr__(self) -> str: ...
