"""How much time a player has: for each move, or for the whole game.

As text: ``move=2`` is two seconds for every move; ``60`` is a minute for all moves of a player,
``60+1`` the same with a second more after each move. The empty text is no clock.
"""

from dataclasses import dataclass
from math import isfinite

from quadrille.core.agents.agent import Limits

GRACE = 0.05
"""Seconds by which a clock may be overstepped, since no timer is exact."""
MAX_SECONDS = 10**6
BOUNDS = f"of more than 0 and at most {MAX_SECONDS} seconds"
EXAMPLES = "'move=2', '60' or '60+1'"


@dataclass(frozen=True)
class TimeControl:
    """How much time every player of a game has, in seconds; None where there is no limit."""

    move: float | None = None
    """For one move."""
    game: float | None = None
    """For all moves of a player."""
    increment: float = 0.0
    """What a player gets back after each move."""

    def __post_init__(self) -> None:
        for value in (self.move, self.game):
            if value is not None and not 0 < value <= MAX_SECONDS:  # nor is NaN
                raise ValueError(f"expected a clock {BOUNDS}, got {value!r}")
        if not (isfinite(self.increment) and 0 <= self.increment <= MAX_SECONDS):
            raise ValueError(
                f"expected an increment of 0 to {MAX_SECONDS} s, got {self.increment!r}"
            )

    @classmethod
    def parse(cls, text: str) -> "TimeControl":
        """The time control of a text."""
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


class PlayerClock:
    """The clock of one player while a game goes on."""

    def __init__(self, control: TimeControl) -> None:
        self._control = control
        self._unlimited = Limits()
        self.left = control.game
        """Seconds for the rest of the game; None without such a limit."""

    def limits(self) -> Limits:
        """What bounds the next decision."""
        if self._control.move is not None:
            return Limits(seconds=self._control.move, moves=1)
        return self._unlimited if self.left is None else Limits(seconds=self.left)

    @property
    def time_for_move(self) -> float | None:
        """Seconds for the next decision; None without a clock."""
        return self._control.move if self._control.move is not None else self.left

    def overstepped_by(self, seconds: float) -> str:
        """Why a decision that took so long comes too late; empty if it does not."""
        limit = self.time_for_move
        if limit is None or seconds <= limit + GRACE:
            return ""
        if self._control.move is not None:
            return f"took {seconds:.2f} s of {limit:g} s for a move"
        return f"used up its {self._control.game:g} s"

    def spend(self, seconds: float) -> None:
        """Take the time of a decision."""
        if self.left is not None:
            self.left = max(self.left - seconds, 0.0) + self._control.increment

    def run_out(self) -> tuple[str, float]:
        """Why no decision came, and the time that it took, when the clock has run out."""
        limit = self.time_for_move or 0.0
        if self._control.move is not None:
            return f"no answer within {limit:g} s", limit
        return f"used up its {self._control.game or 0:g} s", limit

    def restore(self, left: float) -> None:
        """Go on with so much time for the rest of the game."""
        if self.left is not None:
            self.left = left
