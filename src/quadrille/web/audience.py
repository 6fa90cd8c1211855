"""The open pages of one game: which seats each of them holds, and who is present."""

import asyncio
import time
from typing import Any

from quadrille.web.seats import LINK, Claim, Seats, Viewer
from quadrille.web.visibility import Refused, Visibility

AWAY = 4.0
"""Seconds after which somebody who closed the page is shown as away; a reload takes less."""


class Audience:
    """The viewers of a game, and what they are told about its seats."""

    def __init__(self, seats: Seats, visibility: Visibility) -> None:
        self.seats = seats
        self._visibility = visibility
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
            if self.seats.known([claim.invite]):  # the key of a seat, from another browser
                viewer.keys = (*viewer.keys, claim.invite)
            else:
                answer = self.seats.claim(claim, viewer.keys, secret=self._visibility.hides)
        viewer.seats = self.seats.held(viewer.keys)
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
        if not self.seats.is_host(viewer.keys):
            raise Refused("only whoever began the game can change its links")
        if not 0 <= player < len(self.seats.all) or self.seats.all[player].role != LINK:
            raise Refused("expected a player who was invited by a link")
        if self.seats.all[player].key and self._visibility.hides:
            raise Refused("a seat that was taken in a game with secrets stays taken until the end")
        self.seats.renew(player)

    def reseat(self) -> list[Viewer]:
        """Find everybody's seats again, and tell everybody; those who have lost one."""
        changed = [each for each in self.viewers if each.seats != self.seats.held(each.keys)]
        for each in changed:
            each.seats = self.seats.held(each.keys)
            each.shown, each.known = None, 0
        self._update(news=True)
        return changed

    def tell_seats(self) -> None:
        """Send every viewer who sits where."""
        for viewer in self.viewers:
            viewer.send({"type": "seats", **self.describe(viewer)})

    def describe(self, viewer: Viewer) -> dict[str, Any]:
        """The seats as a viewer sees them."""
        return {
            "players": self._visibility.players(viewer),
            "keys": self.seats.known(viewer.keys),
            "host": self.seats.is_host(viewer.keys),
            "invitations": self.seats.invitations(viewer.keys),
        }

    def _update(self, *, news: bool = False, come: Viewer | None = None) -> None:
        """Tell the viewers if there are news, or players have come or gone."""
        everybody = (*self.viewers, *(() if come is None else (come,)))
        present = frozenset(player for viewer in everybody for player in viewer.seats)
        before, self.seats.present = self.seats.present, present
        if news or before != present:
            self.tell_seats()
