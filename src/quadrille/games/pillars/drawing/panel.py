"""The panel beside the board: the turn, the cards of both teams, and the order of the round."""

from collections.abc import Iterator, Sequence

from quadrille.core.drawing import svg as shapes
from quadrille.core.drawing.svg import Spots, element, rect, text, tip
from quadrille.games.pillars.drawing.art import CARD, boot, card, cube, gamer
from quadrille.games.pillars.drawing.state import (
    INITIATIVE,
    TEAMS,
    Last,
    Pile,
    Piles,
    PillarsPosition,
    card_words,
    headline,
    is_drawing,
    last_words,
    next_turns,
    piles,
    side_of,
    situation,
    turns,
)

LEFT, TOP, WIDTH, BOTTOM = 908, 28, 354, 852
GAP = 10
HEAD, TEAM, ORDER, BUTTON = 92, 168, 176, 62
"""The heights of the boxes: the turn, a team, the order of the round, the button."""
HAND = (LEFT + 22, 46)
"""Where the cards of a hand begin, from the left and below the top of the team's box."""
IN_A_ROW = 6
"""The most gamers of an order in one row."""
FAN = 25
"""How far cards of a kind are apart."""

STYLE = """.box { fill: #fbfaf6/#272a2c; stroke: #cfc9bd/#43474a; stroke-width: 1.2 }
.turn { fill: #fff3cd/#473c1b; stroke: #d8b65a/#a5822e; stroke-width: 1.6 }
.chip { font-size: 14.5px; font-weight: 700; fill: #fff; text-anchor: middle }
.side-box-0 { fill: #c5372c }
.side-box-1 { fill: #2c60b8 }
.caption { font-size: 21px; font-weight: 700; fill: #2a2620/#f0ece4 }
.heading { font-size: 17px; font-weight: 700; fill: #3a352c/#e6e0d4 }
.last-words { font-size: 16px; font-weight: 700; fill: #55188f/#cda2f8 }
.words { font-size: 14px; fill: #645d50/#b9b2a5 }
.count { font-size: 17px; font-weight: 700; fill: #2a2620/#efe9de }
.times { font-size: 14px; font-weight: 700; fill: #3a352c/#e6e0d4; text-anchor: middle }
.glow { fill: none; stroke: none }
.legal .glow { fill: #ffd23f; fill-opacity: .55; stroke: #a05a00; stroke-width: 2.4 }
.legal:hover .glow { fill-opacity: 1 }
.faded { opacity: .5 }
.tick { fill: none; stroke: #2f7a55; stroke-width: 3; stroke-linecap: round }
.here { fill: #ffe59a/#6b5720; stroke: #8a5a00/#e0b23c; stroke-width: 1.8 }
.button .plate { fill: #efece4/#303335; stroke: #cfc9bd/#4a4e51; stroke-width: 1.4 }
.button .title { font-size: 16px; font-weight: 700; fill: #9a9284/#8f8a80 }
.legal.button .plate { fill: #fff3cd/#55481f; stroke: #a05a00/#d9a93a; stroke-width: 2 }
.legal.button .title { fill: #3a2f10/#ffe9b0 }
.legal.button:hover .plate { fill: #ffd968/#6f5d25 }
.drawn { fill: none; stroke: #6a1fb0; stroke-width: 2.4; stroke-dasharray: 5 4 }"""


def panel(state: PillarsPosition, spots: Spots, last: Last) -> Iterator[str]:
    """All boxes, one below the other."""
    yield from _head(state)
    y = TOP + HEAD + GAP
    for side in (0, 1):
        yield from _team(state, side, spots, last, y)
        y += TEAM + GAP
    yield from _order(state, y)
    y += ORDER + GAP
    if state.actor() >= 0:
        yield _button(spots, y)
        y += BUTTON + GAP
    yield from _facts(state, spots, last, y)


def _head(state: PillarsPosition) -> Iterator[str]:
    """Whose turn it is, or how the game has ended."""
    yield rect("turn", LEFT, TOP, WIDTH, HEAD, 10)
    player = state.actor() if state.winner() < 0 else state.gamer_at(*state.centre())
    x = LEFT + 20.0
    if player >= 0:
        yield gamer(side_of(state, player), state.name_of(player), LEFT + 42, TOP + 79, 0.92)
        x = LEFT + 82
    yield text(headline(state), x, TOP + 42, "caption")
    yield text(situation(state), x, TOP + 67, "words")


