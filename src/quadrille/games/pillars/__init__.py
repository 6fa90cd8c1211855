"""Pillars: two teams, one summit."""

from quadrille.core.package import Drawing, GamePackage
from quadrille.games.pillars._core import Cards, Move, State

__all__ = ["GAME", "Cards", "Move", "State"]


def _drawing() -> Drawing:
    from quadrille.games.pillars.drawing.draw import DRAWING

    return DRAWING


def _agents() -> object:
    from quadrille.games.pillars import agents

    return agents


def _progress(state: State) -> float:
    """How near the nearest gamer has come to the top."""
    return 1 / (1 + min(state.climb(player) for player in range(state.num_players())) / 4)


GAME = GamePackage(
    State,
    drawing=_drawing,
    progress=_progress,
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
