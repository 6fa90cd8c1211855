"""Searches that share few simulations out by halving the moves that are still considered."""

import threading
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quadrille
from quadrille import BadSpec, Rng
from quadrille.agents.model import Model
from quadrille.core.agents.agent import Limits
from quadrille.core.state import CHANCE
from quadrille.games.quarto import solver
from quadrille.search.native import make_search
from quadrille.search.network import make_network
from quadrille.search.samples import Samples, SelfPlay
from quadrille.search.solving import solve
from search.test_network import connect_four_network, random_arrays

BY_HALVING = {"formula": "puct", "root": "halving", "leaf": "net", "reuse": False}


def search(state: Any, sims: int, **more: Any) -> Any:
    settings = {**BY_HALVING, "sims": sims, "network": connect_four_network(), **more}
    return make_search("Mcts", type(state), settings).search(state, Rng(1))


def visits(decision: Any) -> list[int]:
    return sorted((stats.visits for stats in decision.moves), reverse=True)


def test_simulations_are_halved_out() -> None:
    """Of 96, the first looks at the root; of the others four moves get 11 each, two the rest."""
    start = quadrille.game("connect_four").new()
    found = search(start, 96, considered=4, prove=False, look=False)
    assert found.nodes == 96
    assert visits(found) == [37, 36, 11, 11, 0, 0, 0]


def test_as_many_moves_are_considered_as_there_are_simulations() -> None:
    start = quadrille.game("connect_four").new()
    assert Counter(visits(search(start, 4))) == {1: 3, 0: 4}
    assert search(start, 1).move in start.legal_moves()


def test_the_chosen_move_is_that_of_the_line() -> None:
    state = quadrille.game("connect_four").new()
    for seed in range(8):
        found = search(state, 40, network=connect_four_network(seed=seed))
        assert found.pv[0] == found.move
        state.play(found.move)


def test_a_win_is_found_and_taken() -> None:
    state = quadrille.game("connect_four").new()
    for move in "414141":
        state.play(move)
    for seed in range(5):
        found = search(state, 32, network=connect_four_network(seed=seed))
        assert str(found.move) == "4"
        assert found.exact


def wins_at_once(state: Any, move: Any) -> bool:
    after = state.copy()
    after.play(move)
    return bool(after.is_over() and after.outcome()[state.player()] == 1)


def test_a_win_at_once_goes_before_longer_ones() -> None:
    """Exact values show many moves to win; the one that ends the game is played."""
    found = 0
    session = quadrille.agent("model:quarto,sims=50").open(quadrille.game("quarto"), 0, Rng(1))
    for seed in range(40):
        state = quadrille.game("quarto").new(seed)
        rng = Rng(seed)
        for _ in range(17):  # eight pieces lie, and the ninth is given
            if not state.is_over():
                state.play(state.random_move(rng))
        if state.is_over() or not any(wins_at_once(state, move) for move in state.legal_moves()):
            continue
        found += 1
        decision = session.choose(state, Limits())
        assert wins_at_once(state, decision.move), state.text()
        assert decision.exact and decision.nodes == 2
    assert found >= 8


def test_it_needs_simulations_and_priors() -> None:
    with pytest.raises(BadSpec, match="one thread"):
        quadrille.agent("model:connect-four,root=halving,sims=9,threads=2")
    game = quadrille.game("connect_four")
    with pytest.raises(ValueError, match="formula=puct"):
        quadrille.agent("mcts:root=halving,formula=uct").open(game, 0, Rng(1))


def test_time_is_shared_out_too() -> None:
    """Of 9 moves the better half is left after each of three parts of the time."""
    game = quadrille.game("pillars")
    state = game.new(1)
    while state.player() == CHANCE:
        state.play(state.random_move(Rng(1)))
    fields = "root=halving,considered=9,reuse=false,exact=0"
    session = quadrille.agent(f"model:pillars,time=0.5,{fields}").open(game, 0, Rng(1))
    decision = session.choose(state, Limits())
    visits = sorted((each.visits for each in decision.moves if each.visits), reverse=True)
    assert len(visits) == 9
    assert visits[1] > visits[4] > visits[8]
    assert visits[0] - visits[1] <= 1
    assert decision.move in [each.move for each in decision.moves if each.visits >= visits[1]]


