"""The panel beside the field: the turn, the players, and how many sheep are to go."""

from collections.abc import Iterator

from quadrille.core.drawing.svg import Spots, element, player_name, rect, text, text_within, tip
from quadrille.games.sheep.drawing.art import BREEDS, tag
from quadrille.games.sheep.drawing.state import (
    PASS,
    SheepPosition,
    best,
    headline,
    holding,
    last_words,
    must_pass,
    own_score,
    partners,
)

LEFT, TOP, WIDTH, BOTTOM = 908, 44, 354, 888
GAP = 10
HEAD = 84
"""The height of the box that says whose turn it is."""
FACTS = 88
"""The height of the box with the rules of this game."""
DOCK = 150
"""The height of the room for the bar of the page."""
ROW, BAND = 78, 34
"""The heights of a player's line and of the line above partners."""

PLAYERS = TOP + HEAD + GAP
"""The top of the box with the players."""

STYLE = """.box { fill: #f9f6e9/#2a2d24; stroke: #d3cdb0/#454937; stroke-width: 1.2 }
.turn { fill: #fff3cd/#4a3f1d; stroke: #d8b65a/#a5822e; stroke-width: 1.4 }
.caption { font-size: 20px; font-weight: 700; fill: #2f3420/#eef0df }
.heading { font-size: 16px; font-weight: 600; fill: #3c422b/#e2e6cf }
.words { font-size: 14px; fill: #646a50/#b3b99c }
.score { font-size: 27px; font-weight: 700; fill: #2f3420/#eef0df; text-anchor: end }
.own { font-size: 19px; fill: #646a50/#b3b99c; text-anchor: end }
.points { font-size: 26px; font-weight: 700; fill: #2f3420/#eef0df; text-anchor: middle }
.button .plate { fill: #ece7d0/#35382c; stroke: #b9b190/#5c6049; stroke-width: 1.4 }
.button .name { font-weight: 700; fill: #3c3a28/#ece9d6; text-anchor: middle }
.legal.button .plate { fill: #fff3cd/#55481f; stroke: #b98a1e/#d9a93a }
.legal.button:hover .plate { fill: #f6d77f/#6f5d25 }"""


def panel(state: SheepPosition, moves: list[str], clicks: Spots, last: str) -> str:
    """All boxes, one below the other."""
    players, rest = PLAYERS, _rest(state)
    return "".join(
        (
            _head(state, moves),
            rect("box", LEFT, players, WIDTH, rest - GAP - players, 10),
            *_players(state, players),
            *(
                _result(state, rest)
                if state.phase() == "over"
                else _choice(state, moves, clicks, rest)
            ),
            *_facts(state, last),
        )
    )


def _head(state: SheepPosition, moves: list[str]) -> str:
    """Whose turn it is, or who has won, and what that means."""
    player, phase = state.player(), state.phase()
    shown = [player] if player >= 0 else best(state)
    shown = shown if len(shown) <= 2 else []
    scale, step = (1.05, 66) if len(shown) == 1 else (0.6, 40)
    marks = (
        tag(each, LEFT + 12 + step * (i + 0.5), TOP + 42, scale) for i, each in enumerate(shown)
    )
    x = LEFT + 20 + step * len(shown)
    words = {
        "start": "puts all sheep on a marked cell",
        "slide": "nothing of theirs can slide" if must_pass(moves) else "slides part of a flock",
        "over": "Game over: nobody can move",
    }[phase]
    return "".join(
        (
            rect("turn", LEFT, TOP, WIDTH, HEAD, 10),
            *marks,
            text_within(headline(state, moves), x, TOP + 38, "caption", 20, LEFT + WIDTH - 10 - x),
            text(words, x, TOP + 62, "words"),
        )
    )


def pass_place(state: SheepPosition) -> tuple[float, float, float, float]:
    """The corner, the width and the height of the button of a pass, then the only one."""
    return LEFT + 16, _rest(state) + 60, WIDTH - 32, 42


def _rest(state: SheepPosition) -> int:
    """The top of what comes below the players."""
    bands = 2 * BAND if state.has_teams() else 0
    return PLAYERS + ROW * state.num_players() + bands + 12 + GAP


def _players(state: SheepPosition, top: float) -> Iterator[str]:
    """A line for every player, partners together."""
    y = top + 6
    if not state.has_teams():
        for player in range(state.num_players()):
            yield _player(state, player, y)
            y += ROW
        return
    for pair in ((0, 2), (1, 3)):
        yield text(partners(pair), LEFT + 16, y + 24, "heading")
        yield text(score_words(state.scores()[pair[0]]), LEFT + WIDTH - 18, y + 27, "score")
        y += BAND
        for player in pair:
            yield _player(state, player, y)
            y += ROW


