"""Carcassonne in a terminal: every tile is seven characters wide and three high."""

from collections.abc import Iterable, Iterator

from quadrille.core.drawing.svg import player_name
from quadrille.games.carcassonne.drawing.art_tiles import Tile, tile_of
from quadrille.games.carcassonne.drawing.stands import EDGES
from quadrille.games.carcassonne.drawing.state import (
    CarcassonnePosition,
    DrawnTurn,
    cell_of,
    headline,
    turn_of,
)

WIDTH, HEIGHT = 7, 3
Place = tuple[int, int]
"""Column and row inside a tile, from the top left."""

FIELD, CITY = ".", "#"
MIDDLE: Place = (3, 1)
CAPS: tuple[tuple[Place, ...], ...] = (
    ((1, 0), (2, 0), (3, 0), (4, 0), (5, 0)),
    ((6, 0), (6, 1), (6, 2), (5, 1)),
    ((1, 2), (2, 2), (3, 2), (4, 2), (5, 2)),
    ((0, 0), (0, 1), (0, 2), (1, 1)),
)
"""What a city covers at one edge."""
CORNERS: tuple[Place, ...] = ((0, 0), (6, 0), (6, 2), (0, 2))
LANES: tuple[tuple[Place, ...], ...] = (
    ((3, 0),),
    ((4, 1), (5, 1), (6, 1)),
    ((3, 2),),
    ((0, 1), (1, 1), (2, 1)),
)
"""Where a road or river runs from an edge to the middle."""
SIDES: tuple[Place, ...] = ((3, 0), (5, 1), (3, 2), (1, 1))
"""Where a figure stands on a road or in a city, by the edge that names it."""
NEAR: dict[str, Place] = {
    "nnw": (1, 0),
    "nne": (5, 0),
    "ene": (6, 0),
    "ese": (6, 2),
    "sse": (5, 2),
    "ssw": (1, 2),
    "wsw": (0, 2),
    "wnw": (0, 0),
    "mid": MIDDLE,
}
"""Where a farmer is shown."""
REACH: tuple[tuple[Place, ...], ...] = (
    ((4, 1), (5, 1), (6, 2)),
    ((4, 1), (3, 1), (2, 1), (1, 1), (0, 2)),
    ((2, 1), (1, 1), (0, 0)),
    ((2, 1), (3, 1), (4, 1), (5, 1), (6, 0)),
)
"""How the city of IC7 gets to its corner, by quarter turns."""
ROAD = {"02": "│", "13": "─", "01": "└", "12": "┌", "23": "┐", "03": "┘"}
RIVER = {"02": "║", "13": "═", "01": "╚", "12": "╔", "23": "╗", "03": "╝"}
LEGEND = (
    "# city, * pennant, K cathedral, ─ road, i inn, o village, ═ river, M monastery, g garden,",
    "1 2 3 figures of the players; north is above",
)


def board(state: CarcassonnePosition) -> str:
    """The position in plain text: the map, the players, and what can be typed."""
    turn = turn_of(state)
    moves = [] if turn.phase in ("draw", "over") else [str(move) for move in state.legal_moves()]
    lines = [headline(state), "", *_map(state, moves), "", *LEGEND, "", *_players(state)]
    remaining = state.remaining()
    if remaining:
        bag = [f"{remaining[kind]}{kind}" for kind in remaining]
        lines += _wrapped(f"remaining {sum(remaining.values())}", bag)
    lines += ["", *_choices(state, turn, moves)]
    return "\n".join(line.rstrip() for line in lines).rstrip()


