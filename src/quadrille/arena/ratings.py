"""Ratings of many agents from the games between them, for two and for more sides.

``rate`` finds the strengths that make the results most likely; ``arena/luce.py`` has the model and
its sources. Fits look at who came before whom, not at how large an outcome is. Matches, standings,
reports and the page all show the Elo and the interval that ``rate`` finds. A formula from one
agent's share of the points, such as Wilson's interval, would do for two agents, but not for more:
the share depends on whom an agent met. For two agents the fit is also the better one where one of
them almost always wins: at a true share of 99 %, the 95 % interval after 30 games holds in 96 % of
all matches, that of Wilson in 74 %; elsewhere both hold about equally often.

Elo is strength times 400 / ln 10: against one opponent, Elo gives the share of the points by the
logistic curve, as in ``arena/elo.py``, however many games are drawn. Between two agents it is the
difference: +60 for one and -60 for the other. Among more agents that games connect, it is relative
to their mean, every agent counting once. Agents without a chain of games between them have separate
zeros: a difference between them means nothing, and its interval is infinite.

Intervals are 95 %, from the observed information. With two sides, draws make them narrower, by what
they take from the variance of the points (``arena/draws.py``; Huber, The behavior of maximum
likelihood estimates under nonstandard conditions, 5th Berkeley Symposium, 1967). With more sides
they do not, so that many ties make intervals too wide, not too narrow.

Intervals hold for games that are independent of each other. Mirrored games even out luck and make
them too wide; players without randomness of their own, in a game without chance, repeat the same
games, and make them worthless.

Seats have effects of their own, unless told otherwise. If everybody always sat in the same seat,
strength and seat cannot be told apart, and the intervals say so.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import erf, inf, isfinite, log, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quadrille.arena.draws import fit_draws
from quadrille.arena.elo import ELO, Z
from quadrille.arena.luce import Luce, maximise
from quadrille.arena.results import (
    MAX_SIDES,
    Floats,
    ResultCount,
    ResultTable,
    gather,
    ranks_of,
    sums,
)
from quadrille.arena.tally import score_side
from quadrille.core.suggest import unknown


class Effect(NamedTuple):
    """An estimate in Elo and its 95 % interval."""

    elo: float
    low: float
    high: float

    def to_dict(self) -> dict[str, Any]:
        """As plain values; None for what is infinite."""
        return {name: _plain(value) for name, value in self._asdict().items()}


@dataclass(frozen=True)
class Rating:
    """How good one agent is, and what it has done."""

    name: str
    elo: float
    """By how much it is better than the other agent, or than the mean of all agents if games
    connect more than two; 0 without games."""
    low: float
    """The lower end of the 95 % interval; minus infinity where no other agent was met."""
    high: float
    games: int = 0
    """Sides that it played, or helped to play, in games with other agents. What it played only
    against itself counts for seats and ties alone."""
    wins: int = 0
    """Games where its side was ahead of all sides of other agents."""
    draws: int = 0
    """Games where no side of another agent was ahead of its side, but one was level."""
    losses: int = 0
    points: float = 0.0
    """Over all games (outcome + 1) / 2; if it plays several sides, the part of the sides of other
    agents that it left behind."""
    ranks: tuple[int, ...] = ()
    """How often its side came first, second, ...; sides that are level share the better rank."""
    group: int = 0
    """Which of the connected groups it belongs to, by its place in ``Ratings.connected``."""

    def to_dict(self) -> dict[str, Any]:
        """As plain values; None for what is infinite."""
        return {name: _plain(value) for name, value in vars(self).items()}


@dataclass(frozen=True)
class Ratings:
    """The ratings of a pool of agents."""

    table: tuple[Rating, ...]
    """Best first within each connected group, the largest group first."""
    games: int
    """How many games there were, those of an agent against itself included."""
    sides: int
    """0 if there was no game."""
    connected: tuple[tuple[str, ...], ...]
    """Groups of agents with a chain of games between any two of them; ratings compare within a
    group only. The largest first."""
    advantage: Effect | None
    """What side 0 is worth more than the other sides on average; None if seats were not fitted."""
    seats: tuple[Effect, ...]
    """What each side is worth relative to the mean of all sides."""
    draw_elo: float | None
    """400 log10 of P(draw) / sqrt(P(win) P(loss)), which is the same for all agents in the model of
    ``arena/draws.py``; None without draws, and with more than two sides."""
    covariance: Floats = field(compare=False, repr=False)
    """Of the Elo, in the order of the table; between groups it means nothing.  # [A, A]"""

    @property
    def draw_chance(self) -> float:
        """How likely two equal sides are to draw; 0 with more than two sides."""
        weight = 0.0 if self.draw_elo is None else 10 ** (self.draw_elo / 400)
        return weight / (2 + weight)

    def rating(self, name: str) -> Rating:
        """The rating of an agent."""
        return self.table[self._place(name)]

    def difference(self, one: str, other: str) -> Effect:
        """By how much one agent is better than another, infinitely unsure if not connected."""
        first, second = self._place(one), self._place(other)
        elo = self._gap(first, second)
        if self.table[first].group != self.table[second].group:
            return Effect(elo, -inf, inf)
        reach = Z * self._deviation(first, second)
        return Effect(elo, elo - reach, elo + reach)

    def superiority(self, one: str, other: str) -> float:
        """How likely it is that one agent is better than another (LOS); 1/2 if not connected."""
        first, second = self._place(one), self._place(other)
        return self._superiority(first, second)

    def superiorities(self) -> Floats:
        """How likely each agent is better than each other, in the order of the table.  # [A, A]"""
        count = len(self.table)
        matrix = np.full((count, count), 0.5)
        for first, second in combinations(range(count), 2):
            matrix[first, second] = self._superiority(first, second)
            matrix[second, first] = 1 - matrix[first, second]
        return matrix

    def to_dict(self) -> dict[str, Any]:
        """As plain values, without the covariance; None for what is infinite."""
        return {
            "agents": [each.to_dict() for each in self.table],
            "games": self.games,
            "sides": self.sides,
            "connected": [list(group) for group in self.connected],
            "advantage": None if self.advantage is None else self.advantage.to_dict(),
            "seats": [each.to_dict() for each in self.seats],
            "draw_elo": self.draw_elo,
            "draw_chance": self.draw_chance,
        }

    def _place(self, name: str) -> int:
        for place, each in enumerate(self.table):
            if each.name == name:
                return place
        raise ValueError(unknown("agent", name, (each.name for each in self.table)))

    def _superiority(self, first: int, second: int) -> float:
        one, other = self.table[first], self.table[second]
        deviation = self._deviation(first, second)
        if one.group != other.group or deviation == 0:
            return 0.5
        return (1 + erf(self._gap(first, second) / deviation / sqrt(2))) / 2

    def _gap(self, first: int, second: int) -> float:
        """The difference of two agents; the Elo of a pair is that already."""
        return (self.table[first].elo - self.table[second].elo) / self._times(first)

    def _deviation(self, first: int, second: int) -> float:
        """The standard deviation of a difference."""
        matrix = self.covariance
        variance = matrix[first, first] + matrix[second, second] - 2 * matrix[first, second]
        return sqrt(max(0.0, float(variance))) / self._times(first) if first != second else 0.0

    def _times(self, place: int) -> int:
        """How often the difference of two agents lies between their Elo: twice for a pair."""
        return 2 if len(self.connected[self.table[place].group]) == 2 else 1


