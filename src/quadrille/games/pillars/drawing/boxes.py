"""What the picture of Pillars has beside the board, for narrow screens."""

from collections.abc import Iterator, Sequence
from typing import Any

from quadrille.core.drawing.svg import small_picture
from quadrille.core.package import BoxItem, SideBox
from quadrille.games.pillars.drawing.art import CARD, card, gamer
from quadrille.games.pillars.drawing.state import (
    INITIATIVE,
    TEAMS,
    PillarsPosition,
    card_words,
    clicks,
    is_drawing,
    last_of,
    last_words,
    next_turns,
    piles,
    side_of,
    turns,
)


def boxes(state: PillarsPosition, last_move: Any) -> Iterator[SideBox]:
    """The cards of both teams, the order of play, and the last move."""
    moves = [] if is_drawing(state) else [str(move) for move in state.legal_moves()]
    spots = {spot for move in moves for spot in clicks(state, move)}
    acting = side_of(state, state.actor()) if state.actor() >= 0 else 0
    for side in (acting, 1 - acting):
        yield _hand(state, side, spots if side == acting else set())
    action = state.action_number() if state.actor() >= 0 else 0
    yield SideBox("Order of play", _order(state, turns(state), action), tiles=True)
    if following := next_turns(state):
        yield SideBox("Next round", _order(state, following, 0), tiles=True)
    if words := last_words(state, last_of(state, last_move)):
        yield SideBox("", [BoxItem(note=words)])


def _hand(state: PillarsPosition, side: int, spots: set[str]) -> SideBox:
    """The cards by kind, and what becomes of one that is not used."""
    held = piles(state, side)
    hand = held.hand
    counts = (("move", hand.moves), ("build", hand.builds), (f"back-{side}", hand.hidden))
    items = [
        BoxItem(
            f"{count} {'hidden' if kind.startswith('back') else kind.upper()}",
            icon=_card(kind),
            spot=kind if kind in spots else "",
        )
        for kind, count in counts
        if count
    ]
    if INITIATIVE in spots:
        items.append(BoxItem("Take the initiative", spot=INITIATIVE))
    title = (
        f"{TEAMS[side]}: draw pile {card_words(held.draw)}; discards {card_words(held.discards)}"
    )
    return SideBox(title, items, tiles=True)


def _order(state: PillarsPosition, players: Sequence[int], action: int) -> list[BoxItem]:
    return [
        BoxItem(
            state.name_of(player),
            icon=_gamer(state, player),
            marked=place == action,
            faded=place < action,
        )
        for place, player in enumerate(players, 1)
    ]


def _card(kind: str) -> str:
    return small_picture("pillars", (-1, -1, CARD[0] + 2, CARD[1] + 2), card(kind, 0, 0))


def _gamer(state: PillarsPosition, player: int) -> str:
    figure = gamer(side_of(state, player), "", 0, 0, 1)
    return small_picture("pillars", (-30, -80, 60, 92), figure)
