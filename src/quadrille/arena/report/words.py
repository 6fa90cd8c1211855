"""The findings of a report in sentences, with how sure they are."""

from collections.abc import Mapping, Sequence

from quadrille.arena.ratings import Ratings
from quadrille.arena.report.data import UsageSummary
from quadrille.arena.report.html import short_number
from quadrille.core.records.record import Played, Result

MANY = 2
"""If every game occurs so often on average, games are called identical."""
MAX_REPEATS = 5
"""Series left out as copies of others that are named."""


def count(number: int, thing: str) -> str:
    """Such as "1 game" or "1,200 games"."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def listed(names: Sequence[str]) -> str:
    """Such as "a, b and c"."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def headline(ratings: Ratings, games: int) -> str:
    """Who is better, by how much, and how sure that is."""
    if not games:
        return "No game has been finished, so nothing is known yet."
    leaders = [each.name for each in ratings.table if each.group == 0]
    total = count(games, "game")
    if len(leaders) < 2:
        if len(ratings.table) == 1:
            return f"Only {leaders[0]} has played, against itself: {total} without a rating."
        return f"No two of {len(ratings.table)} agents have met: {total} without a rating."
    best, second = leaders[:2]
    by = ratings.difference(best, second)
    interval = f"by {by.elo:.0f} Elo (95 %: {by.low:.0f} to {by.high:.0f})".replace("-0 ", "0 ")
    sure = by.low > 0
    if not sure and abs(by.elo) < 0.5:
        return _level(best, second, len(leaders), f"{by.low:.0f} to {by.high:.0f}", total)
    if len(leaders) == 2:
        if sure:
            return f"{best} is better than {second} {interval} over {total}."
        return f"{best} and {second} cannot be told apart: {best} leads {interval} over {total}."
    if sure:
        lead = f"{best} is the best of {len(leaders)} agents"
        return f"{lead}: better than {second} {interval}, {total} in all."
    return (
        f"{best} leads {len(leaders)} agents, but cannot be told apart from {second}: "
        f"ahead {interval}, {total} in all."
    )


def _level(best: str, second: str, agents: int, interval: str, total: str) -> str:
    """The same where the two best are exactly level."""
    if agents == 2:
        return f"{best} and {second} are level (95 %: {interval} Elo) over {total}."
    return (
        f"{best} and {second} lead {agents} agents, level (95 %: {interval} Elo), {total} in all."
    )


def headline_alone(uses: Sequence[UsageSummary], games: int) -> str:
    """The same for a game of one side, where only scores count."""
    if not games:
        return "No game has been finished, so nothing is known yet."
    best = max(uses, key=lambda use: use.mean_score)
    mean = f"{short_number(best.mean_score)} points on average over {count(best.games, 'game')}"
    if len(uses) == 1:
        return f"{best.agent} scores {mean}."
    return f"{best.agent} has the best scores of {len(uses)} agents: {mean}."


def deed(played: Played) -> str:
    """A move of a record, in short."""
    if played.lost and not played.move:
        return f"loses the turn: {played.lost}"
    drawn = f" (drawn at random: {played.lost})" if played.lost else ""
    said = f" (says {played.say!r})" if played.say else ""
    return f"{played.move}{drawn}{said}"


def ending(result: Result, sides: Sequence[int]) -> str:
    """Who won a game, and how, if not by its rules; people count players from 1."""
    note = f" ({result.note})" if result.note else ""
    if result.outcome is None:
        return f"not finished{note}"
    if result.ended == "adjudicated":
        how = f"judged by the scores{note}: "
    elif result.ended == "agreed":
        how = "by agreement: "
    elif result.by is not None:
        verb = "resigns" if result.ended == "resigned" else "forfeits"
        how = f"P{result.by + 1} {verb}{note}: "
    else:
        how = ""
    if len(result.outcome) == 1:
        return f"{how}the game is over"
    best = max(result.outcome)
    if best == min(result.outcome):
        return f"{how}draw"
    winners = [f"P{i + 1}" for i, side in enumerate(sides) if result.outcome[side] == best]
    return f"{how}{listed(winners)} {'wins' if len(winners) == 1 else 'win'}"


def warnings(
    ratings: Ratings | None,
    games: int,
    counted: int,
    distinct: int,
    versions: int,
    repeats: Mapping[int, int],
) -> tuple[str, ...]:
    """What a reader should know before believing the numbers."""
    found = [
        f"Left out: series {one}, whose games are those of series {other} over again; another seed "
        "gives other games."
        for one, other in sorted(repeats.items())[:MAX_REPEATS]
    ]
    if len(repeats) > MAX_REPEATS:
        found.append(f"Left out: {len(repeats) - MAX_REPEATS} more such series.")
    if ratings is not None and len(ratings.connected) > 1:
        names = "; ".join(listed(group[:6]) for group in ratings.connected[:6])
        found.append(
            f"The agents fall into {len(ratings.connected)} groups without games between them, and "
            f"ratings compare within a group only: {names}."
        )
    if MANY * distinct < games:
        found.append(
            f"Only {distinct:,} of {games:,} games differ from one another: the same games again "
            "say nothing new, and the intervals are too narrow."
        )
    elif distinct < games:
        found.append(
            f"{distinct:,} of {games:,} games differ from one another. Short games coincide by "
            "chance; if agents that hardly vary their play repeat themselves, the intervals are "
            "too narrow."
        )
    if counted < games:
        left = count(games - counted, "game")
        found.append(f"Left out of all ratings: {left} without a result.")
    if versions > 1:
        found.append(f"The games were played by {versions} different versions of the program.")
    return tuple(found)


def ambiguous(meanings: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """A warning for each name that stands for several agents, by the specs of all names."""
    return tuple(
        f"{name} is the name of {len(specs)} agents, rated as one: {listed(specs[:6])}."
        for name, specs in meanings.items()
        if len(specs) > 1
    )
