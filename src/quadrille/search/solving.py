"""The exact value of a position, by the game's own solver or by the general one."""

import time

from quadrille.core._core import Rng
from quadrille.core.agents.agent import Limits
from quadrille.core.agents.decision import Decision
from quadrille.core.package import Solution, package_of
from quadrille.core.state import CHANCE, State
from quadrille.search.native import Search, make_search

CHEAP = 10_000
"""Positions that a game may look at to find one exact value of its own."""


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
    if own := package_of(type(state)).own_solver:
        started = time.perf_counter()
        try:
            return own.solve(state, distance=distance, all_moves=all_moves, limits=bounds)
        except own.stopped:
            return Solution(None, seconds=time.perf_counter() - started)
    if distance:
        raise ValueError(f"the solver for {state.name} finds no distances")
    search = make_search("Solver", type(state), {"all_moves": all_moves})
    if not getattr(search, "by_game", False) and (found := _at_once(state, all_moves)):
        return found
    return _generally(search, state, all_moves, bounds)


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


def _at_once(state: State, all_moves: bool) -> Solution | None:
    """By the game's own exact values, if all that are needed are cheap."""
    started = time.perf_counter()
    side = state.side(state.player())
    if (value := state.exact(CHEAP)) is None:
        return None
    best, values = _whole(value[side]), {}
    for move in state.legal_moves():
        after = state.copy()
        after.play(move)
        found = after.outcome() if after.is_over() else after.exact(CHEAP)
        if found is None:
            return None
        values[move] = _whole(found[side])
        if values[move] == best and not all_moves:
            break
    move = next(move for move, found in values.items() if found == best)
    return Solution(
        best,
        move,
        values=values if all_moves else {},
        nodes=len(values),
        seconds=time.perf_counter() - started,
    )


def _generally(search: Search, state: State, all_moves: bool, limits: Limits) -> Solution:
    """By the general solver, or by a search of the game's own inside it."""
    decision: Decision = search.search(state, Rng(0), limits.seconds, limits.stop, limits.progress)
    nodes, seconds = decision.nodes or 0, decision.seconds or 0.0
    if not decision.exact or decision.value is None:
        return Solution(None, nodes=nodes, seconds=seconds)
    values = {each.move: _whole(each.value) for each in decision.moves if each.value is not None}
    return Solution(
        _whole(decision.value[state.side(state.player())]),
        decision.move,
        values=values if all_moves else {},
        nodes=nodes,
        seconds=seconds,
    )


def _whole(value: float) -> int:
    return (value > 0) - (value < 0)
