"""Quarto drawn: the board, the piece in hand, and the remaining pieces in a tray.

Every trait shows without colour: tall or short by height, light or dark by luminance, square or
round by shape, and hollow pieces have a hole in the top.
"""

import math
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from quadrille.core.drawing import svg as shapes
from quadrille.core.drawing.svg import (
    Spots,
    element,
    gradient,
    picture,
    player_name,
    rect,
    text,
    tip,
    use,
)
from quadrille.core.package import Drawing
from quadrille.games.quarto._core import State

FILES = "abcd"
TRAITS = (("short", "tall"), ("dark", "light"), ("round", "square"), ("solid", "hollow"))
"""The words of each trait, for 0 and for 1; the first is bit 8 of a piece."""

SIZE = (736, 500)
CELL = 98
LEFT, TOP = 48, 70
"""The corner of the top left square."""
EDGE, BAND = 8, 66
"""The widths of the board's frame and of the band that marks a completed line."""
DIAGONALS: dict[tuple[int, ...], int] = {(0, 5, 10, 15): -45, (3, 6, 9, 12): 45}  # band's turn
PANEL, PANEL_WIDTH = 472, 238
"""The left edge and the width of the boxes for the hand and the tray."""
HAND_TOP, HAND_HEIGHT, HAND_SCALE = TOP - EDGE, 122, 1.15
TRAY_TOP, TRAY_SCALE = HAND_TOP + HAND_HEIGHT + 14, 0.7
TRAY_ROWS = ((28, 69), (97, 69), (166, 48), (214, 48))
"""Where each row of the tray begins, and its height: two rows of tall pieces, two of short."""
TRAY = [(row, column) for row in range(4) for column in range(4)]
"""The places of the tray, by row and column."""

STYLE = """
.back { fill: #ece6da }
.caption { font-size: 23px; font-weight: 600; fill: #33291f }
.rules { font-size: 15px; fill: #75685a; text-anchor: end }
.label { font-size: 16px; fill: #75685a; text-anchor: middle }
.heading { font-size: 16px; font-weight: 600; fill: #4a3d30 }
.words { font-size: 15px; fill: #5f5244 }
.frame { fill: #6d7f78 }
.panel { fill: #dfd7c7 }
.square .ground { fill: #a3b3a9 }
.slot .ground { fill: #cfc6b4 }
.last .ground { fill: #ebd189; stroke: #936a10; stroke-width: 3 }
.last.panel { fill: #ecd798; stroke: #936a10; stroke-width: 3 }
.piece { pointer-events: none }
.win { fill: #e6b84f; pointer-events: none }
.rim { stroke: #fff6da; stroke-width: 6 }
.faded { opacity: .55 }
.used { fill: none; stroke: #8d8069; stroke-width: 1.5; opacity: .45 }
.nothing { fill: none; stroke: #8d8069; stroke-width: 2; stroke-dasharray: 5 5; opacity: .7 }
.dot { fill: #4d5f57; opacity: .4 }
.legal { cursor: pointer }
.legal.slot .ground { fill: #f3ecdc; stroke: #a99877; stroke-width: 1.5 }
.legal.square:hover .ground { fill: #bccabf }
.legal.square:hover .dot { opacity: .8 }
.legal.slot:hover .ground { fill: #fffaf0; stroke: #6d5f48 }
"""


class Wood(NamedTuple):
    """The colours of a piece."""

    name: str
    edge: str
    top: str
    left: str
    body: str
    right: str
    wall: str
    hole: str


LIGHT = Wood("light", "#8a6531", "#fbecc9", "#ecd09a", "#e3c48d", "#c39c62", "#8f6a3a", "#4a3116")
DARK = Wood("dark", "#1f110a", "#96674a", "#67422d", "#5a3826", "#402619", "#3a2115", "#120905")


def svg(state: State, *, last_move: Any = None, legal: bool = True) -> str:
    """The picture; squares are clicked to place, pieces in the tray to give."""
    spots = Spots.of(state, last_move, legal)
    lines = state.winning_lines()
    rules = ", ".join(name for name, value in state.options().items() if value is True)
    return picture(
        "quarto",
        SIZE,
        "Quarto",
        _describe(state, spots.last),
        STYLE,
        _definitions(),
        text(_headline(state), LEFT - EDGE, 40, "caption"),
        text(rules, PANEL + PANEL_WIDTH, 40, "rules") if rules else "",
        *_frame(),
        *(_ground(state, square, spots) for square in range(16)),
        # All rims lie below all bands, so that crossing lines make one shape.
        *(_win(line, "win rim") for line in lines),
        *(_win(line, "win") for line in lines),
        *(_placed(state, square) for square in range(16)),
        _hand(state, spots),
        _tray(state, spots),
    )


