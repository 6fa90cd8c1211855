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
    def kind(self) -> str:
        """'start', 'slide' or 'pass'."""

    @property
    def origin(self) -> tuple[int, int] | None:
        """Where a slide sets out (x, y), else None."""

    @property
    def target(self) -> tuple[int, int] | None:
        """Where a slide ends or a flock starts (x, y), else None."""

    @property
    def direction(self) -> int:
        """The direction of a slide on the number pad (1 is up and left), else 0."""

    @property
    def sheep(self) -> int | None:
        """How many sheep slide; None if that is hidden or the move no slide."""

class State(NativeState[Move]):
    """
    Split your flock and slide over the meadow; large connected pastures score most.
    """

    name: str = 'sheep'

    title: str = 'Sheep'

    summary: str = ...

    penalty: str = 'turn'

    @staticmethod
    def create(options: dict[str, Any], rng: quadrille.core._core.Rng) -> State:
        """The first state; public set-up (a map, start cells) is drawn from rng."""

    @staticmethod
    def parse(options: dict[str, Any], text: str) -> State:
        """
        The state of a position text, or BadPosition. Options that the text does not name are taken from `options`.
        """

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

    def size(self) -> int:
        """The side of the field."""

    def flock(self) -> int:
        """How many sheep each player has."""

    def hides_counts(self) -> bool:
        """Whether numbers of sheep are hidden."""

    def has_teams(self) -> bool:
        """Whether players 1 and 3 are partners against 2 and 4."""

    def phase(self) -> str:
        """'start', 'slide' or 'over'."""

    def is_wall(self, x: int, y: int) -> bool:
        """Whether it is a wall."""

    def owner(self, x: int, y: int) -> int:
        """Whose cell it is, or -1."""

    def sheep(self, x: int, y: int) -> int | None:
        """How many sheep are there; None if that is hidden."""

    def is_known(self, x: int, y: int) -> bool:
        """
        Whether everybody knows that one sheep is there, since its owner passed.
        """

    def flocks(self) -> list[Flock]:
        """Every occupied cell, by rows from the top."""

    def start_cells(self) -> list[tuple[int, int]]:
        """Free cells beside a wall or the edge."""

    def main_moves(self) -> list[Move]:
        """
        Legal moves, but of the numbers of sheep in slides from a large flock only five.
        """

    def rollout_move(self, rng: quadrille.core._core.Rng) -> Move:
        """
        A random move as rollouts of searches play them: it rarely locks up sheep.
        """

    def landing(self, x: int, y: int, direction: int) -> tuple[int, int] | None:
        """
        Where a slide ends (direction 1 2 3 4 6 7 8 9), or None if there is no room.
        """

    def regions(self, player: int) -> list[list[tuple[int, int]]]:
        """The player's connected cells, by rows from the top."""

    def contest_points(self) -> list[float]:
        """5, 3, 2 and 1 by rank as if the game stopped now; equals share."""

    class _SheepHybrid:
        """Minimax into tree search, as a contest team had it."""

        def __init__(self, settings: dict[str, Any]) -> None: ...

        def search(self, state: Any, rng: quadrille.core._core.Rng, seconds: float | None = None, stop: Any = None, progress: Any = None) -> quadrille.core.agents.decision.Decision: ...

class Flock:
    """An occupied cell."""

    @property
    def x(self) -> int: ...

    @property
    def y(self) -> int: ...

    @property
    def player(self) -> int: ...

    @property
    def sheep(self) -> int | None:
        """How many; None if that is hidden."""

    @property
    def known(self) -> bool:
        """Whether everybody knows that it is one, since the owner passed."""

    def __repr__(self) -> str: ...

class Heuristics:
    """What the contest team's program knew of the game."""

    def __init__(self, settings: dict[str, Any]) -> None: ...

    def start_value(self, state: State, x: int, y: int) -> float:
        """How good a cell is for the player to move to start on."""

    def split(self, state: State, move: Move) -> int:
        """
        How many sheep it would move where a slide goes, whatever number the slide has.
        """

    def value(self, state: State, player: int) -> float:
        """
        What a position is worth to a player: the rank, best 4, and a little for the area.
        """
