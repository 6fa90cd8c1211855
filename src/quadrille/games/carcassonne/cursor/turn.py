"""A turn by small actions: the drawn tile is moved and turned, then a meeple is put on it.

| phase | actions |
|---|---|
| TileDrawn | 0 to 3: one cell to the north, south, west, east; 4: turn by 90 degrees; 5: confirm |
| TileDown | 0: draw a meeple; 1: end the turn |
| MeepleDrawn | 0 to 4: direct the meeple to N, S, W, E or C, the monastery; 5: confirm |

A cursor changes nothing in the game: it says which move its action comes to, if any, and whoever
plays that lets the cursor go on by ``begin``. Drawing tiles and passing the turn are not its
business either.
"""

from copy import copy
from enum import IntEnum
from typing import Any, NamedTuple, Protocol

from quadrille.games.carcassonne.cursor.faces import DIRECTIONS, Face, face

ACTIONS = 6
"""The most actions of a phase."""
ROTATE, CONFIRM = 4, 5
DRAW_MEEPLE, END_TURN = 0, 1
STEPS = ((0, 1), (0, -1), (-1, 0), (1, 0))
"""What the actions 0 to 3 add to a cell."""
START = (0, 0)
"""Where a drawn tile appears: on the base tile, with rotation 0."""


class Phase(IntEnum):
    """Where a turn stands. An action is asked for in three of them, the others pass by."""

    NEW_TURN = 0
    TILE_DRAWN = 1
    TILE_DOWN = 2
    MEEPLE_DRAWN = 3
    MEEPLE_DOWN = 4
    GAME_OVER = 5

    @property
    def title(self) -> str:
        """The name as it is shown: ``TileDrawn``."""
        return self.name.title().replace("_", "")


NUM_ACTIONS = {Phase.TILE_DRAWN: 6, Phase.TILE_DOWN: 2, Phase.MEEPLE_DRAWN: 6}


class CursorEffect(NamedTuple):
    """What an action did."""

    event: str
    """``moved``, ``outside`` (a step out of the boundary, refused), ``rotated``, ``placed``,
    ``misfit`` (confirmed where the tile does not fit), ``drawn``, ``directed``, ``claimed``,
    ``returned`` (a meeple that cannot stand there, or is not there), ``ended``, ``impossible``
    (the phase has no such action)."""
    move: str | None = None
    """The move of the game that it comes to."""


class CursorState(Protocol):
    """What a cursor asks of a state of the game."""

    def hand(self) -> str: ...
    def tiles(self) -> Any: ...
    def player(self) -> int: ...
    def meeples(self) -> Any: ...
    def last_cell(self) -> tuple[int, int] | None: ...
    def fits(self, cell: tuple[int, int], rotation: int) -> bool: ...
    def may_claim(self, spot: str) -> bool: ...


