"""``quadrille prove``: the value of a whole game."""

import os
import re
from pathlib import Path
from typing import Annotated

import typer

from quadrille import Decision, Game
from quadrille.cli.common import (
    GameName,
    Json,
    Options,
    UnusedSeed,
    find_game,
    note,
    print_json,
    print_pairs,
)
from quadrille.cli.decisions import cost_text
from quadrille.cli.progress import ProgressBar
from quadrille.cli.solve import WORDS

STOPPED = 130


def prove(
    game: GameName,
    checkpoint: Annotated[
        Path | None,
        typer.Option(
            "--checkpoint",
            metavar="FILE",
            help="File that keeps the work done; in the user's cache by default.",
        ),
    ] = None,
    json: Json = False,
    seed: UnusedSeed = 0,
    option: Options = None,
) -> None:
    """Prove the value of a whole game: win, draw or loss for the player who begins.

    That may take hours. What is done is kept in the checkpoint, from which the
    same command goes on after Ctrl-C (exit code 130) or a crash.
    """
    rules = find_game(game, option)
    solver = rules.package.own_solver
    if solver is None or solver.prove is None:
        raise ValueError(
            f"there is no proof for {rules.name}; `quadrille solve` finds the value of a position"
        )
    path = default_checkpoint(rules) if checkpoint is None else checkpoint
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists():
        note(f"going on from {path}")
    try:
        with ProgressBar(f"proof of {rules.name}") as bar:
            proof = solver.prove(rules, path, progress=bar)
    except KeyboardInterrupt as error:
        note(f"stopped by {str(error) or 'Ctrl-C'}; the same command goes on from {path}")
        raise typer.Exit(STOPPED) from None
    value = WORDS[proof.value]
    if json:
        answer = {"game": rules.spec, "options": dict(rules.options), "value": value}
        print_json({**answer, "nodes": proof.nodes, "seconds": proof.seconds})
        return
    cost = Decision(None, nodes=proof.nodes, seconds=proof.seconds)
    print_pairs({"value": f"{value} for player 1", "cost": cost_text(cost)})


def default_checkpoint(rules: Game) -> Path:
    """Where the proof of a game with its options is kept: in the user's cache folder."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    texts = [field.text(rules.options[field.name]) for field in rules.option_fields]
    names = [field.name for field in rules.option_fields]
    options = [f"-{name}={text}" for name, text in zip(names, texts, strict=True)]
    name = re.sub(r"[^\w=.-]", "_", "".join([rules.name, *options]))
    return cache / "quadrille" / f"{name}.proof"
