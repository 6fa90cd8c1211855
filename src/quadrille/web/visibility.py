"""Who may see what of a game on the page: views for seats, nothing for strangers, covers."""

from typing import Any

from quadrille.arena.play.table import Table
from quadrille.core.drawing.svg import named
from quadrille.core.state import State
from quadrille.web import shapes
from quadrille.web.catalogue import has_secrets
from quadrille.web.line import look, moves_since
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

    @property
    def names(self) -> list[str]:
        """What the page calls the players."""
        return self._seats.names

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
        table, player = self._table, self._perspective(viewer)
        now = ply == len(table.played) and not table.is_over()
        moves = now and table.state.player() in viewer.seats
        with named(self.names):
            return look(
                table.states,
                table.played,
                ply,
                moves=moves,
                player=player,
                mine=self._mine(viewer, ply),
            )

    def _mine(self, viewer: Viewer, ply: int) -> frozenset[int]:
        """Whose last move is what a viewer knows already: several may sit at one screen."""
        mover = at(self._table.states, ply).player()
        return frozenset({mover}) if mover in viewer.seats else viewer.seats

    def played(self, viewer: Viewer, since: int) -> list[dict[str, Any]]:
        """The moves from a ply on, as a viewer saw them; none if it may not see them now."""
        player = self.perspective(viewer)
        if player == COVERED or not self.may_see(viewer):
            return []
        return moves_since(self._table.states, self._table.played, since, player)

    def players(self, viewer: Viewer) -> list[dict[str, Any]]:
        """Who plays."""
        described = shapes.players(self._table.state, self.names)
        return [
            {
                **each,
                "role": seat.role,
                "label": seat.shown_name,
                "spec": None if seat.is_person else seat.spec,
                "here": player in viewer.seats,
                "taken": not seat.is_person or seat.key != "",
                "present": not seat.is_person or player in self._seats.present,
            }
            for player, (seat, each) in enumerate(zip(self._seats.all, described, strict=True))
        ]

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
