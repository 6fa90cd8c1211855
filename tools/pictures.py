"""Draw the pictures of docs/images: ``python tools/pictures.py``.

Positions are below; long ones are in docs/images/GAME.txt.
"""

from collections.abc import Iterator
from pathlib import Path

import quadrille
from quadrille.games.carcassonne.cursor.picture import cursor_svg
from quadrille.games.carcassonne.cursor.turn import ROTATE, Cursor

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"

# File: game, position, last move.
PICTURES = {
    "quarto.svg": (
        "quarto",
        "..tlShTlsh/.tlSHtLsH./TLsH..tLSH/TLSHTLsh.. TlSh",
        "give:TlSh",
    ),
    "quarto-won.svg": (
        "quarto",
        "TlsH.tLshTLsH/tLsHtLShTLSH./.tlSHTLsh./tLSHtlsh.. -",
        "b2",
    ),
    "connect_four.svg": (
        "connect_four",
        ".o...../.xox.../.oxo.../oxxx.../xoox.../ooxxox.",
        "4",
    ),
}

NORTH, WEST = 0, 2
"""Actions of the cursor."""
LONG = ("carcassonne", "pillars", "sheep")
"""Games whose positions are in a file of their own."""


def long_positions(name: str) -> Iterator[tuple[str, str, str]]:
    """File, position and last move of each line of the game's text file."""
    for line in (IMAGES / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            file, last_move, position = line.split(maxsplit=2)
            yield file, position, last_move.replace("_", " ")


def draw(file: str, name: str, position: str, last_move: str) -> None:
    """Draw one."""
    state = quadrille.game(name).parse(position)
    (IMAGES / file).write_text(state.svg(last_move=last_move) + "\n", encoding="utf-8")


def draw_cursor() -> None:
    """Draw the cursor environment in the middle of a turn."""
    state = quadrille.game("carcassonne", farmers=False, board=40).new(seed=4)
    rng = quadrille.Rng(4)
    while len(state.tiles()) < 12 or not state.hand():
        state.play(state.random_move(rng))
    cursor = Cursor(40)
    cursor.begin(state)
    for action in (WEST, NORTH, ROTATE):
        event = cursor.act(state, action).event
    (IMAGES / "cursor.svg").write_text(cursor_svg(state, cursor, event) + "\n", encoding="utf-8")


def main() -> None:
    """Draw them all."""
    draw_cursor()
    for file, picture in PICTURES.items():
        draw(file, *picture)
    for name in LONG:
        for file, position, last_move in long_positions(name):
            draw(file, name, position, last_move)


if __name__ == "__main__":
    main()
