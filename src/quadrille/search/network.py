"""Small networks that searches evaluate natively."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quadrille.core.state import State
from quadrille.search import _core
from quadrille.search._core import Network
from quadrille.search.model_file import UNIT

__all__ = ["Network", "evaluate", "in_units", "make_network", "rounded"]

Arrays = Mapping[str, NDArray[np.float32]]
"""The weights of a network by name; ``network.hpp`` says what they mean.

``trunk.0.weight`` [inputs, layer], ``trunk.0.bias`` and so on for every layer, ``value.weight``,
``value.bias``; for a policy over actions ``policy.weight``, ``policy.bias``; for one over moves
``moves.embed``, ``moves.trunk``, ``moves.bias``, ``moves.out``, ``moves.skip``.
"""


def rounded(arrays: Arrays) -> dict[str, NDArray[np.float32]]:
    """The arrays with a first layer whose sums are exact: its weights are multiples of UNIT."""
    result = {name: np.ascontiguousarray(array, np.float32) for name, array in arrays.items()}
    for name in ("trunk.0.weight", "trunk.0.bias"):
        result[name] = in_units(result[name]) * np.float32(UNIT)
    return result


def in_units(array: NDArray[np.float32]) -> NDArray[np.int16]:
    """Weights of the first layer as whole numbers, those beyond what these can say cut off."""
    ends = np.iinfo(np.int16)
    return np.clip(np.round(array.astype(np.float64) / UNIT), ends.min, ends.max).astype(np.int16)


def make_network(arrays: Arrays, encoding: str, version: int) -> Network:
    """A network for searches, from its weights and the encoding that it reads."""
    return Network(rounded(arrays), encoding, version)


def evaluate(network: Network, state: State) -> tuple[list[float], dict[Any, float]]:
    """The values per side of a position, and the chances of its legal moves."""
    kind = getattr(type(state), "_NetworkJudge", None) or _core._NetworkJudge
    values, moves, chances = kind(network, state).evaluate(state)
    return values, dict(zip(moves, chances, strict=bool(chances)))
