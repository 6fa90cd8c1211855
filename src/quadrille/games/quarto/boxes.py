"""What the picture of Quarto has beside the board, for narrow screens."""

from collections.abc import Iterator
from typing import Any

from quadrille.core.drawing.svg import small_picture, tip, use
from quadrille.core.package import BoxItem, SideBox
from quadrille.games.quarto._core import State
from quadrille.games.quarto.pieces import piece_id
from quadrille.games.quarto.words import piece_name, traits

AREA = (-32, -74, 64, 92)
"""The room that a tall piece needs."""


def boxes(state: State, last_move: Any) -> Iterator[SideBox]:
    """The piece in hand, and the pieces that remain."""
    given = str(last_move).removeprefix("give:")
    if state.hand() >= 0:
        hand = state.hand()
        marked = piece_name(hand) == given
        words = " · ".join(traits(hand))
        yield SideBox("To place", [BoxItem(words, icon=_icon(hand), marked=marked)])
    remaining = state.remaining()
    if remaining:
        pieces = sorted(remaining, key=lambda piece: (piece & 8 == 0, piece & 4 == 0, -piece))
        items = [BoxItem(icon=_icon(each), spot=f"give:{piece_name(each)}") for each in pieces]
        yield SideBox("Remaining", items, tiles=True)


def _icon(piece: int) -> str:
    foot = 10 if piece & 8 else -4
    figure = use(piece_id(piece), 0, foot, "piece")
    return small_picture("quarto", AREA, tip(" ".join(traits(piece))), figure)
