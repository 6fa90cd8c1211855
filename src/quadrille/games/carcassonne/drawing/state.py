"""What the pictures ask of a state, and whose turn it is."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from quadrille.core.drawing.svg import player_name, player_names


class LaidTile(Protocol):
    """A tile on the table."""

    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def rotation(self) -> int: ...


class LaidFigure(Protocol):
    """A figure on the table."""

    @property
    def player(self) -> int: ...
    @property
    def figure(self) -> str: ...
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...
    @property
    def spot(self) -> str: ...


class Supply(Protocol):
    """The figures that a player has left."""

    @property
    def meeple(self) -> int: ...
    @property
    def big(self) -> int: ...
    @property
    def abbot(self) -> int: ...


class CarcassonnePosition(Protocol):
    """A state, as far as the pictures are concerned."""

    def tiles(self) -> Sequence[LaidTile]: ...
    def figures(self) -> Sequence[LaidFigure]: ...
    def hand(self) -> str: ...
    def last_cell(self) -> tuple[int, int] | None: ...
    def remaining(self) -> Mapping[str, int]: ...
    def meeples(self) -> Sequence[Supply]: ...
    def open_cells(self) -> Sequence[tuple[int, int]]: ...
    def dead_cells(self) -> Sequence[tuple[int, int]]: ...
    def points(self) -> Sequence[Mapping[str, int]]: ...
    def breakdown(self) -> Sequence[Mapping[str, int]]: ...
    def scores(self) -> Sequence[float]: ...
    def num_players(self) -> int: ...
    def legal_moves(self) -> Sequence[Any]: ...
    def text(self) -> str: ...


class DrawnTurn(NamedTuple):
    """Whose turn it is, also while a tile is drawn, and what is to be done."""

    player: int
    """-1 when the game is over."""
    phase: str
    """``draw``, ``place``, ``meeple`` or ``over``."""


def turn_of(state: CarcassonnePosition) -> DrawnTurn:
    """The turn, from the last field of the position's text."""
    field = state.text().rsplit(" ", 1)[-1]
    if field == "over":
        return DrawnTurn(-1, field)
    player, phase, *_ = field.split(":")
    return DrawnTurn(int(player), phase)


def cell_of(move: str) -> tuple[int, int] | None:
    """The cell of a placement like ``-2,1@270``; None for other moves."""
    cell, at, _ = move.partition("@")
    if not at:
        return None
    x, _, y = cell.partition(",")
    return int(x), int(y)


def headline(state: CarcassonnePosition) -> str:
    """Who does what, or how the game ended."""
    player, phase = turn_of(state)
    if phase == "over":
        return _ending(state)
    does = {"draw": "draws a tile", "place": "places the tile", "meeple": "may claim"}
    return f"{player_name(player)} {does[phase]}"


def best(state: CarcassonnePosition) -> list[int]:
    """The players with most points."""
    scores = state.scores()
    return [player for player, score in enumerate(scores) if score == max(scores)]


def _ending(state: CarcassonnePosition) -> str:
    scores, first = state.scores(), best(state)
    if len(scores) == 1:
        return f"The end: {scores[0]:g} points"
    if len(first) == 1:
        return f"{player_name(first[0])} wins"
    return f"{player_names(first)} tie"


def describe(state: CarcassonnePosition, last: str) -> str:
    """The position in words, for screen readers."""
    tiles, remaining = state.tiles(), sum(state.remaining().values())
    parts = [headline(state)]
    if last:
        parts.append(f"Last move: {last}")
    if state.hand():
        parts.append(f"Tile in hand: {state.hand()}")
    parts.append(f"{len(tiles)} tiles lie, {remaining} remain")
    supplies = zip(state.scores(), state.meeples(), strict=True)
    for player, (score, supply) in enumerate(supplies):
        left = supply.meeple + supply.big + supply.abbot
        parts.append(f"{player_name(player)}: {score:g} points, {left} figures left")
    for laid in state.figures():
        name = "" if laid.figure == "meeple" else f"{laid.figure} on "
        parts.append(f"{player_name(laid.player)} at {laid.x},{laid.y}: {name}{laid.spot}")
    return ". ".join(parts) + "."
