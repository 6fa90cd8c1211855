"""Nim: a game with options, in plain Python.

Play it in the terminal:

    quadrille play examples/nim.py:Nim -o heaps=4
"""

from typing import Any

from quadrille import NOBODY, BadPosition, Move, Option, Rng, State
from quadrille.core.options import split_options, with_options

FIELDS = (
    Option("heaps", "int", 3, low=2, high=6, doc="How many heaps: of 1, 3, 5, ... beans."),
    Option("misere", "bool", False, doc="Whoever takes the last bean loses."),
)


class Nim(State):
    """A position: the beans in each heap, and who moves."""

    name = "nim"
    title = "Nim"
    summary = "Take beans from one heap; whoever takes the last one wins."

    def __init__(self, options: dict[str, Any], heaps: list[int], mover: int = 0) -> None:
        self._options = options
        self.heaps = heaps
        self.mover = mover

    @staticmethod
    def option_fields() -> tuple[Option, ...]:
        return FIELDS

    def options(self) -> dict[str, Any]:
        return dict(self._options)

    @staticmethod
    def create(options: dict[str, Any], rng: Rng) -> "Nim":
        return Nim(options, [2 * i + 1 for i in range(options["heaps"])])

    # --- rules -----------------------------------------------------------------------------

    def player(self) -> int:
        return self.mover if any(self.heaps) else NOBODY

    def legal_moves(self) -> list[Move]:
        return [
            Move(heap * self.largest() + beans - 1, f"{'abcdef'[heap]}{beans}")
            for heap, size in enumerate(self.heaps)
            for beans in range(1, size + 1)
        ]

    def largest(self) -> int:
        """The size of the last heap at the start."""
        return 2 * len(self.heaps) - 1

    def _play(self, move: int) -> None:
        heap, beans = divmod(move, self.largest())
        self.heaps[heap] -= beans + 1
        self.mover = 1 - self.mover

    def scores(self) -> list[float]:
        points = [0.0, 0.0]
        if self.is_over():
            points[self.mover if self._options["misere"] else 1 - self.mover] = 1.0
        return points

    def num_actions(self) -> int:
        return len(self.heaps) * self.largest()

    def max_plies(self) -> int:
        return len(self.heaps) ** 2

    # --- text ------------------------------------------------------------------------------

    def text(self) -> str:
        return with_options(FIELDS, self._options, self.body())

    def body(self) -> str:
        """The text without options: ``1,3,5 0``, the heaps and who moves next."""
        return f"{','.join(map(str, self.heaps))} {self.mover}"

    @staticmethod
    def parse(options: dict[str, Any], text: str) -> "Nim":
        values, body = split_options(FIELDS, options, text)
        sizes, _, mover = body.partition(" ")
        try:
            state = Nim(values, [int(size) for size in sizes.split(",")], int(mover))
        except ValueError:
            raise BadPosition(f"expected heaps and a player ('1,3,5 0'), got {text!r}") from None
        for problem in state.problems():
            raise BadPosition(f"{problem} in position {text!r}")
        if state.body() != body:
            raise BadPosition(f"expected {state.body()!r}, got {text!r}")
        return state

    def problems(self) -> list[str]:
        if len(self.heaps) != self._options["heaps"] or self.mover not in (0, 1):
            return [f"expected {self._options['heaps']} heaps and a player, 0 or 1"]
        taken = [2 * i + 1 - size for i, size in enumerate(self.heaps)]
        if any(not 0 <= beans <= 2 * i + 1 for i, beans in enumerate(taken)):
            return ["a heap is larger than at the start, or smaller than nothing"]
        # So many moves can have been made: one a heap at least, one a bean at most.
        plies = range(sum(beans > 0 for beans in taken), sum(taken) + 1)
        return [] if any(n % 2 == self.mover for n in plies) else ["it is the other player's turn"]
