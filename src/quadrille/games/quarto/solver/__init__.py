"""The exact solver of Quarto, its opening books and its proof of the whole game."""

from quadrille.core.package import GameSolver
from quadrille.games.quarto._core import SolverStopped
from quadrille.games.quarto.solver.book import build_book, open_book
from quadrille.games.quarto.solver.proof import Proof, prove
from quadrille.games.quarto.solver.solving import (
    MEMORY,
    TRAP_MEMORY,
    BookSolver,
    SolverCache,
    measure,
    new_solver,
    random_position,
    rank_traps,
    solve,
    stopper,
)

__all__ = [
    "MEMORY",
    "SOLVER",
    "TRAP_MEMORY",
    "BookSolver",
    "Proof",
    "SolverCache",
    "SolverStopped",
    "build_book",
    "measure",
    "new_solver",
    "open_book",
    "prove",
    "random_position",
    "rank_traps",
    "solve",
    "stopper",
]

SOLVER = GameSolver(solve, SolverStopped, build_book, prove, rank_traps)
