"""Sheep: split the flock, slide over the meadow, connect your pastures."""

from collections.abc import Sequence

from quadrille.core.package import Drawing, GamePackage, GuideSection, OptionWords
from quadrille.games.sheep._core import Flock, Heuristics, Move, State

__all__ = ["GAME", "Flock", "Heuristics", "Move", "State"]


def _guide() -> Sequence[GuideSection]:
    from quadrille.games.sheep.guide import GUIDE

    return GUIDE


def _drawing() -> Drawing:
    from quadrille.games.sheep.drawing.draw import DRAWING

    return DRAWING


def _agents() -> object:
    from quadrille.games.sheep import agents

    return agents


def _progress(state: State) -> float:
    """How many of the cells are taken."""
    cells = [(x, y) for x in range(state.size()) for y in range(state.size())]
    free = [cell for cell in cells if not state.is_wall(*cell)]
    return sum(state.owner(*cell) >= 0 for cell in free) / len(free)


_USUAL = {0: "automatic"}
OPTION_WORDS = {
    "game": OptionWords(
        "Kind of game",
        "Each of them can be changed below.",
        {
            1: "Plain: 12 by 12 with 64 free cells, 16 sheep each",
            2: "Large: 15 by 15 with 100 free cells, 32 sheep each",
            3: "Hidden numbers: plain, but you see your own numbers only",
            4: "Partners: plain, players 1 and 3 against 2 and 4",
        },
    ),
    "players": OptionWords("Players"),
    "size": OptionWords(
        "Side of the field", "From 6 to 20 cells; empty: as the kind of game has it.", _USUAL
    ),
    "cells": OptionWords("Free cells", "The others are hedges and trees.", _USUAL),
    "sheep": OptionWords("Sheep of each player", "From 2 to 64.", _USUAL),
    "hidden": OptionWords("Hidden numbers", "You see how many sheep are on your own cells only."),
    "teams": OptionWords("Partners", "Players 1 and 3 play against 2 and 4."),
    "exponent": OptionWords(
        "Reward for large regions",
        "A region of n cells scores n to this power; with 1 every cell counts alike.",
    ),
}


GAME = GamePackage(
    State,
    drawing=_drawing,
    progress=_progress,
    points=True,
    guide=_guide,
    option_words=OPTION_WORDS,
    agents=_agents,
    # What suits general agents; the page of the game has the measured results.
    agent_defaults={
        "mcts": {"c": 0.5, "formula": "history", "leaf": "policy", "prune": True},
        "model": {"rollouts": 0.5},
    },
    ladder=(
        "random",
        "oneply",
        "greedy",
        "sheep-hybrid",
        "mcts:sims=100",
        "model:sheep-1,sims=50",
    ),
)
