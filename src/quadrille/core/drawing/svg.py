"""Small helpers for pictures: elements, the frame that every picture has, what can be clicked."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from typing import Any, NamedTuple, Protocol, Self

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"
"""The font of every picture: the reader's system font."""

_TWO_COLOURS = re.compile(r"([\w-]+): (#\w+)/(#\w+)")

MAX_SHOWN_NAME = 14
"""Characters of a player's name in a picture."""

Attribute = str | float | None


class HasMoves(Protocol):
    """A state whose legal moves can be listed."""

    def legal_moves(self) -> Sequence[Any]: ...


@dataclass(frozen=True)
class Spots:
    """What can be clicked in a game whose moves are single clicks, and what was played last."""

    moves: frozenset[str]
    """The legal moves, each of them the name of a spot."""
    shown: bool
    """Whether they are highlighted."""
    last: str
    """The last move, or nothing."""

    @classmethod
    def of(cls, state: HasMoves, last_move: Any, legal: bool) -> Self:
        """The spots of a state, from the arguments of ``svg``."""
        moves = frozenset(str(move) for move in state.legal_moves())
        return cls(moves, legal, "" if last_move is None else str(last_move))

    def highlights(self, spot: str) -> bool:
        """Whether the spot is to be shown as one to click."""
        return self.shown and spot in self.moves

    def group(self, class_: str, spot: str, *parts: str) -> str:
        """The parts as one element: clickable if legal, marked if played last."""
        marks = " last" * (spot == self.last) + " legal" * self.highlights(spot)
        data_spot = spot if spot in self.moves else None
        return element("g", *parts, class_=class_ + marks, data_spot=data_spot)


def element(name: str, *children: str, **attributes: Attribute) -> str:
    """An element; ``data_spot="b3"`` becomes ``data-spot="b3"``, and None is left out.

    A trailing underscore is dropped (``class_``). Children are markup: see ``text``.
    """
    written = "".join(
        [
            f' {_attribute(key)}="{_value(value)}"'
            for key, value in attributes.items()
            if value is not None
        ]
    )
    inside = "".join(children)
    return f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>"


def text(content: str, x: float, y: float, class_: str) -> str:
    """A line of text at (x, y), where its baseline starts unless the style anchors it otherwise."""
    return element("text", escape(content), x=x, y=y, class_=class_)


def text_within(content: str, x: float, y: float, class_: str, size: float, width: float) -> str:
    """A line of text of a font size that is squeezed into a width if it is longer."""
    squeezed = width if 0.57 * size * len(content) > width else None
    return element(
        "text",
        escape(content),
        x=x,
        y=y,
        class_=class_,
        textLength=squeezed,
        lengthAdjust="spacingAndGlyphs" if squeezed else None,
    )


def rect(
    class_: str, x: float, y: float, width: float, height: float, radius: float, **more: Attribute
) -> str:
    """A rectangle with rounded corners."""
    return element("rect", class_=class_, x=x, y=y, width=width, height=height, rx=radius, **more)


def use(
    id_: str, x: float, y: float, class_: str, scale: float = 1, *, piece: str | None = None
) -> str:
    """What the definitions call ``id_``, with its origin at (x, y); ``piece`` is its name for
    ``Motion``."""
    size = f" scale({_value(scale)})" if scale != 1 else ""
    place = f"translate({_value(x)} {_value(y)}){size}"
    return element("use", href=f"#{id_}", class_=class_, transform=place, data_piece=piece)


def ghost(*parts: str) -> str:
    """What a move would put on the board; it takes no clicks."""
    return element("g", *parts, class_="ghost", pointer_events="none")


def trail(*parts: str) -> str:
    """Marks of what earlier moves did; they take no clicks."""
    return element("g", *parts, class_="trail", pointer_events="none")


def faint(*parts: str) -> str:
    """Parts drawn half transparent."""
    return element("g", *parts, opacity=0.62)


def dashed(name: str, thick: float = 2.5, **shape: Attribute) -> str:
    """The outline of a shape in dashes, dark on a light line, so that it shows on any ground."""
    dashes = f"{2.4 * thick:g} {1.6 * thick:g}"
    shape = {**shape, "fill": "none"}
    return element(
        name, **shape, stroke="#fff", stroke_width=2.2 * thick, stroke_opacity=0.8
    ) + element(name, **shape, stroke="#1c2430", stroke_width=thick, stroke_dasharray=dashes)


def gradient(id_: str, *colours: str, down: bool = False) -> str:
    """Colours spread evenly from left to right, or from top to bottom."""
    last = len(colours) - 1
    stops = (
        element("stop", offset=i / last, stop_color=colour) for i, colour in enumerate(colours)
    )
    return element("linearGradient", *stops, id=id_, x2=0 if down else 1, y2=1 if down else 0)


