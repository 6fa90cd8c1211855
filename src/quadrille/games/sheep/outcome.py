"""What places are worth, also in games that are stopped before their end: see ``rules.cpp``."""

from collections.abc import Sequence

from quadrille.core.state import outcome_by_rank

PLACES = (5.0, 3.0, 2.0, 1.0)
"""Contest points of four sides."""


def outcome_of(worth: Sequence[float]) -> list[float]:
    """The value per side: with four of them by contest points, which equals share."""
    if len(worth) != len(PLACES):
        return outcome_by_rank(worth)
    values = []
    for own in worth:
        ahead, level = sum(each > own for each in worth), sum(each == own for each in worth)
        points = sum(PLACES[ahead : ahead + level]) / level
        values.append((points - 2.75) / 2.25)
    return values
