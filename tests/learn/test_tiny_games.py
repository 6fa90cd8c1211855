"""Tiny games are learned to perfection in seconds."""

from pathlib import Path
from typing import Any

import quadrille
from quadrille.learn.alphazero import AlphaZero, AlphaZeroSettings
from quadrille.search.network import evaluate, make_network

TIC_TAC_TOE = Path(__file__).parents[2] / "examples" / "tic_tac_toe.py"

SETTINGS = AlphaZeroSettings(
    layers="64-32",
    sims=25,
    games=1200,
    round_games=100,
    warmup=400,
    batch=128,
    reuse=20,
    temperature_plies=4,
    rate=1e-2,
    final_rate=5e-4,
    seed=1,
)


def worst_results(game: quadrille.Game, network: Any) -> list[float]:
    """What the network gets at least as player 0 and as player 1, against every way to play."""

    def worst(state: Any, player: int) -> float:
        if state.is_over():
            return float(state.outcome()[player])
        moves = state.legal_moves()
        if state.player() == player:
            _, priors = evaluate(network, state)
            moves = [max(priors, key=priors.__getitem__)]
        found = []
        for move in moves:
            after = state.copy()
            after.play(move)
            found.append(worst(after, player))
        return min(found)

    return [worst(game.new(), player) for player in (0, 1)]


def test_tic_tac_toe_is_never_lost() -> None:
    """A game in plain Python; with best play it is a draw."""
    game = quadrille.game(f"{TIC_TAC_TOE}:TicTacToe")
    learner = AlphaZero(game, "planes", SETTINGS)
    untrained = make_network(learner.network.arrays(), "planes", learner.version)
    assert min(worst_results(game, untrained)) == -1
    while learner.progress.share(SETTINGS) < 1:
        learner.play()
        learner.train()
    trained = make_network(learner.network.arrays(), "planes", learner.version)
    assert worst_results(game, trained) == [0, 0]
