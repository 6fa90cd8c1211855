"""Line plots of both teams by rounds, drawn as SVG like the board beside them."""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil

from quadrille.core.drawing.svg import FONT, Attribute, element, text
from quadrille.games.pillars.drawing.art import TEAMS

WIDE, HIGH = 560, 280
"""The size of one plot."""
LEFT, RIGHT, TOP, BOTTOM = 60, 24, 52, 40
"""Its margins."""
TICKS = 8
"""The most numbers on an axis."""

STYLE = """
.quadrille-plot .back { fill: #ffffff; stroke: #d9dcdd }
.quadrille-plot .title { font-size: 17px; font-weight: 600; fill: #2a2620 }
.quadrille-plot .tick { font-size: 13px; fill: #5d6259 }
.quadrille-plot .level { stroke: #e6e9ea }
.quadrille-plot .line { fill: none; stroke-linejoin: round; stroke-linecap: round }
"""


def plot(title: str, rounds: Sequence[int], teams: Mapping[str, Sequence[float]]) -> str:
    """A value of each team, ``red`` and ``blue``, after each of the rounds."""
    last = max([*rounds, 10])
    top = max(1, ceil(max((value for values in teams.values() for value in values), default=1)))
    return element(
        "svg",
        element("style", STYLE.strip()),
        element("rect", class_="back", x=2, y=2, width=WIDE - 4, height=HIGH - 4, rx=10),
        text(title, 18, 28, "title"),
        *_levels(top),
        *(
            element(
                "text",
                str(number),
                class_="tick",
                x=_x(number, last),
                y=HIGH - 12,
                text_anchor="middle",
            )
            for number in _ticks(1, last)
        ),
        text("round", 18, HIGH - 12, "tick"),
        *_lines(rounds, teams, last, top),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDE} {HIGH}",
        class_="quadrille-plot",
        role="img",
        aria_label=f"{title}, by rounds",
        font_family=FONT,
        style="display: block",
    )


def _levels(top: int) -> Iterator[str]:
    for number in _ticks(0, top):
        y = _y(number, top)
        yield element("path", class_="level", d=f"M{LEFT} {y:.5g}H{WIDE - RIGHT}")
        yield element("text", str(number), class_="tick", x=LEFT - 10, y=y + 5, text_anchor="end")


def _lines(
    rounds: Sequence[int], teams: Mapping[str, Sequence[float]], last: int, top: int
) -> Iterator[str]:
    """The first team's line is broader, so that it is seen where the other lies on it."""
    for number, team in enumerate(TEAMS):
        points = [
            (_x(at, last), _y(value, top))
            for at, value in zip(rounds, teams[team.name], strict=True)
        ]
        style: dict[str, Attribute] = {
            "class_": "line",
            "stroke": team.colour,
            "stroke_width": 5 - 2.5 * number,
        }
        # A dot for a single point is a line of no length.
        path = "L".join(f"{x:.5g} {y:.5g}" for x, y in points[:1] + points)
        yield element("path", d=f"M{path}", **style) if points else ""
        x = WIDE - 150 + 72 * number
        yield element("path", d=f"M{x} 23h18", **style)
        yield text(team.name.upper(), x + 25, 28, "tick")


def _ticks(low: int, high: int) -> range:
    """Whole numbers, at most TICKS of them."""
    step = next(
        step
        for power in (1, 10, 100, 1000)
        for step in (power, 2 * power, 5 * power)
        if (high - low) // step < TICKS
    )
    return range(low if step == 1 else -(-low // step) * step, high + 1, step)


def _x(number: int, last: int) -> float:
    return LEFT + (number - 1) / (last - 1) * (WIDE - LEFT - RIGHT)


def _y(value: float, top: int) -> float:
    return HIGH - BOTTOM - value / top * (HIGH - TOP - BOTTOM)
