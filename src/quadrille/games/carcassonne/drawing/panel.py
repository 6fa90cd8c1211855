"""The panel beside the map: the turn, the tile in hand, the players, the remaining tiles."""

from collections.abc import Iterator

from quadrille.core.drawing.svg import (
    Spots,
    element,
    player_name,
    rect,
    text,
    text_within,
    tip,
    use,
)
from quadrille.games.carcassonne.drawing.art import tile_id
from quadrille.games.carcassonne.drawing.art_figures import COLOURS, figure
from quadrille.games.carcassonne.drawing.art_tiles import tile_of
from quadrille.games.carcassonne.drawing.stands import lies, stand
from quadrille.games.carcassonne.drawing.state import CarcassonnePosition, DrawnTurn, best, headline

LEFT, TOP, WIDTH, BOTTOM = 932, 16, 332, 864
GAP = 10
HAND_TOP, HAND = TOP + 56 + GAP, 226
"""The top and the height of the box with the tile in hand."""
HAND_MIDDLE = (LEFT + 80, HAND_TOP + 106)
"""The middle of the tile in hand."""
BUTTON = 32
"""The height of a button."""
RING = 11
"""The radius of the ring round a figure that may be placed, on a tile 100 wide."""
ROTATIONS = (0, 90, 180, 270)
BUTTONS = {"none": "No figure", "recall": "Abbot back"}
FIGURES = {"meeple": "Figure", "big": "Big figure", "abbot": "Abbot"}

STYLE = """.box { fill: #f6f1e3/#2b2823; stroke: #d3c8ae/#4a453a; stroke-width: 1.2 }
.turn { fill: #fff6d8/#463b1b; stroke: #d8b65a/#a5822e; stroke-width: 1.2 }
.caption { font-size: 20px; font-weight: 600; fill: #33291f/#f1e8d8 }
.heading { font-size: 15px; font-weight: 600; fill: #4a3d30/#e8dcc8 }
.words { font-size: 13.5px; fill: #6b5e4e/#b8aa96 }
.centred { text-anchor: middle }
.score { font-size: 24px; font-weight: 700; fill: #33291f/#f1e8d8; text-anchor: end }
.banked { font-size: 12px; fill: #7d705f/#a89a86; text-anchor: end }
.count { font-size: 13px; font-weight: 600; fill: #4a3d30/#e8dcc8; text-anchor: middle }
.amount { font-size: 15px; fill: #4a3d30/#e8dcc8; text-anchor: middle }
.total { font-size: 18px; font-weight: 700; fill: #33291f/#f1e8d8; text-anchor: middle }
.reverse { fill: #96714c; stroke: #5f4429; stroke-width: 1.4 }
.weave { stroke: #b08c63; stroke-width: 1.2 }
.question { font-size: 54px; font-weight: 700; fill: #f6e8cb; text-anchor: middle }
.rule { stroke: #b9ab8c; stroke-width: 1.2 }
.frame { fill: none; stroke: #6d5f45/#8d7f63; stroke-width: 1.6 }
.button .plate { fill: #ece3cd/#3a362e; stroke: #a99877/#5f5848; stroke-width: 1.4 }
.button .name { font-size: 14.5px; font-weight: 600; fill: #3f3326/#efe4cf; text-anchor: middle }
.choice .plate { fill: #ece3cd/#3a362e; stroke: #b7a888/#5f5848; stroke-width: 1.4 }
.choice .degrees { font-size: 13px; fill: #5f5244/#c9bba6; text-anchor: middle }
.legal.choice .plate { fill: #faf0cf/#55481f; stroke: #a0701a/#d9a93a }
.legal.button .plate { fill: #faf0cf/#55481f; stroke: #a0701a/#d9a93a }
.legal:hover .plate { fill: #f4d98a/#6f5d25 }
.claim .ring { fill: #fffaf0; opacity: 0 }
.claim .piece { opacity: 0 }
.legal.claim .ring { opacity: .78; stroke: #a0701a; stroke-width: 1.6; stroke-dasharray: 4 3 }
.legal.claim .piece { opacity: .8 }
.legal.claim:hover .ring { fill: #f4d98a; opacity: 1 }
.legal.claim:hover .piece { opacity: 1 }"""


