"""Connect Four: the smallest complete game folder."""

from quadrille.core.package import Drawing, GamePackage, Stages
from quadrille.games.connect_four._core import Move, State

__all__ = ["GAME", "Move", "State"]


def _drawing() -> Drawing:
    from quadrille.games.connect_four.draw import DRAWING

    return DRAWING


GAME = GamePackage(
    State,
    drawing=_drawing,
    progress=lambda state: sum(cell in "xo" for cell in state.text()) / 42,
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
