"""Many pictures that are nearly the same, told as tracks: an element, and at which positions it is.

Equal elements get equal numbers (``Pool``), so that comparing them is quick.
"""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from html import escape
from typing import NamedTuple
from xml.parsers import expat

_ID = re.compile(r' id="([^"]*)"')
_NAMED = re.compile(r"""( id="|href="#|url\(#)([^")]+)""")


class Frame(NamedTuple):
    """A picture taken apart."""

    attributes: dict[str, str]
    """Of the root."""
    children: tuple[int, ...]
    """What the root shows."""
    definitions: tuple[int, ...]
    styles: tuple[str, ...]
    """As they are written."""

    @property
    def box(self) -> str:
        """The part of the plane that is seen."""
        return self.attributes.get("viewBox", "")


class Track:
    """An element that keeps its place among others, and what it is at which positions."""

    def __init__(self, frame: int, node: int) -> None:
        self.seen = [(frame, node)]

    @property
    def node(self) -> int:
        """What it was last."""
        return self.seen[-1][1]

    @property
    def when(self) -> tuple[int, ...]:
        """The positions at which it is there."""
        return tuple(frame for frame, _ in self.seen)

    @property
    def changes(self) -> bool:
        """Whether it is not always the same; then it is a group."""
        return len({node for _, node in self.seen}) > 1


class Pool:
    """All elements of all pictures, equal ones once."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, tuple[int | str, ...]], int] = {}
        self._nodes: list[tuple[str, tuple[int | str, ...]]] = []
        self._ids: dict[int, str] = {}
        self._starts: dict[tuple[str, ...], str] = {}
        self._named: dict[str, int] = {}
        self._frames = 0

    def frame(self, svg: str) -> Frame:
        """A picture taken apart; ids that meant something else before get names of their own."""
        self._frames += 1
        named: dict[str, int] = {}
        frame = self._parsed(svg, named)
        if any(self._named.get(name, node) != node for name, node in named.items()):
            named = {}
            svg = _NAMED.sub(rf"\g<1>\g<2>-{self._frames}", svg)
            frame = self._parsed(svg, named)
        self._named.update(named)
        return frame

    def start(self, node: int) -> str:
        """The name and the attributes of an element, as they are written."""
        return self._nodes[node][0]

    def children(self, node: int) -> tuple[int, ...]:
        """The elements in an element."""
        return tuple(each for each in self._nodes[node][1] if isinstance(each, int))

    def is_group(self, node: int) -> bool:
        """Whether it only holds others together."""
        return self.start(node).partition(" ")[0] == "g"

    def text(self, node: int) -> str:
        """An element as it is written."""
        start, children = self._nodes[node]
        inside = "".join(self.text(each) if isinstance(each, int) else each for each in children)
        name = start.partition(" ")[0]
        return f"<{start}>{inside}</{name}>" if inside else f"<{start}/>"

    def _parsed(self, svg: str, named: dict[str, int]) -> Frame:
        stack: list[tuple[str, list[int | str]]] = [("", [])]
        root: list[str] = []

        def open_(name: str, attributes: list[str]) -> None:
            root.extend(attributes if len(stack) == 1 else ())
            stack.append((self._start(name, *attributes), []))

        def close(name: str) -> None:
            start, children = stack.pop()
            if name in ("g", "svg", "defs"):  # text shows nowhere else
                children = [each for each in children if isinstance(each, int)]
            node = self._number(start, tuple(children))
            if node in self._ids:
                named[self._ids[node]] = node
            stack[-1][1].append(node)

        parser = expat.ParserCreate()
        parser.buffer_text = parser.ordered_attributes = True
        parser.StartElementHandler = open_
        parser.EndElementHandler = close
        parser.CharacterDataHandler = lambda text: stack[-1][1].append(escape(text, quote=False))
        parser.Parse(svg, True)
        top = next(each for each in stack[0][1] if isinstance(each, int))
        return self._sorted(dict(zip(root[::2], root[1::2], strict=True)), self.children(top))

    def _start(self, *parts: str) -> str:
        """A name and attributes as they are written."""
        if parts not in self._starts:
            pairs = zip(parts[1::2], parts[2::2], strict=True)
            written = "".join(f' {name}="{escape(value)}"' for name, value in pairs)
            self._starts[parts] = parts[0] + written
        return self._starts[parts]

    def _sorted(self, root: dict[str, str], nodes: Sequence[int]) -> Frame:
        shown: list[int] = []
        definitions: list[int] = []
        styles: list[str] = []
        for node in nodes:
            name = self.start(node).partition(" ")[0]
            if name == "defs":
                definitions += self.children(node)
            elif name == "style":
                styles += [each for each in self._nodes[node][1] if isinstance(each, str)]
            else:
                shown.append(node)
        return Frame(root, tuple(shown), tuple(definitions), tuple(styles))

    def _number(self, start: str, children: tuple[int | str, ...]) -> int:
        number = self._numbers.setdefault((start, children), len(self._nodes))
        if number == len(self._nodes):
            self._nodes.append((start, children))
            if found := _ID.search(start):
                self._ids[number] = found[1]
        return number


def tracks_of(rows: Sequence[tuple[int, Sequence[int]]], pool: Pool) -> list[Track]:
    """The tracks of rows of elements, by position, such that every row keeps its order."""
    tracks: list[Track] = []
    shown: list[Track] = []
    for frame, nodes in rows:
        kept = _kept(shown, nodes, pool)
        index = {id(track): i for i, track in enumerate(tracks)}
        limits = [len(tracks)]
        for track in reversed(kept):
            limits.append(index[id(track)] if track else limits[-1])
        limits = limits[::-1]
        woven: list[Track] = []
        shown, at = [], 0
        for place, (node, track) in enumerate(zip(nodes, kept, strict=True)):
            # What has been here before, and is hidden now, comes back.
            end = limits[place]
            found = (
                end if track else next((i for i in range(at, end) if tracks[i].node == node), -1)
            )
            if found >= 0:
                woven += tracks[at : found + 1]
                at = found + 1
                tracks[found].seen.append((frame, node))
            else:
                woven.append(Track(frame, node))
            shown.append(woven[-1])
        tracks = woven + tracks[at:]
    return tracks


def replacements(
    before: Sequence[int], after: Sequence[int]
) -> Iterator[tuple[int, int, int, int]]:
    """What differs: from where to where in one sequence, and in the other."""
    start = 0
    while start < min(len(before), len(after)) and before[start] == after[start]:
        start += 1
    end = 0
    while end < min(len(before), len(after)) - start and before[-1 - end] == after[-1 - end]:
        end += 1
    old, new = before[start : len(before) - end], after[start : len(after) - end]
    for kind, i1, i2, j1, j2 in SequenceMatcher(None, old, new).get_opcodes():
        if kind != "equal":
            yield start + i1, start + i2, start + j1, start + j2


def _kept(shown: Sequence[Track], nodes: Sequence[int], pool: Pool) -> list[Track | None]:
    """For every element, the track of the row before that goes on with it."""
    kept: list[Track | None] = []
    at = 0
    for i1, i2, j1, j2 in replacements([track.node for track in shown], nodes):
        kept += shown[at:i1]
        at = i2
        free = list(shown[i1:i2])
        for node in nodes[j1:j2]:
            same = [k for k, track in enumerate(free) if _is_same_group(pool, track.node, node)]
            kept.append(free[same[0]] if same else None)
            free = free[same[0] + 1 :] if same else free
    return [*kept, *shown[at:]]


def _is_same_group(pool: Pool, one: int, other: int) -> bool:
    return pool.is_group(one) and pool.start(one) == pool.start(other)
