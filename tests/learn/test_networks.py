"""The network of torch, its file and the native one say the same."""

from typing import Any

import numpy as np
import onnx
import pytest
import torch
from onnx.reference import ReferenceEvaluator

import quadrille
from quadrille.core._core import Rng
from quadrille.learn.export import model_bytes
from quadrille.learn.networks import (
    Layers,
    NetworkShape,
    PolicyValueNetwork,
    as_tensors,
    policy_loss,
    value_loss,
)
from quadrille.search.model_file import parse_model
from quadrille.search.network import evaluate
from quadrille.search.samples import Samples, SelfPlay

from .networks import PROVENANCE, random_network

TOLERANCE = 1e-5


def sampled(game: quadrille.Game, games: int = 4) -> Samples:
    """Positions of games between coin-flippers, more or less."""
    samples = Samples(game, 10_000)
    samples.selfplay(None, SelfPlay(sims=8), games, seed=3)
    return samples


CASES = [
    (name, one.name)
    for name in quadrille.game_names()
    for one in quadrille.game(name).new().encodings()
    if one.sparse or name in ("connect_four", "quarto")
    if one.dtype == "float32"
]


@pytest.mark.parametrize(
    "name, encoding, sigmoid",
    [
        *((*case, False) for case in CASES),
        ("connect_four", "discs", True),
        ("quarto", "look", True),
        ("quarto", "relational", True),
    ],
)
def test_torch_onnx_and_native_agree(name: str, encoding: str, sigmoid: bool) -> None:
    game = quadrille.game(name)
    network = random_network(game, encoding, sigmoid=sigmoid)
    samples = sampled(game, 1)
    over_moves = network.shape.move_inputs > 0
    batch = as_tensors(samples.all(encoding, over_moves=over_moves))
    with torch.no_grad():
        values, logits = network(batch)
    model = parse_model(model_bytes(game, encoding, network.arrays(), PROVENANCE))
    reference = ReferenceEvaluator(
        onnx.load_from_string(model_bytes(game, encoding, network.arrays(), PROVENANCE))
    )
    start = 0
    for row in range(len(samples)):
        found, policy, _ = samples[row]
        state: Any = found
        moves = list(policy)
        feed: dict[str, Any] = {"inputs": state.encode(encoding).reshape(1, -1)}
        if over_moves:
            described = np.zeros((len(moves), network.shape.move_inputs), np.float32)
            for index, move in enumerate(moves):
                np.add.at(described[index], state.move_inputs(encoding, move), 1)
            feed |= {"move_inputs": described, "move_rows": np.zeros(len(moves), np.int64)}
        answers: Any = reference.run(None, feed)
        value, policy_logits = answers
        if over_moves:
            torch_logits = logits[start : start + len(moves)].numpy()
            start += len(moves)
        else:
            torch_logits = logits[row].numpy()
            policy_logits = policy_logits[0]
        assert np.allclose(values[row].numpy(), value[0], atol=TOLERANCE)
        assert np.allclose(torch_logits, policy_logits, atol=1e-4)
        native_values, priors = evaluate(model.network, state)
        side = state.side(state.player())
        assert native_values[side] == pytest.approx(float(value[0, 0]), abs=TOLERANCE)
        chosen = (
            policy_logits if over_moves else policy_logits[[state.action(move) for move in priors]]
        )
        expected = np.exp(chosen - chosen.max())
        expected /= expected.sum()
        order = {move: index for index, move in enumerate(moves if over_moves else priors)}
        for move, prior in priors.items():
            assert prior == pytest.approx(float(expected[order[move]]), abs=TOLERANCE)


