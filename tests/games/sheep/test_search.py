"""What searches ask of Sheep, and how the default search plays."""

from typing import Any

import pytest

import quadrille
from quadrille import Rng
from search.common import search


def main_numbers(extra: int) -> set[int]:
    """The numbers of sheep that a pruned search considers when so many may go."""
    if extra <= 4:
        return set(range(1, extra + 1))
    quarters = {round(extra * part / 4 + 1e-9) for part in (1, 2, 3)}
    return {1, extra} | quarters


@pytest.mark.parametrize("options", [{}, {"game": 2}, {"game": 4}, {"players": 2, "sheep": 64}])
def test_main_moves_are_all_slides_with_few_numbers(options: dict[str, Any]) -> None:
    game = quadrille.game("sheep", **options)
    for seed in range(6):
        state, rng = game.new(seed), Rng(seed)
        while not state.is_over():
            expected = [
                move
                for move in state.legal_moves()
                if move.kind != "slide" or move.sheep in main_numbers(state.sheep(*move.origin) - 1)
            ]
            assert state.main_moves() == expected
            state.play(state.random_move(rng))


def visited(state: Any, **settings: Any) -> dict[str, int]:
    decision = search("Mcts", state, settle=False, **settings)
    return {str(stats.move): stats.visits for stats in decision.moves if stats.visits}


def slides(seed: int) -> Any:
    """A position in which the first player slides for the first time."""
    state, rng = quadrille.game("sheep").new(seed), Rng(seed)
    for _ in range(4):
        state.play(state.random_move(rng))
    return state


@pytest.mark.parametrize("formula", ["uct", "history"])
def test_pruned_moves_are_not_searched(formula: str) -> None:
    state = slides(1)
    main = {str(move) for move in state.main_moves()}
    assert len(main) < len(state.legal_moves())
    assert set(visited(state, sims=2000, formula=formula, prune=True)) == main
    assert len(visited(state, sims=2000, formula=formula)) > len(main)


def test_history_returns_to_good_moves_before_all_are_tried() -> None:
    state = slides(2)
    moves = len(state.legal_moves())
    tried = visited(state, sims=moves, formula="history", c=0.5)
    assert len(tried) < 0.8 * moves
    assert len(visited(state, sims=moves, formula="uct", c=0.5)) >= moves - 1


def test_the_bias_is_what_history_counts() -> None:
    state = slides(3)
    none, some, much = (
        visited(state, sims=400, formula="history", bias=bias) for bias in (0.0, 1.0, 20.0)
    )
    assert none != some != much


def test_the_old_default_is_still_there() -> None:
    state = slides(4)
    game = quadrille.game("sheep")
    old = quadrille.agent("mcts:sims=200,c=0.75,formula=uct,prune=false")
    new = quadrille.agent("mcts:sims=200")
    assert old.settings(game)["formula"] == "uct"  # type: ignore[attr-defined]
    assert new.settings(game)["formula"] == "history"  # type: ignore[attr-defined]
    for agent in (old, new):
        decision = agent.choose(state)
        assert decision.move in state.legal_moves()


def test_what_a_pruned_search_proves_is_true() -> None:
    """Where moves are left out, a node is not lost because all its children are."""
    game = quadrille.game("sheep", size=6, cells=8, sheep=7, players=2)
    proven = 0
    for seed in range(300):
        state, rng = game.new(seed), Rng(seed)
        for _ in range(2):
            state.play(state.random_move(rng))
        if len(state.main_moves()) == len(state.legal_moves()):
            continue
        decision = search("Mcts", state, sims=5000, formula="history", prune=True, settle=False)
        if decision.exact:
            proven += 1
            assert decision.value[state.player()] == 1, state.text()
            assert decision.value == search("Solver", state).value, state.text()
    assert proven >= 5