class Boundary(NamedTuple):
    """The cells that a tile may be moved over: the played box and one more on each side."""

    west: int
    south: int
    east: int
    north: int

    @classmethod
    def of(cls, state: CursorState, window: int) -> "Boundary":
        """The boundary in a position, within the window."""
        tiles = state.tiles()
        columns, rows = [tile.x for tile in tiles], [tile.y for tile in tiles]
        low, high = -(window // 2), window - 1 - window // 2
        return cls(
            max(low, min(columns) - 1),
            max(low, min(rows) - 1),
            min(high, max(columns) + 1),
            min(high, max(rows) + 1),
        )

    def holds(self, x: int, y: int) -> bool:
        """Whether a cell lies inside."""
        return self.west <= x <= self.east and self.south <= y <= self.north


class Cursor:
    """The tile, then the meeple, in the hand of the player whose turn it is."""

    def __init__(self, window: int) -> None:
        self.window = window
        """The side of the board."""
        self.phase = Phase.NEW_TURN
        self.x, self.y = START
        self.rotation = 0
        """Quarter turns clockwise."""
        self.direction: int | None = None
        """Of the meeple, as an index of DIRECTIONS."""
        self.kind = ""
        """Of the tile that was drawn or has just been placed."""
        self.decisions = 0
        """How many actions this turn has taken."""
        self.boundary = Boundary(0, 0, 0, 0)

    def begin(self, state: CursorState | None) -> None:
        """Go on in a position where the player is to move, or after the end (None)."""
        self.direction = None
        if state is None:
            self.phase = Phase.GAME_OVER
            return
        self.boundary = Boundary.of(state, self.window)
        if kind := state.hand():
            self.phase, self.kind = Phase.TILE_DRAWN, kind
            (self.x, self.y), self.rotation, self.decisions = START, 0, 0
            return
        cell = state.last_cell()
        assert cell is not None
        self.phase = Phase.TILE_DOWN
        self.x, self.y = cell
        placed = next(tile for tile in state.tiles() if (tile.x, tile.y) == cell)
        self.kind, self.rotation = placed.kind, placed.rotation // 90

    def copy(self) -> "Cursor":
        """The same cursor, which goes its own way."""
        return copy(self)

    @property
    def face(self) -> Face:
        """The tile as it is turned."""
        return face(self.kind, self.rotation)

    def claims(self, state: CursorState) -> list[bool]:
        """Which of DIRECTIONS the meeple may take."""
        if not state.meeples()[state.player()].meeple:
            return [False] * len(DIRECTIONS)
        return [spot is not None and state.may_claim(spot) for spot in self.face.spots]

    def act(self, state: CursorState, action: int) -> CursorEffect:
        """Take an action; whatever it is, nothing is raised."""
        self.decisions += 1
        if not 0 <= action < NUM_ACTIONS.get(self.phase, 0):
            return CursorEffect("impossible")
        if self.phase is Phase.TILE_DRAWN:
            return self._move_tile(state, action)
        if self.phase is Phase.MEEPLE_DRAWN:
            return self._move_meeple(state, action)
        if action == END_TURN:
            return CursorEffect("ended", "none")
        if not state.meeples()[state.player()].meeple:
            return CursorEffect("returned")
        self.phase = Phase.MEEPLE_DRAWN
        return CursorEffect("drawn")

    def _move_tile(self, state: CursorState, action: int) -> CursorEffect:
        if action == ROTATE:
            self.rotation = (self.rotation + 1) % 4
            return CursorEffect("rotated")
        if action == CONFIRM:
            if not state.fits((self.x, self.y), 90 * self.rotation):
                return CursorEffect("misfit")
            return CursorEffect("placed", f"{self.x},{self.y}@{90 * self.face.rotation}")
        x, y = self.x + STEPS[action][0], self.y + STEPS[action][1]
        if not self.boundary.holds(x, y):
            return CursorEffect("outside")
        self.x, self.y = x, y
        return CursorEffect("moved")

    def _move_meeple(self, state: CursorState, action: int) -> CursorEffect:
        if action != CONFIRM:
            self.direction = action
            return CursorEffect("directed")
        spot = None if self.direction is None else self.face.spots[self.direction]
        if spot is not None and state.may_claim(spot):
            self.phase = Phase.MEEPLE_DOWN
            return CursorEffect("claimed", spot)
        self.phase, self.direction = Phase.TILE_DOWN, None
        return CursorEffect("returned")

    def mask(self, state: CursorState, legal: bool) -> list[bool]:
        """Which actions there are; with ``legal``, only those that are not refused.

        After the end every action counts as one, as a mask may not be empty.
        """
        if self.phase not in NUM_ACTIONS:
            return [True] * ACTIONS
        if not legal:
            count = NUM_ACTIONS[self.phase]
            return [True] * count + [False] * (ACTIONS - count)
        if self.phase is Phase.TILE_DRAWN:
            inside = [self.boundary.holds(self.x + dx, self.y + dy) for dx, dy in STEPS]
            return [*inside, True, state.fits((self.x, self.y), 90 * self.rotation)]
        claims = self.claims(state)
        if self.phase is Phase.TILE_DOWN:
            return [any(claims), True, False, False, False, False]
        chosen = self.direction is not None and claims[self.direction]
        return [*claims, chosen or not any(claims)]
