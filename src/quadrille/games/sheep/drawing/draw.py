"""Sheep drawn: a meadow between trees, the flocks on it, and beside it the players.

A slide is three clicks: the flock, where it goes, and how many sheep go. A start is one click on
the field, and a pass one on its button.
"""

import math
from collections.abc import Iterator, Sequence
from typing import Any

from quadrille.core.drawing import svg as shapes
from quadrille.core.drawing.svg import Plane, Spots, element, picture, rect, text, tip
from quadrille.core.package import Drawing, Gain, MadeMove, Motion
from quadrille.games.sheep.drawing.art import BREEDS, definitions, flock, land_id
from quadrille.games.sheep.drawing.boxes import boxes
from quadrille.games.sheep.drawing.field import CELL, FRAME, field, labels
from quadrille.games.sheep.drawing.field import STYLE as FIELD_STYLE
from quadrille.games.sheep.drawing.panel import STYLE as PANEL_STYLE
from quadrille.games.sheep.drawing.panel import panel, pass_place
from quadrille.games.sheep.drawing.parts import pastures
from quadrille.games.sheep.drawing.state import (
    HIDDEN,
    Cell,
    Flock,
    SheepPosition,
    Slide,
    cell_name,
    count_text,
    describe,
    flock_words,
    own_score,
)
from quadrille.games.sheep.drawing.text import board as board
from quadrille.games.sheep.drawing.words import move_words, prompts, roles, teams

SIZE = (1280, 904)
LEFT, TOP, SIDE = 46, 44, 844
"""The corner of the hedge around the field, and its width."""
LARGE = 16
"""The size of a field on which sheep have no tags, and larger numbers."""
LEAST_GAIN = 0.05
"""Points that are shown."""

HELP = """Slide part of a flock in one of eight directions until something is in the way.
c4-h4:5 slides 5 sheep from c4 to h4; at least one stays. A cell alone, like c4, is a start.
A16 is a flock of 16 of player 1 (B, C, D: players 2, 3, 4). Large connected land counts most."""

STYLE = """
.back { fill: #efebd9/#1e211a }
.sheep { pointer-events: none }
.count { font-size: 23px; font-weight: 800; text-anchor: middle; pointer-events: none }
.count.large { font-size: 28px }
.seen { fill: #fffdf0; stroke: #7a6a4a; stroke-width: 1.2; pointer-events: none }
.mark { font-size: 18px; font-weight: 700; fill: #5f4a22; text-anchor: middle }
.mark { pointer-events: none }
.stay { font-size: 18px; font-weight: 700; fill: #5f4a22; text-anchor: middle }
.reach { fill: #fff; opacity: 0 }
.hit { opacity: 0 }
.target { fill: none; opacity: 0 }
.ways { fill: none; stroke: #fffbe0; stroke-width: 5; stroke-linecap: round; opacity: 0 }
.ways { pointer-events: none; stroke-dasharray: .1 10 }
.legal { cursor: pointer }
.flock .reach { pointer-events: none }
.legal.flock .reach { fill: #fffdf0; opacity: .85; stroke: #2f8440; stroke-width: 2.6 }
.legal.flock .ways { opacity: .5 }
.legal.flock:hover .reach { opacity: 1; fill: #ffefae; stroke: #14521f }
.legal.flock:hover .ways { opacity: .95 }
.legal .target { opacity: .8; stroke: #fffef0; stroke-width: 3; fill: #5d7f3a; fill-opacity: .5 }
.legal.start .target { fill: #f4d98a; fill-opacity: .8; stroke: #8a6410; stroke-width: 2 }
.legal.landing:hover .reach { opacity: .45 }
.legal.start:hover .reach { opacity: .55 }
.legal:hover .target { fill: #b8860b; fill-opacity: 1; opacity: 1 }
.last { fill: none; stroke: #b3261e; stroke-width: 4 }
.rim { fill: none; stroke: #fff8e4; stroke-width: 8 }
.track { fill: none; stroke-linecap: round; stroke-linejoin: round; pointer-events: none }
"""
COLOURS = "\n".join(
    f".of-{player} {{ stroke: {breed.colour}; stroke-width: 4 }}"
    for player, breed in enumerate(BREEDS)
)
"""Of the tracks of every player."""


