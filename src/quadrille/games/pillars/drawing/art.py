"""The drawings of Pillars: gamers of both teams, pillars of every height, the cards.

Lengths are those of a board whose cells are ``WIDE`` across their corners. The teams differ without
colour too: RED wears round helmets, BLUE pointed hats, and everybody a name.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from quadrille.core.drawing.svg import Attribute, element, rect, text, use

PREFIX = "quadrille-pillars-"
"""How ids begin, so that those of other games on the same page differ."""
WIDE, DEEP = 100, 88
"""A cell from its left to its right corner, and from its front to its back one."""
RISE = 48
"""The height of the summit, such that what stands behind the tallest pillars is still seen."""
FACE, PEAK = 0.9, 0.76
"""The part of a cell that its pillar covers; the summit is slender, as it is the highest."""
MAX_RINGS = 4
"""Of a pillar seen from above, for its number to have room."""
CARD = (58, 82)
INK = "#2a2620"

CUBE = ("M0-17 16-8.5 0 0-16-8.5Z", "M-16-8.5 0 0V18L-16 9.5Z", "M16-8.5 0 0V18L16 9.5Z")
BOOT = "M-9-17H3V-3C4 1 14 1 15 9V12H-9Z"
SOLE = "M-10 13H16V17H2V14.5H-1V17H-10Z"
HASTE = "M-14-11H-22M-14-2H-25M-14 7H-21"
DOME = "M-17-43C-18-71 18-71 17-43Z"
VISOR = "M-19-47H19V-41H3.5V-33H-3.5V-41H-19Z"
FLAG = "M0 0C-3-3-6 3-9 0-11-2-13 1-15 0V-13C-13-12-11-15-9-13-6-10-3-16 0-13Z"


class Team(NamedTuple):
    """The colours of a team."""

    name: str
    colour: str
    dark: str
    light: str


TEAMS = (
    Team("red", "#c5372c", "#7c1a13", "#f4c9c0"),
    Team("blue", "#2c60b8", "#173a78", "#c6d8f4"),
)
TOPS = ("#c3c2a4", "#cdbfa0", "#fbf4e3")
"""The ground, the lowest pillar and the highest."""
SUMMIT = "#ecc155"


def blend(start: str, end: str, part: float) -> str:
    """A colour between two."""
    pairs = ((int(start[i : i + 2], 16), int(end[i : i + 2], 16)) for i in range(1, len(start), 2))
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)


def rhombus(scale: float) -> str:
    """The outline of a cell around the origin."""
    x, y = WIDE / 2 * scale, DEEP / 2 * scale
    return f"M0 {-y:g} {x:g} 0 0 {y:g} {-x:g} 0Z"


def block(level: float, deep: float, scale: float) -> str:
    """The outline of a block whose top has its middle at the origin moved down by ``level``."""
    x, y = WIDE / 2 * scale, DEEP / 2 * scale
    return (
        f"M{-x:g} {level:g} 0 {level - y:g} {x:g} {level:g}v{deep:g}L0 {level + y + deep:.4g} "
        f"{-x:g} {level + deep:g}Z"
    )


def pillar_id(height: int, summit: int) -> str:
    """The id of a pillar; it looks different in games with another summit."""
    return f"{PREFIX}pillar-{summit}-{height}"


@cache
def definitions(summit: int) -> str:
    """Everything that is drawn more than once."""
    return element(
        "defs",
        *(_pillar(height, summit) for height in range(summit + 1)),
        *(_top(height, summit) for height in range(summit + 1)),
        _knight(),
        _wizard(),
        *_cards(),
    )


def top_id(height: int, summit: int) -> str:
    """The id of a pillar seen from above."""
    return f"{PREFIX}top-{summit}-{height}"


def _face(height: int, summit: int) -> tuple[float, str]:
    """The part of its cell that a pillar covers, and the colour of its top."""
    if height == summit:
        return PEAK, SUMMIT
    low, high = TOPS[1:]
    return FACE, blend(low, high, (height - 1) / (summit - 2)) if height else TOPS[0]


def _top(height: int, summit: int) -> str:
    """A pillar seen from above, with as many rings as it is high."""
    face, colour = _face(height, summit)
    rings = "".join(rhombus(face * (1 - 0.09 * i)) for i in range(min(height, MAX_RINGS) + 1))
    line: dict[str, Attribute] = {"stroke": "#3a2f2a", "stroke_opacity": 0.6}
    return element(
        "path", d=rings, fill=colour, stroke_width=1.6, id=top_id(height, summit), **line
    )


def _pillar(height: int, summit: int) -> str:
    """A pillar with the middle of its top at the origin, of as many courses as it is high."""
    step, is_summit = RISE / summit, height == summit
    face, top = _face(height, summit)
    x, y = WIDE / 2 * face, DEEP / 2 * face
    down = step * height if height else 2
    left, right = (blend(top, "#3a2f2a", part) for part in (0.3, 0.54))
    stone = [
        element("path", d=f"M{-x:g} 0 0 {y:g}v{down:g}L{-x:g} {down:g}Z", fill=left),
        element("path", d=f"M{x:g} 0 0 {y:g}v{down:g}L{x:g} {down:g}Z", fill=right),
    ]
    courses = joints = ""
    for i in range(height):
        level = step * i
        courses += f"M{-x:g} {level:.4g} 0 {y + level:.4g} {x:g} {level:.4g}" if i else ""
        for part in (0.3, 0.72) if i % 2 else (0.5,):
            for side in (-x, x):
                joints += f"M{side * part:.4g} {y * (1 - part) + level:.4g}v{step:.3g}"
    line: dict[str, Attribute] = {"fill": "none", "stroke": "#3a2f2a"}
    if courses:
        stone.append(element("path", d=courses, stroke_width=1.5, stroke_opacity=0.6, **line))
    if joints:
        stone.append(element("path", d=joints, stroke_width=0.9, stroke_opacity=0.3, **line))
    stone.append(element("path", d=rhombus(face), fill=top))
    shine = f"M{-x + 2:g} 0 0 {y - 1.5:g} {x - 2:g} 0"
    stone.append(
        element("path", d=shine, fill="none", stroke="#fff", stroke_width=1.6, stroke_opacity=0.55)
    )
    if is_summit:
        stone.append(
            element("path", d=rhombus(face * 0.82), fill="none", stroke="#a87a12", stroke_width=1.6)
        )
    stone.append(
        element("path", d=block(0, down, face), stroke_width=1.6, stroke_opacity=0.75, **line)
    )
    return element("g", *stone, id=pillar_id(height, summit))


def flag(side: int = -1) -> str:
    """The flag on the summit: plain gold, or the winner's."""
    cloth = TEAMS[side].colour if side >= 0 else "#fff6dc"
    edge = TEAMS[side].dark if side >= 0 else "#7d5a0c"
    return element(
        "g",
        element("path", d="M0 3V-31", stroke="#5c4313", stroke_width=2.6, stroke_linecap="round"),
        element(
            "path", d=FLAG, fill=cloth, stroke=edge, stroke_width=1.4, transform="translate(-1 -16)"
        ),
        element("circle", cy=-32, r=2.4, fill="#f3cf6b", stroke="#7d5a0c"),
        class_="flag",
        transform="translate(28 1)scale(1.1)",
    )


