"""Plots as SVG within the page, whose style sheet colours them, also in the dark and in print.

All are narrow, so that their letters are readable on a phone. Every plot has a title and a
description in words, and bars and dots tell their numbers.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from quadrille.arena.names import short_names
from quadrille.arena.report.bins import Bins
from quadrille.arena.report.html import Markup, percent, short_number, signed, tag, whole
from quadrille.arena.report.scale import Scale

WIDTH = 400
LEFT, RIGHT = 12, 388
MAX_LABEL_LENGTH = 44
"""So many of them fit into the width of a plot."""


STYLE = (
    "<style>.plot text{font:14px system-ui,sans-serif;fill:#222}.plot .tick{font-size:13px;"
    "fill:#666}.plot .middle{text-anchor:middle}.plot .end{text-anchor:end}.plot .grid{stroke:#ddd}"
    ".plot .zero,.plot .axis{stroke:#888}.plot .whisker{stroke:#2563a8;stroke-width:2}"
    ".plot .dot{fill:#2563a8;stroke:#fff;stroke-width:1.5}"
    ".plot .course{fill:none;stroke:#2563a8;stroke-width:1.5;stroke-dasharray:4 3}"
    ".plot .bar0{fill:#2563a8}.plot .bar1{fill:#e08a2e}.plot .error{stroke:#222;stroke-width:1.2}"
    "svg.plot{background:#fff}"
    + "".join(
        f".plot .line{index}{{stroke:{colour};stroke-width:1.8}}"
        for index, colour in enumerate(
            ("#2563a8", "#e08a2e", "#3a8f4d", "#b3364a", "#7a55a8", "#6b6b6b", "#1d9aa1")
        )
    )
    + "</style>"
)
"""For pictures that stand alone; in a report the page colours its plots."""


@dataclass(frozen=True)
class Dot:
    """A value with its interval."""

    label: str
    value: float
    low: float
    high: float


def whiskers(dots: Sequence[Dot], title: str) -> Markup:
    """Ratings with their intervals, one below the other."""
    row, top = 36, 6
    height = top + row * len(dots) + 40
    ends = [end for dot in dots for end in (dot.low, dot.high)]
    scale = Scale.of(ends, LEFT, RIGHT)
    bottom = top + row * len(dots)
    rows = [(top + row * index + 19, top + row * (index + 1)) for index in range(len(dots))]
    parts = [*_across(scale, rows, bottom, "Elo")]
    labels = short_names([dot.label for dot in dots], MAX_LABEL_LENGTH)
    for index, dot in enumerate(dots):
        y = top + row * index + 14
        parts.append(svg_text(labels[index], LEFT, y, "label"))
        parts.append(
            tag(
                "g",
                tag("title", _dot_words(dot)),
                *_whisker(scale(dot.low), scale(dot.high), y + 11),
                tag("circle", class_="dot", cx=scale(dot.value), cy=y + 11, r=5),
            )
        )
    words = "; ".join(map(_dot_words, dots))
    return svg_plot(title, f"Elo with 95 % intervals. {words}.", height, *parts)


def course(
    dots: Sequence[tuple[float, Dot]], name: str, title: str, *, log: bool, rating: str = "Elo"
) -> Markup:
    """Ratings over a number that the agents differ by; ``rating`` is what stands above them."""
    height, left, top, bottom = 256, 60, 28, 212
    across = Scale.of([number for number, _ in dots], left, RIGHT, log=log)
    ends = [end for _, dot in dots for end in (dot.low, dot.high)]
    up = Scale.of(ends, bottom, top)
    name_below = name + (" (logarithmic)" if log else "")
    parts = [
        svg_text(rating, LEFT, 14, "tick"),
        *_across(across, [(top, bottom)], bottom, name_below),
    ]
    for tick in up.ticks():
        parts.append(tag("line", class_="grid", x1=left, x2=RIGHT, y1=up(tick), y2=up(tick)))
        parts.append(svg_text(signed(tick), left - 6, up(tick) + 4, "tick end"))
    points = " ".join(f"{across(number)},{up(dot.value)}" for number, dot in dots)
    parts.append(tag("polyline", class_="course", points=points))
    for number, dot in dots:
        x = across(number)
        parts.append(
            tag(
                "g",
                tag("title", f"{short_number(number)}: {_dot_words(dot)}"),
                tag("line", class_="whisker", x1=x, x2=x, y1=up(dot.low), y2=up(dot.high)),
                tag("circle", class_="dot", cx=x, cy=up(dot.value), r=5),
            )
        )
    words = "; ".join(f"{short_number(number)}: {signed(dot.value)}" for number, dot in dots)
    return svg_plot(title, f"Elo over {name}: {words}.", height, *parts)


def histogram(
    bins: Bins, title: str, name: str, *, most: float = 0, mean: float | None = None
) -> Markup:
    """Shares of values as bars; ``most`` is the share at the top, by default the largest."""
    height, top, bottom = 158, 24, 118
    total = bins.total or 1
    shares = [number / total for number in bins.counts]
    up = Scale(0, most or max(shares) or 1, bottom, top)
    grid = bins.grid
    across = Scale(grid.low, grid.low + grid.width * grid.count, LEFT, RIGHT)
    parts = []
    for index, share in enumerate(shares):
        x = across(grid.low + index * grid.width)
        wide = (RIGHT - LEFT) / len(shares)
        words = f"{bins.name(index)}: {whole(bins.counts[index])} ({percent(share, 1)})"
        bar = {"x": x, "y": up(share), "width": max(0.5, wide - 1), "height": bottom - up(share)}
        parts.append(tag("rect", tag("title", words), class_="bar", **bar))
    parts.append(tag("line", class_="axis", x1=LEFT, x2=RIGHT, y1=bottom, y2=bottom))
    parts.append(svg_text(percent(up.high), LEFT, top - 6, "tick"))
    parts.append(tag("line", class_="grid", x1=LEFT, x2=RIGHT, y1=top, y2=top))
    parts += _bin_ticks(bins, across, bottom)
    if mean is not None:
        x = across(mean + (0.5 if grid.single else 0))
        parts.append(tag("line", class_="mean", x1=x, x2=x, y1=top - 16, y2=bottom))
        side = "start" if x < WIDTH / 2 else "end"
        place = x + 5 if side == "start" else x - 5
        parts.append(svg_text(f"mean {short_number(mean)}", place, top - 6, f"tick {side}"))
    parts.append(svg_text(name, (LEFT + RIGHT) / 2, bottom + 32, "tick middle"))
    mean_words = "" if mean is None else f" Mean {short_number(mean)}."
    most_frequent = bins.name(max(range(len(shares)), key=shares.__getitem__))
    words = f"{whole(bins.total)} values in {len(shares)} bins, most often {most_frequent}."
    return svg_plot(title, words + mean_words, height, *parts)


def stacked(rows: Sequence[tuple[str, Sequence[int]]], names: Sequence[str], title: str) -> Markup:
    """The parts of each row as pieces of a bar that fills the width."""
    row, top = 48, 4
    parts, words = [], []
    labels = short_names([label for label, _ in rows], MAX_LABEL_LENGTH)
    for index, (label, counts) in enumerate(rows):
        y = top + row * index
        total = sum(counts) or 1
        parts.append(svg_text(labels[index], LEFT, y + 14, "label"))
        x = float(LEFT)
        told = []
        for place, number in enumerate(counts):
            share = number / total
            wide = share * (RIGHT - LEFT)
            said = f"{names[place]}: {percent(share)}"
            told.append(said)
            shape = {"x": round(x, 2), "y": y + 20, "width": round(wide, 2), "height": 22}
            tone = f"piece tone{round(4 * place / max(1, len(names) - 1))}"
            parts.append(tag("rect", tag("title", said), class_=tone, **shape))
            if wide >= 34:
                light = "tick middle on" + str(round(4 * place / max(1, len(names) - 1)))
                parts.append(svg_text(percent(share), round(x + wide / 2, 2), y + 35, light))
            x += wide
        words.append(f"{label}: {', '.join(told)}")
    return svg_plot(title, "; ".join(words) + ".", top + row * len(rows), *parts)


def share_bars(
    groups: Sequence[tuple[str, Sequence[Dot | None]]], names: Sequence[str], title: str, below: str
) -> Markup:
    """Shares from 0 to 1 as bars with their intervals, several side by side in each group."""
    height, left, top, bottom = 280, 50, 44, 224
    ends = [dot.high for _, dots in groups for dot in dots if dot is not None]
    up = Scale(0, min(1.0, 1.1 * max(ends, default=1.0)), bottom, top)
    room = (RIGHT - left) / max(len(groups), 1)
    wide = room / (len(names) + 1)
    parts, words = [], []
    for tick in up.ticks(4):
        parts.append(tag("line", class_="grid", x1=left, x2=RIGHT, y1=up(tick), y2=up(tick)))
        parts.append(svg_text(percent(tick), left - 6, up(tick) + 4, "tick end"))
    for index, name in enumerate(names):
        corner = left + 120 * index
        parts.append(tag("rect", class_=f"bar{index}", x=corner, y=8, width=12, height=12))
        parts.append(svg_text(name, corner + 18, 19, "tick"))
    for place, (label, dots) in enumerate(groups):
        start = left + room * place + wide / 2
        parts.append(svg_text(label, start + wide * len(names) / 2, bottom + 16, "tick middle"))
        for index, dot in enumerate(dots):
            if dot is None:
                continue
            x, y = start + wide * index, up(dot.value)
            said = f"{dot.label}: {percent(dot.value)} ({percent(dot.low)} to {percent(dot.high)})"
            words.append(said)
            middle = x + wide / 2
            bar = {"x": x, "y": y, "width": wide - 1, "height": bottom - y}
            error = {"x1": middle, "x2": middle, "y1": up(dot.low), "y2": up(dot.high)}
            parts.append(
                tag(
                    "g",
                    tag("title", said),
                    tag("rect", class_=f"bar{index}", **bar),
                    tag("line", class_="error", **error),
                )
            )
    parts.append(tag("line", class_="axis", x1=left, x2=RIGHT, y1=bottom, y2=bottom))
    parts.append(svg_text(below, (left + RIGHT) / 2, bottom + 36, "tick middle"))
    return svg_plot(title, "; ".join(words) + ".", height, *parts)


def share_curves(
    lines: Sequence[tuple[str, Sequence[tuple[float, Dot]]]],
    title: str,
    below: str,
    *,
    most: float = 1.0,
    shown: Callable[[float], str] = percent,
) -> Markup:
    """Shares, or other numbers from 0 to the most, over a number; a line with whiskers for each
    name."""
    left, top = 50, 16 + 18 * len(lines)
    bottom = top + 180
    dots = [point for _, points in lines for point in points]
    across = Scale(0, 1.05 * max(number for number, _ in dots) or 1.0, left, RIGHT)
    up = Scale(0, min(most, 1.1 * max(dot.high for _, dot in dots)), bottom, top)
    parts, words = [], []
    for tick in up.ticks(4):
        parts.append(tag("line", class_="grid", x1=left, x2=RIGHT, y1=up(tick), y2=up(tick)))
        parts.append(svg_text(shown(tick), left - 6, up(tick) + 4, "tick end"))
    for tick in across.ticks(5):
        parts.append(svg_text(short_number(tick), across(tick), bottom + 16, "tick middle"))
    for index, (name, points) in enumerate(lines):
        tone = f"line{index % 7}"
        y = 14 + 18 * index
        parts.append(tag("line", class_=tone, x1=left, x2=left + 18, y1=y - 4, y2=y - 4))
        parts.append(svg_text(name, left + 24, y, "tick"))
        drawn = " ".join(f"{across(number)},{up(dot.value)}" for number, dot in points)
        parts.append(tag("polyline", class_=tone, points=drawn, fill="none"))
        for number, dot in points:
            ends = {"y1": up(dot.low), "y2": up(dot.high)}
            parts.append(tag("line", class_=tone, x1=across(number), x2=across(number), **ends))
        last = points[-1][1]
        words.append(f"{name}: {shown(last.value)}")
    parts.append(tag("line", class_="axis", x1=left, x2=RIGHT, y1=bottom, y2=bottom))
    parts.append(svg_text(below, (left + RIGHT) / 2, bottom + 36, "tick middle"))
    return svg_plot(title, f"At the end {'; '.join(words)}.", bottom + 46, *parts)


def standalone(plot: Markup) -> str:
    """A plot as a picture of its own."""
    start = plot.index(">") + 1
    return plot[:start] + STYLE + plot[start:]


# --- parts of plots ------------------------------------------------------------------------


def svg_plot(title: str, description: str, height: float, *parts: Markup) -> Markup:
    """A plot with its title and what it shows in words."""
    return tag(
        "svg",
        tag("title", title),
        tag("desc", description),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {height}",
        class_="plot",
        role="img",
        aria_label=f"{title}. {description}",
    )


def _across(
    scale: Scale, spans: Sequence[tuple[float, float]], bottom: float, name: str
) -> list[Markup]:
    """Lines at round numbers, which are written below, over some spans: labels stay free."""
    parts: list[Markup] = []
    for tick in scale.ticks():
        x = scale(tick)
        zero = " zero" if tick == 0 else ""
        parts += (
            tag("line", class_=f"grid{zero}", x1=x, x2=x, y1=high, y2=low) for high, low in spans
        )
        text = short_number(tick) if scale.low > 0 else signed(tick)
        parts.append(svg_text(text, x, bottom + 16, "tick middle"))
    middle = (scale.first + scale.last) / 2
    return [*parts, svg_text(name, middle, bottom + 34, "tick middle")]


def _bin_ticks(bins: Bins, across: Scale, bottom: float) -> list[Markup]:
    """Numbers below bars: under the middle of those that hold a single number."""
    shift = 0.5 if bins.grid.single else 0.0
    ticks = across.ticks(6)
    if bins.grid.single:
        ticks = [tick for tick in ticks if tick == int(tick) and tick < across.high]
    return [
        svg_text(short_number(tick), across(tick + shift), bottom + 15, "tick middle")
        for tick in ticks
    ]


def _whisker(low: float, high: float, y: float) -> list[Markup]:
    return [
        tag("line", class_="whisker", x1=low, x2=high, y1=y, y2=y),
        *(tag("line", class_="whisker", x1=x, x2=x, y1=y - 5, y2=y + 5) for x in (low, high)),
    ]


def svg_text(content: str, x: float, y: float, class_: str) -> Markup:
    """A text at a place."""
    return tag("text", content, x=x, y=y, class_=class_)


def _dot_words(dot: Dot) -> str:
    return f"{dot.label}: {signed(dot.value)} ({signed(dot.low)} to {signed(dot.high)})"
