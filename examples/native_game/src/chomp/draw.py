"""Chomp drawn: the squares that are left, and the poisoned one."""

from typing import Any

from chomp._core import State
from quadrille import Drawing
from quadrille.core.drawing.svg import Spots, element, picture, player_name, rect, text, tip

COLUMNS, ROWS = 5, 4
CELL, EDGE, TOP = 80, 30, 70
SIZE = (2 * EDGE + COLUMNS * CELL, TOP + ROWS * CELL + EDGE)
STYLE = """
.back { fill: #f4ede4 }
.caption { font-size: 22px; font-weight: 600; fill: #3b2a1e }
.piece { fill: #7b4a2b; stroke: #54301a; stroke-width: 3 }
.last { fill: none; stroke: #c9b9a6; stroke-width: 3; stroke-dasharray: 6 5 }
.name { font-size: 18px; fill: #f4ede4; text-anchor: middle }
.poison { fill: #9fd356 }
.legal { cursor: pointer }
.legal:hover .piece { fill: #9a6240 }
"""


def svg(state: State, *, last_move: Any = None, legal: bool = True) -> str:
    """The picture; the square to bite is clicked."""
    spots = Spots.of(state, last_move, legal)
    squares = [(column, row) for column in range(COLUMNS) for row in range(ROWS)]
    return picture(
        "chomp",
        SIZE,
        "Chomp",
        board(state),
        STYLE,
        text(_headline(state), EDGE, 44, "caption"),
        *(_square(state, column, row, spots) for column, row in squares),
    )


def board(state: State) -> str:
    """The position in plain text."""
    lines = [
        "".join(_sign(state, column, row) for column in range(COLUMNS))
        for row in reversed(range(ROWS))
    ]
    numbered = [f"{ROWS - index} {line}" for index, line in enumerate(lines)]
    return "\n".join([_headline(state), "", *numbered, "  abcde"])


def click_path(state: State, move: Any) -> tuple[str, ...]:
    """One click: the square."""
    return (str(move),)


def _headline(state: State) -> str:
    if state.is_over():
        return f"{player_name(state.outcome().index(1.0))} wins"
    return f"{player_name(state.player())} to move"


def _sign(state: State, column: int, row: int) -> str:
    if row >= state.height(column):
        return "."
    return "x" if column == row == 0 else "#"


def _square(state: State, column: int, row: int, spots: Spots) -> str:
    name = f"{'abcde'[column]}{row + 1}"
    x, y = EDGE + column * CELL, TOP + (ROWS - 1 - row) * CELL
    if row >= state.height(column):
        return rect("last", x + 6, y + 6, CELL - 12, CELL - 12, 8) if name == spots.last else ""
    label = text(name, x + CELL / 2, y + CELL / 2 + 6, "name")
    if column == row == 0:
        label = element("circle", class_="poison", cx=x + CELL / 2, cy=y + CELL / 2, r=16)
    piece = rect("piece", x + 3, y + 3, CELL - 6, CELL - 6, 10)
    return spots.group("square", name, tip(name), piece, label)


DRAWING = Drawing(svg, board, click_path)
