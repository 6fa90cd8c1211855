"""The figures: travellers with a hat, the big one with a plume, the abbot with a mitre.

Players are told apart by colour and by the number on the cloak. The middle of a figure is at the
origin; farmers lie on their side.
"""

from collections.abc import Iterable

from quadrille.core.drawing.svg import element, text, use
from quadrille.games.carcassonne.drawing.art_symbols import PREFIX, SCOPE

COLOURS = (
    ("red", "#d8402f", "#fff"),
    ("blue", "#2d67b8", "#fff"),
    ("yellow", "#f5c62c", "#3a2c10"),
    ("green", "#1f8a4c", "#fff"),
    ("black", "#33312f", "#fff"),
    ("pink", "#e79ac0", "#4a1230"),
)
"""Of every player: the name, the cloak, the number on it."""

CLOAK = "M-11.5 14C-11-1-6-4-4.6-5H4.6C6-4 11 -1 11.5 14Q0 17-11.5 14Z"
HEAD = "M-4.9-8.6a4.9 4.9 0 1 0 9.8 0 4.9 4.9 0 1 0-9.8 0Z"
HAT = "M-8.6-10.4Q-5-11.4-4.6-13C-4.2-18.6 4.2-18.6 4.6-13Q5-11.4 8.6-10.4 0-7.6-8.6-10.4Z"
MITRE = "M-5.4-10Q-6.6-16 0-21.6 6.6-16 5.4-10 0-8.4-5.4-10Z"
PLUME = "M3.6-13.4C5-19 10-21.6 13.4-19.4 12.4-15 8-12.2 3.6-13.4Z"
CROSS = "M0-18.4v6.4M-2.4-15.8h4.8"

BIG = 1.25
"""How much larger the big figure is."""

STYLE = "\n".join(
    [
        ".figure { stroke: #2a2119; stroke-width: 1.3; stroke-linejoin: round }",
        ".halo { fill: #fffaf0; stroke: #fffaf0; stroke-width: 5; stroke-linejoin: round }",
        ".skin { fill: #f6dcb8 }",
        ".cross { fill: none; stroke: #fffaf0; stroke-width: 1.4 }",
        ".digit { font-size: 14px; font-weight: 700; text-anchor: middle; stroke: none }",
        *(f".p{i} {{ fill: {cloak} }}" for i, (_, cloak, _) in enumerate(COLOURS)),
        *(f".n{i} {{ fill: {digit} }}" for i, (_, _, digit) in enumerate(COLOURS)),
    ]
)


def figure_id(figure: str, player: int, lying: bool = False) -> str:
    """The id of a ``meeple``, ``big`` or ``abbot`` of a player."""
    return f"{PREFIX}{figure}-{player}{'-lying' if lying else ''}"


def figures(wanted: Iterable[tuple[str, int, bool]]) -> str:
    """The definitions of the figures that occur: which, whose, and whether it lies."""
    chosen = sorted(set(wanted))
    bodies = sorted({figure for figure, _, _ in chosen})
    return "".join((*map(_body, bodies), *(_figure(*each) for each in chosen)))


def figure(
    name: str, player: int, x: float, y: float, class_: str = "", scale: float = 1, **how: bool
) -> str:
    """A figure of a player with its middle at (x, y)."""
    return use(figure_id(name, player, **how), x, y, class_ or "piece", scale)


def _body(name: str) -> str:
    """Cloak, head and hat in the colour of whoever uses it, below them a rim for any ground."""
    extra = {"big": PLUME, "abbot": ""}.get(name, "")
    hat = MITRE if name == "abbot" else HAT
    parts = [
        element("path", class_="halo", d=CLOAK + HEAD + hat + extra),
        element("path", d=CLOAK),
        element("path", class_="skin", d=HEAD),
        element("path", d=extra + hat),
    ]
    if name == "abbot":
        parts.append(element("path", class_="cross", d=CROSS))
    return element("g", element("g", *parts, class_="figure"), id=PREFIX + name, class_=SCOPE)


def _figure(name: str, player: int, lying: bool) -> str:
    body = element(
        "use",
        href=f"#{PREFIX}{name}",
        class_=f"p{player}",
        transform="rotate(-90)" if lying else None,
    )
    x, y = (5, 5) if lying else (0, 11)
    digit = text(str(player + 1), x, y, f"digit n{player}")
    return element(
        "g",
        body,
        digit,
        id=figure_id(name, player, lying),
        class_=SCOPE,
    )
