"""The result of a tuning as a preset that any spec can name."""

import json
import os
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from quadrille.core.agents.agent import Agent
from quadrille.core.agents.fields import fields_of
from quadrille.core.agents.presets import preset_folder
from quadrille.core.agents.registry import spec_name
from quadrille.core.agents.weights import Weights
from quadrille.core.version import VERSION
from quadrille.tune.confirmation import Confirmation
from quadrille.tune.tuner import TuningState


def preset_text(
    state: TuningState, winner: Agent, command: str, confirmation: Confirmation | None
) -> str:
    """A preset with the values of the winner and where they come from."""
    game, best = state.plan.game, state.best
    assert best is not None
    low, high = best.interval
    options = {field.name: game.options[field.name] for field in game.option_fields}
    usual = {field.name: field.default for field in game.option_fields}
    provenance: dict[str, Any] = {
        "command": command,
        "date": datetime.now(UTC).date().isoformat(),
        "version": VERSION,
        "trials": state.ended,
        "games": state.games,
        "cpu_minutes": round(state.cpu / 60, 1),
        "points": f"{best.mean or 0:.1%} ({low:.1%} to {high:.1%}) in {len(best.points)} rounds",
    }
    if own := {name: value for name, value in options.items() if value != usual[name]}:
        provenance["options"] = own
    if confirmation is not None:
        provenance["confirmation"] = {
            "against": confirmation.incumbent,
            "games": confirmation.games,
            "result": str(confirmation),
            "test": confirmation.test,
        }
    about = f"Found by tuning {', '.join(each.name for each in state.plan.parameters)}."
    top = {"agent": spec_name(type(winner)), "game": game.name, "about": about}
    return toml({**top, "fields": field_values(winner), "provenance": provenance})


def field_values(agent: Agent) -> dict[str, Any]:
    """The fields of an agent that differ from their defaults, as a file has them."""
    found: dict[str, Any] = {}
    for name, field in fields_of(type(agent)).items():
        value = getattr(agent, name)
        if isinstance(value, Weights):
            found |= {name: dict(value)} if value else {}
        elif value != field.default:
            found[name] = "none" if value is None else value
    return found


def adopt(text: str, state: TuningState, name: str) -> Path:
    """Write the preset of a name that ships with the game."""
    folder = preset_folder(type(state.plan.agent), state.plan.game)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.toml"
    write_text(path, text)
    return path


def write_text(path: Path, text: str) -> None:
    """Write a file as a whole or not at all."""
    new = path.with_name(f".{path.name}.{os.getpid()}")
    new.write_text(text, "utf-8")
    new.replace(path)


def toml(values: Mapping[str, Any], table: str = "") -> str:
    """Plain values as TOML: those of a table first, then the tables inside it."""
    lines = [f"[{table}]"] if table else []
    inner = []
    for name, value in values.items():
        if isinstance(value, Mapping):
            inner.append(toml(value, f"{table}.{name}" if table else name))
        else:
            lines.append(f"{name} = {json.dumps(value, ensure_ascii=False)}")
    own = "".join(f"{line}\n" for line in lines) if len(lines) > bool(table) or not inner else ""
    return "\n".join([*([own] if own else []), *inner])
