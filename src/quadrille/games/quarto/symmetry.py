"""The symmetries of Quarto, for augmenting data and for canonical forms.

A symmetry permutes the squares so that lines stay lines, and relabels the traits of the pieces.
There are 32 x 384 with lines only, 8 x 384 with squares, 128 x 384 on the torus.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quadrille.core._core import Rng
from quadrille.games.quarto import _core


@dataclass(frozen=True)
class Symmetry:
    """Where every square and every piece goes."""

    squares: tuple[int, ...]
    """``squares[s]`` is the square that s becomes."""
    pieces: tuple[int, ...]
    """``pieces[p]`` is the piece that p becomes."""

    def state(self, state: _core.State) -> _core.State:
        """Return the image of a position; its options must be those the symmetry was made for."""
        return state.transformed(self.squares, self.pieces)

    def move(self, state: _core.State, move: _core.Move) -> _core.Move:
        """Return the image of a move, to be played in the image of the position."""
        return state.move(int(self.actions[state.action(move)]))

    @cached_property
    def actions(self) -> NDArray[np.int64]:
        """[32]: where each action index goes; ``image[..., s.actions] = policy`` maps a policy."""
        return np.array([*self.squares, *(16 + piece for piece in self.pieces)], np.int64)


def symmetries(options: Mapping[str, Any]) -> Iterator[Symmetry]:
    """Yield every symmetry of an option set, the identity among them."""
    for squares, pieces in product(_boards(options), _core.relabelings()):
        yield Symmetry(tuple(squares), tuple(pieces))


def random_symmetry(options: Mapping[str, Any], rng: Rng) -> Symmetry:
    """Draw one uniformly."""
    boards, labels = _boards(options), _core.relabelings()
    squares, pieces = boards[rng.below(len(boards))], labels[rng.below(len(labels))]
    return Symmetry(tuple(squares), tuple(pieces))


def _boards(options: Mapping[str, Any]) -> list[list[int]]:
    return _core.board_symmetries(bool(options["squares"]), bool(options["torus"]))
