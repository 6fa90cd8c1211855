"""What TD(lambda) trains: the weights of a static evaluation, or a small network in their place."""

from abc import abstractmethod

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from quadrille.learn.networks import Arrays

LEAST_SCALE = 0.05
"""Features that hardly ever differ are not blown up beyond this."""


class FeatureModel(nn.Module):
    """Judges positions by the features of every side."""

    scale: Tensor
    """How large the features are, [features]: what is trained sees them divided by that."""
    lead: Tensor
    """By how many points a side is usually ahead of another at the end."""

    def __init__(self, sides: int, features: int) -> None:
        super().__init__()
        self.sides, self.features = sides, features
        self.register_buffer("scale", torch.ones(features))
        self.register_buffer("lead", torch.ones(()))

    def fit_scale(self, rows: NDArray[np.float32]) -> None:
        """Find out how large the features are, from [N, sides, features]."""
        if len(rows):
            leads = rows - rows.mean(axis=1, keepdims=True)
            size = np.sqrt(np.square(leads).mean(axis=(0, 1)))
            self.scale.copy_(torch.from_numpy(np.maximum(size, LEAST_SCALE)))

    def fit_lead(self, endings: NDArray[np.float32]) -> None:
        """Find out how large leads are, from the points of sides at the end, [games, sides]."""
        leads = np.abs(endings[:, :, None] - endings[:, None, :])
        mean = leads.sum() / (len(endings) * self.sides * (self.sides - 1))
        self.lead.fill_(float(max(mean, LEAST_SCALE)))

    def leads(self, points: NDArray[np.float32]) -> NDArray[np.float32]:
        """What points at the end are worth to each side, [sides], from -1 to 1."""
        leads = (points[:, None] - points[None, :]) / self.lead.item()
        found: NDArray[np.float32] = (leads / (1 + np.abs(leads))).sum(axis=1) / (self.sides - 1)
        return found

    @abstractmethod
    def views(self, features: Tensor) -> Tensor:
        """The values of the sides by the features [N, sides, features], as all see them who look at
        it in their own way, [views, N, sides]."""

    def forward(self, features: Tensor) -> Tensor:
        """What all views say in the mean, [N, sides]."""
        return self.views(features).mean(dim=0)


class LinearModel(FeatureModel):
    """The rule of the static evaluation (``weigh_features`` of core/game.hpp)."""

    def __init__(self, sides: int, features: int) -> None:
        super().__init__(sides, features)
        self.scaled = nn.Parameter(torch.zeros(features))

    def weights(self) -> NDArray[np.float32]:
        """The weights of the features."""
        found: NDArray[np.float32] = (self.scaled / self.scale).detach().numpy()
        return found

    def views(self, features: Tensor) -> Tensor:
        """One, the same for all."""
        sums = (features / self.scale) @ self.scaled  # [N, S]
        leads = sums[:, :, None] - sums[:, None, :]  # [N, S, S]
        return (nn.functional.softsign(leads).sum(dim=2) / (self.sides - 1))[None]


class SmallModel(FeatureModel):
    """A layer of ReLUs over the features of all sides, and a tanh for each value."""

    def __init__(self, sides: int, features: int, width: int, seed: int) -> None:
        super().__init__(sides, features)
        self.values = 1 if sides == 2 else sides
        generator = torch.Generator().manual_seed(seed)
        inputs = sides * features
        self.first = nn.Parameter(
            torch.randn(inputs, width, generator=generator) * (2 / inputs) ** 0.5
        )
        self.first_bias = nn.Parameter(torch.zeros(width))
        self.last = nn.Parameter(torch.randn(width, self.values, generator=generator) * 0.01)
        self.last_bias = nn.Parameter(torch.zeros(self.values))

    def views(self, features: Tensor) -> Tensor:
        """One of each side, which reads its own features first."""
        if self.values == 1:
            mine, other = self._look(features, 0), self._look(features, 1)
            return torch.stack([torch.cat([mine, -mine], 1), torch.cat([-other, other], 1)])
        return torch.stack(
            [self._look(features, side).roll(side, dims=1) for side in range(self.sides)]
        )

    def _look(self, features: Tensor, side: int) -> Tensor:
        """The values that a side sees, its own first, [N, values]."""
        rows = (features / self.scale).roll(-side, dims=1).flatten(1)
        hidden = torch.relu(rows @ self.first + self.first_bias)
        return torch.tanh(hidden @ self.last + self.last_bias)

    def arrays(self) -> Arrays:
        """The weights as searches take them."""
        scale = self.scale.repeat(self.sides)[:, None]
        found = {
            "trunk.0.weight": self.first / scale,
            "trunk.0.bias": self.first_bias,
            "value.weight": self.last,
            "value.bias": self.last_bias,
        }
        return {name: np.ascontiguousarray(each.detach().numpy()) for name, each in found.items()}
