"""Players that only Quarto has."""

import contextlib
import time
from dataclasses import dataclass, replace
from typing import Any

from quadrille.core._core import Rng
from quadrille.core.agents.agent import Agent, Limits, Session, agent
from quadrille.core.agents.decision import Decision, MoveStats
from quadrille.core.game import Game
from quadrille.games.quarto import _core, solver
from quadrille.games.quarto._core import Move, SolverStopped


@agent("perfect")
@dataclass(frozen=True)
class Perfect(Agent):
    """Never makes a move that is worse than another; among equals it sets traps."""

    distance: bool = True
    """Win as fast and lose as slowly as possible, from six pieces on."""
    traps: int = 150_000
    """How many boards to look at when choosing among drawing moves."""
    memory: int = solver.MEMORY
    """The most memory of the solver's table, in megabytes."""
    time: float | None = None
    """Seconds for a move, after which the most promising one is played; none to be sure."""

    def __post_init__(self) -> None:
        if self.memory < 1:
            raise ValueError(f"expected at least 1 megabyte of memory, got {self.memory!r}")
        if self.traps < 0:
            raise ValueError(f"expected at least 0 boards for traps, got {self.traps!r}")

    def open(self, game: Game, seat: int, rng: Rng) -> Session:
        """A session for one game."""
        return _PerfectSession(self, rng)


class _PerfectSession(Session):
    def __init__(self, player: Perfect, rng: Rng) -> None:
        self.player = player
        self.rng = rng
        self.solvers = solver.SolverCache()

    def choose(self, view: Any, limits: Limits) -> Decision:
        """The decision; when stopped early, the most promising move so far, its value unknown."""
        started = time.perf_counter()
        times = [each for each in (self.player.time, limits.seconds) if each is not None]
        bounds = replace(limits, seconds=min(times, default=None))
        search = self.solvers.solver(view, bounds, self.player.memory)
        chooser = _Chooser(self.player, view, solver.BookSolver(view, search), bounds, self.rng)
        with contextlib.suppress(SolverStopped):
            chooser.choose()
        seconds = time.perf_counter() - started
        mine = chooser.value
        values = None if mine is None else (mine, -mine) if view.player() == 0 else (-mine, mine)
        stats = tuple(
            MoveStats(move, value=chooser.known.get(move), exact=move in chooser.known)
            for move in view.legal_moves()
        )
        return Decision(
            chooser.move,
            values,
            stats,
            nodes=chooser.nodes(),
            seconds=seconds,
            exact=mine is not None,
        )


class _Chooser:
    """One decision in the making: what is known so far, and the move to play if stopped now."""

    def __init__(
        self,
        player: Perfect,
        state: _core.State,
        known: solver.BookSolver,
        limits: Limits,
        rng: Rng,
    ) -> None:
        self.player = player
        self.state = state
        self.rng = rng
        self.solver = known
        # A fresh table, so that what is found depends on the position and the seed alone.
        self.traps = solver.new_solver(state, limits, min(player.memory, solver.TRAP_MEMORY))
        self.move: Move = _core._careless_move(state, rng)
        self.value: float | None = None
        self.known: dict[Move, float] = {}

    def nodes(self) -> int:
        return self.solver.nodes() + self.traps.nodes()

    def choose(self) -> None:
        # Where nothing wins, a move that draws is all the proof that is needed.
        value = 0 if self.solver.most(self.state) <= 0 else self.solver.value(self.state)
        if value == 0 and not self.choose_drawing():
            value = -1
        if value != 0:
            self.choose_decided(value)
        self.value = float(value)

    def choose_decided(self, value: int) -> None:
        """A won or lost position."""
        state = self.state
        if value < 0:
            self.known = dict.fromkeys(state.legal_moves(), -1.0)
        if self.player.distance and len(state.remaining()) <= 10:
            plies = self.solver.search.distance(state, value)
            self.move = self.solver.search.best_move(state, value, plies) or self.move
        elif value > 0:
            moves = self.solver.ordered(state)
            self.move = next(m for m in moves if self.solver.move_reaches(state, m, 1))
        else:  # all are lost, but the opponent has to find out how
            moves = [m for m in state.legal_moves() if not self.loses_at_once(m)]
            self.rank(moves)
        self.known[self.move] = float(value)

    def choose_drawing(self) -> bool:
        """The drawing move after which a careless opponent goes wrong most often, if any draws."""
        candidates = [move for move in self.state.legal_moves() if not self.loses_at_once(move)]
        if len(self.state.remaining()) <= 10:  # cheap enough to know them all
            candidates = [move for move in candidates if self.draws(move)]
        for move in self.rank(candidates):
            if self.draws(move):
                self.move = move
                return True
        return False

    def rank(self, moves: list[Move]) -> list[Move]:
        """Moves by how often a careless opponent goes wrong; the first is played if stopped."""
        if len(moves) > 1:
            ranked = self.traps.rank_traps(self.state, moves, self.rng, self.player.traps)
            moves = [move for move, _, _ in ranked]
        self.move = moves[0] if moves else self.move
        return moves

    def loses_at_once(self, move: Move) -> bool:
        """Whether the opponent can be made to win with the next piece."""
        after = self.state.copy()
        after.play(move)
        if move.is_give:
            lost = bool(after.winning_squares())
        else:
            lost = not after.is_over() and not after.safe_pieces()
        if lost:
            self.known[move] = -1.0
        return lost

    def draws(self, move: Move) -> bool:
        """Whether a move keeps the draw."""
        if move not in self.known:
            self.known[move] = 0.0 if self.solver.move_reaches(self.state, move, 0) else -1.0
        return self.known[move] == 0.0
