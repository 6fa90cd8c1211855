"""Environments that are copied, pickled, closed, or set to positions; agents that play in them."""

import copy
import pickle
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quadrille
from core.vec_games import GAMES, LONG_GAMES, MakeGame, future, history
from quadrille import Agent, BadPosition, Game, IllegalMove, VecEnv
from support.patience import PATIENCE
from support.places import EXAMPLES

ALL_GAMES = [*GAMES, *LONG_GAMES]


def pickled(env: VecEnv) -> Any:
    return pickle.loads(pickle.dumps(env))


COPIES = [
    pytest.param(VecEnv.clone, id="clone"),
    pytest.param(pickled, id="pickle"),
    pytest.param(copy.deepcopy, id="deepcopy"),
]


@pytest.mark.parametrize("copied", COPIES)
@pytest.mark.parametrize("make", ALL_GAMES)
def test_copies_go_on_as_the_original(make: MakeGame, copied: Callable[[VecEnv], VecEnv]) -> None:
    env = VecEnv(make(), 4, seed=6)
    history(env, 17)
    twin = copied(env)
    assert [twin.text(i) for i in range(4)] == [env.text(i) for i in range(4)]
    rest = future(env, env.observe(), 25)
    assert future(twin, twin.observe(), 25) == rest
    assert history(twin, 5) == history(env, 5)


def test_copies_are_independent_and_alike() -> None:
    env = VecEnv("quarto", 3, 5, ("flat", "onehot"), 2, True)
    before = [env.text(i) for i in range(3)]
    twin = env.clone()
    for one in (twin, pickled(env)):
        assert (one.game, one.num_envs, one.threads, one.reuse) == (env.game, 3, 2, True)
        assert one.encodings == env.encodings
        one.step(one.sample_actions())
        assert [env.text(i) for i in range(3)] == before
    assert not np.shares_memory(twin.observe().masks, env.observe().masks)


# --- positions -----------------------------------------------------------------------------


def position(game: Game, moves: int, seed: int = 0) -> str:
    """The text of a game after so many moves, chance included, at random."""
    state, rng = game.new(seed), quadrille.Rng(seed)
    for _ in range(moves):
        state.play(state.random_move(rng))
    return str(state.text())


@pytest.mark.parametrize("make", ALL_GAMES)
def test_positions_are_set(make: MakeGame) -> None:
    game = make()
    texts = [position(game, moves) for moves in (1, 2, 3)]
    env = VecEnv(game, 3, seed=4)
    env.step(env.sample_actions())
    step = env.set_positions(texts)
    assert step.movers.tolist() == [-1] * 3
    assert not step.rewards.any()
    assert not step.terminated.any()
    for i, text in enumerate(texts):
        state = game.parse(text)
        if state.player() != quadrille.CHANCE:
            assert env.text(i) == state.text()
        now = game.parse(env.text(i))
        assert now.player() == step.players[i] >= 0
        legal = {now.action(move) for move in now.legal_moves()}
        assert set(np.flatnonzero(step.masks[i])) == legal
    env.step(env.sample_actions())


def test_chosen_slots_start_from_positions_and_the_others_go_on() -> None:
    game = quadrille.game("connect_four")
    text = position(game, 5)
    env, other = VecEnv(game, 4, seed=9), VecEnv(game, 4, seed=9)
    env.set_positions([text, game.new().text()], slots=[2, 0])
    assert [env.text(i) for i in (0, 2)] == [game.new().text(), text]
    env.set_positions(text, [np.int64(1)])  # type: ignore[list-item]
    assert env.text(1) == text
    for _ in range(50):
        assert env.text(3) == other.text(3)
        assert env.sample_actions()[3] == other.sample_actions()[3]
        actions = [int(np.flatnonzero(mask)[-1]) for mask in env.observe().masks]
        env.step(np.array(actions))
        other.step(np.array([np.flatnonzero(mask)[-1] for mask in other.observe().masks]))


def test_every_position_has_chance_of_its_own() -> None:
    game = quadrille.game("carcassonne")
    runs = []
    for threads in (1, 3):
        env = VecEnv(game, 30, seed=2, threads=threads)
        env.set_positions(game.new().text())
        runs.append([env.text(i) for i in range(30)])
    assert runs[0] == runs[1]
    assert len(set(runs[0])) > 5
    env.set_positions(game.new().text())
    assert [env.text(i) for i in range(30)] != runs[0]


