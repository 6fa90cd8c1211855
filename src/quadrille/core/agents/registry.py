"""Agent classes by name: those of the package, of a game, and of installed packages.

They are found by importing every module of ``quadrille.agents``, what the game's own package names
(``core/package.py``), and what installed packages offer as entry points ``quadrille.agents``.
"""

import importlib
import pkgutil
from functools import cache
from typing import Any, TypeVar

from quadrille.core.errors import BadSpec
from quadrille.core.game import game_names, load_if_installed
from quadrille.core.load import entry_points, load_object
from quadrille.core.package import home_package, packages
from quadrille.core.suggest import unknown

ENTRY_POINTS = "quadrille.agents"
Class = TypeVar("Class", bound=type[Any])

REGISTERED: dict[tuple[str, str], type[Any]] = {}
"""By the only game it plays (empty for all games) and by name."""


def register(cls: type[Any], name: str) -> None:
    """Enter a class under a name; a name belongs to one class of one module."""
    other = REGISTERED.setdefault((home_game(cls), name), cls)
    if (other.__module__, other.__qualname__) != (cls.__module__, cls.__qualname__):
        raise ValueError(f"the name {name!r} belongs to {other.__module__} already")
    REGISTERED[home_game(cls), name] = cls


def find_class(place: str, game: str = "") -> type[Any]:
    """The class of a name or a place; a game's own agents are found by its name."""
    registered = registered_agents(game)
    points = entry_points(ENTRY_POINTS)
    if place in registered:
        return registered[place]
    if place not in points and ":" not in place:
        if place.endswith(".py"):
            raise BadSpec(f"expected {place}:Class, the name of a class in the file, got {place!r}")
        raise BadSpec(unknown("agent", place, agent_names(game)))
    found: type[Any] = _load_entry(place) if place in points else load_object(place)
    return found


def named(cls: Class, name: str) -> Class:
    """The same class, remembering how a spec names it; one that is registered keeps its name."""
    if cls not in REGISTERED.values() or (home_game(cls), name) in REGISTERED:
        cls._spec_name = name
    return cls


def spec_name(cls: type[Any]) -> str:
    """How a spec names the class: by its own name, not by an inherited one."""
    return str(vars(cls).get("_spec_name", f"{cls.__module__}:{cls.__qualname__}"))


def home_game(cls: type[Any]) -> str:
    """The name of the only game that the class is for, or nothing."""
    package = home_package(cls.__module__)
    return "" if package is None else str(package.state_type.name)


def agent_names(game: str = "") -> list[str]:
    """The names of all agents that can be called by name for a game, or for any."""
    return sorted({*registered_agents(game), *entry_points(ENTRY_POINTS)})


def registered_agents(game: str = "") -> dict[str, type[Any]]:
    """Agents of the package by name: those for all games and those of one game, or of any.

    A game's own agent hides one for all games that has the same name.
    """
    _import_all("quadrille.agents")
    homes = [game] if game else game_names()
    _import_own_agents(homes)
    general = {
        name: cls
        for (home, name), cls in REGISTERED.items()
        if not home and cls.__module__.startswith("quadrille.agents.")
    }
    own = {name: cls for (home, name), cls in REGISTERED.items() if home in homes}
    return {**general, **own} if game else {**own, **general}


def _load_entry(name: str) -> Any:
    """What an installed package offers under a name."""
    try:
        return entry_points(ENTRY_POINTS)[name].load()
    except Exception as error:
        raise BadSpec(f"agent {name!r} does not load: {type(error).__name__}: {error}") from error


@cache
def _import_all(package_name: str) -> None:
    package = importlib.import_module(package_name)
    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"{package_name}.{module.name}")


def _import_own_agents(homes: list[str]) -> None:
    for name in homes:
        load_if_installed(name)
    for package in packages():
        if package.agents is not None and package.state_type.name in homes:
            package.agents()
