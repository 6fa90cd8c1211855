"""``quadrille standings``: the ratings of all agents in a store."""

from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from quadrille.cli.common import (
    Json,
    UnusedOptions,
    UnusedSeed,
    add_agent_rows,
    console,
    dim,
    plain_table,
    print_json,
    split_options,
    tidy,
)
from quadrille.cli.report import OneGame, SomeSeries
from quadrille.cli.series import rounded
from quadrille.cli.store import Where, opened

if TYPE_CHECKING:
    from quadrille.arena.report import Summary


def standings(
    store: Where = None,
    series: SomeSeries = None,
    game: OneGame = None,
    json: Json = False,
    seed: UnusedSeed = 0,
    option: UnusedOptions = None,
) -> None:
    """Print the ratings of the agents in a store, and how sure they are.

    Elo is by how much an agent is better than the other, or than the mean of all
    if a game has more than two agents; a match of the same games prints the same
    numbers. W-D-L are games won, drawn and lost; LOS is how likely an agent is
    better than the next one.
    """
    from quadrille.arena.report import summaries  # late: it loads SQLAlchemy

    split_options(option)
    with opened(store) as found:
        made = summaries(found, series, game)
    if json:
        print_json({"sections": [each.to_dict() for each in made]})
        return
    for index, each in enumerate(made):
        show(each, first=index == 0)


def show(summary: "Summary", *, first: bool) -> None:
    """Print the table of one game."""
    screen = console()
    screen.print(Text("" if first else "\n") + Text(summary.heading, "bold"))
    screen.print(Text(summary.headline), soft_wrap=True)
    for warning in summary.warnings:
        screen.print(Text(warning, "yellow"), soft_wrap=True)
    if summary.standings:
        screen.print()
        screen.print(rows(summary))
    parts = [f"{summary.games:,} game{'' if summary.games == 1 else 's'}"]
    if summary.drawn is not None:
        parts.append(f"{summary.drawn:.1%} drawn")
    if summary.advantage is not None:
        worth = summary.advantage
        ends = f"{rounded(worth.low)} to {rounded(worth.high)}"
        parts.append(f"side 1: {rounded(worth.elo)} Elo ({ends})")
    screen.print(dim(f"\n{', '.join(parts)}"))


def likelihood(part: float) -> str:
    """In percent; what is not certain is not called so."""
    return ">99.9%" if part >= 0.9995 else f"{part:.1%}"


def rows(summary: "Summary") -> Table:
    """The agents of a game, best first; groups that never met are set apart."""
    headings = ("agent", "Elo", "95 %", "games", "points", "W-D-L", "LOS")
    table = plain_table("#", *headings)
    tidy(table, 1)
    for index, column in enumerate(table.columns):
        if index != 1:
            column.justify = "right"
    group = 0
    lines: list[list[str | Text] | None] = []
    for each in summary.standings:
        if each.group != group:
            lines.append(None)
            group = each.group
        elo, ends = "-", "-"
        if each.elo is not None:
            elo = rounded(each.elo.elo)
            ends = f"{rounded(each.elo.low)} to {rounded(each.elo.high)}"
        lines.append(
            [
                str(each.place),
                each.agent,
                Text(elo, "bold"),
                ends,
                str(each.games),
                f"{each.points / each.games:.1%}" if each.games else "-",
                f"{each.wins}-{each.draws}-{each.losses}",
                "-" if each.superiority is None else likelihood(each.superiority),
            ]
        )
    add_agent_rows(table, 1, lines)
    return table
