"""Everything that a report shows, from the games of a store."""

import re
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite

from quadrille.arena.ratings import Effect, Ratings, rate
from quadrille.arena.report import words
from quadrille.arena.report.bins import Bins, Grid, bins_of
from quadrille.arena.report.data import (
    Estimate,
    FailureLine,
    Family,
    FeaturedGame,
    Lengths,
    RatingLine,
    Report,
    Section,
    SeriesFacts,
    Summary,
    UsageSummary,
)
from quadrille.arena.report.entrants import entrants, meanings
from quadrille.arena.report.families import families
from quadrille.arena.report.meetings import label, meetings, on_sides
from quadrille.arena.report.queries import (
    LengthCount,
    LossCount,
    ResultGroup,
    SeatTotals,
    SectionQueries,
    copies,
    counted,
    snapshot,
)
from quadrille.arena.results import MAX_SIDES, ResultCount, members
from quadrille.arena.store import SeriesRow, Store
from quadrille.arena.store.rows import plain
from quadrille.core.game import recorded_game
from quadrille.core.options import Value
from quadrille.core.version import VERSION

OPENINGS = 10
"""First moves that are listed."""
REASONS = 10
"""Reasons of failures that are listed for an agent."""
TITLE = "Quadrille report"
"""Of the page, unless told otherwise."""
MAX_FEATURED = 4
"""Games that are shown at most: a surprise, the longest, the shortest, the latest."""


def gather(
    store: Store,
    series: Iterable[int] | None = None,
    game: str | None = None,
    *,
    games: int = MAX_FEATURED,
    title: str = TITLE,
) -> Report:
    """The report of some series, or of one game, or of all; ValueError if nothing was played.

    ``games`` of each section are shown move by move, at most 4; ``title`` is that of the page.
    """
    if isinstance(games, bool) or not isinstance(games, int) or not 0 <= games <= MAX_FEATURED:
        raise ValueError(f"expected from 0 to {MAX_FEATURED} games to step through, got {games!r}")
    with snapshot(store):
        chosen, total = _chosen(store, series, game)
        sections = tuple(_section(store, each, total, games) for each in chosen)
    return Report(title, time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), VERSION, sections)


def summaries(
    store: Store, series: Iterable[int] | None = None, game: str | None = None
) -> list[Summary]:
    """The rating tables alone; ValueError if nothing was played."""
    with snapshot(store):
        chosen, total = _chosen(store, series, game)
        return [_summary(store, each, total).summary for each in chosen]


def _chosen(
    store: Store, numbers: Iterable[int] | None, game: str | None
) -> tuple[list[list[SeriesRow]], int]:
    """The series of each game with its options, in the order in which they were begun; and how many
    games the store has in all."""
    known = store.all_series()
    total = sum(each.played for each in known)
    if numbers is not None:
        wanted = set(numbers)
        for number in wanted - {each.number for each in known}:
            store.series(number)  # which is BadStore
        known = [each for each in known if each.number in wanted]
    sections: dict[tuple[str, str], list[SeriesRow]] = {}
    for each in known:
        if game is None or each.game == game:
            sections.setdefault((each.game, plain(each.options)), []).append(each)
    found = [each for each in sections.values() if any(one.played for one in each)]
    if not found:
        where = "" if game is None else f" of {game}"
        where += "" if numbers is None else f" in the series {sorted(wanted)}"
        others = sorted({each.game for each in known if each.played and each.game != game})
        hint = f"; there are games of {words.listed(others)}" if others else ""
        raise ValueError(f"nothing to report: no games{where} in {store.place!r}{hint}")
    return found, total


# --- who is better -------------------------------------------------------------------------


@dataclass(frozen=True)
class _Found:
    """What both a summary and a section are made of."""

    details: SectionQueries
    groups: list[ResultGroup]
    counted: list[ResultCount]
    summary: Summary
    seats: SeatTotals | None
    """Where the summary needed them."""