def _team(state: PillarsPosition, side: int, spots: Spots, last: Last, y: float) -> Iterator[str]:
    """The hand, and both piles."""
    actor = state.actor()
    acts = actor >= 0 and side_of(state, actor) == side
    held = piles(state, side)
    yield rect("turn" if acts else "box", LEFT, y, WIDTH, TEAM, 10)
    yield rect(f"side-box-{side}", LEFT, y + 8, 7, TEAM - 16, 3)
    yield text(TEAMS[side], LEFT + 20, y + 28, "heading")
    words = "draws its hand" if acts and is_drawing(state) else f"hand: {held.hand.size}"
    known = held.hand.moves + held.hand.builds
    words += f", {known} known" if held.hand.hidden and known else ""
    yield text(words, LEFT + 78, y + 28, "words")
    yield from _hand(held.hand, side, spots if acts else None, HAND[0], y + HAND[1])
    if last.kind == "draw" and acts:
        yield rect("drawn", LEFT + 14, y + 38, 221, TEAM - 46, 9)
    yield from _piles(held, side, LEFT + 240, y + 18)


def _hand(hand: Pile, side: int, spots: Spots | None, x: float, y: float) -> Iterator[str]:
    """The cards of each kind together; those of the team to act can be clicked."""
    if not hand.size:
        yield element("rect", class_="glow", x=x, y=y, width=CARD[0], height=CARD[1], rx=7)
        yield text("no cards in hand", x, y + 46, "words")
    for kind, (count, left, wide) in _fans(hand, side, x).items():
        name = kind.upper() if kind in ("move", "build") else "hidden"
        parts = [
            tip(f"{name}: {count}"),
            rect("glow", left - 5, y - 5, wide + 10, CARD[1] + 10, 10),
            *(card(_below(kind), left + FAN * i, y) for i in range(count - 1)),
            card(kind, left + FAN * (count - 1), y),
            text(f"{count} {name}", left + wide / 2, y + CARD[1] + 20, "times"),
        ]
        class_ = f"cards card-{kind}"
        yield spots.group(class_, kind, *parts) if spots else element("g", *parts, class_=class_)


def _below(kind: str) -> str:
    """A card below another of its kind, without the word that would be cut off."""
    return f"{kind}-below" if kind in ("move", "build") else kind


def _fans(hand: Pile, side: int, x: float) -> dict[str, tuple[int, float, float]]:
    """The kinds of cards in a hand: how many there are, where they begin, and their width."""
    kinds = (("move", hand.moves), ("build", hand.builds), (f"back-{side}", hand.hidden))
    fans: dict[str, tuple[int, float, float]] = {}
    for kind, count in kinds:
        if count:
            wide = CARD[0] + FAN * (count - 1)
            fans[kind] = count, x, wide
            x += wide + 15.0
    return fans


def framed_card(state: PillarsPosition, kind: str) -> str:
    """The ghost of the card that a gamer spends: the last of its kind in the team's hand."""
    side = side_of(state, state.actor())
    _, x, wide = _fans(piles(state, side).hand, side, HAND[0])[kind]
    y = TOP + HEAD + GAP + (TEAM + GAP) * side + HAND[1]
    corner = x + wide - CARD[0], y
    return shapes.dashed("rect", x=corner[0], y=corner[1], width=CARD[0], height=CARD[1], rx=7)


def framed_button() -> str:
    """The ghost of the button of the initiative."""
    y = TOP + HEAD + 3 * GAP + 2 * TEAM + ORDER + GAP
    return shapes.dashed("rect", x=LEFT, y=y, width=WIDTH, height=BUTTON, rx=10)


def _piles(held: Piles, side: int, x: float, y: float) -> Iterator[str]:
    """Draw pile and discards: how many cards, and of which kinds."""
    for i, (name, pile) in enumerate((("draw pile", held.draw), ("discards", held.discards))):
        top = y + 72 * i
        parts = [tip(f"{name}: {card_words(pile)}")]
        parts.append(text(f"{name}", x, top + 8, "words"))
        parts.append(text(str(pile.size), x + 76, top + 9, "count"))
        if pile.hidden:
            parts.append(card(f"back-{side}", x + 2, top + 18, 0.42))
            parts.append(text("hidden", x + 34, top + 41, "words"))
        elif pile.size:
            parts += [
                boot(x + 13, top + 34, 0.62),
                text(str(pile.moves), x + 29, top + 40, "count"),
            ]
            parts += [
                cube(x + 66, top + 35, 0.62),
                text(str(pile.builds), x + 86, top + 40, "count"),
            ]
        else:
            parts.append(text("empty", x, top + 40, "words"))
        yield element("g", *parts, class_="pile")


