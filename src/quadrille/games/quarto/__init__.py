"""Quarto: give a piece, place the one you were given, complete a line that shares a trait."""

from collections.abc import Sequence

from quadrille.core.package import (
    Drawing,
    GamePackage,
    GameSolver,
    GuideSection,
    OptionWords,
    Stages,
)
from quadrille.games.quarto._core import Move, State, piece_text, square_text
from quadrille.games.quarto.symmetry import Symmetry, random_symmetry, symmetries

__all__ = [
    "GAME",
    "Move",
    "State",
    "Symmetry",
    "piece_text",
    "random_symmetry",
    "square_text",
    "symmetries",
]


def _guide() -> Sequence[GuideSection]:
    from quadrille.games.quarto.guide import GUIDE

    return GUIDE


def _drawing() -> Drawing:
    from quadrille.games.quarto.drawing import DRAWING

    return DRAWING


def _solver() -> GameSolver:
    from quadrille.games.quarto.solver import SOLVER

    return SOLVER


def _stage(state: State) -> tuple[int, str]:
    """How many pieces are placed, and what is to be chosen."""
    in_hand = state.hand() >= 0
    return 16 - len(state.remaining()) - in_hand, "square" if in_hand else "piece"


def _open_threes(state: State) -> float:
    """How many lines of three pieces share a trait."""
    pieces = [state.piece(square) for square in range(16)]
    return float(sum(_is_open_three([pieces[square] for square in line]) for line in _LINES))


def _is_open_three(line: list[int]) -> bool:
    there = [piece for piece in line if piece >= 0]
    if len(there) != 3:
        return False
    ones, zeros = 15, 15
    for piece in there:
        ones, zeros = ones & piece, zeros & ~piece
    return bool(ones | zeros)


_LINES = [
    *([4 * rank + file for file in range(4)] for rank in range(4)),
    *([4 * rank + file for rank in range(4)] for file in range(4)),
    [0, 5, 10, 15],
    [3, 6, 9, 12],
]
"""Rows, columns and diagonals, by the numbers of their squares."""


def _agents() -> object:
    from quadrille.games.quarto import agents

    return agents


OPTION_WORDS = {
    "squares": OptionWords("Blocks of four count", "Four pieces in a block of 2 by 2 win as well."),
    "torus": OptionWords("The board wraps round", "Lines go on at the other edge."),
}


GAME = GamePackage(
    State,
    drawing=_drawing,
    progress=lambda state: _stage(state)[0] / 16,
    guide=_guide,
    option_words=OPTION_WORDS,
    solver=_solver,
    measures={"threes": _open_threes, "safe": lambda state: float(len(state.safe_pieces()))},
    stages=Stages("pieces placed", first_solved=6, of=_stage),
    agents=_agents,
    agent_defaults={
        # Random games say little about a position. Best of what was tried at 1,000 simulations:
        # with c=1, 84 % wins and 15 % draws in 200 games against oneply; uct with plain rollouts
        # won 61 %. With exact values it won 23, drew 173 and lost 4 of 200 games against itself
        # without them, at 10 ms a move.
        "mcts": {"formula": "puct", "leaf": "guided", "exact": 400},
        # With 100 simulations 930 won and 70 drawn of 1,000 games against oneply, 880 and 120 with
        # the formula at the root.
        "model": {"exact": 400, "root": "halving"},
        # 39 won, 58 drawn and 3 lost of 100 games against itself without, at 10 ms a move.
        "alphabeta": {"exact": 400},
    },
    # With exact values a few hundred simulations draw against any player, so the lower levels do
    # without them.
    levels={
        "Beginner": "mcts:sims=10,exact=0,settle=false,prove=false",
        "Club": "mcts:sims=100,exact=0",
        "Strong": "mcts:time=1",
        "Perfect": "perfect:time=5",
    },
    ladder=(
        "random",
        "oneply",
        "greedy",
        "mcts:sims=50",
        "mcts:sims=500",
        "model:quarto-dqn,sims=0",
        "model:quarto,sims=0",
        "model:quarto,sims=50",
        "model:quarto-taught,sims=0",
        "model:quarto-taught,sims=50",
    ),
)
