"""Agents by spec string: ``random``, ``mcts:sims=2000,c=1.2``, ``my_agents.py:Cautious:depth=3``.

A spec is a name or a place, then the fields that differ from their defaults. One field of an agent
may take all that follows the colon, whatever that is; its other fields then stand in brackets:
``program[move=5]:./mybot --fast``. Names are found by importing every module of
``quadrille.agents``, the ``agents`` module of a game's own folder, and what installed packages
offer under the entry points ``quadrille.agents``.
"""

import importlib
import importlib.util
import pkgutil
import re
from functools import cache
from typing import Any

from quadrille.core.agent import REGISTERED, Agent, check_agent_type, named
from quadrille.core.agent_fields import REQUIRED, fields_of
from quadrille.core.errors import BadSpec
from quadrille.core.game import Game, game_names
from quadrille.core.load import entry_points, load_object
from quadrille.core.suggest import unknown

ENTRY_POINTS = "quadrille.agents"

# file.py:Name, then perhaps :fields. A module:Name looks like name:fields and is tried last.
_IN_FILE = re.compile(r"(?P<place>.+?\.py:[^:=,]+)(:(?P<fields>.*))?", re.DOTALL)
_IN_MODULE = re.compile(r"(?P<place>[\w.]+:\w+)(:(?P<fields>.*))?", re.DOTALL)
# name:rest or name[fields]:rest, for agents that have a field for all the rest.
_WITH_REST = re.compile(r"(?P<name>[\w-]+)(\[(?P<fields>[^\]]*)\])?(:(?P<rest>.*))?", re.DOTALL)
# A comma starts a field only where a name and = follow, so that values may contain commas.
_COMMA = re.compile(r",(?=\s*[A-Za-z_]\w*\s*=)")


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
        return cls(**_values(cls, place, listed, rest, fields))
    except (TypeError, ValueError) as error:  # also what the agent's own checks raise
        raise BadSpec(f"{error} in agent {spec!r}") from error


def agent_type(place: str, game: str = "") -> type[Agent]:
    """Return the class of a name or a place; a game's own agents are found by its name."""
    registered = registered_agents(game)
    points = entry_points(ENTRY_POINTS)
    if place in registered:
        return registered[place]
    if place not in points and ":" not in place:
        if place.endswith(".py"):
            raise BadSpec(f"expected {place}:Class, the name of a class in the file, got {place!r}")
        raise BadSpec(unknown("agent", place, agent_names(game)))
    found: type[Agent] = load_entry(place) if place in points else load_object(place)
    try:
        check_agent_type(found, place)
    except TypeError as error:
        raise BadSpec(str(error)) from None
    # A class that installed or shipped code names keeps that name.
    return found if found in registered.values() else named(found, place)


def agent_names(game: str = "") -> list[str]:
    """The names of all agents that can be called by name for a game, or for any."""
    return sorted({*registered_agents(game), *entry_points(ENTRY_POINTS)})


def registered_agents(game: str = "") -> dict[str, type[Agent]]:
    """Agents of the package by name: those for all games and those of one game, or of any.

    A game's own agent hides one for all games that has the same name.
    """
    _import_all("quadrille.agents")
    homes = [game] if game else game_names()
    for home in homes:
        _import_if_there(f"quadrille.games.{home}.agents")
    general = {
        name: cls
        for (home, name), cls in REGISTERED.items()
        if not home and cls.__module__.startswith("quadrille.agents.")
    }
    own = {name: cls for (home, name), cls in REGISTERED.items() if home in homes}
    return {**general, **own} if game else {**own, **general}


def load_entry(name: str) -> Any:
    """What an installed package offers under a name."""
    try:
        return entry_points(ENTRY_POINTS)[name].load()
    except Exception as error:
        raise BadSpec(f"agent {name!r} does not load: {type(error).__name__}: {error}") from error


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
    known = fields_of(cls)
    values: dict[str, Any] = dict(given)
    for name in given:
        if name not in known:
            raise BadSpec(unknown(f"field of {place}", name, known))
    if rest is not None:
        values[cls.rest_field] = rest.strip()
    for part in [] if text is None else _COMMA.split(text):
        name, equals, value = part.partition("=")
        name = name.strip()
        if not equals or not name:
            raise BadSpec(f"expected field=value, got {part!r}")
        if name not in known:
            raise BadSpec(unknown(f"field of {place}", name, known))
        if name in values:
            raise BadSpec(f"field {name!r} twice")
        values[name] = known[name].parse(value.strip())
    missing = [name for name in known if known[name].default is REQUIRED and name not in values]
    if cls.rest_field in missing:
        raise BadSpec(f"expected {place}:{cls.rest_field.upper()}")
    if missing:
        raise BadSpec(f"expected a value for field {missing[0]!r}")
    return values


@cache
def _import_all(package_name: str) -> None:
    package = importlib.import_module(package_name)
    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"{package_name}.{module.name}")


@cache
def _import_if_there(name: str) -> None:
    if _is_module(name):
        importlib.import_module(name)


def _is_module(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False  # a package above it is not there, or does not load
