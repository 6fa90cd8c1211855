"""Position texts of the Carcassonne oracle, and what they may not say."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from . import carcassonne_board as boards
from .carcassonne_board import Cell, Figure, Tile
from .carcassonne_tiles import rotations

if TYPE_CHECKING:
    from .carcassonne import Oracle

NUMBER = "(?:0|[1-9][0-9]{0,5})"
SIGNED = "(?:0|-?[1-9][0-9]{0,5})"
TILE = re.compile(
    rf"([A-Z0-9]+g?):({SIGNED}),({SIGNED})@({NUMBER})(?:\+({NUMBER}):([a-z:]+))?", re.ASCII
)
IN_BAG = re.compile(r"([1-9][0-9]{0,5}?)([A-Z][A-Z0-9]*g?)", re.ASCII)
POINTS = re.compile(rf"({NUMBER})\+({NUMBER})\+({NUMBER})\+({NUMBER})", re.ASCII)
TURN = re.compile(
    rf"({NUMBER}):(?:(draw)|(place):([A-Z0-9]+g?)|(meeple):({SIGNED}),({SIGNED}))", re.ASCII
)
NOTHING = "-"
# The order of the numbers in a position text: the features that can be completed.
SCORED = ("city", "road", "monastery", "garden")
# The options in the order of a position text.
DEFAULTS: dict[str, int] = {
    "players": 2,
    "farmers": True,
    "start_tile": True,
    "board": 0,
    "small_city": False,
    "river": False,
    "inns": False,
    "abbot": False,
    "meeples": 7,
}


def figure(player: int, move: str) -> Figure:
    """The figure that this move puts down."""
    for piece in ("big", "abbot"):
        if move.startswith(f"{piece}:"):
            return Figure(player, piece, move.removeprefix(f"{piece}:"))
    return Figure(player, "meeple", move)


# ---- writing ----


def text(state: Oracle) -> str:
    tokens = []
    for name, value in state.options().items():
        if value != DEFAULTS[name]:
            tokens.append(f"{name}={str(value).lower()}")
    tiles = []
    for cell in sorted(state.board, key=boards.reading_order):
        tile = state.board[cell]
        part = f"{tile.kind.name}:{cell[0]},{cell[1]}@{tile.rotation}"
        if cell in state.figures:
            part += f"+{state.figures[cell].player}:{state.figures[cell].move()}"
        tiles.append(part)
    tokens.append("/".join(tiles) or NOTHING)
    bag = [f"{count}{kind}" for kind, count in state.bag.items() if count]
    tokens.append(",".join(bag) or NOTHING)
    points = ["+".join(str(points[kind]) for kind in SCORED) for points in state.points]
    tokens.append(",".join(points))
    tokens.append(_turn_text(state))
    return " ".join(tokens)


def _turn_text(state: Oracle) -> str:
    if state.step == "over":
        return "over"
    if state.step == "place":
        return f"{state.mover}:place:{state.hand}"
    if state.step == "meeple":
        assert state.last is not None
        return f"{state.mover}:meeple:{state.last[0]},{state.last[1]}"
    return f"{state.mover}:draw"


# ---- reading ----


def parse_options(tokens: list[str], text: str) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for token in tokens:
        name, _, value = token.partition("=")
        if name in options:
            raise ValueError(f"option {name!r} given twice in {text!r}")
        default = DEFAULTS.get(name)
        if isinstance(default, bool) and value in ("true", "false"):
            options[name] = value == "true"
        elif type(default) is int and re.fullmatch(NUMBER, value, re.ASCII):
            options[name] = int(value)
        else:
            raise ValueError(f"expected an option such as 'river=true', got {token!r} in {text!r}")
    return options


def parse_board(state: Oracle, token: str, text: str) -> None:
    state.board.clear()
    for part in token.split("/") if token != NOTHING else []:
        match = TILE.fullmatch(part)
        if match is None:
            raise ValueError(f"expected a tile such as 'D:0,0@0', got {part!r} in {text!r}")
        kind, x, y, rotation, player, move = match.groups()
        cell = (int(x), int(y))
        if kind not in state.kinds:
            raise ValueError(f"unknown tile {kind!r} in {text!r}")
        if int(rotation) not in rotations(state.kinds[kind]):
            raise ValueError(f"unexpected rotation {rotation} of {kind!r} in {text!r}")
        if cell in state.board:
            raise ValueError(f"two tiles on {x},{y} in {text!r}")
        state.board[cell] = Tile(state.kinds[kind], int(rotation))
        if player is not None:
            state.figures[cell] = figure(int(player), move)
    state._features = None


def parse_bag(state: Oracle, token: str, text: str) -> None:
    state.bag = dict.fromkeys(state.kinds, 0)
    for part in token.split(",") if token != NOTHING else []:
        match = IN_BAG.fullmatch(part)
        if match is None or match[2] not in state.kinds or state.bag[match[2]]:
            raise ValueError(f"expected another tile such as '2A', got {part!r} in {text!r}")
        state.bag[match[2]] = int(match[1])


def parse_points(state: Oracle, token: str, text: str) -> None:
    parts = token.split(",")
    if len(parts) != state.players:
        raise ValueError(f"expected points of {state.players} players in {text!r}")
    for points, part in zip(state.points, parts, strict=True):
        match = POINTS.fullmatch(part)
        if match is None:
            raise ValueError(f"expected points such as '4+3+0+0', got {part!r} in {text!r}")
        for name, number in zip(points, match.groups(), strict=True):
            points[name] = int(number)


def parse_turn(state: Oracle, token: str, text: str) -> None:
    if token == "over":
        state.step = "over"
        state.mover = _turns_taken(state) % state.players
        return
    match = TURN.fullmatch(token)
    if match is None:
        raise ValueError(f"expected a turn such as '0:draw', got {token!r} in {text!r}")
    state.mover = int(match[1])
    state.step = match[2] or match[3] or match[5]
    if state.step == "place":
        state.hand = match[4]
        if state.hand not in state.kinds:
            raise ValueError(f"unknown tile {state.hand!r} in {text!r}")
    elif state.step == "meeple":
        state.last = (int(match[6]), int(match[7]))


def _turns_taken(state: Oracle) -> int:
    """The turns in which a tile has been placed; the start tile is nobody's."""
    return len(state.board) - int(state.start_tile)


