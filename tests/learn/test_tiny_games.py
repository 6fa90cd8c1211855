"""A tiny game is learned to perfection in seconds."""

from pathlib import Path
from typing import Any

import quadrille
from quadrille.core._core import Rng
from quadrille.learn.alphazero import AlphaZero, AlphaZeroSettings
from quadrille.search.native import make_search
from quadrille.search.network import make_network

TIC_TAC_TOE = Path(__file__).parents[2] / "examples" / "tic_tac_toe.py"

SETTINGS = AlphaZeroSettings(
    layers="128-32",
    sims=40,
    games=2400,
    round_games=100,
    warmup=400,
    batch=256,
    reuse=30,
    opening_plies=5,
    temperature_plies=4,
    rate=1e-2,
    final_rate=5e-4,
    seed=1,
)


def worst_results(game: quadrille.Game, network: Any) -> list[float]:
    """What a few simulations get at least as player 0 and as player 1, against every reply.

    Nothing is proven in the search, so that it sees no further than the network.
    """
    fixed = {"formula": "puct", "leaf": "net", "c": 1.5, "fpu": 0.2}
    off = dict.fromkeys(("prove", "look", "reuse", "settle"), False)
    settings = {"sims": 16, "network": network, **fixed, **off}
    search = make_search("Mcts", game.state_type, settings)
    known: dict[tuple[str, int], float] = {}

    def worst(state: Any, player: int) -> float:
        if state.is_over():
            return float(state.outcome()[player])
        key = (state.text(), player)
        if key not in known:
            moves = state.legal_moves()
            if state.player() == player:
                moves = [search.search(state, Rng(0)).move]
            after = [state.copy() for _ in moves]
            for one, move in zip(after, moves, strict=True):
                one.play(move)
            known[key] = min(worst(one, player) for one in after)
        return known[key]

    return [worst(game.new(), player) for player in (0, 1)]


def test_tic_tac_toe_is_never_lost() -> None:
    """A game in plain Python; with best play it is a draw."""
    game = quadrille.game(f"{TIC_TAC_TOE}:TicTacToe")
    learner = AlphaZero(game, "planes", SETTINGS)
    untrained = make_network(learner.network.arrays(), "planes", learner.version)
    assert worst_results(game, untrained) == [-1, -1]
    while learner.progress.share(SETTINGS) < 1:
        learner.play()
        learner.train()
    trained = make_network(learner.network.arrays(), "planes", learner.version)
    assert worst_results(game, trained) == [0, 0]
