"""Games for the tests of the batched environment, and what it says of them."""

from collections.abc import Callable

import pytest

import quadrille
from quadrille import Game, Step, VecEnv
from support.places import EXAMPLES

GAMES = [
    pytest.param(lambda: quadrille.game("connect_four"), id="connect_four"),
    pytest.param(lambda: quadrille.game("quarto"), id="quarto"),
    pytest.param(lambda: quadrille.game("quarto", squares=True, torus=True), id="quarto-options"),
    pytest.param(lambda: quadrille.game("pillars", rounds=4), id="pillars"),
    pytest.param(
        lambda: quadrille.game(f"{EXAMPLES}/tic_tac_toe.py:TicTacToe"), id="tic_tac_toe.py"
    ),
    pytest.param(lambda: quadrille.game(f"{EXAMPLES}/nim.py:Nim", heaps=4), id="nim.py"),
    pytest.param(
        lambda: quadrille.game(f"{EXAMPLES}/high_card.py:HighCard", players=4, partners=True),
        id="high_card.py",
    ),
]
MakeGame = Callable[[], Game]
LONG_GAMES = [
    pytest.param(lambda: quadrille.game("carcassonne", players=3), id="carcassonne"),
    pytest.param(lambda: quadrille.game("sheep"), id="sheep"),
    pytest.param(lambda: quadrille.game("sheep", game=3), id="sheep-hidden"),
    pytest.param(lambda: quadrille.game("pillars", open_hands=False), id="pillars-hidden"),
]
"""That last for hundreds of moves, or hide facts."""


def history(env: VecEnv, steps: int) -> list[bytes]:
    """Everything that so many steps with sampled actions say."""
    return future(env, env.reset(), steps)


def future(env: VecEnv, step: Step, steps: int) -> list[bytes]:
    """The same from a step on that has been made."""
    said = []
    for _ in range(steps):
        said += [array.tobytes() for array in step]
        said.append(env.final_observations.tobytes())
        step = env.step(env.sample_actions())
    return said
