# Written by tools/stubs.py from the native module; do not edit.
from collections.abc import Callable
from typing import Any

import numpy
import numpy.typing

import quadrille.core._core
import quadrille.core.agents.decision

class _AnyState:
    """A state of any game, as the searches here take it."""

class Network:
    """A network that searches evaluate."""

    def __init__(self, arrays: dict[str, numpy.typing.NDArray[numpy.float32]], encoding: str, version: int) -> None: ...

    @staticmethod
    def outside(function: Callable[[numpy.typing.NDArray[numpy.float32]], tuple[numpy.typing.NDArray[numpy.float32], numpy.typing.NDArray[numpy.float32]]], *, encoding: str, version: int, inputs: int, values: int, actions: int) -> Network:
        """
        A network that a function evaluates: rows [n, inputs] of the encoding to values [n, values] from -1 to 1 and logits [n, actions].
        """

    @property
    def is_outside(self) -> bool:
        """Whether a function evaluates it."""

    @property
    def encoding(self) -> str:
        """The name of the encoding that it reads."""

    @property
    def version(self) -> int:
        """The version of that encoding."""

    @property
    def inputs(self) -> int:
        """How many numbers it reads."""

    @property
    def layers(self) -> list[int]:
        """The sizes of its layers."""

    @property
    def values(self) -> int:
        """How many values it has."""

    @property
    def actions(self) -> int:
        """How many actions its policy knows, or 0."""

    @property
    def move_inputs(self) -> int:
        """How many inputs describe a move to its policy, or 0."""

class _Greedy:
    """The best static evaluation."""

    def __init__(self, settings: dict[str, Any]) -> None: ...

    def search(self, state: Any, rng: quadrille.core._core.Rng, seconds: float | None = None, stop: Any = None, progress: Any = None) -> quadrille.core.agents.decision.Decision: ...

class _OnePly:
    """Takes a win, allows none."""

    def __init__(self, settings: dict[str, Any]) -> None: ...

    def search(self, state: Any, rng: quadrille.core._core.Rng, seconds: float | None = None, stop: Any = None, progress: Any = None) -> quadrille.core.agents.decision.Decision: ...

class _Expectimax:
    """Minimax with chance."""

    def __init__(self, settings: dict[str, Any]) -> None: ...

    def search(self, state: Any, rng: quadrille.core._core.Rng, seconds: float | None = None, stop: Any = None, progress: Any = None) -> quadrille.core.agents.decision.Decision: ...

class _Hybrid:
    """Minimax over short MCTS runs."""

    def __init__(self, settings: dict[str, Any]) -> None: ...

    def search(self, state: Any, rng: quadrille.core._core.Rng, seconds: float | None = None, stop: Any = None, progress: Any = None) -> quadrille.core.agents.decision.Decision: ...

class _MaxN:
    """Every side for itself."""

    def __init__(self, settings: dict[str, Any]) -> None: ...

    def search(self, state: Any, rng: quadrille.core._core.Rng, seconds: float | None = None, stop: Any = None, progress: Any = None) -> quadrille.core.agents.decision.Decision: ...

class _Paranoid:
    """All sides against the root's."""

    def __init__(self, settings: dict[str, Any]) -> None: ...

    def search(self, state: Any, rng: quadrille.core._core.Rng, seconds: float | None = None, stop: Any = None, progress: Any = None) -> quadrille.core.agents.decision.Decision: ...

class _Teams:
    """Partners against the others."""

    def __init__(self, settings: dict[str, Any]) -> None: ...

    def search(self, state: Any, rng: quadrille.core._core.Rng, seconds: float | None = None, stop: Any = None, progress: Any = None) -> quadrille.core.agents.decision.Decision: ...

class _AlphaBeta:
    """Alpha-beta with deepening."""

    def __init__(self, settings: dict[str, Any]) -> None: ...

    def search(self, state: Any, rng: quadrille.core._core.Rng, seconds: float | None = None, stop: Any = None, progress: Any = None) -> quadrille.core.agents.decision.Decision: ...

