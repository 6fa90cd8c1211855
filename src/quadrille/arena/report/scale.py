"""From numbers to places on an axis, and the round numbers that are written along it."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

LOG_FACTOR = 20
"""Numbers that span so large a factor are put on a logarithmic axis."""


@dataclass(frozen=True)
class Scale:
    """An axis from ``low`` to ``high``, drawn from ``first`` to ``last``."""

    low: float
    high: float
    first: float
    last: float
    log: bool = False

    @classmethod
    def of(
        cls, values: Sequence[float], first: float, last: float, *, log: bool = False
    ) -> "Scale":
        """An axis with some room for all values."""
        low, high = min(values), max(values)
        if log:
            room = (high / low) ** 0.08 if high > low else 2.0
            return cls(low / room, high * room, first, last, True)
        room = 0.06 * (high - low) or 0.5 * abs(high) or 1.0
        return cls(low - room, high + room, first, last)

    def __call__(self, value: float) -> float:
        """Where a value is drawn."""
        low, high = (log10(self.low), log10(self.high)) if self.log else (self.low, self.high)
        part = ((log10(value) if self.log else value) - low) / (high - low)
        return round(self.first + part * (self.last - self.first), 2)

    def ticks(self, count: int = 5) -> list[float]:
        """Round numbers along the axis, about ``count`` of them."""
        if self.log:
            found = _powers(self.low, self.high)
            return found[:: ceil(len(found) / count)] if found else [self.low, self.high]
        step = round_step((self.high - self.low) / count)
        return [
            round(i * step, 10) for i in range(ceil(self.low / step), floor(self.high / step) + 1)
        ]


def needs_log(values: Sequence[float]) -> bool:
    """Whether a logarithmic axis shows the values better."""
    return min(values) > 0 and max(values) >= LOG_FACTOR * min(values)


def round_step(least: float) -> float:
    """The next of 1, 2, 5, 10, 20, 50, ... and of their decimal parts."""
    power = 10.0 ** floor(log10(least))
    return next(power * times for times in (1, 2, 5, 10) if power * times >= least * (1 - 1e-9))


def _powers(low: float, high: float) -> list[float]:
    """Powers of ten between two numbers; if those are few, also their double and fivefold."""
    exponents = range(floor(log10(low)), ceil(log10(high)) + 1)
    for factors in ((1,), (1, 3), (1, 2, 5)):
        found = [times * 10.0**e for e in exponents for times in factors]
        inside = [value for value in found if low <= value <= high]
        if len(inside) >= 3:
            break
    return inside
