"""Who beats whom, and on which side."""

from collections import Counter
from collections.abc import Iterable

from quadrille.arena.report.data import Meeting, SideLine
from quadrille.arena.results import ResultCount, Team
from quadrille.arena.tally import score_side


def label(team: Team) -> str:
    """The name of a side: its agent, or all that play it."""
    return team if isinstance(team, str) else " + ".join(team)


def meetings(counted: Iterable[ResultCount]) -> tuple[Meeting, ...]:
    """Every agent, or team, against every other."""
    found: Counter[tuple[str, str, int]] = Counter()
    for each in counted:
        teams = [label(team) for team in each.lineup]
        for one, name in enumerate(teams):
            for other, opponent in enumerate(teams):
                if name != opponent:
                    ahead = each.outcome[one] - each.outcome[other]
                    found[name, opponent, (ahead > 0) - (ahead < 0)] += each.games
    pairs = sorted({(row, column) for row, column, _ in found})
    return tuple(
        Meeting(*pair, found[*pair, 1], found[*pair, 0], found[*pair, -1]) for pair in pairs
    )


def on_sides(counted: Iterable[ResultCount]) -> tuple[SideLine, ...]:
    """Every agent, or team, on every side, against the sides that others play."""
    found: dict[tuple[str, int], Counter[str]] = {}
    points: dict[tuple[str, int], float] = {}
    for each in counted:
        teams = [label(team) for team in each.lineup]
        for side, team in enumerate(teams):
            key = team, side
            own = [index for index, other in enumerate(teams) if other == team]
            score = score_side(each.outcome, side, own)
            kind = "won" if score.won else "drawn" if score.drawn else "lost"
            found.setdefault(key, Counter())[kind] += each.games
            points[key] = points.get(key, 0.0) + float(score.points) * each.games
    return tuple(
        SideLine(*key, n.total(), n["won"], n["drawn"], n["lost"], points[key])
        for key, n in sorted(found.items())
    )
