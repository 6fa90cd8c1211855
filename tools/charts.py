"""Draw the charts of the README from measured files: ``make docs``, or ``python tools/charts.py``.

The speeds are those of the last release in bench/, measured by ``quadrille bench all``; the
strengths are those on the cards of the models that ship. A test compares.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log10
from pathlib import Path

import growth.plots as growth_plots
import peers.tables as peer_tables

import quadrille
from quadrille.agents.models import shipped_models
from quadrille.arena.calibration import read_chances
from quadrille.core.drawing.svg import element, text

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"
WIDTH, LEFT, RIGHT, TOP, ROW = 900, 320, 594, 66, 30
STYLE = (
    "text{font:14px system-ui,-apple-system,sans-serif;fill:#1f2328}"
    ".title{font-size:17px;font-weight:600}.note,.tick{fill:#59636e;font-size:12.5px}"
    ".end{text-anchor:end}.middle{text-anchor:middle}"
    ".panel{fill:#fff;stroke:#d1d9e0}.grid{stroke:#e6eaef}.half{stroke:#8c959f}"
    ".whisker{stroke:#1f6feb;stroke-width:2;stroke-opacity:.45}.dot{fill:#1f6feb}"
)


@dataclass(frozen=True)
class Row:
    """One line of a chart."""

    label: str
    value: float
    said: str
    """The value as it is written beside the dot."""
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Axis:
    """Where values lie between the left and the right end, and the values that are marked."""

    place: Callable[[float], float]
    """From 0 to 1."""
    ticks: Sequence[tuple[float, str]]

    def x(self, value: float) -> float:
        """Across the picture."""
        return LEFT + (RIGHT - LEFT) * self.place(value)


def chart(title: str, note: str, rows: Sequence[Row], axis: Axis) -> str:
    """Dots with their values, one line each, and intervals where there are any."""
    bottom = TOP + ROW * len(rows)
    height = bottom + 34
    parts: list[str] = []
    for value, said in axis.ticks:
        x = axis.x(value)
        parts.append(element("line", x1=x, x2=x, y1=TOP, y2=bottom, class_="grid"))
        parts.append(text(said, x, bottom + 19, "tick middle"))
    for index, row in enumerate(rows):
        parts += _drawn(row, axis, TOP + ROW * index + ROW / 2)
    words = "; ".join(f"{row.label}: {row.said}" for row in rows)
    return _picture(title, note, height, f"{title}. {note}. {words}.", parts)


def _picture(title: str, note: str, height: float, words: str, parts: list[str]) -> str:
    """A panel with a title, a note and the parts; ``words`` say it to those who cannot see it."""
    return element(
        "svg",
        element("title", words),
        element("style", STYLE),
        element("rect", x=0.5, y=0.5, width=WIDTH - 1, height=height - 1, rx=8, class_="panel"),
        text(title, 20, 28, "title"),
        text(note, 20, 48, "note"),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {height}",
        role="img",
    )


def _drawn(row: Row, axis: Axis, y: float) -> list[str]:
    x = axis.x(row.value)
    parts = [text(row.label, LEFT - 16, y + 5, "end")]
    right = x
    if row.low is not None and row.high is not None:
        low, right = axis.x(row.low), axis.x(row.high)
        parts.append(element("line", x1=low, x2=right, y1=y, y2=y, class_="whisker"))
    parts.append(element("circle", cx=x, cy=y, r=5.5, class_="dot"))
    return [*parts, text(row.said, right + 12, y + 5, "value")]


def speed() -> str:
    """Random games of every game on one core."""
    newest = max((ROOT / "bench").glob("[0-9]*.json"), key=_version)
    bench = json.loads(newest.read_text())
    rows = []
    for name in quadrille.game_names():
        games = bench["figures"][f"rollouts {name}"]["per_second"]
        rows.append(Row(quadrille.game(name).title, games, _rounded(games)))
    rows.sort(key=lambda row: -row.value)
    note = f"quadrille bench all, version {bench['version']}, {bench['processor']}"
    ticks = [(10.0**power, said) for power, said in ((5, "100 thousand"), (6, "1 million"))]
    ticks += [(10.0**7, "10 million"), (10.0**8, "100 million")]
    axis = Axis(lambda value: (log10(value) - 4.6) / 3.4, ticks)
    return chart("Whole random games a second, on one core", note, rows, axis)


def strength() -> str:
    """What the models that ship have against others, by their cards."""
    rows, games = [], set()
    for model in shipped_models():
        for match in model.read_card()["strength"]:
            games.add(match["games"])
            own = match["agent"].partition(",")[2]
            label = f"{model.name}, {_in_words(own)}"
            name, _, fields = match["opponent"].partition(":")
            words = "the same" if fields == own else _in_words(fields)
            against = f"{name}, {words}" if fields else name
            said = f"{100 * match['share']:.0f} % against {against}"
            rows.append(Row(label, match["share"], said, match["low"], match["high"]))
    ticks = [(share / 100, f"{share} %") for share in range(0, 101, 25)]
    many = " or ".join(map(str, sorted(games)))
    note = f"quadrille models card NAME, {many} games each, with 95 % intervals; 50 % is even"
    title = "Points of the networks that ship"
    return chart(title, note, rows, Axis(lambda share: share, ticks))


def neighbours() -> str:
    """How many times as fast we are as others, at the same work."""
    speeds = [
        one for one in peer_tables.ratios(peer_tables.read()) if one.measure != "install size"
    ]
    found = sorted(speeds, key=lambda one: -one.ratio)
    rows = [
        Row(
            f"{one.measure}: {peer_tables.TITLES[one.peer]}",
            one.ratio,
            f"{peer_tables.two_digits(one.ratio)} times",
            one.low,
            one.high,
        )
        for one in found
    ]
    ticks = [(10.0**power, f"{10**power:,}") for power in range(5)]
    axis = Axis(lambda ratio: log10(ratio) / 4.2, ticks)
    return chart("Times as fast as the neighbours", "make bench-peers, on one core", rows, axis)


def calibration() -> str:
    """Predicted and real chances of every game, by the files beside the games."""
    found = [
        (quadrille.game(name).title, calibrated.origin["checked"])
        for name in quadrille.game_names()
        if (calibrated := read_chances(quadrille.game(name)))
    ]
    side, gap, top = 144, 35, 92
    title = "How often positions were won, by the predicted chance"
    note = "Positions of games that it was not fitted to, with 95 % intervals; pale: less than 100"
    parts: list[str] = []
    for number, (name, checked) in enumerate(found):
        left = 20 + number * (side + gap)
        parts.append(text(f"{name}, {checked['positions']:,}", left, top - 12, "note"))
        parts.append(_square(left, top, side))
        for each in checked["chances"]:
            parts += _tenth(each, left, top, side)
        for share in (0, 0.5, 1):
            x = left + side * share
            parts.append(text(f"{100 * share:g}", x, top + side + 18, "tick middle"))
    words = "; ".join(f"{name}: {checked['positions']} positions" for name, checked in found)
    return _picture(title, note, 272, f"{title}. {words}.", parts)


def _square(left: float, top: float, side: float) -> str:
    """A frame with the line on which predictions are right."""
    frame = element("rect", x=left, y=top, width=side, height=side, class_="panel")
    line = element("line", x1=left, y1=top + side, x2=left + side, y2=top, class_="half")
    return frame + line


def _tenth(each: dict[str, float], left: float, top: float, side: float) -> list[str]:
    """A dot, and the interval of what came."""
    if not each["count"]:
        return []
    x, bottom = left + side * each["predicted"], top + side
    low, high = (
        bottom - side * min(max(each["real"] + sign * each["margin"], 0), 1) for sign in (-1, 1)
    )
    faint = None if each["count"] >= 100 else 0.3
    return [
        element("line", x1=x, x2=x, y1=low, y2=high, class_="whisker", opacity=faint),
        element("circle", cx=x, cy=bottom - side * each["real"], r=4, class_="dot", opacity=faint),
    ]


def _version(path: Path) -> tuple[int, ...]:
    return tuple(int(part) for part in path.stem.split("."))


def _in_words(fields: str) -> str:
    """How long an agent thinks, or what else is said of it."""
    name, _, number = fields.partition("=")
    if fields == "sims=0":
        return "without search"
    if name == "time":
        return f"{1000 * float(number):g} ms"
    return f"{number} simulations" if name == "sims" else fields


def _rounded(number: float) -> str:
    """With two digits, as people say it."""
    if number >= 1e6:
        return f"{float(f'{number / 1e6:.2g}'):g} million"
    return f"{float(f'{number:.2g}'):,.0f}"


CHARTS = {
    "speed.svg": speed,
    "strength.svg": strength,
    "peers.svg": neighbours,
    "calibration.svg": calibration,
}


def charts() -> dict[Path, str]:
    """Every chart and what it should be."""
    pictures = {name: draw() for name, draw in CHARTS.items()} | growth_plots.drawn()
    return {IMAGES / name: picture + "\n" for name, picture in pictures.items()}


if __name__ == "__main__":
    for path, picture in charts().items():
        path.write_text(picture)
        print(path.relative_to(ROOT))
