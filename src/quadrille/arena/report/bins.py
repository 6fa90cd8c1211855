"""Values counted in bins of one width."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import floor

from quadrille.arena.report.html import short_number, whole
from quadrille.arena.report.scale import round_step

MAX_BINS = 30
"""Bins, or a few more."""


@dataclass(frozen=True)
class Grid:
    """Where bins begin and end."""

    low: float
    """Where the first bin begins."""
    width: float
    count: int
    whole: bool
    """Whether all values are whole numbers."""

    @property
    def single(self) -> bool:
        """Whether every bin holds one whole number."""
        return self.whole and self.width == 1

    @classmethod
    def over(cls, low: float, high: float, *, whole_numbers: bool) -> "Grid":
        """Bins for all values from low to high."""
        if whole_numbers:
            width = max(1.0, round_step((high - low + 1) / MAX_BINS))
        else:
            width = round_step((high - low) / MAX_BINS) if high > low else 1.0
        first = floor(low / width) * width
        return cls(first, width, floor((high - first) / width) + 1, whole_numbers)


@dataclass(frozen=True)
class Bins:
    """How often values fell into each bin."""

    grid: Grid
    counts: tuple[int, ...]

    @property
    def total(self) -> int:
        """All of them."""
        return sum(self.counts)

    def name(self, index: int) -> str:
        """What a bin holds."""
        start = self.grid.low + index * self.grid.width
        if self.grid.single:
            return whole(start)
        end = start + self.grid.width - (1 if self.grid.whole else 0)
        return f"{short_number(start)} to {short_number(end)}"


def bins_of(values: Mapping[int, int]) -> Bins:
    """Whole numbers with their counts, in bins."""
    grid = Grid.over(min(values), max(values), whole_numbers=True)
    counts = [0] * grid.count
    for value, number in values.items():
        counts[floor((value - grid.low) / grid.width)] += number
    return Bins(grid, tuple(counts))
