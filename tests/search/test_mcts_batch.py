"""Monte-Carlo trees whose leaves the caller evaluates, in batches."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import quadrille
from quadrille import Rng
from quadrille.search.native import make_search
from support.places import EXAMPLES

Evaluate = Callable[[Any, int], "tuple[Any, Any]"]
"""``evaluate(search, waiting)`` gives the priors and values of the waiting leaves."""


def tree_after(
    state: Any, simulations: int, batch: int, *, one_by_one: bool, evaluate: Evaluate
) -> str:
    """The tree after a number of simulations, as text."""
    search = make_search("BatchMcts", type(state), {})
    search.start(state, Rng(5))
    while search.simulations < simulations:
        waiting = search.collect(batch)
        if waiting == 0:  # all of the walks ended in known values
            continue
        priors, values = evaluate(search, waiting)
        if one_by_one:
            for row in range(waiting):
                search.apply(priors[row : row + 1], values[row : row + 1])
        else:
            search.apply(priors, values)
    text: str = search.tree_text(30)
    return text


def stub_of(state: Any) -> Evaluate:
    """An evaluator whose answer depends on nothing but the encoded leaf."""
    encoding = state.encodings()[0]

    def evaluate(search: Any, waiting: int) -> tuple[Any, Any]:
        leaves = np.zeros((waiting, *encoding.shape), encoding.dtype)
        search.encode(encoding.name, leaves)
        numbers = np.arange(leaves[0].size) % 17
        digest = (leaves.reshape(waiting, -1) * numbers).sum(axis=1).astype(int)
        values = (digest % 101) / 50 - 1.0
        actions = np.arange(state.num_actions())
        priors = 1 + (digest[:, None] * 7 + actions * 3) % 5
        return priors.astype(np.float32), np.stack([values, -values], axis=1)

    return evaluate


@pytest.mark.parametrize("name", ["connect_four", "quarto", "examples/tic_tac_toe.py:TicTacToe"])
def test_a_batch_answered_at_once_or_one_by_one_gives_the_same_tree(name: str) -> None:
    state = quadrille.game(name).new()
    for batch in (1, 8):
        trees = {
            tree_after(state, 600, batch, one_by_one=split, evaluate=stub_of(state))
            for split in (False, True)
        }
        assert len(trees) == 1
        assert trees.pop().count("\n") > 100


@pytest.mark.parametrize("name", ["connect_four", "quarto"])
def test_batches_of_one_are_the_search_itself(name: str) -> None:
    """With the static evaluation as evaluator and even priors, to the last bit."""
    state = quadrille.game(name).new()
    inside = make_search(
        "Mcts",
        type(state),
        {"sims": 400, "formula": "puct", "leaf": "evaluate", "temperature": 1e18, "settle": False},
    )
    inside.search(state, Rng(5))

    def static(search: Any, waiting: int) -> tuple[Any, Any]:
        values = np.array([leaf.evaluate() for leaf in search.leaves()], dtype=float)
        return np.ones((waiting, state.num_actions()), np.float32), values.reshape(waiting, -1)

    assert tree_after(state, 400, 1, one_by_one=False, evaluate=static) == inside.tree_text(30)


def test_wrong_answers_are_refused() -> None:
    state = quadrille.game("connect_four").new()
    search = make_search("BatchMcts", type(state), {})
    with pytest.raises(ValueError, match="start"):
        search.collect(3)
    search.start(state, Rng(1))
    assert search.collect(8) == 1, "nothing but the root yet"
    with pytest.raises(ValueError, match=r"priors \[n, 7\]"):
        search.apply(np.ones((1, 6), np.float32), np.zeros((1, 2)))
    with pytest.raises(ValueError, match="at most 1"):
        search.apply(np.ones((2, 7), np.float32), np.zeros((2, 2)))
    with pytest.raises(ValueError, match="expected an encoding of"):
        search.encode("nothing", np.zeros(1))
    for wrong in (
        np.zeros(126, np.float32),
        np.zeros((0, 3, 6, 7), np.float32),
        np.zeros((1, 3, 6, 8), np.float32),
        np.zeros((1, 3, 6, 7)),
    ):
        with pytest.raises(ValueError, match=r"float32 \[1, 3, 6, 7\]"):
            search.encode("planes", wrong)
    with pytest.raises(TypeError):  # not a copy of it
        search.encode("planes", np.zeros((3, 3, 6, 7), np.float32)[::2])
    with pytest.raises(ValueError, match="values from -1 to 1"):
        search.apply(np.ones((1, 7), np.float32), np.full((1, 2), np.nan))
    with pytest.raises(ValueError, match="priors of at least 0"):
        search.apply(np.full((1, 7), -1, np.float32), np.zeros((1, 2)))


def test_noise_at_the_root_changes_what_is_tried() -> None:
    state = quadrille.game("connect_four").new()
    search = make_search("BatchMcts", type(state), {})
    search.start(state, Rng(1))
    search.collect(1)
    search.apply(np.ones((1, 7), np.float32), np.zeros((1, 2)))
    noise = np.eye(7, dtype=np.float32)[6]
    search.mix_root_priors(noise, 0.9)
    priors = [stats.prior for stats in search.result().moves]
    assert priors == pytest.approx([0.1 / 7] * 6 + [0.9 + 0.1 / 7])


def test_the_example_is_a_player_with_a_network_of_its_own() -> None:
    """Its network knows nothing; the search sees wins and losses that are near, for either side."""
    spec = f"{EXAMPLES}/own_network.py:OwnNetwork"
    game = quadrille.game("connect_four")
    for text, wanted in (
        ("......./......./......./......./ooo..../xxx....", "4"),
        ("......./......./......./......./oo...../ooxxx.x", "6"),
        ("......./......./......./......./x....../xxooo.x", "6"),  # of the second player
    ):
        for seed in (1, 2):
            decision = quadrille.agent(spec).choose(game.parse(text), quadrille.Rng(seed))
            assert str(decision.move) == wanted, text


@pytest.mark.parametrize("name", ["quarto", "carcassonne", f"{EXAMPLES}/tic_tac_toe.py:TicTacToe"])
def test_the_example_plays_any_game_of_two_sides(name: str) -> None:
    spec = f"{EXAMPLES}/own_network.py:OwnNetwork:sims=20"
    assert quadrille.play(name, [spec, "random"], seed=1).result.ended == "finished"