def _summary(store: Store, series: Sequence[SeriesRow], total: int) -> _Found:
    repeats = copies(store, series)
    details = SectionQueries(store, [each for each in series if each.number not in repeats], total)
    groups = details.groups()
    results = counted(groups)
    sides = details.sides()
    games = sum(each.games for each in results)
    total = sum(each.games for each in groups)
    ratings, seats = None, None
    if 2 <= len(set(sides)) <= MAX_SIDES:
        ratings = rate(results, agents={each for group in groups for each in group.players})
        headline = words.headline(ratings, games)
    else:
        seats = details.seats()
        headline = words.headline_alone(seats.uses, games)
    distinct = details.distinct()
    versions = tuple({plain(one): one for each in series for one in each.versions}.values())
    title, unusual = _named(series[0].game, series[0].options)
    names = meanings(series)
    told = words.warnings(ratings, total, games, distinct, len(versions), repeats)
    summary = Summary(
        game=series[0].game,
        title=title,
        options=series[0].options,
        unusual=unusual,
        sides=sides,
        headline=headline,
        warnings=(*told, *words.ambiguous(names)),
        series=tuple(map(_series_facts, series)),
        entrants=entrants(names),
        games=total,
        counted=games,
        distinct=distinct,
        first=min(each.first for each in groups),
        last=max(each.last for each in groups),
        versions=versions,
        standings=() if ratings is None else tuple(_standings(ratings)),
        groups=0 if ratings is None else len(ratings.connected),
        advantage=None if ratings is None or not games else _estimate(ratings.advantage),
        first_side_points=_first_side(results, games) if len(set(sides)) > 1 else None,
        drawn=_drawn(results, games) if len(set(sides)) > 1 else None,
    )
    return _Found(details, groups, results, summary, seats)


def _named(spec: str, options: Mapping[str, Value]) -> tuple[str, dict[str, Value]]:
    """The name of a game for people, and the options that differ from their defaults."""
    try:
        found = recorded_game(spec, options)
    except Exception:  # whatever a file of somebody's own does; the spec is a name too
        return spec, dict(options)
    defaults = {field.name: field.default for field in found.option_fields}
    return found.title, {
        name: value for name, value in options.items() if value != defaults.get(name)
    }


def _series_facts(series: SeriesRow) -> SeriesFacts:
    plan = series.plan
    return SeriesFacts(
        series.number,
        series.name,
        series.kind,
        series.played,
        series.total,
        None if plan is None else plan.seed,
        "" if plan is None else plan.clock,
        series.created,
    )


def _standings(ratings: Ratings) -> Iterator[RatingLine]:
    place = 0
    for index, each in enumerate(ratings.table):
        begins = index == 0 or ratings.table[index - 1].group != each.group
        place = 1 if begins else place + 1
        following = ratings.table[index + 1 : index + 2]
        better = None
        if following and following[0].group == each.group:
            better = ratings.superiority(each.name, following[0].name)
        yield RatingLine(
            place,
            each.name,
            each.group,
            _estimate(Effect(each.elo, each.low, each.high)),
            each.games,
            each.wins,
            each.draws,
            each.losses,
            each.points,
            each.ranks,
            better,
        )


def _estimate(effect: Effect | None) -> Estimate | None:
    if effect is None or not all(map(isfinite, effect)):
        return None
    return Estimate(*effect)


def _first_side(counted: Sequence[ResultCount], games: int) -> float | None:
    points = sum((each.outcome[0] + 1) / 2 * each.games for each in counted)
    return points / games if games else None


def _drawn(counted: Sequence[ResultCount], games: int) -> float | None:
    shared = sum(each.games for each in counted if each.outcome.count(max(each.outcome)) > 1)
    return shared / games if games else None


# --- how it came about ---------------------------------------------------------------------


def _section(store: Store, series: Sequence[SeriesRow], total: int, games: int) -> Section:
    found = _summary(store, series, total)
    summary, details = found.summary, found.details
    order = {each.agent: index for index, each in enumerate(summary.standings)}
    seats = found.seats or details.seats()
    uses = sorted(seats.uses, key=lambda use: order.get(use.agent, len(order)))
    lengths = details.lengths_of_games()
    endings: Counter[str] = Counter()
    for group in found.groups:
        endings[group.ended] += group.games
    return Section(
        **vars(summary),
        meetings=meetings(found.counted),
        on_sides=on_sides(found.counted),
        uses=tuple(uses),
        scores=_scores(details, uses, seats.whole),
        lengths=_lengths(lengths),
        endings=dict(sorted(endings.items())),
        failings=_failings(
            details.forfeits() if "forfeited" in endings else [], details.lost_turns()
        ),
        families=_families(summary),
        openings=tuple(details.openings(1, OPENINGS)),
        told=_featured(store, _reasons(found.groups, lengths, summary), games),
    )


def _lengths(lengths: Sequence[LengthCount]) -> Lengths:
    by_plies = {each.plies: each.games for each in lengths}
    mean = sum(plies * games for plies, games in by_plies.items()) / sum(by_plies.values())
    return Lengths(min(by_plies), mean, max(by_plies), bins_of(by_plies))


