"""Pillars in words: what to do, and moves."""

from collections.abc import Sequence
from typing import Any

from quadrille.games.pillars.drawing.art import TEAMS as COLOURS
from quadrille.games.pillars.drawing.state import (
    TEAMS,
    PillarsPosition,
    cell_name,
    side_of,
    target_of,
)


def prompts(state: PillarsPosition) -> Sequence[str]:
    """What the player to move is to do, click by click."""
    first = f"Choose a card for {state.name_of(state.actor())}"
    return first, "Choose a marked cell, or take the initiative"


def move_words(state: PillarsPosition, move: Any) -> str:
    """What a gamer does with its card; a card that is drawn needs no words."""
    kind = str(move).partition(" ")[0]
    if kind == "draw":
        return ""
    target, name = target_of(state, str(move)), state.name_of(state.actor())
    if target is None:
        return f"{name} takes the initiative"
    if kind == "move":
        return f"{name} steps to {cell_name(target)}"
    return f"{name} builds {cell_name(target)} up to {state.height_at(*target) + 1}"


def roles(state: PillarsPosition) -> list[str]:
    """The gamers' names on the board."""
    return [state.name_of(player) for player in range(2 * state.gamers())]


def colours(state: PillarsPosition) -> list[str]:
    """The colours of the gamers, which are those of their teams."""
    return [COLOURS[side_of(state, player)].colour for player in range(2 * state.gamers())]


def teams(state: PillarsPosition) -> Sequence[str]:
    """The teams' names."""
    return TEAMS
