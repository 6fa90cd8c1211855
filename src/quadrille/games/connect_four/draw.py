"""Connect Four drawn: a frame of holes, seen from the front."""

from collections.abc import Iterator, Sequence
from typing import Any

from quadrille.core.drawing import svg as shapes
from quadrille.core.drawing.svg import (
    Spots,
    element,
    gradient,
    panel,
    picture,
    player_name,
    rect,
    text,
    tip,
    use,
)
from quadrille.core.package import Drawing, MadeMove, Motion
from quadrille.games.connect_four._core import State

COLUMNS, ROWS = 7, 6
CELL = 72
LEFT, TOP = 28, 84
"""The corner of the top left cell."""
SIZE = (2 * LEFT + COLUMNS * CELL, TOP + ROWS * CELL + 58)
RADIUS = 29.0
DISCS = "●○"
"""The discs in a terminal, by player."""
PREFIX = "quadrille-connect_four-"
"""How ids begin, so that those of other games on the same page differ."""
RED, YELLOW = "#d94f39", "#efb93a"
RED_EDGE, YELLOW_EDGE = "#9c2b1b", "#b07d10"
STAR = "M0-15 4-5.5 14.3-4.6 6.5 2.1 8.8 12.1 0 6.8-8.8 12.1-6.5 2.1-14.3-4.6-4-5.5Z"
STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))

STYLE = """
.back { fill: #e9edf2/#1b2129 }
.caption { font-size: 22px; font-weight: 600; fill: #26323f/#dfe6ee }
.number { font-size: 20px; fill: #5f6d7c/#a3b3c5; text-anchor: middle }
.hole { stroke: #1b3257; stroke-width: 2 }
.hole-0 { stop-color: #c9d3df/#10151c }
.hole-1 { stop-color: #e9eef4/#1d2530 }
.faded { opacity: .5 }
.ring { fill: none; stroke: #fff; stroke-width: 4 }
.arrow { fill: #fff }
.win { fill: none; stroke: #fff; stroke-width: 5 }
.line { fill: none; stroke: #fff; stroke-width: 7; stroke-linecap: round; opacity: .92 }
.reach { fill: #fff; opacity: 0 }
.legal { cursor: pointer }
.legal .number { font-weight: 600; fill: #26323f/#eaf0f7 }
.legal .landing { fill: none; stroke: #8499b3; stroke-width: 2.5; stroke-dasharray: 4 5 }
.legal:hover .reach { opacity: .16 }
.legal:hover .landing { stroke: #26323f }
"""

Cell = tuple[int, int]


def svg(state: State, *, last_move: Any = None, legal: bool = True) -> str:
    """The picture; a column is clicked anywhere over its whole height."""
    spots = Spots.of(state, last_move, legal)
    won = _winning(state)
    last = _last_cell(state, spots.last)
    cells = [(column, row) for column in range(COLUMNS) for row in range(ROWS)]
    return picture(
        "connect_four",
        SIZE,
        "Connect Four",
        _describe(state, last),
        STYLE,
        element("defs", *_definitions()),
        panel(*_caption(state)),
        _frame(),
        *(_hole(cell) for cell in cells),
        # All discs lie above all holes, so that one can be seen to fall.
        *(_disc_in(state, cell, won) for cell in cells),
        *(_ring(cell, "win") for cell in sorted(won)),
        *(element("path", class_="line", d=_path(*ends)) for ends in _lines(won)),
        _last(last, won) if last else "",
        *(_column(state, column, spots) for column in range(COLUMNS)),
        board=(LEFT - 18, TOP - 20, COLUMNS * CELL + 36, ROWS * CELL + 76),
    )


def board(state: State) -> str:
    """The position in plain text; the discs of a completed line are in brackets."""
    won = _winning(state)
    lines = [_headline(state, with_disc=True), ""]
    for row in reversed(range(ROWS)):
        marks = []
        for column in range(COLUMNS):
            disc = state.disc(column, row)
            mark = DISCS[disc] if disc >= 0 else "·"
            marks.append(f"[{mark}]" if (column, row) in won else f" {mark} ")
        lines.append(f"│{''.join(marks)}│")
    lines.append(f"└{'───' * COLUMNS}┘")
    lines.append(" " + "".join(f" {column + 1} " for column in range(COLUMNS)))
    return "\n".join(line.rstrip() for line in lines)


def click_path(state: State, move: Any) -> tuple[str, ...]:
    """One click: the column."""
    return (str(move),)


def ghost(state: State, move: Any) -> str:
    """The disc where it lands."""
    column, player = int(str(move)) - 1, state.player()
    x, y = _centre((column, _height(state, column)))
    disc = use(f"{PREFIX}disc-{player}", x, y, f"disc player-{player}")
    return shapes.ghost(shapes.faint(disc), shapes.dashed("circle", cx=x, cy=y, r=RADIUS - 1))


def _headline(state: State, with_disc: bool = False) -> str:
    """Who moves, who has won, or that it is a draw."""
    winner, player = state.winner(), state.player()
    if winner < 0 and player < 0:
        return "A draw: the board is full"
    who = winner if winner >= 0 else player
    disc = f" ({DISCS[who]})" if with_disc else ""
    return f"{player_name(who)}{disc} {'wins' if winner >= 0 else 'to move'}"


def _describe(state: State, last: Cell | None) -> str:
    """The columns in words, for screen readers."""
    parts = [_headline(state)]
    if last is not None:
        parts.append(f"Last disc: column {last[0] + 1}")
    for column in range(COLUMNS):
        discs = [state.disc(column, row) for row in range(ROWS)]
        names = [str(disc + 1) for disc in discs if disc >= 0]
        if names:
            parts.append(f"Column {column + 1} from the bottom: {' '.join(names)}")
    return ". ".join(parts) + "."


