"""``quadrille contest``: a whole contest from one file."""

import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from quadrille.arena.contest import Contest
from quadrille.arena.plan import Plan
from quadrille.arena.series import Series
from quadrille.cli.common import (
    Json,
    UnusedOptions,
    UnusedSeed,
    agents_print_to_stderr,
    console,
    note,
    print_json,
    split_options,
)
from quadrille.cli.report import check_writable
from quadrille.cli.series import STOPPED, On, answer, facts, play_series
from quadrille.cli.store import game_text, opened

if TYPE_CHECKING:
    from quadrille.arena.store import SeriesRow, Store


def contest(
    file: Annotated[Path, typer.Argument(metavar="FILE.toml", help="The games and entrants.")],
    workers: Annotated[
        int | None, typer.Option("--workers", "-w", metavar="W", help="Number of worker processes.")
    ] = None,
    on: On = "here",
    json: Json = False,
    seed: UnusedSeed = 0,
    option: UnusedOptions = None,
) -> None:
    """Play a contest, or what is missing of it, and write its report.

    The file names games, clocks and entrants: docs/arena.md shows one. Start it
    again after Ctrl-C or a crash, and it goes on where it was; with more entrants
    or games in the file, it plays what has been added.
    """
    from quadrille.arena.report import gather, render  # late: it loads SQLAlchemy

    split_options(option)
    place = file.resolve()
    os.chdir(place.parent)  # paths in the file are relative to it
    found = Contest.read(Path(place.name))
    check_writable(Path(found.report))
    workers = found.workers if workers is None else workers
    with agents_print_to_stderr():  # also what their files print when they are loaded
        for plan in found.plans:
            Series.of(plan).check(workers, on)
    with opened(found.store, create=True) as store:
        running = all_series(found, store)
        over = all(series.played == series.games for series in running)
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
        Path(found.report).write_text(render(gather(store, numbers, title=found.name)), "utf-8")
    if over:
        again = f"to play them again, remove {found.store} or choose another name"
        note(f"nothing was played: these are the results of earlier games; {again}")
    note(f"report: {place.parent / found.report}")


def all_series(contest: Contest, store: "Store") -> list[Series]:
    """The series of each game: the one in the store, grown if the contest has, or a new one."""
    known = {each.name: each for each in store.all_series()}
    plans = []
    for index, plan in enumerate(contest.plans):  # all of them before anything is changed
        stored = known.get(contest.label(index))
        plans.append(plan if stored is None else grown(contest, stored, plan))
    return [
        series_of(store, known.get(contest.label(index)), plan, contest.label(index))
        for index, plan in enumerate(plans)
    ]


def grown(contest: Contest, stored: "SeriesRow", plan: Plan) -> Plan:
    """The plan of a series after changes of the file."""
    try:
        if stored.plan is None:
            raise ValueError("its games were imported")
        return stored.plan.grown(plan)
    except ValueError as error:
        raise ValueError(
            f"{contest.store} has another series called {stored.name!r}: {error}; "
            "only entrants and games can be added: choose another store or name for the contest"
        ) from None


def series_of(store: "Store", stored: "SeriesRow | None", plan: Plan, label: str) -> Series:
    """A series with a plan."""
    if stored is None:
        return Series.of(plan).keep_in(store, label)
    if stored.plan != plan:
        Series.of(plan)  # rather now than in the middle of it
        store.grow(stored.number, plan)
        note(f"{label}: grown from {stored.total} to {plan.total} games")
    return Series.resume(store, stored.number)


def show(running: list[Series], json: bool, *, stopped: bool = False) -> None:
    """Print the tables of all games."""
    if json:
        print_json({"series": [facts(each, stopped=stopped) for each in running]})
        return
    for series in running:
        console().rule(Text(_heading(series)))
        answer(series, json=False, best_first=True)


def _heading(series: Series) -> str:
    """The game of a series, with options that differ from their defaults."""
    assert series.store is not None and series.number is not None
    return game_text(series.store.series(series.number))
