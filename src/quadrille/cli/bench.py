"""``quadrille bench``: how fast things are here, in CPU seconds."""

import threading
import time
from collections.abc import Callable
from typing import Annotated, Any

import typer

import quadrille
from quadrille.arena.analyse import analyse
from quadrille.cli.bench_arena import arena
from quadrille.cli.common import (
    GameName,
    Json,
    Options,
    Position,
    Seed,
    agent_argument,
    check_seconds,
    count_option,
    find_decision,
    find_game,
    game_of,
    number,
    print_json,
    print_pairs,
)
from quadrille.core import _core
from quadrille.core.agent_spec import agent as find_agent

CHUNK = 0.05
"""CPU seconds between two looks at the clock."""
PATIENCE = 4
"""After so many times the wanted seconds by the clock a search is told to stop."""
WARM_UP = 0.1
"""CPU seconds before the measurement of the batched environment."""

Seconds = Annotated[
    float,
    typer.Option("--seconds", metavar="S", parser=number, help="How long to measure, CPU seconds."),
]

app = typer.Typer(help="Measure speed on this machine.")
app.command("arena")(arena)


@app.command("rollouts")
def rollouts(
    game: GameName,
    seconds: Seconds = 1.0,
    json: Json = False,
    seed: Seed = 0,
    option: Options = None,
) -> None:
    """Play random games from start to end on one thread."""
    check_seconds(seconds)
    rules = find_game(game, option)
    games, moves, spent = count_rollouts(_player(rules), seed, seconds)
    answer = {
        "game": game,
        "seconds": spent,
        "games": games,
        "moves": moves,
        "games_per_second": games / spent,
        "moves_per_second": moves / spent,
    }
    if json:
        print_json(answer)
        return
    print_pairs(
        {
            "games per second": f"{games / spent:,.0f}",
            "moves per second": f"{moves / spent:,.0f}",
            "measured": f"{games:,} games, {moves:,} moves in {spent:.2f} CPU seconds",
        }
    )


@app.command("vec")
def vec(
    game: GameName,
    envs: Annotated[int, count_option("--envs", help="Games at once.")] = 1024,
    encoding: Annotated[
        str | None,
        typer.Option("--encoding", metavar="NAME", help="The game's first if not given."),
    ] = None,
    threads: Annotated[int, count_option("--threads", metavar="T", help="Native threads.")] = 1,
    fresh: Annotated[bool, typer.Option("--fresh", help="Make new arrays for every step.")] = False,
    seconds: Seconds = 1.0,
    json: Json = False,
    seed: Seed = 0,
    option: Options = None,
) -> None:
    """Step the batched environment with its own random actions, into the same arrays each time."""
    check_seconds(seconds)
    rules = find_game(game, option)
    env = quadrille.VecEnv(
        rules, envs, seed=seed, encoding=encoding, threads=threads, reuse=not fresh
    )
    batches, spent, wall = count_steps(env, seconds)
    answer = {
        "game": game,
        "envs": envs,
        "encoding": env.encoding.name,
        "threads": threads,
        "reuse": env.reuse,
        "seconds": spent,
        "wall_seconds": wall,
        "steps": batches * envs,
        "steps_per_second": batches * envs / spent,
        "steps_per_wall_second": batches * envs / wall,
    }
    if json:
        print_json(answer)
        return
    print_pairs(
        {
            "steps per CPU second": f"{batches * envs / spent:,.0f}",
            "steps per second": f"{batches * envs / wall:,.0f}",
            "measured": f"{batches:,} steps of {envs:,} games in {spent:.2f} CPU seconds",
            "observations": f"{env.encoding.name} {list(env.encoding.shape)} {env.encoding.dtype}",
        }
    )