def _winning(state: State) -> set[Cell]:
    mask = state.winning_discs()
    return {(c, r) for c in range(COLUMNS) for r in range(ROWS) if mask >> (7 * c + r) & 1}


def _lines(won: set[Cell]) -> Iterator[tuple[Cell, Cell]]:
    """Both ends of every run of at least four winning discs."""
    for column, row in sorted(won):
        for across, up in STEPS:
            if (column - across, row - up) in won:
                continue
            length = 1
            while (column + across * length, row + up * length) in won:
                length += 1
            if length >= 4:
                yield (column, row), (column + across * (length - 1), row + up * (length - 1))


def _height(state: State, column: int) -> int:
    return sum(state.disc(column, row) >= 0 for row in range(ROWS))


def _last_cell(state: State, last_move: str) -> Cell | None:
    """The top disc of the column played last."""
    for column in range(COLUMNS):
        height = _height(state, column)
        if last_move == str(column + 1) and height:
            return column, height - 1
    return None


def _centre(cell: Cell) -> tuple[float, float]:
    return LEFT + CELL * (cell[0] + 0.5), TOP + CELL * (ROWS - cell[1] - 0.5)


def _path(start: Cell, end: Cell) -> str:
    (x1, y1), (x2, y2) = _centre(start), _centre(end)
    return f"M{x1:g} {y1:g}L{x2:g} {y2:g}"


def _ring(cell: Cell, class_: str) -> str:
    x, y = _centre(cell)
    return element("circle", class_=class_, cx=x, cy=y, r=RADIUS + 0.5)


def _last(cell: Cell, won: set[Cell]) -> str:
    """An arrow above the column, and a ring unless the disc has one for winning."""
    x, _ = _centre(cell)
    arrow = element("path", class_="arrow", d=f"M{x - 9:g} {TOP - 6}h18l-9 10z")
    return arrow if cell in won else _ring(cell, "ring") + arrow


def _hole(cell: Cell) -> str:
    x, y = _centre(cell)
    return element("circle", class_="hole", cx=x, cy=y, r=RADIUS, fill=f"url(#{PREFIX}hole)")


def _disc_in(state: State, cell: Cell, won: set[Cell]) -> str:
    x, y = _centre(cell)
    disc = state.disc(*cell)
    if disc < 0:
        return ""
    faded = " faded" if won and cell not in won else ""
    name = f"disc player-{disc}{faded}"
    return use(f"{PREFIX}disc-{disc}", x, y, name, piece=f"{cell[0] + 1}-{cell[1]}")


def _frame() -> str:
    width, height = COLUMNS * CELL + 20, ROWS * CELL + 20
    fill = f"url(#{PREFIX}frame)"
    return rect("frame", LEFT - 10, TOP - 10, width, height, 22, fill=fill)


def _column(state: State, column: int, spots: Spots) -> str:
    """The number, where a disc would land, and the area that takes the click."""
    name = str(column + 1)
    x, y = _centre((column, _height(state, column)))
    landing = element("circle", class_="landing", cx=x, cy=y, r=13)
    return spots.group(
        "column",
        name,
        tip(f"Column {name}"),
        landing if spots.highlights(name) else "",
        text(name, x, TOP + ROWS * CELL + 38, "number"),
        rect("reach", x - CELL / 2, TOP - 10, CELL, SIZE[1] - TOP + 4, 10),
    )


def _caption(state: State) -> Iterator[str]:
    winner, player = state.winner(), state.player()
    who = winner if winner >= 0 else player
    if who >= 0:
        yield use(f"{PREFIX}disc-{who}", LEFT + 8, 38, f"disc player-{who}", 0.62)
    yield text(_headline(state), LEFT + (38 if who >= 0 else -10), 46, "caption")


def _definitions() -> Iterator[str]:
    """The frame's colours and both discs: one has a ring, the other a star."""
    yield gradient(f"{PREFIX}frame", "#35598f", "#274470", down=True)
    stops = (element("stop", offset=i, class_=f"hole-{i}") for i in range(2))
    yield element("linearGradient", *stops, id=f"{PREFIX}hole", x2=0, y2=1)
    yield gradient(f"{PREFIX}red", "#ee6c55", RED, down=True)
    yield gradient(f"{PREFIX}yellow", "#fbd566", YELLOW, down=True)
    ring = element("circle", r=17, fill="none", stroke=RED_EDGE, stroke_width=3)
    star = element("path", d=STAR, fill=YELLOW_EDGE)
    yield _disc(0, "red", RED_EDGE, ring)
    yield _disc(1, "yellow", YELLOW_EDGE, star)


def _disc(player: int, colour: str, edge: str, mark: str) -> str:
    fill = f"url(#{PREFIX}{colour})"
    plate = element("circle", r=RADIUS - 1, fill=fill, stroke=edge, stroke_width=2)
    return element("g", plate, mark, id=f"{PREFIX}disc-{player}")


def _motions(state: State, made: Sequence[MadeMove]) -> Iterator[Motion]:
    """Every disc falls from above."""
    for i, each in enumerate(made):
        column = int(str(each.move)) - 1
        row = _height(each.before, column)
        yield Motion(i, f"{column + 1}-{row}", 0, -CELL * (ROWS - row))


def _words(state: State, move: Any) -> str:
    return f"column {move}, row {_height(state, int(str(move)) - 1) + 1}"


DRAWING = Drawing(
    svg,
    board,
    click_path,
    ghost,
    prompts=lambda state: ("Choose a column",),
    words=_words,
    roles=lambda state: ("red", "yellow"),
    motions=_motions,
    colours=lambda state: (RED, YELLOW),
)