def panel(state: CarcassonnePosition, turn: DrawnTurn, moves: list[str], clicks: Spots) -> str:
    """All boxes, one below the other; at the end the points take the place of the tiles."""
    count = state.num_players()
    over = turn.phase == "over"
    row = 46 if count <= 4 else 39
    hand = HAND_TOP
    players = hand if over else hand + HAND + GAP
    rest = players + row * count + 16 + GAP
    boxes = [(players, row * count + 16)]
    boxes += [] if over else [(hand, HAND), (rest, BOTTOM - rest)]
    return "".join(
        (
            _head(state, turn),
            *(rect("box", LEFT, top, WIDTH, height, 10) for top, height in boxes),
            *_hand(state, turn, moves, clicks, hand),
            *(_player(state, turn, i, players + 8 + row * i, row) for i in range(count)),
            *(_result(state, rest) if over else _remaining(state, rest)),
        )
    )


def claims(moves: list[str]) -> Iterator[tuple[str, str, str]]:
    """The moves that place a figure: which figure, on which spot, and the move."""
    for move in moves:
        first, _, spot = move.partition(":")
        if first in ("big", "abbot"):
            yield first, spot, move
        elif spot or move == "monastery":
            yield "meeple", move, move


def claim(
    clicks: Spots, move: str, name: str, player: int, x: float, y: float, scale: float = 1
) -> str:
    """A figure that may be placed."""
    size = scale * (0.62 if name == "big" else 0.54)
    lying = lies(move.rpartition("big:")[2])
    return clicks.group(
        "claim",
        move,
        tip(move),
        element("circle", class_="ring", cx=x, cy=y, r=RING * scale),
        figure(name, player, x, y, "piece", size, lying=lying),
    )


def _head(state: CarcassonnePosition, turn: DrawnTurn) -> str:
    shown = [turn.player] if turn.player >= 0 else best(state)
    shown = shown if len(shown) <= 2 else []
    figures = (figure("meeple", p, LEFT + 30 + 28 * i, TOP + 28) for i, p in enumerate(shown))
    x = LEFT + 26 + 28 * len(shown)
    words = text_within(headline(state), x, TOP + 35, "caption", 20, LEFT + WIDTH - 10 - x)
    return "".join((rect("turn", LEFT, TOP, WIDTH, 56, 10), *figures, words))


def _framed(kind: str, rotation: int, x: float, y: float, size: float) -> str:
    """A tile with its middle at (x, y)."""
    frame = rect("frame", x - size / 2, y - size / 2, size, size, 1.5)
    return use(tile_id(kind, rotation), x, y, "tile", size / 100) + frame


def _hand(
    state: CarcassonnePosition, turn: DrawnTurn, moves: list[str], clicks: Spots, top: float
) -> Iterator[str]:
    """What there is to choose from."""
    if turn.phase == "place":
        yield from _rotations(state.hand(), clicks, top)
    elif turn.phase == "meeple":
        yield from _choices(state, turn, moves, clicks, top)
    elif turn.phase == "draw":
        yield from _stack(sum(state.remaining().values()), top)


def _stack(left: int, top: float) -> Iterator[str]:
    """The tiles face down."""
    yield text("The next tile", LEFT + 16, top + 28, "heading")
    yield text(f"One of {left} is drawn.", LEFT + 16, top + 50, "words")
    x, y, size = LEFT + WIDTH / 2 - 62, top + 74, 120
    for i in range(2, -1, -1):
        yield rect("reverse", x + 6 * i, y + 6 * i, size, size, 4)
    lines = "".join(
        f"M{x + 20 * i:g} {y:g}v{size}M{x:g} {y + 20 * i:g}h{size}" for i in range(1, 6)
    )
    yield element("path", class_="weave", d=lines)
    yield text("?", x + size / 2, y + size / 2 + 19, "question")


