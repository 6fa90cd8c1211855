"""The clocks of a game on the page."""

import asyncio
import time
from collections.abc import Callable

from quadrille.arena.clock import GRACE, Clock, Watch
from quadrille.core.agent import Limits


class Watches:
    """One for each player; at most one runs."""

    def __init__(self, clock: Clock, players: int, over: Callable[[int], None]) -> None:
        """``over`` hears of a player whose time is up."""
        self._clock = clock
        self._watches = [Watch(clock) for _ in range(players)]
        self._over = over
        self._running: tuple[int, float] | None = None  # who, and since when
        self._timer: asyncio.TimerHandle | None = None
        self._any = clock.move is not None or clock.game is not None

    def runs(self, player: int) -> bool:
        """Whether the clock of a player runs."""
        return self._any and self._running is not None and self._running[0] == player

    def left(self) -> list[float] | None:
        """Seconds left for each player; None without a clock."""
        if not self._any:
            return None
        return [self._left(player) for player in range(len(self._watches))]

    def limits(self, player: int) -> Limits:
        """What bounds the next decision of a player; its own each time."""
        found = self._watches[player].limits()
        return Limits(found.seconds, moves=found.moves)

    def start(self, player: int) -> None:
        """The turn of a player begins."""
        if self._running is not None and self._running[0] == player:
            return
        self.close()
        self._running = player, time.monotonic()
        if self._any:
            left = self._left(player) + GRACE
            self._timer = asyncio.get_running_loop().call_later(left, self._ring, player)

    def stop(self, player: int) -> str:
        """The turn of a player ends; if it took too long, the reason why the move is lost."""
        if self._running is None or self._running[0] != player:
            return ""
        spent = time.monotonic() - self._running[1]
        self.close()
        return self._watches[player].spend(spent)

    def restore(self, seconds: list[float] | None) -> None:
        """Go on with so much time for each player."""
        for watch, left in zip(self._watches, seconds or [], strict=False):
            if watch.left is not None:
                watch.left = left

    def close(self) -> None:
        """Let no clock run."""
        self._running = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _left(self, player: int) -> float:
        whole = self._clock.move if self._clock.move is not None else self._watches[player].left
        assert whole is not None
        running = self._running is not None and self._running[0] == player
        spent = time.monotonic() - self._running[1] if running and self._running else 0.0
        return max(whole - spent, 0.0)

    def _ring(self, player: int) -> None:
        if self._running is not None and self._running[0] == player:
            self._over(player)
