"""Pillars: two teams, one summit."""

from collections.abc import Sequence

from quadrille.core.package import Drawing, GamePackage, GuideSection, OptionWords
from quadrille.games.pillars._core import Cards, Move, State

__all__ = ["GAME", "Cards", "Move", "State"]


def _guide() -> Sequence[GuideSection]:
    from quadrille.games.pillars.guide import GUIDE

    return GUIDE


def _drawing() -> Drawing:
    from quadrille.games.pillars.drawing.draw import DRAWING

    return DRAWING


def _agents() -> object:
    from quadrille.games.pillars import agents

    return agents


def _progress(state: State) -> float:
    """How near the nearest gamer has come to the top."""
    return 1 / (1 + min(state.climb(player) for player in range(state.num_players())) / 4)


_CARDS = "If both numbers are left empty, as many of each as gamers."
OPTION_WORDS = {
    "size": OptionWords("Side of the board", "An odd number of cells, from 5 to 31."),
    "height": OptionWords("Height of the centre", "From 4 to 10; other pillars stay lower."),
    "gamers": OptionWords("Gamers in each team"),
    "build": OptionWords(
        "Where to build",
        "Which pillars may grow.",
        {"anywhere": "anywhere", "adjacent": "next to the gamer"},
    ),
    "moves": OptionWords("MOVE cards of each team", _CARDS, {0: "automatic"}),
    "builds": OptionWords("BUILD cards of each team", _CARDS, {0: "automatic"}),
    "open_hands": OptionWords("Open hands", "The teams see each other's cards."),
    "rounds": OptionWords("Most rounds", "After so many the game is a draw."),
}


GAME = GamePackage(
    State,
    drawing=_drawing,
    progress=_progress,
    guide=_guide,
    option_words=OPTION_WORDS,
    agents=_agents,
    # What suits general agents; the page of the game has the measured results.
    agent_defaults={
        # Random games hardly ever come to an end; some actions on, the static evaluation tells.
        "mcts": {"leaf": "rollout", "horizon": 6, "c": 0.5},
        # With 200 simulations each 36 won, 8 drawn and 16 lost of 60 games against the formula.
        "model": {"root": "halving"},
    },
    ladder=(
        "pillars-random",
        "pillars-reactive",
        "pillars-utility:preset=original",
        "pillars-utility:preset=tuned",
        "pillars-coordinated",
        "pillars-utility:preset=strong",
        "greedy",
        "mcts:sims=300",
        "model:pillars,sims=50",
    ),
)
