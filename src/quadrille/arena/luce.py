"""The model behind the ratings, for any number of sides, and its maximum likelihood.

A game is a sequence of choices: who comes first of all, then who of the rest, and so on. A side is
chosen with a probability in proportion to the exponential of its strength (Luce, Individual Choice
Behavior, 1959; Plackett, The analysis of permutations, Applied Statistics 24, 1975). Of any two
sides one is then before the other by the logistic curve of their difference, whoever else plays.
With two sides it is the model of Bradley and Terry, Rank analysis of incomplete block designs,
Biometrika 39, 1952.

A side's strength is the mean strength of those who play it, plus what its seat is worth (for two
sides: Davidson and Beaver, On extending the Bradley-Terry model to incorporate within-pair order
effects, Biometrics 33, 1977).

Sides that are level count as if they had come in all possible orders, each for an equal part of the
game. (Kalbfleisch and Prentice, Marginal likelihoods based on Cox's regression and life model,
Biometrika 60, 1973, take the mean of the likelihoods of these orders, we that of their logarithms.)
With two sides a draw is half a win and half a loss, as in the points, and the strengths solve
equations in points alone. So they are right whoever draws how often with whom, as long as the
points follow the curve (Wedderburn, Quasi-likelihood functions, Biometrika 61, 1974).

Where the likelihood has a weight for draws, as with Davidson or with Rao and Kupper, the curve says
who wins if somebody wins: players who draw nine games of ten and share the tenth 3 to 1 are as far
apart as players who share all games 3 to 1. In a pool where perfect players draw with each other
and beat the rest, no factor brings both back to points. Draws have their place in
``arena/draws.py``.

A weak prior keeps everything finite, at 100 % and without games: strengths and seats are drawn from
a normal distribution with mean 0. The likelihood is concave, so that there is one maximum.

It is fitted here by Newton's method in numpy, because nothing at hand has all that is needed: choix
0.4 knows no ties, no seats, no counts and no intervals. The tests check against it and scipy.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from quadrille.arena.results import Floats, ResultTable, ranks_of, sums

MAX_STEPS = 500
TOLERANCE = 1e-6
"""How far from the maximum, in standard deviations, the last step of a fit begins; where it ends is
about the square of that."""


class Luce:
    """The likelihood of games as a function of the strengths of the agents and of the seats."""

    def __init__(self, games: ResultTable, seats: bool, prior: float) -> None:
        """``prior`` is the standard deviation of strengths, in natural units."""
        self.games = float(games.games.sum())
        self.agents = len(games.agents)
        self.seats = games.sides if seats else 0
        self.size = self.agents + self.seats
        self.precision = 1 / prior**2
        made: dict[tuple[int, ...], list[tuple[int, Choice]]] = {}
        for outcome, values in enumerate(games.outcomes):
            for choice in choices_of(values):
                made.setdefault(choice.among, []).append((outcome, choice))
        self._choices = [_Choices(self, games, each, made[each]) for each in sorted(made)]

    def derivatives(self, at: Floats) -> tuple[Floats, Floats]:
        """The gradient of the logarithm of the likelihood, and minus its second derivatives, which
        are the observed information."""
        gradient = -self.precision * at
        information = self.precision * np.eye(self.size)
        for choices in self._choices:
            choices.add(at, gradient, information)
        return gradient, information


def maximise(model: Luce) -> tuple[Floats, Floats]:
    """The strengths of maximum likelihood and the observed information, by Newton's method.

    A step that goes too far, so that it would have to be taken back by more than half, is halved.
    """
    at = np.zeros(model.size)
    gradient, information = model.derivatives(at)
    noise = (1e-15 * model.games) ** 2 / model.precision  # of sums over so many games
    for _ in range(MAX_STEPS):
        step = np.linalg.solve(information, gradient)
        uphill = float(gradient @ step)
        if uphill < TOLERANCE**2 + noise:
            return at + step, information
        ahead, there = model.derivatives(at + step)
        while ahead @ step < -uphill / 2:
            step, uphill = step / 2, uphill / 2
            ahead, there = model.derivatives(at + step)
        at, gradient, information = at + step, ahead, there
    raise ArithmeticError(f"the ratings do not settle within {MAX_STEPS} steps")


@dataclass(frozen=True)
class Choice:
    """One of some sides was chosen to come next."""

    among: tuple[int, ...]
    chosen: tuple[int, ...]
    """Each of these as likely as the others."""
    weight: float
    """For which part of a game it counts."""


def choices_of(outcome: Sequence[float]) -> Iterator[Choice]:
    """The choices that an outcome is; where sides are level, in all orders."""
    ranks = ranks_of(outcome)
    for rank in sorted(set(ranks)):
        level = [side for side, other in enumerate(ranks) if other == rank]
        behind = [side for side, other in enumerate(ranks) if other > rank]
        for count in range(len(level), 0, -1):
            for left in combinations(level, count):
                among = tuple(sorted([*left, *behind]))
                if len(among) > 1:
                    yield Choice(among, left, 1 / comb(len(level), count))


class Seating:
    """Who plays some of the sides of line-ups: from strengths to sides, and back."""

    def __init__(self, model: Luce, lineups: NDArray[np.int64], sides: tuple[int, ...]) -> None:
        # Line-ups are the last axis, so that the long loops run along memory.
        agents = np.ascontiguousarray(lineups[:, sides].transpose(1, 2, 0))  # [A, M, R]
        there = agents >= 0
        self._agents = np.where(there, agents, 0)
        self._weights = there / there.sum(1, keepdims=True)
        self._pairs = self._agents[:, :, None, None] * model.agents + self._agents
        self._count = model.agents
        self._seats = [model.agents + side for side in sides] if model.seats else []

    def strengths(self, at: Floats) -> Floats:
        """Of the sides.  # [A, R]"""
        strengths: Floats = (at[self._agents] * self._weights).sum(1)
        return strengths + at[self._seats][:, None] if self._seats else strengths

    def add_gradient(self, sides: Floats, gradient: Floats) -> None:
        """Add derivatives by the strengths of the sides.  # [A, R]"""
        gradient[: self._count] += self._by_agent(sides)
        if self._seats:
            gradient[self._seats] += sides.sum(1)

    def add_information(self, sides: Floats, information: Floats) -> None:
        """Add second derivatives by the strengths of the sides.  # [A, A, R]"""
        count = self._count
        parts = sides[:, None, :, None] * (self._weights[:, :, None, None] * self._weights)
        block = sums(self._pairs, parts, count * count)
        information[:count, :count] += block.reshape(count, count)
        for column, seat in enumerate(self._seats):
            mixed = self._by_agent(sides[:, column])
            information[:count, seat] += mixed
            information[seat, :count] += mixed
        if self._seats:
            information[np.ix_(self._seats, self._seats)] += sides.sum(2)

    def _by_agent(self, sides: Floats) -> Floats:
        return sums(self._agents, sides[:, None] * self._weights, self._count)


