"""Small drawings that the tiles share: houses, trees, churches, inns, gardens, shields.

Each stands upright with its middle at the origin, however the tile below it is turned.
"""

from functools import cache

from quadrille.core.drawing.svg import element

PREFIX = "quadrille-carcassonne-"
"""How ids begin, so that those of other games on the same page differ."""
SCOPE = "quadrille-carcassonne"
"""The class that every rule of the style asks for: browsers do not look above what is used."""

STYLE = """
.meadow { fill: #b9cf88/#819a5b }
.tuft { fill: none; stroke: #94b064/#6b8444; stroke-width: 1.1; stroke-linecap: round }
.town { fill: #e6c796/#b99a70 }
.cobble { fill: none; stroke: #d8b27a/#a68659; stroke-width: 1.1; stroke-linecap: round }
.moat { fill: none; stroke: #8aa55c/#5f7838; stroke-width: 10; stroke-opacity: .75 }
.wall { fill: none; stroke: #574334; stroke-width: 6.4 }
.stone { fill: none; stroke: #cbb79c; stroke-width: 4 }
.merlon { fill: none; stroke: #8b7560; stroke-width: 4; stroke-dasharray: 1.3 3.7 }
.bank { fill: none; stroke: #5b8a9c; stroke-width: 17 }
.water { fill: none; stroke: #8fc3d8/#5f93aa; stroke-width: 14 }
.ripple { fill: none; stroke: #c4e2ec; stroke-width: 1.3; stroke-dasharray: 9 7 }
.wave { fill: none; stroke: #c4e2ec; stroke-width: 1.3; stroke-linecap: round }
.kerb { fill: none; stroke: #8d7549; stroke-width: 10.5 }
.road { fill: none; stroke: #f7edd2/#dcd0ae; stroke-width: 7.6 }
.track { fill: none; stroke: #d8c596; stroke-width: 1; stroke-dasharray: 4 3 }
.square { fill: #ecdcb4; stroke: #8d7549; stroke-width: 1.6 }
.parapet { fill: none; stroke: #6f5a44; stroke-width: 13 }
.deck { fill: none; stroke: #d9bd90; stroke-width: 9 }
.rim { fill: none; stroke: #4a4020/#14170c; stroke-width: 1.5; stroke-opacity: .7 }
.acre { fill: #ccd587/#98a35c; stroke: #a6bb69/#7b8c48; stroke-width: .9 }
.furrow { fill: none; stroke: #b3b766/#838844; stroke-width: 1.1; stroke-linecap: round }
.fleece { fill: #fbf6e9 }
.masonry { fill: #d8c7ab }
.lake { fill: #8fc3d8/#5f93aa; stroke: #5b8a9c; stroke-width: 1.6 }
.line { fill: none; stroke: #4a3728; stroke-width: .8; stroke-linecap: round }
.ink { stroke: #4a3728; stroke-width: .9; stroke-linejoin: round }
.plaster { fill: #f8efdb }
.shade { fill: #dfcfb0 }
.red { fill: #c4553c }
.rust { fill: #a8472f }
.slate { fill: #7688a0 }
.ochre { fill: #cf8a3c }
.dark { fill: #4a3728 }
.gold { fill: #f0c24b }
.leaf { fill: #6f9a4a }
.pine { fill: #557f43 }
.sun { fill: #93b964 }
.rock { fill: #a9a294 }
.pale { fill: #cfc8ba }
.shadow { fill: #3d3a22; fill-opacity: .22 }
.shield { fill: #f6f1e4; stroke: #2e2a4a; stroke-width: 1.4; stroke-linejoin: round }
.arms { fill: #3f5fa8 }
.road-ground { fill: #efe2bf }
.bed { fill: #6f9a4a; stroke: #46662f; stroke-width: .7 }
.bloom { fill: none; stroke-width: 2.5; stroke-linecap: round }
.rose-line { stroke: #d9405f }
.lily-line { stroke: #fff6c9 }
"""


def _path(class_: str, d: str) -> str:
    return element("path", class_=class_, d=d)


def _oval(class_: str, x: float, y: float, rx: float, ry: float) -> str:
    return element("ellipse", class_=class_, cx=x, cy=y, rx=rx, ry=ry)


Shape = tuple[int, str, str]
"""A part of a house or a tree: when it is drawn, its class, and the ``d`` of its path."""

SHADOW, TRUNK, WALL, SHADE, ROOF, LEAVES, LIGHT, EDGE, DOOR = range(9)
"""What is drawn when."""
HOUSE = 1.16
"""How much larger than drawn here a house is."""


def _round(x: float, y: float, rx: float, ry: float) -> str:
    """An ellipse as a path."""
    return f"M{x - rx:g} {y:g}a{rx:g} {ry:g} 0 1 0 {2 * rx:g} 0a{rx:g} {ry:g} 0 1 0 {-2 * rx:g} 0Z"


