"""Counted results of games: who sat where, how it ended, and how often.

Ratings are fitted to such counts, so that a million games cost no more than the different line-ups
among them, and so that the order in which games were played cannot show in the last digit.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Team = str | tuple[str, ...]
"""Who plays a side: one agent, or one for each of its players."""
MAX_SIDES = 8
MAX_GAMES = 10**12


@dataclass(frozen=True)
class ResultCount:
    """How many games of one line-up ended in one way."""

    lineup: tuple[Team, ...]
    """The agents by side; side 0 moves first in general."""
    outcome: tuple[float, ...]
    """The value per side in [-1, 1], summing to zero, as the rules give it."""
    games: int = 1

    def __post_init__(self) -> None:
        check_game(self.lineup, self.outcome)
        whole = isinstance(self.games, int) and not isinstance(self.games, bool)
        if not whole or not 0 <= self.games <= MAX_GAMES:
            raise ValueError(f"expected games from 0 to {MAX_GAMES}, got {self.games!r}")


def check_game(lineup: tuple[Team, ...], outcome: tuple[float, ...]) -> None:
    """Refuse what is no line-up, or not its outcome."""
    if not isinstance(lineup, tuple) or not lineup:
        raise ValueError(f"expected a line-up such as ('a', 'b'), got {lineup!r}")
    for team in lineup:
        if not isinstance(team, str) or not team:
            _check_team(team)
    if not isinstance(outcome, tuple) or len(outcome) != len(lineup):
        raise ValueError(f"expected an outcome for {len(lineup)} sides, got {outcome!r}")
    for value in outcome:
        if not isinstance(value, (float, int)) or not -1 <= value <= 1:
            raise ValueError(f"expected an outcome from -1 to 1 for each side, got {outcome!r}")
    if abs(sum(outcome)) > 1e-6:
        raise ValueError(f"expected an outcome that sums to zero, got {outcome!r}")


def _check_team(team: Team) -> None:
    if not isinstance(team, tuple) or not team or not all(map(_is_name, team)):
        raise ValueError(f"expected the name of an agent, or a tuple of names, got {team!r}")


def _is_name(name: object) -> bool:
    return isinstance(name, str) and name != ""


def members(team: Team) -> tuple[str, ...]:
    """The agents of a side."""
    return team if isinstance(team, tuple) else (team,)


def teams_of(players: Sequence[str], sides: Sequence[int]) -> tuple[Team, ...]:
    """Who plays each side, by the agent and the side of each player."""
    found: dict[int, list[str]] = {}
    for player, side in zip(players, sides, strict=True):
        found.setdefault(side, []).append(player)
    return tuple(
        team[0] if len(set(team)) == 1 else tuple(team) for _, team in sorted(found.items())
    )


def ranks_of(outcome: Sequence[float]) -> tuple[int, ...]:
    """How many sides are ahead of each side; sides that are level share the better rank."""
    return tuple(sum(other > value for other in outcome) for value in outcome)


@dataclass(frozen=True)
class ResultTable:
    """Result counts as arrays for the fits, in an order that does not depend on how they came."""

    agents: tuple[str, ...]
    """In alphabetical order; the arrays number them so."""
    sides: int
    """0 if there is no game."""
    lineups: NDArray[np.int64]
    """Different line-ups, ascending: the members of each side, -1 in unused places.  # [L, S, M]"""
    outcomes: tuple[tuple[float, ...], ...]
    """Different outcomes, ascending."""
    lineup: NDArray[np.int64]
    """Of each count, its line-up.  # [R]"""
    outcome: NDArray[np.int64]
    """Of each count, its outcome.  # [R]"""
    games: Floats
    """Of each count, the number of games, at least 1.  # [R]"""


def sums(places: NDArray[np.int64], values: Floats, count: int) -> Floats:
    """The sum of the values at each of ``count`` places."""
    return np.asarray(np.bincount(places.ravel(), values.ravel(), count), dtype=np.float64)


def gather(results: Iterable[ResultCount], agents: Iterable[str] = ()) -> ResultTable:
    """Add up equal counts and put them in order; ``agents`` are there even without games."""
    lineups: dict[tuple[Team, ...], int] = {}
    outcomes: dict[tuple[float, ...], int] = {}
    rows: list[int] = []
    for each in results:
        lineup = lineups.setdefault(each.lineup, len(lineups))
        if each.games:
            rows += lineup, outcomes.setdefault(each.outcome, len(outcomes)), each.games
    counts = set(map(len, lineups))
    if len(counts) > 1:
        raise ValueError(f"expected games of one number of sides, got {sorted(counts)}")
    sides = counts.pop() if counts else 0
    names, table, place = _number_lineups(lineups, agents, sides)
    order = sorted(outcomes)
    rank = np.argsort([outcomes[each] for each in order])
    data = np.array(rows, dtype=np.int64).reshape(-1, 3).T
    different, inverse = np.unique(place[data[0]] * len(order) + rank[data[1]], return_inverse=True)
    lineup_of, outcome_of = np.divmod(different, max(1, len(order)))
    # Sums of whole numbers far below 2^53 are exact, in any order.
    games = sums(inverse, data[2].astype(np.float64), len(different))
    return ResultTable(names, sides, table, tuple(order), lineup_of, outcome_of, games)


def _number_lineups(
    lineups: Collection[tuple[Team, ...]], agents: Iterable[str], sides: int
) -> tuple[tuple[str, ...], NDArray[np.int64], NDArray[np.int64]]:
    """All names in order, the different line-ups in order, and where each of those given is."""
    teams = list(chain.from_iterable(lineups))
    groups = [members(team) for team in teams] if tuple in set(map(type, teams)) else []
    names = {*agents, *(chain.from_iterable(groups) if groups else teams)}
    for name in names:
        if not _is_name(name):
            raise ValueError(f"expected the name of an agent, got {name!r}")
    order = tuple(sorted(names))
    number = {name: index for index, name in enumerate(order)}
    most = max(map(len, groups), default=1)
    if groups:  # the players of a side have no order
        flat = []
        for group in groups:
            flat += sorted(number[name] for name in group) + [-1] * (most - len(group))
    else:
        flat = [number[name] for name in teams]
    table = np.array(flat, dtype=np.int64).reshape(len(lineups), sides * most)
    if groups:
        table, place = np.unique(table, axis=0, return_inverse=True)
    else:  # none twice
        ascending = np.lexsort(table.T[::-1]) if sides else np.arange(0)
        table, place = table[ascending], np.argsort(ascending)
    return order, table.reshape(len(table), sides, most), place.reshape(-1)
