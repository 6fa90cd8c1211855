"""Networks as modules of torch, to train them: the small one of the native searches
(search/network.hpp), and a large one that has residual convolutions before its dense layers.

Their parameters have the names, the shapes and the meaning of the weights in a model file
(search/weights.py), so that ``arrays()`` is all that export and self-play need.
"""

import re
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


SQUEEZED = 8
"""Planes that are left of the convolutions before the dense layers."""
DENSE = 64
"""The width of the dense layer after convolutions, if nothing else is said."""
MAX_WIDTH, MAX_FILTERS, MAX_BLOCKS = 4096, 512, 40


@dataclass(frozen=True)
class Layers:
    """The layers between inputs and heads."""

    dense: tuple[int, ...]
    """The widths of the dense layers."""
    filters: int = 0
    """How many planes the convolutions before them have, if there are any."""
    blocks: int = 0
    """How many residual blocks of two convolutions follow the first one."""

    @classmethod
    def parse(cls, text: str) -> "Layers":
        """The layers of a text: ``256-32`` are dense, ``conv:64x4`` or ``conv:64x4-128`` have 4
        residual blocks of 64 planes before."""
        found = re.fullmatch(r"(?:conv:(\d+)x(\d+)(?:-|$))?((?:\d+-)*\d+)?", text, re.ASCII)
        if found is None or not text or text.endswith("-"):
            raise ValueError(f"expected layers such as '256-32' or 'conv:64x4', got {text!r}")
        filters, blocks, dense = found.groups()
        widths = tuple(map(int, dense.split("-"))) if dense else (DENSE,)
        layers = cls(widths, int(filters or 0), int(blocks or 0))
        if not all(1 <= width <= MAX_WIDTH for width in widths):
            raise ValueError(f"expected layers such as '256-32', up to {MAX_WIDTH}, got {text!r}")
        if filters and not (1 <= layers.filters <= MAX_FILTERS and layers.blocks <= MAX_BLOCKS):
            raise ValueError(
                f"expected at most {MAX_FILTERS} planes and {MAX_BLOCKS} blocks, got {text!r}"
            )
        return layers


@dataclass(frozen=True)
class NetworkShape:
    """The size of a network."""

    inputs: int
    layers: Layers
    planes: tuple[int, ...] = ()
    """The shape of the inputs of a network with convolutions: planes, height, width."""
    values: int = 1
    """1 with two sides, else one for each."""
    actions: int = 0
    """The size of a policy over actions, or 0."""
    move_inputs: int = 0
    """How many inputs describe a move, for a policy over moves, or 0."""
    head: int = 32
    """The width of the layer that scores moves."""
    sigmoid: bool = False
    """Whether the layers of the trunk end in sigmoids instead of ReLU."""

    @classmethod
    def of(cls, game: Game, encoding: str, layers: Layers, head: int) -> "NetworkShape":
        """The shape that fits a game; moves are scored by their inputs where it has such.

        ValueError for convolutions over inputs that are no planes.
        """
        found = game.encoding(encoding)
        state = game.new()
        if layers.filters:
            _check_planes(game, encoding)
        sides = state.num_sides()
        of_moves = 0 if layers.filters else found.move_inputs
        actions = 0 if of_moves else state.num_actions()
        values = 1 if sides <= 2 else sides
        planes = tuple(found.shape) if layers.filters else ()
        return cls(found.size, layers, planes, values, actions, of_moves, head)


class PolicyValueNetwork(nn.Module):
    """A trunk, a value for each side, and a policy over actions or over moves."""

    def __init__(self, shape: NetworkShape, seed: int = 0) -> None:
        super().__init__()
        self.shape = shape
        generator = torch.Generator().manual_seed(seed)
        inputs = shape.inputs
        if shape.planes:
            layers = shape.layers
            self.body = _ResidualBody(shape.planes[0], layers.filters, layers.blocks, generator)
            inputs = SQUEEZED * shape.planes[1] * shape.planes[2]
        widths = (inputs, *shape.layers.dense)
        self.trunk = nn.ModuleList([Dense(*pair, generator) for pair in pairwise(widths)])
        if shape.sigmoid:
            self.trunk.register_buffer("steepness", torch.ones(1))
        self.value = Dense(widths[-1], shape.values, generator, gain=0.3)
        if shape.move_inputs:
            self.moves = _MoveHead(widths[-1], shape.move_inputs, shape.head, generator)
        else:
            self.policy = Dense(widths[-1], shape.actions, generator, gain=0.3)

    def forward(self, batch: Mapping[str, Tensor]) -> tuple[Tensor, Tensor]:
        """The values [B, V] and the logits of a batch: [B, A], or one for each move [M]."""
        hidden = self.hidden(batch)
        return torch.tanh(self.value(hidden)), self.head(hidden, batch)

    def hidden(self, batch: Mapping[str, Tensor]) -> Tensor:
        """What the trunk makes of a batch [B, H]."""
        activation = torch.sigmoid if self.shape.sigmoid else torch.relu
        hidden = activation(self._first_sums(batch))
        for layer in list(self.trunk)[1:]:
            hidden = activation(layer(hidden))
        return hidden

    def head(self, hidden: Tensor, batch: Mapping[str, Tensor]) -> Tensor:
        """What the last layer says of actions [B, A] or moves [M]."""
        found: Tensor = self.moves(hidden, batch) if self.shape.move_inputs else self.policy(hidden)
        return found

    def _first_sums(self, batch: Mapping[str, Tensor]) -> Tensor:
        """What the first layer adds up [B, H1]."""
        first = self.trunk[0]
        assert isinstance(first, Dense)
        if self.shape.planes:
            planes = batch["dense"].view(-1, *self.shape.planes)
            return first.forward(self.body(planes).flatten(1))
        if "dense" in batch:
            return first.forward(batch["dense"])
        return sum_rows(first.weight, batch["indices"], batch["offsets"]) + first.bias

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


