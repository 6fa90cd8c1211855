"""``quadrille report``: the results of series as one HTML file."""

from pathlib import Path
from typing import Annotated

import typer

from quadrille.cli.common import (
    Json,
    Trust,
    UnusedOptions,
    UnusedSeed,
    count_option,
    load_trusted,
    note,
    print_json,
    split_options,
    whole_number,
)
from quadrille.cli.store import Where, opened

SomeSeries = Annotated[
    list[int] | None,
    typer.Option(
        "--series", metavar="ID", parser=whole_number, help="Only this series; repeatable."
    ),
]
OneGame = Annotated[str | None, typer.Option("--game", metavar="GAME", help="Only this game.")]


def report(
    store: Where = None,
    series: SomeSeries = None,
    game: OneGame = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE.html", help="The file to write.")
    ] = None,
    games: Annotated[
        int, count_option("--games", help="Games to step through in each section, at most 4.")
    ] = 4,
    trust: Trust = None,
    json: Json = False,
    seed: UnusedSeed = 0,
    option: UnusedOptions = None,
) -> None:
    """Write a report on the games in a store: ratings, tables, plots, games to step through.

    The file needs no network and no script to be read. --json prints the numbers,
    with or without --out.
    """
    from quadrille.arena.report import gather, render  # late: it loads SQLAlchemy

    split_options(option)
    load_trusted(trust)
    if out is None and not json:
        raise ValueError("expected --out FILE.html, or --json")
    if out is not None:
        check_writable(out)
    with opened(store) as found:
        made = gather(found, series, game, games=games)
    size = 0
    if out is not None:
        size = out.write_bytes(render(made).encode())
    if json:
        written = {} if out is None else {"out": str(out), "bytes": size}
        print_json({**made.to_dict(), **written})
    else:
        for section in made.sections:
            note(f"{section.heading}: {section.headline}")
        print(f"{out} ({size / 1000:,.0f} kB)")


def check_writable(path: Path) -> None:
    """Fail before the work rather than after it; leave no file behind."""
    there = path.exists()
    path.open("ab").close()
    if not there:
        path.unlink()
