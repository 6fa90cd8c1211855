"""Actor-critic: what its heads say, what it learns from, and that it learns."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import quadrille
from learn.random_opponent import losses_against_random
from quadrille.learn.actor_critic import ActorCritic, ActorCriticSettings, returns_of
from quadrille.learn.evaluation import Evaluator
from quadrille.learn.experience import LearnedTurn
from quadrille.learn.loop import train
from quadrille.learn.presets import plan_of, resumed
from quadrille.learn.runs import begin_run
from quadrille.learn.vec_games import GameOver
from quadrille.search.network import evaluate, make_network

SHEEP = quadrille.game("sheep", game=3)
CONNECT_FOUR = quadrille.game("connect_four")
TIC_TAC_TOE = Path(__file__).parents[2] / "examples" / "tic_tac_toe.py"
HEADS = (12, 12, 15, 8)
SMALL = ActorCriticSettings(
    games=10_000, layers="16-8", critic=6, head=5, envs=8, round_games=12, batch=5, seed=3
)
PARTS = replace(SMALL, heads="12-12-15-8")
VARIANTS: dict[str, tuple[quadrille.Game, str, ActorCriticSettings]] = {
    "parts": (SHEEP, "vector", PARTS),
    "averages": (SHEEP, "average", replace(PARTS, entropy=0.01)),
    "no mask": (SHEEP, "vector", replace(PARTS, mask=False)),
    "moves": (SHEEP, "net", SMALL),
    "actions": (CONNECT_FOUR, "planes", replace(SMALL, discount=0.9)),
}


def made(name: str) -> ActorCritic:
    return ActorCritic(*VARIANTS[name])


def position(game: quadrille.Game, plies: int, seed: int = 1) -> Any:
    """A position after random moves."""
    state, rng = game.new(seed), quadrille.Rng(seed)
    for _ in range(plies):
        state.play(state.random_move(rng))
    assert not state.is_over()
    return state


def by_hand(learner: ActorCritic, state: Any) -> tuple[list[Any], float]:
    """What the layers say of a position, step by step: the logarithms of the chances of each head,
    and the mover's value."""
    weights = {name: each.numpy() for name, each in learner.network.state_dict().items()}

    def layer(name: str, inputs: Any) -> Any:
        return inputs @ weights[f"{name}.weight"] + weights[f"{name}.bias"]

    hidden = state.encode(learner.encoding).astype(np.float64)
    for name in ("trunk.0", "trunk.1"):
        hidden = np.maximum(layer(name, hidden), 0)
    value = np.tanh(layer("value", np.maximum(layer("critic", hidden), 0)))[0]
    parts = np.split(layer("policy", hidden), np.cumsum(HEADS)[:-1])
    return [each - np.log(np.exp(each).sum()) for each in parts], float(value)


def sum_of_heads(heads: list[Any], move: Any) -> float:
    """Of the column and the row from which a move begins, and of a slide also of how many sheep go
    and of the direction: 1 to 9 as on a number pad, without the 5."""
    x, y = move.target if move.kind == "start" else move.origin
    found = heads[0][x] + heads[1][y]
    if move.kind == "slide":
        direction = (1, 2, 3, 4, 6, 7, 8, 9).index(move.direction)
        found += heads[2][move.sheep - 1] + heads[3][direction]
    return float(found)


