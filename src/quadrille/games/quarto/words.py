"""Quarto in words: pieces by their traits, what to do, and moves."""

from collections.abc import Sequence
from typing import Any

from quadrille.core.drawing.svg import player_name
from quadrille.games.quarto._core import State

TRAITS = (("short", "tall"), ("dark", "light"), ("round", "square"), ("solid", "hollow"))
"""The words of each trait, for 0 and for 1; the first is bit 8 of a piece."""

LEGEND = "T tall, L light, S square, H hollow; t short, l dark, s round, h solid"
HELP = f"""A turn is: place the piece you were given, then give one to your opponent.
{LEGEND}."""


def piece_name(piece: int) -> str:
    """``TLSh``: capitals for tall, light, square and hollow."""
    pairs = zip(f"{piece:04b}", "TLSH", strict=True)
    return "".join(letter if bit == "1" else letter.lower() for bit, letter in pairs)


def traits(piece: int) -> list[str]:
    """The four traits of a piece."""
    return [words[int(bit)] for bit, words in zip(f"{piece:04b}", TRAITS, strict=True)]


def prompts(state: State) -> Sequence[str]:
    """What the player to move is to do."""
    if state.hand() >= 0:
        return (f"Choose a square for the {_trait_words(state.hand())} piece",)
    return (f"Choose a piece for {player_name(1 - state.player(), inside=True)}",)


def move_words(state: State, move: Any) -> str:
    """A placement with its piece, or which piece is given."""
    spot = str(move)
    if state.hand() >= 0:
        return f"{_trait_words(state.hand())} on {spot}"
    return f"gives {_trait_words(given_piece(spot))}"


def given_piece(move: str) -> int:
    """The piece of a move like ``give:TLsh``."""
    letters = move.removeprefix("give:")
    return int("".join(str(int(letter.isupper())) for letter in letters), 2)


def _trait_words(piece: int) -> str:
    """``tall light round``: all pieces are solid but those that are said to be hollow."""
    return " ".join(trait for trait in traits(piece) if trait != "solid")
