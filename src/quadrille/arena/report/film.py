"""Many pictures that are nearly the same, written compactly: what is different in each.

A picture is cut before every element. The last picture is there as a whole; before it, each tells
which pieces of the one after it are replaced by which others. Pieces are numbered: those of the
last picture in the order in which they first occur in it, then further ones. The script of the
page (``replay.js``) puts the pictures together again.
"""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

# What a picture has for screen readers and for clicking, which nobody reaches inside an image.
_ASIDE = re.compile(r"<(title|desc)>[^<]*</\1>")
_ATTRIBUTES = re.compile(r' (?:data-[\w-]+|aria-[\w-]+|role|tabindex)="[^"]*"')


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
    start = 0
    while start < min(len(before), len(after)) and before[start] == after[start]:
        start += 1
    end = 0
    while end < min(len(before), len(after)) - start and before[-1 - end] == after[-1 - end]:
        end += 1
    old, new = before[start : len(before) - end], after[start : len(after) - end]
    steps = [
        (start + i1, i2 - i1, list(new[j1:j2]))
        for kind, i1, i2, j1, j2 in SequenceMatcher(None, old, new).get_opcodes()
        if kind != "equal"
    ]
    return steps[::-1]


def slim(svg: str) -> str:
    """A picture without what an image does not show; ValueError if it is no picture."""
    slimmed = _ATTRIBUTES.sub("", _ASIDE.sub("", svg))
    for each in (slimmed, svg):
        try:
            ElementTree.fromstring(each)
            return each
        except ElementTree.ParseError as error:
            reason = str(error)
    raise ValueError(f"expected a picture as SVG, got {svg!r:.80} ({reason})")


def described(svg: str) -> str:
    """What a picture says of itself, for those who do not see it."""
    try:
        root = ElementTree.fromstring(svg)
    except ElementTree.ParseError:
        return ""
    space = "{http://www.w3.org/2000/svg}"
    texts = [root.findtext(space + name) for name in ("title", "desc")]
    return root.get("aria-label") or ". ".join(text for text in texts if text)
