"""``quadrille ladder``: ratings that follow the games of a store one by one."""

import time
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from quadrille.cli.common import (
    Json,
    UnusedOptions,
    UnusedSeed,
    add_agent_rows,
    console,
    dim,
    number,
    plain_table,
    print_json,
    split_options,
)
from quadrille.cli.report import OneGame, SomeSeries
from quadrille.cli.series import rounded
from quadrille.cli.store import Where, game_text, opened

if TYPE_CHECKING:
    from quadrille.arena.ladder import Ladder
    from quadrille.arena.ladders import Ladders

PACE = 1.0
"""Seconds between two looks into the store."""
WHY_OTHER = "Not the Elo of standings: each game moves it from 0, in the order played."
"""Why the numbers differ from those of the other commands."""


def ladder(
    store: Where = None,
    series: SomeSeries = None,
    game: OneGame = None,
    drift: Annotated[
        float,
        typer.Option(
            "--drift",
            metavar="ELO",
            parser=number,
            help="How much an agent may change from game to game; 0 if it does not learn.",
        ),
    ] = 0.0,
    follow: Annotated[
        bool, typer.Option("--follow", "-f", help="Keep following new games until Ctrl-C.")
    ] = False,
    json: Json = False,
    seed: UnusedSeed = 0,
    option: UnusedOptions = None,
) -> None:
    """Print the ladder of the agents in a store: ratings that every game moves.

    Agents stand in the order of what they are almost surely worth. A ladder is
    quick and follows agents that change. Its Elo is not that of `standings`,
    which is fitted to all games at once, whatever their order.
    """
    try:
        from quadrille.arena.ladders import Ladders  # late: it loads SQLAlchemy and openskill
    except ImportError as error:
        raise ValueError(str(error)) from None

    split_options(option)
    with opened(store) as found:
        ladders = Ladders(found, series, game, drift=drift)
        if not ladders.update() and not follow:
            raise ValueError(f"no games for a ladder in {found.place!r}")
        if follow:
            with suppress(KeyboardInterrupt):
                watch(ladders, json)
        elif json:
            print_json(as_dict(ladders))
        if not json:
            console().print(picture(ladders))


def watch(ladders: "Ladders", json: bool) -> None:
    """Show the ladders whenever games have come in; as JSON, one line each time."""
    if json:
        while True:
            print_json(as_dict(ladders))
            print(end="", flush=True)
            while not ladders.update():
                time.sleep(PACE)
    screen = console()
    with Live(picture(ladders), console=screen, auto_refresh=False, transient=True) as live:
        while True:
            if ladders.update() and screen.is_terminal:
                live.update(picture(ladders), refresh=True)
            time.sleep(PACE)


def as_dict(ladders: "Ladders") -> dict[str, object]:
    """All ladders as plain values."""
    return {
        "ladders": [
            {
                "game": series.game,
                "options": series.options,
                "agents": [standing.to_dict() for standing in each.table],
            }
            for series, each in ladders.ladders
        ]
    }


def picture(ladders: "Ladders") -> RenderableType:
    """All ladders, one under the other."""
    parts: list[RenderableType] = []
    for series, each in ladders.ladders:
        parts += [*([Text()] if parts else []), Text(game_text(series), "bold"), rows(each)]
    return Group(*parts, Text(), dim(WHY_OTHER)) if parts else dim("no games yet")


def rows(found: "Ladder") -> Table:
    """The agents of one ladder, best first."""
    table = plain_table("#", "agent", "worth", "Elo", "95 %", "games")
    for index, column in enumerate(table.columns):
        if index != 1:
            column.justify = "right"
            column.no_wrap = True
    lines: list[list[str | Text]] = [
        [
            str(place),
            each.name,
            Text(rounded(each.ordinal), "bold"),
            rounded(each.elo),
            f"{rounded(each.low)} to {rounded(each.high)}",
            str(each.games),
        ]
        for place, each in enumerate(found.table, 1)
    ]
    add_agent_rows(table, 1, lines)
    return table