def _rotations(kind: str, clicks: Spots, top: float) -> Iterator[str]:
    """The tile large, and its rotations to choose from."""
    yield text(f"Tile {kind}", LEFT + 16, top + 28, "heading")
    yield _framed(kind, 0, *HAND_MIDDLE, 128)
    yield from _note(kind, LEFT + 16, top + 192)
    present = [rotation for rotation in ROTATIONS if f"@{rotation}" in clicks.moves]
    start = top + HAND / 2 - 51 * -(-len(present) // 2) + 41
    for i, rotation in enumerate(present):
        x, y = LEFT + WIDTH - 134 + 82 * (i % 2), start + 102 * (i // 2)
        yield clicks.group(
            "choice",
            f"@{rotation}",
            tip(f"turned by {rotation}"),
            rect("plate", x - 38, y - 38, 76, 96, 7),
            _framed(kind, rotation, x, y, 66),
            text(f"@{rotation}", x, y + 51, "degrees"),
        )


def _note(kind: str, x: float, y: float) -> Iterator[str]:
    """What the table says of a type, in two lines."""
    words, lines = tile_of(kind).note.partition(" (")[0].split(), [""]
    for word in words:
        if len(lines[-1]) + len(word) > 19:
            lines.append("")
        lines[-1] += f"{word} "
    for i, line in enumerate(lines[:2]):
        yield text(line.strip(" ,"), x, y + 17 * i, "words")


def _choices(
    state: CarcassonnePosition, turn: DrawnTurn, moves: list[str], clicks: Spots, top: float
) -> Iterator[str]:
    """The tile just laid, once for every figure that may go on it, and the other choices."""
    cell = state.last_cell()
    kind, rotation = next((t.kind, t.rotation) for t in state.tiles() if (t.x, t.y) == cell)
    found = list(claims(moves))
    names = [name for name in FIGURES if any(name == first for first, _, _ in found)]
    size = {1: 132.0, 2: 132.0}.get(len(names), 98.0)
    for i, name in enumerate(names):
        x, y = LEFT + WIDTH * (i + 0.5) / len(names), top + 108
        yield text(FIGURES[name], x, y - 80, "heading centred")
        yield _framed(kind, rotation, x, y, size)
        for first, spot, move in found:
            if first == name:
                at, unit = stand(kind, rotation, spot), size / 100
                place = x + unit * at.x, y + unit * at.y
                yield claim(clicks, move, name, turn.player, *place, unit)
    if not names:
        mine = state.meeples()[turn.player]
        left = mine.meeple + mine.big + mine.abbot
        why = "No figure can go here" if left else "No figure left"
        yield text(why, LEFT + WIDTH / 2, top + 28, "heading centred")
        yield _framed(kind, rotation, LEFT + WIDTH / 2, top + 108, 132)
    for spot, (x, y, wide) in buttons(moves).items():
        yield clicks.group(
            "button",
            spot,
            tip(spot),
            rect("plate", x, y, wide, BUTTON, 7),
            text(BUTTONS[spot], x + wide / 2, y + 21, "name"),
        )


def buttons(moves: list[str]) -> dict[str, tuple[float, float, float]]:
    """The moves that are buttons, with the corner and the width of each."""
    present = [spot for spot in BUTTONS if spot in moves]
    wide = (WIDTH - 32 - GAP * (len(present) - 1)) / max(1, len(present))
    y = HAND_TOP + HAND - 42
    return {spot: (LEFT + 16 + (wide + GAP) * i, y, wide) for i, spot in enumerate(present)}


ORIGINS = {
    "city": "Cities",
    "road": "Roads",
    "monastery": "Monasteries",
    "garden": "Gardens",
    "farm": "Farms",
}
"""What points come from, by the words that end the names in a state's breakdown."""


def _result(state: CarcassonnePosition, top: float) -> Iterator[str]:
    """Where the points of every player come from."""
    columns = [
        {name: sum(v for key, v in parts.items() if key.endswith(name)) for name in ORIGINS}
        for parts in state.breakdown()
    ]
    rows = [name for name in ORIGINS if name != "garden" or any(c[name] for c in columns)]
    step = (WIDTH - 130) / len(columns)
    xs = [LEFT + 122 + step * (player + 0.5) for player in range(len(columns))]
    y = top + 48 + 30 * len(rows)
    yield rect("box", LEFT, top, WIDTH, y + 50 - top, 10)
    yield text("Points", LEFT + 16, top + 34, "heading")
    yield from (figure("meeple", player, x, top + 28, scale=0.8) for player, x in enumerate(xs))
    for i, name in enumerate(rows):
        yield text(ORIGINS[name], LEFT + 16, top + 72 + 30 * i, "words")
        for x, column in zip(xs, columns, strict=True):
            yield text(str(column[name]), x, top + 72 + 30 * i, "amount")
    yield element("path", class_="rule", d=f"M{LEFT + 16} {y + 8:g}H{LEFT + WIDTH - 16}")
    yield text("Total", LEFT + 16, y + 33, "heading")
    for x, score in zip(xs, state.scores(), strict=True):
        yield text(f"{score:g}", x, y + 34, "total")


def _player(
    state: CarcassonnePosition, turn: DrawnTurn, player: int, top: float, row: float
) -> str:
    """One line: who, the figures in supply, points."""
    supply, middle = state.meeples()[player], top + row / 2
    banked = sum(state.points()[player].values())
    parts = [rect("turn", LEFT + 6, top, WIDTH - 12, row, 7)] if player == turn.player else []
    parts.append(figure("meeple", player, LEFT + 30, middle + 1, scale=0.95 if row > 40 else 0.8))
    name = f"{player_name(player)}, {COLOURS[player][0]}"
    parts.append(text_within(name, LEFT + 54, middle - 5, "heading", 15, 140))
    x = LEFT + 60.0
    for figure_name, count, size, step in (
        ("meeple", supply.meeple, 0.4, 12.0),
        ("big", supply.big, 0.55, 17.0),
        ("abbot", supply.abbot, 0.44, 14.0),
    ):
        for _ in range(count):
            parts.append(figure(figure_name, player, x, middle + 9, scale=size))
            x += step
    parts.append(text(f"{state.scores()[player]:g}", LEFT + WIDTH - 18, middle + 8, "score"))
    parts.append(text(f"{banked} scored", LEFT + WIDTH - 80, middle - 5, "banked"))
    return element("g", *parts, class_=f"player player-{player}")


def _remaining(state: CarcassonnePosition, top: float) -> Iterator[str]:
    """The kinds that are still to be drawn, as large as there is room."""
    remaining = state.remaining()
    kinds, total = list(remaining), sum(remaining.values())
    words = f"{total} tiles remain" if total != 1 else "1 tile remains"
    yield text(words, LEFT + 16, top + 24, "heading")
    wide, high = WIDTH - 24, BOTTOM - top - 40
    columns = next((n for n in range(5, 20) if -(-len(kinds) // n) * (wide / n + 12) <= high), 20)
    step = wide / columns
    size = step - 8
    for i, kind in enumerate(kinds):
        x = LEFT + 12 + step * (i % columns + 0.5)
        y = top + 36 + (step + 12) * (i // columns) + size / 2
        count = remaining[kind]
        hint = tip(f"{kind}: {count} left, {tile_of(kind).note}")
        number = text(f"{count}", x, y + size / 2 + 13, "count")
        yield element("g", hint, _framed(kind, 0, x, y, size), number, class_="rest")
