"""Plots of trials: how much each field matters, and the points over one field or over two."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from quadrille.arena.report.html import Markup, percent, short_number, tag
from quadrille.arena.report.plots import LEFT, RIGHT, svg_plot, svg_text
from quadrille.arena.report.scale import Scale
from quadrille.core.agents.fields import value_text
from quadrille.tune.parameters import Parameter
from quadrille.tune.results import TrialResult, smoothed

CELLS = 14
"""Of a map of points over two fields, in each direction."""
TONES = 5


def importance_bars(importances: Mapping[str, float]) -> Markup:
    """How much each field matters, as bars."""
    row, top = 40, 4
    most = max(importances.values(), default=1.0) or 1.0
    parts = []
    for index, (name, share) in enumerate(importances.items()):
        y = top + row * index
        bar = {"x": LEFT, "y": y + 18, "width": share / most * (RIGHT - LEFT), "height": 14}
        parts.append(svg_text(f"{name}: {percent(share)}", LEFT, y + 13, "label"))
        parts.append(tag("rect", class_="bar", **bar))
    words = "; ".join(f"{name}: {percent(share)}" for name, share in importances.items())
    return svg_plot("How much each field matters", f"{words}.", top + row * len(parts) / 2, *parts)


@dataclass(frozen=True)
class ParameterAxis:
    """Where values of a parameter lie between two ends of a plot."""

    parameter: Parameter
    first: float
    last: float

    def __call__(self, value: Any) -> float:
        """The place of a value."""
        part = self.parameter.place(value)
        if self.parameter.choices:
            part = (part + 0.5) / len(self.parameter.choices)
        return round(self.first + part * (self.last - self.first), 2)

    def ticks(self) -> list[tuple[float, str]]:
        """Values along it: their places and texts."""
        if self.parameter.choices:
            return [(self(each), value_text(each)) for each in self.parameter.choices]
        low, high = self.parameter.low, self.parameter.high
        scale = Scale(low, high, self.first, self.last, self.parameter.log)
        inside = [tick for tick in scale.ticks(4) if low <= tick <= high]
        return [(self(tick), short_number(tick)) for tick in inside]

    def values(self, cells: int) -> list[Any]:
        """Values in the middles of so many equal parts, or all choices."""
        one = self.parameter
        if one.choices:
            return list(one.choices)
        parts = [(index + 0.5) / cells for index in range(cells)]
        if one.log:
            return [one.low * (one.high / one.low) ** part for part in parts]
        return [one.low + part * (one.high - one.low) for part in parts]


def slice_plot(
    trials: Sequence[TrialResult], parameter: Parameter, best: TrialResult | None
) -> Markup:
    """The points of all trials over the values of one field."""
    height, left, top, bottom = 230, 50, 18, 180
    across = ParameterAxis(parameter, left, RIGHT)
    up = Scale(0, 1, bottom, top)
    parts = [svg_text("points", LEFT, 12, "tick")]
    for tick in up.ticks(4):
        parts.append(tag("line", class_="grid", x1=left, x2=RIGHT, y1=up(tick), y2=up(tick)))
        parts.append(svg_text(percent(tick), left - 6, up(tick) + 4, "tick end"))
    for place, text in across.ticks():
        parts.append(svg_text(text, place, bottom + 16, "tick middle"))
    name = parameter.name + (" (logarithmic)" if parameter.log else "")
    parts.append(svg_text(name, (left + RIGHT) / 2, bottom + 34, "tick middle"))
    for each in trials:
        if each.mean is None:
            continue
        value = each.values[parameter.name]
        said = f"{value_text(parameter.rounded(value))}: {percent(each.mean, 1)}"
        radius = 6 if best is not None and each.number == best.number else 3
        opacity = 1 if each.state == "complete" else 0.35
        spot = {"cx": across(value), "cy": up(each.mean), "r": radius, "opacity": opacity}
        parts.append(tag("circle", tag("title", said), class_="dot", **spot))
    words = f"{len(trials)} trials; pale dots were given up early, the large one is the best."
    return svg_plot(f"Points over {parameter.name}", words, height, *parts)


def contour_plot(
    trials: Sequence[TrialResult], one: Parameter, other: Parameter, best: TrialResult | None
) -> Markup:
    """The points around values of two fields, by all trials near them, and the trials."""
    height, left, top, bottom = 330, 60, 24, 276
    across, up = ParameterAxis(one, left, RIGHT), ParameterAxis(other, bottom, top)
    played = [each for each in trials if each.points]
    columns, rows = across.values(CELLS), up.values(CELLS)
    found = {
        (x, y): smoothed({one.name: x, other.name: y}, played, (one, other))
        for x in columns
        for y in rows
    }
    low, high = min(found.values()), max(found.values())
    wide, tall = (RIGHT - left) / len(columns), (bottom - top) / len(rows)
    parts = [svg_text(other.name + (" (logarithmic)" if other.log else ""), LEFT, 14, "tick")]
    for (x, y), value in found.items():
        # Dark is high.
        tone = TONES - 1 - min(TONES - 1, int(TONES * (value - low) / ((high - low) or 1)))
        shape = {"x": across(x) - wide / 2, "y": up(y) - tall / 2, "width": wide, "height": tall}
        parts.append(tag("rect", tag("title", percent(value, 1)), class_=f"tone{tone}", **shape))
    parts += [svg_text(text, left - 6, place + 4, "tick end") for place, text in up.ticks()]
    parts += [svg_text(text, place, bottom + 16, "tick middle") for place, text in across.ticks()]
    name = one.name + (" (logarithmic)" if one.log else "")
    parts.append(svg_text(name, (left + RIGHT) / 2, bottom + 36, "tick middle"))
    for each in played:
        radius = 6 if best is not None and each.number == best.number else 2.5
        spot = {"cx": across(each.values[one.name]), "cy": up(each.values[other.name]), "r": radius}
        parts.append(tag("circle", class_="dot", **spot))
    words = f"From {percent(low, 1)} (light) to {percent(high, 1)} (dark); dots are trials."
    return svg_plot(f"Points over {one.name} and {other.name}", words, height, *parts)
