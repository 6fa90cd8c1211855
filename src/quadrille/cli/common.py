"""What the commands share: common options, finding games, and output for people and as JSON."""

import json
import os
import sys
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

import quadrille
from quadrille.cli import interrupt
from quadrille.cli.completion import complete_agent, complete_game
from quadrille.core.game import check_seed, is_unicode
from quadrille.core.load import load_file

# --- options of every command --------------------------------------------------------------


def whole_number(text: str) -> int:
    """The number of a text, for options that take one."""
    try:
        return int(text)
    except ValueError:
        raise typer.BadParameter(f"expected a whole number, got {text!r}") from None


def number(text: str) -> float:
    """The number of a text, for options that take one."""
    try:
        return float(text)
    except ValueError:
        raise typer.BadParameter(f"expected a number, got {text!r}") from None


def seed_number(text: str) -> int:
    """The seed of a text."""
    seed = whole_number(text)
    try:
        check_seed(seed)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    return seed


def seed_option(**rest: Any) -> Any:
    """The option for the seed."""
    return typer.Option("--seed", metavar="N", parser=seed_number, **rest)


def agent_option(*names: str, **rest: Any) -> Any:
    """An option that takes the spec of an agent."""
    return typer.Option(*names, metavar="SPEC", autocompletion=complete_agent, **rest)


def agent_argument(**rest: Any) -> Any:
    """An argument that is the spec of an agent, or several."""
    return typer.Argument(autocompletion=complete_agent, **rest)


def count_option(*names: str, metavar: str = "N", **rest: Any) -> Any:
    """An option that takes a whole number."""
    return typer.Option(*names, metavar=metavar, parser=whole_number, **rest)


GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="The name of a game, or FILE.py:Name.",
        show_default=False,
        autocompletion=complete_game,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