def test_illegal_moves_do_not_count_in_the_loss() -> None:
    game = quadrille.game("connect_four")
    batch = as_tensors(sampled(game).batch(64, Rng(1), "discs", over_moves=False))
    logits = torch.zeros(batch["policy"].shape)
    before = policy_loss(logits, batch)
    legal = batch["legal"].sum(1).float()
    assert before.item() == pytest.approx(legal.log().mean().item(), abs=1e-6)
    logits[batch["legal"] == 0] = 50.0
    assert policy_loss(logits, batch).item() == pytest.approx(before.item(), abs=1e-6)


def test_the_loss_over_moves_is_that_over_actions() -> None:
    """Moves listed one by one, or as columns of a table: the same cross-entropy."""
    generator = torch.Generator().manual_seed(2)
    counts = [3, 1, 5]
    rows = torch.repeat_interleave(torch.arange(3), torch.tensor(counts))
    logits = 30 * torch.randn(9, generator=generator)
    table = torch.zeros(3, 5)
    legal = torch.zeros(3, 5)
    target = torch.zeros(3, 5)
    listed = torch.rand(9, generator=generator)
    start = 0
    for row, count in enumerate(counts):
        part = slice(start, start + count)
        listed[part] /= listed[part].sum()
        table[row, :count], target[row, :count], legal[row, :count] = logits[part], listed[part], 1
        start += count
    shared = {"values": torch.zeros(3, 1), "weights": torch.ones(3)}
    by_move = policy_loss(logits, {**shared, "policy": listed, "move_rows": rows})
    by_action = policy_loss(table, {**shared, "policy": target, "legal": legal})
    assert by_move.item() == pytest.approx(by_action.item(), rel=1e-5)


def test_a_network_learns_what_it_is_shown() -> None:
    game = quadrille.game("connect_four")
    batch = as_tensors(sampled(game).batch(64, Rng(1), "discs", over_moves=False))
    network = PolicyValueNetwork(NetworkShape.of(game, "discs", Layers((32, 16)), 8))
    optimiser = torch.optim.Adam(network.parameters(), 1e-2)
    losses = []
    for _ in range(150):
        values, logits = network(batch)
        loss = policy_loss(logits, batch) + value_loss(values, batch)
        losses.append(loss.item())
        optimiser.zero_grad()
        torch.autograd.backward(loss)
        optimiser.step()
    assert losses[-1] < 0.6 * losses[0]


@pytest.mark.parametrize(
    "text, layers",
    [
        ("256-32", Layers((256, 32))),
        ("8", Layers((8,))),
        ("conv:64x4", Layers((64,), 64, 4)),
        ("conv:16x0-32-8", Layers((32, 8), 16, 0)),
    ],
)
def test_layers_as_text(text: str, layers: Layers) -> None:
    assert Layers.parse(text) == layers


@pytest.mark.parametrize(
    "text",
    [
        "",
        "256-",
        "-32",
        "0-8",
        "5000",
        "conv:",
        "conv:64",
        "conv:64x4-",
        "conv:0x4",
        "conv:64x41",
        "conv:513x1",
        "64x4",
        "256,32",
        "\u0664",
    ],
)
def test_what_are_no_layers(text: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        Layers.parse(text)


def test_convolutions_need_planes() -> None:
    game = quadrille.game("connect_four")
    with pytest.raises(ValueError, match=r"got 'threats' of shape \[196\]: try --encoding planes"):
        NetworkShape.of(game, "threats", Layers.parse("conv:8x1"), 8)


def test_weights_of_another_shape_are_refused() -> None:
    game = quadrille.game("connect_four")
    network = random_network(game, "discs")
    with pytest.raises(ValueError, match="those of another network"):
        network.load_arrays(random_network(game, "planes").arrays())


def test_shapes() -> None:
    game = quadrille.game("connect_four")
    small = NetworkShape.of(game, "discs", Layers((8,)), 4)
    assert small == NetworkShape(84, Layers((8,)), values=1, actions=7, head=4)
    sheep = quadrille.game("sheep")
    [first, *_] = sheep.new().encodings()
    assert NetworkShape.of(sheep, first.name, Layers((8,)), 4).values == 4
