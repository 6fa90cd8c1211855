"""Connect Four: the smallest complete game folder."""

from collections.abc import Sequence

from quadrille.core.package import Drawing, GamePackage, GuideSection, Stages
from quadrille.games.connect_four._core import Move, State

__all__ = ["GAME", "Move", "State"]


def _guide() -> Sequence[GuideSection]:
    from quadrille.games.connect_four.guide import GUIDE

    return GUIDE


def _drawing() -> Drawing:
    from quadrille.games.connect_four.draw import DRAWING

    return DRAWING


GAME = GamePackage(
    State,
    drawing=_drawing,
    progress=lambda state: sum(cell in "xo" for cell in state.text()) / 42,
    guide=_guide,
    stages=Stages("discs", first_solved=12),
    # More solving finds more exact moves with the same number of simulations, but makes fewer of
    # them in the same time: see the page of the game.
    agent_defaults={"model": {"exact": 3}},
    ladder=(
        "random",
        "oneply",
        "greedy",
        "mcts:sims=50",
        "mcts:sims=500",
        "alphabeta:depth=6",
        "model:connect-four,sims=0",
        "model:connect-four,sims=100",
    ),
)
