"""The small network of the native searches (search/network.hpp) as a module of torch, to train it.

Its parameters have the names, the shapes and the meaning of the weights in a model file, so that
``arrays()`` is all that export and self-play need.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from quadrille.core.game import Game
from quadrille.search.weights import rounded

Arrays = dict[str, NDArray[np.float32]]


@dataclass(frozen=True)
class NetworkShape:
    """The size of a network."""

    inputs: int
    layers: tuple[int, ...]
    """The widths of the trunk's layers."""
    values: int = 1
    """1 with two sides, else one for each."""
    actions: int = 0
    """The size of a policy over actions, or 0."""
    move_inputs: int = 0
    """How many inputs describe a move, for a policy over moves, or 0."""
    head: int = 32
    """The width of the layer that scores moves."""

    @classmethod
    def of(cls, game: Game, encoding: str, layers: tuple[int, ...], head: int) -> "NetworkShape":
        """The shape that fits a game; moves are scored by their inputs where it has such."""
        found = game.encoding(encoding)
        state = game.new()
        sides = state.num_sides()
        actions = 0 if found.move_inputs else state.num_actions()
        values = 1 if sides <= 2 else sides
        return cls(found.size, tuple(layers), values, actions, found.move_inputs, head)


class PolicyValueNetwork(nn.Module):
    """A trunk, a value for each side, and a policy over actions or over moves."""

    def __init__(self, shape: NetworkShape, seed: int = 0) -> None:
        super().__init__()
        self.shape = shape
        generator = torch.Generator().manual_seed(seed)
        widths = (shape.inputs, *shape.layers)
        self.trunk = nn.ModuleList([_Dense(*pair, generator) for pair in pairwise(widths)])
        self.value = _Dense(widths[-1], shape.values, generator, gain=0.3)
        if shape.move_inputs:
            self.moves = _MoveHead(widths[-1], shape.move_inputs, shape.head, generator)
        else:
            self.policy = _Dense(widths[-1], shape.actions, generator, gain=0.3)

    def forward(self, batch: Mapping[str, Tensor]) -> tuple[Tensor, Tensor]:
        """The values [B, V] and the logits of a batch: [B, A], or one for each move [M]."""
        hidden = torch.relu(self._first_sums(batch))
        for layer in list(self.trunk)[1:]:
            hidden = torch.relu(layer(hidden))
        values = torch.tanh(self.value(hidden))
        head = self.moves(hidden, batch) if self.shape.move_inputs else self.policy(hidden)
        return values, head

    def _first_sums(self, batch: Mapping[str, Tensor]) -> Tensor:
        """What the first layer adds up [B, H1]."""
        first = self.trunk[0]
        assert isinstance(first, _Dense)
        if "dense" in batch:
            return first.forward(batch["dense"])
        return _sum_rows(first.weight, batch["indices"], batch["offsets"]) + first.bias

    def arrays(self) -> Arrays:
        """The weights by name, as a model file and the native core have them; copies."""
        own = {name: each.detach().numpy().copy() for name, each in self.state_dict().items()}
        return rounded(own)

    def load_arrays(self, arrays: Mapping[str, NDArray[np.float32]]) -> None:
        """Take over weights; ValueError if they are those of another shape."""
        own = {name: tuple(each.shape) for name, each in self.state_dict().items()}
        given = {name: each.shape for name, each in arrays.items()}
        if own != given:
            raise ValueError("expected weights of the same shape, got those of another network")
        self.load_state_dict({name: torch.from_numpy(each.copy()) for name, each in arrays.items()})


class _Dense(nn.Module):
    """A layer with its weights as [from, to]."""

    def __init__(self, inputs: int, outputs: int, generator: torch.Generator, gain: float = 1.0):
        super().__init__()
        self.weight = nn.Parameter(_random(generator, gain * (2 / inputs) ** 0.5, inputs, outputs))
        self.bias = nn.Parameter(torch.zeros(outputs))

    def forward(self, hidden: Tensor) -> Tensor:
        return torch.addmm(self.bias, hidden, self.weight)


class _MoveHead(nn.Module):
    """Scores every legal move by its inputs and the trunk."""

    def __init__(self, trunk: int, inputs: int, width: int, generator: torch.Generator) -> None:
        super().__init__()
        self.embed = nn.Parameter(_random(generator, 0.3, inputs, width))
        self.trunk = nn.Parameter(_random(generator, (2 / trunk) ** 0.5, trunk, width))
        self.bias = nn.Parameter(torch.zeros(width))
        self.out = nn.Parameter(_random(generator, 0.3 * (2 / width) ** 0.5, width))
        self.skip = nn.Parameter(torch.zeros(inputs))

    def forward(self, hidden: Tensor, batch: Mapping[str, Tensor]) -> Tensor:
        indices, offsets = batch["move_indices"], batch["move_offsets"]
        embedded = _sum_rows(self.embed, indices, offsets)  # [M, K]
        skipped = _sum_rows(self.skip[:, None], indices, offsets)  # [M, 1]
        context = torch.addmm(self.bias, hidden, self.trunk)  # [B, K]
        return torch.relu(embedded + context[batch["move_rows"]]) @ self.out + skipped[:, 0]


def policy_loss(logits: Tensor, batch: Mapping[str, Tensor]) -> Tensor:
    """The mean cross-entropy between the policy and its target, over legal moves only."""
    learned = batch["weights"].sum().clamp_min(1)  # positions without a target add nothing
    if "legal" in batch:
        logits = logits.masked_fill(batch["legal"] == 0, -1e9)
        return -(batch["policy"] * functional.log_softmax(logits, 1)).sum() / learned
    rows, count = batch["move_rows"], batch["values"].shape[0]
    with torch.no_grad():  # shifting all logits of a position changes nothing but the range
        highest = torch.full((count,), -1e9).scatter_reduce(0, rows, logits, "amax")
    shifted = logits - highest[rows]
    total = torch.zeros(count).index_add(0, rows, shifted.exp())
    return -(batch["policy"] * (shifted - total[rows].log())).sum() / learned


def value_loss(values: Tensor, batch: Mapping[str, Tensor]) -> Tensor:
    """The mean squared error of the values."""
    return functional.mse_loss(values, batch["values"])


def as_tensors(batch: Mapping[str, Any]) -> dict[str, Tensor]:
    """A batch of samples for torch, without copying what need not be."""
    arrays = {name: each for name, each in batch.items() if isinstance(each, np.ndarray)}
    return {name: torch.from_numpy(array) for name, array in arrays.items()}


def _sum_rows(weights: Tensor, indices: Tensor, offsets: Tensor) -> Tensor:
    """The sums of the rows that lists of indices name, as a sparse layer makes them."""
    return functional.embedding_bag(indices, weights, offsets, mode="sum", include_last_offset=True)


def _random(generator: torch.Generator, scale: float, *shape: int) -> Tensor:
    return scale * torch.randn(*shape, generator=generator)
