"""What the picture of Carcassonne has beside the map, for narrow screens."""

from collections.abc import Iterator
from typing import Any

from quadrille.core.drawing.svg import player_name, small_picture, tip, use
from quadrille.core.package import BoxItem, SideBox
from quadrille.games.carcassonne.drawing.art import tile_id
from quadrille.games.carcassonne.drawing.art_figures import COLOURS, figure
from quadrille.games.carcassonne.drawing.panel import BUTTONS, ORIGINS, ROTATIONS, claims
from quadrille.games.carcassonne.drawing.stands import lies, stand
from quadrille.games.carcassonne.drawing.state import CarcassonnePosition, turn_of
from quadrille.games.carcassonne.drawing.words import move_words

TILE = (-51, -51, 102, 102)
"""The room of a tile."""


def boxes(state: CarcassonnePosition, last_move: Any) -> Iterator[SideBox]:
    """The tile in hand or where a figure may go, the players, and what remains."""
    phase = turn_of(state).phase
    moves = [] if phase in ("draw", "over") else [str(move) for move in state.legal_moves()]
    if phase == "place":
        turns = {move.partition("@")[2] for move in moves}
        shown = [each for each in ROTATIONS if str(each) in turns]
        items = [BoxItem(icon=_tile(state.hand(), each), spot=f"@{each}") for each in shown]
        yield SideBox("The tile to place", items, tiles=True)
    if phase == "meeple":
        yield SideBox("Figures", _choices(state, moves), tiles=True)
    players = range(state.num_players())
    yield SideBox("Players", [_player(state, player) for player in players])
    if phase == "over":
        yield SideBox("Where the points come from", [_points(state, each) for each in players])
    elif remaining := state.remaining():
        kinds = [BoxItem(str(count), icon=_tile(kind, 0)) for kind, count in remaining.items()]
        total = sum(remaining.values())
        yield SideBox(f"{total} tile{'s' * (total != 1)} remain{'s' * (total == 1)}", kinds, True)


def _tile(kind: str, rotation: int, *above: str) -> str:
    tile = use(tile_id(kind, rotation), 0, 0, "tile")
    return small_picture("carcassonne", TILE, tip(f"turned by {rotation}"), tile, *above)


def _choices(state: CarcassonnePosition, moves: list[str]) -> list[BoxItem]:
    """Every figure on the tile just laid, then the moves without one."""
    cell, player = state.last_cell(), turn_of(state).player
    kind, rotation = next((t.kind, t.rotation) for t in state.tiles() if (t.x, t.y) == cell)
    items = []
    for name, spot, move in claims(moves):
        x, y, scale = stand(kind, rotation, spot, name)
        shown = figure(name, player, x, y, scale=scale, lying=lies(spot))
        words = move_words(state, move)
        items.append(BoxItem(words, icon=_tile(kind, rotation, shown), spot=move))
    return items + [BoxItem(BUTTONS[move], spot=move) for move in BUTTONS if move in moves]


def _player(state: CarcassonnePosition, player: int) -> BoxItem:
    supply = state.meeples()[player]
    counts = ((supply.meeple, "figure"), (supply.big, "big one"), (supply.abbot, "abbot"))
    left = [f"{count} {name}{'s' * (count > 1)}" for count, name in counts if count]
    scored = sum(state.points()[player].values())
    note = f"{scored} scored; {', '.join(left) or 'no figures'} left"
    return BoxItem(
        f"{player_name(player)}, {COLOURS[player][0]}",
        note,
        f"{state.scores()[player]:g}",
        small_picture("carcassonne", (-18, -25, 36, 46), figure("meeple", player, 0, 0)),
        marked=player == turn_of(state).player,
    )


def _points(state: CarcassonnePosition, player: int) -> BoxItem:
    parts = state.breakdown()[player]
    sums = {
        name: sum(v for k, v in parts.items() if k.endswith(key)) for key, name in ORIGINS.items()
    }
    note = ", ".join(f"{name.lower()} {value}" for name, value in sums.items() if value)
    return BoxItem(player_name(player), note or "none")
