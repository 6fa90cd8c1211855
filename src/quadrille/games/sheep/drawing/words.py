"""Sheep in words: what to do, and moves."""

from collections.abc import Sequence
from typing import Any

from quadrille.games.sheep.drawing.art import BREEDS
from quadrille.games.sheep.drawing.state import (
    HIDDEN,
    SheepPosition,
    Slide,
    cell_name,
    must_pass,
    partners,
)


def prompts(state: SheepPosition) -> Sequence[str]:
    """What the player to move is to do, click by click."""
    if state.phase() == "start":
        return ("Choose a marked cell, where all your sheep start",)
    if must_pass([str(move) for move in state.legal_moves()]):
        return ("None of your sheep can move: pass",)
    return ("Choose a flock", "Choose where it slides", "Choose how many sheep go")


def move_words(state: SheepPosition, move: Any) -> str:
    """A slide with its cells and sheep, a start, or a pass."""
    slide = Slide.of(str(move))
    if slide.target is None:
        return "passes"
    if slide.origin is None:
        return f"starts on {cell_name(slide.target)}"
    count = "some" if slide.sheep in ("", HIDDEN) else slide.sheep
    return f"{count} sheep from {cell_name(slide.origin)} to {cell_name(slide.target)}"


def roles(state: SheepPosition) -> list[str]:
    """The colours of the players."""
    return [BREEDS[player].name for player in range(state.num_players())]


def teams(state: SheepPosition) -> list[str]:
    """What partners are called."""
    return [partners(pair) for pair in ((0, 2), (1, 3))]
