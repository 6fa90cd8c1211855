"""Positions of Pillars for tests, and random players."""

from __future__ import annotations

import random

from .pillars import Oracle

FLAT = "00000/00000/00*00/00000/0A0000a"
MOVE = "1:m1b0:m0b1:m0b0"
BUILD = "1:m0b1:m1b0:m0b0"
UNDRAWN = "1:m0b0:m1b1:m0b0"
SPENT = "1:m0b0:m0b1:m1b0"


def duel(
    rows: str, red: str = MOVE, blue: str = UNDRAWN, turn: str = "1.1", more: str = ""
) -> Oracle:
    """A position of one gamer a team, by default with RED to act and a MOVE card in its hand."""
    return Oracle(f"{more}gamers=1 {rows} {red} {blue} {turn}")


def random_move(state: Oracle, rng: random.Random) -> str:
    chance = state.chance_moves()
    if chance:
        return rng.choices(list(chance), list(chance.values()))[0]
    moves = state.legal_moves()
    kind = rng.choice(sorted({move.split(" ")[0] for move in moves}))
    return rng.choice([move for move in moves if move.startswith(kind)])
