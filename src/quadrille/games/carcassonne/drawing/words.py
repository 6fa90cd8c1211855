"""Carcassonne in words: what to do, and moves."""

from collections.abc import Sequence
from typing import Any

from quadrille.games.carcassonne.drawing.art_figures import COLOURS
from quadrille.games.carcassonne.drawing.art_tiles import tile_of
from quadrille.games.carcassonne.drawing.state import CarcassonnePosition, cell_of, turn_of

FIGURES = {"big": "big figure", "abbot": "abbot"}
BARE = {"none": "no figure", "recall": "takes the abbot back"}


def prompts(state: CarcassonnePosition) -> Sequence[str]:
    """What the player to move is to do, click by click."""
    if turn_of(state).phase == "place":
        return "Choose a place for the tile", "Turn the tile"
    if [str(move) for move in state.legal_moves()] == ["none"]:
        return ("No figure can go here: click on “No figure”",)
    return ("Choose where a figure goes, or “No figure”",)


def move_words(state: CarcassonnePosition, move: Any) -> str:
    """The tile that is drawn or laid, or where a figure goes."""
    phase, chosen = turn_of(state).phase, str(move)
    if phase == "draw":
        return f"draws: {_tile_words(chosen)}"
    if cell := cell_of(chosen):
        return f"{_tile_words(state.hand())} at {cell[0]},{cell[1]}"
    if chosen in BARE:
        return BARE[chosen]
    first, _, rest = chosen.partition(":")
    name = FIGURES.get(first, "figure")
    feature = (rest if first in FIGURES else chosen).partition(":")[0]
    return f"{name} {'on' if feature in ('road', 'field') else 'in'} the {feature}"


def roles(state: CarcassonnePosition) -> list[str]:
    """The colours of the players."""
    return [COLOURS[player][0] for player in range(state.num_players())]


def colours(state: CarcassonnePosition) -> list[str]:
    """The colours of the players, as they are drawn."""
    return [COLOURS[player][1] for player in range(state.num_players())]


def _tile_words(kind: str) -> str:
    """What the table says of a kind, without what it adds in brackets."""
    note = tile_of(kind).note.partition(" (")[0]
    return note.replace("city cap", "city").replace("caps", "cities").replace("cap", "city")