def _house(roof: str) -> tuple[Shape, ...]:
    return (
        (SHADOW, "shadow", _round(1.5, 5, 7.5, 2.4)),
        (WALL, "plaster ink", "M-6.4 5.5V-.6L-3-5 .6-.6V5.5Z"),
        (SHADE, "shade ink", "M.6-.6H6.6V5.5H.6Z"),
        (ROOF, f"{roof} ink", "M-3-5.2H3.4L7.4-.4H.7Z"),
        (EDGE, "line", "M-3-5.2L-7.2-.2"),
        (DOOR, "dark", "M-4 5.3V2.2h2v3.1ZM2.8 1.4h1.8v1.8H2.8Z"),
    )


def _tree() -> tuple[Shape, ...]:
    crown = "M-5.2-.6A3.6 3.6 0 0 1-3-5.6A3.7 3.7 0 0 1 3.6-5A3.4 3.4 0 0 1 4.6 1Q0 3.6-5.2-.6Z"
    return (
        (SHADOW, "shadow", _round(1.4, 5.4, 5, 1.8)),
        (TRUNK, "line", "M0 5.6V1"),
        (LEAVES, "leaf ink", crown),
        (LIGHT, "sun", _round(-1.4, -3.2, 2.2, 1.7)),
    )


def _pine() -> tuple[Shape, ...]:
    return (
        (SHADOW, "shadow", _round(1.2, 5.4, 4, 1.6)),
        (TRUNK, "line", "M0 5.8V3"),
        (LEAVES, "pine ink", "M0-8.4Q3.4-2 4.4 3.4Q0 5-4.4 3.4Q-3.4-2 0-8.4Z"),
    )


def _bush() -> tuple[Shape, ...]:
    crown = "M-5 2.4A2.7 2.7 0 0 1-3-1.8A3.4 3.4 0 0 1 3-1.8A2.8 2.8 0 0 1 5 2.4Z"
    return (
        (SHADOW, "shadow", _round(1, 2.4, 5, 1.6)),
        (LEAVES, "leaf ink", crown),
        (LIGHT, "sun", _round(-0.6, -1.4, 1.6, 1)),
    )


def _window(x: float, y: float) -> str:
    return f"M{x:g} {y:g}v-4a1.5 1.5 0 0 1 3 0v4Z"


def _monastery() -> tuple[str, ...]:
    return (
        _oval("shadow", 3, 13.5, 18, 4),
        _path("plaster ink", "M-6 13V-2H14V13Z"),
        _path("red ink", "M-7.5-1-3-9.5H12.5L16.5-1Z"),
        _path("plaster ink", "M-14 13V-8H-4V13Z"),
        _path("rust ink", "M-15.5-7.5-9-19-2.5-7.5Z"),
        _path("line", "M-9-19V-24.5M-11.4-22.4h4.8"),
        _path("dark", "M-11 13V8.6a2 2 0 0 1 4 0V13Z"),
        _path(
            "dark",
            "M-10.2-.6v-2.8a1.2 1.2 0 0 1 2.4 0v2.8Z" + _window(-0.6, 9) + _window(4.9, 9),
        ),
        _path("line", "M-4.8-6H14M-6.2-3.4H15.3"),
    )


def _cathedral() -> tuple[str, ...]:
    return (
        _oval("shadow", 4, 22, 31, 6),
        _path("plaster ink", "M-12 22V-4H26V22Z"),
        _path("slate ink", "M-13-3-8-15H22L28-3Z"),
        _path("line", "M-9.6-11H24M-11.4-7H26"),
        _path("shade ink", "M4 22V-8L11-15 18-8V22Z"),
        _path("slate ink", "M2-7 11-18.5 20-7 18-5.4 11-14 4-5.4Z"),
        _path("plaster ink", "M-27 22V-16H-18V22ZM-11 22V-16H-2V22Z"),
        _path("shade ink", "M-18 22V-6L-14.5-9-11-6V22Z"),
        _path("slate ink", "M-28-15.5-22.5-32-17-15.5ZM-12-15.5-6.5-32-1-15.5Z"),
        _path("line", "M-22.5-32v-5M-24.4-35h3.8M-6.5-32v-5M-8.4-35h3.8"),
        _path(
            "dark",
            "M-16.5 22V16a2 2.2 0 0 1 4 0v6ZM9 22V14a2 2.2 0 0 1 4 0v8Z" + _window(21, 14),
        ),
        _path(
            "dark",
            _window(-24, -6) + _window(-8, -6) + _window(-24, 8) + _window(-8, 8),
        ),
        element("circle", class_="gold ink", cx=11, cy=-1, r=3.6),
        element("circle", class_="gold ink", cx=-14.5, cy=3, r=2.4),
    )


def _inn() -> tuple[str, ...]:
    return (
        _path("lake", "M-14 9Q-17 3-9 2.6T7 3 17 6 14 11.4 3 12.6-14 9Z"),
        _path("ripple", "M-9 8.4Q-5 6.6-1 8.4T9 8.4"),
        _path("plaster ink", "M-9 4V-4L-4.5-10 0-4V4Z"),
        _path("shade ink", "M0-4H10V4H0Z"),
        _path("ochre ink", "M-4.5-10.2H6L11.4-3.8H.2Z"),
        _path("line", "M-4.5-10.2-10-3.4M7-9.6V-14.6"),
        _path("gold ink", "M7-14.6h5.6v4H7Z"),
        _path("dark", "M-6 4V-.2h3V4ZM2.2-1.8h2.2V.6H2.2ZM6.2-1.8h2.2V.6H6.2Z"),
    )