Seed = Annotated[int, seed_option(help="Seed of the set-up and of chance.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="Set a game option; repeatable."),
]
Position = Annotated[
    str | None, typer.Option("--position", metavar="TEXT", help="Start from this position.")
]
Trust = Annotated[
    list[Path] | None,
    typer.Option("--trust", metavar="FILE.py", help="Allow records to load this file; repeatable."),
]
# Every command takes these, so that scripts can always give them; here they change nothing.
UnusedSeed = Annotated[int, seed_option(hidden=True)]
UnusedOptions = Annotated[list[str] | None, typer.Option("--option", "-o", hidden=True)]


# --- input ---------------------------------------------------------------------------------


def find_game(spec: str, options: list[str] | None) -> quadrille.Game:
    """The game that a command names, with its options set."""
    given = split_options(options)
    try:
        return quadrille.game(spec, **given)
    except ImportError as error:
        raise quadrille.BadSpec(f"game {spec!r} does not load: {error}") from error


def split_options(options: list[str] | None) -> dict[str, str]:
    """The options of a command line by name."""
    given: dict[str, str] = {}
    for option in options or []:
        name, equals, value = option.partition("=")
        if not equals or not name:
            raise quadrille.BadOption(f"expected -o NAME=VALUE, got {option!r}")
        if given.get(name, value) != value:
            raise quadrille.BadOption(f"option {name!r} twice, with {given[name]!r} and {value!r}")
        given[name] = value
    return given


def find_state(game: quadrille.Game, position: str | None, seed: int) -> Any:
    """The first state, or that of a position text."""
    return game.new(seed) if position is None else game.parse(position, seed)


def find_decision(game: quadrille.Game, position: str | None, seed: int) -> Any:
    """The first state in which a player moves, chance played by the seed; or that of a text."""
    state = find_state(game, position, seed)
    while position is None and state.player() == quadrille.CHANCE:
        state.play_chance()
    return state


def game_of(game: quadrille.Game, state: Any) -> quadrille.Game:
    """The game with the options of a state, which its text may have named."""
    return game.with_options(state.options())


def parse_move(state: Any, text: str) -> Any:
    """The move of a text, legal or not; BadMoveText also for bytes that are no text."""
    if not is_unicode(text):
        raise quadrille.BadMoveText(f"expected the text of a move, got {text!r}")
    return state.parse_move(text)


def check_seconds(seconds: float, name: str = "--seconds") -> None:
    """Raise ValueError unless this is a sensible number of seconds."""
    if not 0 < seconds <= 86_400:  # nor is NaN
        raise ValueError(f"expected {name} above 0 and at most 86400, got {seconds:g}")


def check_svg(out: str) -> None:
    """Raise ValueError unless the file name ends in .svg."""
    if Path(out).suffix.lower() in (".png", ".jpg", ".jpeg", ".gif", ".pdf"):
        raise ValueError(f"expected a file for SVG, such as 'position.svg', got {out!r}")


def run_async(work: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine, which Ctrl-C cancels."""
    import asyncio  # late: few commands need it

    with interrupt.plain_handler():
        asyncio.run(work)


# --- output --------------------------------------------------------------------------------


@contextmanager
def agents_print_to_stderr() -> Iterator[None]:
    """Send what agents print to standard error: standard output is for the answer alone.

    That is so for Python's ``print`` and for what native code and child processes write.
    """
    saved = None
    with suppress(OSError, ValueError):  # no stream of the system, such as under a test runner
        sys.stdout.flush()
        if sys.stdout.fileno() == 1:
            saved = os.dup(1)
            os.dup2(2, 1)
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        if saved is not None:
            os.dup2(saved, 1)
            os.close(saved)


def load_trusted(files: Sequence[Path] | None) -> None:
    """Run the Python files that the user names, so that records of their games can be replayed."""
    with agents_print_to_stderr():
        for each in files or ():
            load_file(each)


def print_json(answer: Mapping[str, Any]) -> None:
    """Print the one JSON object of a command, in one piece: Ctrl-C comes before or after it."""
    sys.stdout.write(json.dumps(answer, allow_nan=False) + "\n")


def write_svg(svg: str, out: str, answer: Mapping[str, Any], json: bool) -> None:
    """Write a picture to a file, or to standard output for ``-``, where JSON has it too."""
    if out != "-":
        Path(out).write_text(svg, encoding="utf-8")
    if json:
        print_json({**answer, "out": out, **({"svg": svg} if out == "-" else {})})
    elif out == "-":
        print(svg)
    else:
        note(f"wrote {out}")


def console() -> Console:
    """The console for tables and coloured text."""
    return Console(highlight=False, markup=False)


def note(text: str) -> None:
    """Print a note to standard error."""
    print(text, file=sys.stderr)


def one_line(text: str) -> str:
    """A text on one line, without control characters."""
    return "".join(each if each.isprintable() else " " for each in text).strip()


def counted(number: int, thing: str) -> str:
    """Such as "1 game" or "12 games"."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def plain_table(*headings: str) -> Table:
    """A table without lines, which also reads well in a pipe. Give it texts, not markup."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for heading in headings:
        table.add_column(heading, overflow="fold")
    return table


def tidy(table: Table, *texts: int) -> Table:
    """Let long words in some columns be cut rather than broken, and the others stay whole."""
    for index, column in enumerate(table.columns):
        if index in texts:
            column.overflow = "ellipsis"
        else:
            column.no_wrap = True
    return table


def add_agent_rows(table: Table, column: int, rows: Sequence[Sequence[str | Text] | None]) -> None:
    """Fill a table whose agents, in one column, are shortened to the room that the rest leaves.

    None in place of a row begins a new section.
    """
    from quadrille.arena.names import short_names  # late: few commands need it

    found = [row for row in rows if row is not None]
    taken = 2 * (len(table.columns) - 1)
    for index, each in enumerate(table.columns):
        if index != column:
            taken += max([len(str(each.header)), *(len(row[index]) for row in found)])
    names = iter(short_names([str(row[column]) for row in found], console().width - taken))
    for each_row in rows:
        if each_row is None:
            table.add_section()
        else:
            cells = list(each_row)
            cells[column] = Text(next(names), "cyan")
            table.add_row(*cells)


def listed(names: Sequence[str], most: int = 4) -> str:
    """Such as "a, b, c and 7 more"."""
    if len(names) <= most:
        return ", ".join(names)
    return f"{', '.join(names[: most - 1])} and {len(names) - most + 1} more"


def minute(time: str) -> str:
    """A time without its seconds, UTC."""
    return time[:16].replace("T", " ")


def dim(text: str) -> Text:
    """Dimmed text."""
    return Text(text, style="dim")


def print_pairs(pairs: Mapping[str, str]) -> None:
    """Print names and values, one pair a line."""
    table = plain_table("", "")
    table.show_header = False
    for name, value in pairs.items():
        table.add_row(dim(name), Text(value))
    console().print(table)
