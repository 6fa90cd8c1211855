"""What came of games, counted: who sat where, how it ended, and how often.

Ratings are fitted to such counts, so that a million games cost no more than the different line-ups
among them, and so that the order in which games were played cannot show in the last digit.
"""

from collections.abc import Sequence
from dataclasses import dataclass

Team = str | tuple[str, ...]
"""Who plays a side: one agent, or one for each of its players."""
MOST_SIDES = 8
MOST_GAMES = 10**12


@dataclass(frozen=True)
class Counted:
    """How many games of one line-up ended in one way."""

    lineup: tuple[Team, ...]
    """The agents by side; side 0 moves first in general."""
    outcome: tuple[float, ...]
    """The value per side in [-1, 1], summing to zero, as the rules give it."""
    games: int = 1

    def __post_init__(self) -> None:
        check_game(self.lineup, self.outcome)
        whole = isinstance(self.games, int) and not isinstance(self.games, bool)
        if not whole or not 0 <= self.games <= MOST_GAMES:
            raise ValueError(f"expected games from 0 to {MOST_GAMES}, got {self.games!r}")


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


def ranks_of(outcome: Sequence[float]) -> tuple[int, ...]:
    """How many sides are ahead of each side; sides that are level share the better rank."""
    return tuple(sum(other > value for other in outcome) for value in outcome)
