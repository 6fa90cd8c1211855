"""Q-networks: what every action of a position is worth to the player to move.

A Q-network is the small network of the searches (learn/networks.py) whose policy says values
instead of chances, so that export, files and the native evaluator are the same. Its value output
learns the highest of them, which is what a search with it needs.

Positions are encoded by the native samples (search/samples.py), with the columns of the Q values
being actions, moves in their order, or joint actions.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from math import prod
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from quadrille.core.game import Game
from quadrille.core.state import State
from quadrille.learn.networks import (
    Arrays,
    Convolution,
    Dense,
    Layers,
    NetworkShape,
    PolicyValueNetwork,
    as_tensors,
)
from quadrille.search.samples import Samples
from quadrille.search.turns import TurnActions
from quadrille.search.weights import rounded

ILLEGAL = -1e9
"""What takes the place of the Q value of an action that cannot be played."""


MAX_KNOWN = 100_000
"""Positions of a game in Python whose inputs are remembered."""


class Positions(NamedTuple):
    """Positions for a network; the columns are actions, moves in their order, or joint actions."""

    batch: dict[str, Tensor]
    legal: Tensor
    """[B, K]: which columns can be played."""

    def __len__(self) -> int:
        return len(self.legal)


class PositionEncoder:
    """Makes the inputs of a network from states."""

    def __init__(
        self, game: Game, encoding: str, *, over_moves: bool, turns: TurnActions | None
    ) -> None:
        self._game, self._encoding = game, encoding
        self._over_moves, self._turns = over_moves, turns
        self._zeros = [0.0] * game.new().num_sides()
        self._is_native = hasattr(game.state_type, "_Samples")
        self._known: dict[str, tuple[NDArray[np.float32], NDArray[np.bool_]]] = {}

    def encode(self, states: Sequence[State]) -> Positions:
        """The states as a batch, each as the player to move sees it."""
        if not self._is_native and not self._over_moves and self._turns is None:
            return self._remembered(states)
        samples = Samples(self._game, len(states))
        counts = []
        for state in states:
            moves = state.legal_moves()
            counts.append(len(moves))
            samples.add(state, dict.fromkeys(moves, 0.0), self._zeros)
        batch = as_tensors(samples.all(self._encoding, over_moves=self._over_moves))
        if self._over_moves:
            legal = torch.arange(max(counts))[None, :] < torch.tensor(counts)[:, None]
        elif self._turns is not None:
            legal = torch.from_numpy(self._joint_mask(self._turns, states))
        else:
            legal = batch["legal"] != 0
        return Positions(batch, legal)

    def columns(self, states: Sequence[State], actions: Sequence[int]) -> Tensor:
        """The columns [B] of some actions, which are joint ones if turns are one action."""
        if not self._over_moves:
            return torch.tensor(actions)
        return torch.tensor(
            [
                state.legal_moves().index(state.move(action))
                for state, action in zip(states, actions, strict=True)
            ]
        )

    def actions(self, states: Sequence[State], columns: Sequence[int]) -> list[int]:
        """The actions of some columns."""
        if not self._over_moves:
            return list(columns)
        return [
            state.action(state.legal_moves()[column])
            for state, column in zip(states, columns, strict=True)
        ]

    def image(self, state: State, action: int, symmetry: int) -> tuple[State, int]:
        """A state and an action seen in another of the ways in which the game looks the same."""
        image = state.image(symmetry)
        if self._turns is None:
            return image, image.action(state.image_of(state.move(action), symmetry))
        first, second = self._turns.actions(action, state)
        moved = [
            None if each is None else image.action(state.image_of(state.move(each), symmetry))
            for each in (first, second)
        ]
        return image, self._turns.index(*moved)

    def _remembered(self, states: Sequence[State]) -> Positions:
        """The same for games in Python, which are slow: what they say is asked once."""
        if len(self._known) > MAX_KNOWN:
            self._known.clear()
        rows = []
        for state in states:
            text = state.text()
            if text not in self._known:
                legal = np.zeros(state.num_actions(), np.bool_)
                legal[[state.action(move) for move in state.legal_moves()]] = True
                inputs = state.encode(self._encoding).astype(np.float32).ravel()
                self._known[text] = (inputs, legal)
            rows.append(self._known[text])
        dense, legal = (np.stack(part) for part in zip(*rows, strict=True))
        return Positions({"dense": torch.from_numpy(dense)}, torch.from_numpy(legal))

    def _joint_mask(self, turns: TurnActions, states: Sequence[State]) -> NDArray[np.bool_]:
        legal = np.zeros((len(states), len(turns.firsts), len(turns.seconds)), np.bool_)
        first = {action: place for place, action in enumerate(turns.firsts)}
        second = {action: place for place, action in enumerate(turns.seconds)}
        for row, state in enumerate(states):
            firsts, seconds = turns.parts(state)
            places = [0 if one is None else first[one] for one in firsts]
            others = [0 if one is None else second[one] for one in seconds]
            legal[row][np.ix_(places, others)] = True
        return legal.reshape(len(states), -1)


class QNetwork(PolicyValueNetwork):
    """A network of Q values."""

    def __init__(self, shape: NetworkShape, seed: int, *, duelling: bool = False) -> None:
        super().__init__(shape, seed)
        generator = torch.Generator().manual_seed(seed + 1)
        self.duel = Dense(shape.layers.dense[-1], 1, generator, gain=0.3) if duelling else None

    def values(self, positions: Positions) -> tuple[Tensor, Tensor]:
        """The Q values [B, K], those of columns without a move too, and the value [B]."""
        hidden = self.hidden(positions.batch)
        found = self.head(hidden, positions.batch)
        if self.shape.move_inputs:
            found = torch.full(positions.legal.shape, ILLEGAL).masked_scatter(
                positions.legal, found
            )
        elif self.duel is not None:  # Wang et al. 2016, with the mean over all actions
            found = self.duel(hidden) + found - found.mean(1, keepdim=True)
        return found, torch.tanh(self.value(hidden.detach()))[:, 0]

    def arrays(self) -> Arrays:
        """The weights of the same network without a duel, which is part of its last layer then."""
        own = {name: each.detach().clone() for name, each in self.state_dict().items()}
        if self.duel is not None:
            for name in ("weight", "bias"):
                last, duel = own[f"policy.{name}"], own.pop(f"duel.{name}")
                own[f"policy.{name}"] = duel + last - last.mean(-1, keepdim=True)
        return rounded({name: each.numpy() for name, each in own.items()})


class ConvQNetwork(QNetwork):
    """A network of Q values that begins with convolutions of 3 x 3 over an image.

    The image is what the first inputs are; the others are joined to what the convolutions make of
    it. A convolution over a small board is a dense layer with many equal weights, and the inputs
    that wait beside it, which are not negative, pass a ReLU unchanged: a model file holds it so.
    """

    def __init__(
        self,
        shape: NetworkShape,
        seed: int,
        *,
        image: tuple[int, int, int],
        filters: Sequence[int],
        duelling: bool = False,
    ) -> None:
        self.image, area = image, image[1] * image[2]
        self.inputs = shape.inputs
        self.waiting = shape.inputs - prod(image)
        if self.waiting < 0:
            raise ValueError(f"expected an image of at most {shape.inputs} inputs, got {image}")
        super().__init__(
            replace(shape, inputs=filters[-1] * area + self.waiting), seed, duelling=duelling
        )
        generator = torch.Generator().manual_seed(seed + 2)
        depths = (image[0], *filters)
        self.convolutions = nn.ModuleList(
            [Convolution(*pair, 3, generator) for pair in pairwise(depths)]
        )

    def hidden(self, batch: Mapping[str, Tensor]) -> Tensor:
        """What the convolutions and the trunk make of a batch [B, H]."""
        rows = batch["dense"]
        planes = rows[:, : prod(self.image)].reshape(-1, *self.image)
        for layer in self.convolutions:
            planes = torch.relu(layer(planes))
        joined = torch.cat([planes.flatten(1), rows[:, prod(self.image) :]], 1)
        return super().hidden({"dense": joined})

    def arrays(self) -> Arrays:
        """The weights of the same network with dense layers in place of the convolutions."""
        own = super().arrays()
        found: dict[str, NDArray[np.float32]] = {}
        layers = [self._as_dense(each) for each in self.convolutions]
        for index, (weight, bias) in enumerate(layers):
            found |= {f"trunk.{index}.weight": weight, f"trunk.{index}.bias": bias}
        for name, array in own.items():
            place, _, rest = name.removeprefix("trunk.").partition(".")
            if name.startswith("trunk."):
                found[f"trunk.{int(place) + len(layers)}.{rest}"] = array
            elif not name.startswith("convolutions."):
                found[name] = array
        return rounded(found)

    def _as_dense(self, layer: nn.Module) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """A convolution as the weights [from, to] and the bias of a dense layer."""
        assert isinstance(layer, Convolution)
        height, width = self.image[1:]
        depth = layer.weight.shape[1]
        inputs = depth * height * width
        with torch.no_grad():
            units = torch.eye(inputs).reshape(inputs, depth, height, width)
            spread = layer(units) - layer.bias[:, None, None]
            outputs = spread.flatten(1).shape[1]
            weight = torch.zeros(inputs + self.waiting, outputs + self.waiting)
            weight[:inputs, :outputs] = spread.flatten(1)
            weight[inputs:, outputs:] = torch.eye(self.waiting)
            bias = torch.cat(
                [layer.bias.repeat_interleave(height * width), torch.zeros(self.waiting)]
            )
        return weight.numpy(), bias.numpy()


def highest(q: Tensor, legal: Tensor | None) -> Tensor:
    """The highest Q values [B], of the legal columns or of all."""
    return (q if legal is None else q.masked_fill(~legal, ILLEGAL)).amax(1)


def shape_of(
    game: Game,
    encoding: str,
    layers: tuple[int, ...],
    head: int,
    *,
    over_moves: bool,
    actions: int,
    sigmoid: bool = False,
) -> NetworkShape:
    """The shape of a Q-network."""
    found = replace(NetworkShape.of(game, encoding, Layers(layers), head), sigmoid=sigmoid)
    if over_moves:
        if not found.move_inputs:
            raise ValueError(f"expected an encoding that describes moves, got {encoding!r}")
        return found
    return replace(found, actions=actions, move_inputs=0)


def chosen_values(q: Tensor, columns: Tensor) -> Tensor:
    """The Q values [B] of chosen columns [B]."""
    return q.gather(1, columns[:, None])[:, 0]
