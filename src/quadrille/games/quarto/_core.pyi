# Written by tools/stubs.py from the native module; do not edit.
from collections.abc import Callable, Sequence
from typing import Any

import numpy
import numpy.typing

import quadrille.core._core
import quadrille.core.agents.decision
from quadrille.core.native_state import NativeMove, NativeState

class Move(NativeMove):
    """A move: a packed number with a notation, str(move)."""

    @property
    def is_give(self) -> bool:
        """Whether it gives rather than places."""

    @property
    def square(self) -> int:
        """The square of a place, else -1."""

    @property
    def piece(self) -> int:
        """The piece of a give, else -1."""

class State(NativeState[Move]):
    """Place the piece you are given; four in a line that share a trait win."""

    name: str = 'quarto'

    title: str = 'Quarto'

    summary: str = ...

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

    def piece(self, square: int) -> int:
        """The piece on a square (4 * rank + file, a1 = 0), or -1."""

    def hand(self) -> int:
        """The piece to be placed, or -1."""

    def remaining(self) -> list[int]:
        """Pieces neither placed nor in hand."""

    def winner(self) -> int:
        """Who has won, or -1."""

    def winning_lines(self) -> list[list[int]]:
        """The squares of every completed line."""

    def winning_squares(self) -> list[int]:
        """Empty squares on which the piece in hand wins."""

    def safe_pieces(self) -> list[int]:
        """Remaining pieces that cannot win at once on the present board."""

    def _judge_moves(self) -> list[float]:
        """The static value of the position after each legal move, for the mover."""

    def _play_out(self, rng: quadrille.core._core.Rng) -> int:
        """Plays random moves to the end of the game; how many."""

    def _random_game(self, rng: quadrille.core._core.Rng) -> list[Move]:
        """The moves that _play_out() plays, on to a full board."""

    def transformed(self, squares: Sequence[int], pieces: Sequence[int]) -> State:
        """
        The position with squares moved and pieces relabelled; see the module symmetry.
        """

def piece_text(piece: int) -> str:
    """The four letters of a piece."""

def square_text(square: int) -> str:
    """The name of a square."""

def board_symmetries(squares: bool, torus: bool) -> list[list[int]]:
    """All permutations of the squares that keep lines."""

def relabelings() -> list[list[int]]:
    """The 384 relabelings of the pieces."""

class SolverStopped(RuntimeError):
    pass

class _Solver:
    """The native half of the module solver."""

    def __init__(self, squares: bool, torus: bool, bytes: int, stop: Callable[[], bool] | None = None) -> None: ...

    def nodes(self) -> int: ...

    def rank_traps(self, state: State, moves: Sequence[Move], rng: quadrille.core._core.Rng, nodes: int) -> list[tuple[Move, float, int]]:
        """
        Moves by how often a careless opponent goes wrong after them, with that share and the number of samples.
        """

    def value(self, state: State) -> int:
        """+1, 0 or -1 for the player to move."""

    def reaches(self, state: State, value: int) -> bool:
        """Whether the position has at least a value for the player to move."""

    def move_reaches(self, state: State, move: Move, value: int) -> bool:
        """Whether a move has at least a value for the player who makes it."""

    def values(self, state: State) -> list[tuple[Move, int]]:
        """Every legal move with its value."""

    def distance(self, state: State, value: int) -> int:
        """
        Moves to the end of a position of this value: fastest win, slowest loss.
        """

    def best_move(self, state: State, value: int, distance: int | None = None) -> Move | None:
        """A move that keeps the value, and the distance if one is given."""

class _Book:
    """The values of all positions with at most three pieces placed."""

    def __init__(self, squares: bool, torus: bool) -> None: ...

    def __len__(self) -> int: ...

    def num_full(self) -> int:
        """How many positions have three pieces placed."""

    def full_position(self, index: int) -> State:
        """A position with three pieces placed and one in hand."""

    def complete(self, values: bytes) -> bytes:
        """The values of all positions from those with three pieces."""

    def load(self, values: bytes) -> None:
        """Takes the values of all positions, a byte each: value + 1."""

    def covers(self, state: State) -> bool: ...

    def value(self, state: State) -> int:
        """+1, 0 or -1 for the player to move."""

    def most(self, state: State) -> int:
        """A bound from above for boards with four pieces, else 1."""

def _table_bytes(state: State, most: int) -> int:
    """A sensible size of the solver's table."""

def _ordered_moves(state: State) -> list[Move]:
    """The legal moves, likely good ones first."""

def _position_key(state: State) -> int:
    """An exact key, equal for symmetric positions only."""

def _careless_move(state: State, rng: quadrille.core._core.Rng) -> Move:
    """
    A move of a player who wins at once, gives no win if possible, else plays at random.
    """
