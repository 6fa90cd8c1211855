"""Simulated games for the tests of ratings: agents p0, p1, ... with known strengths."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from quadrille.arena.draws import draw_chance
from quadrille.arena.results import ResultCount


def outcome_of(values: Sequence[float]) -> tuple[float, ...]:
    """(Sides beaten - sides lost to) / (sides - 1)."""
    others = len(values) - 1
    return tuple(
        float(sum(one > other for other in values) - sum(one < other for other in values)) / others
        for one in values
    )


def round_robin(
    rng: np.random.Generator,
    strengths: Sequence[float],
    games: int,
    advantage: float = 0.0,
    draws: float = 0.0,
) -> list[ResultCount]:
    """Two sides, everybody against everybody in both seats; strengths in natural units."""
    found = []
    for one, strength in enumerate(strengths):
        for other, against in enumerate(strengths):
            if one != other:
                share = 1 / (1 + np.exp(against - strength - advantage))
                drawn = float(draw_chance(np.array([share]), draws)[0])
                chances = [share - drawn / 2, drawn, 1 - share - drawn / 2]
                for count, value in zip(rng.multinomial(games, chances), (1, 0, -1), strict=True):
                    lineup, outcome = (f"p{one}", f"p{other}"), (float(value), float(-value))
                    found.append(ResultCount(lineup, outcome, int(count)))
    return found


def rankings(
    rng: np.random.Generator, strengths: Sequence[float], seats: Sequence[float], games: int
) -> list[ResultCount]:
    """As many sides as seats, among agents drawn at random, by Gumbel's way to the Plackett-Luce
    model: strength plus noise."""
    counts: Counter[tuple[tuple[str, ...], tuple[float, ...]]] = Counter()
    for _ in range(games):
        chosen = rng.permutation(len(strengths))[: len(seats)]
        values = np.array(strengths)[chosen] + seats + rng.gumbel(size=len(seats))
        counts[tuple(f"p{each}" for each in chosen), outcome_of(values.tolist())] += 1
    return [ResultCount(lineup, outcome, count) for (lineup, outcome), count in counts.items()]