def rate(
    results: Iterable[ResultCount],
    *,
    agents: Iterable[str] = (),
    seats: bool = True,
    prior: float = 500.0,
) -> Ratings:
    """Rate agents by the games between them, all of one number of sides.

    Equal counts in any order give equal ratings to the last bit. ``agents`` are listed even if they
    have no games. ``seats`` says whether seats may have effects of their own, ``prior`` how far
    agents are expected to lie from their mean: the standard deviation of a weak prior, in Elo. The
    default says about as much as one more game, half won and half lost, against the average.
    """
    games = gather(results, agents)
    if games.sides == 1 or games.sides > MAX_SIDES:
        raise ValueError(f"expected games of 2 to {MAX_SIDES} sides, got {games.sides}")
    if not (isfinite(prior) and prior > 0):
        raise ValueError(f"expected a prior of more than 0 Elo, got {prior!r}")
    model = Luce(games, seats, prior / ELO)
    at, information = maximise(model)
    draw_weight, saved = 0.0, np.zeros_like(information)
    if games.sides == 2:
        draw_weight, saved = fit_draws(games, model, at)
    inverse = np.linalg.inv(information)
    groups = connected_groups(games)
    contrasts = ELO * np.concatenate([_from_group(groups, model), _from_seats(model)])
    elo = contrasts @ at
    errors = contrasts @ inverse
    spread = errors @ (information - saved) @ errors.T
    effects = _effects(elo, spread)
    table = _table(games, groups, effects[: model.agents])
    order = [games.agents.index(each.name) for each in table]
    covariance = spread[np.ix_(order, order)]
    covariance.flags.writeable = False
    seat_effects = effects[model.agents :]
    return Ratings(
        table,
        int(games.games.sum()),
        games.sides,
        tuple(tuple(games.agents[each] for each in group) for group in groups),
        seat_effects[0] if seat_effects else None,
        tuple(seat_effects[1:]),
        ELO * log(draw_weight) if draw_weight else None,
        covariance,
    )


