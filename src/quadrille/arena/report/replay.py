"""A game of a record in the page: its pictures to step through, and its moves to read.

Without a script, and in print, there is the last position with all moves.
"""

import json
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass, replace

from quadrille.arena.report import words
from quadrille.arena.report.data import FeaturedGame
from quadrille.arena.report.film import described, film
from quadrille.arena.report.html import Markup, short_number, size, tag
from quadrille.core.drawing.film import pictures, slim, thinned
from quadrille.core.records.record import Played, Record
from quadrille.core.state import CHANCE

MAX_POSITIONS = 100
"""Of one game."""
MAX_MOVES = 400
"""That are listed of one game."""
BUTTONS = (
    ("first", "|<", "First position"),
    ("back", "<", "One back"),
    ("on", ">", "One on"),
    ("last", ">|", "Last position"),
)


@dataclass(frozen=True)
class Scene:
    """A position of a game."""

    ply: int
    """How many moves led to it."""
    picture: str
    """SVG, slimmed."""
    words: str
    """What it shows."""


@dataclass(frozen=True)
class Replay:
    """A game with the pictures that are shown of it."""

    told: FeaturedGame
    sides: tuple[int, ...]
    """By player."""
    scenes: tuple[Scene, ...]
    """None if there are no pictures."""
    problem: str = ""
    """Why there are none."""

    @classmethod
    def of(cls, told: FeaturedGame, sides: tuple[int, ...]) -> "Replay":
        """A game with its pictures, if it can be replayed."""
        try:
            return cls(told, sides, tuple(shown(told.record)))
        except Exception as error:  # rules may have changed, or be somebody's own
            return cls(told, sides, (), " ".join(str(error).split())[:300])

    def shorter(self) -> "Replay":
        """The same with half of the pictures."""
        scenes = tuple(thinned(self.scenes, len(self.scenes) // 2))
        return replace(self, scenes=scenes, problem="they are left out to keep the file small")

    def figure(self) -> Markup:
        """The game in the page."""
        record = self.told.record
        pictures = [tag("p", f"No pictures: {self.problem}.")]
        if self.scenes:
            pictures = _pictures(self.scenes, len(record.moves))
        parts = [_caption(self.told, self.sides), *pictures, _moves(record)]
        return tag("figure", *parts, class_="replay", tabindex=0)


def fitting(replays: Sequence[Replay], most: int) -> list[Markup]:
    """The games as figures of at most ``most`` bytes in all; the largest are shortened."""
    replays = list(replays)
    figures = [each.figure() for each in replays]
    while sum(map(size, figures)) > most and any(each.scenes for each in replays):
        there = [index for index, each in enumerate(replays) if each.scenes]
        largest = max(there, key=lambda index: len(figures[index]))
        replays[largest] = replays[largest].shorter()
        figures[largest] = replays[largest].figure()
    return figures


def shown(record: Record) -> list[Scene]:
    """Pictures along a game, at most about ``MAX_POSITIONS``."""
    return [
        Scene(ply, slim(picture), described(picture))
        for ply, picture in pictures(record, most=MAX_POSITIONS)
    ]


# --- private -------------------------------------------------------------------------------


def _caption(told: FeaturedGame, sides: Sequence[int]) -> Markup:
    record = told.record
    why = told.why[:1].upper() + told.why[1:]
    facts = (
        f"Game {told.number + 1:,} of series {told.series}, {told.played[:10]}, "
        f"{words.count(len(record.moves), 'move')}: {words.ending(record.result, sides)}."
    )
    scores = record.result.scores
    told_scores = set(scores) - {0.0, 1.0}
    players = []
    for player, name in enumerate(told.players):
        side = f" (side {sides[player] + 1})" if len(set(sides)) < len(sides) else ""
        score = f", score {short_number(scores[player])}" if told_scores else ""
        players.append(tag("li", tag("b", f"P{player + 1}"), f"{side} ", tag("code", name), score))
    heading = tag("h4", why)
    return tag("figcaption", heading, tag("p", facts), tag("ul", *players, class_="players"))


def _pictures(scenes: Sequence[Scene], moves: int) -> list[Markup]:
    last = scenes[-1]
    data = {"plies": [each.ply for each in scenes], **film([each.picture for each in scenes])}
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")
    source = b64encode(last.picture.encode()).decode()
    buttons = [
        tag("button", sign, type="button", data_go=name, aria_label=words_, title=words_)
        for name, sign, words_ in BUTTONS
    ]
    slider = tag("input", type="range", min=0, max=len(scenes) - 1, value=len(scenes) - 1)
    picture = {"src": f"data:image/svg+xml;base64,{source}", "alt": last.words}
    parts = [
        tag("img", class_="final", **picture),
        tag("img", class_="stage", alt="", hidden=True),
        tag(
            "div",
            *buttons,
            tag("label", tag("span", "Position", class_="hidden"), slider),
            tag("output", aria_live="polite"),
            class_="steps",
            hidden=True,
        ),
    ]
    if len(scenes) < moves + 1:
        left = f"{len(scenes)} of {moves + 1:,} positions are kept here; the others are left out."
        parts.append(tag("p", left, class_="left-out"))
    return [*parts, tag("script", Markup(text), type="application/json")]


def _moves(record: Record) -> Markup:
    """All moves, or the first and the last of very many."""
    count = len(record.moves)
    gap = max(0, count - MAX_MOVES)
    start = (count - gap) // 2
    items = [_move(each) for each in record.moves[:start]]
    if gap:
        left = f"\N{HORIZONTAL ELLIPSIS} {gap:,} moves left out"
        items.append(tag("li", left, class_="gap", data_gap=gap, style=f"--gap:{gap}"))
    items += [_move(each) for each in record.moves[start + gap :]]
    return tag("ol", *items, class_="moves", tabindex=0, role="list", aria_label="Moves")


def _move(played: Played) -> Markup:
    who = "chance" if played.player == CHANCE else f"P{played.player + 1}"
    return tag("li", tag("b", who), " ", words.deed(played))
