"""Pillars drawn: the board from above one corner, and beside it cards and the order of play.

A step or a build is two clicks, the card and the cell; a card that is not used goes to the button
of the initiative.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from quadrille.core.drawing import svg as shapes
from quadrille.core.drawing.svg import Plane, Spots, element, picture
from quadrille.core.package import Drawing, MadeMove, Motion
from quadrille.games.pillars.drawing.art import DEEP, WIDE, definitions
from quadrille.games.pillars.drawing.boxes import boxes
from quadrille.games.pillars.drawing.field import STYLE as FIELD_STYLE
from quadrille.games.pillars.drawing.field import (
    VIEWS,
    Targets,
    bounds,
    field,
    growing,
    passing,
    stepping,
    top,
    track,
    twice,
)
from quadrille.games.pillars.drawing.panel import STYLE as PANEL_STYLE
from quadrille.games.pillars.drawing.panel import framed_button, framed_card, panel
from quadrille.games.pillars.drawing.parts import pillars
from quadrille.games.pillars.drawing.state import (
    STEPS,
    PillarsPosition,
    clicks,
    describe,
    done_by,
    is_drawing,
    last_of,
    target_of,
)
from quadrille.games.pillars.drawing.text import board as board
from quadrille.games.pillars.drawing.words import colours, move_words, prompts, roles, teams

SIZE = (1280, 880)
LEFT, TOP, SIDE, BOTTOM = 22, 24, 866, 862
"""The room for the board."""

HELP = """Stand on the centre pillar to win. Spend one card of your team's hand in every turn.
move up steps to a neighbour at most 1 higher or lower; build c3 raises a free pillar by 1.
pass move or pass build spends the card unused: the gamer is first in its team from the next round.
no action does the same and asks for the card.
2R1 is gamer 1 of RED on a pillar of height 2; the pillar with a star is the centre."""
SPOKEN = {"no action": "pass"}

STYLE = """
.back { fill: #e6e9ea/#1b1e20 }
.compass { font-size: 15px; font-weight: 600; fill: #5d6259/#a9afa4 }
.needle { fill: none; stroke: #5d6259/#a9afa4; stroke-width: 2.2; stroke-linecap: round }
"""


def svg(state: PillarsPosition, *, last_move: Any = None, legal: bool = True) -> str:
    """The picture; see the module for what is clicked."""
    last = last_of(state, last_move)
    moves = [] if is_drawing(state) else [str(move) for move in state.legal_moves()]
    # Every click is a spot: the cards, the cells, the initiative.
    spots = Spots(frozenset(spot for move in moves for spot in clicks(state, move)), legal, "")
    plane = _plane(state)
    return picture(
        "pillars",
        SIZE,
        "Pillars",
        describe(state, last),
        "\n".join((STYLE.strip(), FIELD_STYLE, PANEL_STYLE)),
        definitions(state.height()),
        element(
            "g",
            plane.shown(
                "quadrille-pillars-window", *field(state, _targets(state, moves), spots, last)
            ),
            shapes.panel(*_compass(), *panel(state, spots, last)),
            class_="all",
            data_views=VIEWS,
        ),
        board=plane.window,
    )


def click_path(state: PillarsPosition, move: Any) -> tuple[str, ...]:
    """The card, then the cell or ``initiative``."""
    return clicks(state, str(move))


def ghost(state: PillarsPosition, move: Any) -> str:
    """The gamer where it steps, the stone that is built, or the initiative; and the card spent."""
    kind, _, what = str(move).partition(" ")
    target = target_of(state, str(move))
    card = framed_card(state, what if kind == "pass" else kind)
    if target and kind == "move":
        return _ghost(state, lambda flat: stepping(state, target, flat=flat), card)
    if target:
        return _ghost(state, lambda flat: growing(state, target, flat=flat), card)
    return _ghost(state, lambda flat: passing(state, flat=flat), card, framed_button())


def _ghost(state: PillarsPosition, parts: Callable[[bool], Iterable[str]], *beside: str) -> str:
    return shapes.ghost(_on_board(state, *twice(parts)), *beside)


def trail(state: PillarsPosition, made: Sequence[MadeMove]) -> str:
    """What every gamer did before the last move: steps, builds and passes."""
    done = [done_by(each.before, each.player, str(each.move)) for each in made[:-1]]
    tracks = twice(lambda flat: (part for last in done for part in track(state, last, flat=flat)))
    return shapes.trail(_on_board(state, *tracks))


def motions(state: PillarsPosition, made: Sequence[MadeMove]) -> Iterator[Motion]:
    """Every gamer who has stepped comes from where it stood."""
    for i, each in enumerate(made):
        done = done_by(each.before, each.player, str(each.move))
        if done.origin and done.target and state.position(each.player) == done.target:
            (x, y), (to_x, to_y) = top(state, done.origin), top(state, done.target)
            yield Motion(i, state.name_of(each.player), x - to_x, y - to_y)


def _plane(state: PillarsPosition) -> Plane:
    """Where the middle of the board lies, and its scale."""
    wide, up, down = bounds(state.size())
    scale = min(SIDE / wide, (BOTTOM - TOP) / (up + down))
    window = (LEFT - 14, TOP - 16, SIDE + 20, BOTTOM - TOP + 26)
    content = (-wide / 2, -up, wide, up + down)
    return Plane(window, content, 59, LEFT + SIDE / 2, BOTTOM - down * scale, scale)


def _on_board(state: PillarsPosition, *parts: str) -> str:
    """The parts, drawn in a plane with the middle of the board at the origin."""
    return _plane(state).layer(*parts)


def _targets(state: PillarsPosition, moves: list[str]) -> Targets:
    found: dict[str, set[tuple[int, int]]] = {"move": set(), "build": set()}
    for move in moves:
        if cell := target_of(state, move):
            found[move.partition(" ")[0]].add(cell)
    return Targets(frozenset(found["move"]), frozenset(found["build"]))


def _compass() -> Iterator[str]:
    """Which way is up, as moves are called, in the corner that the board leaves free."""
    x, y = LEFT + 92, BOTTOM - 58
    for name, (right, up) in STEPS.items():
        across, along = (right - up) * WIDE * 0.3, -(right + up) * DEEP * 0.3
        end = x + across, y + along
        wing = across * 0.28, along * 0.28
        yield element(
            "path",
            class_="needle",
            d=f"M{x + across * 0.15:.4g} {y + along * 0.15:.4g}L{end[0]:.4g} {end[1]:.4g}"
            f"M{end[0] - wing[0]:.4g} {end[1]:.4g}H{end[0]:.4g}V{end[1] - wing[1]:.4g}",
        )
        away = 22 if across > 0 else -22
        yield element(
            "text",
            name,
            class_="compass",
            x=end[0] + away * 0.3,
            y=end[1] + (5 if along > 0 else 4),
            text_anchor="start" if across > 0 else "end",
        )


DRAWING = Drawing(
    svg,
    board,
    click_path,
    ghost,
    help=HELP,
    spoken=SPOKEN,
    prompts=prompts,
    words=move_words,
    roles=roles,
    teams=teams,
    trail=trail,
    motions=motions,
    boxes=boxes,
    parts=lambda state: (_plane(state).layer, pillars(state)),
    colours=colours,
)
