"""Ratings: what other people's optimisers find for the same games."""

import math
from typing import Any

import choix
import numpy as np
import pytest
from scipy.optimize import minimize

from arena.samples import rankings, round_robin
from quadrille.arena.elo import ELO, Z
from quadrille.arena.ratings import rate


def minus_log_likelihood(
    at: Any, rows: list[tuple[list[int], list[int]]], agents: int, precision: float
) -> float:
    """Line-ups and orders, game by game, as in the textbook; seats are the last parameters."""
    value = precision * sum(x * x for x in at) / 2
    for lineup, order in rows:
        strengths = [at[agent] + at[agents + seat] for seat, agent in enumerate(lineup)]
        for place, side in enumerate(order):
            value -= strengths[side] - math.log(sum(math.exp(strengths[i]) for i in order[place:]))
    return float(value)


@pytest.mark.parametrize("sides", [2, 3, 4])
def test_it_is_the_maximum_that_scipy_finds(sides: int) -> None:
    rng = np.random.default_rng(sides)
    games = rankings(rng, [0.8, 0.2, 0.0, -0.5, -0.6], [0.4, 0.0, 0.0, -0.2][:sides], 60)
    rows = []
    for each in games:
        order = sorted(range(sides), key=lambda side, each=each: -each.outcome[side])  # type: ignore[misc]
        lineup = [int(str(name)[1:]) for name in each.lineup]
        rows += [(lineup, order)] * each.games
    precision = (ELO / 300) ** 2
    found = minimize(minus_log_likelihood, np.zeros(5 + sides), (rows, 5, precision), tol=1e-9)
    ratings = rate(games, prior=300)
    for agent in range(5):
        expected = ELO * (found.x[agent] - found.x[:5].mean())
        assert ratings.rating(f"p{agent}").elo == pytest.approx(expected, abs=0.02)
    for seat in range(sides):
        expected = ELO * (found.x[5 + seat] - found.x[5:].mean())
        assert ratings.seats[seat].elo == pytest.approx(expected, abs=0.02)
    # The information: second differences of the same function.
    size, step = 5 + sides, 1e-3
    unit = np.eye(size) * step

    def at(*moves: Any) -> float:
        return minus_log_likelihood(found.x + sum(moves), rows, 5, precision)

    information = np.array(
        [[at(i, j) - at(i, -j) - at(-i, j) + at(-i, -j) for j in unit] for i in unit]
    ) / (4 * step * step)
    contrast = np.zeros(size)
    contrast[0], contrast[1] = 1, -1
    variance = contrast @ np.linalg.inv(information) @ contrast
    difference = ratings.difference("p0", "p1")
    assert difference.high - difference.elo == pytest.approx(
        Z * ELO * math.sqrt(variance), rel=1e-3
    )


def test_choix_finds_the_same_ratings() -> None:
    rng = np.random.default_rng(3)
    strengths = [1.2, 0.5, 0.1, -0.4, -1.4]
    alpha = (ELO / 500) ** 2 / 2  # its prior is exp(-alpha x^2)
    games = round_robin(rng, strengths, 5)
    pairs = []
    for each in games:
        one, other = (int(str(name)[1:]) for name in each.lineup)
        pairs += [(one, other) if each.outcome[0] > 0 else (other, one)] * each.games
    found = choix.opt_pairwise(5, pairs, alpha=alpha, tol=1e-9)
    ratings = rate(games, seats=False)
    for agent in range(5):
        expected = ELO * (found[agent] - found.mean())
        assert ratings.rating(f"p{agent}").elo == pytest.approx(expected, abs=0.01)
    games = rankings(rng, strengths, [0.0] * 4, 50)
    data = []
    for each in games:
        order = np.argsort([-value for value in each.outcome])
        data += [tuple(int(str(each.lineup[side])[1:]) for side in order)] * each.games
    found = choix.opt_rankings(5, data, alpha=alpha, tol=1e-9)
    ratings = rate(games, seats=False)
    for agent in range(5):
        expected = ELO * (found[agent] - found.mean())
        assert ratings.rating(f"p{agent}").elo == pytest.approx(expected, abs=0.01)
