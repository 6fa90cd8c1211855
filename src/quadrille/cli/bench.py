"""``quadrille bench``: how fast things are here, in CPU seconds."""

from typing import Annotated

import typer

import quadrille
from quadrille.cli.bench_all import every_figure
from quadrille.cli.bench_arena import arena
from quadrille.cli.bench_measure import (
    Seconds,
    Work,
    count_nodes,
    count_rollouts,
    count_solutions,
    count_steps,
    cursor_env,
    find_searcher,
    rollout_player,
    vector_env,
)
from quadrille.cli.common import (
    GameName,
    Json,
    Options,
    Position,
    Seed,
    agent_argument,
    agent_option,
    check_seconds,
    count_option,
    find_decision,
    find_game,
    game_of,
    print_json,
    print_pairs,
)

Encoding = Annotated[
    str | None,
    typer.Option(
        "--encoding", metavar="NAME", help="Name of the encoding; the game's first by default."
    ),
]

app = typer.Typer(help="Measure speed on this machine.")
app.command("all")(every_figure)
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
    games, moves, spent, _ = count_rollouts(rollout_player(rules), seed, seconds)
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
    envs: Annotated[int, count_option("--envs", help="Number of games in the batch.")] = 1024,
    encoding: Encoding = None,
    threads: Annotated[int, count_option("--threads", metavar="T", help="Native threads.")] = 1,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Return new arrays from every step.")
    ] = False,
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
    work = count_steps(env, seconds)
    if json:
        setting = {"encoding": env.encoding.name, "threads": threads, "reuse": env.reuse}
        print_json({"game": game, "envs": envs, **setting, **step_speed(work)})
        return
    shape = f"{env.encoding.name} {list(env.encoding.shape)} {env.encoding.dtype}"
    show_step_speed(work, envs, {"observations": shape})


@app.command("gymnasium")
def gymnasium(
    game: GameName,
    envs: Annotated[int, count_option("--envs", help="Number of games in the vector.")] = 1024,
    opponents: Annotated[
        str, agent_option("--opponents", help="Spec of the agent that plays all others.")
    ] = "random",
    encoding: Encoding = None,
    seconds: Seconds = 1.0,
    json: Json = False,
    seed: Seed = 0,
    option: Options = None,
) -> None:
    """Step Gymnasium's vector environment, where a step is a learner's random move and all replies.

    Everything that the interface returns is counted: fresh observations, masks and
    infos.
    """
    check_seconds(seconds)
    rules = find_game(game, option)
    work = count_steps(vector_env(rules, envs, opponents, encoding, seed), seconds)
    if json:
        setting = {"opponents": opponents, "encoding": encoding}
        print_json({"game": game, "envs": envs, **setting, **step_speed(work)})
        return
    show_step_speed(work, envs, {"opponents": opponents})


@app.command("cursor")
def cursor(
    scheme: Annotated[
        str, typer.Argument(metavar="SCHEME", help="What is observed; several joined by +.")
    ] = "tile_ids",
    opponents: Annotated[
        str, agent_option("--opponents", help="Specs of the opponents, separated by spaces.")
    ] = "",
    seconds: Seconds = 1.0,
    json: Json = False,
    seed: Seed = 0,
) -> None:
    """Step the cursor environment of Carcassonne by random actions, one game at a time."""
    check_seconds(seconds)
    work = count_steps(cursor_env(scheme, opponents.split(), seed), seconds)
    if json:
        print_json({"scheme": scheme, "opponents": opponents, **step_speed(work)})
        return
    show_step_speed(work, 1, {"scheme": scheme})


@app.command("search")
def search(
    game: GameName,
    agent: Annotated[
        str, agent_argument(metavar="AGENT", help="Spec of the agent.", show_default=False)
    ],
    position: Position = None,
    seconds: Seconds = 1.0,
    json: Json = False,
    seed: Seed = 0,
    option: Options = None,
) -> None:
    """Let an agent search a position again and again, each time afresh.

    A search that could stop early because its choice is settled goes on to its
    end, unless the agent is told to by settle=true.
    """
    check_seconds(seconds)
    rules = find_game(game, option)
    state = find_decision(rules, position, seed)
    rules = game_of(rules, state)
    player = find_searcher(agent, rules)
    work = count_nodes(rules, state, player, seed, seconds)
    answer = {"game": game, "agent": str(player), "position": state.text(), **speed(work)}
    if json:
        print_json({**answer, "searches": work.rounds})
        return
    show_speed(work, "searches")


@app.command("solve")
def solve(
    game: GameName,
    position: Position = None,
    seconds: Seconds = 1.0,
    json: Json = False,
    seed: Seed = 0,
    option: Options = None,
) -> None:
    """Solve a position again and again.

    The first time is not counted: it opens what the game's solver keeps, such as
    a book.
    """
    check_seconds(seconds)
    rules = find_game(game, option)
    state = find_decision(rules, position, seed)
    work = count_solutions(state, seconds)
    each = work.seconds / work.rounds
    answer = {"game": game, "position": state.text(), **speed(work)}
    if json:
        print_json({**answer, "solutions": work.rounds, "seconds_per_solution": each})
        return
    print_pairs({"a solution": f"{1000 * each:,.3g} ms of CPU"})
    show_speed(work, "solutions")


def step_speed(work: Work) -> dict[str, float]:
    """How fast games were stepped, as plain values."""
    return {
        "seconds": work.seconds,
        "wall_seconds": work.wall_seconds,
        "steps": work.steps,
        "steps_per_second": work.steps / work.seconds,
        "steps_per_wall_second": work.steps / work.wall_seconds,
    }


def show_step_speed(work: Work, envs: int, more: dict[str, str]) -> None:
    """Print how fast games were stepped, for people."""
    print_pairs(
        {
            "steps per CPU second": f"{work.steps / work.seconds:,.0f}",
            "steps per second": f"{work.steps / work.wall_seconds:,.0f}",
            "measured": (
                f"{work.rounds:,} steps of {envs:,} games in {work.seconds:.2f} CPU seconds"
            ),
            **more,
        }
    )


def speed(work: Work) -> dict[str, float]:
    """How fast nodes were searched, as plain values."""
    return {
        "seconds": work.seconds,
        "wall_seconds": work.wall_seconds,
        "nodes": work.steps,
        "nodes_per_second": work.steps / work.seconds,
        "nodes_per_wall_second": work.steps / work.wall_seconds,
    }


def show_speed(work: Work, rounds: str) -> None:
    """Print how fast nodes were searched, for people."""
    print_pairs(
        {
            "nodes per CPU second": f"{work.steps / work.seconds:,.0f}",
            "nodes per second": f"{work.steps / work.wall_seconds:,.0f}",
            "measured": (
                f"{work.steps:,} nodes, {work.rounds:,} {rounds} in {work.seconds:.2f} CPU seconds"
            ),
        }
    )
