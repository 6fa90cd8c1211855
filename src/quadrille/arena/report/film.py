"""Many pictures that are nearly the same, written compactly: what is different in each.

A picture is cut before every element. The last picture is there as a whole; before it, each tells
which pieces of the one after it are replaced by which others. Pieces are numbered: those of the
last picture in the order in which they first occur in it, then further ones. The script of the
page (``replay.js``) puts the pictures together again.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

from quadrille.core.drawing.film_tracks import replacements


def film(pictures: Sequence[str]) -> dict[str, Any]:
    """What is needed to make all pictures from the last one."""
    pieces: dict[str, int] = {}
    backwards = pictures[::-1]
    reels = [[pieces.setdefault(piece, len(pieces)) for piece in cut(each)] for each in backwards]
    known = len(set(reels[0]))
    changes = [change(one, other) for one, other in pairwise(reels)]
    return {"pieces": list(pieces)[known:], "changes": changes}


def cut(picture: str) -> list[str]:
    """The pieces of a picture; ``<`` stands between them."""
    return picture.split("<")


def change(before: Sequence[int], after: Sequence[int]) -> list[tuple[int, int, list[int]]]:
    """What to replace, from the last place to the first: where, how many, by what."""
    steps = [(i1, i2 - i1, list(after[j1:j2])) for i1, i2, j1, j2 in replacements(before, after)]
    return steps[::-1]


def described(svg: str) -> str:
    """What a picture says of itself, for those who do not see it."""
    try:
        root = ElementTree.fromstring(svg)
    except ElementTree.ParseError:
        return ""
    space = "{http://www.w3.org/2000/svg}"
    texts = [root.findtext(space + name) for name in ("title", "desc")]
    return root.get("aria-label") or ". ".join(text for text in texts if text)
