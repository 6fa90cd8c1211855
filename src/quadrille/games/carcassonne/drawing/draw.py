"""Carcassonne drawn: the map on squared paper, and beside it the turn, players and tiles.

A placement is two clicks: the cell, then the rotation in the panel. A figure is one click, on the
map or on the tile drawn large in the panel.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from quadrille.core.drawing import svg as shapes
from quadrille.core.drawing.svg import Plane, Spots, element, picture, rect, tip, use
from quadrille.core.package import Drawing, Gain, MadeMove, Motion, Part
from quadrille.games.carcassonne.drawing import art_figures, art_symbols
from quadrille.games.carcassonne.drawing.art import definitions, tile_id, variant_at
from quadrille.games.carcassonne.drawing.art_figures import figure
from quadrille.games.carcassonne.drawing.boxes import boxes
from quadrille.games.carcassonne.drawing.panel import (
    BUTTON,
    HAND_MIDDLE,
    buttons,
    claim,
    claims,
    panel,
)
from quadrille.games.carcassonne.drawing.panel import STYLE as PANEL_STYLE
from quadrille.games.carcassonne.drawing.parts import features
from quadrille.games.carcassonne.drawing.stands import Stand, lies, stand
from quadrille.games.carcassonne.drawing.state import (
    CarcassonnePosition,
    DrawnTurn,
    cell_of,
    describe,
    turn_of,
)
from quadrille.games.carcassonne.drawing.text import board as board
from quadrille.games.carcassonne.drawing.words import colours, move_words, prompts, roles
from quadrille.games.carcassonne.history import scored_by

WIDTHS = (560, 730, 900)
"""The widths of the paper: a map that has grown tall lies on a narrower one."""
TALL = 9
"""The rows of a map that may be tall."""
LEFT, TOP, HEIGHT = 16, 16, 848
"""The corner and the height of the paper on which the map lies."""
BESIDE = 380
"""What the picture is wider than the paper."""
MARGIN = 30
"""The strip of paper that the coordinates need."""
LARGEST = 124
"""The width of a tile while there is room."""
RING = 26
"""The radius of a ring round a figure of scale 1."""

HELP = """Lay the drawn tile so that all edges match, then you may put a figure on one of its parts.
x grows to the east and y to the north; -2,1@270 lays the tile there, turned clockwise by 270.
city:n, road:e, field:ssw or monastery puts a figure there; big: and abbot: take another one."""

STYLE = """
.back { fill: #e7e0cf/#1f1d19 }
.paper { fill: #fbf8ee/#2b2924; stroke: #c9bfa6/#4a463c; stroke-width: 1.5 }
.squares { fill: none; stroke: #cfdde2/#3a3a36; stroke-width: 1 }
.number { fill: #8b8371/#a89f8b; text-anchor: middle }
.open { fill: #fbf8ee/#2b2924; stroke: #b9b6a2/#6f6a5b; stroke-width: 1.4; stroke-dasharray: 2 7 }
.ground { fill: #fbf8ee/#2b2924 }
.dead { fill: none; stroke: #b9ae98/#7a7261; stroke-width: 3; stroke-linecap: round }
.reach { fill: #fff; opacity: 0 }
.legal { cursor: pointer }
.legal .reach { fill: #f4d98a; fill-opacity: .3; opacity: 1; stroke: #a0701a; stroke-width: 2.4 }
.cell .reach { stroke-dasharray: 9 6 }
.legal:hover .reach { fill-opacity: .85 }
.edge { fill: none; stroke: #fff3c4; stroke-width: 7 }
.last { fill: none; stroke: #b3261e; stroke-width: 3.4 }
.piece { pointer-events: none }
"""

Cell = tuple[int, int]


class View:
    """Which cells are seen, and where they lie in the picture."""

    def __init__(self, cells: set[Cell]) -> None:
        columns = [x for x, _ in cells] or [0]
        rows = [y for _, y in cells] or [0]
        self.columns = range(min(columns), max(columns) + 1)
        self.rows = range(min(rows), max(rows) + 1)
        wide, high = WIDTHS[-1] - 2 * MARGIN, HEIGHT - 2 * MARGIN
        self.cell = min(LARGEST, wide / len(self.columns), high / len(self.rows))
        middle = (self.columns[0] + self.columns[-1]) / 2, (self.rows[0] + self.rows[-1]) / 2
        needed = self.cell * len(self.columns) + 2 * MARGIN
        widths = WIDTHS if len(self.rows) >= TALL else WIDTHS[-1:]
        self.width = next((width for width in widths if width >= needed), WIDTHS[-1])
        """Of the paper."""
        self.x = LEFT + self.width / 2 + 6 - self.cell * middle[0]
        self.y = TOP + HEIGHT / 2 - 6 + self.cell * middle[1]

    @classmethod
    def of(
        cls, state: CarcassonnePosition, moves: list[str], phase: str, more: Iterable[Cell] = ()
    ) -> "View":
        """All tiles and all cells beside them, and some more."""
        cells = {*((tile.x, tile.y) for tile in state.tiles()), *more}
        cells |= {cell for move in moves if (cell := cell_of(move))}
        return cls(cells | set(() if phase == "over" else state.open_cells()))

    @property
    def plane(self) -> Plane:
        """The map: a tile is 100 wide, and cell 0,0 has the origin."""
        x, y = 100 * self.columns[0] - 80, -100 * self.rows[-1] - 80
        content = (x, y, 100 * len(self.columns) + 60, 100 * len(self.rows) + 60)
        window = (LEFT, TOP, self.width, HEIGHT)
        return Plane(window, content, 100, self.x, self.y, self.cell / 100)

    def board(self, *parts: str) -> str:
        """The parts, drawn on the map."""
        return self.plane.layer(*parts)

    def beside(self, *parts: str) -> str:
        """The parts, drawn in the panel, which is nearer on the left if the paper is narrow."""
        shift = self.width - WIDTHS[-1]
        return element("g", *parts, transform=f"translate({shift} 0)") if shift else "".join(parts)

    def numbers(self) -> Iterator[str]:
        """The coordinates, left of the map and below it."""
        left, below = 100 * self.columns[0] - 60, 60 - 100 * self.rows[0]
        out = 8 / self.plane.scale
        for x in self.columns:
            yield self.plane.label(str(x), 100 * x, below + out, "number", 13)
        for y in self.rows:
            yield self.plane.label(str(y), left - out / 2, 5 - 100 * y, "number", 13)


def svg(state: CarcassonnePosition, *, last_move: Any = None, legal: bool = True) -> str:
    """The picture; see the module for what is clicked."""
    return picture_with(state, last_move, legal)


def picture_with(
    state: CarcassonnePosition,
    last_move: Any = None,
    legal: bool = True,
    cells: Iterable[Cell] = (),
    above: Callable[[View], str] = lambda _: "",
) -> str:
    """The picture with more cells in sight, and something drawn above the map."""
    last = "" if last_move is None else str(last_move)
    turn = turn_of(state)
    moves = [] if turn.phase in ("draw", "over") else [str(move) for move in state.legal_moves()]
    # Every click is a spot, so that a placement has two of them.
    clicks = Spots(frozenset(spot for move in moves for spot in _clicks(move)), legal, "")
    targets = {cell for move in moves if (cell := cell_of(move))}
    cells_open = [] if turn.phase == "over" else state.open_cells()
    dead = set(state.dead_cells())
    view = View.of(state, moves, turn.phase, cells)
    return picture(
        "carcassonne",
        (view.width + BESIDE, HEIGHT + 2 * TOP),
        "Carcassonne",
        describe(state, last),
        "\n".join((STYLE.strip(), art_symbols.STYLE.strip(), art_figures.STYLE, PANEL_STYLE)),
        _definitions(state, turn),
        rect("paper", LEFT, TOP, view.width, HEIGHT, 10),
        view.plane.shown(
            f"{art_symbols.PREFIX}window-{view.width:g}",  # films tell them apart
            rect(
                "sheet",
                -10_050,
                -10_050,
                20_100,
                20_100,
                0,
                fill=f"url(#{art_symbols.PREFIX}squares)",
            ),
            *view.numbers(),
            *(_open(cell, cell in dead) for cell in cells_open if cell not in targets),
            *(_square("ground", cell, 100) for cell in sorted(targets)),
            *(_tile(tile.kind, tile.rotation, tile.x, tile.y) for tile in state.tiles()),
            *(_cell(cell, moves, clicks) for cell in sorted(targets)),
            _mark(state.last_cell() or cell_of(last)),
            *_figures(state),
            *_claims(state, turn, moves, clicks),
        ),
        above(view),
        shapes.panel(view.beside(panel(state, turn, moves, clicks))),
        board=view.plane.window,
    )


def click_path(state: CarcassonnePosition, move: Any) -> tuple[str, ...]:
    """The cell, then the rotation; a figure, ``none`` and ``recall`` are one click."""
    return _clicks(str(move))


def ghost(state: CarcassonnePosition, move: Any) -> str:
    """The turned tile on its cell, the figure on its spot, or the button that is pressed."""
    turn, moves, chosen = turn_of(state), [str(each) for each in state.legal_moves()], str(move)
    view = View.of(state, moves, turn.phase)
    if cell := cell_of(chosen):
        rotation = int(chosen.partition("@")[2])
        tile = use(tile_id(state.hand(), rotation), 100 * cell[0], -100 * cell[1], "tile")
        return shapes.ghost(view.board(shapes.faint(tile), _dashes(cell)))
    parts = []
    if chosen in (pressed := buttons(moves)):
        x, y, wide = pressed[chosen]
        frame = shapes.dashed("rect", x=x, y=y, width=wide, height=BUTTON, rx=7)
        parts.append(view.beside(frame))
    for name, spot, _ in claims([chosen]):
        at = stand_on(state, state.last_cell(), spot, name)
        shown = figure(name, turn.player, at.x, at.y, scale=at.scale, lying=lies(spot))
        parts.append(view.board(shapes.faint(shown), _ring(at)))
    if chosen == "recall":
        mine = (f for f in state.figures() if (f.figure, f.player) == ("abbot", turn.player))
        places = (stand_on(state, (each.x, each.y), each.spot, "abbot") for each in mine)
        parts += [view.board(_ring(at), _cross(at)) for at in places]
    return shapes.ghost(*parts)


def trail(state: CarcassonnePosition, made: Sequence[MadeMove]) -> str:
    """Frames round the tiles that were laid, and rings round the figures that still stand."""
    moves = [str(move) for move in state.legal_moves()]
    view = View.of(state, moves, turn_of(state).phase)
    standing = {(each.player, (each.x, each.y), each.spot) for each in state.figures()}
    parts = [_mark(cell_of(str(each.move))) for each in made]
    for each in made:
        cell = each.before.last_cell()
        for name, spot, _ in claims([str(each.move)]):
            if (each.player, cell, spot) in standing:
                parts.append(_put(stand_on(state, cell, spot, name)))
    return shapes.trail(view.board(*parts))


def gains(state: CarcassonnePosition, made: Sequence[MadeMove]) -> Iterator[Gain]:
    """The points of features that were completed, in the middle of each."""
    moves = [str(move) for move in state.legal_moves()]
    view = View.of(state, moves, turn_of(state).phase)
    for i, (before, player, move) in enumerate(made):
        if before.last_cell() is None:
            continue
        for region, owners in scored_by(before, player, str(move)):
            middle = [sum(each) / len(region.cells) for each in zip(*region.cells, strict=True)]
            x, y = view.x + view.cell * middle[0], view.y - view.cell * middle[1]
            for owner in owners:
                yield Gain(i, owner, region.value, region.kind, x, y)


def motions(state: CarcassonnePosition, made: Sequence[MadeMove]) -> Iterator[Motion]:
    """Every tile comes from where it was shown in the panel."""
    moves = [str(move) for move in state.legal_moves()]
    view = View.of(state, moves, turn_of(state).phase)
    unit = 100 / view.cell
    for i, each in enumerate(made):
        if cell := cell_of(str(each.move)):
            hand = HAND_MIDDLE[0] + view.width - WIDTHS[-1], HAND_MIDDLE[1]
            dx, dy = unit * (hand[0] - view.x), unit * (hand[1] - view.y)
            yield Motion(i, f"{cell[0]},{cell[1]}", dx - 100 * cell[0], dy + 100 * cell[1])


def _put(at: Stand) -> str:
    """Round a figure that was put there."""
    radius = RING * at.scale
    return "".join(
        element("circle", class_=c, cx=at.x, cy=at.y, r=radius) for c in ("edge", "last")
    )


def _dashes(cell: Cell) -> str:
    x, y = 100 * cell[0] - 49, -100 * cell[1] - 49
    return shapes.dashed("rect", 3.4, x=x, y=y, width=98, height=98, rx=2)


def _ring(at: Stand) -> str:
    """Round a figure that comes or goes."""
    return shapes.dashed("circle", cx=at.x, cy=at.y, r=RING * at.scale)


def _cross(at: Stand) -> str:
    """Over a figure that goes."""
    return shapes.dashed("path", 3.4, d=f"M{at.x - 12:g} {at.y - 12:g}l24 24m0-24l-24 24")


def stand_on(
    state: CarcassonnePosition, cell: Cell | None, spot: str, name: str = "meeple"
) -> Stand:
    """Where a figure stands in the plane of the map."""
    tile = next(tile for tile in state.tiles() if (tile.x, tile.y) == cell)
    x, y, scale = stand(tile.kind, tile.rotation, spot, name)
    return Stand(100 * tile.x + x, y - 100 * tile.y, scale)


def _clicks(move: str) -> tuple[str, ...]:
    cell, at, rotation = move.partition("@")
    return (cell, at + rotation) if at else (move,)


def _definitions(state: CarcassonnePosition, turn: DrawnTurn) -> str:
    """The tiles and figures of this picture."""
    tiles = {(tile.kind, tile.rotation, variant_at(tile.x, tile.y)) for tile in state.tiles()}
    tiles |= {(kind, 0, 0) for kind in state.remaining()}
    if turn.phase == "meeple":
        tiles |= {(kind, rotation, 0) for kind, rotation, _ in tiles}
    if state.hand():
        tiles |= {(state.hand(), rotation, 0) for rotation in (0, 90, 180, 270)}
    wanted = {(each.figure, each.player, lies(each.spot)) for each in state.figures()}
    for player, supply in enumerate(state.meeples()):
        wanted.add(("meeple", player, False))
        wanted |= {("big", player, False)} if supply.big else set()
        wanted |= {("abbot", player, False)} if supply.abbot else set()
    if turn.phase == "meeple":
        wanted |= {(name, turn.player, True) for name in ("meeple", "big")}
    squares = element("path", class_="squares", d="M0 0V25M0 0H25")
    paper = f"{art_symbols.PREFIX}squares"
    paper_squares = element(
        "pattern", squares, id=paper, width=25, height=25, patternUnits="userSpaceOnUse"
    )
    return element("defs", paper_squares, definitions(tiles), art_figures.figures(wanted))


def _tile(kind: str, rotation: int, x: int, y: int) -> str:
    hint = tip(f"{kind} at {x},{y}@{rotation}")
    tile = use(tile_id(kind, rotation, variant_at(x, y)), 100 * x, -100 * y, "tile")
    return element("g", hint, tile, data_piece=f"{x},{y}")


def _square(class_: str, cell: Cell, size: float) -> str:
    x, y = 100 * cell[0] - size / 2, -100 * cell[1] - size / 2
    return rect(class_, x, y, size, size, 6)


def _open(cell: Cell, dead: bool) -> str:
    """An empty cell beside a tile, crossed out if nothing fits any more."""
    if not dead:
        return _square("open", cell, 92)
    x, y = 100 * cell[0], -100 * cell[1]
    return element("path", class_="dead", d=f"M{x - 9} {y - 9}l18 18m0-18l-18 18")


def _cell(cell: Cell, moves: list[str], clicks: Spots) -> str:
    spot = f"{cell[0]},{cell[1]}"
    turns = [move.partition("@")[2] for move in moves if move.startswith(f"{spot}@")]
    hint = tip(f"{spot}: turned by {' or '.join(turns)}")
    return clicks.group("cell", spot, hint, _square("reach", cell, 90))


def _mark(cell: Cell | None) -> str:
    """A frame round the tile laid last."""
    return _square("edge", cell, 101) + _square("last", cell, 101) if cell else ""


def _figures(state: CarcassonnePosition) -> Iterator[str]:
    """All figures on the map, those in front last."""
    kinds = {(tile.x, tile.y): (tile.kind, tile.rotation) for tile in state.tiles()}
    placed = []
    for each in state.figures():
        x, y, scale = stand(*kinds[each.x, each.y], each.spot, each.figure)
        placed.append((y - 100 * each.y, x + 100 * each.x, scale, each))
    for y, x, scale, each in sorted(placed, key=lambda entry: entry[:2]):
        yield figure(each.figure, each.player, x, y, scale=scale, lying=lies(each.spot))


def _claims(
    state: CarcassonnePosition, turn: DrawnTurn, moves: list[str], clicks: Spots
) -> Iterator[str]:
    """Where a figure may go on the tile just laid; other figures are chosen in the panel."""
    cell = state.last_cell()
    if cell is None or turn.phase != "meeple":
        return
    for name, spot, move in claims(moves):
        if name == "meeple" or not any(other.endswith(spot) for other in moves if other < move):
            at = stand_on(state, cell, spot)
            yield claim(clicks, move, name, turn.player, at.x, at.y)


def parts(state: CarcassonnePosition) -> tuple[Callable[..., str], Iterable[Part]]:
    """Every feature, and what puts it on the map."""
    moves = [str(move) for move in state.legal_moves()]
    return View.of(state, moves, turn_of(state).phase).board, features(state)


DRAWING = Drawing(
    svg,
    board,
    click_path,
    ghost,
    help=HELP,
    prompts=prompts,
    words=move_words,
    roles=roles,
    trail=trail,
    gains=gains,
    motions=motions,
    boxes=boxes,
    parts=parts,
    colours=colours,
)