def tip(content: str) -> str:
    """The tooltip of the element it is put into, also read by screen readers."""
    return element("title", escape(content))


Area = tuple[float, float, float, float]
"""The left edge, the top, the width and the height."""


def panel(*parts: str) -> str:
    """What lies beside the board; the page leaves it out where the screen is narrow."""
    return element("g", *parts, class_="beside")


class Plane(NamedTuple):
    """A part of a picture that the page can move and enlarge: a map, a field."""

    window: Area
    """Where it is seen, in the picture."""
    content: Area
    """What there is to see, in lengths of the plane."""
    tile: float
    """The width in the plane of the smallest thing that is clicked or read, which the page makes as
    large as a finger."""
    x: float
    """Where the origin lies in the picture."""
    y: float
    scale: float

    def layer(self, *parts: str) -> str:
        """Parts in the plane, for ghosts and other things that lie above the picture."""
        return element(
            "g",
            *parts,
            transform=f"translate({self.x:.5g} {self.y:.5g})scale({self.scale:.5g})",
            data_plane=_area(self.window),
            data_content=_area(self.content),
            data_tile=self.tile,
        )

    def shown(self, id_: str, *parts: str) -> str:
        """Parts in the plane, cut off at the window."""
        x, y, width, height = self.window
        clip = element("clipPath", rect("", x, y, width, height, 10), id=id_)
        return clip + element("g", self.layer(*parts), clip_path=f"url(#{id_})")

    def label(self, content: str, x: float, y: float, class_: str, size: float) -> str:
        """A text in the plane that stays as large as it is in the picture, however the page
        enlarges the plane."""
        size /= self.scale
        return element("text", escape(content), x=x, y=y, class_=f"{class_} fixed", font_size=size)


def small_picture(game: str, area: Area, *parts: str) -> str:
    """A picture for a line of text; it may use what the game's picture defines."""
    class_ = f"quadrille quadrille-{game}"
    return element("svg", *parts, viewBox=_area(area), class_=class_, aria_hidden="true")


def _area(area: Area) -> str:
    return " ".join(f"{each:.5g}" for each in area)


def picture(
    game: str,
    size: tuple[int, int],
    label: str,
    description: str,
    style: str,
    *parts: str,
    board: Area | None = None,
) -> str:
    """A whole picture, on a background of its own, that scales to any size.

    ``board`` is the part of it that narrow screens show, if there is a ``panel`` beside it.

    ``style`` has one rule of one selector per line, and holds within this game's pictures only,
    since a page may show several games. A colour ``#fff/#000`` is the second one where the page
    around the picture is dark. For the same reason ids should begin with
    ``quadrille-{game}-``.
    """
    width, height = size
    rules = "".join(f".quadrille-{game} {line}" for line in _themed(style).splitlines())
    return element(
        "svg",
        tip(label),
        element("desc", escape(description)),
        element("style", escape(rules, quote=False)),
        rect("back", 0, 0, width, height, 14),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        data_board=_area(board) if board else None,
        class_=f"quadrille quadrille-{game}",
        role="group",
        aria_label=f"{label}. {description}",
        font_family=FONT,
    )


@lru_cache(32)
def _themed(style: str) -> str:
    """The light colour before each of two, for programs that know no other."""
    return _TWO_COLOURS.sub(r"\1: \2; \1: light-dark(\2, \3)", style.strip())


_names: ContextVar[tuple[str, ...]] = ContextVar("_names", default=())


@contextmanager
def named(names: Sequence[str]) -> Iterator[None]:
    """What pictures call the players, as long as this lasts; by default they have numbers."""
    token = _names.set(tuple(_shortened(name) for name in names))
    try:
        yield
    finally:
        _names.reset(token)


def _shortened(name: str) -> str:
    """A name for which pictures have room."""
    return name if len(name) <= MAX_SHOWN_NAME else f"{name[: MAX_SHOWN_NAME - 1].rstrip()}…"


def player_name(player: int, *, inside: bool = False) -> str:
    """The name of a player, at the beginning of a sentence or ``inside`` one.

    Without a name (``named``) it is the player's number; people count from 1.
    """
    names = _names.get()
    if player < len(names) and names[player]:
        return names[player]
    return f"{'player' if inside else 'Player'} {player + 1}"


def player_names(players: Sequence[int]) -> str:
    """The names of several players in a list."""
    if any(_names.get()):
        names, before = [player_name(player) for player in players], ""
    else:
        names, before = [str(player + 1) for player in players], "Players "
    return f"{before}{', '.join(names[:-1])} and {names[-1]}"


@lru_cache(256)
def _attribute(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


@lru_cache(20_000)  # pictures repeat most of their numbers
def _value(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else f"{round(value, 2):g}"
