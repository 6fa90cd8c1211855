"""The pieces of Quarto drawn: each once, standing with the middle of the foot at the origin."""

from functools import cache
from typing import NamedTuple

from quadrille.core.drawing.svg import element, gradient
from quadrille.games.quarto.words import piece_name


class Wood(NamedTuple):
    """The colours of a piece."""

    name: str
    edge: str
    top: str
    left: str
    body: str
    right: str
    wall: str
    hole: str


LIGHT = Wood("light", "#8a6531", "#fbecc9", "#ecd09a", "#e3c48d", "#c39c62", "#8f6a3a", "#4a3116")
DARK = Wood("dark", "#1f110a", "#96674a", "#67422d", "#5a3826", "#402619", "#3a2115", "#120905")


def piece_id(piece: int) -> str:
    """The id of a piece."""
    return f"quadrille-quarto-{piece_name(piece)}"


def piece_height(piece: int) -> int:
    """How high its sides are."""
    return 54 if piece & 8 else 20


def drop(piece: int) -> float:
    """How far the foot of a piece stands below the middle of its square."""
    return piece_height(piece) / 2 + (0 if piece & 8 else 4)


@cache
def definitions() -> str:
    """All sixteen pieces, standing with the middle of the foot at the origin."""
    parts = [gradient(f"quadrille-quarto-{w.name}", w.left, w.body, w.right) for w in (LIGHT, DARK)]
    parts += [_figure(piece) for piece in range(16)]
    # Outlines differ by height and shape only.
    parts += [element("path", d=outline(p), id=f"{piece_id(p)}-outline") for p in (0, 2, 8, 10)]
    return element("defs", *parts)


def outline(piece: int) -> str:
    """Its outline; that of a short one lies within that of a tall one."""
    top = -piece_height(piece)
    if piece & 2:
        return f"M-28 {top}L0 {top - 14} 28 {top}V0L0 14-28 0Z"
    return f"M-24 {top}A24 12 0 0 1 24 {top}V0A24 12 0 0 1-24 0Z"


def _figure(piece: int) -> str:
    """One piece: shadow, sides, top, perhaps the hole, and the outline."""
    top, edge = -piece_height(piece), outline(piece)
    wood = LIGHT if piece & 4 else DARK
    parts = [element("ellipse", cx=4, cy=3, rx=29, ry=13, fill="#1d1a12", opacity=0.2)]
    if piece & 2:
        lid = f"M-28 {top}L0 {top - 14} 28 {top} 0 {top + 14}Z"
        parts.append(element("path", d=edge, fill=wood.left))
        parts.append(element("path", d=f"M28 {top}L0 {top + 14}V14L28 0Z", fill=wood.right))
        parts.append(element("path", d=lid, fill=wood.top))
    else:
        parts.append(element("path", d=edge, fill=f"url(#quadrille-quarto-{wood.name})"))
        parts.append(element("ellipse", cy=top, rx=24, ry=12, fill=wood.top))
    if piece & 1:
        parts.append(element("ellipse", cy=top, rx=13, ry=6.5, fill=wood.wall))
        parts.append(element("ellipse", cy=top + 1.6, rx=11.5, ry=4.9, fill=wood.hole))
    line = element("path", d=edge, fill="none", stroke=wood.edge, stroke_width=1.5)
    return element("g", *parts, line, id=piece_id(piece), stroke_linejoin="round")
