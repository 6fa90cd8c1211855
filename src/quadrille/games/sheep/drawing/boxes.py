"""What the picture of Sheep has beside the field, for narrow screens."""

from collections.abc import Iterator
from typing import Any

from quadrille.core.drawing.svg import player_name, small_picture
from quadrille.core.package import BoxItem, SideBox
from quadrille.games.sheep.drawing.art import BREEDS, tag
from quadrille.games.sheep.drawing.panel import land_words, movable_words, score_words
from quadrille.games.sheep.drawing.state import PASS, SheepPosition, last_words


def boxes(state: SheepPosition, last_move: Any) -> Iterator[SideBox]:
    """A pass where there is nothing else, the players, and the last move."""
    if [str(move) for move in state.legal_moves()] == [PASS]:
        yield SideBox("Nothing can slide", [BoxItem("Pass", spot=PASS)])
    yield SideBox("Players", [_player(state, player) for player in range(state.num_players())])
    if words := last_words(state, "" if last_move is None else str(last_move)):
        yield SideBox("", [BoxItem(note=words)])
    if state.phase() == "over":
        points = [f"{value:.3g}" for value in state.contest_points()]
        lines = [
            BoxItem(player_name(i), value=value, icon=_icon(i)) for i, value in enumerate(points)
        ]
        yield SideBox("Contest points", lines)


def _player(state: SheepPosition, player: int) -> BoxItem:
    note = ", ".join(filter(None, (land_words(state, player), movable_words(state, player))))
    name = f"{player_name(player)}, {BREEDS[player].name}"
    value, on = score_words(state.scores()[player]), player == state.player()
    return BoxItem(name, note, value, _icon(player), marked=on)


def _icon(player: int) -> str:
    return small_picture("sheep", (-36, -26, 64, 56), tag(player, 0, 0, 1))