def ended(game: Game) -> str:
    state, rng = game.new(), quadrille.Rng(1)
    while not state.is_over():
        state.play(state.random_move(rng))
    return str(state.text())


@pytest.mark.parametrize(
    ("make", "text", "reason"),
    [
        ({}, lambda game: ended(game), "expected a position to play from, got the end of a game"),
        ({}, lambda game: "nonsense", "nonsense"),
        ({}, lambda game: 3, "expected a position text, got 3"),
        (
            {"open_hands": False},
            lambda game: hidden_view(game, own=False),
            "expected a full position to play from, got a view",
        ),
        (
            {"open_hands": False},
            lambda game: hidden_view(game, own=True),
            "expected a full position to play from, got a view",
        ),
        (
            {},
            lambda game: quadrille.game("pillars", gamers=2).new().text(),
            "expected a position with gamers=3, as all games here have it, got gamers=2",
        ),
        (
            {"gamers": 3},
            lambda game: quadrille.game("pillars", gamers=2).new().text(),
            "the game has gamers=3, which conflicts with",
        ),
    ],
)
def test_positions_that_are_refused_change_nothing(
    make: dict[str, Any], text: Callable[[Game], Any], reason: str
) -> None:
    game = quadrille.game("pillars", **make)
    env = VecEnv(game, 2, seed=1)
    before = [env.text(i) for i in range(2)]
    good = position(game, 9)
    with pytest.raises(ValueError, match=reason) as caught:
        env.set_positions([good, text(game)])
    assert "\n" not in str(caught.value)
    if "to play from" in reason:
        with pytest.raises(ValueError, match=reason):
            quadrille.play(game, ["random", "random"], position=text(game))
    assert [env.text(i) for i in range(2)] == before


def test_positions_that_chance_ends_are_refused() -> None:
    env = VecEnv(f"{EXAMPLES}/high_card.py:HighCard", 2)
    before = env.text(0)
    state = env.game.new()
    for _ in range(3):
        state.play_chance()
    for move in ("keep", "keep", "swap"):  # the last card decides
        state.play(move)
    with pytest.raises(BadPosition, match="got one that chance ends"):
        env.set_positions(state.text())
    assert env.text(0) == before


def hidden_view(game: Game, *, own: bool) -> str:
    """What the player to move, or one of the other team, sees when hands are hidden."""
    state, rng = game.new(), quadrille.Rng(3)
    while state.player() == quadrille.CHANCE or "?" not in state.view(state.player()).text():
        state.play(state.random_move(rng))
    mover = state.player()
    return str(state.view(mover if own else (mover + 3) % 6).text())


@pytest.mark.parametrize(
    ("texts", "slots", "error", "reason"),
    [
        (["a", "b", "c"], None, ValueError, "expected 2 positions, got 3"),
        (["a"], [0, 1], ValueError, "expected 2 positions, got 1"),
        (["a", "b"], [1, 1], ValueError, "expected each slot once"),
        (["a"], [2], IndexError, "expected a game from 0 to 1, got 2"),
        (["a"], [-1], IndexError, "expected a game from 0 to 1, got -1"),
    ],
)
def test_slots_that_are_refused(
    texts: Any, slots: Any, error: type[Exception], reason: str
) -> None:
    with pytest.raises(error, match=reason):
        VecEnv("connect_four", 2).set_positions(texts, slots)


# --- agents --------------------------------------------------------------------------------


def choices(env: VecEnv, agent: str) -> list[int]:
    """What the agent plays when it is asked game by game, with the slots' random numbers."""
    found = []
    for i in range(env.num_envs):
        state = env.game.parse(env.text(i))
        mover = state.player()
        session = quadrille.agent(agent, env.game).open(env.game, mover, env._env.sampler(i))
        decision = session.choose(state.view(mover), quadrille.Limits())
        found.append(state.action(decision.move))
        session.close()
    return found


