"""A tiny game is learned to perfection in seconds."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import quadrille
from oracles import minimax
from quadrille.core._core import Rng
from quadrille.learn.alphazero import AlphaZero, AlphaZeroSettings
from quadrille.search.native import make_search
from quadrille.search.network import evaluate, make_network

Chooser = Callable[[Any], Any]
"""What plays: gives a move for a state."""

TIC_TAC_TOE = Path(__file__).parents[2] / "examples" / "tic_tac_toe.py"

SETTINGS = AlphaZeroSettings(
    layers="128-32",
    sims=40,
    games=4800,
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
"""At most 4,800 games; about a third of them are enough."""


def searcher(game: quadrille.Game, network: Any) -> Chooser:
    """A few simulations. Nothing is proven in the search, so that it sees only by the network."""
    fixed = {"formula": "puct", "leaf": "net", "c": 1.5, "fpu": 0.2}
    off = dict.fromkeys(("prove", "look", "reuse", "settle"), False)
    settings = {"sims": 16, "network": network, **fixed, **off}
    search = make_search("Mcts", game.state_type, settings)
    return lambda state: search.search(state, Rng(0)).move


def worst_results(game: quadrille.Game, choose: Chooser) -> list[float]:
    """What a player gets at least as player 0 and as player 1, against every reply."""
    known: dict[tuple[str, int], float] = {}

    def worst(state: Any, player: int) -> float:
        if state.is_over():
            return float(state.outcome()[player])
        key = (state.text(), player)
        if key not in known:
            moves = state.legal_moves()
            if state.player() == player:
                moves = [choose(state)]
            after = [state.copy() for _ in moves]
            for one, move in zip(after, moves, strict=True):
                one.play(move)
            known[key] = min(worst(one, player) for one in after)
        return known[key]

    return [worst(game.new(), player) for player in (0, 1)]


def test_tic_tac_toe_is_learned_by_self_play() -> None:
    """A game in plain Python; with best play it is a draw."""
    game = quadrille.game(f"{TIC_TAC_TOE}:TicTacToe")
    learner = AlphaZero(game, "planes", SETTINGS)

    def worst() -> list[float]:
        network = make_network(
            learner.network.arrays(), "planes", learner.game.encoding("planes").version
        )
        return worst_results(game, searcher(game, network))

    assert worst() == [-1, -1]
    while worst() != [0, 0]:
        assert learner.progress.share(SETTINGS) < 1, "it still loses after all games"
        for _ in range(4):
            learner.play()
            learner.train()


def test_tic_tac_toe_is_learned_from_exact_values() -> None:
    """The network alone, taught what every position is worth, never loses."""
    game = quadrille.game(f"{TIC_TAC_TOE}:TicTacToe")
    learner = AlphaZero(game, "planes", SETTINGS)
    solved: dict[str, Any] = {}
    learned: set[str] = set()
    positions = [game.new()]
    for state in positions:  # which grows
        if state.is_over() or state.text() in learned:
            continue
        learned.add(state.text())
        best = minimax.solve(state, solved)[0]
        after = {move: minimax.after(state, move) for move in state.legal_moves()}
        good = [move for move, one in after.items() if minimax.solve(one, solved)[0] == best]
        policy = {move: (move in good) / len(good) for move in after}
        learner.samples.add(state, policy, [best, -best])
        positions += after.values()
    assert len(learner.samples) == 4520

    def worst() -> list[float]:
        network = make_network(
            learner.network.arrays(), "planes", learner.game.encoding("planes").version
        )

        def choose(state: Any) -> Any:
            chances = evaluate(network, state)[1]
            return max(chances, key=chances.__getitem__)

        return worst_results(game, choose)

    for _ in range(30):
        learner.progress.owed = 100 * SETTINGS.batch
        learner.train()
        if worst() == [0, 0]:
            return
    raise AssertionError("it still loses after 3,000 steps")
