"""Openings: random moves with which the games of a series begin.

Agents that hardly vary their play repeat themselves from the first position of a game that has no
chance, and many games then say no more than two. From openings they differ. All games of a group
begin with the same one, so that every entrant meets it in every seat.
"""

from quadrille.core._core import Rng, Stream
from quadrille.core.game import Game
from quadrille.core.state import CHANCE, State

MAX_MOVES = 1000
ATTEMPTS = 100
"""So many openings are drawn until one is found that does not end the game."""


def draw_opening(game: Game, seed: int, moves: int) -> str:
    """The text of a position after so many random moves, chance not counted; the seed decides.

    ValueError if the game is over after so many.
    """
    for attempt in range(ATTEMPTS):
        rng = Rng.keyed(seed, Stream.plain, attempt)
        state: State = game.new(seed)
        left = moves
        while left and not state.is_over():
            if state.player() == CHANCE:
                state.play_chance()
            else:
                state.play(state.random_move(rng))
                left -= 1
        if not state.is_over():
            return state.text()
    raise ValueError(f"expected fewer moves for an opening: {game.name} is over after {moves}")
