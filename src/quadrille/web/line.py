"""A line of moves with its positions, and what each player may see of it."""

from typing import Any

from quadrille.core.game import Game
from quadrille.core.records.record import Played, Record, Result
from quadrille.core.state import State
from quadrille.web import shapes
from quadrille.web.catalogue import has_secrets


class Line:
    """A game on an analysis board: any position of it can be looked at, and played on from."""

    def __init__(self, game: Game, start: State, players: tuple[str, ...] = ()) -> None:
        self.game = game
        self.players = players or ("",) * start.num_players()
        self.states: list[State] = [start]
        """The first position and that after each move."""
        self.played: list[Played] = []
        self.stopped: Result | None = None
        """How the recorded game ended, if the line still ends where it did."""

    @classmethod
    def of_record(cls, record: Record, game: Game) -> "Line":
        """The line of a record; BadRecord if it is wrong."""
        states = list(record.replay(game))
        line = cls(game, states[0], record.players)
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
        return look(self.states, self.played, ply, moves=True, player=None)


def look(
    states: list[State], played: list[Played], ply: int, *, moves: bool, player: int | None
) -> dict[str, Any]:
    """A position of a line as a player sees it, or wholly."""
    if not 0 <= ply < len(states):
        raise ValueError(f"expected a ply from 0 to {len(states) - 1}, got {ply}")
    state = states[ply]
    hidden = player is not None and has_secrets(state)
    last = last_seen(states, played, ply, player if hidden else None)
    shown = state.view(player) if hidden and player is not None else state
    return shapes.scene(shown, ply, last=last, moves=moves, whole=not hidden)


def last_seen(
    states: list[State], played: list[Played], ply: int, player: int | None
) -> Any | None:
    """The last move before a ply that somebody made, as a player saw it."""
    for index in range(ply - 1, -1, -1):
        if played[index].player >= 0 and played[index].move:
            return _seen(states[index], played[index], player)
    return None


def seen(state: State, each: Played, player: int | None) -> str:
    """The text of a move made in a state, as a player saw it; wholly if there is none."""
    if player is None or not each.move:
        return each.move
    return state.move_text(_seen(state, each, player))


def _seen(state: State, each: Played, player: int | None) -> Any:
    move = state.parse_move(each.move)
    return move if player is None else state.seen(move, player)
