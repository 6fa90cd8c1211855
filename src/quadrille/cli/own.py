"""Commands that games bring along: ``COMMANDS`` in a module ``commands`` of a game's folder.

There, each has a name and a function like those of the commands here::

    COMMANDS = {"server": server, "client": client}

``server`` of the game ``my_game`` is called by ``quadrille my-game-server``. Names and docstrings
are read from the source, so that a game is loaded only when one of its commands is called:
``COMMANDS`` must be written as above, with functions of the same module.
"""

import ast
import importlib.util
import pkgutil
from collections.abc import Iterator
from pathlib import Path

from quadrille import games
from quadrille.cli.commands import Entry


def own_commands() -> Iterator[tuple[str, Entry]]:
    """What all games bring, by the name on the command line."""
    for folder in pkgutil.iter_modules(games.__path__):
        package = f"{games.__name__}.{folder.name}"
        source = _source(package)
        if source is None:
            continue
        for name, (function, doc) in read_commands(source).items():
            shown = f"{folder.name.replace('_', '-')}-{name}"
            yield shown, Entry(f"{package}.commands:{function}", doc)


def read_commands(source: str) -> dict[str, tuple[str, str]]:
    """The dict ``COMMANDS`` of a source: by name, a function and what its docstring says first."""
    body = ast.parse(source).body
    docs = {
        node.name: " ".join((ast.get_docstring(node) or "").partition("\n\n")[0].split())
        for node in body
        if isinstance(node, ast.FunctionDef)
    }
    tables = [
        node.value
        for node in body
        if isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Dict)
        and [ast.unparse(target) for target in node.targets] == ["COMMANDS"]
    ]
    return {
        str(key.value): (value.id, docs.get(value.id, ""))
        for table in tables
        for key, value in zip(table.keys, table.values, strict=True)
        if isinstance(key, ast.Constant) and isinstance(value, ast.Name)
    }


def _source(package: str) -> str | None:
    """The text of a game's module ``commands``, None if it has none; the game is not loaded."""
    found = importlib.util.find_spec(package)
    places = found.submodule_search_locations if found else None
    paths = [Path(place, "commands.py") for place in places or []]
    return next((path.read_text("utf-8") for path in paths if path.is_file()), None)
