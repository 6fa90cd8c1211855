"""Where the points of a game came from: every scored feature, turn by turn.

The moves are played again. What a turn scores is read from the map in its meeple step, where all
features that the tile completed still hold their figures; the rest is what the last position
would give if the game stopped there, which for a finished game is the final scoring.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quadrille.core.errors import BadRecord
from quadrille.core.records.record import Record
from quadrille.games.carcassonne._core import Region, State

Cell = tuple[int, int]

KINDS = ("city", "road", "monastery", "garden")
"""What scores during the game, in the order of the position's text."""


@dataclass(frozen=True)
class Scored:
    """Points that one player got for one feature; players who tie have an entry each."""

    turn: int
    """Counted from 1. 0 stands for points that the first position brought along, and the number
    after the last turn for the final scoring."""
    player: int
    """Who got the points."""
    moves: tuple[str, ...]
    """The moves of that turn: draws, place and meeple step. Empty in the final scoring."""
    kind: str
    """``city``, ``road``, ``monastery`` or ``garden``; in the final scoring also ``farm`` and, for
    what was not completed, ``unfinished city`` and so on: the names of ``breakdown()``."""
    points: int
    cells: tuple[Cell, ...]
    """Of the feature's tiles, by y, then x."""


@dataclass(frozen=True)
class Row:
    """One turn of a game."""

    turn: int
    """As in ``Scored``; the first row is the first position, the last one the final scoring."""
    mover: int | None
    """Whose turn it was."""
    moves: tuple[str, ...]
    gains: tuple[int, ...]
    """Points that each player got in this turn."""
    totals: tuple[int, ...]
    """Points of each player after it."""


def history(record: Record) -> list[Scored]:
    """All that scored in a game, in order; a player's points add up to the score in the record.

    BadRecord if the record is wrong or of another game.
    """
    return [entry for turn in _turns(record) for entry in turn.scored]


def table(record: Record) -> list[Row]:
    """The points of each player turn by turn; the last row has the scores in the record."""
    rows: list[Row] = []
    totals = [0] * len(record.players)
    for turn in _turns(record):
        gains = [0] * len(totals)
        for entry in turn.scored:
            gains[entry.player] += entry.points
        totals = [total + gain for total, gain in zip(totals, gains, strict=True)]
        rows.append(Row(turn.number, turn.mover, turn.moves, tuple(gains), tuple(totals)))
    return rows


@dataclass(frozen=True)
class _Turn:
    number: int
    mover: int | None
    moves: tuple[str, ...]
    scored: list[Scored]


def _turns(record: Record) -> Iterator[_Turn]:
    """The first position, every turn, and the final scoring.

    A turn that the record breaks off belongs to the final scoring, which counts what its tile
    completed as completed.
    """
    states = record.replay()
    state = _checked(next(states), record)
    yield _Turn(0, None, (), list(_brought_along(state)))
    number, moves = 1, tuple[str, ...]()
    for played, after in zip(record.moves, states, strict=False):
        moves += (played.move,)
        if state.last_cell() is not None:
            found = [
                Scored(number, owner, moves, region.kind, region.value, tuple(region.cells))
                for region, owners in scored_by(state, played.player, played.move)
                for owner in owners
            ]
            yield _Turn(number, played.player, moves, found)
            number, moves = number + 1, ()
        state = _checked(after, record)
    next(states, None)  # checks the result
    yield _Turn(number, None, (), list(_final(state, number)))


def _checked(state: object, record: Record) -> State:
    if not isinstance(state, State):
        raise BadRecord(f"expected a game of carcassonne, got {record.game!r}")
    return state


def _brought_along(state: State) -> Iterator[Scored]:
    for player, points in enumerate(state.points()):
        for kind in KINDS:
            if points[kind] > 0:
                yield Scored(0, player, (), kind, points[kind], ())


def scored_by(state: State, mover: int, move: str) -> Iterator[tuple[Region, Sequence[int]]]:
    """The features that score at the end of a turn, and for whom; `state` is its meeple step."""
    recalled = _abbot_of(state, mover) if move == "recall" else None
    put = (state.last_cell(), move.removeprefix("big:").removeprefix("abbot:"))
    for region in state.regions():
        if recalled in region.spots:
            yield region, (mover,)
        elif region.complete:
            # A figure may only be put where nobody stands, so that it scores alone.
            owners = (mover,) if put in region.spots else region.owners
            yield region, owners


def _abbot_of(state: State, player: int) -> tuple[Cell, str] | None:
    for figure in state.figures():
        if figure.player == player and figure.figure == "abbot":
            return (figure.x, figure.y), figure.spot
    return None


def _final(state: State, number: int) -> Iterator[Scored]:
    for region in state.regions():
        kind = region.kind if region.complete else f"unfinished {region.kind}"
        if region.kind == "field":
            kind = "farm"
        for owner in region.owners if region.value > 0 else ():
            yield Scored(number, owner, (), kind, region.value, tuple(region.cells))
