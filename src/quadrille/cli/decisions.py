"""Showing decisions of agents to people, who count players from 1."""

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from quadrille import Decision, MoveStats
from quadrille.cli.common import dim, one_line, plain_table
from quadrille.cli.wording import sides_of

BAR = 11
"""Characters of the bar that shows a value from -1 to 1; odd, for zero has one of its own."""
LINE = 12
"""How many moves of the principal variation are shown."""
SHORT = 3
"""How many of them in a single line with all the rest."""


def show_decision(screen: Console, decision: Decision, state: Any, top: int | None = None) -> None:
    """Print a table of the moves, best first, then what they come to."""
    known = [each for each in best_first(decision) if is_known(each)]
    stats = known or best_first(decision)
    if stats:
        screen.print(moves_table(decision, stats[:top]))
        if top is not None and len(stats) > top:
            screen.print(dim(f"and {len(stats) - top} more"))
        if len(stats) < len(decision.moves):
            screen.print(dim(f"{len(decision.moves) - len(stats)} others seem no better"))
        if any(each.exact for each in stats[:top]):
            screen.print(dim("! proven"))
        screen.print()
    table = plain_table("", "")
    table.show_header = False
    for name, value in facts(decision, state).items():
        table.add_row(dim(name), value)
    screen.print(table)


def is_known(stats: MoveStats) -> bool:
    """Whether anything is known of a move."""
    return bool(stats.visits) or stats.value is not None or stats.prior is not None


def best_first(decision: Decision) -> list[MoveStats]:
    """What is known of the moves: the chosen one first, then by visits, then by value."""

    def merit(stats: MoveStats) -> tuple[bool, int, float]:
        value = -2.0 if stats.value is None else stats.value
        return str(stats.move) == str(decision.move), stats.visits or 0, value

    return sorted(decision.moves, key=merit, reverse=True)


def moves_table(decision: Decision, stats: Sequence[MoveStats]) -> Any:
    """The moves with what is known about them; empty columns are left out."""
    visits = sum(each.visits or 0 for each in decision.moves)
    columns: dict[str, list[str | Text]] = {
        "visits": [_or_nothing(each.visits, "{:,}") for each in stats],
        "share": [_or_nothing(each.visits, "{:.1%}", visits) for each in stats],
        "value": [value_text(each) for each in stats],
        "": [value_bar(each.value) for each in stats],
        "prior": [_or_nothing(each.prior, "{:.1%}") for each in stats],
    }
    filled = {name: texts for name, texts in columns.items() if any(texts)}
    table = plain_table("move", *filled)
    for column in table.columns[1:]:
        column.justify = "left" if column.header == "" else "right"
    for row, each in enumerate(stats):
        chosen = str(each.move) == str(decision.move)
        name = Text(str(each.move), "bold cyan" if chosen else "cyan")
        table.add_row(name, *[texts[row] for texts in filled.values()])
    return table


def facts(decision: Decision, state: Any) -> dict[str, Text]:
    """The decision in words, by name."""
    found = {"move": Text(str(decision.move), "bold")}
    if decision.value is not None:
        proven = " (proven)" if decision.exact else ""
        found["value"] = Text(values_text(decision.value, state) + proven)
    if decision.pv:
        found["line"] = Text(line_text(decision))
    if cost := cost_text(decision):
        found["cost"] = Text(cost)
    if decision.say:
        found["says"] = Text(one_line(decision.say))
    return found


def brief(decision: Decision, state: Any) -> str:
    """The decision in one line, for people who watch."""
    parts = []
    if decision.value is not None:
        proven = " (proven)" if decision.exact else ""
        value = signed(decision.value[state.side(state.player())])
        parts.append(f"player {state.player() + 1} {value}{proven}")
    if len(decision.pv) > 1:
        parts.append(f"line {line_text(decision, SHORT)}")
    if cost := cost_text(decision, rate=False):
        parts.append(cost)
    return "; ".join(parts) or "no reasons given"


def so_far(decision: Decision | None, state: Any, elapsed: float) -> str:
    """What a search has come to, in one short line."""
    if decision is None:
        return f"{elapsed:.0f} s"
    parts = [f"{elapsed:.0f} s"]
    if decision.nodes is not None:
        parts.append(f"{decision.nodes:,} nodes")
    if decision.depth:
        parts.append(f"depth {decision.depth}")
    worth = ""
    if decision.value is not None:
        worth = f" {signed(decision.value[state.side(state.player())])}"
    parts.append(f"best {decision.move}{worth}")
    return ", ".join(parts)


def values_text(values: Sequence[float], state: Any) -> str:
    """The value per side, as in ``player 1 +0.23, player 2 -0.23``."""
    sides = sides_of(state)
    parts = []
    for side, value in enumerate(values):
        members = [str(player + 1) for player, home in enumerate(sides) if home == side]
        noun = "player" if len(members) == 1 else "players"
        parts.append(f"{noun} {' and '.join(members)} {signed(value)}")
    return ", ".join(parts)


def line_text(decision: Decision, most: int = LINE) -> str:
    """The expected moves, shortened."""
    more = " ..." if len(decision.pv) > most else ""
    return " ".join(str(move) for move in decision.pv[:most]) + more


def cost_text(decision: Decision, *, rate: bool = True) -> str:
    """What the decision cost: nodes, seconds, nodes a second, depth."""
    parts = []
    if decision.nodes is not None:
        parts.append(f"{decision.nodes:,} node{'' if decision.nodes == 1 else 's'}")
    if decision.seconds is not None:
        parts.append(seconds_text(decision.seconds))
    text = " in ".join(parts)
    if rate and decision.nodes and decision.seconds:
        text += f" ({decision.nodes / decision.seconds:,.0f} a second)"
    if decision.depth:
        text += f", depth {decision.depth}"
    return text


def seconds_text(seconds: float) -> str:
    """A time, short or long, with as much of it as matters."""
    return f"{seconds * 1000:.2g} ms" if seconds < 0.1 else f"{seconds:.2f} s"


def signed(value: float) -> str:
    """A value in [-1, 1] with its sign; none for zero."""
    return f"{value:+.2f}" if abs(value) >= 0.005 else "0.00"


def value_text(stats: MoveStats) -> Text:
    """The value of a move, marked if it is proven."""
    if stats.value is None:
        return Text("")
    return Text(signed(stats.value) + ("!" if stats.exact else " "), _colour(stats.value))


def value_bar(value: float | None) -> Text:
    """A value from -1 to 1 as a bar to the left or to the right of the middle."""
    if value is None:
        return Text("")
    half = BAR // 2
    length = min(half, round(abs(value) * half))
    left, right = (length, 0) if value < 0 else (0, length)
    bar = "─" * left
    return Text.assemble(
        (bar.rjust(half), "red"), ("│", "dim"), (("─" * right).ljust(half), "green")
    )


def _colour(value: float) -> str:
    return "green" if value > 0.005 else "red" if value < -0.005 else ""


def _or_nothing(number: float | None, form: str, whole: float | None = None) -> str:
    """A number in a format, as a share if there is a whole; nothing for None."""
    if number is None or whole == 0:
        return ""
    return form.format(number if whole is None else number / whole)
