"""Draws between two sides: how likely they are, and how much surer they make the points.

Davidson (On extending the Bradley-Terry model to accommodate ties in paired comparison experiments,
JASA 65, 1970) lets P(draw) = v sqrt(P(win) P(loss)), with one weight v for the whole pool. So do
we, given the share p of the points that a side can expect. As many draws are expected as there
were: that is Davidson's own equation for v, and it needs the number of draws only, which is why it
is his model here and not that of Rao and Kupper (JASA 62, 1967).

The points of a game with share p have the variance p (1 - p) if it cannot be drawn, and P(draw) / 4
less if it can. Whether one v fits all must not matter much: what the games of a line-up themselves
say of its draws is mixed with what v says, as if that were ``TRUST`` games more, and one game more
that is decided, so that no variance is 0.
"""

from math import exp, log

import numpy as np

from quadrille.arena.luce import Luce, Seating
from quadrille.arena.results import Floats, ResultTable

TRUST = 4.0
MAX_WEIGHT = 1e6


def fit_draws(games: ResultTable, model: Luce, at: Floats) -> tuple[float, Floats]:
    """The weight of draws between two sides, given strengths, and how much less the derivatives of
    the likelihood vary because of them, as a matrix like the information."""
    played, drawn = np.zeros(len(games.lineups)), np.zeros(len(games.lineups))
    for index, (one, other) in enumerate(games.outcomes):
        here = games.outcome == index  # no line-up twice
        played[games.lineup[here]] += games.games[here]
        if one == other:
            drawn[games.lineup[here]] += games.games[here]
    saved = np.zeros((model.size, model.size))
    if not drawn.any():
        return 0.0, saved
    seating = Seating(model, games.lineups, (0, 1))
    one, other = seating.strengths(at)
    smaller = np.exp(-np.logaddexp(0, np.abs(one - other)))
    weight = _weight_of(smaller, played, drawn)
    part = drawn + TRUST * draw_chance(smaller, weight)
    part = np.minimum(part / (played + TRUST + 1), 2 * smaller)  # more would be a larger share
    signs = np.array([[[1.0], [-1.0]], [[-1.0], [1.0]]])
    seating.add_information(signs * played * part / 4, saved)
    return weight, saved


def draw_chance(share: Floats, weight: float) -> Floats:
    """How likely draws are where one of the sides can expect this share of the points.

    With p and q for the shares, d = P(draw) solves d^2 = v^2 (p - d / 2) (q - d / 2).
    """
    product = share * (1 - share)
    root = np.sqrt((weight * (1 - 2 * share)) ** 2 + 16 * product)
    return 4 * weight * product / (weight + root)


def _weight_of(share: Floats, played: Floats, drawn: Floats) -> float:
    """The weight for which as many draws are expected as there were, with one more game between
    equals, half drawn and half not."""
    wanted = drawn.sum() + 0.5
    low, high = -log(MAX_WEIGHT), log(MAX_WEIGHT)
    while high - low > 1e-12:
        middle = (low + high) / 2
        weight = exp(middle)
        if played @ draw_chance(share, weight) + weight / (2 + weight) < wanted:
            low = middle
        else:
            high = middle
    return exp(low)
