"""The running clock of a game on the page."""

import asyncio
import time
from collections.abc import Callable, Sequence

from quadrille.arena.play.clock import GRACE, PlayerClock


class TurnTimer:
    """Measures the turn of whoever is to move, and calls when that player's time is up."""

    def __init__(self, clocks: Sequence[PlayerClock], time_is_up: Callable[[int], None]) -> None:
        self._clocks = clocks
        self._time_is_up = time_is_up
        self._running: tuple[int, float] | None = None  # who, and since when
        self._alarm: asyncio.TimerHandle | None = None
        self._limited = clocks[0].time_for_move is not None

    def runs(self, player: int) -> bool:
        """Whether the clock of a player runs."""
        return self._limited and self._running is not None and self._running[0] == player

    def left(self) -> list[float] | None:
        """Seconds left for each player; None without a time control."""
        if not self._limited:
            return None
        return [
            max((clock.time_for_move or 0.0) - self.elapsed(player), 0.0)
            for player, clock in enumerate(self._clocks)
        ]

    def start(self, player: int) -> None:
        """Start the turn of a player, unless it has started."""
        if self._running is not None and self._running[0] == player:
            return
        self.stop()
        self._running = player, time.monotonic()
        limit = self._clocks[player].time_for_move
        if limit is not None:
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(limit + GRACE, self._ring, player)

    def elapsed(self, player: int) -> float:
        """Seconds since the turn of a player began; 0 if it is not its turn."""
        if self._running is None or self._running[0] != player:
            return 0.0
        return time.monotonic() - self._running[1]

    def stop(self) -> None:
        """Stop the running clock."""
        self._running = None
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _ring(self, player: int) -> None:
        if self._running is not None and self._running[0] == player:
            self._time_is_up(player)
