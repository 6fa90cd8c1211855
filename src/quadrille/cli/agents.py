"""``quadrille agents``: who can play."""

import inspect
from typing import Annotated, Any

import typer
from rich.text import Text

import quadrille
from quadrille.cli.common import (
    Json,
    Options,
    UnusedSeed,
    console,
    dim,
    find_game,
    plain_table,
    print_json,
    split_options,
)
from quadrille.cli.completion import complete_game
from quadrille.core.agents.agent import Agent
from quadrille.core.agents.fields import REQUIRED, fields_of, value_text
from quadrille.core.agents.presets import shipped_presets
from quadrille.core.agents.registry import agent_names, home_game, spec_name
from quadrille.core.agents.spec import PRESET, agent_type
from quadrille.core.agents.weights import fields_in


def agents(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]",
            help="Only agents that can play this game.",
            autocompletion=complete_game,
        ),
    ] = None,
    json: Json = False,
    seed: UnusedSeed = 0,
    option: Options = None,
) -> None:
    """List the agents and their fields, for every game or for one."""
    split_options(option)
    rules = None if game is None else find_game(game, option)
    home = "" if rules is None else rules.name
    found = [describe(name, rules) for name in agent_names(home)]
    if json:
        print_json({"agents": found} if rules is None else {"game": rules.spec, "agents": found})
    else:
        show(found, home)


def describe(name: str, rules: quadrille.Game | None) -> dict[str, Any]:
    """An agent as plain values; one that does not load is listed with the reason."""
    try:
        cls: type[Agent] = agent_type(name, "" if rules is None else rules.name)
        fields = [field.to_dict() for field in fields_in(cls, rules).values()]
        presets = {} if PRESET.name in fields_of(cls) else shipped_presets(cls, rules)
    except quadrille.BadSpec as error:
        return {"name": name, "error": str(error)}
    advice = recommended(cls, rules)
    for field in fields:
        if field.get("default", REQUIRED) is None and field["name"] in advice:
            field["recommended"] = advice[field["name"]]
    found: dict[str, Any] = {
        "name": name,
        "game": home_game(cls) or None,
        "doc": inspect.cleandoc(cls.__doc__ or "").partition("\n\n")[0].replace("\n", " "),
        "fields": fields,
    }
    if presets:
        found["presets"] = {preset: each.about for preset, each in presets.items()}
    if cls.rest_field:
        found["rest"] = cls.rest_field
    reason = "" if rules is None else unfit(cls, rules)
    return {**found, "unfit": reason} if reason else found


def _gathered(fields: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The fields with all weights of a static evaluation on one line: many agents have them."""
    weights = [each for each in fields if "." in each["name"]]
    others = [each for each in fields if each not in weights]
    if not weights or weights[0]["name"].endswith(".NAME"):
        return fields
    known = (f"{each['name'].partition('.')[2]} {each['default']:g}" for each in weights)
    group = weights[0]["name"].partition(".")[0]
    doc = f"A weight of the static evaluation: {', '.join(known)}."
    return [*others, {"name": f"{group}.NAME", "type": "float", "doc": doc}]


def recommended(cls: type[Agent], rules: quadrille.Game | None) -> dict[str, Any]:
    """The values that fields take which are none: the game's own, or else the agent's."""
    own = getattr(cls, "fallbacks", {})
    return {**own, **({} if rules is None else rules.agent_defaults(spec_name(cls)))}


def unfit(cls: type[Agent], rules: quadrille.Game) -> str:
    """Why the agent, as it is without any field set, cannot play the game; empty if it can."""
    if any(field.default is REQUIRED for field in fields_of(cls).values()):
        return ""  # known only when it is made
    return cls().unfit(rules)


def show(found: list[dict[str, Any]], home: str) -> None:
    """Print the agents as a table, fields below each."""
    table = plain_table("agent", "about")
    for agent in found:
        if "error" in agent:
            table.add_row(agent["name"], Text(agent["error"], "red"))
            continue
        if "unfit" in agent:
            table.add_row(dim(agent["name"]), dim(f"not for {home}: {agent['unfit']}"))
            continue
        only = f" ({agent['game']} only)" if agent["game"] and not home else ""
        rest = agent.get("rest", "")
        name = Text.assemble((agent["name"], "cyan"), f":{rest.upper()}" if rest else "")
        table.add_row(name, Text(agent["doc"] + only))
        for field in _gathered(agent["fields"]):
            value = field.get("recommended", field.get("default", REQUIRED))
            shown = field["type"].upper() if value is REQUIRED else value_text(value)
            about = rest.upper() if field["name"] == rest else f"{field['name']}={shown}"
            doc = dim(f"  {' '.join(field['doc'].split())}")
            table.add_row("", Text.assemble(about, doc))
        for preset, about in agent.get("presets", {}).items():
            table.add_row("", Text.assemble(f"preset={preset}", dim(f"  {about}")))
        if rest:
            table.add_row("", dim(f"fields as in {agent['name']}[field=value]:{rest.upper()}"))
    console().print(table)
    console().print(dim("\nYour own: FILE.py:Class, fields as in NAME:field=value,field=value"))
    console().print(dim("Values of fields from a file of your own: NAME:preset=FILE.toml"))
