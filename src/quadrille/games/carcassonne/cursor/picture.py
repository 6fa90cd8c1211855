"""The game with the cursor in it: the boundary, the tile or meeple in hand, and the phase."""

from html import escape
from typing import Any

from quadrille.core.drawing import svg as shapes
from quadrille.core.drawing.svg import element, use
from quadrille.games.carcassonne.cursor.faces import DIRECTIONS
from quadrille.games.carcassonne.cursor.turn import Cursor, Phase
from quadrille.games.carcassonne.drawing.art import tile_id
from quadrille.games.carcassonne.drawing.art_figures import figure
from quadrille.games.carcassonne.drawing.draw import LEFT, TOP, View, picture_with, stand_on

FITS, MISFIT = "#1f7a3a", "#b3261e"
TOWARDS = {"N": (0, -32), "S": (0, 32), "W": (-32, 0), "E": (32, 0), "C": (0, 0)}
"""Where a direction lies on a tile, which is 100 wide."""


def cursor_svg(state: Any, cursor: Cursor, event: str = "") -> str:
    """The picture of a position with the cursor."""
    edge = cursor.boundary
    corners = ((edge.west, edge.south), (edge.east, edge.north))

    def above(view: View) -> str:
        parts = (_boundary(cursor), _tile(state, cursor), _meeple(state, cursor))
        return view.board(*parts) + _caption(cursor, event)

    return picture_with(state, legal=False, cells=corners, above=above)


def cursor_text(state: Any, cursor: Cursor) -> str:
    """The same for a terminal."""
    edge = cursor.boundary
    box = f"boundary {edge.west},{edge.south} to {edge.east},{edge.north}"
    return f"{state.board()}\n{caption(cursor)}; {box}"


def caption(cursor: Cursor, event: str = "") -> str:
    """The phase and the cursor in words."""
    parts = [cursor.phase.title]
    if cursor.phase in (Phase.TILE_DRAWN, Phase.TILE_DOWN, Phase.MEEPLE_DRAWN):
        parts.append(f"tile {cursor.kind} at {cursor.x},{cursor.y}@{90 * cursor.rotation}")
        if cursor.direction is not None:
            parts.append(f"meeple to {DIRECTIONS[cursor.direction]}")
        parts.append(f"decision {cursor.decisions + 1}")
    if event:
        parts.append(f"last: {event}")
    return ", ".join(parts)


def _caption(cursor: Cursor, event: str) -> str:
    words = escape(caption(cursor, event))
    return element("text", words, x=LEFT + 40, y=TOP + 17, font_size=16, fill="#3d3527")


def _boundary(cursor: Cursor) -> str:
    if cursor.phase in (Phase.NEW_TURN, Phase.GAME_OVER):
        return ""
    edge = cursor.boundary
    wide, high = edge.east - edge.west + 1, edge.north - edge.south + 1
    place = {"x": 100 * edge.west - 50, "y": -100 * edge.north - 50}
    return shapes.dashed("rect", 4, **place, width=100 * wide, height=100 * high, rx=8)


def _tile(state: Any, cursor: Cursor) -> str:
    """The tile in hand where it would be placed, framed by whether it fits."""
    if cursor.phase is not Phase.TILE_DRAWN:
        return ""
    x, y = 100 * cursor.x, -100 * cursor.y
    fits = state.fits((cursor.x, cursor.y), 90 * cursor.rotation)
    frame = element(
        "rect",
        x=x - 50,
        y=y - 50,
        width=100,
        height=100,
        rx=5,
        fill="none",
        stroke=FITS if fits else MISFIT,
        stroke_width=8,
    )
    tile = use(tile_id(cursor.kind, 90 * cursor.rotation), x, y, "tile")
    return element("g", element("g", tile, opacity=0.85), frame)


def _meeple(state: Any, cursor: Cursor) -> str:
    """The meeple in hand: on its spot, or crossed out where it cannot stand."""
    if cursor.phase is not Phase.MEEPLE_DRAWN:
        return ""
    x, y = 100.0 * cursor.x, -100.0 * cursor.y
    spot = None if cursor.direction is None else cursor.face.spots[cursor.direction]
    if spot is not None and state.may_claim(spot):
        at = stand_on(state, (cursor.x, cursor.y), spot)
        shown = figure("meeple", state.player(), at.x, at.y, scale=at.scale)
        return shapes.faint(shown) + shapes.dashed("circle", cx=at[0], cy=at[1], r=24)
    if cursor.direction is not None:
        right, down = TOWARDS[DIRECTIONS[cursor.direction]]
        x, y = x + right, y + down
    ring = shapes.dashed("circle", cx=x, cy=y, r=18)
    return ring + shapes.dashed("path", 3.4, d=f"M{x - 12:g} {y - 12:g}l24 24m0-24l-24 24")
