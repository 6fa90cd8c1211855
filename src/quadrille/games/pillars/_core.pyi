# Written by tools/stubs.py from the native module; do not edit.
from typing import Any

import numpy
import numpy.typing

import quadrille.core._core
from quadrille.core.native_state import NativeMove, NativeState

class Move(NativeMove):
    """A move: a packed number with a notation, str(move)."""

    @property
    def kind(self) -> str:
        """'move', 'build', 'pass' or 'draw'."""

    @property
    def card(self) -> str | None:
        """The card that is spent or drawn; None if one does not see it."""

    @property
    def direction(self) -> str:
        """Of a step: 'up', 'down', 'left' or 'right'."""

    @property
    def cell(self) -> tuple[int, int] | None:
        """Of a build (x, y), else None."""

class State(NativeState[Move]):
    """
    Two teams build pillars and climb; whoever reaches the centre pillar wins.
    """

    name: str = 'pillars'

    title: str = 'Pillars'

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

    def size(self) -> int:
        """The side of the grid."""

    def height(self) -> int:
        """Of the centre pillar."""

    def gamers(self) -> int:
        """How many gamers each team has."""

    def team(self, player: int) -> str:
        """'RED' or 'BLUE'."""

    def name_of(self, player: int) -> str:
        """'R1' to 'R5' or 'B1' to 'B5'."""

    def height_at(self, x: int, y: int) -> int:
        """The height of a pillar."""

    def gamer_at(self, x: int, y: int) -> int:
        """The player who stands there, or -1."""

    def position(self, player: int) -> tuple[int, int]:
        """Where a gamer stands (x, y)."""

    def centre(self) -> tuple[int, int]:
        """The cell of the centre pillar (x, y)."""

    def climb(self, player: int) -> int:
        """
        About how many actions the gamer needs to reach the centre by itself; 99 if it cannot.
        """

    def imagined_features(self, move: Move) -> list[list[float]]:
        """
        The features of both sides after a step or a build, whatever cards are in hand.
        """

    def winner(self) -> int:
        """The side that has won, or -1."""

    def is_frozen(self) -> bool:
        """Whether nothing can move or grow any more."""

    def hand(self, side: int) -> Cards | None:
        """The cards in hand; None if hidden."""

    def draw_pile(self, side: int) -> Cards | None:
        """The cards to draw; None if hidden."""

    def discards(self, side: int) -> Cards:
        """The cards that were spent."""

    def known_cards(self, side: int) -> Cards:
        """Cards that the other team knows to be in hand, where hands are hidden."""

    def hand_size(self, side: int) -> int:
        """How many cards are in hand, hidden or not."""

    def pile_size(self, side: int) -> int:
        """How many cards are left to draw, hidden or not."""

    def order(self, side: int) -> list[int]:
        """The players of a team by initiative."""

    def next_order(self, side: int) -> list[int]:
        """The same from the next round on."""

    def round(self) -> int:
        """The round, counted from 1."""

    def action_number(self) -> int:
        """The action within the round, counted from 1."""

    def actor(self) -> int:
        """Whose turn it is, also while the team draws; -1 at the end."""

class Cards:
    """Numbers of cards."""

    @property
    def moves(self) -> int: ...

    @property
    def builds(self) -> int: ...

    def __eq__(self, other: object) -> bool: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...