def svg(state: SheepPosition, *, last_move: Any = None, legal: bool = True) -> str:
    """The picture; see the module for what is clicked."""
    last = "" if last_move is None else str(last_move)
    moves = [str(move) for move in state.legal_moves()]
    # Every click is a spot, so that a slide has three of them.
    clicks = Spots(frozenset(spot for move in moves for spot in _clicks(move)), legal, "")
    ways = _ways(moves)
    targets = {move.target for move in map(Slide.of, moves) if move.target}
    plane = _plane(state)
    return picture(
        "sheep",
        SIZE,
        "Sheep",
        describe(state, moves, last),
        "\n".join((STYLE.strip(), COLOURS, FIELD_STYLE, PANEL_STYLE)),
        definitions(),
        plane.shown(
            "quadrille-sheep-window",
            *labels(plane, state.size()),
            *field(state),
            *(_target(cell, state.phase(), clicks) for cell in sorted(targets)),
            *(
                _flock(state, each, ways.get((each.x, each.y), []), clicks)
                for each in state.flocks()
            ),
            *_track(Slide.of(last)),
        ),
        shapes.panel(panel(state, moves, clicks, last)),
        board=plane.window,
    )


def click_path(state: SheepPosition, move: Any) -> tuple[str, ...]:
    """From, to and how many; a start and ``pass`` are one click."""
    return _clicks(str(move))


def ghost(state: SheepPosition, move: Any) -> str:
    """The sheep where they arrive, the way there, and how many stay; or the button of a pass."""
    slide, player = Slide.of(str(move)), state.player()
    if slide.target is None:
        x, y, wide, high = pass_place(state)
        return shapes.ghost(shapes.dashed("rect", x=x, y=y, width=wide, height=high, rx=7))
    x, y = _middle(slide.target)
    corner, size = (x - CELL / 2 + 3, y - CELL / 2 + 3), CELL - 6
    land = rect("", *corner, size, size, 9, fill=f"url(#{land_id(player)})")
    parts = [
        shapes.faint(land, _sheep(state, player, int(slide.sheep or state.flock()), x, y)),
        shapes.dashed("rect", x=corner[0], y=corner[1], width=size, height=size, rx=9),
    ]
    for each in state.flocks():
        if slide.origin == (each.x, each.y):
            parts.append(shapes.dashed("path", 3.4, d=_arrow(slide.origin, slide.target)))
            left = HIDDEN if each.sheep is None else each.sheep - int(slide.sheep)
            parts.append(_plaque(f"{left} stay{'s' * (left == 1)}", *_middle(slide.origin)))
    return shapes.ghost(_on_field(state, *parts))


def _plaque(words: str, x: float, y: float) -> str:
    """What becomes of a flock, below its number."""
    plate = rect("seen", x - 34, y + 9, 68, 23, 11)
    return plate + element("text", words, x=x, y=y + 25, class_="stay")


def _plane(state: SheepPosition) -> Plane:
    """Where the corner of the first cell lies, and the scale of the field."""
    side = CELL * state.size() + 2 * FRAME
    scale, names = SIDE / side, LEFT - 10
    window = (10, TOP - names + 8, SIDE + names, SIDE + names)
    content = (-FRAME - names / scale, -FRAME - names / scale, *2 * (side + names / scale,))
    return Plane(window, content, CELL, LEFT + FRAME * scale, TOP + FRAME * scale, scale)


def _on_field(state: SheepPosition, *parts: str) -> str:
    return _plane(state).layer(*parts)


def _clicks(move: str) -> tuple[str, ...]:
    origin, dash, rest = move.partition("-")
    target, _, sheep = rest.partition(":")
    return (origin, target, sheep) if dash else (move,)


def _ways(moves: list[str]) -> dict[Cell, list[Cell]]:
    """Where every flock may slide."""
    ways: dict[Cell, list[Cell]] = {}
    for move in map(Slide.of, moves):
        if move.origin and move.target and move.target not in ways.setdefault(move.origin, []):
            ways[move.origin].append(move.target)
    return ways


def _middle(cell: Cell) -> tuple[float, float]:
    return CELL * (cell[0] + 0.5), CELL * (cell[1] + 0.5)


def _square(class_: str, x: float, y: float, size: float, radius: float) -> str:
    return rect(class_, x - size / 2, y - size / 2, size, size, radius)


def _target(cell: Cell, phase: str, clicks: Spots) -> str:
    """A free cell where a flock may start or a slide may end."""
    x, y = _middle(cell)
    name = cell_name(cell)
    return clicks.group(
        "start" if phase == "start" else "landing",
        name,
        tip(name),
        _square("reach", x, y, CELL - 3, 9),
        element("circle", class_="target", cx=x, cy=y, r=9 if phase == "start" else 6.5),
    )


def _flock(state: SheepPosition, each: Flock, ways: list[Cell], clicks: Spots) -> str:
    """The sheep on a cell, their number, and where they may go."""
    x, y = _middle((each.x, each.y))
    name = cell_name((each.x, each.y))
    lines = "".join(_way((each.x, each.y), target) for target in ways)
    return clicks.group(
        f"flock player-{each.player}",
        name,
        tip(flock_words(each)),
        _square("hit", x, y, CELL - 2, 9),
        _square("reach", x, y, CELL - 15, 8) if clicks.highlights(name) else "",
        element("path", class_="ways", d=lines) if lines else "",
        _sheep(state, each.player, each.sheep, x, y, piece=name),
        _known(x + 18, y - 18) if each.known else "",
    )


