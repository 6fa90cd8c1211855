"""Quarto drawn: the board, the piece in hand, and the remaining pieces in a tray.

Every trait shows without colour: tall or short by height, light or dark by luminance, square or
round by shape, and hollow pieces have a hole in the top.
"""

import math
from collections.abc import Iterator, Sequence
from typing import Any

from quadrille.core.drawing import svg as shapes
from quadrille.core.drawing.svg import (
    Spots,
    element,
    panel,
    picture,
    player_name,
    rect,
    text,
    tip,
    use,
)
from quadrille.games.quarto._core import State
from quadrille.games.quarto.pieces import definitions, drop, outline, piece_id
from quadrille.games.quarto.words import LEGEND, piece_name, traits

FILES = "abcd"
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
.back { fill: #ece6da/#22201c }
.caption { font-size: 23px; font-weight: 600; fill: #33291f/#efe6d8 }
.rules { font-size: 15px; fill: #75685a/#a99b88; text-anchor: end }
.label { font-size: 16px; fill: #75685a/#a99b88; text-anchor: middle }
.heading { font-size: 16px; font-weight: 600; fill: #4a3d30/#e6dbc9 }
.words { font-size: 15px; fill: #5f5244/#c4b7a4 }
.frame { fill: #6d7f78/#3b4844 }
.panel { fill: #dfd7c7/#302c26 }
.square .ground { fill: #a3b3a9/#62726a }
.slot .ground { fill: #cfc6b4/#3d382f }
.last .ground { fill: #ebd189/#8a6f2b; stroke: #936a10/#e6b84f; stroke-width: 3 }
.last.panel { fill: #ecd798/#5d4c20; stroke: #936a10/#e6b84f; stroke-width: 3 }
.laid { fill: #ffd98a; fill-opacity: .2; stroke: #936a10; stroke-width: 4 }
.piece { pointer-events: none }
.win { fill: #e6b84f; pointer-events: none }
.rim { stroke: #fff6da; stroke-width: 6 }
.faded { opacity: .55 }
.used { fill: none; stroke: #8d8069; stroke-width: 1.5; opacity: .45 }
.nothing { fill: none; stroke: #8d8069; stroke-width: 2; stroke-dasharray: 5 5; opacity: .7 }
.dot { fill: #4d5f57/#dbe6df; opacity: .4 }
.legal { cursor: pointer }
.legal.slot .ground { fill: #f3ecdc/#575042; stroke: #a99877/#93835f; stroke-width: 1.5 }
.legal.square:hover .ground { fill: #bccabf/#73847b }
.legal.square:hover .dot { opacity: .8 }
.legal.slot:hover .ground { fill: #fffaf0/#6b6351; stroke: #6d5f48/#d9c48f }
"""


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
        definitions(),
        *_frame(),
        *(_ground(state, square, spots) for square in range(16)),
        # All rims lie below all bands, so that crossing lines make one shape.
        *(_win(line, "win rim") for line in lines),
        *(_win(line, "win") for line in lines),
        *(_placed(state, square) for square in range(16)),
        panel(
            text(_headline(state), LEFT - EDGE, 40, "caption"),
            text(rules, PANEL + PANEL_WIDTH, 40, "rules") if rules else "",
            _hand(state, spots),
            _tray(state, spots),
        ),
        board=(LEFT - 36, TOP - 20, 4 * CELL + 56, 4 * CELL + 62),
    )


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
            name = piece_name(piece) if piece >= 0 else "    "
            cells.append(f"[{name}]" if square in won else f" {name} ")
        tray = (_tray_piece(3 - rank, column) for column in range(4))
        left = (piece_name(piece) if piece in remaining else "  · " for piece in tray)
        row = f"{rank + 1} │{'│'.join(cells)}│"
        lines.append(f"{row}    {' '.join(left)}" if remaining else row)
        if rank:
            lines.append(f"  ├{'┼'.join(4 * ['──────'])}┤")
    lines += [f"  └{'┴'.join(4 * ['──────'])}┘", files, ""]
    if not state.is_over():
        lines.append(LEGEND)
    if state.hand() >= 0:
        lines.append(f"to place: {piece_name(state.hand())} ({', '.join(traits(state.hand()))})")
    lines += _reasons(state)
    return "\n".join(line.rstrip() for line in lines).rstrip()


def click_path(state: State, move: Any) -> tuple[str, ...]:
    """One click: the square, or the piece in the tray."""
    return (str(move),)


def ghost(state: State, move: Any) -> str:
    """The piece on its square; or one of the tray, and the same in the opponent's hand."""
    spot = str(move)
    if state.hand() >= 0:
        return shapes.ghost(*_shade(state.hand(), *square_place(spot, state.hand()), 1))
    row, column = next((r, c) for r, c in TRAY if f"give:{piece_name(_tray_piece(r, c))}" == spot)
    piece = _tray_piece(row, column)
    left, top, wide, high = _slot(row, column)
    hand = hand_place(piece)
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
    dashes = shapes.dashed("path", d=outline(piece), transform=place)
    return shapes.faint(use(piece_id(piece), x, y, "piece", scale)), dashes


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
    return f"{player_name(player)} gives a piece to {player_name(1 - player, inside=True)}"


def _shared(state: State, line: Sequence[int]) -> list[str]:
    """The traits that all pieces of a line have."""
    first, *others = (traits(state.piece(square)) for square in line)
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
        parts.append(f"To place: {', '.join(traits(state.hand()))}")
    for square in range(16):
        if state.piece(square) >= 0:
            parts.append(f"{_square(square)}: {', '.join(traits(state.piece(square)))}")
    return ". ".join([*parts, *_reasons(state)]) + "."


def _corner(square: int) -> tuple[int, int]:
    return LEFT + CELL * (square % 4), TOP + CELL * (3 - square // 4)


def corner_of(spot: str) -> tuple[int, int]:
    """The corner of a square by its name."""
    return _corner(FILES.index(spot[0]) + 4 * (int(spot[1]) - 1))


def square_place(spot: str, piece: int) -> tuple[float, float]:
    """Where the foot of a piece stands on a square."""
    x, y = corner_of(spot)
    return x + CELL / 2, y + CELL / 2 + drop(piece)


def hand_place(piece: int) -> tuple[float, float]:
    """Where the foot of a piece stands in the hand."""
    return PANEL + 54, HAND_TOP + HAND_HEIGHT / 2 + HAND_SCALE * drop(piece)


def tray_place(piece: int) -> tuple[float, float]:
    """Where the foot of a piece stands in the tray."""
    row, column = next(place for place in TRAY if _tray_piece(*place) == piece)
    x, y, wide, high = _slot(row, column)
    return x + wide / 2, y + high / 2 + TRAY_SCALE * drop(piece)


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
        tip(f"{name}: {', '.join(traits(piece)) if piece >= 0 else 'empty'}"),
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
    spot = _square(square)
    return use(piece_id(piece), *square_place(spot, piece), f"piece{faded}", piece=spot)


def _hand(state: State, spots: Spots) -> str:
    """The piece to place, what is asked for instead, or why the game is over."""
    hand, lines = state.hand(), state.winning_lines()
    middle = HAND_TOP + HAND_HEIGHT / 2
    x, foot = hand_place(max(hand, 0))
    figure, class_ = "", "panel"
    if hand >= 0:
        class_ += " last" * (spots.last == f"give:{piece_name(hand)}")
        figure = use(piece_id(hand), x, foot, "piece", HAND_SCALE, piece="hand")
        own = traits(hand)
        words = ["To place", piece_name(hand), " · ".join(own[:2]), " · ".join(own[2:])]
    elif lines:
        # At most four traits, since all lines go through the square filled last.
        common = [trait for line in lines for trait in _shared(state, line)]
        words = ["Quarto!", *(f"All {trait}" for trait in dict.fromkeys(common))]
    elif state.player() < 0:
        words = ["No four alike"]
    else:
        figure = element("ellipse", class_="nothing", cx=x, cy=foot, rx=30, ry=15)
        words = ["Give a piece", "from the tray"]
    left, y = PANEL + (104 if figure else 20), middle - 11 * len(words) + 17
    rows = [text(row, left, y + 22 * i, "words" if i else "heading") for i, row in enumerate(words)]
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
        class_ = "piece" if piece in remaining else "used"
        id_ = piece_id(piece) if piece in remaining else f"{piece_id(piece & 10)}-outline"
        hint = tip(f"{piece_name(piece)}: {', '.join(traits(piece))}")
        ground = rect("ground", x, y, wide, high, 7)
        figure = use(id_, *tray_place(piece), class_, TRAY_SCALE)
        parts.append(spots.group("slot", f"give:{piece_name(piece)}", hint, ground, figure))
    return "".join(parts)