@pytest.mark.parametrize("agent", ["oneply", "greedy", "greedy:deals=2"])
@pytest.mark.parametrize("make", ALL_GAMES)
def test_agents_choose_what_they_choose_alone(make: MakeGame, agent: str) -> None:
    game = make()
    env = VecEnv(game, 3, seed=8)
    for _ in range(4):
        expected = choices(env, agent)
        twin = env.clone()
        assert env.sample_actions(agent).tolist() == expected
        assert twin.sample_actions(quadrille.agent(agent, game)).tolist() == expected
        env.step(np.array(expected))


@pytest.mark.parametrize("agent", ["oneply", "greedy"])
@pytest.mark.parametrize("name", quadrille.game_names())
def test_quick_agents_are_native(name: str, agent: str) -> None:
    env = VecEnv(name, 40, threads=3)
    alone = VecEnv(name, 40)

    def fail(*_: Any) -> Any:
        raise AssertionError("asked in Python")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("quadrille.core.vec.quick_agents._choose", fail)
        for _ in range(2):
            actions = env.sample_actions(agent)
            assert actions.tolist() == alone.sample_actions(agent).tolist()
            env.step(actions)
            alone.step(actions)


def test_oneply_takes_wins() -> None:
    game = quadrille.game("connect_four")
    state = game.new()
    for move in ("1", "2", "1", "2", "1", "2"):
        state.play(move)
    env = VecEnv(game, 20)
    env.set_positions(state.text())
    step = env.step(env.sample_actions("oneply"))
    assert step.terminated.all()
    assert step.rewards.tolist() == [[1, -1]] * 20
    assert step.movers.tolist() == [0] * 20


@dataclass(frozen=True)
class Last(Agent):
    """Plays the last legal move, or what it is told."""

    text: str = ""

    def choose(self, state: Any, rng: Any) -> Any:
        """Choose."""
        return self.text or state.legal_moves()[-1]


def test_any_agent_may_be_asked() -> None:
    env = VecEnv("quarto", 3)
    assert env.sample_actions(Last()).tolist() == [31] * 3
    twin = env.clone()
    searched = env.sample_actions("mcts:sims=20")
    assert twin.sample_actions("mcts:sims=20").tolist() == searched.tolist()
    env.step(searched)
    connect_four = VecEnv("connect_four", 2)
    connect_four.set_positions(full_column())
    with pytest.raises(IllegalMove, match="illegal move '1'"):
        connect_four.sample_actions(Last("1"))


def full_column() -> str:
    state = quadrille.game("connect_four").new()
    for _ in range(6):
        state.play("1")
    return str(state.text())


def test_agents_that_cannot_be_asked() -> None:
    env = VecEnv("connect_four", 2)
    with pytest.raises(ValueError, match="unknown agent 'gready'; did you mean 'greedy'"):
        env.sample_actions("gready")
    with pytest.raises(ValueError, match="expected an agent or its spec, got 3"):
        env.sample_actions(3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="cannot play connect_four: it plays pillars only"):
        env.sample_actions(quadrille.agent("pillars-utility", quadrille.game("pillars")))


# --- the end -------------------------------------------------------------------------------


def test_a_closed_environment_refuses_everything() -> None:
    with VecEnv("connect_four", 2, threads=2) as env:
        step = env.reset()
    assert step.masks.all()
    uses: list[Callable[[], Any]] = [
        env.reset,
        env.observe,
        env.sample_actions,
        env.legal_actions,
        env.clone,
        env.__getstate__,
        lambda: env.text(0),
        lambda: env.step(np.zeros(2, np.int64)),
        lambda: env.sample_actions("greedy"),
        lambda: env.set_positions(quadrille.game("connect_four").new().text()),
    ]
    for use in uses:
        with pytest.raises(ValueError, match="the environment is closed"):
            use()
    env.close()


def wait_for(holds: Callable[[], bool]) -> None:
    """The system lists a thread for a moment after its end."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_closing_ends_the_threads() -> None:
    def threads() -> int:
        return len(list(Path("/proc/self/task").iterdir()))

    if not Path("/proc/self/task").exists():
        pytest.skip("no list of threads here")
    VecEnv("connect_four", 8, threads=40).close()
    wait_for(lambda: threads() < 30)
    env = VecEnv("connect_four", 8, threads=40)
    assert threads() > 30
    env.close()
    wait_for(lambda: threads() < 30)