def connected_groups(games: ResultTable) -> list[list[int]]:
    """The agents that games connect, directly or by others; the largest group first."""
    count = len(games.agents)
    met = np.eye(count, dtype=bool)
    played = games.lineups[np.bincount(games.lineup, minlength=len(games.lineups)) > 0]
    played = played.reshape(len(played), played.shape[1] * played.shape[2])
    for one, other in combinations(range(played.shape[1]), 2):
        both = played[(played[:, one] >= 0) & (played[:, other] >= 0)]
        met[both[:, one], both[:, other]] = True
        met[both[:, other], both[:, one]] = True
    left = np.ones(count, dtype=bool)
    groups = []
    for start in range(count):
        if left[start]:
            group, new = np.zeros(count, dtype=bool), np.zeros(count, dtype=bool)
            new[start] = True
            while new.any():
                group |= new
                new = met[new].any(0) & ~group
            left &= ~group
            groups.append([int(each) for each in np.flatnonzero(group)])
    return sorted(groups, key=lambda group: (-len(group), group))


def _from_group(groups: list[list[int]], model: Luce) -> Floats:
    """What is rated of each agent, as combinations of the parameters.  # [agents, size]"""
    contrasts = np.eye(model.agents, model.size)
    for group in groups:
        contrasts[np.ix_(group, group)] -= 1 / len(group)
        if len(group) == 2:
            contrasts[group] *= 2  # the whole difference
    return contrasts


def _from_seats(model: Luce) -> Floats:
    """The advantage of side 0 over the others, then each seat relative to the mean of all."""
    seats = model.seats
    contrasts = np.zeros((seats + 1 if seats else 0, model.size))
    if seats:
        here = contrasts[:, model.agents : model.agents + seats]
        here[0] = -1 / (seats - 1)
        here[0, 0] = 1
        here[1:] = np.eye(seats) - 1 / seats
    return contrasts


def _effects(elo: Floats, spread: Floats) -> list[Effect]:
    reach = Z * np.sqrt(np.maximum(0, np.diag(spread)))
    ends = zip(elo, elo - reach, elo + reach, strict=True)
    return [Effect(float(middle), float(low), float(high)) for middle, low, high in ends]


def _table(
    games: ResultTable, groups: list[list[int]], effects: list[Effect]
) -> tuple[Rating, ...]:
    ranks, wins, draws, points = _tallies(games)
    rows = []
    for number, group in enumerate(groups):
        for agent in group:
            effect = effects[agent] if len(group) > 1 else Effect(0.0, -inf, inf)
            counts = [int(each) for each in ranks[agent]]
            played, won, drawn = sum(counts), int(wins[agent]), int(draws[agent])
            rows.append(
                Rating(
                    games.agents[agent],
                    effect.elo,
                    effect.low,
                    effect.high,
                    played,
                    won,
                    drawn,
                    played - won - drawn,
                    float(points[agent]),
                    tuple(counts),
                    number,
                )
            )
    return tuple(sorted(rows, key=lambda row: (row.group, -row.elo, row.name)))


def _tallies(games: ResultTable) -> tuple[Floats, Floats, Floats, Floats]:
    """By agent: how often it came first, second, ..., its wins, its draws, and its points; without
    games among one agent alone.  # [agents, S], [agents], [agents], [agents]"""
    count = len(games.agents)
    ranks, (wins, draws, points) = np.zeros((count, games.sides)), np.zeros((3, count))
    lineups = games.lineups
    alone = ((lineups == lineups[:, :1, :1]) | (lineups < 0)).all(axis=(1, 2))
    for index, outcome in enumerate(games.outcomes):
        rows = (games.outcome == index) & ~alone[games.lineup]
        teams, times = lineups[games.lineup[rows]], games.games[rows]
        places = ranks_of(outcome)
        for side in range(games.sides):
            for member in _once(teams[:, side]).T:
                there = member >= 0
                agents, played = member[there], times[there]
                shares, won, drawn = _side_scores(outcome, side, teams[there], agents)
                ranks[:, places[side]] += sums(agents, played, count)
                wins += sums(agents, played * won, count)
                draws += sums(agents, played * drawn, count)
                points += sums(agents, played * shares, count)
    return ranks, wins, draws, points


def _side_scores(
    outcome: Sequence[float], side: int, teams: NDArray[np.int64], agents: NDArray[np.int64]
) -> tuple[Floats, Floats, Floats]:
    """What ``tally.score_side`` says of agents in their line-ups: the points, and 1 for a win, and
    1 for a draw.  # [R, S, M], [R] -> [R], [R], [R]"""
    own = (teams == agents[:, None, None]).any(2)
    found = np.zeros((3, len(teams)))
    patterns, which = np.unique(own, axis=0, return_inverse=True)
    for number, pattern in enumerate(patterns):
        score = score_side(outcome, side, set(np.flatnonzero(pattern).tolist()))
        found[:, which.reshape(-1) == number] = np.array([[float(each)] for each in score])
    return found[0], found[1], found[2]


def _once(teams: NDArray[np.int64]) -> NDArray[np.int64]:
    """Teams without repeated members.  # [R, M]"""
    teams = teams.copy()
    again = teams[:, 1:] == teams[:, :-1]
    teams[:, 1:][again] = -1
    return teams


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return list(value)
    return None if isinstance(value, float) and not isfinite(value) else value
