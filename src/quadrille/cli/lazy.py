"""A group of commands that are loaded when they are called."""

import importlib
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command, get_group

from quadrille.cli import interrupt
from quadrille.cli.commands import COMMANDS, Entry


class LazyCommand(TyperCommand):
    """A command whose module is loaded when it is called."""

    def __init__(self, name: str, entry: Entry) -> None:
        super().__init__(name, help=entry.help)
        self._place = entry.place

    def load(self) -> Any:
        """The command itself; ValueError if its module cannot be loaded."""
        module, _, name = self._place.partition(":")
        try:
            found = getattr(importlib.import_module(module), name)
        except ImportError as error:  # such as a game that is not built
            raise ValueError(f"command {self.name!r} does not load: {error}") from error
        if isinstance(found, typer.Typer):
            return get_group(found)
        app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
        app.command(self.name)(found)
        return get_command(app)

    def make_context(self, *args: Any, **more: Any) -> Any:
        """The context of the command itself."""
        context = self.load().make_context(*args, **more)
        interrupt.begin_work()
        return context


class LazyGroup(TyperGroup):
    """All commands."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        for name, entry in COMMANDS.items():
            self.add_command(LazyCommand(name, entry))

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help as Typer shows it for commands, in half the time."""
        from quadrille.cli.overview import overview

        formatter.write(overview(self, ctx))