def test_without_bounds_the_formula_shares_simulations_out() -> None:
    game = quadrille.game("quarto")
    limits = Limits()
    asked = threading.Timer(0.1, limits.stop.set)
    asked.start()
    session = quadrille.agent("mcts:root=halving").open(game, 0, Rng(1))
    assert session.choose(game.new(), limits).move in game.new().legal_moves()
    asked.join()


@pytest.mark.parametrize(
    "fields, root",
    [
        ("", "halving"),
        (",sims=50", "halving"),
        (",sims=50,time=1", "halving"),
        (",sims=50,root=formula", "formula"),
        (",time=1", "halving"),
        (",threads=2", "formula"),
        (",formula=uct", "formula"),
    ],
)
def test_a_game_may_prefer_it_where_it_is_possible(fields: str, root: str) -> None:
    agent = quadrille.agent(f"model:quarto{fields}")
    assert isinstance(agent, Model)
    assert agent.settings(quadrille.game("quarto"))["root"] == root


def test_hidden_facts_are_searched_too() -> None:
    game = quadrille.game("sheep", game=3)
    state = game.new(3)
    net = game.encoding("net")
    arrays = random_arrays(net.size, (16,), 4, 0)
    rng = np.random.default_rng(2)
    for name, shape in {"embed": (net.move_inputs, 8), "trunk": (16, 8), "bias": (8,)}.items():
        arrays[f"moves.{name}"] = rng.normal(0, 0.1, shape).astype(np.float32)
    arrays["moves.out"] = np.ones(8, np.float32)
    arrays["moves.skip"] = np.zeros(net.move_inputs, np.float32)
    network = make_network(arrays, "net", net.version)
    for _ in range(8):
        found = search(state.view(state.player()), 24, network=network)
        assert found.nodes == 24
        state.play(found.move)
    with pytest.raises(ValueError, match="model where facts are hidden"):
        search(state.view(state.player()), 24, leaf="rollout", network=None)


# --- self-play -----------------------------------------------------------------------------


def played(games: int = 30, **more: Any) -> Samples:
    samples = Samples(quadrille.game("connect_four"), 10_000)
    settings = SelfPlay(sims=16, root="halving", **more)
    samples.selfplay(connect_four_network(), settings, games, seed=3, threads=2)
    return samples


def test_policies_favour_what_the_search_preferred(tmp_path: Path) -> None:
    samples = played()
    for index in range(len(samples)):
        state, policy, _ = samples[index]
        assert list(policy) == state.legal_moves()
        assert sum(policy.values()) == pytest.approx(1, abs=1e-5)
    samples.save(tmp_path / "a")
    played().save(tmp_path / "b")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_gumbel_noise_makes_games_differ() -> None:
    samples = played(considered=2)
    start = quadrille.game("connect_four").new()
    policies = [samples[i][1] for i in range(len(samples)) if samples[i][0] == start]
    assert len(policies) == 30
    assert len({tuple(policy.values()) for policy in policies}) > 3


def test_an_untried_move_is_expected_to_be_worth_what_the_others_are() -> None:
    """With a network that says the same of everything, the policy hardly changes."""
    game = quadrille.game("connect_four")
    arrays = {name: np.zeros_like(a) for name, a in random_arrays(84, (8,), 1, 7).items()}
    samples = Samples(game, 1000)
    settings = SelfPlay(sims=8, root="halving", considered=4, look=False)
    samples.selfplay(make_network(arrays, "discs", 1), settings, 5, seed=1)
    state, policy, _ = samples[0]
    assert not state.text().count("x")
    assert list(policy.values()) == pytest.approx([1 / 7] * 7, abs=1e-6)


def test_what_proven_moves_do_not_need_goes_to_the_others() -> None:
    """Halving alone would go on asking about moves that are proven, and prove few of the others."""
    game = quadrille.game("quarto")
    rng = Rng(4)
    proven = 0
    for _ in range(20):
        state = solver.random_position(game, 6, rng)
        found = quadrille.agent("model:quarto,sims=400,traps=false").open(game, 0, Rng(1))
        decision = found.choose(state, Limits())
        if decision.exact:
            proven += 1
            values = solve(state, all_moves=True).values
            assert values[decision.move] == max(values.values())
    assert proven >= 15
