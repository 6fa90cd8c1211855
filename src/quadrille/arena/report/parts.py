"""The parts of a section: each table and each plot with the words around it."""

from collections.abc import Iterator, Sequence

from quadrille.arena.report import plots, strength, words
from quadrille.arena.report.data import Estimate, Section, Summary
from quadrille.arena.report.html import (
    Markup,
    join,
    percent,
    seconds,
    sentence,
    short_number,
    tag,
    whole,
)
from quadrille.arena.report.tables import (
    DASH,
    counts,
    figure,
    row,
    share_cell,
    spec,
    table,
    text_cell,
)

MAX_SCORES = 12
"""Agents whose scores are plotted."""


def of_section(section: Section) -> Iterator[Markup]:
    """Everything in a section but its games."""
    yield tag("h2", heading(section))
    yield tag("p", sentence(section.headline), class_="headline")
    if section.warnings:
        yield tag("ul", *(tag("li", each) for each in section.warnings), class_="warnings")
    yield facts(section)
    strengths = (strength.ratings, strength.cross_tables, strength.ranks, strength.courses)
    tables = (scores, on_sides, lengths_and_time, openings, failures, entrants, series)
    for maker in (*strengths, *tables):
        yield from maker(section)


def heading(section: Summary) -> Markup:
    """The game, with the options that are not usual."""
    if not section.unusual:
        return join(section.title)
    options = ", ".join(f"{name}={_value(value)}" for name, value in section.unusual.items())
    return join(section.title, " ", tag("small", options))


def facts(section: Summary) -> Markup:
    """The facts above the tables."""
    pairs = [("Games", _games_words(section)), ("Played", _dates(section))]
    if section.advantage is not None and section.first_side_points is not None:
        worth = _interval_words(section.advantage)
        share = percent(section.first_side_points, 1)
        pairs.append(("Side 1", f"{worth} than the other side{_s(section)}; {share} of the points"))
    if section.drawn is not None:
        kind = "drawn" if section.num_sides == 2 else "with a shared first place"
        pairs.append(("Draws", f"{percent(section.drawn, 1)} of the games {kind}"))
    made = [
        ", ".join(f"{name} {number}" for name, number in each.items()) for each in section.versions
    ]
    if made:
        pairs.append(("Programs", "; ".join(made)))
    return tag(
        "dl",
        *(tag(name, text) for pair in pairs for name, text in zip(("dt", "dd"), pair, strict=True)),
    )


def _games_words(section: Summary) -> str:
    more = []
    if section.counted < section.games:
        more.append(f"{section.counted:,} with a result")
    if section.distinct < section.games:
        more.append(f"{section.distinct:,} different")
    return f"{section.games:,}" + (f" ({', '.join(more)})" if more else "")


def _dates(section: Summary) -> str:
    first, last = section.first[:10], section.last[:10]
    return first if first == last else f"{first} to {last}"


def _s(section: Summary) -> str:
    return "" if section.num_sides == 2 else "s"


def _interval_words(worth: Estimate) -> str:
    sign = 1 if round(worth.elo) >= 0 else -1
    kind = "better" if sign > 0 else "worse"
    ends = sorted((sign * worth.low, sign * worth.high))
    return f"{whole(abs(worth.elo))} Elo {kind} (95 %: {whole(ends[0])} to {whole(ends[1])})"


def _value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


# --- what happened at the table ------------------------------------------------------------


def scores(section: Section) -> Iterator[Markup]:
    """How the scores of each agent are spread."""
    if not section.scores:
        return
    yield tag("h3", "Scores")
    rows = [
        row(
            spec(use.agent),
            whole(use.games),
            short_number(use.mean_score),
            f"{short_number(use.least_score)} to {short_number(use.most_score)}",
        )
        for use in section.uses
    ]
    caption = "Points by the rules of the game; a game counts for every player of an agent."
    yield table(caption, ["agent", "scores", "mean", "range"], [rows])
    shown = section.uses[:MAX_SCORES]
    shares = [max(section.scores[use.agent].counts) / use.games for use in shown]
    drawn = []
    for use in shown:
        bins = section.scores[use.agent]
        title = f"Scores of {use.agent}"
        plot = plots.histogram(bins, title, "score", most=max(shares), mean=use.mean_score)
        drawn.append(figure(plot, tag("code", use.agent)))
    yield tag("div", *drawn, class_="plots")
    if len(section.uses) > MAX_SCORES:
        yield tag("p", f"Plotted: the first {MAX_SCORES} agents.", class_="note")


