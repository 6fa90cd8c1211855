"""A team of Pillars: the order of its gamers and its cards."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from math import comb
from typing import NamedTuple

KINDS = ("move", "build")


class Cards(NamedTuple):
    """Numbers of MOVE and BUILD cards."""

    moves: int
    builds: int

    def total(self) -> int:
        return self.moves + self.builds

    def of(self, kind: str) -> int:
        return self.moves if kind == "move" else self.builds

    def with_more(self, kind: str, number: int) -> Cards:
        """So many more cards of a kind; no kind falls below 0."""
        if kind == "move":
            return Cards(max(self.moves + number, 0), self.builds)
        return Cards(self.moves, max(self.builds + number, 0))

    def less(self, other: Cards) -> Cards:
        return Cards(self.moves - other.moves, self.builds - other.builds)

    def text(self) -> str:
        return _cards_text(self)


@cache
def _cards_text(cards: Cards) -> str:
    return f"m{cards.moves}b{cards.builds}"


@cache
def _order_text(order: tuple[int, ...]) -> str:
    return "".join([str(gamer + 1) for gamer in order])


NONE = Cards(0, 0)


@dataclass
class Team:
    """ "Each team has a draw pile, a hand of n cards and a discard pile"; it "keeps an order"."""

    order: tuple[int, ...]
    """Gamers of the team, from 0, in the order of this round."""
    next_order: tuple[int, ...]
    in_hand: int
    """How many cards are in the hand; everybody sees that."""
    hand: Cards | None
    """None: hidden, and the draw pile with it."""
    draw: Cards | None
    discard: Cards
    known: Cards
    """Cards that are in the hand for certain, to everybody; with open hands none are noted."""
    deck: Cards
    """All cards of the team."""

    def copy(self) -> Team:
        return replace(self)

    def text(self) -> str:
        """`ORDER:HAND:DRAW:DISCARD`"""
        order = _order_text(self.order)
        if self.next_order != self.order:
            order += ">" + _order_text(self.next_order)
        known = "" if self.known == NONE else self.known.text()
        if self.hand is None or self.draw is None:
            # "HAND is `?3` (number of cards), or `?3m1b0` when some are known for certain, and DRAW
            # is `?5`."
            pile = self.deck.total() - self.discard.total() - self.in_hand
            return f"{order}:?{self.in_hand}{known}:?{pile}:{self.discard.text()}"
        mark = "!" if known else ""
        return f"{order}:{self.hand.text()}{mark}{known}:{self.draw.text()}:{self.discard.text()}"

    # ---- cards ----

    def take(self, kind: str) -> None:
        """Draw a card."""
        assert self.hand is not None and self.draw is not None, "views are not played on"
        self.hand, self.draw = self.hand.with_more(kind, 1), self.draw.with_more(kind, -1)
        self.in_hand += 1

    def refill(self, hides: bool) -> None:
        # "an empty draw pile is refilled by shuffling the discards, in the middle of a draw if need
        # be"
        assert self.hand is not None and self.draw == NONE
        self.draw, self.discard = self.discard, NONE
        # "set at the refill in the middle of a draw to the cards in hand at that moment"
        if hides:
            self.known = self.hand

    def spend(self, kind: str) -> None:
        """Discard a card of the hand, used or not."""
        assert self.hand is not None, "views are not played on"
        self.hand, self.discard = self.hand.with_more(kind, -1), self.discard.with_more(kind, 1)
        self.in_hand -= 1
        # "spending a card of a kind lowers its bound by one, not below 0"
        self.known = self.known.with_more(kind, -1)

    def put_first(self, gamer: int) -> None:
        # "the gamer becomes first in its team's order from the next round on. If several do so in a
        # round, the later one ends up in front."
        others = [other for other in self.next_order if other != gamer]
        self.next_order = (gamer, *others)

    # ---- what the other team knows ----

    def hide(self) -> None:
        """Leave only what the other team sees."""
        # "shown as they are when only one composition is possible"
        if len(self.ways()) > 1:
            self.hand = self.draw = None

    def ways(self) -> dict[tuple[Cards, Cards], Fraction]:
        """What hand and draw pile may be, to the other team, and how likely they are."""
        # "the other team's hand is its known cards plus a uniform draw, without replacement, of the
        # remaining hand cards from its unseen cards (deck - discards - known); the rest is the draw
        # pile."
        unseen = self.deck.less(self.discard).less(self.known)
        unknown = self.in_hand - self.known.total()
        found = {}
        for moves in range(unknown + 1):
            drawn = Cards(moves, unknown - moves)
            ways = comb(unseen.moves, drawn.moves) * comb(unseen.builds, drawn.builds)
            if ways > 0:
                hand = Cards(self.known.moves + drawn.moves, self.known.builds + drawn.builds)
                pile = unseen.less(drawn)
                found[hand, pile] = Fraction(ways, comb(unseen.total(), unknown))
        return found
