"""What the tests of searches share."""

from pathlib import Path
from typing import Any

import quadrille
from quadrille import Decision, Game, Rng
from quadrille.search.native import make_search
from search.games import Ends

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
CONNECT_FOUR = quadrille.game("connect_four")
TIC_TAC_TOE = quadrille.game(f"{EXAMPLES / 'tic_tac_toe.py'}:TicTacToe")
NIM = quadrille.game(f"{EXAMPLES / 'nim.py'}:Nim")
QUARTOS = [
    quadrille.game("quarto", squares=squares, torus=torus)
    for squares in (False, True)
    for torus in (False, True)
]


def ends(**options: Any) -> Game:
    """The game of games.py."""
    return quadrille.game(Ends, **options)


def search(name: str, state: Any, seed: int = 1, seconds: float | None = None, **more: Any) -> Any:
    """The decision of a fresh native search."""
    return make_search(name, type(state), more).search(state, Rng(seed), seconds)


def random_states(game: Game, plies: int, count: int, seed: int = 0) -> list[Any]:
    """Different positions after so many random moves, chance included, a player to move."""
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


def values_of(decision: Decision) -> dict[str, float]:
    """The values of moves, where known."""
    return {str(each.move): each.value for each in decision.moves if each.value is not None}
