"""The parts of a section about strength: ratings, who beats whom, places, ratings over a number."""

from collections import Counter
from collections.abc import Iterator

from quadrille.arena.names import short_names
from quadrille.arena.report import plots
from quadrille.arena.report.data import Estimate, Family, Meeting, RatingLine, Section
from quadrille.arena.report.html import Markup, join, percent, signed, tag, whole
from quadrille.arena.report.tables import (
    DASH,
    counts,
    figure,
    left_out,
    row,
    share_cell,
    small_share_cell,
    spec,
    table,
)

COLUMNS = 8
"""Of a cross table, so that it fits on paper; more agents give several tables."""
MAX_LABEL_LENGTH = 32
"""Of an agent in a cross table."""
MAX_COUNTED = 16
"""Agents in cross tables with counts; more share one table of small cells."""
MAX_CROSSED = 40
"""Agents in cross tables."""
MAX_PLOTTED = 40
"""Agents in a plot of ratings or ranks."""
RANKS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def ratings(section: Section) -> Iterator[Markup]:
    """The rating table, and the same as a plot."""
    if not section.standings:
        return
    yield tag("h3", "Ratings")
    two = section.num_sides == 2
    headings = [
        "#",
        "agent",
        "Elo",
        "95 %",
        "games",
        "points",
        "won/drawn/lost",
        "better than next",
    ]
    groups: dict[int, list[Markup]] = {}
    for each in section.standings:
        lines = groups.setdefault(each.group, [])
        if not lines and section.groups > 1:
            name = tag("th", f"Group {each.group + 1}", colspan=len(headings), scope="rowgroup")
            lines.append(tag("tr", name, class_="group"))
        lines.append(_rating_row(each))
    how = "" if two else ", which here is the first place, a shared first place, or neither"
    caption = (
        f"Elo {_meaning(section)}, and how likely each is better than the next"
        f"; won/drawn/lost{how}."
    )
    rows = table(caption, headings, list(groups.values()), texts=(1,))
    yield tag("div", rows, *_rating_plots(section), class_="both wide")


def _meaning(section: Section) -> str:
    """What the Elo of the table compares an agent with."""
    sizes = Counter(each.group for each in section.standings)
    if set(sizes.values()) <= {1, 2}:
        return "relative to the other agent"
    pairs = ", or to the other of a group of two" if 2 in sizes.values() else ""
    return f"relative to the mean of the agents{pairs}"


def _rating_row(each: RatingLine) -> Markup:
    elo, ends = DASH, DASH
    if each.elo is not None:
        elo = signed(each.elo.elo)
        ends = f"{signed(each.elo.low)} to {signed(each.elo.high)}"
    return row(
        spec(each.agent),
        tag("td", tag("b", elo)),
        ends,
        whole(each.games),
        percent(each.points / each.games, 1) if each.games else DASH,
        counts(each.wins, each.draws, each.losses) if each.games else DASH,
        DASH if each.superiority is None else percent(each.superiority, 1),
        first=each.place,
    )


def _rating_plots(section: Section) -> Iterator[Markup]:
    for group in range(section.groups):
        rated = [each for each in section.standings if each.group == group and each.elo]
        if len(rated) < 2:
            continue
        title = "Ratings" if section.groups == 1 else f"Ratings of group {group + 1}"
        dots = [_dot(each.agent, each.elo) for each in rated[:MAX_PLOTTED] if each.elo]
        left = left_out(len(rated), MAX_PLOTTED, "agents")
        yield figure(plots.whiskers(dots, title), f"{title} with 95 % intervals{left}")


def cross_tables(section: Section) -> Iterator[Markup]:
    """Who beats whom."""
    teams = section.teams[:MAX_CROSSED]
    if len(teams) < 2:
        return
    yield tag("h3", "Who beats whom")
    met = {(each.row, each.column): each for each in section.meetings}
    number = {team: index for index, team in enumerate(section.teams, 1)}
    kind = "games won/drawn/lost" if section.num_sides == 2 else "how often before/level/behind"
    left = left_out(len(section.teams), MAX_CROSSED, "agents")
    dense = len(teams) > MAX_COUNTED
    below = f"under the mouse {kind}" if dense else f"below them {kind}"
    unit = " in %" if dense else ""
    caption = f"The points{unit} of the row against the column, and {below}{left}."
    short = dict(zip(teams, short_names(teams, MAX_LABEL_LENGTH), strict=True))
    step = len(teams) if dense else COLUMNS
    for start in range(0, len(teams), step):
        columns = teams[start : start + step]
        headings = ["#", "agent", *(str(number[team]) for team in columns)]
        rows = [
            row(
                spec(team, short[team]),
                *(_met(met, team, other, dense) for other in columns),
                first=number[team],
            )
            for team in teams
        ]
        yield table(
            caption, headings, [rows], class_="cross dense" if dense else "cross", texts=(1,)
        )


def _met(met: dict[tuple[str, str], Meeting], team: str, other: str, dense: bool) -> Markup:
    if team == other:
        return tag("td", "\N{MIDDLE DOT}", class_="self")
    found = met.get((team, other))
    if found is None:
        return tag("td", DASH)
    told = counts(found.wins, found.draws, found.losses)
    return small_share_cell(found.share, told) if dense else share_cell(found.share, told)


def ranks(section: Section) -> Iterator[Markup]:
    """How often which place, where there are more than two sides."""
    played = [each for each in section.standings if sum(each.ranks)][:MAX_PLOTTED]
    if section.num_sides < 3 or not played:
        return
    yield tag("h3", "Places")
    names = RANKS[: section.num_sides]
    rows = [
        row(
            spec(each.agent),
            *(share_cell(number / each.games, f"{number:,}") for number in each.ranks),
        )
        for each in played
    ]
    caption = (
        "How often an agent's side came first, second, ...; sides that are level share the better "
        "place."
    )
    data = table(caption, ["agent", *names], [rows])
    plot = plots.stacked([(each.agent, each.ranks) for each in played], names, "Places")
    legend = f"Places, {names[0]} at the left to {names[-1]} at the right"
    yield tag("div", data, figure(plot, legend), class_="both")


def courses(section: Section) -> Iterator[Markup]:
    """Ratings over the number in which agents of a family differ."""
    if not section.families:
        return
    yield tag("h3", "Rating over one number")
    yield tag("div", *map(_course, section.families), class_="plots")


def _course(family: Family) -> Markup:
    dots = [(number, _dot(agent, elo)) for number, agent, elo in family.members]
    title = f"Elo over {family.parameter} of {family.name}"
    plot = plots.course(dots, family.parameter, title, log=family.log)
    return figure(plot, join("Elo over ", family.parameter, " of ", tag("code", family.name)))


def _dot(agent: str, elo: Estimate) -> plots.Dot:
    return plots.Dot(agent, elo.elo, elo.low, elo.high)
