"""The board of Carcassonne: where tiles fit, which segments are one feature, where the river ends.

Everything is worked out from the tiles that lie, by looking at each of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .carcassonne_tiles import Kind, Pattern, Segment, pattern, rotations

Cell = tuple[int, int]  # x to the east, y to the north
Node = tuple[Cell, str]  # a segment: the cell of its tile and its spot
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))  # across the edges n, e, s, w


@dataclass(frozen=True)
class Tile:
    """A tile that lies."""

    kind: Kind
    rotation: int

    @property
    def pattern(self) -> Pattern:
        return pattern(self.kind, self.rotation)


Board = dict[Cell, Tile]


@dataclass(frozen=True)
class Figure:
    """A figure on the board."""

    player: int
    piece: str  # meeple, big or abbot
    spot: str  # of the tile on which it stands

    def move(self) -> str:
        """The move that put it there."""
        return self.spot if self.piece == "meeple" else f"{self.piece}:{self.spot}"


@dataclass
class Feature:
    """Segments that belong together."""

    kind: str
    nodes: set[Node] = field(default_factory=set)
    cells: set[Cell] = field(default_factory=set)
    open: int = 0  # ends on the border; missing neighbours of a monastery or a garden
    pennants: int = 0
    inn: bool = False
    cathedral: bool = False
    cities: set[Node] = field(default_factory=set)  # the city segments that a field borders

    @property
    def complete(self) -> bool:
        return self.kind != "field" and self.open == 0


def reading_order(cell: Cell) -> Cell:
    """ "sorted by y ascending, then x ascending" """
    return (cell[1], cell[0])


def across(cell: Cell, edge: int) -> Cell:
    """The neighbour over this edge."""
    return (cell[0] + STEPS[edge][0], cell[1] + STEPS[edge][1])


def around(cell: Cell) -> list[Cell]:
    """The eight cells around this one."""
    near = (-1, 0, 1)
    return [(cell[0] + x, cell[1] + y) for x in near for y in near if (x, y) != (0, 0)]


def open_cells(board: Board, size: int) -> list[Cell]:
    """The empty cells next to a tile, inside the board."""
    found = {across(cell, edge) for cell in board for edge in range(4)}
    return sorted((c for c in found if c not in board and inside(c, size)), key=reading_order)


def inside(cell: Cell, size: int) -> bool:
    """Whether a cell is on the board; 0 is no limit."""
    low = -(size // 2)
    return size == 0 or all(low <= number <= low + size - 1 for number in cell)


# ---- where a tile fits ----


def matches(board: Board, cell: Cell, edges: str) -> bool:
    """ "at least one neighbour, every touching edge matches" """
    touching = 0
    for edge in range(4):
        neighbour = board.get(across(cell, edge))
        if neighbour is not None:
            touching += 1
            if neighbour.pattern.edges[(edge + 2) % 4] != edges[edge]:
                return False
    return touching > 0


def placements(board: Board, size: int, kind: Kind) -> list[tuple[Cell, int]]:
    """Every cell and distinct rotation where this tile may be laid."""
    if not board:
        return [((0, 0), rotation) for rotation in rotations(kind)]
    if kind.role != "land":
        return _river_placements(board, size, kind)
    found = []
    turned = [(rotation, pattern(kind, rotation).edges) for rotation in rotations(kind)]
    for cell in open_cells(board, size):
        found += [(cell, rotation) for rotation, edges in turned if matches(board, cell, edges)]
    return found


def _river_placements(board: Board, size: int, kind: Kind) -> list[tuple[Cell, int]]:
    """ "must join its water edge to the open river end", and may not turn as the last bend did"""
    river = trace_river(board)
    if river.end is None or not inside(river.end, size):
        return []
    last = next((turn for turn in reversed(river.turns) if turn != 0), 0)
    found = []
    for rotation in rotations(kind):
        turned = pattern(kind, rotation)
        if matches(board, river.end, turned.edges):
            turn = _turn(turned, river.heading)
            if turn in (None, 0) or turn != last:
                found.append((river.end, rotation))
    return found


@dataclass
class River:
    """The river from the spring downstream."""

    cells: list[Cell]
    turns: list[int]  # of each tile after the spring: 0 straight on, 1 right, 3 left
    end: Cell | None  # the cell it runs into; None if it has ended in the lake
    heading: int  # the edge over which it runs into that cell


def trace_river(board: Board) -> River:
    """Follow the water from the spring at the origin."""
    heading = board[0, 0].pattern.water()[0]
    river = River([(0, 0)], [], across((0, 0), heading), heading)
    while river.end is not None and river.end in board:
        turn = _turn(board[river.end].pattern, river.heading)
        river.cells.append(river.end)
        if turn is None:
            river.end = None
        else:
            river.turns.append(turn)
            river.heading = (river.heading + turn) % 4
            river.end = across(river.end, river.heading)
    return river


def _turn(tile: Pattern, heading: int) -> int | None:
    """How a river that comes with this heading turns on the tile; None on the lake."""
    out = [edge for edge in tile.water() if edge != (heading + 2) % 4]
    return (out[0] - heading) % 4 if out else None


# ---- features ----


def all_features(board: Board) -> list[Feature]:
    """Every feature on the board, found by flood fill from each segment not yet reached."""
    reached: set[Node] = set()
    found = []
    for cell in sorted(board, key=reading_order):
        for segment in board[cell].pattern.segments:
            if (cell, segment.spot) not in reached:
                feature = _flood(board, cell, segment)
                reached.update(feature.nodes)
                found.append(feature)
    return found


def _flood(board: Board, cell: Cell, segment: Segment) -> Feature:
    """The feature that this segment belongs to."""
    feature = Feature(segment.kind)
    reached = {(cell, segment.spot)}
    waiting = [(cell, segment)]
    while waiting:
        here, part = waiting.pop()
        _add(feature, here, part)
        for port in part.ports:
            there, port_there = _meets(here, part.kind, port)
            if there not in board:
                feature.open += 1
                continue
            other = board[there].pattern.segment_at(part.kind, port_there)
            if other is None:
                raise ValueError(f"edges that do not match at {here} and {there}")
            if (there, other.spot) not in reached:
                reached.add((there, other.spot))
                waiting.append((there, other))
    if feature.kind in ("monastery", "garden"):
        feature.open = sum(near not in board for near in around(cell))
    return feature


def _add(feature: Feature, cell: Cell, segment: Segment) -> None:
    feature.nodes.add((cell, segment.spot))
    feature.cells.add(cell)
    feature.pennants += segment.pennants
    feature.inn = feature.inn or segment.inn
    feature.cathedral = feature.cathedral or segment.cathedral
    feature.cities.update((cell, spot) for spot in segment.cities)


def _meets(cell: Cell, kind: str, port: int) -> tuple[Cell, int]:
    """The neighbour over this edge or half-edge, and which of its own lies against it."""
    if kind != "field":
        return across(cell, port), (port + 2) % 4
    edge = port // 2
    # "Across a border 0 meets 5, 1 meets 4, 2 meets 7, 3 meets 6."
    return across(cell, edge), (5 - port if edge in (0, 2) else 9 - port)
