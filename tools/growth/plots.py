"""The plots of docs/growth.md: lines, on logarithmic axes where numbers span that much."""

from collections.abc import Callable, Sequence
from typing import Any

import quadrille
from growth.tables import duration, rows_of, size
from quadrille.arena.report.html import Markup, short_number, tag
from quadrille.arena.report.plots import LEFT, RIGHT, standalone, svg_plot, svg_text
from quadrille.arena.report.scale import Scale, needs_log

Line = tuple[str, Sequence[tuple[float, float]]]
TALL, BEGIN = 190, 62
"""Height of a plot without its legend, and where its field begins beside the numbers."""


def curves(lines: Sequence[Line], title: str, below: str, shown: Callable[[float], str]) -> Markup:
    """Numbers over numbers, a line for each name."""
    top = 40 + 18 * len(lines)
    bottom = top + TALL
    dots = [dot for _, points in lines for dot in points]
    numbers = [x for x, _ in dots]
    across = Scale.of(numbers, BEGIN, RIGHT, log=needs_log(numbers))
    heights = [y for _, y in dots]
    if needs_log(heights):
        up = Scale.of(heights, bottom, top, log=True)
    else:
        up = Scale(0, 1.1 * max(heights), bottom, top)
    parts, words = [svg_text(title, LEFT, 16, "label")], []
    for tick in up.ticks(5):
        parts.append(tag("line", class_="grid", x1=BEGIN, x2=RIGHT, y1=up(tick), y2=up(tick)))
        parts.append(svg_text(shown(tick), BEGIN - 6, up(tick) + 4, "tick end"))
    for tick in across.ticks(5):
        parts.append(svg_text(compact(tick), across(tick), bottom + 16, "tick middle"))
    for index, (name, points) in enumerate(lines):
        tone, y = f"line{index % 7}", 38 + 18 * index
        parts.append(tag("line", class_=tone, x1=LEFT, x2=LEFT + 18, y1=y - 4, y2=y - 4))
        parts.append(svg_text(name, LEFT + 24, y, "tick"))
        drawn = " ".join(f"{across(x)},{up(y)}" for x, y in points)
        parts.append(tag("polyline", class_=tone, points=drawn, fill="none"))
        parts += (
            tag("circle", class_=tone, cx=across(x), cy=up(y), r=2.5, fill="none")
            for x, y in points
        )
        last = points[-1]
        words.append(f"{name}: {shown(last[1])} at {short_number(last[0])}")
    parts.append(tag("line", class_="axis", x1=BEGIN, x2=RIGHT, y1=bottom, y2=bottom))
    middle = (BEGIN + RIGHT) / 2
    name = f"{below} (logarithmic)" if across.log else below
    parts.append(svg_text(name, middle, bottom + 36, "tick middle"))
    return svg_plot(title, f"{'; '.join(words)}.", bottom + 46, *parts)


def compact(number: float) -> str:
    """A round number in few letters."""
    for unit, worth in (("M", 1e6), ("k", 1e3)):
        if number >= worth:
            return f"{short_number(number / worth)}{unit}"
    return short_number(number)


def _by_game(x: str, y: str) -> list[Line]:
    found: dict[str, list[tuple[float, float]]] = {}
    for row in rows_of("simulations"):
        title = quadrille.game(row["game"]).title
        found.setdefault(title, []).append((row[x], row[y]))
    return list(found.items())


def time_plot() -> Markup:
    """Search time over simulations."""
    lines = _by_game("simulations", "cpu_seconds")
    return curves(lines, "CPU time of a search", "simulations", duration)


def memory_plot() -> Markup:
    """Memory over nodes."""
    lines = _by_game("nodes", "bytes")
    return curves(lines, "Memory of a search", "nodes of the tree", size)


def players_plot() -> Markup:
    """Carcassonne over players; six need an expansion, and are left out."""
    rows = [row for row in rows_of("carcassonne") if row["name"].isdecimal()]
    names = {"games_per_second": "random games", "simulations_per_second": "simulations"}
    lines = [
        (said, [(float(row["name"]), row[name]) for row in rows]) for name, said in names.items()
    ]
    return curves(lines, "Carcassonne: how many a second", "players", compact)


def workers_plot() -> Markup:
    """Games a second over workers."""
    found: dict[str, list[tuple[float, float]]] = {}
    for row in rows_of("workers"):
        speed = row["games"] / row["seconds"]
        found.setdefault(row["agent"], []).append((row["workers"], speed))
    title = "Games a second by the clock"
    return curves(list(found.items()), title, "workers", compact)


def store_plot() -> Markup:
    """Reading a store over its games."""
    names = {"standings": "standings", "report": "report", "page": "store games"}
    rows: list[dict[str, Any]] = rows_of("stores")
    lines = [
        (said, [(row["games"], row[name]["cpu_seconds"]) for row in rows])
        for name, said in names.items()
    ]
    return curves(lines, "CPU time of commands that read a store", "games in it", duration)


def rooms_plot() -> Markup:
    """What a move costs and how long an answer takes, over rooms."""
    rows: list[dict[str, Any]] = rows_of("rooms")
    lines: list[Line] = [
        ("CPU time of a move", [(row["rooms"], row["cpu_seconds"] / row["moves"]) for row in rows]),
        ("answer, median", [(row["rooms"], row["median_wait"]) for row in rows]),
        ("answer, 95 %", [(row["rooms"], row["slow_wait"]) for row in rows]),
    ]
    return curves(lines, "The page over rooms", "rooms", duration)


PLOTS = {
    "growth-time.svg": time_plot,
    "growth-memory.svg": memory_plot,
    "growth-players.svg": players_plot,
    "growth-workers.svg": workers_plot,
    "growth-store.svg": store_plot,
    "growth-rooms.svg": rooms_plot,
}


def drawn() -> dict[str, str]:
    """Every plot by the name of its file."""
    return {name: standalone(draw()) for name, draw in PLOTS.items()}
