"""The command-line reference: a page for every command, from its own parameters and docstring."""

import inspect
import re
from collections.abc import Iterator
from typing import Any

from book.agents import as_markdown
from quadrille.cli.commands import COMMANDS
from quadrille.cli.lazy import LazyCommand


def command_pages() -> Iterator[tuple[str, str]]:
    """The path of each page on the site and its text; the first is the list of all."""
    rows = ["| command | what it does |", "| --- | --- |"]
    rows += [
        f"| [`quadrille {name}`]({name}.md) | {entry.help} |" for name, entry in COMMANDS.items()
    ]
    yield "commands/index.md", "# All commands\n\n" + "\n".join(rows) + "\n"
    for name, entry in COMMANDS.items():
        command = LazyCommand(name, entry).load()
        yield f"commands/{name}.md", "\n\n".join(describe(command, f"quadrille {name}", 1)) + "\n"


def describe(command: Any, path: str, level: int) -> Iterator[str]:
    """A command, or a group and all its commands, as parts of a page."""
    yield f"{'#' * level} {path}"
    if text := command.help:
        yield as_markdown(inspect.cleandoc(text).replace("\b\n", ""))
    if commands := getattr(command, "commands", None):
        for name, one in commands.items():
            yield from describe(one, f"{path} {name}", level + 1)
        return
    yield f"```sh\n{path} {usage(command)}\n```"
    for title, params in (
        ("argument", [one for one in command.params if one.param_type_name == "argument"]),
        ("option", [one for one in command.params if one.param_type_name == "option"]),
    ):
        if shown := [one for one in params if not getattr(one, "hidden", False)]:
            yield "\n".join([f"| {title} | meaning |", "| --- | --- |", *map(row, shown)])


def usage(command: Any) -> str:
    """What follows the command's name."""
    arguments = [one for one in command.params if one.param_type_name == "argument"]
    return " ".join(["[OPTIONS]", *(metavar(one) for one in arguments)])


def metavar(param: Any) -> str:
    """The name of a value."""
    name = param.metavar or (param.name or "").upper()
    if name.startswith("["):
        return str(name)
    dots = "..." if param.nargs == -1 and "..." not in name else ""
    return f"{name}{dots}" if param.required else f"[{name}]{dots}"


def row(param: Any) -> str:
    """A parameter as a row of the table."""
    if param.param_type_name == "argument":
        names = f"`{metavar(param)}`"
    else:
        value = "" if param.is_flag else f" {value_name(param)}"
        spelled = [*param.opts, *param.secondary_opts]
        names = ", ".join(f"`{one}{value if one == param.opts[0] else ''}`" for one in spelled)
    text = " ".join((param.help or "").split())
    default = param.default
    if isinstance(default, (int, float, str)) and not isinstance(default, bool) and default != "":
        text += f" Default: `{default}`."
    return f"| {names} | {escaped(text)} |"


def value_name(param: Any) -> str:
    """What stands for the value of an option."""
    return str(param.metavar or param.name.upper())


def escaped(text: str) -> str:
    """Text for the cell of a table; angle brackets would be read as HTML."""
    text = re.sub(r"<(\w+)>", r"&lt;\1&gt;", text)
    return as_markdown(text).replace("|", "\\|")
