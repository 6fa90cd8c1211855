"""Positions, moves and options that must be refused, with the exact error.

`tests/data/GAME/refusals.txt` has pairs of lines: what is tried, and what comes of it.

    position TEXT            parsed by the game with default options
    move TEXT | MOVE         played in that position
    option NAME=VALUE ...    options of the game, as typed at the command line
    option NAME=VALUE ... | TEXT     a position parsed by the game with these options
"""

from collections.abc import Iterator

import pytest

import quadrille
from support.places import DATA


def refusals() -> Iterator[tuple[str, str, str]]:
    for path in sorted(DATA.glob("*/refusals.txt")):
        lines = [line for line in path.read_text().splitlines() if line and line[0] != "#"]
        for tried, error in zip(lines[::2], lines[1::2], strict=True):
            yield path.parent.name, tried, error.strip()


def attempt(game: str, tried: str) -> str:
    """What comes of it: the name of the error and its message."""
    kind, _, rest = tried.partition(" ")
    try:
        if kind == "position":
            quadrille.game(game).parse(rest)
        elif kind == "move":
            text, _, move = rest.partition(" | ")
            state = quadrille.game(game).parse(text)
            try:
                state.play(move)
            finally:
                assert state.text() == text, "a refused move changed the state"
        else:
            settings, _, text = rest.partition(" | ")
            options = dict(setting.split("=", 1) for setting in settings.split(" "))
            made = quadrille.game(game, **options)
            if text:
                made.parse(text)
    except ValueError as error:
        return f"{type(error).__name__}: {error}"
    return "accepted"


@pytest.mark.parametrize("game, tried, error", list(refusals()))
def test_refused_with_the_exact_error(game: str, tried: str, error: str) -> None:
    assert attempt(game, tried) == error


def test_every_game_has_refusals() -> None:
    assert {game for game, _, _ in refusals()} == set(quadrille.game_names())