class Dense(nn.Module):
    """A layer with its weights as [from, to]."""

    def __init__(self, inputs: int, outputs: int, generator: torch.Generator, gain: float = 1.0):
        super().__init__()
        self.weight = nn.Parameter(_random(generator, gain * (2 / inputs) ** 0.5, inputs, outputs))
        self.bias = nn.Parameter(torch.zeros(outputs))

    def forward(self, hidden: Tensor) -> Tensor:
        return torch.addmm(self.bias, hidden, self.weight)


class Convolution(nn.Module):
    """A convolution that keeps height and width."""

    def __init__(
        self, inputs: int, outputs: int, side: int, generator: torch.Generator, gain: float = 1.0
    ) -> None:
        super().__init__()
        scale = gain * (2 / (inputs * side * side)) ** 0.5
        weight = _random(generator, scale, outputs, inputs, side, side)
        self.weight = nn.Parameter(weight.contiguous(memory_format=torch.channels_last))
        self.bias = nn.Parameter(torch.zeros(outputs))

    def forward(self, planes: Tensor) -> Tensor:
        side = self.weight.shape[-1]
        return functional.conv2d(planes, self.weight, self.bias, padding=side // 2)


class _ResidualBlock(nn.Module):
    """Two convolutions whose result is added to what they read."""

    def __init__(self, filters: int, generator: torch.Generator) -> None:
        super().__init__()
        self.first = Convolution(filters, filters, 3, generator)
        # Blocks begin as next to nothing, which makes up for the missing normalisation (Zhang,
        # Dauphin and Ma 2019, Fixup initialization).
        self.second = Convolution(filters, filters, 3, generator, gain=0.1)

    def forward(self, planes: Tensor) -> Tensor:
        inside = torch.relu(self.first(planes))
        return torch.relu(self.second(inside) + planes)


class _ResidualBody(nn.Module):
    """The convolutions of a large network: planes [B, P, H, W] to a few [B, SQUEEZED, H, W]."""

    def __init__(self, planes: int, filters: int, blocks: int, generator: torch.Generator) -> None:
        super().__init__()
        self.stem = Convolution(planes, filters, 3, generator)
        self.blocks = nn.ModuleList([_ResidualBlock(filters, generator) for _ in range(blocks)])
        self.squeeze = Convolution(filters, SQUEEZED, 1, generator)

    def forward(self, planes: Tensor) -> Tensor:
        # Torch is twice as fast with this order in memory.
        planes = planes.contiguous(memory_format=torch.channels_last)
        hidden = torch.relu(self.stem(planes))
        for block in self.blocks:
            hidden = block(hidden)
        return torch.relu(self.squeeze(hidden))


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
        embedded = sum_rows(self.embed, indices, offsets)  # [M, K]
        skipped = sum_rows(self.skip[:, None], indices, offsets)  # [M, 1]
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


def sum_rows(weights: Tensor, indices: Tensor, offsets: Tensor) -> Tensor:
    """The sums of the rows that lists of indices name, as a sparse layer makes them."""
    return functional.embedding_bag(indices, weights, offsets, mode="sum", include_last_offset=True)


def _check_planes(game: Game, encoding: str) -> None:
    """Raise ValueError unless an encoding is made of planes, and says which are."""
    found = game.encoding(encoding)
    if len(found.shape) == 3 and found.dtype == "float32":
        return
    fitting = [one.name for one in game.new().encodings() if len(one.shape) == 3]
    has = f"try --encoding {fitting[0]}" if fitting else f"{game.name} has none"
    raise ValueError(
        f"expected an encoding of planes for convolutions, got {encoding!r} of shape "
        f"{list(found.shape)}: {has}"
    )


def _random(generator: torch.Generator, scale: float, *shape: int) -> Tensor:
    return scale * torch.randn(*shape, generator=generator)
