"""The weights of networks, by name, which shapes they have, and how exact they are."""

from collections.abc import Mapping, Sequence
from math import prod

import numpy as np
from numpy.typing import NDArray

Arrays = Mapping[str, NDArray[np.float32]]
"""The weights of a network by name; ``network.hpp`` says what they mean.

``trunk.0.weight`` [inputs, layer], ``trunk.0.bias`` and so on for every layer, ``value.weight``,
``value.bias``; for a policy over actions ``policy.weight``, ``policy.bias``; for one over moves
``moves.embed``, ``moves.trunk``, ``moves.bias``, ``moves.out``, ``moves.skip``. With
``trunk.steepness`` [1] the layers of the trunk end in sigmoids of that steepness, without it in
ReLU.

A large network has residual convolutions (He et al. 2016, Deep residual learning for image
recognition) before all that, without the normalisation: ``body.stem.weight`` [width, planes, 3, 3],
``body.blocks.0.first.weight`` and ``body.blocks.0.second.weight`` [width, width, 3, 3] and so on
for every block, ``body.squeeze.weight`` [few, width, 1, 1], each with its bias.
"""

UNIT = 2.0**-12
"""Weights of the first layer are multiples of it, from -8 to 8: their sums are exact."""


def is_large(arrays: Arrays) -> bool:
    """Whether the network is one that native searches do not evaluate themselves."""
    return "body.stem.weight" in arrays


def check_shapes(arrays: Arrays, shape: Sequence[int]) -> None:
    """Raise ValueError unless the weights are those of a network with a policy over actions that
    reads inputs of a shape."""
    found = {name: tuple(array.shape) for name, array in arrays.items()}
    try:
        expected = _expected_shapes(found, shape)
    except KeyError as error:
        raise ValueError(f"the network has no array {error}") from None
    for name in sorted({*found, *expected}):
        if found.get(name) != expected.get(name):
            raise ValueError(
                f"expected an array {name!r:.40} of {expected.get(name)}, got {found.get(name)}"
            )


def _expected_shapes(
    found: Mapping[str, tuple[int, ...]], shape: Sequence[int]
) -> dict[str, tuple[int, ...]]:
    """The shapes that arrays must have, given how long their biases are."""
    expected: dict[str, tuple[int, ...]] = {}

    def layer(name: str, *before: int, kernel: tuple[int, ...] = ()) -> int:
        size = prod(found[f"{name}.bias"])
        expected[f"{name}.bias"] = (size,)
        expected[f"{name}.weight"] = (size, *before, *kernel) if kernel else (*before, size)
        return size

    width = prod(shape)
    if "body.stem.weight" in found:
        planes, height, breadth = shape
        wide = layer("body.stem", planes, kernel=(3, 3))
        index = 0
        while f"body.blocks.{index}.first.weight" in found:
            for part in ("first", "second"):
                layer(f"body.blocks.{index}.{part}", wide, kernel=(3, 3))
            index += 1
        width = layer("body.squeeze", wide, kernel=(1, 1)) * height * breadth
    index = 0
    while index == 0 or f"trunk.{index}.weight" in found:
        width = layer(f"trunk.{index}", width)
        index += 1
    layer("value", width)
    layer("policy", width)
    return expected


def dense_outputs(arrays: Arrays, inputs: NDArray[np.float32]) -> NDArray[np.float32]:
    """What a network without convolutions says of every action, from its inputs [I], most of
    which are 0."""
    [on] = np.nonzero(inputs)
    hidden = inputs[on] @ arrays["trunk.0.weight"][on] + arrays["trunk.0.bias"]
    index = 1
    while f"trunk.{index}.weight" in arrays:
        hidden = np.maximum(hidden, 0) @ arrays[f"trunk.{index}.weight"]
        hidden = hidden + arrays[f"trunk.{index}.bias"]
        index += 1
    found: NDArray[np.float32] = np.maximum(hidden, 0) @ arrays["policy.weight"]
    return found + arrays["policy.bias"]


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
