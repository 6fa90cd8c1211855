"""A bot with the help of Quadrille: takes a move that wins at once, else any.

It needs a Python that has Quadrille: ``program:.venv/bin/python examples/programs/agent_bot.py``.
"""

from typing import Any

from quadrille import Rng, State
from quadrille.program import run


def choose(state: State, rng: Rng) -> Any:
    """Return a move; ``state`` holds only what this player may know."""
    me = state.side(state.player())
    for move in state.legal_moves():
        after = state.copy()
        after.play(move)
        if after.is_over() and after.outcome()[me] > 0:
            return move
    return state.random_move(rng)


run(choose)