@pytest.mark.parametrize("mask", [True, False])
@pytest.mark.parametrize("plies", [2, 14, 30])
def test_the_heads_of_a_move_are_added_up(plies: int, mask: bool) -> None:
    """Starts have two parts, slides four; masked, the sums are made chances of legal moves."""
    learner = ActorCritic(SHEEP, "vector", replace(PARTS, mask=mask))
    for _ in range(3):
        learner.round()
    state = position(SHEEP, plies)
    heads, value = by_hand(learner, state)
    expected = np.array([sum_of_heads(heads, move) for move in state.legal_moves()])
    assert len(expected) > 5 and expected.std() > 0.01
    if mask:
        expected -= np.log(np.exp(expected).sum())
    others = position(SHEEP, 8, seed=7)  # which has more legal moves
    assert len(others.legal_moves()) > len(expected)
    chances, values = learner.network.judge(learner.encoder.encode([others, state]))
    assert np.allclose(chances[1, : len(expected)].detach(), expected, atol=1e-4)
    assert chances[1, len(expected) :].max() < -1e8
    assert values[1, 0].item() == pytest.approx(value, abs=1e-5)


def test_a_pass_is_certain() -> None:
    text = "hidden=true players=2 size=6 cells=12 sheep=4 "
    state = SHEEP.with_options({"players": 2, "size": 6, "cells": 12, "sheep": 4}).parse(
        text + "##A1A1##/#A1B1A1.#/#...B3#/##..##/######/###### 1"
    )
    assert [str(move) for move in state.legal_moves()] == ["pass"]
    settings = replace(PARTS, heads="6-6-3-8")
    learner = ActorCritic(quadrille.game("sheep", **state.options()), "vector", settings)
    chances, _ = learner.network.judge(learner.encoder.encode([state]))
    assert chances.tolist() == [[0.0]]


def turns_of(*sides: int) -> list[LearnedTurn]:
    state: Any = None
    return [LearnedTurn(state, 0, side) for side in sides]


def test_returns() -> None:
    """The last action of each side gets the outcome, the one before it a discounted one."""
    turns = turns_of(0, 1, 1, 0, 1, 0)
    assert returns_of(turns, [1.0, -1.0], 1.0) == [1, -1, -1, 1, -1, 1]
    assert returns_of(turns, [1.0, -1.0], 0.5) == [0.25, -0.25, -0.5, 0.5, -1, 1]
    assert returns_of(turns_of(2, 3, 0), [0.5, 0.0, 0.25, -0.75], 0.5) == [0.25, -0.75, 0.5]


def played(game: quadrille.Game, outcome: list[float], plies: int) -> GameOver:
    """A game of random moves that is taken to have ended so."""
    state, rng, turns = game.new(5), quadrille.Rng(5), []
    for _ in range(plies):
        move = state.random_move(rng)
        side = state.side(state.player())
        turns.append(LearnedTurn(state.copy(), state.action(move), side))
        state.play(move)
    return GameOver(turns, outcome)


def test_losses_are_those_of_the_text() -> None:
    """Sums over all moves of -log chance * (R - V) and of (R - V)^2; the advantage is constant."""
    learner = ActorCritic(CONNECT_FOUR, "planes", replace(SMALL, discount=0.5))
    games = [played(CONNECT_FOUR, [1.0, -1.0], 5), played(CONNECT_FOUR, [0.0, 0.0], 3)]
    returns = [0.25, -0.5, 0.5, -1.0, 1.0, 0.0, 0.0, 0.0]
    actor = critic = entropy = 0.0
    for turn, own in zip(games[0].turns + games[1].turns, returns, strict=True):
        chances, values = learner.network.judge(learner.encoder.encode([turn.state]))
        actor -= chances[0, turn.action].item() * (own - values[0, 0].item())
        critic += (own - values[0, 0].item()) ** 2
        entropy -= sum(chance * np.log(chance) for chance in chances[0].exp().tolist())
    found = learner.losses(games)
    assert [each.item() for each in found] == pytest.approx([actor, critic, entropy], rel=1e-4)
    learner.optimiser.zero_grad()
    torch.autograd.backward(found[0])
    assert learner.network.value.weight.grad is None, "the critic learns from its own loss only"


