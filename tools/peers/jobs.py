"""The work that is measured. Each function does it once and returns how many units that was.

A function is run in the environment of its own package, so packages are imported inside.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Job = Callable[[], Callable[[], int]]
"""Prepares the work, which is not measured, and returns the work."""

SIMULATIONS = 10_000
GAMES = 20
"""Of random games driven from Python."""
ROLLOUTS = 2000
"""Of random games in native code."""
COPIES = 1000
STEPS = 50
"""Of a batch."""


def quadrille_python_games() -> Callable[[], int]:
    """Random games of Connect Four, move by move from Python."""
    import quadrille

    game, rng = quadrille.game("connect_four"), quadrille.Rng(1)

    def work() -> int:
        for _ in range(GAMES):
            state = game.new()
            while not state.is_over():
                moves = state.legal_moves()
                state.play(moves[rng.below(len(moves))])
        return GAMES

    return work


def openspiel_python_games() -> Callable[[], int]:
    """The same with OpenSpiel."""
    import random

    import pyspiel

    game, rng = pyspiel.load_game("connect_four"), random.Random(1)

    def work() -> int:
        for _ in range(GAMES):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
        return GAMES

    return work


def pettingzoo_python_games() -> Callable[[], int]:
    """The same with PettingZoo, whose environments have no other way."""
    import numpy as np
    from pettingzoo.classic import connect_four_v3

    env, rng = connect_four_v3.env(), np.random.default_rng(1)

    def work() -> int:
        for _ in range(GAMES):
            env.reset()
            for _ in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                over = terminated or truncated
                action = None if over else rng.choice(np.flatnonzero(observation["action_mask"]))
                env.step(action)
        return GAMES

    return work


def quadrille_native_games() -> Callable[[], int]:
    """Random games of Connect Four in native code."""
    import quadrille
    from quadrille.cli.bench_measure import rollout_player

    play = rollout_player(quadrille.game("connect_four"))

    def work() -> int:
        play(1, 100 * ROLLOUTS)
        return 100 * ROLLOUTS

    return work


def openspiel_native_games() -> Callable[[], int]:
    """The same: rollouts from the empty board, by the evaluator of the native search."""
    import pyspiel

    game = pyspiel.load_game("connect_four")

    def work() -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=ROLLOUTS, seed=1)
        bot = pyspiel.MCTSBot(game, evaluator, 1.4, 1, 100, False, 1, False)
        bot.step(game.new_initial_state())
        return ROLLOUTS

    return work


def quadrille_mcts() -> Callable[[], int]:
    """UCT with one random game for each simulation; nothing proven, nothing cut short."""
    import quadrille

    fields = "formula=uct,leaf=rollout,c=1.4,exact=0,prove=false,settle=false,traps=false"
    agent = quadrille.agent(f"mcts:sims={SIMULATIONS},{fields}")
    state = quadrille.game("connect_four").new()

    def work() -> int:
        nodes = agent.choose(state).nodes
        assert nodes == SIMULATIONS, nodes
        return SIMULATIONS

    return work


def openspiel_mcts() -> Callable[[], int]:
    """The same by OpenSpiel's native search."""
    import pyspiel

    game = pyspiel.load_game("connect_four")

    def work() -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=1)
        bot = pyspiel.MCTSBot(game, evaluator, 1.4, SIMULATIONS, 1000, False, 1, False)
        bot.step(game.new_initial_state())
        return SIMULATIONS

    return work


def quadrille_copies() -> Callable[[], int]:
    """Copies of a state from Python."""
    import quadrille

    state = quadrille.game("connect_four").new()

    def work() -> int:
        for _ in range(COPIES):
            state.copy()
        return COPIES

    return work


def openspiel_copies() -> Callable[[], int]:
    """The same with OpenSpiel."""
    import pyspiel

    state = pyspiel.load_game("connect_four").new_initial_state()

    def work() -> int:
        for _ in range(COPIES):
            state.clone()
        return COPIES

    return work


def quadrille_batch(size: int) -> Job:
    """Steps of a batch of games with random legal actions, observations and masks included."""

    def prepare() -> Callable[[], int]:
        import quadrille

        env = quadrille.VecEnv(quadrille.game("connect_four"), size, seed=0)

        def work() -> int:
            for _ in range(STEPS):
                env.step(env.sample_actions())
            return STEPS * size

        return work

    return prepare


def pgx_batch(size: int) -> Job:
    """The same with Pgx: one compiled function draws legal actions and steps all games."""

    def prepare() -> Callable[[], int]:
        import jax
        import pgx
        from pgx.experimental import auto_reset

        env = pgx.make("connect_four")
        advance = jax.vmap(auto_reset(env.step, env.init))

        def one(state: Any, key: Any) -> Any:
            key, draw, fresh = jax.random.split(key, 3)
            logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
            actions = jax.random.categorical(draw, logits, axis=-1)
            return advance(state, actions, jax.random.split(fresh, size)), key

        step = jax.jit(one)
        state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), size))
        now = [step(state, jax.random.PRNGKey(1))]  # compiles

        def work() -> int:
            for _ in range(STEPS):
                now[0] = step(*now[0])
            jax.block_until_ready(now[0])
            return STEPS * size

        return work

    return prepare


@dataclass(frozen=True)
class Measure:
    """One row of the comparison."""

    jobs: dict[str, Job]
    """By package; ours is the first."""
    unfair: str
    """What is still not the same in both."""


MEASURES = {
    "games from Python": Measure(
        {
            "quadrille": quadrille_python_games,
            "open_spiel": openspiel_python_games,
            "pettingzoo": pettingzoo_python_games,
        },
        "We and OpenSpiel list the legal moves and play one; PettingZoo's interface makes an "
        "observation and a mask for every move, whether they are wanted or not.",
    ),
    "games in native code": Measure(
        {"quadrille": quadrille_native_games, "open_spiel": openspiel_native_games},
        "OpenSpiel has no call that plays random games: these are the rollouts of its search's "
        "evaluator, which copies the state before each game.",
    ),
    "MCTS simulations": Measure(
        {"quadrille": quadrille_mcts, "open_spiel": openspiel_mcts},
        "Both UCT with one random game a simulation, without proofs, from the empty board. The "
        "trees were not compared node by node.",
    ),
    "copies from Python": Measure(
        {"quadrille": quadrille_copies, "open_spiel": openspiel_copies},
        "OpenSpiel's state carries the history of its moves; this is the empty board, where there "
        "is none.",
    ),
    **{
        f"steps, batch of {size:,}": Measure(
            {"quadrille": quadrille_batch(size), "pgx": pgx_batch(size)},
            "Pgx is made for accelerators, and runs here on one core of a CPU. Ours writes fresh "
            "numpy arrays, its arrays stay inside JAX.",
        )
        for size in (1, 64, 1024)
    },
}

WHOLE = ("import", "install size")
"""What is measured of every package beside the work; the smaller the better."""
