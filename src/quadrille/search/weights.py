"""The weights of small networks, by name, and how exact they are."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

Arrays = Mapping[str, NDArray[np.float32]]
"""The weights of a network by name; ``network.hpp`` says what they mean.

``trunk.0.weight`` [inputs, layer], ``trunk.0.bias`` and so on for every layer, ``value.weight``,
``value.bias``; for a policy over actions ``policy.weight``, ``policy.bias``; for one over moves
``moves.embed``, ``moves.trunk``, ``moves.bias``, ``moves.out``, ``moves.skip``.
"""

UNIT = 2.0**-12
"""Weights of the first layer are multiples of it, from -8 to 8: their sums are exact."""


def rounded(arrays: Arrays) -> dict[str, NDArray[np.float32]]:
    """The arrays with a first layer of such weights."""
    result = {name: np.ascontiguousarray(array, np.float32) for name, array in arrays.items()}
    for name in ("trunk.0.weight", "trunk.0.bias"):
        result[name] = from_units(in_units(result[name]))
    return result


def in_units(array: NDArray[np.float32]) -> NDArray[np.int16]:
    """Weights of the first layer as whole numbers, cut off at what these can say."""
    if not np.isfinite(array).all():
        raise ValueError("expected weights that are numbers, got others")
    ends = np.iinfo(np.int16)
    return np.clip(np.round(array.astype(np.float64) / UNIT), ends.min, ends.max).astype(np.int16)


def from_units(units: NDArray[np.int16]) -> NDArray[np.float32]:
    """The weights of whole numbers."""
    return units.astype(np.float32) * np.float32(UNIT)