class _Choices:
    """All choices that were made among the same sides."""

    def __init__(
        self,
        model: Luce,
        games: ResultTable,
        sides: tuple[int, ...],
        made: list[tuple[int, Choice]],
    ) -> None:
        times = np.zeros(len(games.lineups))
        chosen = np.zeros((len(sides), len(games.lineups)))
        for outcome, choice in made:
            here = games.outcome == outcome
            rows, count = games.lineup[here], games.games[here] * choice.weight  # no line-up twice
            times[rows] += count
            for side in choice.chosen:
                chosen[sides.index(side), rows] += count / len(choice.chosen)
        there = np.flatnonzero(times)
        self._times = times[there]  # [R]
        self._chosen = chosen[:, there]  # [A, R]
        self._seating = Seating(model, games.lineups[there], sides)

    def add(self, at: Floats, gradient: Floats, information: Floats) -> None:
        """Add what they say to the gradient and to the information."""
        strengths = self._seating.strengths(at)
        chances = np.exp(strengths - strengths.max(0))
        chances /= chances.sum(0)
        expected = self._times * chances
        self._seating.add_gradient(self._chosen - expected, gradient)
        spread = -expected[:, None] * chances
        for side in range(len(strengths)):
            # p (1 - p), without the loss of digits where p is near 1.
            spread[side, side] = 0
            spread[side, side] = -spread[side].sum(0)
        self._seating.add_information(spread, information)