LEGEND = "T tall, L light, S square, H hollow; t short, l dark, s round, h solid"
HELP = f"""A turn is: place the piece you were given, then give one to your opponent.
{LEGEND}."""


def board(state: State) -> str:
    """The position in plain text; the pieces of a completed line are in brackets."""
    won = {square for line in state.winning_lines() for square in line}
    remaining = set(state.remaining())
    files = "   " + "".join(f"  {file}    " for file in FILES)
    head = files + ("    remaining" if remaining else "")
    lines = [_headline(state), "", head, f"  ┌{'┬'.join(4 * ['──────'])}┐"]
    for rank in (3, 2, 1, 0):
        cells = []
        for square in range(4 * rank, 4 * rank + 4):
            piece = state.piece(square)
            name = _name(piece) if piece >= 0 else "    "
            cells.append(f"[{name}]" if square in won else f" {name} ")
        tray = (_tray_piece(3 - rank, column) for column in range(4))
        left = (_name(piece) if piece in remaining else "  · " for piece in tray)
        row = f"{rank + 1} │{'│'.join(cells)}│"
        lines.append(f"{row}    {' '.join(left)}" if remaining else row)
        if rank:
            lines.append(f"  ├{'┼'.join(4 * ['──────'])}┤")
    lines += [f"  └{'┴'.join(4 * ['──────'])}┘", files, ""]
    if not state.is_over():
        lines.append(LEGEND)
    if state.hand() >= 0:
        lines.append(f"to place: {_name(state.hand())} ({', '.join(_traits(state.hand()))})")
    lines += _reasons(state)
    return "\n".join(line.rstrip() for line in lines).rstrip()


def click_path(state: State, move: Any) -> tuple[str, ...]:
    """One click: the square, or the piece in the tray."""
    return (str(move),)


def ghost(state: State, move: Any) -> str:
    """The piece on its square; or one of the tray, and the same in the opponent's hand."""
    spot = str(move)
    if state.hand() >= 0:
        x, y = _corner(FILES.index(spot[0]) + 4 * (int(spot[1]) - 1))
        foot = y + CELL / 2 + _drop(state.hand())
        return shapes.ghost(*_shade(state.hand(), x + CELL / 2, foot, 1))
    row, column = next((r, c) for r, c in TRAY if f"give:{_name(_tray_piece(r, c))}" == spot)
    piece = _tray_piece(row, column)
    left, top, wide, high = _slot(row, column)
    hand = PANEL + 54, HAND_TOP + HAND_HEIGHT / 2 + HAND_SCALE * _drop(piece)
    start, bend = left + wide / 2, hand[1] + 30
    way = f"M{start:g} {top:g}Q{start:g} {bend:g} {hand[0] + 34:g} {hand[1]:g}"
    return shapes.ghost(
        shapes.dashed("rect", x=left, y=top, width=wide, height=high, rx=7),
        shapes.faint(shapes.dashed("path", d=way)),
        *_shade(piece, *hand, HAND_SCALE),
    )


def _shade(piece: int, x: float, y: float, scale: float) -> tuple[str, str]:
    """A piece that is not there yet."""
    place = f"translate({x:g} {y:g})scale({scale:g})"
    outline = shapes.dashed("path", d=_outline(piece), transform=place)
    return shapes.faint(use(_id(piece), x, y, "piece", scale)), outline


def _name(piece: int) -> str:
    pairs = zip(f"{piece:04b}", "TLSH", strict=True)
    return "".join(letter if bit == "1" else letter.lower() for bit, letter in pairs)


def _traits(piece: int) -> list[str]:
    return [words[int(bit)] for bit, words in zip(f"{piece:04b}", TRAITS, strict=True)]


def _square(square: int) -> str:
    return f"{FILES[square % 4]}{square // 4 + 1}"


def _headline(state: State) -> str:
    """Who does what, or how the game ended."""
    player, winner = state.player(), state.winner()
    if winner >= 0:
        return f"{player_name(winner)} wins"
    if player < 0:
        return "A draw: the board is full"
    if state.hand() >= 0:
        return f"{player_name(player)} places"
    return f"{player_name(player)} gives a piece to {player_name(1 - player).lower()}"


def _shared(state: State, line: Sequence[int]) -> list[str]:
    """The traits that all pieces of a line have."""
    first, *others = (_traits(state.piece(square)) for square in line)
    return [trait for trait in first if all(trait in other for other in others)]


