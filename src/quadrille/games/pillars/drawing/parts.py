"""What can be asked about in a picture: cells, and why a gamer cannot step or build there."""

from collections.abc import Iterator

from quadrille.core.drawing.svg import element
from quadrille.core.package import Part
from quadrille.games.pillars.drawing.art import FACE, rhombus
from quadrille.games.pillars.drawing.field import top
from quadrille.games.pillars.drawing.state import (
    Cell,
    PillarsPosition,
    cell_words,
    cells,
    side_of,
    target_of,
)


def pillars(state: PillarsPosition) -> Iterator[Part]:
    """Every cell, from the back to the front."""
    moves = [] if state.player() < 0 else [str(move) for move in state.legal_moves()]
    reached = {(move.partition(" ")[0], target_of(state, move)) for move in moves}
    for cell in cells(state):
        x, y = top(state, cell)
        shape = element("path", d=rhombus(FACE), transform=f"translate({x:.5g} {y:.5g})")
        lines = [] if state.actor() < 0 else list(_reasons(state, cell, reached))
        yield Part(shape, cell_words(state, cell), lines)


def _reasons(
    state: PillarsPosition, cell: Cell, reached: set[tuple[str, Cell | None]]
) -> Iterator[str]:
    """Whether whose turn it is may go there and build there, or else why not."""
    actor = state.actor()
    name, here = state.name_of(actor), state.position(actor)
    if cell == here:
        yield f"{name}, whose turn it is, stands here."
        return
    steps, builds = ("move", cell) in reached, ("build", cell) in reached
    no_step, no_build = _no_step(state, cell), _no_build(state, cell)
    yield f"{name} {'can step here' if steps else f'cannot step here: {no_step}'}."
    height = state.height_at(*cell) + 1
    building = f"can build here, up to {height}" if builds else f"cannot build here: {no_build}"
    yield f"{name} {building}."


def _no_step(state: PillarsPosition, cell: Cell) -> str:
    """Why the gamer to act cannot step on a cell."""
    x, y = state.position(state.actor())
    if abs(cell[0] - x) + abs(cell[1] - y) != 1:
        return "it is not next to the gamer's cell"
    if (other := state.gamer_at(*cell)) >= 0:
        return f"{state.name_of(other)} stands there"
    rise = state.height_at(*cell) - state.height_at(x, y)
    if abs(rise) > 1:
        return f"it is {abs(rise)} {'higher' if rise > 0 else 'lower'}, and a step is 1 at most"
    return _no_card(state, "MOVE")


def _no_build(state: PillarsPosition, cell: Cell) -> str:
    """Why the gamer to act cannot build on a cell."""
    x, y = state.position(state.actor())
    if cell == state.centre():
        return "the summit has its full height"
    if (other := state.gamer_at(*cell)) >= 0:
        return f"{state.name_of(other)} stands there"
    if state.height_at(*cell) >= state.height() - 1:
        return f"only the summit is higher than {state.height() - 1}"
    if state.options()["build"] == "adjacent" and abs(cell[0] - x) + abs(cell[1] - y) != 1:
        return "it is not next to the gamer's cell"
    return _no_card(state, "BUILD")


def _no_card(state: PillarsPosition, kind: str) -> str:
    hand = state.hand(side_of(state, state.actor()))
    if state.player() < 0:
        return "cards are drawn first"
    count = None if hand is None else hand.moves if kind == "MOVE" else hand.builds
    return f"the team has no {kind} card" if count == 0 else "it is not this gamer's turn"
