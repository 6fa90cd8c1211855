"""The drawings of the field: sheep of four players, trees and rocks, tufts and flowers.

A cell is 60 wide and everything stands with the middle of its cell at the origin. The players'
sheep differ without colour too: in what they wear, and in the shape and number of the tag.
"""

import math
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from quadrille.core.drawing.svg import Attribute, element, use

PREFIX = "quadrille-sheep-"
"""How ids begin, so that those of other games on the same page differ."""
INK = "#2a2119"

LEGS = "M-6 14v9M2 15v9M12 15v9M19 13v9"
EARS = "M-23-9C-29-11-31-7-30-5-27-3-24-5-23-7ZM-14-9C-8-11-6-7-7-5-10-3-13-5-14-7Z"
FACE = "M-25-8C-25.5-13-11.5-13-12-8-12.5-1-15 4.5-18.5 4.5-22 4.5-24.5-1-25-8Z"
HAT = "M-31-10C-27-13-10-13-6-10-9-7.6-28-7.6-31-10ZM-25-11C-25-20-12-20-12-11Z"
HORNS = "M-23-12C-31-15-34-5-28-3.5-25-3-25-7-28-7M-14-12C-6-15-3-5-9-3.5-12-3-12-7-9-7"
BOW = "M-18.5-14C-24-20-28-16-26-12-24-10-21-12-18.5-14-13-20-9-16-11-12-13-10-16-12-18.5-14Z"
PINE = "M0-31 11-14H6L15 1H8L18 17H-18L-8 1H-15L-6-14H-11Z"
PINE_LIT = "M0-31V17H-18L-8 1H-15L-6-14H-11Z"
TUFTS = (
    "M-20 18q1-6-2-9M-17 18q0-7 2-10M-14 18q1-4 4-6M14-11q1-5-2-8M17-11q0-6 2-9",
    "M14 21q1-6-2-9M17 21q0-7 2-10M-19-10q1-5-2-8M-16-10q0-6 2-9",
)


class Breed(NamedTuple):
    """How a player's sheep look."""

    name: str
    colour: str
    """Of the tag and of the border of the land."""
    land: str
    edge: str
    wool: str
    face: str
    digit: str
    """Of the number on the tag."""
    number: str
    """Of the number on the wool."""
    tag: str
    """The outline of the tag."""


BREEDS = (
    Breed(
        "red",
        "#d3402f",
        "#f3b3a2",
        "#7d1f14",
        "#fff6f0",
        "#4a3730",
        "#fff",
        INK,
        "M-8.4 0a8.4 8.4 0 1 0 16.8 0 8.4 8.4 0 1 0-16.8 0Z",
    ),
    Breed(
        "blue",
        "#2459ad",
        "#a9cbee",
        "#173c74",
        "#f0f6ff",
        "#3b4350",
        "#fff",
        INK,
        "M-7.6-7.6H7.6V7.6H-7.6Z",
    ),
    Breed(
        "yellow",
        "#f7c52f",
        "#f9e48f",
        "#7a5508",
        "#fffbe4",
        "#6b4a2c",
        "#3a2c10",
        INK,
        "M0-8.6 9.4-1.4 5.8 8.6H-5.8L-9.4-1.4Z",
    ),
    Breed(
        "black",
        "#37333d",
        "#a9a5ac",
        "#100e14",
        "#4d4855",
        "#e6d9c4",
        "#fff",
        "#fff",
        "M0-10.2 10.2 0 0 10.2-10.2 0Z",
    ),
)
"""Of every player."""


def sheep_id(player: int) -> str:
    """The id of a player's sheep, with its tag but without a count."""
    return f"{PREFIX}sheep-{player}"


def flock(player: int, sheep: int | None, *, tagged: bool = True) -> Iterator[str]:
    """The sheep of one cell: more of them stand behind if there are many."""
    many = 2 if sheep is None else sheep
    if many >= 6:
        yield use(f"{PREFIX}back-{player}", -1, -13, "sheep", 0.6)
    if many >= 2:
        yield use(f"{PREFIX}back-{player}", 14, -11, "sheep", 0.62)
    yield use(sheep_id(player) if tagged else f"{PREFIX}back-{player}", 0, 0, "sheep")