def _head(y: float, radius: float, edge: str) -> str:
    skin = element("circle", cy=y, r=radius, fill="#f2cfa8", stroke=edge, stroke_width=1.6)
    eyes = element("path", d=f"M-6 {y:g}v3.2M6 {y:g}v3.2", stroke=INK, stroke_width=2.6)
    return skin + eyes


def _shadow() -> str:
    return element("ellipse", cx=2, cy=0, rx=23, ry=8, fill="#241c14", opacity=0.32)


def _knight() -> str:
    """RED: broad shoulders and a round helmet."""
    team = TEAMS[0]
    edge: dict[str, Attribute] = {
        "stroke": team.dark,
        "stroke_width": 2,
        "stroke_linejoin": "round",
    }
    return element(
        "g",
        _shadow(),
        element(
            "path",
            d="M-21 0V-22C-21-32-13-34-8-34H8C13-34 21-32 21-22V0Q0 8-21 0Z",
            fill=team.colour,
            **edge,
        ),
        _head(-39, 12, team.dark),
        element("path", d=DOME, fill="#df5a4c", **edge),
        element("path", d=VISOR, fill="#e3e6ea", **edge),
        element("path", d="M-10-52C-9-57-6-60-2-61", fill="none", stroke="#f7b3aa", stroke_width=3),
        id=f"{PREFIX}gamer-0",
    )


