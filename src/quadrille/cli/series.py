"""Playing a series from the command line: progress, Ctrl-C and the table."""

import shlex
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from quadrille import MatchResult, append_record
from quadrille.arena.series import Series
from quadrille.arena.tally import AgentResult, Failures
from quadrille.cli.common import (
    add_agent_rows,
    agents_print_to_stderr,
    console,
    count_option,
    counted,
    dim,
    note,
    one_line,
    plain_table,
    print_json,
    tidy,
)

STOPPED = 130

Workers = Annotated[
    int, count_option("--workers", "-w", metavar="W", help="Number of worker processes.")
]
On = Annotated[
    str,
    typer.Option(
        "--on", metavar="WHERE", help="Where to play: here, ray, or ray://HOST:PORT for a cluster."
    ),
]
Save = Annotated[
    Path | None,
    typer.Option("--save", metavar="FILE.jsonl", help="Append the record of every game."),
]


def run_series(
    series: Series,
    *,
    workers: int = 1,
    on: str = "here",
    save: Path | None = None,
    json: bool = False,
    store: str | None = None,
) -> None:
    """Play a series and print the count, also of what was played before it was stopped."""
    try:
        play_series(series, workers, on, save)
    except KeyboardInterrupt as error:
        answer(series, json, stopped=True)
        played = f"{series.played} of {counted(series.games, 'game')}"
        note(f"stopped by {str(error) or 'Ctrl-C'} after {played}")
        if series.number is not None:
            note(f"to go on: {resume_command(series.number, store)}")
        raise typer.Exit(STOPPED) from None
    except Exception:
        # What was played before something failed is worth showing; the error follows.
        if series.played:
            answer(series, json)
        raise
    answer(series, json)


def resume_command(number: int, store: str | None) -> str:
    """What to type to play the rest of a series."""
    place = "" if store is None else f" --store {shlex.quote(store)}"
    return f"quadrille resume {number}{place}"


def check_save(save: Path | None) -> None:
    """Refuse a file that cannot be written, rather than when the games have been played."""
    if save is not None:
        save.open("ab").close()


@contextmanager
def dropped_if_refused(*new: Series) -> Iterator[None]:
    """Take new series back out of the store if an error comes before their first game."""
    try:
        yield
    except typer.Exit:  # such as Ctrl-C, after which it can go on
        raise
    except Exception:
        for each in new:
            with suppress(ValueError):  # show the error that came before it
                each.drop_if_empty()
        raise


def play_series(series: Series, workers: int, on: str, save: Path | None = None) -> None:
    """Play a series with its table on the terminal."""
    for name, label in series.changed.items():
        note(
            f"{name} has other files than when it first played in this store: "
            f"from now on it counts as another agent, {label!r}"
        )
    playing = closing(series.play(workers, on))
    with agents_print_to_stderr(), playing as finished, Standings(series):
        for each in finished:
            if save is not None:
                append_record(save, each.record)


def facts(series: Series, *, stopped: bool = False) -> dict[str, Any]:
    """The count so far as plain values, and where the games are."""
    return {
        **series.result().to_dict(),
        "planned": series.games,
        "stopped": stopped,
        "store": None if series.store is None else series.store.place,
        "series": series.number,
    }


def answer(series: Series, json: bool, *, stopped: bool = False, best_first: bool = False) -> None:
    """Print the count so far; ``stopped`` if Ctrl-C came before the end."""
    if json:
        print_json(facts(series, stopped=stopped))
        return
    result = series.result()
    if best_first:
        order = sorted(result.agents, key=lambda each: -each.points / max(each.games, 1))
        result = replace(result, agents=tuple(order))
    report(result, series.games)
    if series.test is not None:
        console().print(Text(str(series.test), "bold"))
    if series.number is not None:  # not among the results, which are the same in every run
        note(f"kept as series {series.number} of the store")


