"""What ``quadrille bench`` measures, in CPU seconds: a busy machine changes little."""

import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Annotated, Any, NamedTuple, Protocol

import typer

import quadrille
from quadrille.arena.analyse import analyse
from quadrille.cli.common import number
from quadrille.core import _core
from quadrille.core.agents.fields import fields_of
from quadrille.core.agents.spec import agent as find_agent
from quadrille.search.solving import solve, unsolvable

CHUNK = 0.05
"""CPU seconds between two looks at the clock."""
PATIENCE = 4
"""A search is told to stop when it has used this many times the wanted CPU seconds."""
MAX_WAIT = 60
"""The same for seconds by the clock, since an agent that only waits uses no CPU seconds."""
POLL = 0.02
"""Seconds between two looks at what a running search has used."""
WARM_UP = 0.1
"""CPU seconds before the measurement of the batched environment."""
MIN_SECONDS = 1e-6
"""An agent that only waits uses hardly any CPU seconds; its speed is not infinite for that."""

Seconds = Annotated[
    float,
    typer.Option("--seconds", metavar="S", parser=number, help="CPU seconds to measure for."),
]


class Work(NamedTuple):
    """What was done in a measurement and how long it took."""

    rounds: int
    """Games, batches, searches or solutions."""
    steps: int
    """Moves, steps of single games, or nodes."""
    seconds: float
    """CPU seconds of all threads."""
    wall_seconds: float
    """Seconds by the clock."""


# --- random games --------------------------------------------------------------------------


def rollout_player(rules: quadrille.Game) -> Callable[[int, int], int]:
    """A function ``play(seed, games)`` that plays random games and returns the number of moves."""
    native: Any = getattr(rules.state_type, "_rollouts", None)
    if native is None:
        return lambda seed, games: int(_core.rollouts(rules, seed, games))
    return lambda seed, games: int(native(dict(rules.options), seed, games))


def count_rollouts(play: Callable[[int, int], int], seed: int, seconds: float) -> Work:
    """Play random games in chunks on this thread for the given CPU seconds."""
    games = moves = 0
    chunk, number = 1, 0
    wall, start = time.perf_counter(), time.thread_time()
    while (spent := time.thread_time() - start) < seconds:
        chunk_seed = quadrille.Rng.keyed(seed, quadrille.Stream.plain, number).next()
        before = time.thread_time()
        moves += play(chunk_seed, chunk)
        games += chunk
        number += 1
        took = max(time.thread_time() - before, MIN_SECONDS)
        # Towards a chunk's worth of games, at most doubling, and not beyond the end.
        left = min(CHUNK, max(seconds - spent - took, 0.0))
        chunk = max(1, min(2 * chunk, int(chunk * left / took)))
    return Work(games, moves, spent, time.perf_counter() - wall)


# --- the batched environment ---------------------------------------------------------------


class Steppable(Protocol):
    """Games that are stepped at once, and can be played at random."""

    num_envs: int

    def step(self, actions: Any) -> object: ...
    def sample_actions(self) -> Any: ...


def vector_env(
    rules: quadrille.Game, envs: int, opponents: str | None, encoding: str | None, seed: int
) -> Steppable:
    """Games through Gymnasium's vector interface, started."""
    from quadrille.interop.gymnasium import GameVectorEnv

    env = GameVectorEnv(envs, rules=rules, opponents=opponents, encoding=encoding)
    env.reset(seed=seed)
    return env


class _RandomCursor:
    """One game by a cursor, played at random among the actions of each phase."""

    num_envs = 1

    def __init__(self, scheme: str, opponents: list[str], seed: int) -> None:
        from quadrille.interop.gymnasium import CursorEnv

        self._env = CursorEnv(scheme=scheme, opponents=opponents)
        _, self._info = self._env.reset(seed=seed)
        self._rng = quadrille.Rng(seed)

    def sample_actions(self) -> int:
        return self._rng.below(int(self._info["action_mask"].sum()))  # the first ones of all

    def step(self, actions: int) -> object:
        *_, over, _, self._info = self._env.step(actions)
        if over:
            _, self._info = self._env.reset()
        return self._info


def cursor_env(scheme: str, opponents: list[str], seed: int) -> Steppable:
    """Carcassonne by a cursor through Gymnasium's interface, started."""
    return _RandomCursor(scheme, opponents, seed)


def count_steps(env: Steppable, seconds: float) -> Work:
    """Step for the given CPU seconds."""
    warm = time.process_time() + WARM_UP
    while time.process_time() < warm:
        env.step(env.sample_actions())
    batches = 0
    wall, start = time.perf_counter(), time.process_time()
    while (spent := time.process_time() - start) < seconds:
        env.step(env.sample_actions())
        batches += 1
    return Work(batches, batches * env.num_envs, spent, time.perf_counter() - wall)


# --- searches ------------------------------------------------------------------------------


def find_searcher(spec: str, rules: quadrille.Game) -> quadrille.Agent:
    """The agent of a spec, which makes all of its simulations unless ``settle`` is named."""
    player = find_agent(spec, rules)
    if "settle" in fields_of(type(player)) and not re.search(r"[:,]\s*settle\s*=", spec):
        return replace(player, settle=False)  # type: ignore[call-arg]  # a field of this type
    return player


@contextmanager
def stop_after(seconds: float) -> Iterator[quadrille.Limits]:
    """Limits with a stop that is set when far more than the wanted CPU seconds are used."""
    limits, done = quadrille.Limits(), threading.Event()
    wall, start = time.perf_counter(), time.process_time()

    def watch() -> None:
        while not done.wait(POLL):
            used = time.process_time() - start
            if used >= PATIENCE * seconds or time.perf_counter() - wall >= MAX_WAIT * seconds:
                limits.stop.set()
                return

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield limits
    finally:
        done.set()


def count_nodes(
    rules: quadrille.Game, state: Any, player: quadrille.Agent, seed: int, seconds: float
) -> Work:
    """Search again and again for the given CPU seconds of all threads, at least once."""

    def search(number: int, limits: quadrille.Limits) -> int:
        own = quadrille.Rng.keyed(seed, quadrille.Stream.plain, number).next()
        decision = analyse(rules, state, player, seed=own, limits=limits)
        if not decision.nodes:
            raise ValueError(
                f"agent {str(player)!r} does not count nodes, so its speed cannot be measured"
            )
        return decision.nodes

    return _repeat(search, seconds)


def count_solutions(state: Any, seconds: float) -> Work:
    """Solve a position again and again for the given CPU seconds.

    The first solution is not counted: it opens what later ones use, such as a book.
    """
    if reason := unsolvable(state):
        raise ValueError(reason)

    def find(number: int, limits: quadrille.Limits) -> int:
        solution = solve(state, limits=limits)
        if solution.value is None:
            raise ValueError(
                f"not solved in {PATIENCE * seconds:g} CPU seconds: {state.text()!r}; "
                "give a later position or more --seconds"
            )
        return solution.nodes

    with stop_after(seconds) as limits:
        find(0, limits)
    return _repeat(find, seconds)


def _repeat(search: Callable[[int, quadrille.Limits], int], seconds: float) -> Work:
    """Search again and again; each time returns its nodes."""
    searches = nodes = 0
    with stop_after(seconds) as limits:
        wall, start = time.perf_counter(), time.process_time()
        while (spent := time.process_time() - start) < seconds or not searches:
            if searches and limits.stop.is_set():
                break
            nodes += search(searches, limits)
            searches += 1
        return Work(searches, nodes, max(spent, MIN_SECONDS), time.perf_counter() - wall)