@cache
def definitions() -> str:
    """All that pictures use, whatever the position."""
    parts = [*_plants(), *_land()]
    for player, breed in enumerate(BREEDS):
        parts.append(element("g", *_sheep(breed), id=f"{PREFIX}back-{player}"))
        parts.append(element("g", *_front(player, breed), id=sheep_id(player)))
    return element("defs", *parts)


def _cloud(x: float, y: float, rx: float, ry: float, lobes: int, bulge: float = 1.12) -> str:
    """A woolly outline: arcs along an ellipse."""
    points = [
        (
            x + rx * math.cos(2 * math.pi * (i + 0.5) / lobes),
            y + ry * math.sin(2 * math.pi * (i + 0.5) / lobes),
        )
        for i in range(lobes)
    ]
    path = f"M{points[-1][0]:.1f} {points[-1][1]:.1f}"
    for before, point in zip([points[-1], *points], points, strict=False):
        radius = bulge * math.dist(before, point) / 2
        path += f"A{radius:.1f} {radius:.1f} 0 0 1 {point[0]:.1f} {point[1]:.1f}"
    return path + "Z"


def _front(player: int, breed: Breed) -> Iterator[str]:
    """The sheep in front, with a shadow below and a tag at its neck."""
    yield element("ellipse", cx=3, cy=24, rx=23, ry=4, fill="#26331a", opacity=0.3)
    yield from _sheep(breed)
    tag = element("path", d=breed.tag, fill=breed.colour, stroke="#fff8e8", stroke_width=1.6)
    digit = element(
        "text",
        str(player + 1),
        y=4.6,
        fill=breed.digit,
        font_size=13,
        font_weight=700,
        text_anchor="middle",
    )
    yield element("g", tag, digit, transform="translate(-18.5 15.5)")


def _sheep(breed: Breed) -> Iterator[str]:
    """Legs, wool and head, and what the breed wears."""
    yield element("path", d=LEGS, stroke=breed.face, stroke_width=3.6, stroke_linecap="round")
    line: dict[str, Attribute] = {"stroke": breed.edge, "stroke_width": 1.5}
    yield element("path", d=_cloud(6, 2, 19, 13.2, 11), fill=breed.wool, **line)
    yield element("path", d=EARS, fill=breed.face, stroke=breed.edge, stroke_width=0.8)
    yield element("path", d=FACE, fill=breed.face, stroke=breed.edge, stroke_width=0.8)
    for x in (-21.4, -15.6):
        yield element("circle", cx=x, cy=-5, r=1.9, fill="#fff")
        yield element("circle", cx=x, cy=-4.6, r=1, fill="#111")
    yield from _worn(breed)


def _worn(breed: Breed) -> Iterator[str]:
    """A topknot of wool, horns, a straw hat or a bow."""
    line: dict[str, Attribute] = {
        "stroke": breed.edge,
        "stroke_width": 1.2,
        "stroke_linejoin": "round",
    }
    if breed.name == "yellow":
        yield element("path", d=HAT, fill="#f3d27a", **line)
        yield element("path", d="M-25-12.2H-12", stroke=breed.colour, stroke_width=2)
        return
    yield element("path", d=_cloud(-18.5, -11, 6, 3, 6), fill=breed.wool, **line)
    if breed.name == "blue":
        ends: dict[str, Attribute] = {"fill": "none", "stroke_linecap": "round"}
        yield element("path", d=HORNS, stroke=breed.edge, stroke_width=4.2, **ends)
        yield element("path", d=HORNS, stroke="#d9c79c", stroke_width=2.4, **ends)
    if breed.name == "red":
        yield element("path", d=BOW, fill=breed.colour, **line)


