"""The exact value of a position: by the game's own solver, or by the general one.

A game may have a module ``solver`` beside its rules with::

    solve(state, *, distance=False, all_moves=False, limits=None) -> Solution

whose answer has the members of :class:`Solution`, and which may raise the module's
``SolverStopped`` when ``limits.stop`` is set; and perhaps ``build_book(game, path,
progress=None)`` and ``prove(game, checkpoint, progress=None)``, which tell now and then how far
they are: ``progress(done, nodes)``, ``done`` from 0 to 1. Other games are solved by the search
``Solver``.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from quadrille.core._core import Rng
from quadrille.core.agent import Limits
from quadrille.core.beside import module_beside
from quadrille.core.decision import Decision
from quadrille.core.state import CHANCE, State
from quadrille.search.native import make_search


@dataclass(frozen=True)
class Solution:
    """What a position is worth with best play of both sides."""

    value: int | None
    """For the player to move: 1 a win, 0 a draw, -1 a loss; None if the search was stopped."""
    move: Any = None
    """A best move."""
    distance: int | None = None
    """Moves to the end, if the winner hurries and the loser delays; None unless asked for."""
    values: Mapping[Any, int] | None = None
    """The value of every legal move, for the player to move; None unless asked for."""
    nodes: int = 0
    seconds: float = 0.0


def solve(
    state: State,
    *,
    distance: bool = False,
    all_moves: bool = False,
    limits: Limits | None = None,
) -> Solution:
    """Solve a position of a game of two sides without chance or secrets; ValueError for others."""
    if reason := unsolvable(state):
        raise ValueError(reason)
    bounds = limits or Limits()
    own = solver_part(type(state), "solve")
    if own is not None:
        started = time.perf_counter()
        stopped: Any = solver_part(type(state), "SolverStopped") or ()
        try:
            found = own(state, distance=distance, all_moves=all_moves, limits=bounds)
        except stopped:
            return Solution(None, seconds=time.perf_counter() - started)
        return Solution(
            found.value,
            found.move,
            found.distance if distance else None,
            dict(found.values) if all_moves and found.values is not None else None,
            found.nodes,
            found.seconds,
        )
    if distance:
        raise ValueError(f"the solver for {state.name} finds no distances")
    return _generally(state, all_moves, bounds)


def unsolvable(state: State) -> str:
    """Why a position cannot be solved; empty if it can."""
    lacks = state.lacks()
    if "chance" not in lacks:
        return f"{state.name} has chance; only games without it can be solved"
    if "secrets" not in lacks:
        return f"{state.name} has secrets; only games without them can be solved"
    if state.num_sides() != 2:
        return f"{state.name} has {state.num_sides()} sides here; only games of 2 can be solved"
    if state.is_over() or state.player() == CHANCE:
        return f"expected a position where a player moves; the game is over in {state.text()!r}"
    return ""


def solver_part(state_type: type, name: str) -> Any:
    """A part of the solver that a game brings along; None if it has none of that name."""
    return getattr(module_beside(state_type, "solver"), name, None)


def _generally(state: State, all_moves: bool, limits: Limits) -> Solution:
    """By the general solver."""
    search = make_search("Solver", type(state), {"all_moves": all_moves})
    decision: Decision = search.search(state, Rng(0), limits.seconds, limits.stop, limits.progress)
    nodes, seconds = decision.nodes or 0, decision.seconds or 0.0
    if not decision.exact or decision.value is None:
        return Solution(None, nodes=nodes, seconds=seconds)
    values = {each.move: _whole(each.value) for each in decision.moves if each.value is not None}
    return Solution(
        _whole(decision.value[state.side(state.player())]),
        decision.move,
        values=values if all_moves else None,
        nodes=nodes,
        seconds=seconds,
    )


def _whole(value: float) -> int:
    return (value > 0) - (value < 0)