def test_with_four_sides_the_critic_learns_what_each_gets() -> None:
    learner = made("moves")
    outcome = [1.0, 0.25, -0.5, -0.75]
    game = played(SHEEP, outcome, 6)
    critic = 0.0
    for turn in game.turns:
        values = learner.network.judge(learner.encoder.encode([turn.state]))[1][0].tolist()
        rotated = outcome[turn.side :] + outcome[: turn.side]
        critic += sum((goal - value) ** 2 for goal, value in zip(rotated, values, strict=True))
    assert [turn.side for turn in game.turns] == [0, 1, 2, 3, 0, 1]
    assert learner.losses([game])[1].item() == pytest.approx(critic, rel=1e-4)


def test_a_step_adds_up_the_losses() -> None:
    """Actor + critic_weight * critic - entropy * how varied the chances are, a game."""
    gradients: list[torch.Tensor] = []
    for weight, bonus in ((0.1, 0.0), (0.7, 0.3)):
        settings = replace(SMALL, critic_weight=weight, entropy=bonus)
        learner = ActorCritic(CONNECT_FOUR, "planes", settings)
        first_layer = next(learner.network.trunk.parameters())
        games = [played(CONNECT_FOUR, [1.0, -1.0], 5), played(CONNECT_FOUR, [-1.0, 1.0], 4)]
        actor, critic, entropy = learner.losses(games)
        whole = actor + weight * critic - bonus * entropy
        expected = torch.autograd.grad(whole / 2, first_layer)[0]
        learner.learn(games)
        found = first_layer.grad
        assert found is not None and torch.allclose(found, expected, atol=1e-5)
        gradients.append(expected)
    assert not torch.allclose(gradients[0], gradients[1], atol=1e-3)


def test_moves_are_drawn_by_their_chances() -> None:
    learner = ActorCritic(CONNECT_FOUR, "planes", replace(SMALL, envs=4000))
    with torch.no_grad():
        learner.network.policy.bias.add_(torch.tensor([0.0, 1.0, 0.5, 0.0, -1.0, 2.0, 0.0]))
    learner._rng = np.random.default_rng(1)
    counts = np.bincount(list(learner.choose().values()), minlength=7)
    chances = learner.network.judge(learner.encoder.encode([CONNECT_FOUR.new()]))[0].exp()
    deviations = np.sqrt(4000 * chances[0].detach().numpy())
    assert (abs(counts - 4000 * chances[0].detach().numpy()) < 4 * deviations).all()


def same(first: ActorCritic, second: ActorCritic) -> bool:
    """Whether all that goes on is equal, bit for bit."""
    mine, theirs = first.network.state_dict(), second.network.state_dict()
    games = [[state.text() for state in each.games.states] for each in (first, second)]
    counts = [(each.progress.games, each.progress.steps) for each in (first, second)]
    equal = all(torch.equal(mine[name], theirs[name]) for name in mine)
    return equal and games[0] == games[1] and counts[0] == counts[1]


@pytest.mark.parametrize("name", VARIANTS)
def test_a_checkpoint_goes_on_as_if_nothing_had_happened(name: str, tmp_path: Path) -> None:
    learner = made(name)
    learner.round()
    learner.save(tmp_path)
    learner.round()
    again = made(name)
    again.load(tmp_path)
    assert not same(learner, again)
    again.round()
    assert same(learner, again) and learner.progress.steps >= 4
    other = ActorCritic(*VARIANTS[name][:2], replace(learner.settings, seed=4))
    for _ in range(2):
        other.round()
    assert not same(learner, other)


@pytest.mark.parametrize("name", VARIANTS)
def test_an_exported_network_says_what_the_trained_one_does(name: str) -> None:
    learner = made(name)
    for _ in range(3):
        learner.round()
    version = learner.game.encoding(learner.encoding).version
    arrays = learner.network.arrays()
    again = made(name)
    again.network.load_arrays(arrays)
    for found in (arrays, again.network.arrays()):
        network = make_network(found, learner.encoding, version)
        for plies in (0, 6, 15):
            state = position(learner.game, plies)
            chances, own = learner.network.judge(learner.encoder.encode([state]))
            trained = torch.softmax(chances, 1)[0].detach().numpy()
            values, by_move = evaluate(network, state)
            columns = learner.encoder.columns([state] * len(by_move), actions(state))
            # The first layer is rounded to multiples of 2^-12 in a file.
            assert np.allclose(list(by_move.values()), trained[columns], atol=2e-3)
            assert values[state.side(state.player())] == pytest.approx(own[0, 0].item(), abs=5e-3)