def _reasons(state: State) -> list[str]:
    """The completed lines and why they count."""
    return [
        f"{' '.join(_square(square) for square in line)}: all {' and '.join(_shared(state, line))}"
        for line in state.winning_lines()
    ]


def _describe(state: State, last: str) -> str:
    """The position in words, for screen readers."""
    parts = [_headline(state)]
    if last:
        parts.append(f"Last move: {last}")
    if state.hand() >= 0:
        parts.append(f"To place: {', '.join(_traits(state.hand()))}")
    for square in range(16):
        if state.piece(square) >= 0:
            parts.append(f"{_square(square)}: {', '.join(_traits(state.piece(square)))}")
    return ". ".join([*parts, *_reasons(state)]) + "."


def _corner(square: int) -> tuple[int, int]:
    return LEFT + CELL * (square % 4), TOP + CELL * (3 - square // 4)


def _frame() -> Iterator[str]:
    size = 4 * CELL + 2 * EDGE
    yield rect("frame", LEFT - EDGE, TOP - EDGE, size, size, 12)
    for i, file in enumerate(FILES):
        yield text(file, LEFT + CELL * (i + 0.5), TOP + 4 * CELL + 28, "label")
        yield text(str(4 - i), LEFT - 24, TOP + CELL * (i + 0.5) + 6, "label")


def _ground(state: State, square: int, spots: Spots) -> str:
    """A square; the pieces are drawn later, above the bands of completed lines."""
    x, y = _corner(square)
    name, piece = _square(square), state.piece(square)
    dot = element("circle", class_="dot", cx=x + CELL / 2, cy=y + CELL / 2, r=9)
    return spots.group(
        "square",
        name,
        tip(f"{name}: {', '.join(_traits(piece)) if piece >= 0 else 'empty'}"),
        rect("ground", x + 2.5, y + 2.5, CELL - 5, CELL - 5, 7),
        dot if spots.highlights(name) else "",
    )


def _win(line: Sequence[int], class_: str) -> str:
    """A band under a straight line or a block; marks under the squares of one that wraps round."""
    files, ranks = [square % 4 for square in line], [square // 4 for square in line]
    wide, high = float(max(files) - min(files)), float(max(ranks) - min(ranks))
    x = LEFT + CELL * (min(files) + wide / 2 + 0.5)
    y = TOP + CELL * (3.5 - min(ranks) - high / 2)
    turn = None
    if tuple(line) in DIAGONALS:
        wide, high = math.hypot(3, 3), 0
        turn = f"rotate({DIAGONALS[tuple(line)]} {x:g} {y:g})"
    elif (wide, high) not in ((3, 0), (0, 3), (1, 1)):
        corners = [_corner(square) for square in line]
        return "".join(rect(class_, x + 10, y + 10, CELL - 20, CELL - 20, 14) for x, y in corners)
    width, height = CELL * wide + BAND, CELL * high + BAND
    return rect(class_, x - width / 2, y - height / 2, width, height, BAND / 2, transform=turn)


def _placed(state: State, square: int) -> str:
    piece = state.piece(square)
    if piece < 0:
        return ""
    lines = state.winning_lines()
    faded = " faded" if lines and not any(square in line for line in lines) else ""
    x, y = _corner(square)
    return use(_id(piece), x + CELL / 2, y + CELL / 2 + _drop(piece), f"piece{faded}")


def _hand(state: State, spots: Spots) -> str:
    """The piece to place, what is asked for instead, or why the game is over."""
    hand, lines = state.hand(), state.winning_lines()
    x, middle = PANEL + 54, HAND_TOP + HAND_HEIGHT / 2
    foot = middle + HAND_SCALE * _drop(max(hand, 0))
    figure, class_ = "", "panel"
    if hand >= 0:
        class_ += " last" * (spots.last == f"give:{_name(hand)}")
        figure = use(_id(hand), x, foot, "piece", HAND_SCALE)
        traits = _traits(hand)
        words = ["To place", _name(hand), " · ".join(traits[:2]), " · ".join(traits[2:])]
    elif lines:
        # At most four traits, since all lines go through the square filled last.
        traits = [trait for line in lines for trait in _shared(state, line)]
        words = ["Quarto!", *(f"All {trait}" for trait in dict.fromkeys(traits))]
    elif state.player() < 0:
        words = ["No four alike"]
    else:
        figure = element("ellipse", class_="nothing", cx=x, cy=foot, rx=30, ry=15)
        words = ["Give a piece", "from the tray"]
    x, y = PANEL + (104 if figure else 20), middle - 11 * len(words) + 17
    rows = [text(row, x, y + 22 * i, "words" if i else "heading") for i, row in enumerate(words)]
    return rect(class_, PANEL, HAND_TOP, PANEL_WIDTH, HAND_HEIGHT, 12) + figure + "".join(rows)


def _tray_piece(row: int, column: int) -> int:
    """Each piece has its own place: tall above short, light left of dark."""
    return 8 * (row < 2) + 4 * (column < 2) + 2 * (1 - column % 2) + row % 2


def _slot(row: int, column: int) -> tuple[float, float, float, float]:
    """Where a place of the tray begins, its width and its height."""
    width = (PANEL_WIDTH - 16) / 4
    start, height = TRAY_ROWS[row]
    return PANEL + 10 + width * column, TRAY_TOP + start + 2, width - 4, height - 4


def _tray(state: State, spots: Spots) -> str:
    remaining = set(state.remaining())
    parts = [
        rect("panel", PANEL, TRAY_TOP, PANEL_WIDTH, TOP + 4 * CELL + EDGE - TRAY_TOP, 12),
        text("Remaining", PANEL + 14, TRAY_TOP + 20, "heading"),
    ]
    for row, column in TRAY:
        piece = _tray_piece(row, column)
        x, y, wide, high = _slot(row, column)
        foot = y + high / 2 + TRAY_SCALE * _drop(piece)
        class_ = "piece" if piece in remaining else "used"
        id_ = _id(piece) if piece in remaining else f"{_id(piece & 10)}-outline"
        hint = tip(f"{_name(piece)}: {', '.join(_traits(piece))}")
        ground = rect("ground", x, y, wide, high, 7)
        figure = use(id_, x + wide / 2, foot, class_, TRAY_SCALE)
        parts.append(spots.group("slot", f"give:{_name(piece)}", hint, ground, figure))
    return "".join(parts)


def _id(piece: int) -> str:
    return f"quadrille-quarto-{_name(piece)}"


def _height(piece: int) -> int:
    return 54 if piece & 8 else 20


def _drop(piece: int) -> float:
    """How far the foot of a piece stands below the middle of its square."""
    return _height(piece) / 2 + (0 if piece & 8 else 4)


@cache
def _definitions() -> str:
    """All sixteen pieces, standing with the middle of the foot at the origin."""
    parts = [gradient(f"quadrille-quarto-{w.name}", w.left, w.body, w.right) for w in (LIGHT, DARK)]
    parts += [_figure(piece) for piece in range(16)]
    # Outlines differ by height and shape only.
    parts += [element("path", d=_outline(p), id=f"{_id(p)}-outline") for p in (0, 2, 8, 10)]
    return element("defs", *parts)


def _outline(piece: int) -> str:
    top = -_height(piece)
    if piece & 2:
        return f"M-28 {top}L0 {top - 14} 28 {top}V0L0 14-28 0Z"
    return f"M-24 {top}A24 12 0 0 1 24 {top}V0A24 12 0 0 1-24 0Z"


def _figure(piece: int) -> str:
    """One piece: shadow, sides, top, perhaps the hole, and the outline."""
    top, outline = -_height(piece), _outline(piece)
    wood = LIGHT if piece & 4 else DARK
    parts = [element("ellipse", cx=4, cy=3, rx=29, ry=13, fill="#1d1a12", opacity=0.2)]
    if piece & 2:
        lid = f"M-28 {top}L0 {top - 14} 28 {top} 0 {top + 14}Z"
        parts.append(element("path", d=outline, fill=wood.left))
        parts.append(element("path", d=f"M28 {top}L0 {top + 14}V14L28 0Z", fill=wood.right))
        parts.append(element("path", d=lid, fill=wood.top))
    else:
        parts.append(element("path", d=outline, fill=f"url(#quadrille-quarto-{wood.name})"))
        parts.append(element("ellipse", cy=top, rx=24, ry=12, fill=wood.top))
    if piece & 1:
        parts.append(element("ellipse", cy=top, rx=13, ry=6.5, fill=wood.wall))
        parts.append(element("ellipse", cy=top + 1.6, rx=11.5, ry=4.9, fill=wood.hole))
    line = element("path", d=outline, fill="none", stroke=wood.edge, stroke_width=1.5)
    return element("g", *parts, line, id=_id(piece), stroke_linejoin="round")


DRAWING = Drawing(svg, board, click_path, ghost, help=HELP)
