"""Carcassonne drawn: the map on squared paper, and beside it the turn, players and tiles.

A placement is two clicks: the cell, then the rotation in the panel. A figure is one click, on the
map or on the tile drawn large in the panel.
"""

from collections.abc import Iterator
from typing import Any

from quadrille.core.svg import Spots, element, picture, rect, text, tip, use
from quadrille.games.carcassonne import art_figures, art_symbols, draw_panel
from quadrille.games.carcassonne.art import definitions, spots, tile_id
from quadrille.games.carcassonne.art_figures import figure
from quadrille.games.carcassonne.draw_panel import claims, ghost, panel
from quadrille.games.carcassonne.draw_state import Position, Turn, cell_of, describe, turn_of
from quadrille.games.carcassonne.draw_text import board as board

SIZE = (1280, 880)
LEFT, TOP, WIDTH, HEIGHT = 16, 16, 900, 848
"""The paper on which the map lies."""
MARGIN = 30
"""The strip of paper that the coordinates need."""
LARGEST = 124
"""The width of a tile while there is room."""

HELP = """Lay the drawn tile so that all edges match, then you may put a figure on one of its parts.
x grows to the east and y to the north; -2,1@270 lays the tile there, turned clockwise by 270.
city:n, road:e, field:ssw or monastery puts a figure there; big: and abbot: take another one."""