def report(result: MatchResult, planned: int) -> None:
    """Print the agents as a table."""
    screen = console()
    screen.print(result_table(result))
    part = "" if result.games == planned else f"{result.games} of "
    played = f"{part}{counted(planned, 'game')}"
    if result.distinct < result.games:
        played += f" ({result.distinct} different)"
    screen.print(dim(f"\n{result.game}, {played}, seed {result.seed}"))
    if 2 * result.distinct < result.games:
        repeats = f"only {result.distinct} of {result.games} games differ from one another"
        screen.print(Text(f"{repeats}: the intervals mean little", "yellow"))
    for each in result.agents:
        if each.failures is not None:
            name = each.name or each.spec
            screen.print(Text(f"{name} {failed(each.failures)}", "yellow"), soft_wrap=True)


def failed(failures: Failures) -> str:
    """Such as "failed: 2 games forfeited, 1 turn lost; first: ended with exit code 1"."""
    counts = [(failures.games, "game", "forfeited"), (failures.turns, "turn", "lost")]
    parts = [f"{counted(number, thing)} {verb}" for number, thing, verb in counts if number]
    reason = one_line(failures.first_reason)
    return f"failed: {', '.join(parts)}; first: {reason or 'no reason given'}"


def result_table(result: MatchResult) -> Table:
    """The agents in the order given, with what they have done."""
    many = len(result.agents[0].ranks) > 2
    headings = ("won", "drawn", "lost", *(["ranks"] if many else []), "points", "Elo", "95 %")
    table = plain_table("agent", *headings)
    tidy(table, 0)
    for column in table.columns[1:]:
        column.justify = "right"
    rows: list[list[str | Text]] = []
    for each in result.agents:
        share = f"{each.points / each.games:.1%}" if each.games else "-"
        ranks = [" ".join(map(str, each.ranks))] if many else []
        counts = (str(each.wins), str(each.draws), str(each.losses))
        elo = Text(rounded(each.elo), "bold")
        rows.append([each.name or each.spec, *counts, *ranks, share, elo, interval(each)])
    add_agent_rows(table, 0, rows)
    return table


def interval(agent: AgentResult) -> str:
    """The ends of its Elo."""
    if agent.elo_low is None:
        return "-"
    return f"{rounded(agent.elo_low)} to {rounded(agent.elo_high)}"


def rounded(elo: float | None) -> str:
    """A whole number with its sign."""
    return "-" if elo is None else f"{elo:+.0f}" if abs(elo) >= 0.5 else "0"


class Standings:
    """The table of a series and the time that is left, on the terminal while it is played."""

    def __init__(self, series: Series) -> None:
        self._series = series
        self._before = series.played
        self._start = time.monotonic()
        screen = Console(stderr=True, highlight=False, markup=False)
        self._live = Live(
            console=screen,
            get_renderable=self._picture,
            refresh_per_second=2,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._shown = screen.is_terminal

    def __enter__(self) -> None:
        if self._shown:
            self._live.start()

    def __exit__(self, *_: object) -> None:
        if self._shown:
            self._live.stop()

    def _picture(self) -> RenderableType:
        played, games = self._series.played, self._series.games
        line = Table.grid(padding=(0, 1))
        line.add_row(
            ProgressBar(games, played, width=30), Text(f"{played}/{games} games{self._left()}")
        )
        parts: list[RenderableType] = [line]  # first: a table of thirty is cut off below
        if self._series.test is not None:
            parts.append(Text(str(self._series.test)))
        return Group(*parts, result_table(self._series.result()))

    def _left(self) -> str:
        done = self._series.played - self._before
        if not done:
            return ""
        rest = self._series.games - self._series.played
        seconds = round((time.monotonic() - self._start) / done * rest)
        minutes, seconds = divmod(seconds, 60)
        hours, minutes = divmod(minutes, 60)
        most = " at most" if self._series.test else ""
        return f", {hours}:{minutes:02}:{seconds:02} left{most}"
