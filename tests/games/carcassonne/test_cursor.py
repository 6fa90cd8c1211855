"""The cursor: its phases and actions, and what its observations tell apart."""

from typing import Any

import numpy as np
import pytest

import quadrille
from quadrille.core.errors import BadOption, BadSpec
from quadrille.games.carcassonne.cursor.faces import ALL_TILES, DIRECTIONS, KINDS, face
from quadrille.games.carcassonne.cursor.observation import (
    SCALARS,
    SCHEMES,
    CursorObserver,
    encoding_of,
)
from quadrille.games.carcassonne.cursor.picture import cursor_svg, cursor_text
from quadrille.games.carcassonne.cursor.turn import (
    CONFIRM,
    ROTATE,
    STEPS,
    Cursor,
    CursorEffect,
    Phase,
)

NORTH, SOUTH, WEST, EAST = range(4)
GAME = quadrille.game("carcassonne", players=2, farmers=False, board=40)
FACES = sorted({(kind, face(kind, quarters).rotation) for kind in KINDS for quarters in range(4)})


def drawn(kind: str, *moves: str) -> tuple[Any, Cursor]:
    """A position after some moves, where a kind has been drawn, and the cursor in it."""
    state = GAME.new()
    for move in [*moves, kind]:
        state.play(move)
    cursor = Cursor(40)
    cursor.begin(state)
    return state, cursor


def events(state: Any, cursor: Cursor, *actions: int) -> list[str]:
    return [cursor.act(state, action).event for action in actions]


# --- phases and actions --------------------------------------------------------------------


def test_a_tile_starts_on_the_base_tile_and_moves_by_single_steps() -> None:
    state, cursor = drawn("E")
    assert (cursor.phase, cursor.x, cursor.y, cursor.rotation) == (Phase.TILE_DRAWN, 0, 0, 0)
    for action, (dx, dy) in enumerate(STEPS):
        x, y = cursor.x, cursor.y
        assert events(state, cursor, action) == ["moved"]
        assert (cursor.x, cursor.y) == (x + dx, y + dy)
    assert STEPS == ((0, 1), (0, -1), (-1, 0), (1, 0))
    assert events(state, cursor, *[ROTATE] * 5) == ["rotated"] * 5
    assert cursor.rotation == 1 and cursor.decisions == 9


def test_the_boundary_is_the_played_box_and_one_more() -> None:
    state, cursor = drawn("E")
    assert cursor.boundary == (-1, -1, 1, 1)
    assert events(state, cursor, NORTH, NORTH) == ["moved", "outside"]
    assert (cursor.x, cursor.y) == (0, 1)
    state, cursor = drawn("V", "E", "0,1@180", "none", "U", "1,0@90", "none")
    assert cursor.boundary == (-1, -1, 2, 2)


def test_the_window_bounds_the_boundary() -> None:
    state = quadrille.game("carcassonne", players=1, farmers=False, board=3).new()
    state.play("U")
    state.play("1,0@90")
    state.play("none")
    state.play("V")
    cursor = Cursor(3)
    cursor.begin(state)
    assert cursor.boundary == (-1, -1, 1, 1)


def test_a_turn_from_the_draw_to_the_meeple() -> None:
    state, cursor = drawn("E")
    assert events(state, cursor, NORTH, CONFIRM) == ["moved", "misfit"]
    cursor.act(state, ROTATE)
    cursor.act(state, ROTATE)
    effect = cursor.act(state, CONFIRM)
    assert effect == CursorEffect("placed", "0,1@180")
    state.play(effect.move)
    cursor.begin(state)
    assert (cursor.phase, cursor.x, cursor.y, cursor.rotation) == (Phase.TILE_DOWN, 0, 1, 2)
    assert events(state, cursor, 0) == ["drawn"]
    assert cursor.phase.title == "MeepleDrawn"
    assert events(state, cursor, CONFIRM) == ["returned"]  # not directed yet
    assert cursor.phase.title == "TileDown"
    assert events(state, cursor, 0, DIRECTIONS.index("N"), CONFIRM) == [
        "drawn",
        "directed",
        "returned",
    ]
    events(state, cursor, 0, DIRECTIONS.index("S"))
    assert cursor.act(state, CONFIRM) == ("claimed", "city:s")
    state.play("city:s")


def test_a_turn_ends_without_a_meeple() -> None:
    state, cursor = drawn("E", "E", "0,1@180", "none")
    events(state, cursor, SOUTH)
    effect = cursor.act(state, CONFIRM)
    while effect.move is None:
        events(state, cursor, ROTATE)
        effect = cursor.act(state, CONFIRM)
    state.play(effect.move)
    cursor.begin(state)
    assert cursor.act(state, 1) == ("ended", "none")


def test_without_meeples_none_is_drawn() -> None:
    game = quadrille.game("carcassonne", players=1, farmers=False, board=40, meeples=1)
    state = game.new()
    for move in ("U", "1,0@90", "road:e", "V"):
        state.play(move)
    state.play(str(state.legal_moves()[0]))
    cursor = Cursor(40)
    cursor.begin(state)
    assert cursor.mask(state, True) == [False, True] + [False] * 4
    assert events(state, cursor, 0) == ["returned"] and cursor.phase is Phase.TILE_DOWN