def land_words(state: SheepPosition, player: int) -> str:
    """The land of a player, region by region."""
    areas = holding(state, player).areas
    if not areas:
        return "not on the field yet"
    land, sizes = f"{sum(areas)} cell{'s' * (sum(areas) != 1)}", " + ".join(map(str, areas))
    if len(areas) > 1:
        land += f": {sizes}" if len(sizes) < 14 else f" in {len(areas)} regions"
    return land


def movable_words(state: SheepPosition, player: int) -> str:
    """How many sheep of a player can go; empty when the game is over."""
    held = holding(state, player)
    if state.phase() == "over":
        return ""
    if not held.areas:
        return f"{state.flock()} sheep"
    able = f"{held.movable} sheep can move" if held.movable else "no sheep can move"
    return able if held.certain else f"at most {held.movable} sheep can move"


def score_words(score: float) -> str:
    """One decimal, but no more digits than there is room for when exponents are large."""
    return f"{score:.1f}" if score < 1000 else f"{score:.0f}" if score < 1e5 else f"{score:.2g}"


def _player(state: SheepPosition, player: int, top: float) -> str:
    """Who, the land, the sheep that can go, and the score."""
    able = movable_words(state, player)
    score = own_score(state, player) if state.has_teams() else state.scores()[player]
    middle = top + ROW / 2
    turn = rect("turn", LEFT + 6, top + 1, WIDTH - 12, ROW - 2, 8)
    name = f"{player_name(player)}, {BREEDS[player].name}"
    class_ = "own" if state.has_teams() else "score"
    parts = [
        turn if player == state.player() else "",
        tag(player, LEFT + 42, middle, 0.92),
        text_within(name, LEFT + 82, middle - 12, "heading", 16, 170),
        text(land_words(state, player), LEFT + 82, middle + 8, "words"),
        text(able, LEFT + 82, middle + 26, "words") if able else "",
        text(score_words(score), LEFT + WIDTH - 18, middle + 3, class_),
    ]
    return element("g", *parts, class_=f"player player-{player}")


def _choice(state: SheepPosition, moves: list[str], clicks: Spots, top: float) -> Iterator[str]:
    """What to do, and room for the bar in which the page lets people choose how many sheep go."""
    passing = 50 if PASS in clicks.moves else 0
    counting = any(":" in move for move in moves) and clicks.shown
    yield rect("box", LEFT, top, WIDTH, 66 + passing + DOCK * counting, 10)
    if state.phase() == "start":
        lines = ("Choose a marked cell beside a hedge:", "all sheep of the player start there.")
    elif must_pass(moves):
        lines = ("No flock of two or more sheep", "has a free cell beside it.")
    else:
        lines = ("Choose a flock, then where it slides,", "then how many sheep go.")
    if not clicks.moves:
        lines = ("Somebody else is to move: which flocks", "can slide, and how many go, is hidden.")
    for i, line in enumerate(lines):
        yield text(line, LEFT + 16, top + 27 + 20 * i, "words")
    if counting:
        room = {"x": LEFT + 8, "y": top + 58, "width": WIDTH - 16, "height": DOCK}
        yield element("rect", fill="none", data_dock="number", **room)
    if passing:
        x, y, wide, high = pass_place(state)
        yield _button(clicks, PASS, "Pass", (x, y), (wide, high), 18)


def _button(
    clicks: Spots,
    spot: str,
    name: str,
    corner: tuple[float, float],
    size: tuple[float, float],
    letters: float,
) -> str:
    (x, y), (wide, high) = corner, size
    label = element(
        "text",
        name,
        x=x + wide / 2,
        y=y + high / 2 + 0.36 * letters,
        class_="name",
        font_size=letters,
    )
    hint = tip(f"{name} sheep" if spot != PASS else spot)
    return clicks.group("button", spot, hint, rect("plate", x, y, wide, high, 7), label)


def _result(state: SheepPosition, top: float) -> Iterator[str]:
    """The contest points of every player."""
    points = state.contest_points()
    yield rect("box", LEFT, top, WIDTH, 134, 10)
    yield text("Contest points", LEFT + 16, top + 30, "heading")
    step = (WIDTH - 20) / len(points)
    for player, value in enumerate(points):
        x = LEFT + 10 + step * (player + 0.5)
        yield tag(player, x, top + 66, 0.8)
        yield text(f"{value:.3g}", x, top + 118, "points")


def _facts(state: SheepPosition, last: str) -> Iterator[str]:
    """The rules of this game in two lines, and the last move in a third."""
    parts = [f"{state.size()} by {state.size()}", f"{state.flock()} sheep each"]
    parts += ["numbers hidden"] * state.hides_counts() + ["partners"] * state.has_teams()
    score = f"A region of n cells scores n to the power {state.options()['exponent']:g}"
    yield rect("box", LEFT, BOTTOM - FACTS, WIDTH, FACTS, 10)
    for i, line in enumerate((", ".join(parts), score, last_words(state, last))):
        yield text(line, LEFT + 16, BOTTOM - FACTS + 27 + 23 * i, "words") if line else ""