def _garden() -> tuple[str, ...]:
    beds = "M-10-7H-1.4V-1H-10ZM1.4-7H10V-1H1.4ZM-10 1.6H-1.4V7.6H-10ZM1.4 1.6H10V7.6H1.4Z"
    rose = "M-8.4-4h.1M-5.6-5.2h.1M-3-3.4h.1M3.4 4h.1M6 5.4h.1M8.2 3.4h.1"
    lily = "M3.4-4h.1M6-2.8h.1M8.2-4.8h.1M-8.4 4.4h.1M-5.6 3.4h.1M-3.2 5.6h.1"
    return (
        _path("road-ground ink", "M-12.4-9.4H12.4V10H-12.4Z"),
        _path("bed", beds),
        _path("bloom rose-line", rose),
        _path("bloom lily-line", lily),
    )


def _gate() -> tuple[str, ...]:
    towers = "M-8.4 6V-7h1.6v1.6h1.4V-7h1.6V-3H3.8V-7h1.6v1.6h1.4V-7H8.4V6Z"
    return (
        _oval("shadow", 1, 6, 9, 2.4),
        _path("masonry ink", towers),
        _path("dark", "M-3 6V1.4a3 3 0 0 1 6 0V6Z"),
        _path("line", "M-3.8-3V6M3.8-3V6"),
    )


def _acre() -> tuple[str, ...]:
    furrows = "M-9.6-4.6 11-7.4M-9-1.4 11.6-4.2M-8.4 1.8 12.2-1M-7.8 5 12.8 2.2"
    return (
        _path("acre", "M-13-5.4Q-2-9 11.4-10L14 4.4Q3 6-9 8.6Z"),
        _path("furrow", furrows),
    )


def _sheep() -> tuple[str, ...]:
    fleece = (
        "M-3.4 1.6A1.9 1.9 0 0 1-3.2-1.8 2.4 2.4 0 0 1 1.2-2.4 2.2 2.2 0 0 1 3 1.4Q0 2.6-3.4 1.6Z"
    )
    one = element("g", _path("line", "M-2 1.6V3.6M1.4 1.6V3.6"), _path("fleece ink", fleece))
    head = _path("dark", "M2-1.4Q4.6-2 4.8.2 3.6 1.4 2.2.4Z")
    places = ((-6, -3), (5, -5), (1, 4))
    return tuple(element("g", one, head, transform=f"translate({x} {y})") for x, y in places)


def _pennant() -> tuple[str, ...]:
    return (
        _path("shield", "M-6.6-8H6.6V0Q6.6 6 0 9-6.6 6-6.6 0Z"),
        _path("arms", "M-5.7-7.1H0V.6H-5.7ZM0 .6H5.7Q5 5 0 7.7Z"),
    )


def _village() -> tuple[str, ...]:
    def at(roof: str, x: float, y: float) -> str:
        parts = (_path(class_, d) for _, class_, d in _house(roof))
        place = f"translate({x:g} {y:g})scale({0.7 * HOUSE:g})"
        return element("g", *parts, transform=place)

    return (at("slate", 4.2, -5), at("ochre", -5.4, -1), at("red", 3.4, 5))


def _spring() -> tuple[str, ...]:
    return (
        _oval("shadow", 1, 4, 16, 5),
        _path("rock ink", "M-15 5-13-3-8-6-5-13 2-15 7-11 12-5 15 4 8 7 6 1 0-2-6 1-8 7Z"),
        _path("pale", "M-8-6-5-13 2-15-1-8ZM7-11 12-5 7-4Z"),
        _path("dark", "M-5.4 3.4Q-5-1.4 0-1.8 5-1.4 5.4 3.4 0 1.6-5.4 3.4Z"),
        _path("ripple", "M-2 4.4V9M2 5V10"),
    )


@cache
def shapes() -> dict[str, tuple[Shape, ...]]:
    """What a map has many of, by name."""
    return {
        "house-red": _house("red"),
        "house-ochre": _house("ochre"),
        "house-slate": _house("slate"),
        "tree": _tree(),
        "pine": _pine(),
        "bush": _bush(),
    }


@cache
def symbols() -> dict[str, str]:
    """The definitions by name; an id is the name after ``PREFIX``."""
    drawings = {
        "monastery": _monastery(),
        "cathedral": _cathedral(),
        "inn": _inn(),
        "garden": _garden(),
        "acre": _acre(),
        "sheep": _sheep(),
        "gate": _gate(),
        "pennant": _pennant(),
        "village": _village(),
        "spring": _spring(),
    }
    return {
        name: element("g", *parts, id=PREFIX + name, class_=SCOPE)
        for name, parts in drawings.items()
    }
