"""``quadrille store``: the series and games that are kept."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from quadrille import BadRecord
from quadrille.cli.common import (
    Json,
    Trust,
    UnusedOptions,
    UnusedSeed,
    console,
    count_option,
    counted,
    dim,
    listed,
    load_trusted,
    minute,
    note,
    plain_table,
    print_json,
    print_pairs,
    split_options,
    tidy,
    whole_number,
)
from quadrille.cli.replay import show_moves, verdict
from quadrille.core.game import recorded_game
from quadrille.core.records.record import ENDINGS
from quadrille.core.suggest import unknown

if TYPE_CHECKING:
    from quadrille.arena.sprt import Sprt
    from quadrille.arena.store import GameRow, SeriesRow, Store

app = typer.Typer(help="Manage stored series and games.")

Where = Annotated[
    str | None,
    typer.Option(
        "--store",
        metavar="WHERE",
        help="A file or postgresql://...; by default a file in your data folder.",
    ),
]
SeriesId = Annotated[
    int, typer.Argument(metavar="ID", parser=whole_number, help="Number of the series.")
]
GameId = Annotated[
    int, typer.Argument(metavar="ID", parser=whole_number, help="Number of the game.")
]
OfSeries = Annotated[int | None, count_option("--series", metavar="ID", help="Only this series.")]


@app.command("list")
def list_series(
    store: Where = None,
    json: Json = False,
    seed: UnusedSeed = 0,
    option: UnusedOptions = None,
) -> None:
    """List all series."""
    split_options(option)
    if store is None and (place := nothing_yet()):
        if json:
            print_json({"store": place, "series": []})
        else:
            console().print(dim(f"no series in {place}"))
        return
    with opened(store) as found:
        series = found.all_series()
        tests = {each.number: test_of(found, each) for each in series}
        if json:
            facts = [{**each.to_dict(), **test_facts(tests[each.number])} for each in series]
            print_json({"store": found.place, "series": facts})
            return
        table = plain_table("series", "name", "game", "agents", "kind", "games", "begun")
        tidy(table, 1, 2, 3, 5)
        for each in series:
            agents = each.plan.labels if each.plan else ()
            table.add_row(
                str(each.number),
                Text(each.name),
                Text(game_text(each), "cyan"),
                Text(listed(agents)),
                each.kind,
                count_text(each, tests[each.number]),
                minute(each.created),
            )
        console().print(table if series else dim(f"no series in {found.place}"))


@app.command("show")
def show(
    number: SeriesId,
    store: Where = None,
    json: Json = False,
    seed: UnusedSeed = 0,
    option: UnusedOptions = None,
) -> None:
    """Show the results of a series."""
    split_options(option)
    with opened(store) as found:
        series = found.series(number)
        test = test_of(found, series)
        answer = {
            "series": {**series.to_dict(), **test_facts(test)},
            "sides": [{**asdict(each)} for each in found.by_side(number)],
            "agents": [agent_facts(each) for each in found.by_agent(number)],
            "endings": found.endings(number),
            "lengths": list(found.lengths(number).items()),
            "distinct": found.distinct(number),
            "faults": [asdict(each) for each in found.faults(number)],
            "openings": [asdict(each) for each in found.openings(series=number)],
        }
    if json:
        print_json(answer)
    else:
        show_series(series, test, answer)


@app.command("games")
def games(
    store: Where = None,
    series: OfSeries = None,
    agent: Annotated[
        str | None,
        typer.Option("--agent", metavar="AGENT", help="Only games of this agent (name or spec)."),
    ] = None,
    ended: Annotated[
        str | None, typer.Option("--ended", metavar="HOW", help=f"One of {', '.join(ENDINGS)}.")
    ] = None,
    limit: Annotated[int, count_option("--limit", help="Number of games to list.")] = 20,
    json: Json = False,
    seed: UnusedSeed = 0,
    option: UnusedOptions = None,
) -> None:
    """List games, newest first."""
    split_options(option)
    if ended is not None and ended not in ENDINGS:
        raise ValueError(unknown("ending", ended, ENDINGS))
    with opened(store) as found:
        rows = list(found.games(series=series, agent=agent, ended=ended, limit=limit))
        if agent is not None and not rows and not list(found.games(agent=agent, limit=1)):
            raise ValueError(f"no agent called {agent!r} has played in {found.place!r}")
        if json:
            print_json({"store": found.place, "games": [each.to_dict() for each in rows]})
        else:
            show_games(rows)


@app.command("replay")
def replay(
    number: GameId,
    store: Where = None,
    trust: Trust = None,
    json: Json = False,
    seed: UnusedSeed = 0,
    option: UnusedOptions = None,
) -> None:
    """Replay a game move by move, and check it."""
    split_options(option)
    load_trusted(trust)
    with opened(store) as found:
        record, row, seconds = found.record(number), found.game(number), found.seconds(number)
    answer = {"id": number, **verdict(f"game {number}", record)}
    if json:
        print_json({**answer, "series": row.series, "seconds": list(seconds)})
    else:
        show_moves(f"game {number}", replace(record, players=row.players))
    if not answer["replays"]:
        raise BadRecord(answer["error"])


@app.command("export")
def export(
    file: Annotated[Path, typer.Argument(metavar="FILE.jsonl", help="The file to write.")],
    store: Where = None,
    series: OfSeries = None,
    json: Json = False,
    seed: UnusedSeed = 0,
    option: UnusedOptions = None,
) -> None:
    """Write games into a file of records, one JSON object a line."""
    split_options(option)
    with opened(store) as found:
        count = found.export(file, series)
    if json:
        print_json({"file": str(file), "games": count})
    else:
        note(f"wrote {counted(count, 'game')} to {file}")


@app.command("import")
def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE.jsonl", help="Records, one a line.")],
    unchecked: Annotated[
        bool,
        typer.Option(
            "--unchecked", help="Also import games that do not replay or are not installed."
        ),
    ] = False,
    trust: Trust = None,
    store: Where = None,
    json: Json = False,
    seed: UnusedSeed = 0,
    option: UnusedOptions = None,
) -> None:
    """Add the games of a file; those that are there already are left alone.

    Every new game is replayed first; one that does not replay refuses the file.
    """
    split_options(option)
    load_trusted(trust)
    with opened(store, create=True) as found:
        count = found.import_(file, unchecked=unchecked)
        place = found.place
    if json:
        print_json({"file": str(file), "store": place, "games": count})
    else:
        note(f"added {counted(count, 'game')} to {place}")


@app.command("delete")
def delete(
    number: SeriesId,
    yes: Annotated[bool, typer.Option("--yes", help="Confirm.")] = False,
    store: Where = None,
    json: Json = False,
    seed: UnusedSeed = 0,
    option: UnusedOptions = None,
) -> None:
    """Delete a series with all its games."""
    split_options(option)
    with opened(store) as found:
        games = found.series(number).played
        if not yes:
            raise ValueError(
                f"series {number} and its {counted(games, 'game')} would be deleted for good: "
                "add --yes to confirm"
            )
        games = found.delete(number)
        place = found.place
    if json:
        print_json({"store": place, "series": number, "games": games})
    else:
        note(f"deleted series {number} with {counted(games, 'game')}")


# --- the rest ------------------------------------------------------------------------------


@contextmanager
def opened(where: str | None, *, create: bool = False) -> "Iterator[Store]":
    """The store that a command names."""
    from quadrille.arena.store import Store  # late: it loads SQLAlchemy

    with Store.open(where, create=create) as store:
        yield store


def nothing_yet() -> str:
    """Where the default store will be, if there is none; else nothing."""
    from quadrille.arena.store.database import default_place

    return "" if default_place().exists() else str(default_place())


def game_text(series: "SeriesRow") -> str:
    """The game of a series, with options that differ from their defaults."""
    try:
        defaults = recorded_game(series.game, {}).options
    except (ValueError, ImportError):  # a game that is not here
        defaults = {}
    own = {name: value for name, value in series.options.items() if defaults.get(name) != value}
    return " ".join([series.game, *(f"{name}={value}".lower() for name, value in own.items())])


def test_of(store: "Store", series: "SeriesRow") -> "Sprt | None":
    """The sequential test of a series, if it has one."""
    from quadrille.arena.sequential import SequentialTest

    return SequentialTest.of(store, series)


def test_facts(test: "Sprt | None") -> dict[str, Any]:
    """A test as plain values, where there is one."""
    return {} if test is None else {"sprt": test.to_dict()}


def count_text(series: "SeriesRow", test: "Sprt | None" = None) -> str:
    """How many games were played, of how many."""
    if test is not None and test.verdict is not None:
        return f"decided after {series.played} of at most {series.total}"
    most = " at most" if test is not None else ""
    rest = "" if series.total in (None, series.played) else f" of{most} {series.total}"
    return f"{series.played}{rest}"


def team_text(team: Any) -> str:
    """Who plays a side."""
    return team if isinstance(team, str) else " + ".join(team)


def agent_facts(use: Any) -> dict[str, Any]:
    """An agent's use as plain values."""
    facts = {**asdict(use), "mean_seconds": use.mean_seconds}
    return {**facts, "scores": list(use.scores.items())}