def drawn(kind: str, rotation: int) -> dict[Place, str]:
    """A tile in a rotation: what stands at every place."""
    tile, quarters = tile_of(kind), rotation // 90
    cells = {(x, y): FIELD for x in range(WIDTH) for y in range(HEIGHT)}
    cities = [_turned(city.edges, quarters) for city in tile.cities]
    for edges, city in zip(cities, tile.cities, strict=True):
        inside = _city(tile, edges, [edge for other in cities for edge in other], quarters)
        cells.update(dict.fromkeys(inside, CITY))
        if city.pennants:
            free = [place for place in sorted(inside) if place not in SIDES]
            cells[free[len(free) // 2]] = "*"
        if city.cathedral:
            cells[MIDDLE] = "K"
    _draw_lanes(cells, tile, quarters)
    if tile.monastery:
        cells[SIDES[quarters] if tile.rivers else MIDDLE] = "M"
    if kind.endswith("g"):
        _put(cells, "g")
    if any(road.inn for road in tile.roads):
        _put(cells, "i")
    return cells


def _city(tile: Tile, edges: list[int], taken: list[int], quarters: int) -> set[Place]:
    """What one city segment covers; separate ones do not meet at a corner."""
    if len(edges) == 4:
        return {(x, y) for x in range(WIDTH) for y in range(HEIGHT)}
    if len(edges) == 3:
        gap = next(edge for edge in range(4) if edge not in edges)
        rest = {(x, y) for x in range(WIDTH) for y in range(HEIGHT)} - set(CAPS[gap])
        return rest | {CORNERS[gap], CORNERS[(gap + 1) % 4]}
    inside = {place for edge in edges for place in CAPS[edge]}
    for edge in range(4):
        before = (edge - 1) % 4
        if edge in edges and before in edges:
            inside.add(CORNERS[edge])
        elif edge in taken and before in taken:
            inside.discard(CORNERS[edge])
    if len(edges) == 2 and edges[1] - edges[0] == 2:
        inside |= {(x, 1) for x in range(WIDTH)} if edges[0] else {(2, 1), (3, 1), (4, 1)}
    if tile.id == "IC7":
        inside |= set(REACH[quarters])
    return inside


def _draw_lanes(cells: dict[Place, str], tile: Tile, quarters: int) -> None:
    """Roads and rivers, and how they go on in the middle."""
    joints: list[str] = []
    for kind, segments in (
        (RIVER, tile.rivers),
        (ROAD, tuple(road.edges for road in tile.roads)),
    ):
        for segment in segments:
            edges = _turned(segment, quarters)
            for edge in edges:
                straight = kind["02" if edge % 2 == 0 else "13"]
                cells.update(
                    (place, straight) for place in LANES[edge] if cells[place] not in (CITY, "*")
                )
            if len(edges) == 2:
                joints.append(kind["".join(map(str, edges))])
    ends = {road.ends_at for road in tile.roads}
    crossed = {"║": "╫", "═": "╪"}
    if "village" in ends:
        cells[MIDDLE] = "o"
    elif tile.role:
        cells[MIDDLE] = "o" if tile.role == "spring" else "≈"
    elif len(joints) == 2 and joints[0] not in crossed:
        # Two bends that do not touch: the stroke shows the strip of field between them.
        cells[MIDDLE] = "/" if joints[0] in "┘┌╝╔" else "\\"
    elif joints:
        over = tile.rivers and tile.roads
        cells[MIDDLE] = crossed.get(joints[0], joints[0]) if over else joints[0]
    for road in tile.roads:
        if road.ends_at == "city":
            _lead_to_city(cells, _turned(road.edges, quarters)[0])


def _lead_to_city(cells: dict[Place, str], edge: int) -> None:
    """A road that ends at a city goes on across the middle until it meets it."""
    straight = ROAD["02" if edge % 2 == 0 else "13"]
    for place in (MIDDLE, *LANES[(edge + 2) % 4]):
        if cells[place] == FIELD:
            cells[place] = straight


def _put(cells: dict[Place, str], mark: str) -> None:
    """A mark in the field, near the middle."""
    order = sorted(cells, key=lambda place: (abs(place[0] - 2) + 2 * abs(place[1] - 1), place))
    cells[next(place for place in order if cells[place] == FIELD)] = mark


def _turned(edges: Iterable[int], quarters: int) -> list[int]:
    return sorted((edge + quarters) % 4 for edge in edges)


def _spot(cells: dict[Place, str], spot: str) -> Place:
    """Where a figure is shown."""
    sort, _, name = spot.partition(":")
    if not name:
        mark = sort[0].upper() if sort == "monastery" else sort[0]
        return next((place for place in cells if cells[place] == mark), MIDDLE)
    if sort == "field":
        return NEAR[name]
    if sort == "city":
        return ((3, 0), (6, 1), (3, 2), (0, 1))[EDGES.index(name)]
    return SIDES[EDGES.index(name)]


def _map(state: CarcassonnePosition, moves: list[str]) -> Iterator[str]:
    """All tiles, north above, and the cells where the tile in hand fits."""
    places: dict[Place, dict[Place, str]] = {}
    for tile in state.tiles():
        places[tile.x, tile.y] = drawn(tile.kind, tile.rotation)
    for figure in state.figures():
        cells = places[figure.x, figure.y]
        cells[_spot(cells, figure.spot)] = str(figure.player + 1)
    for move in moves:
        cell = cell_of(move)
        if cell:
            name = f"{cell[0]},{cell[1]}".center(WIDTH)
            places[cell] = {(i, 1): letter for i, letter in enumerate(name)}
    columns, rows = [x for x, _ in places] or [0], [y for _, y in places] or [0]
    for y in range(max(rows), min(rows) - 1, -1):
        for row in range(HEIGHT):
            label = f"{y:4} " if row == 1 else "     "
            across = (places.get((x, y), {}) for x in range(min(columns), max(columns) + 1))
            yield label + "".join(_row(cells, row) for cells in across)
    yield "     " + "".join(f"{x:^{WIDTH}}" for x in range(min(columns), max(columns) + 1))


def _row(cells: dict[Place, str], row: int) -> str:
    return "".join(cells.get((column, row), " ") for column in range(WIDTH))


def _players(state: CarcassonnePosition) -> Iterator[str]:
    values = zip(state.scores(), state.points(), state.meeples(), strict=True)
    for player, (score, points, supply) in enumerate(values):
        counts = {"figures": supply.meeple, "big": supply.big, "abbot": supply.abbot}
        left = ", ".join(f"{count} {name}" for name, count in counts.items() if count) or "none"
        line = f"{player_name(player)}: {score:g} points, {sum(points.values())} of them scored;"
        yield f"{line} in supply: {left}"
        names = {"meeple": "", "big": "big:", "abbot": "abbot:"}
        mine = [each for each in state.figures() if each.player == player]
        places = [f"{names[each.figure]}{each.spot} at {each.x},{each.y}" for each in mine]
        if places:
            separated = [f"{place};" for place in places[:-1]]
            yield from _wrapped("  on the map", [*separated, places[-1]])


def _choices(state: CarcassonnePosition, turn: DrawnTurn, moves: list[str]) -> Iterator[str]:
    """The tile in hand in its rotations, or what can be done on the tile just laid."""
    if turn.phase == "place":
        turns = sorted({int(move.partition("@")[2]) for move in moves})
        tiles = [drawn(state.hand(), rotation) for rotation in turns]
        yield f"to place: {state.hand()}, {tile_of(state.hand()).note}"
        for row in range(HEIGHT):
            yield "  " + "   ".join(_row(tile, row) for tile in tiles)
        yield "  " + "   ".join(f"@{rotation}".center(WIDTH) for rotation in turns)
        yield from _wrapped("type", moves)
    elif turn.phase == "meeple" and state.last_cell():
        x, y = state.last_cell() or (0, 0)
        yield f"the tile at {x},{y} was laid"
        yield from _wrapped("type", moves)


def _wrapped(first: str, words: list[str]) -> Iterator[str]:
    line = f"{first}:"
    for word in words:
        if len(line) + len(word) > 98:
            yield line
            line = " " * len(first) + " "
        line += f" {word}"
    yield line
