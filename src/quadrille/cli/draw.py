"""``quadrille draw``: a picture of a position."""

from typing import Annotated, Any

import typer

import quadrille
from quadrille.cli.common import (
    GameName,
    Json,
    Options,
    Position,
    Seed,
    check_svg,
    find_game,
    find_state,
    parse_move,
    write_svg,
)


def draw(
    game: GameName,
    out: Annotated[
        str,
        typer.Option("--out", metavar="FILE.svg", help="The file to write; - for standard output."),
    ],
    position: Position = None,
    moves: Annotated[
        str,
        typer.Option(
            "--moves",
            metavar="TEXT",
            help='Moves to play first, as in "4 4 3"; with ; between moves of several words.',
        ),
    ] = "",
    json: Json = False,
    seed: Seed = 0,
    option: Options = None,
) -> None:
    """Draw a position as SVG."""
    state = find_state(find_game(game, option), position, seed)
    check_svg(out)
    last = play_moves(state, split_moves(state, moves))
    svg = state.svg() if last is None else state.svg(last_move=last)
    write_svg(svg, out, {"game": game, "position": state.text()}, json)


def split_moves(state: Any, text: str) -> list[str]:
    """The texts of moves, one after the other."""
    if ";" in text:
        return [part.strip() for part in text.split(";")]
    try:
        return [state.move_text(parse_move(state, text))]
    except ValueError:
        return text.split()


def play_moves(state: Any, texts: list[str]) -> Any | None:
    """Play the moves of people, and chance from the seed before each; return the last one."""
    last = None
    for number, text in enumerate(texts, 1):
        while state.player() == quadrille.CHANCE:
            state.play_chance()
        try:
            last = parse_move(state, text)
            state.play(last)
        except ValueError as error:
            raise type(error)(f"--moves, move {number}: {error}") from None
    return last
