"""``quadrille match``: who is better."""

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from quadrille import MatchResult, append_record
from quadrille.arena.match import Match
from quadrille.cli.common import (
    GameName,
    Json,
    Options,
    Seed,
    console,
    count_option,
    dim,
    find_game,
    note,
    plain_table,
    print_json,
)
from quadrille.cli.progress import Live

STOPPED = 130


def match(
    game: GameName,
    agents: Annotated[
        list[str],
        typer.Argument(metavar="AGENT AGENT ...", help="One per side, or one per player."),
    ],
    games: Annotated[int, count_option("--games", "-n", help="How many games to play.")] = 100,
    workers: Annotated[
        int, count_option("--workers", "-w", metavar="W", help="Processes that play.")
    ] = 1,
    on: Annotated[
        str, typer.Option("--on", metavar="WHERE", help="here, ray, or ray://HOST:PORT.")
    ] = "here",
    save: Annotated[
        Path | None,
        typer.Option("--save", metavar="FILE.jsonl", help="Append the record of every game."),
    ] = None,
    json: Json = False,
    seed: Seed = 0,
    option: Options = None,
) -> None:
    """Play games between agents and say who is better, and how sure that is.

    Seats rotate, and every seat meets the same chance. Elo compares an agent
    with the other, or with the others on average; it lies in the interval with
    95 % confidence. Ctrl-C prints what was played, with exit code 130.
    """
    running = Match(find_game(game, option), agents, games, seed)
    if save is not None:
        save.open("ab").close()  # rather now than when the games have been played
    try:
        run(running, workers, save, on)
    except KeyboardInterrupt:
        answer(running, json)
        note(f"stopped by Ctrl-C after {running.played} of {games} games")
        raise typer.Exit(STOPPED) from None
    except (Exception, SystemExit):
        # What was played before something failed is worth showing; the error follows.
        if running.played:
            answer(running, json)
        raise
    answer(running, json)


def run(running: Match, workers: int, save: Path | None, on: str = "here") -> None:
    """Play all games, saving each as it ends."""
    with closing(running.play(workers, on=on)) as finished, Live(lambda: so_far(running)):
        for each in finished:
            if save is not None:
                append_record(save, each.record)


def answer(running: Match, json: bool) -> None:
    """Print the count so far."""
    result = running.result()
    if json:
        print_json(result.to_dict())
    else:
        report(result, running.games)


def so_far(running: Match) -> str:
    """The count of the first agent, in one short line."""
    first = running.result().agents[0]
    count = f"{running.played}/{running.games} games"
    return f"{count}, {first.spec}: {first.wins} won, {first.draws} drawn, {first.losses} lost"


def report(result: MatchResult, planned: int) -> None:
    """Print the agents as a table."""
    screen = console()
    many = len(result.agents[0].ranks) > 2
    headings = ("won", "drawn", "lost", *(["ranks"] if many else []), "points", "Elo", "95 %")
    table = plain_table("agent", *headings)
    for column in table.columns[1:]:
        column.justify = "right"
        column.no_wrap = True
    for each in result.agents:
        share = f"{each.points / each.games:.1%}" if each.games else "-"
        ranks = [" ".join(map(str, each.ranks))] if many else []
        counts = (str(each.wins), str(each.draws), str(each.losses))
        table.add_row(
            Text(each.spec, "cyan"),
            *(*counts, *ranks, share),
            Text(rounded(each.elo), "bold"),
            f"{rounded(each.elo_low)} to {rounded(each.elo_high)}" if each.elo_low else "-",
        )
    screen.print(table)
    part = "" if result.games == planned else f"{result.games} of "
    screen.print(dim(f"\n{result.game}, {part}{planned} games, seed {result.seed}"))
    if 2 * result.distinct < result.games:
        repeats = f"only {result.distinct} of {result.games} games differ from one another"
        screen.print(Text(f"{repeats}: the intervals mean little", "yellow"))


def rounded(elo: float | None) -> str:
    """A whole number with its sign."""
    return "-" if elo is None else f"{elo:+.0f}" if abs(elo) >= 0.5 else "0"
