"""How much time a player has: for each move, or for the whole game.

As text: ``move=2`` is two seconds for every move; ``60`` is a minute for all moves of a player,
``60+1`` the same with a second more after each move. The empty text is no clock.
"""

from dataclasses import dataclass
from math import isfinite

from quadrille.core.agent import Limits

GRACE = 0.05
"""Seconds by which a clock may be overstepped: no timer is exact."""
MOST = 10**6
BOUNDS = f"of more than 0 and at most {MOST} seconds"
EXAMPLES = "'move=2', '60' or '60+1'"


@dataclass(frozen=True)
class Clock:
    """The time of every player of a game, in seconds; None where there is no limit."""

    move: float | None = None
    """For one move."""
    game: float | None = None
    """For all moves of a player."""
    increment: float = 0.0
    """What a player gets back after each move."""

    def __post_init__(self) -> None:
        for value in (self.move, self.game):
            if value is not None and not 0 < value <= MOST:  # nor is NaN
                raise ValueError(f"expected a clock {BOUNDS}, got {value!r}")
        if not (isfinite(self.increment) and 0 <= self.increment <= MOST):
            raise ValueError(f"expected an increment of 0 to {MOST} s, got {self.increment!r}")

    @classmethod
    def parse(cls, text: str) -> "Clock":
        """The clock of a text."""
        if not isinstance(text, str):
            raise ValueError(f"expected a clock such as {EXAMPLES}, got {text!r}")
        if not text:
            return cls()
        try:
            if text.startswith("move="):
                return cls(move=float(text.removeprefix("move=")))
            game, plus, increment = text.partition("+")
            return cls(game=float(game), increment=float(increment) if plus else 0.0)
        except ValueError as error:
            expected = f"expected a clock such as {EXAMPLES}"
            if str(error).startswith("expected"):
                expected = str(error).rpartition(", got ")[0]
            raise ValueError(f"{expected}, got {text!r}") from None

    def __str__(self) -> str:
        if self.move is not None:
            return f"move={self.move:g}"
        if self.game is None:
            return ""
        return f"{self.game:g}" + (f"+{self.increment:g}" if self.increment else "")


class Watch:
    """The clock of one player while a game goes on."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._free = Limits()  # what there is without a clock
        self.left = clock.game
        """Seconds for the rest of the game; None without such a limit."""

    def limits(self) -> Limits:
        """What bounds the next decision."""
        if self._clock.move is not None:
            return Limits(seconds=self._clock.move, moves=1)
        return self._free if self.left is None else Limits(seconds=self.left)

    def spend(self, seconds: float) -> str:
        """Take the time of a move; if that was too much, the reason why the move is lost."""
        if self._clock.move is not None and seconds > self._clock.move + GRACE:
            return f"took {seconds:.2f} s of {self._clock.move:g} s for a move"
        if self.left is None:
            return ""
        over = seconds > self.left + GRACE
        self.left = max(self.left - seconds, 0.0) + self._clock.increment
        return f"used up its {self._clock.game:g} s" if over else ""
