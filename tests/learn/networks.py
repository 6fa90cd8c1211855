"""Networks with random weights, for tests."""

from dataclasses import replace

import torch

import quadrille
from quadrille.learn.export import model_bytes
from quadrille.learn.networks import Layers, NetworkShape, PolicyValueNetwork

PROVENANCE = {"command": "quadrille train nothing", "games": 0}


def random_network(
    game: quadrille.Game,
    encoding: str,
    layers: str = "16-8",
    seed: int = 1,
    *,
    sigmoid: bool = False,
) -> PolicyValueNetwork:
    """A network for a game, biases random as well."""
    shape = NetworkShape.of(game, encoding, Layers.parse(layers), 8)
    network = PolicyValueNetwork(replace(shape, sigmoid=sigmoid), seed)
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.add_(0.1 * torch.randn(parameter.shape, generator=generator))
    network.load_arrays(network.arrays())  # rounded, as they are in a file
    return network


def random_model(game: quadrille.Game, encoding: str, seed: int = 1, layers: str = "16-8") -> bytes:
    """The model file of such a network."""
    network = random_network(game, encoding, layers, seed)
    return model_bytes(game, encoding, network.arrays(), PROVENANCE)
