"""``quadrille models``: trained networks and their cards."""

from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from quadrille import BadModel
from quadrille.cli.common import (
    Json,
    UnusedOptions,
    UnusedSeed,
    console,
    count_option,
    dim,
    note,
    plain_table,
    print_json,
    print_pairs,
    split_options,
    tidy,
)
from quadrille.cli.store import Where, opened
from quadrille.cli.train import duration, load_learning

if TYPE_CHECKING:
    from quadrille.agents.models import KnownModel

app = typer.Typer(help="List trained networks, and show or make their cards.")

ModelName = Annotated[
    str, typer.Argument(metavar="NAME", help="The name of a model, a run's folder, or a file.")
]


@app.callback(invoke_without_command=True)
def list_models(
    context: typer.Context,
    json: Json = False,
    seed: UnusedSeed = 0,
    option: UnusedOptions = None,
) -> None:
    """List trained networks, and show or make their cards."""
    if context.invoked_subcommand is not None:
        return
    split_options(option)
    from quadrille.agents.models import own_models, shipped_models

    found = [describe(model) for model in [*shipped_models(), *own_models()]]
    if json:
        print_json({"models": found})
        return
    table = plain_table("model", "game", "from", "CPU time", "strength")
    tidy(table, 4)
    for one in found:
        if error := one.get("error"):
            table.add_row(Text(one["name"], "cyan"), "", one["from"], "", Text(error, "yellow"))
            continue
        cost = one["cpu_seconds"]
        table.add_row(
            Text(one["name"], "cyan"),
            one["game"],
            one["from"],
            "" if cost is None else duration(cost),
            one["strength"],
        )
    console().print(table if found else dim("no models yet: quadrille train makes one"))


@app.command("show")
def show(
    name: ModelName, json: Json = False, seed: UnusedSeed = 0, option: UnusedOptions = None
) -> None:
    """Print the card of a model."""
    split_options(option)
    from quadrille.agents.models import find_model

    model = find_model(name)
    card = model.read_card()
    facts = {**describe(model), "provenance": dict(model.file.provenance), "card": card or None}
    if json:
        print_json(facts)
        return
    show_facts(model)
    if not card:
        note(f"it has no card yet: quadrille models card {name} makes one")
        return
    begun = "--from" in str(model.file.provenance.get("command"))
    control = f"{'as it began' if begun else 'untrained'}, as a control"
    for title, key in (("strength", "strength"), (control, "control")):
        console().print(Text(f"\n{title}", "bold"))
        show_matches(card[key])
    print_pairs({"weaknesses": card["weaknesses"], **origin_lines(card)})
    picture = model.card.with_suffix(".svg")
    if picture.exists():
        print_pairs({"learning curve": str(picture)})


@app.command("card")
def card(
    name: ModelName,
    games: Annotated[int, count_option("--games", "-n", help="Games of each match.")] = 400,
    weaknesses: Annotated[
        str, typer.Option("--weaknesses", metavar="TEXT", help="What is known to be weak.")
    ] = "",
    store: Where = None,
    json: Json = False,
    seed: UnusedSeed = 0,
    option: UnusedOptions = None,
) -> None:
    """Measure the model of a run against fixed agents, and write its card.

    The untrained network of the run plays the same matches, a quarter as many
    games, as a control. All games are kept in the store: the command goes on
    where it was stopped.
    """
    split_options(option)
    load_learning()
    from quadrille.learn.cards import make_card
    from quadrille.learn.runs import find_run, open_run

    if games < 1:
        raise ValueError(f"expected --games of at least 1, got {games}")
    run = open_run(find_run(name))
    with opened(store, create=True) as kept:
        path = make_card(run, games, weaknesses=weaknesses, store=kept, report=note)
    if json:
        print_json({"card": str(path)})
    else:
        note(f"wrote {path}")


def describe(model: "KnownModel") -> dict[str, Any]:
    """A model as plain values; ``error`` if its file is damaged."""
    facts = {"name": model.name, "path": str(model.path)}
    facts["from"] = "shipped" if model.shipped else "own run"
    try:
        file = model.file
    except BadModel as error:
        return {**facts, "error": str(error)}
    return {
        **facts,
        "game": file.game,
        "options": dict(file.options),
        "encoding": file.encoding,
        "version": file.version,
        "large": file.is_large,
        "games": file.provenance.get("games"),
        "cpu_seconds": file.provenance.get("cpu_seconds"),
        "strength": strength_line(model.read_card()),
    }


def strength_line(card: dict[str, Any]) -> str:
    """The last match of a card in a few words."""
    if not card.get("strength"):
        return ""
    last = card["strength"][-1]
    return f"{last['share']:.0%} against {last['opponent']}"


def show_facts(model: "KnownModel") -> None:
    """Print what a model is and what it cost."""
    file = model.file
    options = ", ".join(f"{name}={value}".lower() for name, value in file.options.items())
    layers = [len(array) for name, array in file.arrays.items() if name.endswith(".bias")]
    facts = file.provenance
    pairs = {
        "model": model.name,
        "file": str(model.path),
        "game": " ".join([file.game, options]).strip(),
        "inputs": f"{file.inputs} of the encoding {file.encoding!r}, version {file.version}",
        "layers": " ".join(map(str, layers)) + (", run by onnxruntime" if file.is_large else ""),
        "command": str(facts.get("command", "")),
        "code": str(facts.get("code", "")),
    }
    if "cpu_seconds" in facts:
        games, cost = facts.get("games", 0), duration(facts["cpu_seconds"])
        pairs["cost"] = f"{cost} CPU time, {games:,} games, {facts.get('steps', 0):,} steps"
    print_pairs(pairs)


def origin_lines(card: dict[str, Any]) -> dict[str, str]:
    """Whose settings the card says they are, if it reproduces what others did."""
    origins: dict[str, str] = card.get("origins") or {}
    lines: dict[str, str] = {}
    for whose in ("ancestor's", "ours"):
        names = [name for name, origin in origins.items() if origin == whose]
        if names:
            lines[f"settings, {whose}"] = ", ".join(names)
    return lines


def show_matches(matches: list[dict[str, Any]]) -> None:
    """Print the results of a card."""
    table = plain_table("agent", "opponent", "won", "drawn", "lost", "points", "95 %")
    tidy(table, 0, 1)
    for one in matches:
        counts = (str(one[key]) for key in ("wins", "draws", "losses"))
        ends = f"{one['low']:.1%} to {one['high']:.1%}"
        agent = Text(one["agent"], "cyan")
        table.add_row(agent, one["opponent"], *counts, f"{one['share']:.1%}", ends)
    console().print(table)
