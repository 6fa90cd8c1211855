"""How often agents lose value, by the diagnosis of their moves."""

import quadrille
from quadrille.arena.diagnosis import diagnose
from support.scale import LONG


def test_a_thousand_simulations_seldom_lose_value() -> None:
    rules = quadrille.game("quarto")
    positions = 200 if LONG else 36
    found = diagnose(
        rules, "mcts:sims=1000", positions=positions, first=5 if LONG else 6, games=0, seed=1
    )
    assert found.missed_wins.count == found.given_wins.count == 0
    assert found.spoiled.count <= (8 if LONG else 2)


def test_without_exact_values_it_loses_more() -> None:
    rules = quadrille.game("quarto")
    found = diagnose(rules, "mcts:sims=30,exact=0", positions=36, first=7, games=0, seed=1)
    assert found.spoiled.count >= 3
