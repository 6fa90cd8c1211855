"""Games that break the clauses about inputs of networks and about images."""

from dataclasses import replace
from typing import Any

import numpy as np

from quadrille import Encoding
from quadrille.core.state_numbers import check_symmetry

from .bases import Cards, Indices, Line, ListedCards, ListedLine, TurnedLine


class InputsAreTheEncoding(ListedLine):
    def inputs(self, name: str, player: int | None = None) -> Indices:
        return super().inputs(name, player)[:3]


class InputsAreTheEncoding2(ListedLine):
    def inputs(self, name: str, player: int | None = None) -> Indices:
        return np.append(super().inputs(name, player), np.uint16(18))


class InputsKnowOnlyTheView(ListedCards):
    def encodings(self) -> list[Encoding]:
        return [replace(encoding, shape=(9,)) for encoding in super().encodings()]

    def _encode(self, name: str, player: int) -> Any:
        return [*super()._encode(name, player), True]  # type: ignore[misc]

    def inputs(self, name: str, player: int | None = None) -> Indices:
        inputs = super().inputs(name, player)
        return inputs if self.viewer is None else inputs[::-1]


class MoveInputsFit(ListedLine):
    def move_inputs(self, name: str, move: Any) -> Indices:
        return super().move_inputs(name, move) + np.uint16(1)


class MoveInputsFit2(ListedLine):
    def move_inputs(self, name: str, move: Any) -> Indices:
        return super().move_inputs(name, move)[:0]


class MoveInputsKnowOnlyTheView(ListedCards):
    def move_inputs(self, name: str, move: Any) -> Indices:
        others = "".join(self.hands)
        return super().move_inputs(name, move) * np.uint16("1" not in others)


class OnlyLegalMovesHaveInputs(ListedLine):
    def move_inputs(self, name: str, move: Any) -> Indices:
        return np.array([self.action(move)], np.uint16)


class DenseEncodingsHaveNoInputs(ListedLine):
    def inputs(self, name: str, player: int | None = None) -> Indices:
        return super().inputs("planes", player)


class IdentityIsTheFirstImage(TurnedLine):
    def image(self, symmetry: int) -> Any:
        check_symmetry(self, symmetry)
        return super().image(3 - symmetry)


class ImagesAreSound(TurnedLine):
    def image(self, symmetry: int) -> Any:
        image = super().image(symmetry)
        if symmetry > 0:
            image.squares = image.squares.translate(str.maketrans("xo", "ox"))
        return image


class MovesHaveImages(TurnedLine):
    def image_of(self, move: Any, symmetry: int) -> Any:
        return super().image_of(move, min(symmetry, 2))


class ImagesCommuteWithPlay(TurnedLine):
    def image_of(self, move: Any, symmetry: int) -> Any:
        check_symmetry(self, symmetry)
        if symmetry == 0:
            return move
        place = self.legal_moves().index(move)
        return list(reversed(self.image(symmetry).legal_moves()))[place]


class ImagesCanBeUndone(TurnedLine):
    def num_symmetries(self) -> int:
        return 2


class ViewsHaveImages(Cards):
    def num_symmetries(self) -> int:
        return 2

    def image(self, symmetry: int) -> Any:
        check_symmetry(self, symmetry)
        return self.copy() if symmetry == 0 or self.viewer is None else self.view(0)


class OtherSymmetriesAreRefused(Line):
    def image(self, symmetry: int) -> Any:
        return self.copy()
