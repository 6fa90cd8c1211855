"""Agents by spec string: ``random``, ``mcts:sims=2000,c=1.2``, ``my_agents.py:Cautious:depth=3``.

A spec is a name or a place, then the fields that differ from their defaults. One field of an agent
may take all that follows the colon, whatever that is; its other fields then stand in brackets:
``program[move=5]:./mybot --fast``. Or one may stand first, without its name:
``model:my-run,sims=64``. Weights of a game's static evaluation are fields too,
``greedy:weights.height=3``, and ``mcts:preset=NAME,sims=50`` takes what is not given from a file
(``presets.py``). ``registry`` finds names.
"""

import importlib.util
import re
from collections.abc import Mapping
from typing import Any

from quadrille.core.agents.agent import Agent, check_agent_type
from quadrille.core.agents.fields import FIELD_NAME, REQUIRED, Field, begins_with_field, fields_of
from quadrille.core.agents.presets import preset_values
from quadrille.core.agents.registry import agent_names, find_class, named, registered_agents
from quadrille.core.agents.weights import Weights
from quadrille.core.errors import BadSpec
from quadrille.core.game import Game
from quadrille.core.suggest import unknown

# file.py:Name, then perhaps :fields. A module:Name looks like name:fields and is tried last.
_IN_FILE = re.compile(r"(?P<place>.+?\.py:[^:=,]+)(:(?P<fields>.*))?", re.DOTALL)
_IN_MODULE = re.compile(r"(?P<place>[\w.]+:\w+)(:(?P<fields>.*))?", re.DOTALL)
# name:rest or name[fields]:rest, for agents that have a field for all the rest.
_WITH_REST = re.compile(r"(?P<name>[\w-]+)(\[(?P<fields>[^\]]*)\])?(:(?P<rest>.*))?", re.DOTALL)
# A comma starts a field only where a name and = follow, so that values may contain commas.
_COMMA = re.compile(rf",(?=\s*{FIELD_NAME}\s*=)")


PRESET = Field("preset", str | None, None, "A preset, by its name or its file.")
"""Of every agent that has fields, but none of this name itself."""


def agent(spec: str, /, game: Game | None = None, **fields: Any) -> Agent:
    """Return the agent of a spec string; names of the game's own agents are known too.

    Fields can be given by name as well: ``agent("mcts", sims=500)`` is ``agent("mcts:sims=500")``.
    """
    if not isinstance(spec, str) or not spec.strip():
        raise BadSpec(f"expected the spec of an agent such as 'random', got {spec!r}")
    text = spec.strip()
    place, listed, rest = _split(text, "" if game is None else game.name)
    cls = agent_type(place, "" if game is None else game.name)
    try:
        values = _values(cls, place, listed, rest, fields)
        return cls(**_completed(cls, place, values, game))
    except (TypeError, ValueError) as error:  # also what the agent's own checks raise
        raise BadSpec(f"{error} in agent {spec!r}") from error


def preset_of(spec: str, game: Game) -> str | None:
    """The preset that a spec names, if it names one; BadSpec if it is no spec."""
    place, listed, rest = _split(spec.strip(), game.name)
    cls = agent_type(place, game.name)
    given = _values(cls, place, listed, rest, {})
    return None if PRESET.name in fields_of(cls) else given.get(PRESET.name)


def agent_type(place: str, game: str = "") -> type[Agent]:
    """Return the class of a name or a place; a game's own agents are found by its name."""
    found: type[Agent] = find_class(place, game)
    try:
        check_agent_type(found, place)
    except TypeError as error:
        raise BadSpec(str(error)) from None
    return named(found, place)


def _split(text: str, game: str) -> tuple[str, str | None, str | None]:
    """The place of a spec, its fields, and what the field for all the rest gets."""
    found = _WITH_REST.fullmatch(text)
    if found and registered_agents(game).get(found["name"], Agent).rest_field:
        return found["name"], found["fields"], found["rest"]
    if found := _IN_FILE.fullmatch(text):
        return found["place"], found["fields"], None
    name, colon, fields = text.partition(":")
    found = None if name in agent_names(game) else _IN_MODULE.fullmatch(text)
    if found and _is_module(name):
        return found["place"], found["fields"], None
    return name, fields if colon else None, None


def _values(
    cls: type[Agent], place: str, text: str | None, rest: str | None, given: dict[str, Any]
) -> dict[str, Any]:
    """The fields of a spec, in their own types, and those that are given by name."""
    fields = fields_of(cls)
    known = {PRESET.name: PRESET, **fields} if fields else {}
    values: dict[str, Any] = dict(given)
    for name in given:
        if name not in known:
            raise BadSpec(unknown(f"field of {place}", name, known))
        if known[name].annotation is Weights and isinstance(given[name], Mapping):
            values[name] = Weights(given[name])
    weights: dict[str, dict[str, Any]] = {}
    if rest is not None:
        values[cls.rest_field] = rest.strip()
    for index, part in enumerate([] if text is None else _COMMA.split(text)):
        name, equals, value = part.partition("=")
        name = name.strip()
        if index == 0 and cls.first_field and not begins_with_field(part):
            name, equals, value = cls.first_field, "=", part
        if not equals or not name:
            raise BadSpec(f"expected field=value, got {part!r}")
        group, dot, key = name.partition(".")
        if group not in known or bool(dot) != (known[group].annotation is Weights):
            raise BadSpec(_unknown_field(place, name, known))
        if name in values or key in weights.get(group, {}) or (dot and group in values):
            raise BadSpec(f"field {name!r} twice")
        if dot:
            number = Field(name, float, REQUIRED, "").parse(value.strip())
            weights.setdefault(group, {})[key] = number
        else:
            values[name] = known[name].parse(value.strip())
    return {**values, **{group: Weights(each) for group, each in weights.items()}}


def _completed(
    cls: type[Agent], place: str, values: dict[str, Any], game: Game | None
) -> dict[str, Any]:
    """The values with those of their preset, where nothing else is given; or BadSpec."""
    known = fields_of(cls)
    if PRESET.name not in known and (preset := values.pop(PRESET.name, None)) is not None:
        base = preset_values(cls, preset, game)
        weights = {
            name: Weights({**value, **values[name]})
            for name, value in base.items()
            if isinstance(value, Weights) and name in values
        }
        values = {**base, **values, **weights}
    missing = [name for name in known if known[name].default is REQUIRED and name not in values]
    if cls.rest_field in missing:
        raise BadSpec(f"expected {place}:{cls.rest_field.upper()}")
    if missing:
        raise BadSpec(f"expected a value for field {missing[0]!r}")
    return values


def _unknown_field(place: str, name: str, known: Mapping[str, Field]) -> str:
    names = [f"{each}.NAME" if one.annotation is Weights else each for each, one in known.items()]
    return unknown(f"field of {place}", name, names)


def _is_module(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False  # a package above it is not there, or does not load