def actions(state: Any) -> list[int]:
    return [state.action(move) for move in state.legal_moves()]


def test_weights_of_another_network_are_refused() -> None:
    with pytest.raises(ValueError, match="expected weights of the same shape"):
        made("parts").network.load_arrays(made("moves").network.arrays())


def test_tic_tac_toe_is_learned_in_seconds() -> None:
    """The network alone hardly loses against random moves."""
    settings = ActorCriticSettings(
        games=15_000,
        layers="64-32",
        critic=16,
        envs=32,
        batch=8,
        round_games=1000,
        rate=1e-2,
        final_rate=1e-3,
        entropy=0.2,
        seed=1,
    )
    learner = ActorCritic(quadrille.game(f"{TIC_TAC_TOE}:TicTacToe"), "planes", settings)

    def losses() -> int:
        version = learner.game.encoding(learner.encoding).version
        network = make_network(learner.network.arrays(), learner.encoding, version)

        def choose(state: Any) -> Any:
            chances = evaluate(network, state)[1]
            return max(chances, key=chances.__getitem__)

        return losses_against_random(learner.game, choose, 200)

    assert losses() > 40
    while losses() > 10:
        assert learner.progress.share(settings) < 1, "it still loses after all games"
        learner.round()


def test_a_run_makes_a_model_that_plays(tmp_path: Path) -> None:
    small = {"games": "24", "layers": "16-8", "envs": "8", "round_games": "8", "batch": "4"}
    plan = plan_of("sheep-actor-critic", {**small, "evaluations": "1", "evaluation_games": "2"}, {})
    with begin_run(tmp_path / "run", plan) as run:
        learner = ActorCritic(plan.rules, plan.encoding, ActorCriticSettings(**plan.settings))
        train(run, learner, Evaluator(run))
        evaluations = [line for line in run.metrics() if line["kind"] == "evaluation"]
        assert set(evaluations[0]["matches"]) == set(plan.settings["opponents"].split())
    for spec in (f"model:{run.folder},sims=0", f"model:{run.folder},sims=16"):
        record = quadrille.play(plan.rules, [spec, "random", "random", "random"], seed=1)
        assert record.result.ended == "finished"
    with pytest.raises(ValueError, match="it was trained for game=3"):
        quadrille.play(quadrille.game("sheep"), [f"model:{run.folder}"] * 4)
    with pytest.raises(ValueError, match="a run keeps its network: expected heads=12-12-15-8"):
        resumed(plan, {"heads": "47"}, "")


@pytest.mark.parametrize(
    "changes, message",
    [
        ({"heads": "12-12-15"}, "expected heads for the 47 inputs that describe a move beside"),
        ({"heads": "12-twelve"}, "expected heads such as '12-12-15-8', got '12-twelve'"),
        ({"heads": "", "mask": "false"}, "expected mask=true without heads"),
        ({"layers": "conv:8x1"}, "expected layers such as '256-32'"),
        ({"critic": "0"}, "expected critic of at least 1"),
        ({"discount": "1.5"}, "expected discount from 0 to 1"),
        ({"batch": "0"}, "expected batch of at least 1"),
        ({"entropy": "-1"}, "expected entropy of at least 0"),
        ({"envs": "100000"}, "expected envs of at most 4096"),
    ],
)
def test_refusals(changes: dict[str, str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        plan_of("sheep-actor-critic", changes, {})
