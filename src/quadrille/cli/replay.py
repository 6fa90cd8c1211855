"""``quadrille replay``: recorded games, checked and shown."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from quadrille import BadRecord, Record
from quadrille.cli.common import (
    Json,
    Trust,
    UnusedOptions,
    UnusedSeed,
    check_seconds,
    check_svg,
    console,
    count_option,
    load_trusted,
    number,
    plain_table,
    print_json,
    split_options,
    write_svg,
)
from quadrille.cli.wording import result_text, sentence, sides_of, turn_text
from quadrille.core.drawing.film import film as film_of
from quadrille.core.records.files import scan_records


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Records, one JSON object a line.")],
    game: Annotated[
        int | None, count_option("--game", metavar="K", help="Show this record move by move.")
    ] = None,
    film: Annotated[
        str | None,
        typer.Option(
            "--film", metavar="FILE.svg", help="Write it as an animated SVG; - for standard output."
        ),
    ] = None,
    seconds: Annotated[
        float,
        typer.Option("--seconds", metavar="S", parser=number, help="Seconds per position."),
    ] = 1.0,
    trust: Trust = None,
    json: Json = False,
    seed: UnusedSeed = 0,
    option: UnusedOptions = None,
) -> None:
    """Replay recorded games: check each, and show one move by move or as a film."""
    split_options(option)
    load_trusted(trust)
    found = [entry for _, entry in scan_records(file)]
    if not found:
        raise BadRecord(f"expected records in {str(file)!r}, which has none")
    if not any(isinstance(entry, Record) for entry in found):
        raise next(entry for entry in found if isinstance(entry, BadRecord))
    if game is not None and not 1 <= game <= len(found):
        raise ValueError(f"expected --game from 1 to {len(found)}, got {game}")
    if film is not None:
        write_film(file, found, game, film, seconds, json)
        return
    numbers = range(1, len(found) + 1) if game is None else [game]
    verdicts = [
        {"record": number, **verdict(f"{file}, record {number}", found[number - 1])}
        for number in numbers
    ]
    if json:
        print_json({"file": str(file), "records": verdicts})
    elif game is None:
        show_list(verdicts)
    else:
        show_moves(f"{file}, record {game}", found[game - 1])
    for each in verdicts:
        if not each["replays"]:
            raise BadRecord(each["error"])


def write_film(
    file: Path,
    found: list[Record | BadRecord],
    game: int | None,
    out: str,
    seconds: float,
    json: bool,
) -> None:
    """Write one record as a moving picture."""
    if game is None and len(found) > 1:
        raise ValueError(f"expected --game from 1 to {len(found)} with --film, got none")
    check_seconds(seconds)
    check_svg(out)
    chosen = game or 1
    place, entry = f"{file}, record {chosen}", found[chosen - 1]
    if isinstance(entry, BadRecord):
        raise entry
    try:
        svg = film_of(entry, seconds=seconds)
    except BadRecord as error:
        raise BadRecord(f"{place}: {error}") from None
    answer = {"file": str(file), "record": chosen, "game": entry.game, "moves": len(entry.moves)}
    write_svg(svg, out, answer, json)


def verdict(place: str, entry: Record | BadRecord) -> dict[str, Any]:
    """What a record says, whether it replays, and if not, why."""
    if isinstance(entry, BadRecord):
        return {"replays": False, "error": str(entry)}
    summary = {
        "game": entry.game,
        "options": entry.options,
        "seed": entry.seed,
        "players": list(entry.players),
        "moves": len(entry.moves),
        "result": entry.result.to_dict(),
    }
    try:
        *_, last = entry.replay()
    except BadRecord as error:
        return {**summary, "replays": False, "error": f"{place}: {error}"}
    return {**summary, "replays": True, "final": last.text()}


def show_list(verdicts: list[dict[str, Any]]) -> None:
    """One line for each record."""
    table = plain_table("#", "game", "players", "moves", "ended", "outcome", "replays")
    for each in verdicts:
        mark = Text("yes", "green") if each["replays"] else Text("NO", "bold red")
        if "game" not in each:
            table.add_row(str(each["record"]), Text("unreadable", "red"), "", "", "", "", mark)
            continue
        result = each["result"]
        outcome = " ".join(f"{value:g}" for value in result["outcome"] or [])
        table.add_row(
            str(each["record"]),
            Text(each["game"]),
            Text(", ".join(each["players"])),
            str(each["moves"]),
            result["ended"],
            outcome,
            mark,
        )
    console().print(table)


def show_moves(place: str, entry: Record | BadRecord) -> None:
    """Every position of one record with the move that led to it."""
    if isinstance(entry, BadRecord):
        return
    screen = console()
    screen.print(Text(f"{place}: {entry.game}, seed {entry.seed}", "bold"))
    states = entry.replay()
    try:
        state = next(states)
        print(f"\n{state.board()}\n")
        for ply, (played, state) in enumerate(zip(entry.moves, states, strict=True), 1):
            said = f', saying "{played.say}"' if played.say else ""
            line = f"{ply}. {turn_text(played, entry.players)}{said}"
            screen.print(Text(line), soft_wrap=True)
            print(f"\n{state.board()}\n")
    except BadRecord:
        return  # told at the end, in one line
    text = result_text(entry.result, entry.players, sides_of(state))
    screen.print(Text(sentence(text), "bold green"), soft_wrap=True)
