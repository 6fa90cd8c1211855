"""Small networks that searches evaluate natively."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quadrille.core.state import State
from quadrille.search import _core
from quadrille.search._core import Network

__all__ = ["Network", "evaluate", "make_network", "rounded"]

Arrays = Mapping[str, NDArray[np.float32]]
"""The weights of a network by name; ``network.hpp`` says what they mean.

``trunk.0.weight`` [inputs, layer], ``trunk.0.bias`` and so on for every layer, ``value.weight``,
``value.bias``; for a policy over actions ``policy.weight``, ``policy.bias``; for one over moves
``moves.embed``, ``moves.trunk``, ``moves.bias``, ``moves.out``, ``moves.skip``.
"""

GRID = 2.0**14
MAX_WEIGHT = 16.0


def rounded(arrays: Arrays) -> dict[str, NDArray[np.float32]]:
    """The arrays with a first layer whose sums are exact: its weights are multiples of 2**-14."""
    result = {name: np.ascontiguousarray(array, np.float32) for name, array in arrays.items()}
    for name in ("trunk.0.weight", "trunk.0.bias"):
        bounded = np.clip(result[name].astype(np.float64), -MAX_WEIGHT, MAX_WEIGHT)
        result[name] = (np.round(bounded * GRID) / GRID).astype(np.float32)
    return result


def make_network(arrays: Arrays, encoding: str, version: int) -> Network:
    """A network for searches, from its weights and the encoding that it reads."""
    return Network(rounded(arrays), encoding, version)


def evaluate(network: Network, state: State) -> tuple[list[float], dict[Any, float]]:
    """The values per side of a position, and the chances of its legal moves."""
    kind = getattr(type(state), "_NetworkJudge", None) or _core._NetworkJudge
    values, moves, chances = kind(network, state).evaluate(state)
    return values, dict(zip(moves, chances, strict=bool(chances)))
