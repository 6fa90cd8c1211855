"""Whether chances and leads agree with how games ended, by tenths."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from math import sqrt
from typing import Any

from quadrille.arena.calibration.chances import Calibration, leads_of
from quadrille.arena.calibration.sample import GamePosition
from quadrille.arena.elo import Z


@dataclass(frozen=True)
class Tenth:
    """Predictions that are close to each other, and what came of them."""

    count: int
    """Predictions, one for each side of a position."""
    predicted: float
    """Their mean."""
    real: float
    """The mean of what came."""
    margin: float
    """Half the interval of 95 % of the difference; positions of one game count as one."""

    @property
    def difference(self) -> float:
        """Real less predicted."""
        return self.real - self.predicted

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        return {
            name: value if isinstance(value, int) else round(value, 4)
            for name, value in asdict(self).items()
        }


Pair = tuple[int, float, float]
"""The number of a game, what was predicted and what came."""


def tenths(calibration: Calibration, samples: Sequence[GamePosition]) -> list[Tenth]:
    """Chances to win from 0 to 10 percent, 10 to 20 and so on, held against who won."""
    ranges: list[list[Pair]] = [[] for _ in range(10)]
    for each in samples:
        chances = calibration.chances(each.facts)
        for chance, won in zip(chances, each.won, strict=True):
            ranges[min(int(10 * chance), 9)].append((each.game, chance, won))
    return [_tenth(pairs) for pairs in ranges]


def lead_tenths(calibration: Calibration, samples: Sequence[GamePosition]) -> list[Tenth]:
    """Expected leads, the smallest tenth of them first, held against those at the end."""
    pairs: list[Pair] = []
    for each in samples:
        leads = calibration.leads(each.facts) or []
        ends = leads_of(each.points)
        pairs += [(each.game, lead, end) for lead, end in zip(leads, ends, strict=False)]
    pairs.sort(key=lambda pair: pair[1])
    edges = [len(pairs) * tenth // 10 for tenth in range(11)]
    return [_tenth(pairs[low:high]) for low, high in pairwise(edges)] if pairs else []


def _tenth(pairs: Sequence[Pair]) -> Tenth:
    if not pairs:
        return Tenth(0, 0.0, 0.0, 0.0)
    count = len(pairs)
    predicted = sum(pair[1] for pair in pairs) / count
    real = sum(pair[2] for pair in pairs) / count
    of_game: dict[int, float] = {}
    for game, one, other in pairs:
        of_game[game] = of_game.get(game, 0.0) + other - one - (real - predicted)
    margin = Z * sqrt(sum(each**2 for each in of_game.values())) / count
    return Tenth(count, predicted, real, margin)