class _Solver:
    """The exact outcome."""

    def __init__(self, settings: dict[str, Any]) -> None: ...

    def search(self, state: Any, rng: quadrille.core._core.Rng, seconds: float | None = None, stop: Any = None, progress: Any = None) -> quadrille.core.agents.decision.Decision: ...

class _Mcts:
    """Monte-Carlo tree search."""

    def __init__(self, settings: dict[str, Any]) -> None: ...

    def search(self, state: Any, rng: quadrille.core._core.Rng, seconds: float | None = None, stop: Any = None, progress: Any = None) -> quadrille.core.agents.decision.Decision: ...

    def saw(self, move: Any) -> None:
        """Follow the game, so that the next search keeps what it knows."""

    @property
    def size(self) -> int:
        """How many nodes there are."""

    @property
    def bytes(self) -> int:
        """What they take."""

    def tree_text(self, depth: int = 3, least: int = 1) -> str:
        """
        The first tree, a line a node: move, visits, sum of values for the mover, proof.
        """

class _BatchMcts:
    """PUCT whose leaves the caller evaluates, in batches."""

    def __init__(self, settings: dict[str, Any]) -> None: ...

    def start(self, state: Any, rng: quadrille.core._core.Rng) -> None:
        """Begin a search for the player to move."""

    def collect(self, count: int) -> int:
        """
        Walk to `count` more leaves, fewer if walks meet; returns how many wait.
        """

    def encode(self, encoding: str, out: numpy.typing.NDArray[Any]) -> None:
        """Write the waiting leaves as their movers see them, a row each."""

    def leaves(self) -> list[Any]:
        """The waiting leaves as states."""

    def players(self) -> list[int]:
        """Who moves in each waiting leaf."""

    def apply(self, priors: numpy.typing.NDArray[numpy.float32], values: numpy.typing.NDArray[numpy.float64]) -> None:
        """
        Answer the first waiting leaves: priors [n, actions], values [n, sides].
        """

    def mix_root_priors(self, noise: numpy.typing.NDArray[numpy.float32], fraction: float) -> None:
        """
        Mix noise into the chances of the root's moves, in the order of legal_moves().
        """

    @property
    def simulations(self) -> int:
        """How many are finished."""

    def result(self) -> quadrille.core.agents.decision.Decision:
        """The Decision so far."""

    def tree_text(self, depth: int = 3, least: int = 1) -> str:
        """The tree, a line a node."""

class _NetworkJudge:
    """A network's values and priors of positions."""

    def __init__(self, network: Network, state: Any) -> None: ...

    def evaluate(self, state: Any) -> tuple[list[float], list[Any], list[float]]:
        """Values per side, the legal moves, and their chances."""

    def outputs(self, state: Any) -> list[float]:
        """
        What the policy's last layer says: a number for each action, or, where moves are scored by what describes them, for each legal move.
        """

class _Samples:
    """Positions to learn from, the newest ones."""

    def __init__(self, state: Any, capacity: int) -> None: ...

    @property
    def size(self) -> int: ...

    @property
    def total(self) -> int: ...

    @property
    def capacity(self) -> int: ...

    def play(self, settings: dict[str, Any], games: int, seed: int, first: int, threads: int) -> dict[str, Any]: ...

    def add(self, state: Any, moves: list[Any], probabilities: list[float], values: list[float]) -> None: ...

    def sample(self, index: int) -> tuple[Any, list[Any], list[float], list[float]]: ...

    def draw(self, rows: int, rng: quadrille.core._core.Rng, encoding: str, over_moves: bool, symmetries: bool) -> dict[str, Any]: ...

    def all(self, encoding: str, over_moves: bool) -> dict[str, Any]: ...

    def dump(self) -> bytes: ...

    def load(self, bytes: bytes) -> None:
        """Replace all by what dump() gave."""

    def extend(self, bytes: bytes) -> None:
        """Add what dump() gave."""
