"""The exact value of any Quarto position, a book of the early ones, and a proof of the whole game.

>>> import quadrille
>>> from quadrille.games.quarto import solver
>>> state = quadrille.game("quarto").parse(".TLsHTLShTlsh/TlShtLsh.TlsH/..TLSH./tlsHtLSH.. tlsh")
>>> answer = solver.solve(state, distance=True)
>>> answer.value, str(answer.move), answer.distance
(1, 'b2', 5)

"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from quadrille.core._core import Rng
from quadrille.core.agent import Limits
from quadrille.core.game import Game, game
from quadrille.games.quarto import _core
from quadrille.games.quarto._core import Move, SolverStopped, State
from quadrille.games.quarto.book import build_book, open_book
from quadrille.games.quarto.proof import Proof, prove

__all__ = [
    "Knower",
    "Proof",
    "QuartoSolution",
    "SolverStopped",
    "build_book",
    "measure",
    "new_solver",
    "open_book",
    "prove",
    "random_position",
    "solve",
]

MEMORY = 256
"""Megabytes that a table may have unless told otherwise."""


@dataclass(frozen=True)
class QuartoSolution:
    """What is true of a position."""

    value: int
    """+1, 0 or -1 for the player to move; of a finished game, for the player who placed last."""
    move: Move | None
    """A best move; None if the game is over."""
    distance: int | None = None
    """Moves (places and gives) to the end if the winner hurries and the loser delays, if asked."""
    values: dict[Move, int] = field(default_factory=dict)
    """The value of every legal move for the player to move, if asked."""
    nodes: int = 0
    """Boards visited."""
    seconds: float = 0.0
    """How long it took."""


def solve(
    state: State,
    *,
    distance: bool = False,
    all_moves: bool = False,
    limits: Limits | None = None,
    memory: int = MEMORY,
) -> QuartoSolution:
    """Solve a position; ``memory`` is the most that the table may have, in megabytes.

    Raises SolverStopped if the limits do not leave enough time.
    """
    started = time.perf_counter()
    knower = Knower(state, limits, memory)
    value = knower.value(state)
    plies = knower.solver.distance(state, value) if distance else None
    if plies is None or value == 0:
        move = next(
            (m for m in knower.ordered(state) if knower.move_reaches(state, m, value)), None
        )
    else:
        move = knower.solver.best_move(state, value, plies)
    values = {}
    if all_moves:
        values = {move: knower.move_value(state, move) for move in state.legal_moves()}
    seconds = time.perf_counter() - started
    return QuartoSolution(value, move, plies, values, knower.solver.nodes(), seconds)


class Knower:
    """The book and the search together: the book answers where it can."""

    def __init__(self, state: State, limits: Limits | None = None, memory: int = MEMORY) -> None:
        options = state.options()
        self.book = open_book(bool(options["squares"]), bool(options["torus"]))
        self.solver = new_solver(state, limits, memory)

    def covers(self, state: State) -> bool:
        """Whether the book knows the value."""
        return self.book is not None and self.book.covers(state)

    def value(self, state: State) -> int:
        """+1, 0 or -1 for the player to move."""
        if self.book is not None and self.book.covers(state):
            return self.book.value(state)
        if self.most(state) > 0:
            return self.solver.value(state)
        return 0 if self.solver.reaches(state, 0) else -1

    def most(self, state: State) -> int:
        """Return a bound from above that needs no search; 1 if there is none."""
        return 1 if self.book is None else self.book.most(state)

    def move_reaches(self, state: State, move: Move, value: int) -> bool:
        """Whether a legal move has at least a value for the player who makes it."""
        after = state.copy()
        after.play(move)
        if self.book is not None and self.book.covers(after):
            return self.book.value(after) * (-1 if move.is_give else 1) >= value
        return self.solver.move_reaches(state, move, value)

    def move_value(self, state: State, move: Move) -> int:
        """The value of a legal move for the player who makes it."""
        return self.move_reaches(state, move, 0) + self.move_reaches(state, move, 1) - 1

    def ordered(self, state: State) -> list[Move]:
        """The legal moves, those likely to be good first."""
        return _core._ordered_moves(state)


def new_solver(state: State, limits: Limits | None = None, memory: int = MEMORY) -> _core._Solver:
    """Return a native solver for the rules of a position, its table fit for the position."""
    options = state.options()
    size = _core._table_bytes(state, _bytes(memory))
    return _core._Solver(
        bool(options["squares"]), bool(options["torus"]), size, stopper(limits or Limits())
    )


def stopper(limits: Limits) -> Callable[[], bool]:
    """Whether to stop now: the flag is set or the time is over."""
    if limits.seconds is None:
        return limits.stop.is_set
    end = time.perf_counter() + limits.seconds
    return lambda: limits.stop.is_set() or time.perf_counter() > end


def _bytes(memory: int) -> int:
    if memory < 1:
        raise ValueError(f"expected a table of at least 1 megabyte, got {memory!r}")
    return memory << 20


# --- measuring -----------------------------------------------------------------------------


def random_position(rules: Game, placed: int, rng: Rng) -> State:
    """Draw a position: random play without a line, then a safe piece in hand."""
    while True:
        state: State = rules.new()
        while not state.is_over() and len(state.remaining()) > 16 - placed:
            state.play(state.random_move(rng))
            if state.hand() >= 0:
                state.play(state.random_move(rng))
        if state.is_over() or not (safe := state.safe_pieces()):
            continue
        state.play(state.move(16 + safe[rng.below(len(safe))]))
        return state


def measure(placed: int, count: int, seed: int = 0, **options: Any) -> dict[str, float]:
    """CPU milliseconds per random position with so many pieces placed, each with a cold table.

    The time includes making and freeing the table. Values are counted too.
    """
    rules = game("quarto", **options)
    rng = Rng(seed)
    states = [random_position(rules, placed, rng) for _ in range(count)]
    times, values, nodes = [], [], 0
    new_solver(states[0]).value(states[0])  # makes the tables of symmetries
    for state in states:
        started = time.thread_time()
        solver = new_solver(state)
        values.append(solver.value(state))
        nodes += solver.nodes()
        del solver
        times.append(1000 * (time.thread_time() - started))
    times.sort()
    quantiles = {f"ms_{q}": times[min(count - 1, count * q // 100)] for q in (50, 90, 99)}
    shares = {n: values.count(v) / count for v, n in ((1, "win"), (0, "draw"), (-1, "loss"))}
    return {**quantiles, "ms_max": times[-1], "nodes": nodes / count, **shares}
