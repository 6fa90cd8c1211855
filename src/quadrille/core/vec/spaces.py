"""Encodings and actions as spaces of Gymnasium, which is an extra."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from quadrille.core.encoding import Encoding
from quadrille.core.install import install_hint

if TYPE_CHECKING:
    import gymnasium

BOUND = 1e9
"""No number of an encoding is larger; learners want a bound that is not infinite."""


def encoding_names(given: str | tuple[str, ...] | None, known: Sequence[str]) -> list[str]:
    """The encodings that are wanted, by name; None takes the first."""
    if given is None:
        return list(known[:1])
    names = [given] if isinstance(given, str) else list(given)
    if len(set(names)) < len(names):
        raise ValueError(f"expected each encoding once, got {', '.join(names)}")
    return names


def observation_space(encodings: Sequence[Encoding], as_dict: bool) -> "gymnasium.Space[Any]":
    """The space of one encoding, or of several by name."""
    boxes = {each.name: _box(each) for each in encodings}
    found: gymnasium.Space[Any] = _spaces().Dict(boxes) if as_dict else boxes[encodings[0].name]
    return found


def action_space(actions: int) -> "gymnasium.spaces.Discrete":
    """The space of the actions of a game."""
    found: gymnasium.spaces.Discrete = _spaces().Discrete(actions)
    return found


def _box(encoding: Encoding) -> Any:
    low, high = (0, 255) if encoding.dtype == "uint8" else (-BOUND, BOUND)
    return _spaces().Box(low, high, encoding.shape, np.dtype(encoding.dtype).type)


def _spaces() -> Any:
    try:
        from gymnasium import spaces
    except ImportError as error:
        raise ImportError(
            f"expected Gymnasium for spaces ({error}): {install_hint('gymnasium')}"
        ) from None
    return spaces
