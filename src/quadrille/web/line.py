"""A line of moves with its positions, and what each player may see of it."""

from collections.abc import Collection, Sequence
from typing import Any

from quadrille.core.drawing.svg import named
from quadrille.core.game import Game
from quadrille.core.package import MadeMove
from quadrille.core.records.record import Played, Record, Result
from quadrille.core.state import State
from quadrille.web import shapes
from quadrille.web.catalogue import has_secrets

MAX_MARKED = 16
"""Moves that are marked in a picture."""


class Line:
    """A game on an analysis board: any position of it can be looked at, and played on from."""

    def __init__(self, game: Game, start: State, names: Sequence[str]) -> None:
        self.game = game
        self.names = names
        """What the page calls the players."""
        self.states: list[State] = [start]
        """The first position and that after each move."""
        self.played: list[Played] = []
        self.stopped: Result | None = None
        """How the recorded game ended, if the line still ends where it did."""

    @classmethod
    def of_record(cls, record: Record, game: Game, names: Sequence[str]) -> "Line":
        """The line of a record; BadRecord if it is wrong."""
        states = list(record.replay(game))
        line = cls(game, states[0], names)
        line.states, line.played = states, list(record.moves)
        line.stopped = record.result
        return line

    def play(self, ply: int, text: str) -> None:
        """Play a move at a ply; what came after it is dropped. IllegalMove if it is not legal."""
        if not 0 <= ply < len(self.states):
            raise ValueError(f"expected a ply from 0 to {len(self.played)}, got {ply}")
        before = self.states[ply]
        if ply < len(self.played) and self.played[ply].move == text:
            return  # it is on the line already
        after = before.copy()
        after.play(text)
        exact = before.move_text(before.parse_move(text))
        self.states[ply + 1 :] = [after]
        self.played[ply:] = [Played(before.player(), exact)]
        self.stopped = None

    def result(self) -> Result:
        """How the line ends."""
        return self.stopped or Result.of(self.states[-1])

    def scene(self, ply: int) -> dict[str, Any]:
        """A position with all that there is to see."""
        with named(self.names):
            return look(self.states, self.played, ply, moves=True, player=None, mine=())

    def moves_since(self, ply: int) -> list[dict[str, Any]]:
        """The moves from a ply on."""
        return moves_since(self.states, self.played, ply, None)


def look(
    states: list[State],
    played: list[Played],
    ply: int,
    *,
    moves: bool,
    player: int | None,
    mine: Collection[int],
) -> dict[str, Any]:
    """A position of a line as a player sees it, or wholly; what ``mine`` have not answered yet is
    marked."""
    if not 0 <= ply < len(states):
        raise ValueError(f"expected a ply from 0 to {len(states) - 1}, got {ply}")
    state = states[ply]
    hidden = player is not None and has_secrets(state)
    viewer = player if hidden else None
    shown = state if viewer is None else state.view(viewer)
    marked = last_turn(played[:ply], mine)
    # What a move brought is shown once, even if it was answered at once.
    plies = [*last_turn(played[: marked[0]], ()), *marked] if marked else []
    made = [_made(states[at], played[at], viewer) for at in plies]
    last = made[len(plies) - len(marked) :]
    scene = shapes.scene(shown, ply, made=last, moves=moves, whole=not hidden)
    gains, motions = shapes.new_points(shown, plies, made), shapes.motions(shown, plies, made)
    return {**scene, "gains": gains, "motions": motions}


def moves_since(
    states: list[State], played: list[Played], since: int, player: int | None
) -> list[dict[str, Any]]:
    """The moves from a ply on as a player saw them, or wholly."""
    found = []
    for ply in range(since, len(played)):
        before = states[ply]
        text = seen(before, played[ply], player)
        view = before if player is None else before.view(player)
        found.append(shapes.played(ply, played[ply], text, view))
    return found


def last_turn(played: Sequence[Played], mine: Collection[int]) -> list[int]:
    """The plies of the moves made since the last one of ``mine``; if there are none, or nobody is
    among ``mine``, those of the last player's turn. Chance is left out."""
    found: list[int] = []
    for ply in range(len(played) - 1, -1, -1):
        player = played[ply].player
        whose = played[found[0]].player if found else player
        theirs = bool(mine) and whose not in mine
        if found and (player in mine if theirs else player != whose):
            break
        if player >= 0 and played[ply].move:
            found.insert(0, ply)
        if len(found) == MAX_MARKED:
            break
    return found


def _made(before: State, each: Played, player: int | None) -> MadeMove:
    """A move as a player saw it."""
    view = before if player is None else before.view(player)
    return MadeMove(view, each.player, _seen(before, each, player))


def seen(state: State, each: Played, player: int | None) -> str:
    """The text of a move made in a state, as a player saw it; wholly if there is none."""
    if player is None or not each.move:
        return each.move
    return state.move_text(_seen(state, each, player))


def _seen(state: State, each: Played, player: int | None) -> Any:
    move = state.parse_move(each.move)
    return move if player is None else state.seen(move, player)
