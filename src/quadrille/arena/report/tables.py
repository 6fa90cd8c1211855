"""Tables of a report: real tables, with captions and headings that screen readers follow."""

from collections.abc import Sequence
from typing import Any

from quadrille.arena.report.html import Markup, join, percent, tag

DASH = "\N{EN DASH}"
"""Stands for a number that there is not."""


def table(
    caption: str,
    headings: Sequence[str],
    bodies: Sequence[Sequence[Markup]],
    *,
    class_: str | None = None,
    texts: Sequence[int] = (0,),
) -> Markup:
    """A table of rows in one or several bodies; ``texts`` are the columns of words."""
    head = tag(
        "tr",
        *(
            tag("th", heading, scope="col", class_="text" if index in texts else None)
            for index, heading in enumerate(headings)
        ),
    )
    inside = tag(
        "table",
        tag("caption", tag("span", caption)),
        tag("thead", head),
        *(tag("tbody", *rows) for rows in bodies),
        class_=class_,
    )
    return tag("div", inside, class_="table", role="region", aria_label=caption, tabindex=0)


def row(name: Any, *cells: Any, first: Any = None) -> Markup:
    """A row with its heading, ``first`` before it; cells are markup of their own, or numbers."""
    return tag(
        "tr",
        None if first is None else tag("td", first),
        tag("th", name, scope="row", class_="text"),
        *(cell if is_cell(cell) else tag("td", cell, class_="nowrap") for cell in cells),
    )


def is_cell(content: Any) -> bool:
    """Whether something is a cell already."""
    return isinstance(content, Markup) and content.startswith("<td")


def spec(name: str, short: str = "") -> Markup:
    """An agent, or a team of them; the full name appears under the mouse if it is shortened."""
    if short and short != name:
        return tag("code", short, title=name)
    return join(*(tag("code", part) for part in name.split(" + ")), between=" + ")


def small_share_cell(share: float, told: str) -> Markup:
    """A share as a number without its sign and as a shade, with more of it under the mouse."""
    style = f"--share:{100 * share:.0f}%"
    return tag("td", f"{100 * share:.0f}", class_="shade", style=style, title=told)


def text_cell(content: Any) -> Markup:
    """A cell with words."""
    return tag("td", content, class_="text")


def share_cell(share: float, below: str = "") -> Markup:
    """A share as a number and as the length of a bar, with counts below."""
    parts = [tag("b", percent(share)), tag("small", _breakable(below)) if below else None]
    return tag("td", *parts, class_="share", style=f"--share:{100 * share:.0f}%")


def counts(wins: int, draws: int, losses: int) -> str:
    """Won, drawn and lost games."""
    return f"{wins:,}/{draws:,}/{losses:,}"


def _breakable(text: str) -> Markup:
    """A text that may go on in the next line after a slash."""
    first, *others = text.split("/")
    return join(first, *(part for each in others for part in ("/", tag("wbr"), each)))


def figure(plot: Markup, caption: str) -> Markup:
    """A plot with its caption."""
    return tag("figure", tag("figcaption", caption), plot, class_="one")


def left_out(there: int, most: int, things: str) -> str:
    """What to say of a list that is cut."""
    return "" if there <= most else f" (the first {most} of {there:,} {things})"
