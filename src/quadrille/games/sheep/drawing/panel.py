"""The panel beside the field: the turn, the players, and how many sheep are to go."""

from collections.abc import Iterator

from quadrille.core.drawing.svg import Spots, element, player_name, rect, text, tip
from quadrille.games.sheep.drawing.art import BREEDS, tag
from quadrille.games.sheep.drawing.state import (
    HIDDEN,
    PASS,
    SheepPosition,
    best,
    headline,
    holding,
    last_words,
    must_pass,
    own_score,
)

LEFT, TOP, WIDTH, BOTTOM = 908, 44, 354, 888
GAP = 10
HEAD = 84
"""The height of the box that says whose turn it is."""
FACTS = 88
"""The height of the box with the rules of this game."""
ROW, BAND = 78, 34
"""The heights of a player's line and of the line above partners."""

PLAYERS = TOP + HEAD + GAP
"""The top of the box with the players."""

STYLE = """.box { fill: #f9f6e9; stroke: #d3cdb0; stroke-width: 1.2 }
.turn { fill: #fff3cd; stroke: #d8b65a; stroke-width: 1.4 }
.caption { font-size: 20px; font-weight: 700; fill: #2f3420 }
.heading { font-size: 16px; font-weight: 600; fill: #3c422b }
.words { font-size: 14px; fill: #646a50 }
.score { font-size: 27px; font-weight: 700; fill: #2f3420; text-anchor: end }
.own { font-size: 19px; fill: #646a50; text-anchor: end }
.points { font-size: 26px; font-weight: 700; fill: #2f3420; text-anchor: middle }
.button .plate { fill: #ece7d0; stroke: #b9b190; stroke-width: 1.4 }
.button .name { font-weight: 700; fill: #3c3a28; text-anchor: middle }
.legal.button .plate { fill: #fff3cd; stroke: #b98a1e }
.legal.button:hover .plate { fill: #f6d77f }"""


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
            text(headline(state, moves), x, TOP + 38, "caption"),
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
        names = f"Partners {pair[0] + 1} and {pair[1] + 1}"
        yield text(names, LEFT + 16, y + 24, "heading")
        yield text(_score(state.scores()[pair[0]]), LEFT + WIDTH - 18, y + 27, "score")
        y += BAND
        for player in pair:
            yield _player(state, player, y)
            y += ROW


def _player(state: SheepPosition, player: int, top: float) -> str:
    """Who, the land, the sheep that can go, and the score."""
    held = holding(state, player)
    cells = sum(held.areas)
    land = f"{cells} cell{'s' * (cells != 1)}"
    sizes = " + ".join(map(str, held.areas))
    if len(held.areas) > 1:
        land += f": {sizes}" if len(sizes) < 14 else f" in {len(held.areas)} regions"
    able = f"{held.movable} sheep can move" if held.movable else "no sheep can move"
    able = able if held.certain else f"at most {held.movable} sheep can move"
    if state.phase() == "over":
        able = ""
    elif not cells:
        land, able = "not on the field yet", f"{state.flock()} sheep"
    score = own_score(state, player) if state.has_teams() else state.scores()[player]
    middle = top + ROW / 2
    turn = rect("turn", LEFT + 6, top + 1, WIDTH - 12, ROW - 2, 8)
    parts = [
        turn if player == state.player() else "",
        tag(player, LEFT + 42, middle, 0.92),
        text(f"{player_name(player)}, {BREEDS[player].name}", LEFT + 82, middle - 12, "heading"),
        text(land, LEFT + 82, middle + 8, "words"),
        text(able, LEFT + 82, middle + 26, "words") if able else "",
        text(_score(score), LEFT + WIDTH - 18, middle + 3, "own" if state.has_teams() else "score"),
    ]
    return element("g", *parts, class_=f"player player-{player}")


def _score(score: float) -> str:
    """One decimal, but no more digits than there is room for when exponents are large."""
    return f"{score:.1f}" if score < 1000 else f"{score:.0f}" if score < 1e5 else f"{score:.2g}"


def _choice(state: SheepPosition, moves: list[str], clicks: Spots, top: float) -> Iterator[str]:
    """The buttons: how many sheep go, or a pass."""
    counts = sorted((spot for spot in clicks.moves if spot.isdigit()), key=int)
    counts += [HIDDEN] * (HIDDEN in clicks.moves)
    passing = 50 if PASS in clicks.moves else 0
    room = BOTTOM - FACTS - GAP - top - 62 - passing
    columns, rows, high = _grid(len(counts), room)
    below = top + 60 + (rows * high if counts else 0)
    yield rect("box", LEFT, top, WIDTH, below + passing + 6 - top, 10)
    if state.phase() == "start":
        lines = ("Choose a marked cell beside a hedge:", "all sheep of the player start there.")
    elif must_pass(moves):
        lines = ("No flock of two or more sheep", "has a free cell beside it.")
    else:
        lines = ("Choose a flock, then where it slides,", "then how many sheep go:")
    if not clicks.moves:
        lines = ("Somebody else is to move: which flocks", "can slide, and how many go, is hidden.")
    for i, line in enumerate(lines):
        yield text(line, LEFT + 16, top + 27 + 20 * i, "words")
    step = (WIDTH - 26) / columns
    for i, count in enumerate(counts):
        corner = LEFT + 16 + step * (i % columns), top + 60 + high * (i // columns)
        yield _button(clicks, count, count, corner, (step - 6, high - 6), min(20, high * 0.44))
    if passing:
        x, y, wide, high = pass_place(state)
        yield _button(clicks, PASS, "Pass", (x, y), (wide, high), 18)


def _grid(count: int, room: float) -> tuple[int, int, float]:
    """Columns, rows and their height, for buttons as large as there is room."""
    for columns in range(5, 40):
        rows = -(-count // columns)
        high = min(52.0, (WIDTH - 26) / columns)
        if rows * high <= room:
            break
    return columns, rows, high


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
    for i, line in enumerate((", ".join(parts), score, last_words(last))):
        yield text(line, LEFT + 16, BOTTOM - FACTS + 27 + 23 * i, "words") if line else ""
