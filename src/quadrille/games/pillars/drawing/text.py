"""Pillars in a terminal: heights, and beside them the gamers."""

from collections.abc import Iterator

from quadrille.games.pillars.drawing.state import (
    COLUMNS,
    TEAMS,
    PillarsPosition,
    card_words,
    headline,
    is_drawing,
    next_turns,
    piles,
    situation,
    turns,
)

WIDE = 5
"""The characters of a cell."""


def board(state: PillarsPosition) -> str:
    """The position in plain text: the grid, the cards, and who acts when."""
    over = "Game over: " if state.actor() < 0 else ""
    words = headline(state)
    words = words[0].lower() + words[1:] if over and state.winner() < 0 else words
    lines = [f"{over}{words}, {situation(state)}", "", *_grid(state), "", *_teams(state)]
    return "\n".join(line.rstrip() for line in [*lines, *_orders(state)])


def _grid(state: PillarsPosition) -> Iterator[str]:
    """A height and the gamer who stands there; the centre has a star."""
    size = state.size()
    letters = "   " + "".join(f"{f' {name}':<{WIDE}}" for name in COLUMNS[:size])
    yield letters
    for y in reversed(range(size)):
        row = "".join(f"{_cell(state, x, y):<{WIDE}}" for x in range(size))
        yield f"{y + 1:>2} {row} {y + 1:>2}"
    yield letters


def _cell(state: PillarsPosition, x: int, y: int) -> str:
    gamer = state.gamer_at(x, y)
    star = "*" if (x, y) == state.centre() else ""
    return f"{state.height_at(x, y):>2}{star}{state.name_of(gamer) if gamer >= 0 else ''}"


def _teams(state: PillarsPosition) -> Iterator[str]:
    for side, team in enumerate(TEAMS):
        held = piles(state, side)
        hand, draw, spent = map(card_words, held)
        yield f"{team:<4}  hand: {hand}; draw pile: {draw}; discards: {spent}"


def _orders(state: PillarsPosition) -> Iterator[str]:
    """Who has acted in brackets, whose turn it is between angles."""
    over = state.actor() < 0
    marked = []
    for i, player in enumerate(turns(state), 1):
        name = state.name_of(player)
        if over or i > state.action_number():
            marked.append(name)
        else:
            marked.append(f"({name})" if i < state.action_number() else f">{name}<")
    yield f"Order: {' '.join(marked)}"
    if following := next_turns(state):
        yield f"Next:  {' '.join(map(state.name_of, following))}"
    if is_drawing(state):
        yield f"{state.name_of(state.actor())} acts once the hand is drawn."
