"""``quadrille play``: a game in the terminal."""

import secrets
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from quadrille import Game, Record, append_record
from quadrille.arena.choices import opponent
from quadrille.arena.play.table import Table
from quadrille.cli.common import (
    GameName,
    Json,
    Options,
    Position,
    agent_option,
    agents_print_to_stderr,
    find_game,
    find_state,
    game_of,
    note,
    seed_option,
)
from quadrille.cli.terminal import PersonLeft, Terminal


def play(
    game: GameName,
    seat: Annotated[
        list[str] | None,
        agent_option("--seat", help="An agent or human; repeat it for each player."),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option("--save", metavar="FILE.jsonl", help="Append the record of the game."),
    ] = None,
    position: Position = None,
    json: Json = False,
    seed: Annotated[
        int | None,
        seed_option(help="Seed of chance; random by default if a person plays."),
    ] = None,
    option: Options = None,
) -> None:
    """Play in the terminal, by default against a strong agent.

    Seats that are not given are taken by the strongest agent that the game has;
    if none is given, the first is yours. Where partners play together, one seat
    for each side is enough. Ctrl-C ends the game at any time, also
    while an agent thinks; --save keeps what was played.
    """
    record: Record | None = None
    try:
        with agents_print_to_stderr() if json else nullcontext():
            rules = find_game(game, option)
            if position is not None:
                rules = game_of(rules, find_state(rules, position, 0))
            specs = all_seats(rules, seat or ["human"])
            if seed is None:
                seed = secrets.randbits(32) if "human" in specs else 0
            if save is not None:
                save.open("ab").close()  # rather now than when the game has been played
            with Table(rules, specs, seed, people=True, position=position) as table:
                if json and table.people:
                    given = " ".join(specs)
                    raise ValueError(f"expected agents in all seats with --json, got {given}")
                try:
                    run(table, quiet=json)
                finally:  # also what was played until Ctrl-C
                    record = table.record()
                    if save is not None:
                        keep(save, record)
    finally:
        if json and record is not None:
            print(record.to_json(), flush=True)


def keep(path: Path, record: Record) -> None:
    """Append the record; if that fails, print it, so that it is not lost."""
    try:
        append_record(path, record)
    except OSError:
        print(record.to_json(), flush=True)
        raise
    note(f"record added to {path}")


def run(table: Table, *, quiet: bool) -> None:
    """Play until the game ends or the person leaves."""
    if quiet:
        while not table.is_over():
            table.step()
        return
    try:
        Terminal(table).run()
    except PersonLeft:
        note("game left unfinished")


def all_seats(rules: Game, given: list[str]) -> list[str]:
    """A spec for every player."""
    first = rules.new()
    players = first.num_players()
    if 1 < len(given) == first.num_sides() < players:
        return [given[first.side(player)] for player in range(players)]
    if len(given) > players:
        raise ValueError(f"expected at most {players} seats for {rules.name}, got {len(given)}")
    missing = players - len(given)
    return [*given, *([str(opponent(rules))] * missing if missing else [])]
