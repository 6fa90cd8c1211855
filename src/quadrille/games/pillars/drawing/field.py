"""The board: pillars from the back to the front, gamers on them, and what happened last.

The board is seen from above its corner a1: columns lead to the right and away, rows to the left and
away. Of every cell the middle of the top is in visibility, however high the pillars in front of it.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from quadrille.core.drawing import svg as shapes
from quadrille.core.drawing.svg import Spots, element, text, tip
from quadrille.games.pillars.drawing.art import (
    DEEP,
    FACE,
    RISE,
    WIDE,
    block,
    flag,
    gamer,
    pillar_id,
    rhombus,
    top_id,
)
from quadrille.games.pillars.drawing.state import (
    COLUMNS,
    Cell,
    Last,
    PillarsPosition,
    cell_name,
    cell_words,
    cells,
    side_of,
)

FRONT, BACK = 0.62, 0.2
"""How far the ground reaches beyond the cells in front, where the names are, and behind."""
THICK = 15
"""The thickness of the ground."""
TALL = 0.62
"""The scale of a gamer, who is then about half as tall as a cell is deep."""
SMALL = 0.5
"""The same where the board is seen from above, for gamers to hide no number behind them."""
VIEWS = "From the side, From above"
"""The views of the board, between which the page switches by the class ``view-2``."""

STYLE = """.ground { fill: #8f9488/#4b5048; stroke: #5d6259/#2a2d28; stroke-width: 1.5 }
.ground { stroke-linejoin: round }
.ground-left { fill: #6f746a/#373b35 }
.ground-right { fill: #565b53/#2a2d29 }
.number { font-size: 26px; font-weight: 800; fill: #2a2620; text-anchor: middle }
.plaque { fill: #fff9ea; stroke: #4a3f30; stroke-width: 1.2 }
.small { font-size: 17.5px; font-weight: 800; fill: #2a2620; text-anchor: middle }
.label { font-weight: 700; fill: #fff; text-anchor: middle }
.name { font-size: 28px; font-weight: 800; fill: #fff; text-anchor: middle }
.side-0 .name { stroke: #7c1a13; stroke-width: 3px; paint-order: stroke }
.side-1 .name { stroke: #173a78; stroke-width: 3px; paint-order: stroke }
.turn-mark { fill: #ffe59a; stroke: #8a5a00; stroke-width: 2.4 }
.step-mark { fill: none; opacity: 0; pointer-events: none }
.build-mark { fill: none; opacity: 0; pointer-events: none }
.legal { cursor: pointer }
.flat { display: none }
.all.view-2 .flat { display: inline }
.all.view-2 .raised { display: none }
.all.view-2 .lift { transform: none }
.all.view-2 .cell .gamer { transform: translate(0, -14px) scale(.52) }
.legal .step-mark { opacity: 1; fill: #ffd23f; fill-opacity: .6; stroke: #a05a00; stroke-width: 4 }
.legal .build-mark { opacity: .8; stroke: #6b4a1a; stroke-width: 1.8 }
.all:has(.card-move:hover) .build-mark { opacity: 0 }
.all:has(.card-build:hover) .step-mark { opacity: 0 }
.all:has(.card-build:hover) .legal .build-mark { opacity: 1; stroke-width: 3 }
.legal.cell:hover .build-mark { opacity: 1; fill: #fff; fill-opacity: .5 }
.legal.cell:hover .step-mark { fill-opacity: .95 }
.last { fill: none; stroke: #6a1fb0; stroke-width: 4.4; stroke-linejoin: round }
.rim { fill: none; stroke: #fff; stroke-width: 9; stroke-linejoin: round; opacity: .9 }
.track { stroke-linecap: round; pointer-events: none }
.note-plate { fill: #6a1fb0; stroke: #fff; stroke-width: 1.6 }
.note { font-size: 17.5px; font-weight: 800; fill: #fff; text-anchor: middle }"""


class Targets(NamedTuple):
    """Where the gamer to act may go, and where it may build."""

    steps: frozenset[Cell]
    builds: frozenset[Cell]


def bounds(size: int) -> tuple[float, float, float]:
    """The width of the drawn board, how far it reaches up from its middle, and how far down."""
    return (size + FRONT + BACK) * WIDE, (size / 2 + 0.5) * DEEP + 14, _down(size) + THICK


def _down(size: int) -> float:
    return (size / 2 + FRONT) * DEEP


def place(
    state: PillarsPosition, cell: tuple[float, float], level: float = 0
) -> tuple[float, float]:
    """A cell's middle at some height, with the middle of the board at the origin."""
    half = (state.size() - 1) / 2
    x, y = cell[0] - half, cell[1] - half
    return (x - y) * WIDE / 2, -(x + y) * DEEP / 2 - level * RISE / state.height()


def top(state: PillarsPosition, cell: Cell, *, flat: bool = False) -> tuple[float, float]:
    """The middle of the top of a cell's pillar, seen from the side or from above."""
    return place(state, cell, 0 if flat else state.height_at(*cell))


def field(state: PillarsPosition, targets: Targets, spots: Spots, last: Last) -> Iterator[str]:
    """The whole board, its middle at the origin."""
    yield from _ground(state.size())
    yield from _labels(state)
    for cell in cells(state):
        yield _cell(state, cell, targets, spots, last)
    yield from twice(lambda flat: track(state, last, flat=flat))


def twice(parts: Callable[[bool], Iterable[str]]) -> Iterator[str]:
    """Parts for the view from the side, and the same for that from above."""
    for class_, flat in (("raised", False), ("flat", True)):
        if shown := "".join(parts(flat)):
            yield element("g", shown, class_=class_)


def _ground(size: int) -> Iterator[str]:
    across = (size + FRONT + BACK) * WIDE / 2
    front, side, back = _down(size), (FRONT - BACK) * DEEP / 2, -(size / 2 + BACK) * DEEP
    for class_, x in (("ground-left", -across), ("ground-right", across)):
        path = f"M{x:g} {side:.4g} 0 {front:g}v{THICK}L{x:g} {side + THICK:.4g}Z"
        yield element("path", class_=class_, d=path)
    corners = f"M0 {back:g} {across:g} {side:.4g} 0 {front:g} {-across:g} {side:.4g}Z"
    yield element("path", class_="ground", d=corners)


def _labels(state: PillarsPosition) -> Iterator[str]:
    """Letters and numbers along both front edges, of about the same size on every board."""
    size = state.size()
    letters = min(25.0, 13 + 0.85 * size)
    for i in range(size):
        for name, cell in ((COLUMNS[i], (i, -0.77)), (str(i + 1), (-0.77, i))):
            x, y = place(state, cell)
            yield element(
                "text", name, class_="label", x=x, y=y + 0.35 * letters, font_size=letters
            )


def _cell(state: PillarsPosition, cell: Cell, targets: Targets, spots: Spots, last: Last) -> str:
    """A pillar, its height as a number, the gamer on it, and what may be done there."""
    name, height, player = cell_name(cell), state.height_at(*cell), state.gamer_at(*cell)
    (x, y), lift = place(state, cell), height * RISE / state.height()
    parts = [tip(cell_words(state, cell)), *_stone(height, state.height())]
    if spots.highlights(name):
        parts += _marks(cell, targets)
    if last.kind == "build" and last.target == cell:
        parts += _built(state)
    is_summit = cell == state.centre()
    if is_summit:
        parts.append(flag(state.winner()))
    if player < 0:
        parts.append(text(str(height), -6 if is_summit else 0, 1, "number"))
    else:
        parts += _standing(state, player, height)
    if height:
        up = f"translate(0 {-lift:.4g})"
        parts = [element("g", *parts, class_="lift", transform=up)]
    return spots.group("cell", name, element("g", *parts, transform=f"translate({x:.5g} {y:.5g})"))


def _stone(height: int, summit: int) -> Iterator[str]:
    """The pillar in either view; the ground is the same in both."""
    yield element("use", href=f"#{pillar_id(height, summit)}", class_="raised" if height else None)
    if height:
        yield element("use", href=f"#{top_id(height, summit)}", class_="flat")


def _marks(cell: Cell, targets: Targets) -> Iterator[str]:
    """A bright, thick frame where the gamer may step, a thin one with a plus where it may build."""
    if cell in targets.steps:
        yield element("path", class_="step-mark", d=rhombus(FACE * 0.86))
    if cell in targets.builds:
        y = DEEP / 2 * FACE * 0.86
        plus = f"M-4.5 {11 - y:.4g}h9M0 {6.5 - y:.4g}v9"
        yield element("path", class_="build-mark", d=rhombus(FACE * 0.86) + plus)


def _standing(state: PillarsPosition, player: int, height: int) -> Iterator[str]:
    """The gamer, and the height of its pillar on a plaque at the feet."""
    side = side_of(state, player)
    if player == state.actor():
        yield element("ellipse", class_="turn-mark", cx=0, cy=-4, rx=25, ry=15)
    name = state.name_of(player)
    yield element("g", gamer(side, name, 0, -6, TALL), data_piece=name)
    yield element("ellipse", class_="plaque", cx=0, cy=1.5, rx=12, ry=8.6)
    yield text(str(height), 0, 7.7, "small")


def _built(state: PillarsPosition) -> Iterator[str]:
    """The new course of a pillar, framed."""
    outline = block(0, RISE / state.height(), FACE)
    for class_ in ("rim", "last"):
        yield element("path", class_=f"{class_} track built", d=outline)


def track(state: PillarsPosition, last: Last, *, flat: bool = False) -> Iterator[str]:
    """The last step as an arrow, the last build or pass as a note."""
    if last.kind == "build" and last.target:
        x, y = top(state, last.target, flat=flat)
        yield from _note("+1", x + 22, y - 17, 34)
    elif last.kind == "pass" and last.actor >= 0:
        x, y = top(state, state.position(last.actor), flat=flat)
        yield from _note("pass", x + 25, y - 30, 52)
    elif last.origin and last.target:
        path = _arrow(top(state, last.origin, flat=flat), top(state, last.target, flat=flat))
        for class_ in ("rim", "last"):
            yield element("path", class_=f"{class_} track step", d=path)


def _note(words: str, x: float, y: float, wide: float) -> Iterator[str]:
    yield element(
        "rect", class_="note-plate", x=x - wide / 2, y=y - 12, width=wide, height=24, rx=12
    )
    yield text(words, x, y + 6, "note")


def _arrow(start: tuple[float, float], end: tuple[float, float]) -> str:
    """From beside the number of the old cell to the feet of the gamer."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = (across**2 + down**2) ** 0.5 or 1
    along = across / length, down / length
    # Towards the viewer it ends beside the gamer, who stands in front of it.
    leave, arrive = (13, 30) if down > 0 else (19, 19)
    tail = start[0] + leave * along[0], start[1] + leave * along[1]
    tip_ = end[0] - arrive * along[0], end[1] - arrive * along[1]
    back = tip_[0] - 9 * along[0], tip_[1] - 9 * along[1]
    wing = -7 * along[1], 7 * along[0]
    return (
        f"M{tail[0]:.4g} {tail[1]:.4g}L{tip_[0]:.4g} {tip_[1]:.4g}"
        f"M{back[0] + wing[0]:.4g} {back[1] + wing[1]:.4g}L{tip_[0]:.4g} {tip_[1]:.4g} "
        f"{back[0] - wing[0]:.4g} {back[1] - wing[1]:.4g}"
    )


def stepping(state: PillarsPosition, target: Cell, *, flat: bool = False) -> Iterator[str]:
    """The ghost of a step: the gamer on the other pillar, and the way there."""
    player = state.actor()
    start = top(state, state.position(player), flat=flat)
    x, y = top(state, target, flat=flat)
    yield shapes.dashed("path", d=rhombus(FACE * 0.86), transform=f"translate({x:.5g} {y:.5g})")
    yield shapes.dashed("path", 3, d=_arrow(start, (x, y)))
    scale = SMALL if flat else TALL
    yield shapes.faint(gamer(side_of(state, player), state.name_of(player), x, y - 6, scale))


def growing(state: PillarsPosition, target: Cell, *, flat: bool = False) -> Iterator[str]:
    """The ghost of a build: the pillar one higher, its new course framed."""
    height = state.height_at(*target) + 1
    x, y = place(state, target, 0 if flat else height)
    number = text(str(height), x, y + 1, "number")
    drawn = (top_id if flat else pillar_id)(height, state.height())
    yield shapes.faint(shapes.use(drawn, x, y, "pillar"))
    course = rhombus(FACE) if flat else block(0, RISE / state.height(), FACE)
    yield shapes.dashed("path", d=course, transform=f"translate({x:.5g} {y:.5g})")
    yield number


def passing(state: PillarsPosition, *, flat: bool = False) -> Iterator[str]:
    """The ghost of a pass: the gamer who will be first."""
    x, y = top(state, state.position(state.actor()), flat=flat)
    yield shapes.dashed("ellipse", cx=x, cy=y - 4, rx=29, ry=18)
    yield from _note("first", x + 25, y - 30, 54)
