"""What the tests of searches share."""

from typing import Any

import quadrille
from quadrille import Decision, Game, Rng
from quadrille.search.native import make_search
from search.games import Ends
from support.places import EXAMPLES

CONNECT_FOUR = quadrille.game("connect_four")
TIC_TAC_TOE = quadrille.game(f"{EXAMPLES / 'tic_tac_toe.py'}:TicTacToe")
NIM = quadrille.game(f"{EXAMPLES / 'nim.py'}:Nim")
QUARTOS = [
    quadrille.game("quarto", squares=squares, torus=torus)
    for squares in (False, True)
    for torus in (False, True)
]


def ends(**options: Any) -> Game:
    """The game of games.py with these options."""
    return quadrille.game(Ends, **options)


def search(name: str, state: Any, seed: int = 1, seconds: float | None = None, **more: Any) -> Any:
    """The decision of a fresh native search."""
    return make_search(name, type(state), more).search(state, Rng(seed), seconds)


def random_states(game: Game, plies: int, count: int, seed: int = 0) -> list[Any]:
    """Different positions after ``plies`` random moves, chance included, with a player to move."""
    rng = Rng(seed)
    found: dict[str, Any] = {}
    for attempt in range(1000):
        state = game.new(seed + attempt)
        for _ in range(plies):
            if not state.is_over():
                state.play(state.random_move(rng))
        if state.player() >= 0:
            found[state.text()] = state
        if len(found) == count:
            break
    assert found
    return list(found.values())


def late_position(name: str, seed: int, left: int, **options: Any) -> Any:
    """A position of a random game with at most ``left`` moves to go."""
    game = quadrille.game(name, **options)
    for attempt in range(1000):
        rng, state = Rng(1000 * seed + attempt), game.new()
        for _ in range(state.max_plies() - left):
            if not state.is_over():
                state.play(state.random_move(rng))
        if not state.is_over():
            return state
    raise AssertionError("no game lasted long enough")


def values_of(decision: Decision) -> dict[str, float]:
    """The values of moves by their texts, where known."""
    return {str(each.move): each.value for each in decision.moves if each.value is not None}