# ---- what cannot be ----


def problem(state: Oracle) -> str | None:
    """Why this position cannot arise in play, or None if nothing was found."""
    return (
        _problem_of_counts(state)
        or _problem_of_tiles(state)
        or (_problem_of_river(state) if state.river and state.board else None)
        or _problem_of_turn(state)
        or _problem_of_figures(state)
    )


def _problem_of_counts(state: Oracle) -> str | None:
    used = dict(state.bag)
    for tile in state.board.values():
        used[tile.kind.name] += 1
    if state.hand:
        used[state.hand] += 1
    for name, kind in state.kinds.items():
        if used[name] > kind.copies:
            return f"{used[name]} tiles {name!r} where there are {kind.copies}"
    if not state.board and any(used[name] < kind.copies for name, kind in state.kinds.items()):
        return "tiles gone before the first was placed"
    if not state.abbot and any(points["garden"] for points in state.points):
        return "points for gardens without the abbot"
    if _turns_taken(state) <= 0 and any(any(points.values()) for points in state.points):
        return "points before the first turn"
    return None


def _problem_of_tiles(state: Oracle) -> str | None:
    if not state.board:
        return "no start tile" if state.start_tile else None
    first = state.board.get((0, 0))
    if first is None:
        return "no tile at the origin"
    name, rotation = first.kind.name, first.rotation
    if state.river and name != "RV1":
        return "no spring at the origin"
    if state.start_tile and (name, rotation) != ("RV1" if state.river else "D", 0):
        return "another tile than the start tile at the origin"
    for cell, tile in state.board.items():
        if not boards.inside(cell, state.size):
            return f"a tile outside the board at {cell}"
        alone = len(state.board) == 1
        if not alone and not boards.matches(state.board, cell, tile.pattern.edges):
            return f"a tile that does not match its neighbours at {cell}"
    if not _connected(set(state.board)):
        return "tiles that do not hang together"
    return None


