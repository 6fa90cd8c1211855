"""A whole game as one moving picture: SVG that plays in any browser, without a script.

What the pictures of a game have in common is written once (``film_tracks``); a rule of CSS for
every set of positions says when the elements that only these have are seen. Who prefers reduced
motion sees the last position.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby
from typing import Any
from xml.etree import ElementTree

from quadrille.core.drawing import draw
from quadrille.core.drawing.film_tracks import Frame, Pool, Track, tracks_of
from quadrille.core.game import Game
from quadrille.core.records.record import Record

MAX_PICTURES = 600
"""The most positions in a film; longer games are thinned out."""
REST = 3.0
"""How many seconds longer the last position is shown."""
PREFIX = "film-"
"""How the classes begin that say when something is seen."""

# What a picture has for screen readers and for clicking, which nobody reaches inside an image.
_ASIDE = re.compile(r"<(title|desc)>[^<]*</\1>")
_ATTRIBUTES = re.compile(r' (?:data-[\w-]+|aria-[\w-]+|role|tabindex)="[^"]*"')


def film(
    record: Record, *, seconds: float = 1.0, player: int | None = None, game: Game | None = None
) -> str:
    """A recorded game as animated SVG, each position shown for ``seconds``, repeating for ever.

    With ``player``, only what that player may know. BadRecord if the record does not replay; a
    game that is not found by its spec here can be given.
    """
    shown = pictures(record, most=MAX_PICTURES, player=player, game=game)
    title = f"{record.game}: {', '.join(record.players)}"
    return moving_picture((picture for _, picture in shown), title, seconds)


def moving_picture(pictures: Iterable[str], title: str, seconds: float) -> str:
    """Pictures as animated SVG, each shown for ``seconds``, repeating for ever."""
    if not 0.01 <= seconds <= 3600:  # nor is NaN
        raise ValueError(f"expected seconds from 0.01 to 3600, got {seconds!r}")
    pool = Pool()
    frames = [pool.frame(slim(picture)) for picture in pictures]
    reel = _Reel(pool, len(frames))
    body = reel.write(list(enumerate(frame.children for frame in frames)), tuple(reel.all))
    styles = dict.fromkeys(style for frame in frames for style in frame.styles)
    definitions = dict.fromkeys(node for frame in frames for node in frame.definitions)
    return "".join(
        (
            f"<svg{_root(frames)}>",
            f"<title>{escape(title)}</title>",
            *(f"<style>{style}</style>" for style in styles),
            reel.still(),
            f"<defs>{''.join(map(pool.text, definitions))}</defs>" if definitions else "",
            body,
            reel.moving(seconds),  # at the end, so that all starts at once however it is loaded
            "</svg>",
        )
    )


def pictures(
    record: Record, *, most: int, player: int | None = None, game: Game | None = None
) -> Iterator[tuple[int, str]]:
    """About ``most`` pictures along a game, each with its ply."""
    wanted = set(thinned(range(len(record.moves) + 1), most))
    before: Any = None
    for ply, state in enumerate(record.replay(game)):
        if ply in wanted:
            last = None
            if ply and record.moves[ply - 1].move:
                last = before.parse_move(record.moves[ply - 1].move)
                last = last if player is None else before.seen(last, player)
            yield ply, draw.svg(state, player, last_move=last, legal=False)
        before = state


def thinned(items: Sequence[Any], most: int) -> list[Any]:
    """At most so many items, evenly spread from the first to the last; of one, the last."""
    if most >= len(items):
        return list(items)
    if most < 2:
        return list(items[-1:]) if most == 1 else []
    step = (len(items) - 1) / (most - 1)
    return [items[round(index * step)] for index in range(most)]


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


def _root(frames: Sequence[Frame]) -> str:
    """The attributes of the last picture, with room for all of them."""
    boxes = [[float(number) for number in box.split()] for frame in frames if (box := frame.box)]
    attributes = dict(frames[-1].attributes)
    if boxes:
        left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
        right, bottom = max(x + wide for x, _, wide, _ in boxes), max(y + h for _, y, _, h in boxes)
        attributes["viewBox"] = f"{left:g} {top:g} {right - left:g} {bottom - top:g}"
    return "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())


class _Reel:
    """The elements of all pictures, and the positions at which each is seen."""

    def __init__(self, pool: Pool, count: int) -> None:
        self.pool = pool
        self.all = range(count)
        self.classes: dict[tuple[int, ...], str] = {}

    def write(self, rows: Sequence[tuple[int, Sequence[int]]], parent: tuple[int, ...]) -> str:
        """The children that a group has at some positions; the group itself is seen at those."""
        parts = []
        for when, run in groupby(tracks_of(rows, self.pool), key=lambda track: track.when):
            inside = "".join(map(self._track, run))
            parts.append(
                inside if when == parent else f'<g class="{self._class(when)}">{inside}</g>'
            )
        return "".join(parts)

    def still(self) -> str:
        """The rule without motion: only what the last position has is seen."""
        names = [f".{name}" for when, name in self.classes.items() if self.all[-1] not in when]
        return f"<style>{','.join(names)}{{visibility:hidden}}</style>" if names else ""

    def moving(self, seconds: float) -> str:
        """When everything is seen."""
        if not self.classes:
            return ""
        total = seconds * len(self.all) + REST
        names = self.classes.values()
        timing = f"[class^={PREFIX}]{{animation:{total:g}s step-end infinite}}"
        rules = timing + "".join(f".{name}{{animation-name:{name}}}" for name in names)
        frames = (
            f"@keyframes {name}{{{_steps(when, seconds / total, len(self.all))}}}"
            for when, name in self.classes.items()
        )
        motion = f"@media (prefers-reduced-motion:no-preference){{{rules}}}"
        return f"<style>{motion}{''.join(frames)}</style>"

    def _class(self, when: tuple[int, ...]) -> str:
        return self.classes.setdefault(when, f"{PREFIX}{len(self.classes)}")

    def _track(self, track: Track) -> str:
        if not track.changes:
            return self.pool.text(track.node)
        rows = [(frame, self.pool.children(node)) for frame, node in track.seen]
        return f"<{self.pool.start(track.node)}>{self.write(rows, track.when)}</g>"


def _steps(when: Sequence[int], share: float, count: int) -> str:
    """The keyframes of something that is seen at these positions only."""
    there = set(when)
    steps = []
    for frame in range(count):
        if not frame or (frame in there) != (frame - 1 in there):
            state = "visible" if frame in there else "hidden"
            steps.append(f"{100 * share * frame:.6g}%{{visibility:{state}}}")
    return "".join(steps)
