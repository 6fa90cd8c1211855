"""Perfect Quarto never loses, whoever plays against it and from whichever seat."""

import pytest

import quadrille
from support.scale import LENGTH, LONG

GAMES = 25 * LENGTH if LONG else 3
"""For each opponent and seat: 200 games or more with each rule in ``make test-long``, else 24."""


@pytest.mark.parametrize("squares", [False, True], ids=["lines", "squares"])
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("opponent", ["mcts:sims=200", "alphabeta:nodes=5000", "oneply", "random"])
def test_perfect_never_loses(opponent: str, seat: int, squares: bool) -> None:
    game = quadrille.game("quarto", squares=squares)
    results = []
    for seed in range(GAMES):
        agents = [opponent, opponent]
        agents[seat] = "perfect:traps=2000"
        outcome = quadrille.play(game, agents, seed=seed).result.outcome
        assert outcome is not None
        results.append(outcome[seat])
    assert min(results) >= 0
    assert sum(results) > 0 or opponent.startswith(("mcts", "alphabeta")), "it wins at times"
