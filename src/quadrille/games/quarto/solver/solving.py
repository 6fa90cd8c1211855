"""The exact value of any Quarto position, a book of the early ones, and a proof of the whole game.

>>> import quadrille
>>> from quadrille.games.quarto import solver
>>> state = quadrille.game("quarto").parse(".TLsHTLShTlsh/TlShtLsh.TlsH/..TLSH./tlsHtLSH.. tlsh")
>>> answer = solver.solve(state, distance=True)
>>> answer.value, str(answer.move), answer.distance
(1, 'b2', 5)

"""

import threading
import time
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from quadrille.core._core import Rng
from quadrille.core.agents.agent import Limits
from quadrille.core.game import Game, game
from quadrille.core.package import Solution
from quadrille.games.quarto import _core
from quadrille.games.quarto._core import Move, State
from quadrille.games.quarto.solver.book import open_book

MEMORY = 256
"""Megabytes that a table may have unless told otherwise."""
TRAP_MEMORY = 4
"""Megabytes of the table for looking for traps."""
MAX_KEPT_BYTES = 32 << 20
"""A solver with a larger table is not kept for the next question."""
BOOK_PIECES = 4
"""With more pieces placed the book of early positions has nothing to say."""


def solve(
    state: State,
    *,
    distance: bool = False,
    all_moves: bool = False,
    limits: Limits | None = None,
    memory: int = MEMORY,
) -> Solution:
    """Solve a position; ``memory`` is the most that the table may have, in megabytes.

    Raises SolverStopped if the limits do not leave enough time.
    """
    started = time.perf_counter()
    if not hasattr(_THREAD, "solvers"):
        _THREAD.solvers = SolverCache()
    solver = BookSolver(state, _THREAD.solvers.solver(state, limits, memory))
    value = solver.value(state)
    plies = solver.search.distance(state, value) if distance else None
    if plies is None or value == 0:
        moves = solver.ordered(state)
        move = next((m for m in moves if solver.move_reaches(state, m, value)), None)
    else:
        move = solver.search.best_move(state, value, plies)
    values = {}
    if all_moves:
        values = {move: solver.move_value(state, move) for move in state.legal_moves()}
    seconds = time.perf_counter() - started
    return Solution(value, move, plies, values, solver.nodes(), seconds)


class SolverCache:
    """Native solvers that keep what they have found out, one for each rule set.

    Only one thread may use it at a time. A table grows by being replaced; large ones are not kept.
    """

    def __init__(self) -> None:
        self._solvers: dict[tuple[bool, bool], tuple[int, _core._Solver]] = {}
        self._stop: Callable[[], bool] = bool

    def solver(
        self, state: State, limits: Limits | None = None, memory: int = MEMORY
    ) -> _core._Solver:
        """A solver for the rules of a position, its table large enough for the position."""
        rules = _rules(state)
        size = _core._table_bytes(state, _bytes(memory))
        if size > MAX_KEPT_BYTES:
            return new_solver(state, limits, memory)
        self._stop = stopper(limits or Limits())
        kept, solver = self._solvers.get(rules, (0, None))
        if solver is None or size > kept:
            solver = _core._Solver(*rules, size, lambda: self._stop())
            self._solvers[rules] = (size, solver)
        return solver


_THREAD = threading.local()


class BookSolver:
    """The book and the search together: the book answers where it can."""

    def __init__(self, state: State, search: _core._Solver) -> None:
        self.search = search
        self._rules = _rules(state)
        self._is_early = 16 - _unplaced(state) <= BOOK_PIECES
        self._nodes_before = search.nodes()

    @cached_property
    def book(self) -> _core._Book | None:
        """The book of the rule set, opened only for early positions."""
        return open_book(*self._rules) if self._is_early else None

    def nodes(self) -> int:
        """Boards visited for this position."""
        return self.search.nodes() - self._nodes_before

    def covers(self, state: State) -> bool:
        """Whether the book knows the value."""
        return self.book is not None and self.book.covers(state)

    def value(self, state: State) -> int:
        """+1, 0 or -1 for the player to move."""
        if self.book is not None and self.book.covers(state):
            return self.book.value(state)
        if self.most(state) > 0:
            return self.search.value(state)
        return 0 if self.search.reaches(state, 0) else -1

    def most(self, state: State) -> int:
        """Return a bound from above that needs no search; 1 if there is none."""
        return 1 if self.book is None else self.book.most(state)

    def move_reaches(self, state: State, move: Move, value: int) -> bool:
        """Whether a legal move has at least a value for the player who makes it."""
        after = state.copy()
        after.play(move)
        if self.book is not None and self.book.covers(after):
            return self.book.value(after) * (-1 if move.is_give else 1) >= value
        return self.search.move_reaches(state, move, value)

    def move_value(self, state: State, move: Move) -> int:
        """The value of a legal move for the player who makes it."""
        return self.move_reaches(state, move, 0) + self.move_reaches(state, move, 1) - 1

    def ordered(self, state: State) -> list[Move]:
        """The legal moves, those likely to be good first."""
        return _core._ordered_moves(state)


def new_solver(state: State, limits: Limits | None = None, memory: int = MEMORY) -> _core._Solver:
    """Return a native solver for the rules of a position, its table fit for the position."""
    size = _core._table_bytes(state, _bytes(memory))
    return _core._Solver(*_rules(state), size, stopper(limits or Limits()))


def rank_traps(
    state: State, moves: Sequence[Move], rng: Rng, boards: int
) -> list[tuple[Move, float]]:
    """Moves with how often a careless opponent goes wrong after them, the best first.

    That opponent wins at once when possible, gives no winning piece if that can be helped, and
    else plays at random. About so many boards are looked at, in a table of its own, so that what
    is found depends on the position and the generator alone.
    """
    ranked = new_solver(state, memory=TRAP_MEMORY).rank_traps(state, list(moves), rng, boards)
    return [(move, share) for move, share, _ in ranked]


def stopper(limits: Limits) -> Callable[[], bool]:
    """Whether to stop now: the flag is set or the time is over."""
    if limits.seconds is None:
        return limits.stop.is_set
    end = time.perf_counter() + limits.seconds
    return lambda: limits.stop.is_set() or time.perf_counter() > end


def _rules(state: State) -> tuple[bool, bool]:
    options = state.options()
    return bool(options["squares"]), bool(options["torus"])


def _unplaced(state: State) -> int:
    return len(state.remaining()) + (state.hand() >= 0)


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
