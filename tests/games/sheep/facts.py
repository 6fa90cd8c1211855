"""What Sheep and its oracle say about a position, in forms that can be compared."""

from typing import Any

import pytest

from games.lockstep import Pairs
from oracles.sheep import Oracle
from oracles.sheep_field import CELLS, DIRECTIONS, Cell

FULL_EVERY = 11
"""Views, regions and landings are compared every 11 plies, so that each player gets its turn."""


def near(numbers: list[float]) -> Any:
    """Equal up to rounding: the two may add in a different order."""
    return pytest.approx(numbers, rel=0, abs=1e-9)


def phase_of(oracle: Oracle) -> str:
    if oracle.is_over():
        return "over"
    return "start" if oracle.starting() else "slide"


def move_facts(oracle: Oracle, text: str) -> tuple[Any, ...]:
    """The kind, origin, target, direction and sheep of a legal move."""
    if text == "pass":
        return "pass", None, None, 0, None
    if "-" not in text:
        return "start", None, CELLS[text], 0, None
    way, _, moved = text.partition(":")
    origin, target = (CELLS[name] for name in way.split("-"))
    directions = [pad for pad in DIRECTIONS if oracle.landing(*origin, pad) == target]
    assert len(directions) == 1, text
    return "slide", origin, target, directions[0], None if moved == "?" else int(moved)


def native_move_facts(move: Any) -> tuple[Any, ...]:
    return move.kind, move.origin, move.target, move.direction, move.sheep


def flocks_of(oracle: Oracle) -> list[tuple[Any, ...]]:
    """Every occupied cell: x, y, player, sheep and whether they are known to be 1."""
    return [
        (*cell, oracle.owner[cell], oracle.count[cell], cell in oracle.known)
        for cell in oracle.order
        if cell in oracle.owner
    ]


def native_flocks(state: Any) -> list[tuple[Any, ...]]:
    return [(flock.x, flock.y, flock.player, flock.sheep, flock.known) for flock in state.flocks()]


def landings_of(state: Any, cells: list[Cell]) -> list[Cell | None]:
    """Where slides from these cells end, in all directions, by the game or by its oracle."""
    return [state.landing(x, y, direction) for x, y in cells for direction in DIRECTIONS]


def field_facts(state: Any, oracle: Oracle) -> Pairs:
    """The contents of the field."""
    yield "problems", state.problems(), []
    numbers = (oracle.size, oracle.sheep, oracle.hidden, oracle.teams)
    found = (state.size(), state.flock(), state.hides_counts(), state.has_teams())
    yield "numbers", found, numbers
    yield "phase", state.phase(), phase_of(oracle)
    yield "flocks", native_flocks(state), flocks_of(oracle)
    cells = [(x, y) for y in range(oracle.size) for x in range(oracle.size)]
    walls = [cell for cell in cells if cell not in oracle.free and cell not in oracle.owner]
    yield "walls", [cell for cell in cells if state.is_wall(*cell)], walls
    owners = [oracle.owner.get(cell, -1) for cell in cells]
    yield "owners", [state.owner(*cell) for cell in cells], owners
    counts = [oracle.count.get(cell, 0) for cell in cells]
    yield "sheep", [state.sheep(*cell) for cell in cells], counts
    known = [cell for cell in cells if cell in oracle.known]
    yield "known", [cell for cell in cells if state.is_known(*cell)], known
    yield "start cells", state.start_cells(), oracle.start_cells()
    yield "landings", landings_of(state, oracle.order), landings_of(oracle, oracle.order)
    for player in range(oracle.players):
        yield f"regions of {player}", state.regions(player), oracle.regions(player)
    moves = [native_move_facts(move) for move in state.legal_moves()]
    yield "moves", moves, [move_facts(oracle, move) for move in oracle.legal_moves()]


def view_facts(state: Any, oracle: Oracle) -> Pairs:
    """What the players see."""
    moves = oracle.legal_moves()
    for player in range(oracle.players):
        native, view = state.view(player), oracle.view(player)
        yield f"view of {player}", native.text(), view.text()
        yield (
            f"moves in the view of {player}",
            list(map(str, native.legal_moves())),
            (view.legal_moves()),
        )
        yield f"flocks in the view of {player}", native_flocks(native), flocks_of(view)
        yield f"problems of the view of {player}", native.problems(), []
        seen = [str(state.seen(move, player)) for move in moves]
        yield f"moves seen by {player}", seen, [oracle.seen(move, player) for move in moves]


def facts(state: Any, oracle: Oracle, ply: int) -> Pairs:
    """What the game and its oracle say about a position."""
    yield "text", state.text(), oracle.text()
    yield "player", state.player(), oracle.player()
    yield "legal moves", [str(move) for move in state.legal_moves()], oracle.legal_moves()
    yield "is over", state.is_over(), oracle.is_over()
    yield "scores", state.scores(), near(oracle.scores())
    yield "contest points", state.contest_points(), near(oracle.contest_points())
    if state.is_over():
        yield "outcome", state.outcome(), near(oracle.outcome())
    if ply % FULL_EVERY == 0 or state.is_over():
        yield from field_facts(state, oracle)
        yield from view_facts(state, oracle)
