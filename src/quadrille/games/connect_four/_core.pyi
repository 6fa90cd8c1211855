# Written by tools/stubs.py from the native module; do not edit.
from typing import Any

import numpy
import numpy.typing

import quadrille.core._core
import quadrille.core.agents.decision
from quadrille.core.native_state import NativeMove, NativeState

class Move(NativeMove):
    """A move: a packed number with a notation, str(move)."""

    @property
    def column(self) -> int:
        """The column, from 0 at the left."""

class State(NativeState[Move]):
    """Drop discs into columns; four in a line wins."""

    name: str = 'connect_four'

    title: str = 'Connect Four'

    summary: str = 'Drop discs into columns; four in a line wins.'

    penalty: str = 'game'

    @staticmethod
    def create(options: dict[str, Any], rng: quadrille.core._core.Rng) -> State:
        """The first state; public set-up (a map, start cells) is drawn from rng."""

    @staticmethod
    def parse(options: dict[str, Any], text: str) -> State:
        """
        The state of a position text, or BadPosition. Options that the text does not name are taken from `options`.
        """

    def canonical_key(self) -> int:
        """64 bits, equal for positions that are symmetric to each other."""

    @staticmethod
    def _encode_many(states: list[State], name: str, symmetries: list[int], out: numpy.typing.NDArray[Any]) -> None: ...

    class _AlphaBeta:
        """Alpha-beta with deepening."""

        def __init__(self, settings: dict[str, Any]) -> None: ...

        def search(self, state: Any, rng: quadrille.core._core.Rng, seconds: float | None = None, stop: Any = None, progress: Any = None) -> quadrille.core.agents.decision.Decision: ...

    class _Solver:
        """The exact outcome."""

        def __init__(self, settings: dict[str, Any]) -> None: ...

        def search(self, state: Any, rng: quadrille.core._core.Rng, seconds: float | None = None, stop: Any = None, progress: Any = None) -> quadrille.core.agents.decision.Decision: ...

        by_game: bool = True

    def disc(self, column: int, row: int) -> int:
        """The player whose disc lies there (row 0 at the bottom), or -1."""

    def winner(self) -> int:
        """Who has won, or -1."""

    def winning_discs(self) -> int:
        """Bit 7 * column + row for every disc of a completed line."""
