"""``quadrille match`` and ``quadrille resume``: who is better."""

from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated

import typer

from quadrille.arena.contest import names_files
from quadrille.arena.plan import KINDS, Plan
from quadrille.arena.series import Series
from quadrille.cli.common import (
    GameName,
    Json,
    Options,
    Seed,
    UnusedOptions,
    UnusedSeed,
    agent_argument,
    agents_print_to_stderr,
    count_option,
    find_game,
    note,
    split_options,
)
from quadrille.cli.series import (
    On,
    Save,
    Workers,
    check_save,
    dropped_if_refused,
    resume_command,
    run_series,
)
from quadrille.cli.store import SeriesId, Where, opened, test_of

if TYPE_CHECKING:
    from quadrille.arena.store import SeriesRow, Store


def match(
    game: GameName,
    agents: Annotated[
        list[str],
        agent_argument(metavar="AGENT AGENT ...", help="One per side, or one per player."),
    ],
    games: Annotated[int, count_option("--games", "-n", help="Number of games per pairing.")] = 100,
    kind: Annotated[
        str,
        typer.Option("--kind", metavar="KIND", help=f"Who meets whom: {', '.join(KINDS)}."),
    ] = "match",
    clock: Annotated[
        str,
        typer.Option("--clock", metavar="T", help="Seconds: move=2, 60 for a game, or 60+1."),
    ] = "",
    forfeits: Annotated[
        bool, typer.Option("--forfeits", help="Failing agents pay the penalty of the game.")
    ] = False,
    adjudicate: Annotated[
        int | None,
        count_option("--adjudicate", help="Stop games after N moves and judge by their scores."),
    ] = None,
    opening: Annotated[
        int,
        count_option(
            "--opening", help="Begin every game with N random moves, the same in all seats."
        ),
    ] = 0,
    sprt: Annotated[
        str,
        typer.Option(
            "--sprt",
            metavar="elo0=0,elo1=10",
            help="Stop when it is decided whether the first agent is better.",
        ),
    ] = "",
    workers: Workers = 1,
    on: On = "here",
    store: Where = None,
    no_store: Annotated[bool, typer.Option("--no-store", help="Do not store the games.")] = False,
    name: Annotated[str, typer.Option("--name", help="Name of the series in the store.")] = "",
    save: Save = None,
    json: Json = False,
    seed: Seed = 0,
    option: Options = None,
) -> None:
    """Play games between agents and say who is better, and how sure that is.

    Seats rotate, and every seat meets the same chance. Elo is by how much an
    agent is better than the other, or than the mean of all if there are more than
    two; it lies in the interval with 95 % confidence. Standings and reports print
    the same numbers. Every game is kept in the store as it ends. Ctrl-C prints
    what was played and how to go on, with exit code 130.
    """
    if no_store and store is not None:
        raise ValueError(f"expected --store or --no-store, got both: {store!r}")
    more = {"kind": kind, "clock": clock, "forfeits": forfeits, "adjudicate": adjudicate}
    more["opening"] = opening
    with agents_print_to_stderr():  # also what their files print when they are loaded
        rules = find_game(game, option)
        series = Series(rules, agents, games, seed, sprt=sprt, **more)
        series.check(workers, on)
    check_save(save)
    with ExitStack() as closing:
        kept = None if no_store else closing.enter_context(opened(store, create=True))
        if kept is not None:
            note_repetition(kept, series.plan, store)
            series.keep_in(kept, name)
        with dropped_if_refused(series):
            run_series(series, workers=workers, on=on, save=save, json=json, store=store)


def note_repetition(kept: "Store", plan: Plan, store: str | None) -> None:
    """Say if these very games are in the store already, or wait there to be played."""
    same = kept.alike(plan)
    for each in same:
        if each.total is not None and each.played < each.total and not is_decided(kept, each):
            note(
                f"series {each.number} plays the same games and is not finished "
                f"({each.played} of {each.total}): to continue it instead: "
                f"{resume_command(each.number, store)}"
            )
            return
    if same:
        note(
            f"series {same[0].number} has the same agents and seed: "
            f"--seed {plan.seed + 1} is new evidence"
        )


def is_decided(kept: "Store", series: "SeriesRow") -> bool:
    """Whether the sequential test of a series has ended it."""
    test = test_of(kept, series)
    return test is not None and test.verdict is not None


def resume(
    series: SeriesId,
    workers: Workers = 1,
    on: On = "here",
    store: Where = None,
    save: Save = None,
    json: Json = False,
    seed: UnusedSeed = 0,
    option: UnusedOptions = None,
) -> None:
    """Play what is missing of a series in the store."""
    split_options(option)
    with opened(store) as kept:
        check_folder(kept.series(series))
        with agents_print_to_stderr():
            found = Series.resume(kept, series)
        check_save(save)
        run_series(found, workers=workers, on=on, save=save, json=json, store=store)


def check_folder(series: "SeriesRow") -> None:
    """Refuse a contest with files of its own: in another folder its programs would all fail."""
    plan = series.plan
    if plan is not None and plan.names and names_files(plan):
        raise ValueError(
            f"series {series.number} is part of a contest with files of its own: "
            "to go on, use quadrille contest FILE.toml"
        )