def on_sides(section: Section) -> Iterator[Markup]:
    """Who did how well on which side."""
    if section.num_sides < 2 or not section.on_sides:
        return
    yield tag("h3", "Sides")
    found = {(each.team, each.side): each for each in section.on_sides}
    names = {each.team for each in section.on_sides}
    rated = [each.agent for each in section.standings if each.agent in names]
    rows = []
    for team in [*rated, *sorted(names - set(rated))]:
        cells = []
        for side in range(section.num_sides):
            one = found.get((team, side))
            text = None if one is None else counts(one.wins, one.draws, one.losses)
            cells.append(
                tag("td", DASH) if one is None else share_cell(one.points / one.games, text or "")
            )
        rows.append(row(spec(team), *cells))
    caption = (
        "Points on each side, and below them games won/drawn/lost; side 1 moves first in general."
    )
    headings = ["agent", *(f"side {side + 1}" for side in range(section.num_sides))]
    yield table(caption, headings, [rows], class_="cross")


def lengths_and_time(section: Section) -> Iterator[Markup]:
    """How long games were, and how long moves took."""
    yield tag("h3", "Length and time")
    lengths = section.lengths
    words_ = (
        f"A game has {short_number(lengths.mean)} moves on average, "
        f"{lengths.shortest:,} at least and {lengths.longest:,} at most, those of chance included."
    )
    yield tag("p", words_)
    plot = plots.histogram(lengths.bins, "Length of games", "moves", mean=lengths.mean)
    rows = [
        row(
            spec(use.agent),
            whole(use.moves),
            seconds(use.mean_seconds),
            seconds(use.slowest),
            seconds(use.seconds),
        )
        for use in section.uses
    ]
    data = table("Time for a move.", ["agent", "moves", "mean", "slowest", "in all"], [rows])
    yield tag("div", data, figure(plot, "Games by their length"), class_="both")


def openings(section: Section) -> Iterator[Markup]:
    """The most frequent first moves."""
    if not section.openings:
        return
    yield tag("h3", "First moves")
    rows = [
        row(
            tag("code", " ".join(each.moves)),
            whole(each.games),
            share_cell(each.games / section.games),
            percent(each.points / each.decided, 1)
            if each.decided and section.num_sides > 1
            else DASH,
        )
        for each in section.openings
    ]
    caption = "The most frequent first moves, and the points of the side that made them."
    yield table(caption, ["move", "games", "share", "points"], [rows])


def failures(section: Section) -> Iterator[Markup]:
    """What was not played to the end by the rules, and why."""
    others = {name: number for name, number in section.endings.items() if name != "finished"}
    if not others and not section.failings:
        return
    yield tag("h3", "Failures")
    if others:
        told = [f"{number:,} {name}" for name, number in others.items()]
        yield tag("p", f"Of {section.games:,} games {words.listed(told)}.")
    if section.failings:
        rows = [
            row(
                spec(each.agent),
                text_cell(each.reason + (" (and similar)" if each.alike else "")),
                whole(each.games),
                whole(each.turns),
            )
            for each in section.failings
        ]
        caption = "Games that were forfeited, and turns that were lost, with the reasons."
        yield table(caption, ["agent", "reason", "games", "turns"], [rows], texts=(0, 1))


def entrants(section: Section) -> Iterator[Markup]:
    """The table of names and specs."""
    if not section.entrants:
        return
    yield tag("h3", "Entrants")
    rows = [row(spec(each.name), text_cell(tag("code", each.spec))) for each in section.entrants]
    yield table("The agent behind each name.", ["name", "agent"], [rows], texts=(0, 1))


def series(section: Section) -> Iterator[Markup]:
    """Where the games come from."""
    yield tag("h3", "Series")
    rows = [
        row(
            f"{each.number}{f' {each.name}' if each.name else ''}",
            text_cell(each.kind),
            whole(each.played) if each.total is None else f"{each.played:,} of {each.total:,}",
            DASH if each.seed is None else str(each.seed),
            each.clock or DASH,
            each.created[:10],
        )
        for each in section.series
    ]
    headings = ["series", "kind", "games", "seed", "clock", "begun"]
    yield table("The series whose games are counted.", headings, [rows], texts=(0, 1))


def games(figures: Sequence[Markup]) -> Iterator[Markup]:
    """Games to step through."""
    if figures:
        yield tag("h3", "Games")
        words_ = (
            "Chosen games. Step with the buttons, with the arrow keys, or by a click on a move."
        )
        yield tag("p", words_, class_="note screen")
        yield tag("div", *figures, class_="replays")


def explanations() -> Iterator[Markup]:
    """For readers who have not seen such a report."""
    yield tag(
        "p",
        "Elo measures strength: an agent 100 Elo better can expect 64 % of the points, with "
        "200 Elo 76 %, with 400 Elo 91 %. With more than two sides that holds for small "
        "differences. The true value lies within the interval with a confidence of 95 %, if games "
        "are independent of each other. Points are 1 for a won game and 1/2 for a drawn one; with "
        "more than two sides, the part of the other sides that were left behind, those that are "
        "level counted half.",
    )
