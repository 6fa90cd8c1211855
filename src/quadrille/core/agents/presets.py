"""Presets: values of an agent's fields in a TOML file that a spec names, ``mcts:preset=fast``.

A preset ships with a game in the folder ``presets/AGENT`` beside its Python file, or with the
general agents likewise; one of the user's own is given by its path, which ends in ``.toml``::

    agent = "pillars-utility"
    game = "pillars"                  # if it is for one game only
    about = "The weights of the original program."

    [fields]
    height = 3
    weights.reach = 0.2               # of the static evaluation, for agents that use it

    [provenance]                      # where the values come from, for people
    command = "quadrille tune ..."

An agent made from a preset has the values and does not know the preset. So its spec, by which the
arena's stores know it, names every value: games played here and elsewhere, today and after the
file has changed, count for the same agent exactly if it had the same values.
"""

import importlib
import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from quadrille.core.agents.fields import Field, fields_of, value_text
from quadrille.core.agents.registry import spec_name
from quadrille.core.agents.weights import Weights
from quadrille.core.errors import BadSpec
from quadrille.core.game import Game
from quadrille.core.package import home_package
from quadrille.core.suggest import unknown

SUFFIX = ".toml"
FOLDER = "presets"
KEYS = ("agent", "game", "about", "fields", "provenance")


@dataclass(frozen=True)
class AgentPreset:
    """Values of fields by name, and what is known about them."""

    agent: str
    fields: Mapping[str, Any]
    game: str = ""
    about: str = ""
    provenance: Mapping[str, Any] = field(default_factory=dict)


def preset_values(cls: type, name: str, game: Game | None) -> dict[str, Any]:
    """The values of fields that a preset of an agent gives, in their own types; or BadSpec."""
    preset = read_preset(_path_of(cls, name, game))
    agents = _names(cls)
    if preset.agent not in agents:
        raise BadSpec(f"the preset {name!r} is for {preset.agent!r}, not for {agents[0]!r}")
    if game is not None and preset.game not in ("", game.name):
        raise BadSpec(f"the preset {name!r} is for the game {preset.game!r}, not for {game.name!r}")
    return typed_values(cls, preset.fields)


def default_values(cls: type, name: str) -> Mapping[str, Any]:
    """The values of a shipped preset from which an agent takes what it is not given."""
    return _default_values(cls, name)


def shipped_presets(cls: type, game: Game | None = None) -> dict[str, AgentPreset]:
    """The presets of an agent that ship, by name: those for a game, and those for any."""
    return {name: read_preset(path) for name, path in sorted(_shipped(cls, game).items())}


def preset_folder(cls: type, game: Game | None = None) -> Path:
    """Where presets of an agent ship: with the agent, or with the game if one is given."""
    return next(_folders(cls, game))


def read_preset(path: Path) -> AgentPreset:
    """The preset of a file; BadSpec if it is none."""
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise BadSpec(f"cannot read the preset {str(path)!r}: {error.strerror}") from None
    except ValueError as error:
        raise BadSpec(f"the preset {str(path)!r} is no TOML: {error}") from None
    for key in data:
        if key not in KEYS:
            raise BadSpec(unknown(f"key of the preset {str(path)!r}", key, KEYS))
    for key, kind in (("agent", str), ("game", str), ("about", str), ("fields", dict)):
        if not isinstance(data.get(key, kind()), kind):
            word = "a table" if kind is dict else "a text"
            raise BadSpec(f"expected {word} for {key!r} in the preset {str(path)!r}")
    if not data.get("agent"):
        raise BadSpec(f"the preset {str(path)!r} does not say which agent it is for")
    return AgentPreset(
        data["agent"],
        data.get("fields", {}),
        data.get("game", ""),
        data.get("about", ""),
        data.get("provenance", {}),
    )


def typed_values(cls: type, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Values of fields, such as a file has them, in the types of the agent's fields; or BadSpec."""
    known = fields_of(cls)
    found: dict[str, Any] = {}
    for name, value in fields.items():
        if name not in known:
            raise BadSpec(unknown(f"field of {spec_name(cls)}", name, known))
        found[name] = _typed(known[name], value)
    return found


def _typed(described: Field, value: Any) -> Any:
    if described.annotation is not Weights:
        return described.parse(value_text(value))
    if not isinstance(value, Mapping):
        raise BadSpec(f"expected {described.name}.NAME=number, got {described.name}={value!r}")
    return Weights(value)


@cache
def _default_values(cls: type, name: str) -> Mapping[str, Any]:
    return preset_values(cls, name, None)


def _path_of(cls: type, name: str, game: Game | None) -> Path:
    if name.endswith(SUFFIX):
        return Path(name).expanduser()
    found = _shipped(cls, game)
    if name not in found:
        raise BadSpec(unknown(f"preset of {spec_name(cls)}", name, found))
    return found[name]


def _shipped(cls: type, game: Game | None) -> dict[str, Path]:
    """The files of shipped presets by name; a game's own hides the agent's of the same name."""
    folders = reversed(list(_folders(cls, game)))
    return {path.stem: path for folder in folders for path in folder.glob(f"*{SUFFIX}")}


def _folders(cls: type, game: Game | None) -> Iterator[Path]:
    """Where presets of an agent may ship, the most special place first."""
    modules = []
    package = home_package(cls.__module__)
    home = package.state_type if package is not None else None if game is None else game.state_type
    if home is not None:
        modules.append(sys.modules.get(home.__module__.removesuffix("._core")))
    if package is None:
        modules.append(importlib.import_module("quadrille.agents"))
    for name in _names(cls):
        for module in modules:
            place = getattr(module, "__file__", None)
            if place is not None:
                yield Path(place).parent / FOLDER / name


def _names(cls: type) -> list[str]:
    """The name of an agent, and those of the agents that it extends, whose presets fit it too."""
    bases = [base for base in cls.__mro__[1:] if "_spec_name" in vars(base)]
    return [spec_name(base) for base in (cls, *bases)]
