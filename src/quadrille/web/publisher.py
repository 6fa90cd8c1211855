"""What happens after a change of a game: it is saved, then shown to all viewers."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from quadrille.arena.store import BadStore
from quadrille.web.audience import Audience

LOG = logging.getLogger("quadrille.web")
SOON = 0.02
"""Seconds that an agent has to answer before the move of a person is shown alone."""
TROUBLE = {
    "type": "trouble",
    "error": "this game cannot be saved; you can play on, but it is lost if the server stops",
}


class Publisher:
    """Saves and shows one game; ``busy`` is held by whoever changes it."""

    def __init__(
        self,
        id: str,
        audience: Audience,
        busy: asyncio.Lock,
        save: Callable[[], Awaitable[None]],
        answered: Callable[[float], None],
    ) -> None:
        """``answered`` gets the seconds it took to show a person's move."""
        self._id = id
        self._audience = audience
        self._busy = busy
        self._save = save
        self._answered = answered
        self._coming: asyncio.Task[None] | None = None
        self._moved = 0.0  # when a person made a move that has not been shown yet
        self.unsaved = False
        """Whether the last move is not in the store."""

    @property
    def is_due(self) -> bool:
        """Whether something is still to be saved."""
        return self._coming is not None or self.unsaved

    def person_moved(self, when: float) -> None:
        """A person made a move, which takes until it is shown."""
        self._moved = self._moved or when

    def publish_soon(self) -> None:
        """Save and show the game after a person's move, with the answer if that comes at once."""
        self._coming = asyncio.create_task(self._publish_later())

    async def _publish_later(self) -> None:
        await asyncio.sleep(SOON)
        async with self._busy:
            self._coming = None
            await self.publish()

    async def publish(self) -> None:
        """Save the game, then show it to all viewers; the lock must be held."""
        if self._coming is not None:
            self._coming.cancel()
            self._coming = None
        try:
            await self._save()
            self.unsaved = False
        except BadStore as error:
            LOG.error("game %s cannot be saved: %s", self._id, error)
            self.unsaved = True
        for viewer in list(self._audience.viewers):
            self._audience.show(viewer)
        if self.unsaved:  # after the position, which ends earlier troubles
            self._audience.tell(TROUBLE)
        if self._moved:
            self._answered(time.perf_counter() - self._moved)
            self._moved = 0.0
