"""Who may see what of a game on the page: views for seats, nothing for strangers, covers."""

from typing import Any

from quadrille.arena.play.table import Table
from quadrille.core.state import State
from quadrille.web import shapes
from quadrille.web.catalogue import has_secrets
from quadrille.web.line import look, seen
from quadrille.web.seats import Seats, Viewer

COVERED = -9
"""The perspective of a screen that must not show anything before the next player is ready."""
SECRET = "this game has secrets: only its players can see it until it is over"
NO_HELP = "in a game between people there are no hints and no analysis until it is over"


class Refused(ValueError):
    """A request that a viewer may not make, or not now."""


class Visibility:
    """What the viewers of one game see."""

    def __init__(self, table: Table, seats: Seats) -> None:
        self._table = table
        self._seats = seats
        self.people = seats.people
        """The players that are people."""
        self.secrets = has_secrets(table.state)
        """Whether players may not know everything."""

    @property
    def hides(self) -> bool:
        """Whether people have secrets now that only their own seats may see."""
        return bool(self.secrets and self.people and not self._table.is_over())

    def check_open(self) -> None:
        """Refuse to show the whole game as long as it has secrets."""
        if self.hides:
            raise Refused(SECRET)

    def may_see(self, viewer: Viewer) -> bool:
        """Whether a viewer may watch, which would show it other people's secrets."""
        return bool(viewer.seats) or not self.hides

    def perspective(self, viewer: Viewer) -> int | None:
        """The player whose view a viewer gets; None for everything, COVERED for nothing yet."""
        if not self.secrets or self._table.is_over() or not viewer.seats:
            return None
        mover, side = self._table.state.player(), self._table.state.side
        here = mover in viewer.seats
        if len({side(player) for player in viewer.seats}) == 1:  # partners have no secrets here
            last = min(viewer.seats) if viewer.shown is None else viewer.shown
            return mover if here else last
        if viewer.shown is None or (here and side(mover) != side(viewer.shown)):
            return COVERED
        return mover if here else viewer.shown

    def state(self, viewer: Viewer, ply: int) -> State:
        """The position at a ply as a viewer may see it; Refused if it may not now."""
        player = self._perspective(viewer)
        state = at(self._table.states, ply)
        return state if player is None else state.view(player)

    def scene(self, viewer: Viewer, ply: int) -> dict[str, Any]:
        """The same for its page, with the legal moves if it is to make one now."""
        table = self._table
        now = ply == len(table.played) and not table.is_over()
        return look(
            table.states,
            table.played,
            ply,
            moves=now and table.state.player() in viewer.seats,
            player=self._perspective(viewer),
        )

    def played(self, viewer: Viewer, since: int) -> list[dict[str, Any]]:
        """The moves from a ply on, as a viewer saw them; none if it may not see them now."""
        player = self.perspective(viewer)
        if player == COVERED or not self.may_see(viewer):
            return []
        states = self._table.states
        return [
            shapes.played(ply, each, seen(states[ply], each, player))
            for ply, each in enumerate(self._table.played)
            if ply >= since
        ]

    def players(self, viewer: Viewer) -> list[dict[str, Any]]:
        """Who plays."""
        return [
            self._player(player, player in viewer.seats) for player in range(len(self._seats.all))
        ]

    def _player(self, player: int, here: bool) -> dict[str, Any]:
        seat = self._seats.all[player]
        label = seat.label or seat.spec
        return {
            "index": player,
            "name": f"Player {player + 1}",
            "side": self._table.state.side(player),
            "role": seat.role,
            "label": ("You" if here else "Person") if seat.is_person else label,
            "spec": None if seat.is_person else seat.spec,
            "here": here,
            "taken": not seat.is_person or seat.key != "",
            "present": not seat.is_person or player in self._seats.present,
        }

    def _perspective(self, viewer: Viewer) -> int | None:
        if not self.may_see(viewer):
            raise Refused(SECRET)
        player = self.perspective(viewer)
        if player == COVERED:
            raise Refused("expected the player at the screen to be ready")
        return player


def at(states: list[State], ply: int) -> State:
    """The position at a ply; Refused if there is none."""
    if not 0 <= ply < len(states):
        raise Refused(f"expected a ply from 0 to {len(states) - 1}, got {ply}")
    return states[ply]