STYLE = """
.back { fill: #e7e0cf }
.paper { fill: #fbf8ee; stroke: #c9bfa6; stroke-width: 1.5 }
.squares { fill: none; stroke: #cfdde2; stroke-width: 1.2 }
.number { font-size: 13px; fill: #8b8371; text-anchor: middle }
.open { fill: none; stroke: #b9b6a2; stroke-width: 1.4; stroke-dasharray: 2 7 }
.dead { fill: none; stroke: #b9ae98; stroke-width: 3; stroke-linecap: round }
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
        wide, high = WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN
        self.cell = min(LARGEST, wide / len(self.columns), high / len(self.rows))
        middle = (self.columns[0] + self.columns[-1]) / 2, (self.rows[0] + self.rows[-1]) / 2
        self.x = LEFT + WIDTH / 2 + 6 - self.cell * middle[0]
        self.y = TOP + HEIGHT / 2 - 6 + self.cell * middle[1]

    def board(self, *parts: str) -> str:
        """The parts, drawn in a plane where a tile is 100 wide, and cell 0,0 has the origin."""
        place = f"translate({self.x:g} {self.y:g})scale({self.cell / 100:.4g})"
        return element("g", *parts, transform=place)

    def paper(self) -> Iterator[str]:
        """Squared paper: four squares along a tile, or two along a small one."""
        yield rect("paper", LEFT, TOP, WIDTH, HEIGHT, 10)
        step = self.cell / (4 if self.cell > 56 else 2)
        left = self.x - self.cell / 2 - step * ((self.x - self.cell / 2 - LEFT) // step)
        top = self.y - self.cell / 2 - step * ((self.y - self.cell / 2 - TOP) // step)
        across = "".join(f"M{x:.4g} {TOP}v{HEIGHT}" for x in _steps(left, LEFT + WIDTH, step))
        down = "".join(f"M{LEFT} {y:.4g}h{WIDTH}" for y in _steps(top, TOP + HEIGHT, step))
        yield element("path", class_="squares", d=across + down)

    def numbers(self) -> Iterator[str]:
        """The coordinates at the margin."""
        for x in self.columns:
            yield text(str(x), self.x + self.cell * x, TOP + HEIGHT - 10, "number")
        for y in self.rows:
            yield text(str(y), LEFT + 17, self.y - self.cell * y + 5, "number")


def svg(state: Position, *, last_move: Any = None, legal: bool = True) -> str:
    """The picture; see the module for what is clicked."""
    last = "" if last_move is None else str(last_move)
    turn = turn_of(state)
    moves = [] if turn.phase in ("draw", "over") else [str(move) for move in state.legal_moves()]
    # Every click is a spot, so that a placement has two of them.
    clicks = Spots(frozenset(spot for move in moves for spot in _clicks(move)), legal, "")
    cells = {cell for move in moves if (cell := cell_of(move))}
    cells_open = [] if turn.phase == "over" else state.open_cells()
    dead = set(state.dead_cells())
    view = View({(tile.x, tile.y) for tile in state.tiles()} | set(cells_open) | cells)
    return picture(
        "carcassonne",
        SIZE,
        "Carcassonne",
        describe(state, last),
        "\n".join((STYLE.strip(), art_symbols.STYLE.strip(), art_figures.STYLE, draw_panel.STYLE)),
        _definitions(state, turn),
        *view.paper(),
        *view.numbers(),
        view.board(
            *(_open(cell, cell in dead) for cell in cells_open if cell not in cells),
            *(_tile(tile.kind, tile.rotation, tile.x, tile.y) for tile in state.tiles()),
            *(_cell(cell, moves, clicks) for cell in sorted(cells)),
            _mark(state.last_cell() or cell_of(last)),
            *_figures(state),
            *_claims(state, turn, moves, clicks),
        ),
        panel(state, turn, moves, clicks),
    )


def click_path(state: Position, move: Any) -> tuple[str, ...]:
    """The cell, then the rotation; a figure, ``none`` and ``recall`` are one click."""
    return _clicks(str(move))


def _clicks(move: str) -> tuple[str, ...]:
    cell, at, rotation = move.partition("@")
    return (cell, at + rotation) if at else (move,)


def _steps(start: float, end: float, step: float) -> Iterator[float]:
    while start <= end:
        yield start
        start += step


def _definitions(state: Position, turn: Turn) -> str:
    """The tiles and figures of this picture."""
    tiles = {(tile.kind, tile.rotation) for tile in state.tiles()}
    tiles |= {(kind, 0) for kind in state.remaining()}
    if state.hand():
        tiles |= {(state.hand(), rotation) for rotation in (0, 90, 180, 270)}
    wanted = {(each.figure, each.player, _lies(each.spot)) for each in state.figures()}
    for player, supply in enumerate(state.meeples()):
        wanted.add(("meeple", player, False))
        wanted |= {("big", player, False)} if supply.big else set()
        wanted |= {("abbot", player, False)} if supply.abbot else set()
    if turn.phase == "meeple":
        wanted |= {(name, turn.player, True) for name in ("meeple", "big")}
    return element("defs", definitions(tiles), art_figures.figures(wanted))


def _lies(spot: str) -> bool:
    return spot.startswith("field")


def _tile(kind: str, rotation: int, x: int, y: int) -> str:
    hint = tip(f"{kind} at {x},{y}@{rotation}")
    return element("g", hint, use(tile_id(kind, rotation), 100 * x, -100 * y, "tile"))


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


def _figures(state: Position) -> Iterator[str]:
    """All figures on the map, those in front last."""
    kinds = {(tile.x, tile.y): (tile.kind, tile.rotation) for tile in state.tiles()}
    placed = []
    for each in state.figures():
        x, y = spots(*kinds[each.x, each.y])[each.spot]
        placed.append((y - 100 * each.y, x + 100 * each.x, each))
    for y, x, each in sorted(placed, key=lambda entry: entry[:2]):
        yield figure(each.figure, each.player, x, y, lying=_lies(each.spot))


def _claims(state: Position, turn: Turn, moves: list[str], clicks: Spots) -> Iterator[str]:
    """Where a figure may go on the tile just laid; other figures are chosen in the panel."""
    cell = state.last_cell()
    if cell is None or turn.phase != "meeple":
        return
    kind, rotation = next((t.kind, t.rotation) for t in state.tiles() if (t.x, t.y) == cell)
    for name, spot, move in claims(moves):
        if name == "meeple" or not any(other.endswith(spot) for other in moves if other < move):
            x, y = spots(kind, rotation)[spot]
            yield ghost(clicks, move, name, turn.player, 100 * cell[0] + x, y - 100 * cell[1])