def _connected(cells: set[Cell]) -> bool:
    """Whether all these cells can be reached from the origin."""
    if not cells:
        return True
    reached = {(0, 0)} & cells
    waiting = list(reached)
    while waiting:
        cell = waiting.pop()
        for near in (boards.across(cell, edge) for edge in range(4)):
            if near in cells and near not in reached:
                reached.add(near)
                waiting.append(near)
    return reached == cells


def _problem_of_river(state: Oracle) -> str | None:
    river = boards.trace_river(state.board)
    bends = [turn for turn in river.turns if turn != 0]
    if any(one == two for one, two in pairwise(bends)):
        return "a river that turns the same way twice in a row"
    roles = {cell: tile.kind.role for cell, tile in state.board.items()}
    if any(role != "land" and cell not in river.cells for cell, role in roles.items()):
        return "a river tile apart from the river"
    # The order of drawing: first the others, then the lake, then the tiles without water.
    order = {"spring": 0, "river": 1, "lake": 2, "land": 3}
    out = {order[role] for role in roles.values()}
    if state.hand:
        hand = order[state.kinds[state.hand].role]
        if max(out) > hand or max(out) == hand == 2:
            return "a tile in hand that should have been drawn before"
        out.add(hand)
    bag = {order[state.kinds[kind].role] for kind, count in state.bag.items() if count}
    if bag and min(bag) < max(out):
        return "a tile left that should have been drawn before"
    return None


def _problem_of_turn(state: Oracle) -> str | None:
    if state.mover >= state.players:
        return f"player {state.mover} of {state.players}"
    taken = _turns_taken(state) - int(state.step == "meeple")
    if taken < 0 or taken % state.players != state.mover:
        return f"player {state.mover} to move after {taken} turns"
    left = any(state.bag.values())
    if state.step == "draw" and not left:
        return "nothing left to draw"
    if state.step == "over" and left:
        return "the end with tiles left"
    if state.step == "place":
        kind = state.kinds[state.hand]
        if not state.board and state.river and kind.role != "spring":
            return "another tile than the spring in hand"
        if not boards.placements(state.board, state.size, kind):
            return f"a tile {state.hand!r} in hand that fits nowhere"
    return _problem_of_last(state) if state.step == "meeple" else None


def _problem_of_last(state: Oracle) -> str | None:
    """Whether the tile said to be just placed could have been."""
    assert state.last is not None
    if state.last not in state.board:
        return f"no tile on {state.last}"
    if state.last in state.figures:
        return "a figure on the tile just placed"
    before = {cell: tile for cell, tile in state.board.items() if cell != state.last}
    tile = state.board[state.last]
    if not _connected(set(before)):
        return "a tile just placed that holds the others together"
    if (state.last, tile.rotation) not in boards.placements(before, state.size, tile.kind):
        return "a tile just placed where it could not be"
    return None


def _problem_of_figures(state: Oracle) -> str | None:
    for cell, figure in state.figures.items():
        if figure.player >= state.players:
            return f"a figure of player {figure.player} of {state.players}"
        if state.start_tile and cell == (0, 0):
            return "a figure on the start tile"
        segment = state.board[cell].pattern.segment(figure.spot)
        if segment is None or (segment.kind == "field" and not state.farmers):
            return f"no spot {figure.spot!r} on {cell}"
        if (segment.kind == "garden" and figure.piece != "abbot") or (
            figure.piece == "abbot" and segment.kind not in ("monastery", "garden")
        ):
            return f"a figure that may not stand on {figure.spot!r}"
        feature = state._feature_of((cell, figure.spot))
        fresh = state.last is not None and (
            state.last in feature.cells
            or (segment.kind in ("monastery", "garden") and state.last in boards.around(cell))
        )
        if feature.complete and not fresh:
            return f"a figure on a completed {segment.kind}"
    if any(count < 0 for supply in state.supply() for count in supply):
        return "more figures than a player has"
    return None
