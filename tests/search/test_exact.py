"""Exact values that games find at little cost, and the searches that use them."""

from typing import Any

import pytest

import quadrille
from oracles import minimax
from quadrille import Rng
from quadrille.games.quarto import solver
from quadrille.search.native import make_search
from quadrille.search.solving import solve
from search.games import TakeAway

VARIANTS: list[dict[str, Any]] = [{}, {"squares": True}, {"torus": True}]
PLENTY = 10**6


def quarto(placed: int, seed: int, **options: Any) -> Any:
    """A random position with a safe piece in hand."""
    return solver.random_position(quadrille.game("quarto", **options), placed, Rng(seed))


# --- the games' answers --------------------------------------------------------------------


@pytest.mark.parametrize("options", VARIANTS, ids=str)
@pytest.mark.parametrize("placed", [7, 8, 9, 11, 14])
def test_exact_values_of_quarto_are_those_of_its_solver(
    placed: int, options: dict[str, Any]
) -> None:
    for seed in range(10):
        state = quarto(placed, seed, **options)
        value = solver.solve(state).value
        assert value is not None
        expected = [float(value), float(-value)]
        assert state.exact(PLENTY) == (expected if state.player() == 0 else expected[::-1])


def test_an_exact_value_depends_on_position_and_budget_only() -> None:
    states = [quarto(8, seed) for seed in range(40)]
    first = [state.exact(200) for state in states]
    assert None in first
    assert any(value is not None for value in first)
    assert [state.exact(200) for state in reversed(states)] == first[::-1]
    for state, value in zip(states, first, strict=True):
        assert value is None or state.exact(PLENTY) == value


def test_early_positions_of_quarto_are_not_even_tried() -> None:
    game = quadrille.game("quarto")
    assert game.new().exact(PLENTY) is None
    assert quarto(6, 1).exact(1999) is None


def test_a_finished_game_is_worth_its_outcome() -> None:
    state = quadrille.game("connect_four").new()
    for move in "1212121":
        state.play(move)
    assert state.exact(0) == state.outcome() == [1.0, -1.0]


@pytest.mark.parametrize("name", ["carcassonne", "examples/nim.py:Nim"])
def test_most_games_know_no_exact_values(name: str) -> None:
    assert quadrille.game(name).new().exact(PLENTY) is None


# --- searches ------------------------------------------------------------------------------


def chosen(state: Any, name: str = "Mcts", **settings: Any) -> quadrille.Decision:
    """The decision of a fresh search."""
    decision: quadrille.Decision = make_search(name, type(state), settings).search(state, Rng(1))
    return decision


@pytest.mark.parametrize("options", VARIANTS, ids=str)
@pytest.mark.parametrize("settings", [{"formula": "puct"}, {"formula": "uct"}], ids=str)
def test_mcts_proves_quarto_by_looking_at_every_move(
    settings: dict[str, Any], options: dict[str, Any]
) -> None:
    for seed in range(10):
        state = quarto(8, seed, **options)
        truth = solver.solve(state, all_moves=True)
        decision = chosen(state, sims=1000, settle=False, exact=PLENTY, **settings)
        assert decision.exact
        assert truth.values[decision.move] == truth.value
        for stats in decision.moves:
            assert not stats.exact or stats.value == truth.values[stats.move]


def test_a_kept_tree_whose_root_is_solved_goes_on() -> None:
    """A solver says what a position is worth, not by which move."""
    for seed in range(12):
        state = quarto(8, seed)
        search = make_search("Mcts", type(state), {"sims": 100, "exact": PLENTY})
        for _ in range(4):
            truth = solver.solve(state, all_moves=True)
            decision = search.search(state, Rng(seed))
            assert truth.values[decision.move] == truth.value
            search.saw(decision.move)
            state.play(decision.move)
            if state.is_over():
                break


def test_equal_seeds_give_equal_trees_with_exact_values() -> None:
    state = quarto(6, 3)
    trees = []
    for before in (None, quarto(7, 5)):
        if before is not None:  # what another search has found out does not matter
            chosen(before, sims=100, exact=400)
        search = make_search("Mcts", type(state), {"sims": 500, "exact": 400})
        search.search(state, Rng(2))
        trees.append(search.tree_text(4))
    assert trees[0] == trees[1]


def test_mcts_proves_connect_four_near_its_end() -> None:
    game = quadrille.game("connect_four")
    found = 0
    for seed in range(200):
        rng, state = Rng(seed), game.new()
        for _ in range(31):
            if not state.is_over():
                state.play(state.random_move(rng))
        if state.is_over():
            continue
        found += 1
        best, _ = minimax.solve(state, {})
        decision = chosen(state, sims=8, exact=PLENTY)
        assert decision.exact
        assert decision.value is not None
        assert decision.value[0] == best
    assert found > 5


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_alphabeta_holds_the_value_by_one_look(options: dict[str, Any]) -> None:
    for seed in range(20):
        state = quarto(8, seed, **options)
        truth = solver.solve(state, all_moves=True)
        decision = chosen(state, "AlphaBeta", depth=1, exact=PLENTY)
        assert truth.values[decision.move] == truth.value
        assert decision.value is not None
        assert decision.value[state.player()] == truth.value


@pytest.mark.parametrize("name", ["Mcts", "AlphaBeta"])
def test_exact_values_of_a_python_game_are_used(name: str) -> None:
    state = quadrille.game(TakeAway).new()
    TakeAway.asked = 0
    limit: dict[str, Any] = {"sims": 50} if name == "Mcts" else {"depth": 1}
    chosen(state, name, **limit)
    assert TakeAway.asked == 0, "only where asked for"
    decision = chosen(state, name, exact=7, **limit)
    assert TakeAway.asked > 0
    after = state.copy()
    after.play(decision.move)
    assert after.exact(7) == [1.0, -1.0]


def test_solving_takes_exact_values_where_they_are_cheap() -> None:
    state = quadrille.game(TakeAway).new()
    found = solve(state, all_moves=True)
    assert found.value == 1
    assert found.values.keys() == set(state.legal_moves())
    assert found.nodes == len(found.values)
    for move, value in found.values.items():
        after = state.copy()
        after.play(move)
        assert after.exact(1) == [float(value), float(-value)]
