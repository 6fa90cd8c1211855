"""Small helpers for pictures: elements, the frame that every picture has, what can be clicked."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from typing import Any, Protocol, Self

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"
"""The font of every picture: the reader's system font."""

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


def rect(
    class_: str, x: float, y: float, width: float, height: float, radius: float, **more: Attribute
) -> str:
    """A rectangle with rounded corners."""
    return element("rect", class_=class_, x=x, y=y, width=width, height=height, rx=radius, **more)


def use(id_: str, x: float, y: float, class_: str, scale: float = 1) -> str:
    """What the definitions call ``id_``, with its origin at (x, y)."""
    size = f" scale({_value(scale)})" if scale != 1 else ""
    place = f"translate({_value(x)} {_value(y)}){size}"
    return element("use", href=f"#{id_}", class_=class_, transform=place)


def ghost(*parts: str) -> str:
    """What a move would put on the board; it takes no clicks."""
    return element("g", *parts, class_="ghost", pointer_events="none")


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


def picture(
    game: str, size: tuple[int, int], label: str, description: str, style: str, *parts: str
) -> str:
    """A whole picture, on a background of its own, that scales to any size.

    ``style`` has one rule of one selector per line, and holds within this game's pictures only,
    since a page may show several games. For the same reason ids should begin with
    ``quadrille-{game}-``.
    """
    width, height = size
    rules = "".join(f".quadrille-{game} {line}" for line in style.strip().splitlines())
    return element(
        "svg",
        tip(label),
        element("desc", escape(description)),
        element("style", escape(rules, quote=False)),
        rect("back", 0, 0, width, height, 14),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        class_=f"quadrille quadrille-{game}",
        role="group",
        aria_label=f"{label}. {description}",
        font_family=FONT,
    )


def player_name(player: int) -> str:
    """The name of a player; people count from 1."""
    return f"Player {player + 1}"


@lru_cache(256)
def _attribute(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


@lru_cache(20_000)  # pictures repeat most of their numbers
def _value(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else f"{round(value, 2):g}"
