"""All that the drawing of Quarto offers, and how it shows what has just happened."""

from collections.abc import Sequence

from quadrille.core.drawing import svg as shapes
from quadrille.core.drawing.svg import rect
from quadrille.core.package import Drawing, MadeMove, Motion
from quadrille.games.quarto._core import State
from quadrille.games.quarto.boxes import boxes
from quadrille.games.quarto.draw import (
    CELL,
    board,
    click_path,
    corner_of,
    ghost,
    hand_place,
    square_place,
    svg,
    tray_place,
)
from quadrille.games.quarto.words import HELP, given_piece, move_words, prompts


def trail(state: State, made: Sequence[MadeMove]) -> str:
    """Frames round the squares that were filled before the last move."""
    placed = [str(each.move) for each in made[:-1] if each.before.hand() >= 0]
    size = CELL - 5
    corners = [corner_of(spot) for spot in placed]
    return shapes.trail(*(rect("laid", x + 2.5, y + 2.5, size, size, 7) for x, y in corners))


def motions(state: State, made: Sequence[MadeMove]) -> list[Motion]:
    """Pieces come from the hand to the board, and from the tray to the hand."""
    found = []
    for i, each in enumerate(made):
        move, hand = str(each.move), each.before.hand()
        if hand >= 0:
            (x, y), (to_x, to_y) = hand_place(hand), square_place(move, hand)
            found.append(Motion(i, move, x - to_x, y - to_y))
        elif state.hand() == (piece := given_piece(move)):
            (x, y), (to_x, to_y) = tray_place(piece), hand_place(piece)
            found.append(Motion(i, "hand", x - to_x, y - to_y))
    return found


DRAWING = Drawing(
    svg,
    board,
    click_path,
    ghost,
    help=HELP,
    prompts=prompts,
    words=move_words,
    trail=trail,
    boxes=boxes,
    motions=motions,
)