def show_series(series: "SeriesRow", test: "Sprt | None", facts: dict[str, Any]) -> None:
    """Print the results of a series."""
    endings = ", ".join(f"{count} {how}" for how, count in facts["endings"].items())
    versions = [" ".join(map(" ".join, each.items())) for each in series.versions]
    pairs = {
        "series": f"{series.number} {series.name}".rstrip(),
        "game": game_text(series),
        "games": f"{count_text(series, test)}, {facts['distinct']} of them different",
        "ended": endings or "-",
        "begun": f"{minute(series.created)} UTC",
        "played by": "; ".join(versions) or "-",
    }
    if test is not None:
        pairs["test"] = f"{series.plan.sprt if series.plan else ''}: {test}"
    if lengths := dict(facts["lengths"]):
        mean = sum(plies * count for plies, count in lengths.items()) / series.played
        pairs["moves"] = f"{min(lengths)} to {max(lengths)}, {mean:.1f} on average"
    if series.plan is not None and series.plan.names:
        named = zip(series.plan.names, series.plan.agents, strict=True)
        pairs["entrants"] = "\n".join(f"{name}: {spec}" for name, spec in named)
    print_pairs(pairs)
    show_sides(facts["sides"])
    show_agents(facts["agents"])
    for fault in facts["faults"][:10]:
        cost = f"{counted(fault['games'], 'game')}, {counted(fault['turns'], 'turn')}"
        console().print(Text(f"{fault['agent']} lost {cost}: {fault['reason']}", "yellow"))


