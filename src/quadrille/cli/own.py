"""Commands that games bring along: ``COMMANDS`` in a module ``commands`` of a game's folder.

There, each has a name and a function like those of the commands here; ``server`` of the game
``my_game`` is called by ``quadrille my-game-server``.
"""

import importlib
import importlib.util
import pkgutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from quadrille import games


def own_commands() -> Iterator[tuple[str, Callable[..., Any]]]:
    """What all games bring, by the name on the command line."""
    for folder in pkgutil.iter_modules(games.__path__):
        place = f"{games.__name__}.{folder.name}"
        if not _has_commands(place):  # such a game need not be loaded
            continue
        with suppress(ImportError):  # not built; `quadrille games` tells why
            commands = importlib.import_module(f"{place}.commands").COMMANDS
            for name, command in commands.items():
                yield f"{folder.name.replace('_', '-')}-{name}", command


def _has_commands(package: str) -> bool:
    found = importlib.util.find_spec(package)
    places = found.submodule_search_locations if found else None
    return any(Path(place, "commands.py").is_file() for place in places or [])
