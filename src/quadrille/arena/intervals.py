"""How sure a counted share is."""

from dataclasses import dataclass
from math import sqrt
from typing import Any

Z = 1.96
"""Of an interval with 95 % confidence."""


def share_interval(points: float, games: int) -> tuple[float, float]:
    """The ends of the 95 % interval of a share of points (Wilson 1927)."""
    share, square = points / games, Z * Z
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = Z * sqrt(share * (1 - share) / games + square / (4 * games**2)) / (1 + square / games)
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True)
class Share:
    """How often something happened, of so many times that it could have."""

    count: int
    of: int

    @property
    def value(self) -> float | None:
        """The share; None if it never could have happened."""
        return self.count / self.of if self.of else None

    @property
    def ends(self) -> tuple[float, float] | None:
        """The ends of its 95 % interval."""
        return share_interval(self.count, self.of) if self.of else None

    def __add__(self, other: "Share") -> "Share":
        return Share(self.count + other.count, self.of + other.of)

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        low, high = self.ends or (None, None)
        return {
            "count": self.count,
            "of": self.of,
            "share": self.value,
            "low": low,
            "high": high,
        }