def show_sides(sides: list[dict[str, Any]]) -> None:
    """What every agent achieved on every side; people count sides from 1."""
    table = plain_table("\nagent", "\nside", "\nwon", "\ndrawn", "\nlost", "\npoints")
    tidy(table, 0)
    for each in sides:
        counts = (each["wins"], each["draws"], each["losses"])
        share = f"{each['points'] / each['games']:.1%}"
        name = Text(team_text(each["team"]), "cyan")
        table.add_row(name, str(each["side"] + 1), *map(str, counts), share)
    console().print(table)


def show_agents(agents: list[dict[str, Any]]) -> None:
    """Scores and time of every agent."""
    table = plain_table("\nagent", "\nscore", "\nmoves", "\nms a move", "\nslowest")
    tidy(table, 0)
    for each in agents:
        mean = sum(score * count for score, count in each["scores"]) / each["games"]
        times = (1000 * each["mean_seconds"], 1000 * each["slowest"])
        texts = (f"{mean:.2f}", str(each["moves"]), *(f"{time:.2f}" for time in times))
        table.add_row(Text(each["agent"], "cyan"), *texts)
    console().print(table)


def show_games(rows: "list[GameRow]") -> None:
    """One line for each game."""
    table = plain_table("game", "series", "players", "moves", "ended", "outcome", "played")
    tidy(table, 2, 5)
    for row in rows:
        table.add_row(
            str(row.id),
            str(row.series),
            Text(", ".join(row.players)),
            str(row.plies),
            row.ended,
            " ".join(f"{value:.3g}" for value in row.outcome or ()),
            minute(row.played),
        )
    console().print(table)
