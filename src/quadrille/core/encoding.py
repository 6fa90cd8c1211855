"""How a state is described as a tensor."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # numpy takes long to load, and is loaded where it is used
    import numpy as np
    from numpy.typing import ArrayLike, NDArray


FEATURES = "features"
"""What a network may read in the place of an encoding: the features of the static evaluation, those
of the side that looks first and of the others in their order from that one on."""


@dataclass(frozen=True)
class Encoding:
    """One named way to write a state as a tensor."""

    name: str
    shape: tuple[int, ...]
    dtype: str = "float32"
    """``float32`` or ``uint8``."""
    version: int = 1
    """Changes whenever the meaning of a number changes."""
    doc: str = ""
    sparse: bool = False
    """Whether it is a vector of small counts, most of them 0, which ``inputs()`` lists."""
    move_inputs: int = 0
    """How many inputs describe a move (``move_inputs()``); 0 if moves are not described."""

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return prod(self.shape)


def zeros(*shape: int) -> "NDArray[np.float32]":
    """An array of zeros."""
    import numpy as np

    return np.zeros(shape, np.float32)


def as_floats(values: Sequence[float]) -> "NDArray[np.float32]":
    """The values as an array."""
    import numpy as np

    return np.asarray(values, np.float32)


def as_tensor(encoding: Encoding, values: "ArrayLike", out: Any = None) -> "NDArray[Any]":
    """The values in the declared type, in a new array or written to the caller's."""
    import numpy as np

    tensor: NDArray[Any] = np.array(values, encoding.dtype, order="C")
    if tensor.shape != encoding.shape:
        raise ValueError(
            f"expected shape {encoding.shape} for encoding {encoding.name!r}, got {tensor.shape}"
        )
    if out is None:
        return tensor
    fits = isinstance(out, np.ndarray) and out.flags.c_contiguous and out.size == encoding.size
    if not fits or out.dtype != encoding.dtype:
        raise ValueError(
            f"expected a contiguous {encoding.dtype} array of {encoding.size} numbers "
            f"for encoding {encoding.name!r}"
        )
    buffer: NDArray[Any] = out
    buffer.reshape(encoding.shape)[...] = tensor
    return buffer


def encoded_rows(
    kind: type[Any], encoding: Encoding, states: Sequence[Any], symmetries: Sequence[int] | None
) -> "NDArray[Any]":
    """States of one type as the rows of a tensor; see ``Game.encode_many``."""
    import numpy as np

    rows = list(states)
    if wrong := next((one for one in rows if type(one) is not kind), None):
        raise TypeError(f"expected states of {kind.name}, got {wrong!r:.100}")
    seen = [] if symmetries is None else [int(each) for each in symmetries]
    if symmetries is not None and len(seen) != len(rows):
        raise ValueError(f"expected {len(rows)} symmetries, one for each state, got {len(seen)}")
    out: NDArray[Any] = np.empty((len(rows), *encoding.shape), encoding.dtype)
    if hasattr(kind, "_encode_many"):
        kind._encode_many(rows, encoding.name, seen, out)
        return out
    for index, state in enumerate(rows):
        image = state.image(seen[index]) if seen else state
        image.encode(encoding.name, out=out[index])
    return out
