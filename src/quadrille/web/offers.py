"""What people ask each other during a game: to call it a draw, or to take a move back."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from quadrille.web.seats import Seats, Viewer
from quadrille.web.visibility import Refused

DRAW, TAKE_BACK = KINDS = ("draw", "take-back")
WORDS = {DRAW: "offer a draw", TAKE_BACK: "take a move back"}


@dataclass(frozen=True)
class Offer:
    """A question that has not been answered by everybody."""

    kind: str
    """One of ``KINDS``."""
    player: int
    """Who asks."""
    ply: int
    """How many moves had been made."""
    asked: frozenset[int]
    """The people whose answer is missing."""

    def to_dict(self) -> dict[str, Any]:
        """As it is sent to pages."""
        return {"kind": self.kind, "player": self.player, "asked": sorted(self.asked)}


class Offers:
    """The question that is open in one game, if there is one."""

    def __init__(self, seats: Seats, sides: Sequence[int]) -> None:
        """``sides`` has the side of each player."""
        self._seats = seats
        self._sides = sides
        self.open: Offer | None = None
        self._made: set[tuple[str, int, int]] = set()  # kinds, players and plies

    def possible(self, kind: str, viewer: Viewer) -> bool:
        """Whether a viewer may ask this at all: agents cannot answer."""
        people = self._seats.people
        if not viewer.seats or not self._seats.between_people:
            return False
        if kind == DRAW:
            return {self._sides[player] for player in people} == set(self._sides)
        return not set(people) <= viewer.seats  # else there is undo

    def ask(self, kind: str, viewer: Viewer, mover: int, ply: int) -> bool:
        """Ask the others; whether all of them agree already, being at the same screen."""
        if not self.possible(kind, viewer):
            raise Refused(f"only people who play each other can {WORDS[kind]}")
        if self.open is not None:
            raise Refused("another question has not been answered yet")
        player = mover if mover in viewer.seats else min(viewer.seats)
        if (kind, player, ply) in self._made:
            raise Refused("you have asked that already; ask again after a move")
        others = {each for each in self._seats.people if self._sides[each] != self._sides[player]}
        self._made.add((kind, player, ply))
        self.open = Offer(kind, player, ply, frozenset(others - viewer.seats))
        return not self.open.asked

    def answer(self, viewer: Viewer, *, accept: bool) -> bool:
        """Take an answer; whether everybody has agreed now. Who asked may withdraw the question."""
        if self.open is None:
            raise Refused("there is no question to answer")
        asks = self.open.player in viewer.seats
        if not accept and (asks or self.open.asked & viewer.seats):
            self.open = None
            return False
        if not self.open.asked & viewer.seats:
            raise Refused("only those who were asked can answer")
        self.open = replace(self.open, asked=self.open.asked - viewer.seats)
        return not self.open.asked

    def moved(self, player: int) -> bool:
        """A player made a move: whether the open question lapses by that. Whoever offers a draw may
        move meanwhile."""
        offer = self.open
        if offer is None or (offer.kind == DRAW and player == offer.player):
            return False
        self.open = None
        return True

    def close(self) -> None:
        """Forget the open question."""
        self.open = None

    def to_dict(self) -> dict[str, Any] | None:
        """The open question, as it is sent to pages."""
        return None if self.open is None else self.open.to_dict()

    def can(self, viewer: Viewer) -> dict[str, bool]:
        """What a viewer may ask."""
        return {name: self.possible(kind, viewer) for name, kind in NAMES.items()}


NAMES = {"draw": DRAW, "takeback": TAKE_BACK}
"""What the page calls the permissions."""


def kind_of(text: str, kinds: Collection[str] = KINDS) -> str:
    """A kind of question; Refused if there is none of that name."""
    if text not in kinds:
        raise Refused(f"expected one of {', '.join(kinds)}, got {text!r:.40}")
    return text
