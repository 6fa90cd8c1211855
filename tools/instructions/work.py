"""The work that is counted: ``python -m instructions.work`` does all of it once, in order."""

import os
from collections.abc import Callable

import quadrille
from quadrille.arena.analyse import analyse
from quadrille.cli import bench_measure as measure
from quadrille.cli.bench_figures import ENVS, POSITIONS, Figure
from quadrille.cli.common import find_decision, split_options
from quadrille.search.solving import solve

MARK = "getpriority"
"""A C function that nothing else calls: a call of it ends one work and begins the next."""
SEED = 1

WORK = {
    Figure("rollouts", "carcassonne"): 1500,
    Figure("rollouts", "connect_four"): 80_000,
    Figure("rollouts", "pillars"): 700,
    Figure("rollouts", "quarto"): 300_000,
    Figure("rollouts", "sheep"): 2500,
    Figure("vec", "carcassonne"): 1,
    Figure("vec", "connect_four"): 150,
    Figure("vec", "pillars"): 50,
    Figure("vec", "quarto"): 120,
    Figure("vec", "sheep"): 3,
    Figure("search", "carcassonne", subject="mcts:sims=400", position="middle game"): 1,
    Figure("search", "connect_four", subject="mcts:sims=10000"): 3,
    Figure("search", "pillars", subject="mcts:sims=2000"): 2,
    Figure("search", "quarto", subject="mcts:sims=2000"): 2,
    Figure("search", "sheep", subject="mcts:sims=2000"): 1,
    Figure("search", "connect_four", subject="alphabeta:depth=7"): 15,
    Figure("solve", "connect_four", position="20 discs"): 50,
    Figure("solve", "quarto", position="7 placed"): 700,
}
"""How many games, steps of the whole batch, searches or solutions: 100 million instructions."""


def prepare(figure: Figure, amount: int) -> Callable[[], object]:
    """The work of a figure as a function, with everything that is done only once behind it."""
    rules = quadrille.game(figure.game, **split_options(figure.options.split()))
    if figure.command == "rollouts":
        play = measure.rollout_player(rules)
        return lambda: play(SEED, amount)
    if figure.command == "vec":
        env = quadrille.VecEnv(rules, ENVS, seed=SEED, reuse=True)
        return lambda: [env.step(env.sample_actions()) for _ in range(amount)]
    state = find_decision(rules, POSITIONS[figure.position] if figure.position else None, SEED)
    if figure.command == "solve":
        return lambda: [solve(state) for _ in range(amount)]
    player = measure.find_searcher(figure.subject, rules)
    return lambda: [analyse(rules, state, player, seed=SEED) for _ in range(amount)]


def name(figure: Figure, amount: int) -> str:
    """What the counts call it."""
    return f"{figure.name} x {amount}"


def mark() -> None:
    """Tell callgrind that one work ends and the next begins."""
    os.getpriority(os.PRIO_PROCESS, 0)


def main() -> None:
    """Do everything once; what has no mark before it is not counted."""
    works = [prepare(figure, amount) for figure, amount in WORK.items()]
    for work in works:
        work()  # the first time opens books and fills tables
        mark()
        work()
        mark()


if __name__ == "__main__":
    main()