def _sheep(
    state: SheepPosition,
    player: int,
    sheep: int | None,
    x: float,
    y: float,
    piece: str | None = None,
) -> str:
    """The sheep of a flock, with their number on the wool; on large fields that is all there is
    room for, and the land tells whose they are."""
    ink, wide = BREEDS[player].number, state.size() >= LARGE
    class_ = "count large" if wide else "count"
    number = element("text", count_text(sheep), x=7.5, y=10.5, class_=class_, fill=ink)
    scale = "translate(1.5 0)scale(.78)" if sheep == 1 else "translate(2 3)scale(.87)"
    scale = "translate(1 2)scale(.97)" if wide else scale
    place = f"translate({x:g} {y:g}){scale}"
    drawn = flock(player, sheep, tagged=not wide)
    return element("g", *drawn, number, transform=place, data_piece=piece)


def _known(x: float, y: float) -> str:
    """The mark of a number that everybody knows since its owner passed."""
    return element("circle", class_="seen", cx=x, cy=y, r=9.5) + text("!", x, y + 6.4, "mark")


def _way(origin: Cell, target: Cell) -> str:
    (x, y), (to_x, to_y) = _middle(origin), _middle(target)
    return f"M{x:g} {y:g}L{to_x:g} {to_y:g}"


def trail(state: SheepPosition, made: Sequence[MadeMove]) -> str:
    """Every slide as an arrow in the colour of whose it was."""
    tracks = (_track(Slide.of(str(each.move)), f"of-{each.player}") for each in made)
    return shapes.trail(_on_field(state, *(part for track in tracks for part in track)))


def gains(state: SheepPosition, made: Sequence[MadeMove]) -> Iterator[Gain]:
    """What each slide added to the score of whose it was, where it ended."""
    after = [*(each.before for each in made[1:]), state]
    plane = _plane(state)
    for i, (each, then) in enumerate(zip(made, after, strict=True)):
        slide = Slide.of(str(each.move))
        points = own_score(then, each.player) - own_score(each.before, each.player)
        if slide.origin and slide.target and points >= LEAST_GAIN:
            x, y = _middle(slide.target)
            edge = plane.y + plane.scale * (y - CELL / 2)  # the number of the sheep stays readable
            yield Gain(i, each.player, points, "", plane.x + plane.scale * x, edge)


def motions(state: SheepPosition, made: Sequence[MadeMove]) -> Iterator[Motion]:
    """Every flock slides from where it was."""
    for i, each in enumerate(made):
        slide = Slide.of(str(each.move))
        if slide.origin and slide.target:
            (x, y), (to_x, to_y) = _middle(slide.origin), _middle(slide.target)
            yield Motion(i, cell_name(slide.target), x - to_x, y - to_y)


def _track(slide: Slide, style: str = "last") -> Iterator[str]:
    """A slide as an arrow, or a ring round a start."""
    if slide.target is None:
        return
    x, y = _middle(slide.target)
    if slide.origin is None:
        for class_ in ("rim", style):
            yield element("circle", class_=f"{class_} track", cx=x, cy=y, r=30)
        return
    path = _arrow(slide.origin, slide.target)
    for class_ in ("rim", style):
        yield element("path", class_=f"{class_} track", d=path)


def _arrow(origin: Cell, target: Cell) -> str:
    """From beside one flock to beside the other."""
    (from_x, from_y), (x, y) = _middle(origin), _middle(target)
    length = math.hypot(x - from_x, y - from_y)
    along = (x - from_x) / length, (y - from_y) / length
    start = from_x + 22 * along[0], from_y + 22 * along[1]
    end = x - 21 * along[0], y - 21 * along[1]
    back = end[0] - 12 * along[0], end[1] - 12 * along[1]
    side = -9 * along[1], 9 * along[0]
    return (
        f"M{start[0]:.1f} {start[1]:.1f}L{end[0]:.1f} {end[1]:.1f}"
        f"M{back[0] + side[0]:.1f} {back[1] + side[1]:.1f}L{end[0]:.1f} {end[1]:.1f} "
        f"{back[0] - side[0]:.1f} {back[1] - side[1]:.1f}"
    )


DRAWING = Drawing(
    svg,
    board,
    click_path,
    ghost,
    help=HELP,
    prompts=prompts,
    words=move_words,
    roles=roles,
    teams=teams,
    trail=trail,
    gains=gains,
    motions=motions,
    boxes=boxes,
    parts=lambda state: (_plane(state).layer, pastures(state)),
    colours=lambda state: [BREEDS[each].colour for each in range(state.num_players())],
)