def _wizard() -> str:
    """BLUE: a robe and a pointed hat."""
    team = TEAMS[1]
    edge: dict[str, Attribute] = {
        "stroke": team.dark,
        "stroke_width": 2,
        "stroke_linejoin": "round",
    }
    return element(
        "g",
        _shadow(),
        element(
            "path",
            d="M-24 0C-21-12-16-24-8-34H8C16-24 21-12 24 0Q0 8-24 0Z",
            fill=team.colour,
            **edge,
        ),
        _head(-39, 10, team.dark),
        element(
            "path",
            d="M-17-44C-10-50-4-62 3-77 4-62 10-50 17-44Q0-39-17-44Z",
            fill=team.colour,
            **edge,
        ),
        element("path", d="M-11-49Q0-45 11-49", fill="none", stroke="#f3cf6b", stroke_width=3.4),
        element(
            "path", d="M-5-54C-2-58 0-62 1-67", fill="none", stroke="#8fb2ec", stroke_width=2.2
        ),
        id=f"{PREFIX}gamer-1",
    )


def gamer(side: int, name: str, x: float, y: float, scale: float, class_: str = "") -> str:
    """A gamer with the feet at (x, y)."""
    return element(
        "g",
        element("use", href=f"#{PREFIX}gamer-{side}"),
        text(name, 0, -5.5, "name"),
        class_=f"gamer side-{side}{class_}",
        transform=f"translate({x:.5g} {y:.5g})scale({scale:.4g})",
    )


def boot(x: float, y: float, scale: float = 1) -> str:
    """The sign of a MOVE card."""
    return use(f"{PREFIX}boot", x, y, "icon", scale)


def cube(x: float, y: float, scale: float = 1) -> str:
    """The sign of a BUILD card."""
    return use(f"{PREFIX}cube", x, y, "icon", scale)


def _cards() -> Iterator[str]:
    """Both kinds from the front, and both teams' from the back; signs are small groups."""
    yield element(
        "g",
        element("path", d=BOOT, fill="#2f7a55"),
        element("path", d=SOLE, fill="#174a31"),
        element(
            "path", d=HASTE, fill="none", stroke="#2f7a55", stroke_width=3, stroke_linecap="round"
        ),
        id=f"{PREFIX}boot",
    )
    colours = ("#f3dcae", "#c99a55", "#8d6229")
    yield element(
        "g",
        *(element("path", d=d, fill=fill) for d, fill in zip(CUBE, colours, strict=True)),
        element("path", d="M12-19H26M19-26V-12", stroke="#6f4816", stroke_width=4.4),
        id=f"{PREFIX}cube",
    )
    wide, high = CARD
    for kind, ink, sign in (("move", "#174a31", boot), ("build", "#6f4816", cube)):
        place = (5, 0) if kind == "move" else (-3, 0)
        yield element(
            "g",
            rect("plate", 0, 0, wide, high, 7, fill="#fffdf6", stroke=ink, stroke_width=2),
            sign(wide / 2 + place[0], 36, 0.98),
            sign(12 + place[0] * 0.3, 12, 0.32),
            rect("band", 1, high - 21, wide - 2, 20, 6, fill=ink),
            _word(kind.upper(), wide / 2, high - 6.5, 12.5),
            id=f"{PREFIX}card-{kind}",
        )
        yield element(
            "g",
            rect("plate", 0, 0, wide, high, 7, fill="#fffdf6", stroke=ink, stroke_width=2),
            sign(12 + place[0] * 0.3, 12, 0.32),
            rect("band", 1, high - 21, wide - 2, 20, 6, fill=ink),
            id=f"{PREFIX}card-{kind}-below",
        )
    for side, team in enumerate(TEAMS):
        sign_path = "M29 25a16 16 0 1 0 .1 0Z" if side == 0 else "M29 20 47 56H11Z"
        yield element(
            "g",
            rect("plate", 0, 0, wide, high, 7, fill=team.dark, stroke="#fff", stroke_width=1.5),
            rect("plate", 5, 5, wide - 10, high - 10, 4, fill=team.colour, stroke=team.light),
            element("path", d=sign_path, fill=team.dark, stroke=team.light, stroke_width=2),
            _word("?", wide / 2, 52, 24),
            id=f"{PREFIX}back-{side}",
        )


def _word(word: str, x: float, y: float, size: float) -> str:
    """White letters on a card; definitions are not reached by the picture's style."""
    return element(
        "text",
        word,
        x=x,
        y=y,
        font_size=size,
        font_weight=800,
        fill="#fff",
        text_anchor="middle",
    )


def card(kind: str, x: float, y: float, scale: float = 1) -> str:
    """A card with its corner at (x, y): ``move``, ``build``, ``back-0`` or ``back-1``.

    ``move-below`` and ``build-below`` lie below another card, which hides most of them.
    """
    name = kind if kind.startswith("back") else f"card-{kind}"
    return use(f"{PREFIX}{name}", x, y, "card-face", scale)
