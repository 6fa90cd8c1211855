"""The open pages of one game: which seats each of them holds, who is present, and what they see."""

import asyncio
import time
from typing import Any, Protocol

from quadrille.arena.play.table import Table
from quadrille.core.records.record import Result
from quadrille.core.state import State
from quadrille.web import shapes
from quadrille.web.offers import Offers
from quadrille.web.seats import LINK, Claim, Seats, Viewer
from quadrille.web.setup import Setup
from quadrille.web.timer import TurnTimer
from quadrille.web.visibility import COVERED, SECRET, Refused, Visibility

AWAY = 4.0
"""Seconds after which somebody who closed the page is shown as away; a reload takes less."""


class ShownGame(Protocol):
    """What viewers are shown of a game on the page."""

    id: str
    setup: Setup
    seats: Seats
    visibility: Visibility
    table: Table
    offers: Offers
    timer: TurnTimer
    speed: float
    paused: bool

    @property
    def state(self) -> State: ...
    @property
    def ply(self) -> int: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def allows_help(self) -> bool: ...
    def result(self) -> Result: ...


class Audience:
    """The viewers of a game, and what they are sent."""

    def __init__(self, room: ShownGame) -> None:
        self._room = room
        self._seats = room.seats
        self.viewers: set[Viewer] = set()
        self.left = time.monotonic()
        """When the last viewer left."""

    def tell(self, message: dict[str, Any]) -> None:
        """Send something to every viewer."""
        for viewer in self.viewers:
            viewer.send(message)

    def sit(self, viewer: Viewer, claim: Claim | None) -> str:
        """Find the seats of a viewer; if it claimed one and does not get it, why."""
        answer = ""
        if claim is not None:
            viewer.keys = (*viewer.keys, claim.key)
            if self._seats.known([claim.invite]):  # the key of a seat, from another browser
                viewer.keys = (*viewer.keys, claim.invite)
            else:
                answer = self._seats.claim(claim, viewer.keys, secret=self._room.visibility.hides)
        viewer.seats = self._seats.held(viewer.keys)
        return answer

    def enter(self, viewer: Viewer, *, news: bool) -> None:
        """Add a viewer; the others are told if it is a player, and if there are ``news``."""
        self._update(news=news, come=viewer)
        self.viewers.add(viewer)

    def leave(self, viewer: Viewer) -> None:
        """A page was closed; the others are told if its player does not come back soon."""
        self.viewers.discard(viewer)
        self.left = time.monotonic()
        asyncio.get_running_loop().call_later(AWAY, self._update)

    def renew(self, viewer: Viewer, player: int) -> None:
        """Replace the link of a seat, for whoever began the game."""
        if not self._seats.is_host(viewer.keys):
            raise Refused("only whoever began the game can change its links")
        if not 0 <= player < len(self._seats.all) or self._seats.all[player].role != LINK:
            raise Refused("expected a player who was invited by a link")
        if self._seats.all[player].key and self._room.visibility.hides:
            raise Refused("a seat that was taken in a game with secrets stays taken until the end")
        self._seats.renew(player)

    def rename(self, viewer: Viewer, player: int, name: str) -> None:
        """Call a person by another name, who is at the viewer's screen."""
        if player not in viewer.seats:
            raise Refused("only whoever sits there can change the name of a player")
        self._seats.rename(player, name)

    def reseat(self) -> list[Viewer]:
        """Find everybody's seats again, and tell everybody; those who have lost one."""
        changed = [each for each in self.viewers if each.seats != self._seats.held(each.keys)]
        for each in changed:
            each.seats = self._seats.held(each.keys)
            each.shown, each.known = None, 0
        self._update(news=True)
        return changed

    def tell_offer(self) -> None:
        """Send every viewer what people have asked each other."""
        self.tell({"type": "offer", "offer": self._room.offers.to_dict()})

    def tell_seats(self) -> None:
        """Send every viewer who sits where."""
        for viewer in self.viewers:
            viewer.send({"type": "seats", **self.describe_seats(viewer)})

    def describe_seats(self, viewer: Viewer) -> dict[str, Any]:
        """Who sits where, as a viewer may know it."""
        return {
            "players": self._room.visibility.players(viewer),
            "keys": self._seats.known(viewer.keys),
            "host": self._seats.is_host(viewer.keys),
            "invitations": self._seats.invitations(viewer.keys),
        }

    def describe(self, viewer: Viewer) -> dict[str, Any]:
        """Everything about the game but the position."""
        room = self._room
        visibility, people = room.visibility, room.visibility.people
        return {
            "type": "room",
            "id": room.id,
            "game": room.setup.game.name,
            "title": room.setup.game.title,
            "options": dict(room.table.game.options),
            **self.describe_seats(viewer),
            "played": visibility.played(viewer, 0),
            "secrets": visibility.secrets,
            "clock": str(room.setup.time_control) or None,
            "speed": room.speed,
            "paused": room.paused,
            "offer": room.offers.to_dict(),
            "help": room.setup.help and room.seats.between_people,
            "can": {
                "undo": bool(viewer.seats) and set(people) <= viewer.seats,
                "resign": bool(viewer.seats),
                "hint": bool(viewer.seats) and room.allows_help,
                "help": room.allows_help,
                "rematch": bool(viewer.seats) or not people,
                "analyse": room.allows_help and not visibility.hides,
                "pause": not people,
                **room.offers.can(viewer),
            },
        }

    def show(self, viewer: Viewer) -> None:
        """Send the position as a viewer may see it."""
        room = self._room
        mover = room.state.player()
        if not room.visibility.may_see(viewer):
            viewer.send({"type": "hidden", "error": SECRET})
            return
        if room.visibility.perspective(viewer) == COVERED:
            viewer.send({"type": "cover", "player": mover if mover in viewer.seats else None})
            return
        since, viewer.known = min(viewer.known, room.ply), room.ply
        viewer.send(
            {
                "type": "scene",
                "scene": room.visibility.scene(viewer, room.ply),
                "since": since,
                "played": room.visibility.played(viewer, since),
                "result": shapes.result(room.result(), room.state, room.visibility.names),
                "clock": room.timer.left(),
                "running": mover if room.timer.runs(mover) and not room.is_over else None,
            }
        )

    def _update(self, *, news: bool = False, come: Viewer | None = None) -> None:
        """Tell the viewers if there are news, or players have come or gone."""
        everybody = (*self.viewers, *(() if come is None else (come,)))
        present = frozenset(player for viewer in everybody for player in viewer.seats)
        before, self._seats.present = self._seats.present, present
        if news or before != present:
            self.tell_seats()
