"""What is known of a position when its chances are estimated, as numbers for each side."""

from collections.abc import Callable, Mapping, Sequence
from math import atanh, sqrt
from typing import NamedTuple

from quadrille.core.package import package_of
from quadrille.core.state import State

CERTAIN = 0.98
"""Values above this one count as this one: no estimate is certain."""
END = 0.02
"""The least part of a game that counts as left, so that nothing is divided by zero."""


class SideFacts(NamedTuple):
    """One side of a position."""

    value: float
    """What the search says, from -1 to 1."""
    points: float
    """The mean of its players' scores, as if the game stopped now."""
    progress: float
    """How much of the game is over, from 0 to 1."""
    moves: bool
    """Whether it is to move."""
    rivals: int
    """How many sides there are besides the first two."""

    @property
    def steep(self) -> float:
        """The value on a scale without ends."""
        return atanh(min(max(self.value, -CERTAIN), CERTAIN))

    @property
    def left(self) -> float:
        """How much of the game is left."""
        return max(1.0 - self.progress, END)


def facts_of(state: State, values: Sequence[float]) -> list[SideFacts]:
    """What is known of each side; ``values`` are those of a search, by side."""
    package = package_of(type(state))
    progress = 0.5 if package.progress is None else package.progress(state)
    points = points_by_side(state, state.scores()) if package.points else [0.0] * len(values)
    mover = state.side(state.player()) if state.player() >= 0 else -1
    rivals = state.num_sides() - 2
    return [
        SideFacts(value, points[side], progress, side == mover, rivals)
        for side, value in enumerate(values)
    ]


def points_by_side(state: State, scores: Sequence[float]) -> list[float]:
    """The mean score of the players of each side."""
    sides = [state.side(player) for player in range(state.num_players())]
    return [
        sum(score for score, of in zip(scores, sides, strict=True) if of == side)
        / sides.count(side)
        for side in range(state.num_sides())
    ]


Feature = Callable[[SideFacts], float]

CHANCE: Mapping[str, Feature] = {
    "value": lambda f: f.steep,
    "value, late": lambda f: f.steep * f.progress,
    "value, very late": lambda f: f.steep * f.progress**2,
    "large value": lambda f: f.steep**3,
    "value, more sides": lambda f: f.steep * f.rivals,
    "points": lambda f: f.points,
    "points, late": lambda f: f.points / sqrt(f.left),
    "points, very late": lambda f: f.points / f.left,
    "points, more sides": lambda f: f.points * f.rivals,
    "to move": lambda f: float(f.moves),
    "to move, late": lambda f: f.moves * f.progress,
}
"""What the chance of a side depends on, each times a weight of its own."""

LEAD: Mapping[str, Feature] = {
    "points": lambda f: f.points,
    "points, late": lambda f: f.points * f.progress,
    "points, more sides": lambda f: f.points * f.rivals,
    "value": lambda f: f.value,
    "value, early": lambda f: f.value * f.left,
    "large value": lambda f: f.steep,
    "large value, early": lambda f: f.steep * f.left,
    "value, more sides": lambda f: f.value * f.rivals,
    "to move": lambda f: float(f.moves),
    "to move, early": lambda f: f.moves * f.left,
}
"""What the points of a side at the end depend on, less the mean of all sides."""


def rows_of(facts: Sequence[SideFacts], features: Mapping[str, Feature]) -> list[list[float]]:
    """The features of each side."""
    return [[feature(each) for feature in features.values()] for each in facts]