@app.command("search")
def search(
    game: GameName,
    agent: Annotated[str, agent_argument(metavar="AGENT", help="Its spec.", show_default=False)],
    position: Position = None,
    seconds: Seconds = 1.0,
    json: Json = False,
    seed: Seed = 0,
    option: Options = None,
) -> None:
    """Let an agent search a position again and again, each time afresh."""
    check_seconds(seconds)
    rules = find_game(game, option)
    state = find_decision(rules, position, seed)
    rules = game_of(rules, state)
    player = find_agent(agent, rules)
    searches, nodes, spent, wall = count_nodes(rules, state, player, seed, seconds)
    answer = {
        "game": game,
        "agent": str(player),
        "position": state.text(),
        "seconds": spent,
        "wall_seconds": wall,
        "searches": searches,
        "nodes": nodes,
        "nodes_per_second": nodes / spent,
        "nodes_per_wall_second": nodes / wall,
    }
    if json:
        print_json(answer)
        return
    print_pairs(
        {
            "nodes per CPU second": f"{nodes / spent:,.0f}",
            "nodes per second": f"{nodes / wall:,.0f}",
            "measured": f"{nodes:,} nodes, {searches:,} searches in {spent:.2f} CPU seconds",
        }
    )


def count_nodes(
    rules: quadrille.Game, state: Any, player: quadrille.Agent, seed: int, seconds: float
) -> tuple[int, int, float, float]:
    """Search for so many CPU seconds of all threads, at least once.

    Searches, nodes, CPU seconds and seconds by the clock.
    """
    searches = nodes = 0
    limits = quadrille.Limits()
    late = threading.Timer(PATIENCE * seconds, limits.stop.set)
    late.daemon = True
    late.start()
    wall, start = time.perf_counter(), time.process_time()
    while (spent := time.process_time() - start) < seconds or not searches:
        own = quadrille.Rng.keyed(seed, quadrille.Stream.plain, searches).next()
        decision = analyse(rules, state, player, seed=own, limits=limits)
        if not decision.nodes:
            raise ValueError(f"agent {str(player)!r} counts no nodes, so there is no speed to tell")
        nodes += decision.nodes
        searches += 1
        if limits.stop.is_set():
            break
    late.cancel()
    # A search that waits uses no CPU to speak of; its speed is not infinite for that.
    return searches, nodes, max(spent, 1e-6), time.perf_counter() - wall


def count_rollouts(
    play: Callable[[int, int], int], seed: int, seconds: float
) -> tuple[int, int, float]:
    """Play chunks of games for so many CPU seconds: games, moves and the seconds it took."""
    games = moves = 0
    chunk, number = 1, 0
    start = time.thread_time()
    while (spent := time.thread_time() - start) < seconds:
        chunk_seed = quadrille.Rng.keyed(seed, quadrille.Stream.plain, number).next()
        before = time.thread_time()
        moves += play(chunk_seed, chunk)
        games += chunk
        number += 1
        took = max(time.thread_time() - before, 1e-6)
        # Towards a chunk's worth of games, at most doubling, and not beyond the end.
        left = min(CHUNK, max(seconds - spent - took, 0.0))
        chunk = max(1, min(2 * chunk, int(chunk * left / took)))
    return games, moves, spent


def count_steps(env: quadrille.VecEnv, seconds: float) -> tuple[int, float, float]:
    """Step for so many CPU seconds: batches, CPU seconds and seconds by the clock."""
    warm = time.process_time() + WARM_UP
    while time.process_time() < warm:
        env.step(env.sample_actions())
    batches = 0
    wall, start = time.perf_counter(), time.process_time()
    while (spent := time.process_time() - start) < seconds:
        env.step(env.sample_actions())
        batches += 1
    return batches, spent, time.perf_counter() - wall


def _player(rules: quadrille.Game) -> Callable[[int, int], int]:
    """Plays so many random games from a seed and returns the number of moves."""
    native: Any = getattr(rules.state_type, "_rollouts", None)
    if native is None:
        return lambda seed, games: int(_core.rollouts(rules, seed, games))
    return lambda seed, games: int(native(dict(rules.options), seed, games))
