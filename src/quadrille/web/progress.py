"""The progress of a thinking agent, sent to the viewers of a game."""

import asyncio
import time
from collections.abc import Callable
from threading import Event
from typing import Any

from quadrille.arena.play.table import Table
from quadrille.core.agents.decision import Decision
from quadrille.web.scale import ValueScale

SOON = 0.05
"""Seconds of thinking before the first message about it."""
PACE = 0.25
"""Seconds between two messages."""


class Progress:
    """Sends the progress of the agents of one game."""

    def __init__(self, table: Table, tell: Callable[[dict[str, Any]], None]) -> None:
        """``tell`` sends a message to everybody who watches the game."""
        self._table = table
        self._send = tell
        self._began = 0.0
        self._told = 0.0
        self._state = ""
        self._timer: asyncio.TimerHandle | None = None  # until the first message is sent

    def waiting(self, player: int) -> None:
        """An agent is to move; nothing is sent about one that answers at once."""
        self._began, self._state = 0.0, "waiting"
        self._timer = asyncio.get_running_loop().call_later(SOON, self._speak, player)

    def began(self, player: int) -> None:
        """The agent has started thinking."""
        self._began = self._told = time.monotonic()
        self._state = "thinking"
        if self._timer is None:
            self._tell(player, "thinking")

    def ended(self, player: int) -> None:
        """The agent has answered or failed."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        else:
            self._tell(player, "done")

    def _speak(self, player: int) -> None:
        self._timer = None
        self._tell(player, self._state)

    def hear(self, player: int, stop: Event) -> Callable[[Decision], None]:
        """A callback for the agent's thread, which takes the move that it would play now."""
        loop = asyncio.get_running_loop()

        def said(decision: Decision) -> None:
            now = time.monotonic()
            if now - self._told >= PACE and not stop.is_set():
                self._told = now
                loop.call_soon_threadsafe(self._tell, player, "thinking", decision)

        return said

    def _tell(self, player: int, state: str, decision: Decision | None = None) -> None:
        seconds = time.monotonic() - self._began if state == "thinking" else 0.0
        message: dict[str, Any] = {
            "type": "thinking",
            "player": player,
            "state": state,
            "seconds": round(seconds, 2),
            "nodes": None if decision is None else decision.nodes,
            "part": self._part(player, seconds, decision),
        }
        # What an agent thinks is for those who watch, not for those who play against it.
        if decision is not None and not self._table.people and decision.value is not None:
            position = self._table.state
            scale = ValueScale.of(self._table.game, self._table.agents[player])
            shown = scale.shown(position, decision.value, exact=decision.exact)
            message |= {
                "value": shown["chance"][position.side(player)],
                "percent": shown["percent"],
                "best": str(decision.move),
            }
        self._send(message)

    def _part(self, player: int, seconds: float, decision: Decision | None) -> float | None:
        """The fraction of the search that is done, if its limits are known."""
        agent = self._table.agents[player]
        parts = []
        limit, sims = getattr(agent, "time", None), getattr(agent, "sims", None)
        if limit:
            parts.append(seconds / limit)
        if sims and decision is not None and decision.nodes is not None:
            parts.append(decision.nodes / sims)
        return min(max(parts), 1.0) if parts else None
