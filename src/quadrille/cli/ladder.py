"""``quadrille ladder``: ratings that follow the games of a store one by one."""

import time
from contextlib import suppress
from json import dumps
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

import quadrille
from quadrille.cli.common import (
    Json,
    Options,
    Seed,
    add_agent_rows,
    console,
    count_option,
    dim,
    find_game,
    number,
    plain_table,
    print_json,
    split_options,
)
from quadrille.cli.report import OneGame, SomeSeries
from quadrille.cli.series import On, Workers, dropped_if_refused, play_series, report, rounded
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
    play: Annotated[
        str | None,
        typer.Option(
            "--play",
            metavar="GAME",
            help="Play the ladder of a game: its own set of agents, everybody against everybody.",
        ),
    ] = None,
    entrant: Annotated[
        list[str] | None,
        typer.Option(
            "--entrant",
            metavar="AGENT",
            help="With --play, an agent to be rated among the set, by games against each of it; "
            "repeatable.",
        ),
    ] = None,
    games: Annotated[
        int, count_option("--games", "-n", help="Games of each pairing, with --play.")
    ] = 20,
    ship: Annotated[
        bool, typer.Option("--ship", help="With --play, write the file beside the game.")
    ] = False,
    workers: Workers = 1,
    on: On = "here",
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
    seed: Seed = 0,
    option: Options = None,
) -> None:
    """Print the ladder of the agents in a store: ratings that every game moves.

    Agents stand in the order of what they are almost surely worth. A ladder is
    quick and follows agents that change. Its Elo is not that of `standings`,
    which is fitted to all games at once, whatever their order. With --play a game's
    own set of agents is played first, and its Elo is fitted.
    """
    if play is not None and entrant:
        if ship:
            raise ValueError("expected --entrant or --ship, got both: the file has the set alone")
        place_entrants(find_game(play, option), entrant, store, games, seed, (workers, on), json)
        return
    if play is not None:
        play_ladder(find_game(play, option), store, games, seed, (workers, on), json, ship)
        return
    if ship or entrant:
        raise ValueError(f"expected --play GAME beside {'--ship' if ship else '--entrant'}")
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


def play_ladder(
    rules: quadrille.Game,
    store: str | None,
    games: int,
    seed: int,
    place: tuple[int, str],
    json: bool,
    ship: bool,
) -> None:
    """Play what is missing of a game's ladder, print it, and write its file if asked to."""
    from quadrille.arena.fixed_ladder import ladder_facts, ladder_file, ladder_series

    with opened(store, create=True) as kept:
        series = ladder_series(rules, kept, games, seed)
        play_series(series, *place)
        command = f"quadrille ladder --play {rules.name} --games {games} --seed {seed}"
        facts = ladder_facts(series, command)
    if ship:
        ladder_file(rules).write_text(f"{dumps(facts, indent=1)}\n", "utf-8")
    print_json(facts) if json else report(series.result(), series.games)


def place_entrants(
    rules: quadrille.Game,
    entrants: list[str],
    store: str | None,
    games: int,
    seed: int,
    place: tuple[int, str],
    json: bool,
) -> None:
    """Play what is missing of a game's ladder and of some agents against it, and rate all."""
    from quadrille.arena.fixed_ladder import entrant_series, ladder_series
    from quadrille.arena.report import summaries
    from quadrille.cli.standings import show

    with opened(store, create=True) as kept:
        made = [ladder_series(rules, kept, games, seed)]
        for each in entrants:
            with dropped_if_refused(*made):
                made.append(entrant_series(rules, kept, each, games, seed))
        with dropped_if_refused(*made):
            for series in made:
                play_series(series, *place)
        [summary] = summaries(kept, [series.number for series in made if series.number])
    print_json(summary.to_dict()) if json else show(summary, first=True)


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
