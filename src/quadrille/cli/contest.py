"""``quadrille contest``: a whole contest from one file."""

import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quadrille.arena.contest import Contest
from quadrille.arena.match import Match
from quadrille.arena.series import Series
from quadrille.cli.common import (
    Json,
    UnusedOptions,
    UnusedSeed,
    console,
    note,
    print_json,
    split_options,
)
from quadrille.cli.series import STOPPED, On, answer, facts, play_series
from quadrille.cli.store import opened

if TYPE_CHECKING:
    from quadrille.arena.store import Store


def contest(
    file: Annotated[Path, typer.Argument(metavar="FILE.toml", help="What is played by whom.")],
    workers: Annotated[
        int | None, typer.Option("--workers", "-w", metavar="W", help="Processes that play.")
    ] = None,
    on: On = "here",
    json: Json = False,
    seed: UnusedSeed = 0,
    option: UnusedOptions = None,
) -> None:
    """Play a contest, or what is missing of it, and write its report.

    The file names games, clocks and entrants: docs/arena.md shows one. Start it
    again after Ctrl-C or a crash, and it goes on where it was.
    """
    from quadrille.arena.report import gather, render  # late: it loads SQLAlchemy

    split_options(option)
    place = file.resolve()
    os.chdir(place.parent)  # paths in the file are relative to it
    found = Contest.read(Path(place.name))
    workers = found.workers if workers is None else workers
    for plan in found.plans:
        Match.of(plan).check(workers, on)
    with opened(found.store, create=True) as store:
        running = [series_of(found, store, index) for index in range(len(found.plans))]
        try:
            for series in running:
                play_series(series, workers, on)
        except KeyboardInterrupt as error:
            show(running, json, stopped=True)
            again = f"quadrille contest {shlex.quote(str(file))}"
            note(f"stopped by {str(error) or 'Ctrl-C'}; to go on: {again}")
            raise typer.Exit(STOPPED) from None
        show(running, json)
        numbers = [series.number for series in running if series.number is not None]
        Path(found.report).write_text(render(gather(store, numbers)), "utf-8")
    note(f"report: {place.parent / found.report}")


def series_of(contest: Contest, store: "Store", index: int) -> Series:
    """The series of a game of the contest: the one in the store, or a new one."""
    label, plan = contest.label(index), contest.plans[index]
    for stored in store.all_series():
        if stored.name == label:
            if stored.plan != plan:
                raise ValueError(
                    f"{contest.store} has another series called {label!r}: "
                    "the file has changed; choose another store or name for the contest"
                )
            return Series.resume(store, stored.number)
    return Series.begin(Match.of(plan), store, label)


def show(running: list[Series], json: bool, *, stopped: bool = False) -> None:
    """Print the tables of all games."""
    if json:
        print_json({"series": [facts(each, stopped=stopped) for each in running]})
        return
    for series in running:
        console().rule(series.match.plan.game)
        answer(series, json=False)