@pytest.mark.parametrize("action", [-1, 6, 10**9])
def test_actions_that_a_phase_lacks_are_no_error(action: int) -> None:
    state, cursor = drawn("E")
    assert events(state, cursor, action) == ["impossible"]
    cursor.phase = Phase.TILE_DOWN
    assert events(state, cursor, 2) == ["impossible"]
    cursor.begin(None)
    assert events(state, cursor, 0) == ["impossible"]


def test_masks_by_phase_have_6_2_and_6_actions() -> None:
    state, cursor = drawn("E")
    counts = []
    for phase in (Phase.TILE_DRAWN, Phase.TILE_DOWN, Phase.MEEPLE_DRAWN):
        cursor.phase = phase
        mask = cursor.mask(state, False)
        counts.append(sum(mask))
        assert mask == sorted(mask, reverse=True) and len(mask) == 6
    assert counts == [6, 2, 6]


def test_what_the_legal_mask_allows_is_never_refused() -> None:
    """And what it forbids is: along games at random, every action of every mask is tried."""
    refused = {"outside", "misfit", "returned", "impossible"}
    rng = quadrille.Rng(1)
    tried = 0
    for seed in range(3):
        state = GAME.new(seed=seed)
        cursor = Cursor(40)
        while not state.is_over():
            if state.player() == quadrille.CHANCE:
                state.play_chance()
                continue
            cursor.begin(state)
            move = None
            while move is None:
                mask = cursor.mask(state, True)
                for action in range(6):
                    event = cursor.copy().act(state, action).event
                    assert (event in refused) == (not mask[action]) or (
                        cursor.phase is not Phase.TILE_DRAWN and event in ("drawn", "directed")
                    ), (event, mask, action)
                allowed = [action for action in range(6) if mask[action]]
                move = cursor.act(state, allowed[rng.below(len(allowed))]).move
                tried += 1
            state.play(move)  # IllegalMove if the cursor were wrong
    assert tried > 1000


def test_every_claim_can_be_made_by_a_direction() -> None:
    rng = quadrille.Rng(2)
    seen = set()
    for seed in range(10):
        state = GAME.new(seed=seed)
        while not state.is_over():
            if state.player() >= 0 and not state.hand():
                cursor = Cursor(40)
                cursor.begin(state)
                spots = {
                    spot
                    for spot, may in zip(cursor.face.spots, cursor.claims(state), strict=True)
                    if may
                }
                legal = {str(move) for move in state.legal_moves()} - {"none"}
                assert spots == legal
                seen |= legal
            state.play(state.random_move(rng))
    assert "monastery" in seen and "road:w" in seen and "city:w" in seen


# --- observations --------------------------------------------------------------------------


def test_lengths_for_the_window_of_40() -> None:
    sizes = {name: encoding_of(name, 40).size for name in SCHEMES}
    assert (sizes["tile_ids"], sizes["packed"], sizes["packed_ids"]) == (3218, 3218, 1618)
    assert (sizes["tile_wise"], sizes["planes"]) == (5 * 72 + 18, 12 * 1600 + 18)
    assert sizes["local"] == 23 * 121 + 20 + 18
    assert encoding_of("tile_ids+local", 40).size == sizes["tile_ids"] + sizes["local"] - SCALARS


class MapOnly:
    """A map of two tiles, which is all that an observer looks at."""

    def __init__(self, kind: str, quarters: int, figure: tuple[int, str] | None = None) -> None:
        self._tiles = [Thing(0, 0, "D", 0), Thing(1, 2, kind, 90 * quarters)]
        self._figure = figure

    def tiles(self) -> Any:
        return self._tiles

    def figures(self) -> Any:
        if self._figure is None:
            return []
        figure = Thing(1, 2, "", 0)
        figure.player, figure.spot = self._figure
        return [figure]


class Thing:
    def __init__(self, x: int, y: int, kind: str, rotation: int) -> None:
        self.x, self.y, self.kind, self.rotation = x, y, kind, rotation
        self.player, self.spot = 0, ""


def board_of(scheme: str, *given: Any) -> bytes:
    """What a scheme keeps of a map."""
    observer = CursorObserver(scheme, 40, 7)
    observer.look(MapOnly(*given), 0)
    kept: Any = observer._schemes[0]  # of which the local view shows a part
    seen: bytes = (kept._map if scheme == "local" else observer._values).tobytes()
    return seen


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_tile_in_every_rotation_looks_different(scheme: str) -> None:
    boards = {board_of(scheme, kind, quarters) for kind, quarters in FACES}
    assert len(FACES) == 79 and len(boards) == 79


