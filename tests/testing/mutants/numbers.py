"""Games that break the clauses about actions, encodings, features and the evaluation."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from quadrille import Encoding
from quadrille.core.encoding import as_tensor

from .bases import Cards, Line


class ActionsRoundTrip(Line):
    def action(self, move: Any) -> int:
        return 0 if isinstance(move, str) else super().action(move)


class EncodingsAreDeclared(Line):
    def encodings(self) -> list[Encoding]:
        return [Encoding("planes", (2, 3, 3), version=0)]


class EncodingsKeepTheirShape(Line):
    def encode(
        self, name: str, player: int | None = None, out: NDArray[Any] | None = None
    ) -> NDArray[Any]:
        return super().encode(name, player, out).astype(np.float64)


class EncodingsKeepTheirShape2(Line):
    def _encode(self, name: str, player: int) -> ArrayLike:
        return np.full((2, 3, 3), np.nan)


class EncodingsFillTheBuffer(Line):
    def encode(
        self, name: str, player: int | None = None, out: NDArray[Any] | None = None
    ) -> NDArray[Any]:
        return super().encode(name, player)


class WrongBuffersAreRefused(Line):
    def encode(
        self, name: str, player: int | None = None, out: NDArray[Any] | None = None
    ) -> NDArray[Any]:
        tensor = super().encode(name, player)
        if out is None:
            return tensor
        out[...] = tensor.reshape(out.shape)
        return out


class UnknownEncodingsAreRefused(Line):
    def encode(
        self, name: str, player: int | None = None, out: NDArray[Any] | None = None
    ) -> NDArray[Any]:
        return super().encode("planes", player, out)


class EncodingsKnowOnlyTheView(Cards):
    def encode(
        self, name: str, player: int | None = None, out: NDArray[Any] | None = None
    ) -> NDArray[Any]:
        super().encode(name, player)
        everything = [card in "".join(self.hands) for card in "12345678"]
        return as_tensor(self.encodings()[0], everything, out)


class FeaturesAreDeclared(Line):
    def feature_names(self) -> Sequence[str]:
        return ("centre", "centre")


class FeaturesAreDeclared2(Line):
    def feature_names(self) -> Sequence[str]:
        return ("centre",)

    def features(self) -> NDArray[np.float32]:
        doubles: Any = np.zeros((2, 1), np.float64)
        return doubles  # type: ignore[no-any-return]


class EvaluateIsZeroSum(Line):
    def evaluate(self, weights: Sequence[float] | None = None) -> list[float]:
        return [value + 0.5 for value in super().evaluate(weights)]


class EvaluateCountsItsWeights(Line):
    def evaluate(self, weights: Sequence[float] | None = None) -> list[float]:
        return super().evaluate()
