"""Reads the page of a report as a browser does, and complains where it is broken."""

import math
import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

VOID = {"br", "img", "input", "link", "meta", "wbr"}


@dataclass
class Table:
    """A table by its caption; every cell is its text."""

    caption: str = ""
    head: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)

    def stripped(self) -> list[list[str]]:
        return [[cell.strip() for cell in row] for row in self.rows]

    def column(self, name: str) -> list[str]:
        return [row[self.head.index(name)] for row in self.rows]


class Page(HTMLParser):
    """The elements of a page; AssertionError if they are not balanced."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.ids: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.scripts: list[str] = []
        self.tables: list[Table] = []
        self.headings: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open, f"left open: {self.open}"
        assert len(self.ids) == len(set(self.ids)), "an id twice"

    @property
    def text(self) -> str:
        """All that can be read."""
        return " ".join(" ".join(self.texts).replace("\N{NO-BREAK SPACE}", " ").split())

    def table(self, caption: str) -> Table:
        """The table whose caption begins so."""
        [found] = [each for each in self.tables if each.caption.startswith(caption)]
        return found

    def attributes(self, name: str) -> list[dict[str, str | None]]:
        return [values for element, values in self.elements if element == name]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        assert len(values) == len(attrs), f"an attribute twice in {tag}"
        self.elements.append((tag, values))
        if values.get("id"):
            self.ids.append(str(values["id"]))
        if tag not in VOID:
            self.open.append(tag)
        if tag == "table":
            self.tables.append(Table())
        elif tag == "tr" and "tbody" in self.open:
            self.tables[-1].rows.append([])
        elif tag in ("td", "th"):
            assert tag == "td" or values.get("scope"), "a heading without scope"
            self._cells().append("")
        elif tag == "small" and "td" in self.open:
            self._cells()[-1] += " "
        elif tag in ("h1", "h2", "h3", "h4"):
            self.headings.append("")
        elif tag == "script":
            self.scripts.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open[-1] == tag, f"</{tag}> within {self.open}"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        if "script" in self.open:
            self.scripts[-1] += data
            return
        if "style" in self.open:
            return
        self.texts.append(data)
        data = data.replace("\N{NO-BREAK SPACE}", " ")
        if "caption" in self.open:
            self.tables[-1].caption += data
        elif "td" in self.open or "th" in self.open:
            cells = self._cells()
            cells[-1] += data
        elif self.open and self.open[-1] in ("h1", "h2", "h3", "h4"):
            self.headings[-1] += data

    def _cells(self) -> list[str]:
        table = self.tables[-1]
        return table.rows[-1] if "tbody" in self.open else table.head


def read(text: str) -> Page:
    """The page of a text, after all that can be asked of any report."""
    page = Page(text)
    assert text.startswith('<!DOCTYPE html>\n<html lang="en">')
    for name, values in page.elements:
        for key, value in values.items():
            assert not key.startswith("on"), f"{key} in {name}"
            if key in ("src", "href"):
                assert value is not None and value.startswith(("#", "data:image/svg+xml;base64,"))
    links = [str(each["href"])[1:] for each in page.attributes("a")]
    assert set(links) <= set(page.ids)
    assert not re.search(r"\b(?:nan|inf|None)\b", page.text)
    for plot in plots(text):
        assert plot.find("{*}title") is not None and plot.find("{*}desc") is not None
        assert plot.get("role") == "img" and plot.get("aria-label")
        numbers = [
            value
            for each in plot.iter()
            for key, value in each.attrib.items()
            if key in ("x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "width", "height")
        ]
        assert all(math.isfinite(float(number)) for number in numbers)
        width, height = map(float, str(plot.get("viewBox")).split()[2:])
        for each in plot.iter():
            x, y = each.get("cx") or each.get("x"), each.get("cy") or each.get("y")
            assert x is None or -1 <= float(x) <= width + 1
            assert y is None or -1 <= float(y) <= height + 1
    return page


def plots(text: str) -> list[ElementTree.Element]:
    """All plots of a page, as XML."""
    return [ElementTree.fromstring(each) for each in re.findall(r"<svg .*?</svg>", text, re.DOTALL)]


def check_finite(value: Any) -> None:
    """All numbers of plain values are finite."""
    if isinstance(value, dict):
        assert all(isinstance(key, str) for key in value)
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            check_finite(each)
    else:
        assert value is None or isinstance(value, bool | int | float | str)
        assert not isinstance(value, float) or math.isfinite(value)
