"""The help of ``quadrille`` itself.

It looks like the help that Typer prints for single commands. Typer's own printer loads a parser of
Markdown and more, which would double the time of ``quadrille --help``.
"""

from collections.abc import Iterable
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text
from typer.core import TyperGroup

NAME = "bold cyan"
SHORT = "bold green"


def overview(group: TyperGroup, context: Any) -> str:
    """Usage, options and commands, with colours if standard output is a terminal."""
    screen = Console(highlight=False, markup=False, emoji=False)
    with screen.capture() as captured:  # so that it is written as a whole
        screen.print(Padding(_usage(group, context), 1))
        screen.print(Padding(Text(group.help or ""), (0, 1, 1, 1)))
        screen.print(_panel("Options", _options(group, context)))
        for title, rows in _commands(group, context).items():
            screen.print(_panel(title, rows))
    return captured.get()


def _usage(group: TyperGroup, context: Any) -> Text:
    word, _, rest = group.get_usage(context).partition(" ")
    return Text.assemble((word, "yellow"), (f" {rest}", "bold"))


def _options(group: TyperGroup, context: Any) -> Iterable[list[Text]]:
    for option in group.get_params(context):
        names = [name for name in option.opts if name.startswith("--")]
        letters = [name for name in option.opts if not name.startswith("--")]
        yield [
            Text(", ".join(names), NAME),
            Text(", ".join(letters), SHORT),
            Text(getattr(option, "help", "") or ""),
        ]


def _commands(group: TyperGroup, context: Any) -> dict[str, list[list[Text]]]:
    """The rows of all panels, names equally wide."""
    names = group.list_commands(context)
    width = max(map(len, names))
    panels: dict[str, list[list[Text]]] = {}
    for name in names:
        command = group.get_command(context, name)
        title = getattr(command, "rich_help_panel", None) or "Commands"
        row = [Text(name.ljust(width), NAME), Text(getattr(command, "help", "") or "")]
        panels.setdefault(title, []).append(row)
    return panels


def _panel(title: str, rows: Iterable[list[Text]]) -> Panel:
    table = Table(show_header=False, expand=True, box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for row in rows:
        if not table.columns:
            for _ in row[:-1]:
                table.add_column(no_wrap=True)
            table.add_column(ratio=1)
        table.add_row(*row)
    return Panel(table, border_style="dim", title=title, title_align="left")