def _order(state: PillarsPosition, y: float) -> Iterator[str]:
    """Who acts when in this round, who has done so, and the next round if it differs."""
    over = state.actor() < 0
    action = 0 if over else state.action_number()
    yield rect("box", LEFT, y, WIDTH, ORDER, 10)
    heading = "Order at the end" if over else f"Order of round {state.round()}"
    yield text(heading, LEFT + 16, y + 26, "heading")
    order = turns(state)
    if len(order) <= IN_A_ROW:
        yield from _row(state, order, action, y + 92, 0.66)
    else:
        yield from _names(state, order, action, LEFT + 12, y + 44, 40)
    following = next_turns(state)
    if following or not over:
        words = "Next round" if following else "Next round: the same"
        yield text(words, LEFT + 16, y + 136, "words")
    if len(following) <= IN_A_ROW:
        yield from _row(state, following, 0, y + 165, 0.46, LEFT + 92) if following else ()
    else:
        yield from _names(state, following, 0, LEFT + 94, y + 118, 28)


def _row(
    state: PillarsPosition,
    players: Sequence[int],
    action: int,
    y: float,
    scale: float,
    left: float = LEFT + 10,
) -> Iterator[str]:
    step = min((LEFT + WIDTH - 10 - left) / len(players), 105 * scale)
    for i, player in enumerate(players, 1):
        x = left + step * (i - 0.5)
        acted = i < action
        if i == action:
            yield rect("here", x - step / 2 + 1, y - 86 * scale, step - 2, 86 * scale + 24, 8)
        class_ = " acted faded" if acted else ""
        yield gamer(side_of(state, player), state.name_of(player), x, y, scale, class_)
        if acted:
            yield element("path", class_="tick", d=f"M{x - 6:g} {y + 13:g}l4 5 8-9")


def _names(
    state: PillarsPosition, players: Sequence[int], action: int, left: float, y: float, high: float
) -> Iterator[str]:
    """Many gamers in a row by name, on the colours of their teams."""
    step = (LEFT + WIDTH - 12 - left) / len(players)
    for i, player in enumerate(players, 1):
        x = left + step * (i - 1)
        if i == action:
            yield rect("here", x - 2, y - 5, step + 4, high + 10, 8)
        class_ = f"side-box-{side_of(state, player)}{' acted faded' * (i < action)}"
        yield rect(class_, x + 1.5, y, step - 3, high, 5)
        yield text(state.name_of(player), x + step / 2, y + high / 2 + 5, "chip")
        if i < action:
            yield element(
                "path", class_="tick", d=f"M{x + step / 2 - 6:g} {y + high + 9:g}l4 5 8-9"
            )


def _button(spots: Spots, y: float) -> str:
    """Where a card goes that is not used."""
    star = "M0-13 3.5-4.5 12.5-4 5.5 1.8 8 10.5 0 5.6-8 10.5-5.5 1.8-12.5-4-3.5-4.5Z"
    lit = INITIATIVE in spots.moves
    return spots.group(
        "button",
        INITIATIVE,
        tip("Spend a card without using it and become first in the team's order"),
        rect("plate", LEFT, y, WIDTH, BUTTON, 10),
        element(
            "path",
            d=star,
            fill="#e2a71e" if lit else "#cfc9bd",
            transform=f"translate({LEFT + 32} {y + 33})scale(1.25)",
        ),
        text("Take the initiative", LEFT + 62, y + 27, "title"),
        text("the card is not used; first next round", LEFT + 62, y + 47, "words"),
    )


def _facts(state: PillarsPosition, spots: Spots, last: Last, y: float) -> Iterator[str]:
    """The last move, and the rules of this game."""
    size, gamers = state.size(), state.gamers()
    near = state.options().get("build") == "adjacent"
    where = "next to the gamer" if near else "on any free cell"
    lines = [
        f"{size} by {size}, {gamers} gamer{'s' * (gamers > 1)} each, summit {state.height()}",
        f"Build {where}, at most {state.height() - 1} high",
    ]
    yield rect("box", LEFT, y, WIDTH, BOTTOM - y, 10)
    first, class_ = last_words(state, last), "last-words"
    if not first and spots.shown and spots.moves:
        first, class_ = "Choose a card, then a marked cell.", "words"
    if first:
        yield text(first, LEFT + 16, y + 28, class_)
    for i, line in enumerate(lines):
        yield text(line, LEFT + 16, y + (54 if first else 28) + 22 * i, "words")