def _plants() -> Iterator[str]:
    """What grows: trees in three shapes, a pine, rocks; tufts and flowers on the meadow."""
    trees = (
        ((-11, -2, 17), (12, -7, 16), (3, 11, 17)),
        ((-9, 8, 18), (11, 4, 19), (-2, -11, 15)),
        ((-13, 6, 14), (13, 10, 14), (1, -5, 20)),
    )
    for i, crowns in enumerate(trees):
        yield element("g", *_crowns(crowns), id=f"{PREFIX}tree-{i}")
    yield element(
        "g",
        element("ellipse", cx=3, cy=20, rx=20, ry=6, fill="#2f4d2b", opacity=0.6),
        element("path", d="M-3 16h6v7h-6Z", fill="#3d3a22"),
        element("path", d=PINE, fill="#3f6b41"),
        element("path", d=PINE_LIT, fill="#4f8150"),
        id=f"{PREFIX}tree-3",
    )
    yield element(
        "g",
        *_crowns(((-12, -8, 14), (14, -6, 13))),
        element("ellipse", cx=2, cy=19, rx=22, ry=6, fill="#2f4d2b", opacity=0.6),
        element("path", d="M-19 17C-20 5-10-3-1 1 3-6 20-1 20 17Z", fill="#8f9088"),
        element("path", d="M-19 17C-20 5-10-3-1 1-6 6-4 12-7 17Z", fill="#b3b4aa"),
        id=f"{PREFIX}tree-4",
    )
    for i, blades in enumerate(TUFTS):
        yield element(
            "path",
            id=f"{PREFIX}grass-{i}",
            d=blades,
            fill="none",
            stroke="#86ad55",
            stroke_width=1.7,
            stroke_linecap="round",
        )
    for i, (petal, heart) in enumerate((("#fffdf2", "#efb93a"), ("#f4b6c6", "#c24f74"))):
        flowers = [(-18, 10), (-11, 17), (17, -14)] if i else [(16, 14), (-19, -10), (-13, -18)]
        yield element(
            "g", *(_flower(x, y, petal, heart) for x, y in flowers), id=f"{PREFIX}grass-{i + 2}"
        )


def _crowns(crowns: tuple[tuple[float, float, float], ...]) -> Iterator[str]:
    """Round crowns of leaves, lit from the upper left."""
    for x, y, r in crowns:
        yield element("circle", cx=x + 1, cy=y + 3, r=r, fill="#375b34")
    for x, y, r in crowns:
        yield element("path", d=_cloud(x, y, r - 1.5, r - 1.5, 8, 1.2), fill="#527f45")
        yield element("circle", cx=x - r * 0.22, cy=y - r * 0.24, r=r * 0.6, fill="#66964f")
        yield element("circle", cx=x - r * 0.34, cy=y - r * 0.38, r=r * 0.28, fill="#7dab5e")


def _flower(x: float, y: float, petal: str, heart: str) -> str:
    petals = f"M{x - 2} {y}h4M{x} {y - 2}v4"
    return element(
        "path", d=petals, stroke=petal, stroke_width=3.4, stroke_linecap="round"
    ) + element("circle", cx=x, cy=y, r=1.4, fill=heart)


def _land() -> Iterator[str]:
    """The patterns of the players' land: plain, stripes, dots, crossed lines."""
    patterns = ("", "M-2 14 14-2M-2 2 2-2M10 14 14 10", "M3 3h.1M9 9h.1", "M0 6h12M6 0v12")
    for player, (breed, lines) in enumerate(zip(BREEDS, patterns, strict=True)):
        ground = element("rect", width=12, height=12, fill=breed.land)
        dots = player == 2
        marks = element(
            "path",
            d=lines,
            fill="none",
            stroke=breed.colour,
            stroke_opacity=0.55 if dots else 0.27,
            stroke_width=3.4 if dots else 2.4,
            stroke_linecap="round" if dots else None,
        )
        yield element(
            "pattern",
            ground,
            marks if lines else "",
            id=land_id(player),
            width=12,
            height=12,
            patternUnits="userSpaceOnUse",
        )


def land_id(player: int) -> str:
    """The id of the pattern of a player's land."""
    return f"{PREFIX}land-{player}"


def plant(kind: str, x: float, y: float, scale: float = 1) -> str:
    """A plant with its middle at (x, y)."""
    return use(f"{PREFIX}{kind}", x, y, "plant", scale)


def tag(player: int, x: float, y: float, scale: float) -> str:
    """A player's sheep as a mark beside words."""
    return use(sheep_id(player), x, y, f"sheep player-{player}", scale)
