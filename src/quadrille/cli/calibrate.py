"""``quadrille calibrate``: what the values of an analysis are worth as chances to win."""

from json import dumps
from typing import Annotated, Any

import typer

from quadrille.cli.common import (
    GameName,
    Json,
    Seed,
    UnusedOptions,
    console,
    count_option,
    find_game,
    note,
    plain_table,
    print_json,
    split_options,
)
from quadrille.cli.progress import Live
from quadrille.cli.store import Where, opened


def calibrate(
    game: GameName,
    positions: Annotated[
        int, count_option("--positions", "-n", help="Positions that are looked at, of all games.")
    ] = 8000,
    sims: Annotated[
        int | None,
        count_option("--sims", help="Simulations for each; by default 100 or 400, by chance."),
    ] = None,
    ship: Annotated[
        bool, typer.Option("--ship", help="Write the file beside the game, which the page uses.")
    ] = False,
    store: Where = None,
    json: Json = False,
    seed: Seed = 0,
    option: UnusedOptions = None,
) -> None:
    """Learn from the finished games of a store how likely positions are won.

    The agent that analyses on the page looks at positions of these games, of all
    options. From half of the games it is fitted which chance to win its values mean, and
    by how many points. The other half says whether that is true: what was
    predicted and what came, by tenths.
    """
    from quadrille.arena.calibration import SIMS, chances_file, held_out, sample_games

    split_options(option)
    rules = find_game(game, None)
    path = chances_file(rules)
    if ship and path is None:
        raise ValueError(f"{rules.name} has no folder of its own to write to")
    display = _GameCount()
    with opened(store) as kept, Live(display.line):
        chosen = SIMS if sims is None else (sims,)
        samples = sample_games(rules, kept, positions, seed=seed, sims=chosen, report=display)
    more = "" if sims is None else f" --sims {sims}"
    command = f"quadrille calibrate {game} --positions {positions}{more} --seed {seed}"
    found = held_out(rules, samples, command)
    facts = found.to_dict()
    if ship and path is not None:
        path.write_text(f"{dumps(facts, indent=1)}\n", "utf-8")
        note(f"wrote {path}")
    print_json(facts) if json else show(facts)


class _GameCount:
    """How far it is, in a line."""

    def __init__(self) -> None:
        self._line = "reading games"

    def __call__(self, done: int, total: int) -> None:
        self._line = f"games: {done:,} of {total:,}"

    def line(self) -> str:
        """The line."""
        return self._line


def show(facts: dict[str, Any]) -> None:
    """Print how well it agrees, for people."""
    fitted, checked = facts["fitted"], facts["checked"]
    console().print(
        f"fitted to {fitted['positions']:,} positions of {fitted['games']:,} games; "
        f"held against {checked['positions']:,} positions of {checked['games']:,} others"
    )
    for title, rows, percent in (("chance to win", "chances", True), ("lead", "leads", False)):
        if not checked[rows]:
            continue
        table = plain_table(title, "predictions", "predicted", "real", "difference", "95 %")
        for number, each in enumerate(checked[rows]):
            label = f"{10 * number} to {10 * number + 10} %" if percent else f"tenth {number + 1}"
            scale = 100 if percent else 1
            worth = [each["predicted"], each["real"], each["real"] - each["predicted"]]
            cells = [f"{scale * value:.1f}" for value in worth] if each["count"] else [""] * 3
            margin = f"±{scale * each['margin']:.1f}" if each["count"] else ""
            table.add_row(label, f"{each['count']:,}", *cells, margin)
        console().print()
        console().print(table)