@pytest.mark.parametrize("scheme", [name for name in SCHEMES if name != "local"])
def test_meeples_look_different_by_owner_and_place(scheme: str) -> None:
    """On X, the crossing, all four roads can be claimed."""
    figures = [None, *((player, f"road:{edge}") for player in (0, 1) for edge in "nesw")]
    assert len({board_of(scheme, "X", 0, figure) for figure in figures}) == 9


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_tile_in_hand_looks_different(scheme: str) -> None:
    seen = set()
    for kind in KINDS:
        state, cursor = drawn(kind)
        observer = CursorObserver(scheme, 40, 7)
        observer.look(state, 0)
        for action in (ROTATE, ROTATE, ROTATE, ROTATE, NORTH, EAST):
            observed = observer.observe(state, cursor, 0)
            seen.add(observed.tobytes())
            cursor.act(state, action)
    assert len(seen) == 24 * 5  # after four turns the tile is back where it was


@pytest.mark.parametrize("scheme", [*SCHEMES, "packed+local"])
def test_what_is_kept_equals_what_is_seen_anew(scheme: str) -> None:
    """Along games, also after another game was looked at, and always between -1 and 1."""
    kept = CursorObserver(scheme, 40, 7)
    rng = quadrille.Rng(3)
    for seed in range(3):
        state, cursor = GAME.new(seed=seed), Cursor(40)
        while not state.is_over():
            if state.player() == 0:
                cursor.begin(state)
                kept.look(state, 0)
                fresh = CursorObserver(scheme, 40, 7)
                fresh.look(state, 0)
                for _ in range(3):
                    mine = kept.observe(state, cursor, 0)
                    assert np.array_equal(mine, fresh.observe(state, cursor, 0))
                    assert np.abs(mine).max() <= 1 and mine.shape == kept.encoding.shape
                    cursor.act(state, rng.below(5) if cursor.phase is Phase.TILE_DRAWN else 2)
            state.play(state.random_move(rng))


def test_the_first_numbers_tell_of_the_turn() -> None:
    state, cursor = drawn("X", "E", "0,1@180", "none", "U", "1,0@90", "road:e")
    observer = CursorObserver("tile_ids", 40, 7)
    observer.look(state, 1)
    events(state, cursor, WEST, SOUTH, ROTATE)
    observed = observer.observe(state, cursor, 1)
    expected = [6 / 7, 1.0, 1 / 3, -1 / 20, -1 / 20, 0, 3 / ALL_TILES, 0, 1, 0, 0, 0, 0, *[0] * 5]
    assert observed[:SCALARS] == pytest.approx(expected)
    cursor.phase, cursor.direction = Phase.MEEPLE_DRAWN, DIRECTIONS.index("W")
    observed = observer.observe(state, cursor, 1)
    assert observed[5] == pytest.approx(3 / 5)
    assert list(observed[7:SCALARS]) == [0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0]


def test_the_local_view_shows_where_the_tile_fits() -> None:
    state, cursor = drawn("U")
    observer = CursorObserver("local", 40, 7)
    observer.look(state, 0)
    planes = observer.observe(state, cursor, 0)[SCALARS:][: 23 * 121].reshape(23, 11, 11)
    assert planes[17, 5, 5] == 1 == planes[17].sum()  # the base tile under the cursor
    cells = {(x - 5, y - 5) for y, x in np.argwhere(planes[15]).tolist()}
    turned = {(x - 5, y - 5) for y, x in np.argwhere(planes[16]).tolist()}
    assert cells == {cell for cell in state.open_cells() if state.fits(cell, 0)}
    assert turned == {
        cell for cell in state.open_cells() if state.fits(cell, 90) and not state.fits(cell, 0)
    }


# --- refusals and pictures -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "expected"),
    [("tiles", "tile_ids"), ("local+local", "every observation scheme once"), ("", "scheme")],
)
def test_unknown_schemes_are_refused(name: str, expected: str) -> None:
    with pytest.raises(BadSpec, match=expected):
        GAME.encoding(f"cursor:{name}")


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"farmers": False},
        {"farmers": False, "board": 40, "inns": True},
        {"farmers": False, "board": 40, "start_tile": False},
        {"farmers": False, "board": 1},
    ],
)
def test_games_that_it_cannot_play_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(BadOption, match="the cursor"):
        quadrille.game("carcassonne", **options).encoding("cursor:tile_ids")


def test_pictures_show_cursor_boundary_and_phase() -> None:
    state, cursor = drawn("E")
    on_base = cursor_svg(state, cursor)
    assert "TileDrawn, tile E at 0,0@0, decision 1" in on_base and "#b3261e" in on_base
    events(state, cursor, NORTH, ROTATE, ROTATE)
    fitting = cursor_svg(state, cursor, "rotated")
    assert "tile E at 0,1@180" in fitting and "last: rotated" in fitting
    assert fitting.count('stroke="#1f7a3a"') == 1 and 'stroke-width="8"' in fitting
    assert "boundary -1,-1 to 1,1" in cursor_text(state, cursor)
    state.play("0,1@180")
    cursor.begin(state)
    events(state, cursor, 0, DIRECTIONS.index("S"))
    assert "MeepleDrawn" in cursor_svg(state, cursor) and "meeple to S" in cursor_svg(state, cursor)
