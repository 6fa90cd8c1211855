"""Notebooks from pages: ``make docs`` writes docs/notebooks/NAME.ipynb from NAME.md.

A block ``python`` is a cell of code, what is between them is text. A block ``text`` right after a
cell is what it prints; the notebook leaves it out. A constant that is followed by
``# 4 for a first try`` says how much a cell does.

    python tools/notebooks.py                  write the notebooks
    python tools/notebooks.py --run PAGE.md    run the cells and write into the page what they print
    python tools/notebooks.py --try PAGE.md    only see whether they run, with everything small
"""

import ast
import io
import json
import re
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "notebooks"
CELL = re.compile(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", re.DOTALL | re.MULTILINE)
SIZE = re.compile(r"^(\w+ = ).+(  # (.+) for a first try)$", re.MULTILINE)


class Cell(NamedTuple):
    """A part of a notebook."""

    source: str
    is_code: bool
    printed: str | None = None
    """What it prints, if the page says so."""


def cells(page: str) -> Iterator[Cell]:
    """The parts of a page, in order."""
    end = 0
    for found in CELL.finditer(page):
        yield from _text(page[end : found.start()])
        yield Cell(found[1].strip("\n"), True, found[2])
        end = found.end()
    yield from _text(page[end:])


def _text(between: str) -> Iterator[Cell]:
    if text := between.strip():
        yield Cell(text, False)


def small(page: str) -> str:
    """The page with every size as for a first try."""
    return SIZE.sub(lambda found: f"{found[1]}{found[3]}{found[2]}", page)


def notebook(page: str) -> str:
    """The page as a file for Jupyter, without outputs."""
    made = []
    for number, cell in enumerate(cells(page)):
        lines = cell.source.splitlines(keepends=True)
        common: dict[str, Any] = {"id": f"cell-{number}", "metadata": {}, "source": lines}
        if cell.is_code:
            made.append({"cell_type": "code", "execution_count": None, "outputs": [], **common})
        else:
            made.append({"cell_type": "markdown", **common})
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    about = {"kernelspec": kernel, "language_info": {"name": "python"}}
    whole = {"cells": made, "metadata": about, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def run(page: str) -> Iterator[tuple[Cell, str, object]]:
    """Run the cells one after the other; each with what it printed and what it shows."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for number, cell in enumerate(cells(page)):
        if not cell.is_code:
            continue
        tree = ast.parse(cell.source)
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        place = f"<cell {number}>"
        shown: object = None
        with redirect_stdout(io.StringIO()) as printed:
            exec(compile(tree, place, "exec"), names)
            if isinstance(last, ast.Expr):
                shown = eval(compile(ast.Expression(last.value), place, "eval"), names)
        yield cell, printed.getvalue(), shown


def filled(page: str) -> str:
    """The page with what its cells print now, where it says what they print."""
    for cell, printed, shown in run(page):
        _draw(shown)
        if cell.printed is not None:
            before = f"```python\n{cell.source}\n```\n\n```text\n"
            assert page.count(before) == 1, cell.source
            page = page.replace(f"{before}{cell.printed}", f"{before}{printed}")
    return page


def _draw(shown: object) -> None:
    """Make the picture that Jupyter would show."""
    for name in ("_repr_svg_", "_repr_html_"):
        if method := getattr(shown, name, None):
            method()


def notebooks() -> Iterator[tuple[Path, str]]:
    """The file of every notebook, and what it must hold."""
    for page in sorted(FOLDER.glob("*.md")):
        yield page.with_suffix(".ipynb"), notebook(page.read_text("utf-8"))


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["--run", name]:
            place = Path(name)
            place.write_text(filled(place.read_text("utf-8")), "utf-8")
        case ["--try", name]:
            filled(small(Path(name).read_text("utf-8")))
        case _:
            for path, text in notebooks():
                path.write_text(text, "utf-8")
