"""``quadrille games``: what can be played."""

from dataclasses import asdict
from typing import Any

from rich.text import Text

import quadrille
from quadrille.cli.common import (
    Json,
    UnusedOptions,
    UnusedSeed,
    console,
    dim,
    plain_table,
    print_json,
    split_options,
)


def games(json: Json = False, seed: UnusedSeed = 0, option: UnusedOptions = None) -> None:
    """List the games that are installed, with their options."""
    split_options(option)
    found = [describe(name) for name in quadrille.game_names()]
    if json:
        print_json({"games": found})
    else:
        show(found)


def describe(name: str) -> dict[str, Any]:
    """A game as plain values; one that does not load is listed with the reason."""
    try:
        game = quadrille.game(name)
        first = game.new()
    except Exception as error:  # somebody's package may fail in any way
        return {"name": name, "error": f"{type(error).__name__}: {error}"}
    return {
        "name": name,
        "title": game.title,
        "summary": game.summary,
        "players": first.num_players(),
        "sides": first.num_sides(),
        "actions": first.num_actions(),
        "options": [
            {key: value for key, value in asdict(field).items() if value not in (None, ())}
            for field in game.option_fields
        ],
        "encodings": [
            {**asdict(encoding), "shape": list(encoding.shape)} for encoding in first.encodings()
        ],
        "lacks": sorted(first.lacks()),
    }


def show(found: list[dict[str, Any]]) -> None:
    """Print the games as a table, options below each."""
    table = plain_table("game", "players", "about")
    for game in found:
        if "error" in game:
            table.add_row(game["name"], "", Text(f"does not load: {game['error']}", "red"))
            continue
        table.add_row(Text(game["name"], "cyan"), str(game["players"]), Text(game["summary"]))
        for option in quadrille.game(game["name"]).option_fields:
            about = f"-o {option.name}={option.text(option.default)}"
            table.add_row(
                "", "", Text.assemble(about, dim(f"  {option.doc} ({option.expected()})"))
            )
    console().print(table)