def _families(summary: Summary) -> tuple[Family, ...]:
    """Those of each group of more than two agents; the Elo of two is their difference, which is
    no curve."""
    rated = [(each.group, each.agent, each.elo) for each in summary.standings]
    sizes = Counter(group for group, _, _ in rated)
    return tuple(
        family
        for group in range(summary.groups)
        if sizes[group] > 2
        for family in families({agent: elo for one, agent, elo in rated if one == group and elo})
    )


def _scores(details: SectionQueries, uses: Sequence[UsageSummary], whole: bool) -> dict[str, Bins]:
    """Scores in bins, where they say more than who won."""
    low = min(use.least_score for use in uses)
    high = max(use.most_score for use in uses)
    if low == high or (whole and low >= 0 and high <= 1):
        return {}
    found = details.scores(Grid.over(low, high, whole_numbers=whole))
    return {use.agent: found[use.agent] for use in uses}


def _failings(forfeits: Sequence[LossCount], turns: Sequence[LossCount]) -> tuple[FailureLine, ...]:
    """What went wrong; reasons that differ in their numbers only are one."""
    sums: Counter[tuple[str, int]] = Counter()
    found: dict[tuple[str, str], Counter[int]] = {}
    texts: dict[tuple[str, str], set[str]] = {}
    for kind, rows in enumerate((forfeits, turns)):
        for each in rows:
            if each.reason is None:
                sums[each.agent, kind] += each.count
                continue
            key = each.agent, re.sub(r"\d+(?:\.\d+)?", "#", each.reason)
            found.setdefault(key, Counter())[kind] += each.count
            texts.setdefault(key, set()).add(each.reason)
    failings = []
    for agent in sorted({agent for agent, _ in sums}):
        mine = [(key, counts) for key, counts in found.items() if key[0] == agent]
        mine.sort(key=lambda item: -item[1].total())
        for key, counts in mine[:REASONS]:
            shown = min(texts[key])
            failings.append(FailureLine(agent, shown, len(texts[key]) > 1, counts[0], counts[1]))
        listed = sum((counts for _, counts in mine[:REASONS]), Counter[int]())
        rest = [sums[agent, kind] - listed[kind] for kind in (0, 1)]
        if any(rest):
            failings.append(FailureLine(agent, "other reasons", True, *rest))
    return tuple(sorted(failings, key=lambda each: (-each.games, -each.turns)))


def _reasons(
    groups: Iterable[ResultGroup], lengths: Sequence[LengthCount], summary: Summary
) -> dict[int, list[str]]:
    """Games worth showing, and why: a surprise, the longest, the shortest, the latest."""
    over = [group for group in groups if group.outcome is not None]
    if not over:
        return {}
    reasons: dict[int, list[str]] = {}
    surprise = _surprise(over, summary)
    if surprise is not None:
        reasons[surprise[0]] = [surprise[1]]
    ordered = [each.latest for each in lengths if each.latest is not None]
    if ordered:
        reasons.setdefault(ordered[-1], []).append("the longest")
        reasons.setdefault(ordered[0], []).append("the shortest")
    reasons.setdefault(max(group.latest for group in over), []).append("the latest")
    return reasons


def _featured(store: Store, reasons: dict[int, list[str]], most: int) -> tuple[FeaturedGame, ...]:
    shown = []
    for number, why in list(reasons.items())[:most]:
        row = store.game(number)
        record = store.record(number)
        facts = row.series, row.number, words.listed(why), row.played, row.players
        shown.append(FeaturedGame(number, *facts, record))
    return tuple(shown)


def _surprise(groups: Iterable[ResultGroup], summary: Summary) -> tuple[int, str] | None:
    """The game in which the winner was rated lowest, compared with the others."""
    elo = {each.agent: each.elo.elo for each in summary.standings if each.elo}
    sizes = Counter(each.group for each in summary.standings)
    pairs = {each.agent for each in summary.standings if sizes[each.group] == 2}
    best: tuple[float, int, str] | None = None
    for group in groups:
        outcome = group.outcome or ()
        if outcome.count(max(outcome)) > 1 or not all(each in elo for each in group.players):
            continue
        winner = outcome.index(max(outcome))
        teams = [members(team) for team in group.teams]
        strength = [sum(elo[each] for each in team) / len(team) for team in teams]
        others = [value for side, value in enumerate(strength) if side != winner]
        gap = sum(others) / len(others) - strength[winner]
        if pairs.issuperset(group.players):
            gap /= 2  # the Elo of each of two agents is their difference already
        if gap >= 1 and (best is None or (gap, group.latest) > best[:2]):
            best = gap, group.latest, label(group.teams[winner])
    if best is None:
        return None
    gap, number, name = best
    other = "the other" if summary.num_sides == 2 else "the mean of the others"
    return number, f"a surprise ({name} won, rated {gap:.0f} Elo below {other})"
