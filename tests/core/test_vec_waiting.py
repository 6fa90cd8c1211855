"""What the batched environment offers to learners: games that wait, checks, viewers, spaces."""

import pickle

import numpy as np
import pytest

import quadrille
from core.vec_games import GAMES, MakeGame
from quadrille import VecEnv
from quadrille.core.vec.env import WAIT


@pytest.mark.parametrize("make", GAMES)
@pytest.mark.parametrize("reuse", [False, True])
def test_games_that_wait_stay_as_they_are(make: MakeGame, reuse: bool) -> None:
    env = VecEnv(make(), 4, seed=3, reuse=reuse)
    twin = env.clone()
    for _ in range(30):
        actions = env.sample_actions().copy()
        texts = [env.text(i) for i in range(4)]
        expected = [array.copy() for array in twin.step(actions)]
        actions[1:3] = WAIT
        step = env.step(actions)
        assert [env.text(i) for i in (1, 2)] == texts[1:3]
        assert not step.rewards[1:3].any() and not step.terminated[1:3].any()
        assert step.movers[1:3].tolist() == [-1, -1]
        for slot in (0, 3):
            for array, other in zip(step, expected, strict=True):
                assert np.array_equal(array[slot], other[slot])
        twin = env.clone()


@pytest.mark.parametrize("make", GAMES)
def test_what_is_legal_can_be_asked(make: MakeGame) -> None:
    env = VecEnv(make(), 5, seed=2)
    step = env.reset()
    for _ in range(10):
        for action in (*range(env.num_actions), -1, env.num_actions, 2**40, WAIT):
            known = 0 <= action < env.num_actions
            expected = step.masks[:, action] if known else np.zeros(5, np.bool_)
            assert np.array_equal(env.are_legal(np.full(5, action)), expected)
        step = env.step(env.sample_actions())


def test_ends_are_shown_to_chosen_viewers() -> None:
    env = VecEnv("connect_four", 40, seed=1, encoding="discs")
    env.final_viewers[:] = 0
    twin = env.clone()
    twin.final_viewers[:] = 1
    again = pickle.loads(pickle.dumps(twin))
    ended = 0
    for _ in range(60):
        actions = env.sample_actions()
        step = env.step(actions)
        twin.step(actions)
        again.step(actions)
        for slot in np.flatnonzero(step.terminated):
            own, other = np.split(env.final_observations[slot], 2)
            assert own.sum() - other.sum() in (0, 1)  # player 0 begins
            assert np.array_equal(np.concatenate([other, own]), twin.final_observations[slot])
            assert np.array_equal(again.final_observations[slot], twin.final_observations[slot])
            ended += 1
    assert ended > 40


def test_spaces_are_those_of_the_arrays() -> None:
    for name in quadrille.game_names():
        env = VecEnv(
            name, 2, encoding=[each.name for each in quadrille.game(name).new().encodings()]
        )
        assert env.single_action_space.n == env.num_actions
        observations = env.step(env.sample_actions()).observations
        one = {encoding: rows[0] for encoding, rows in observations.items()}
        assert one in env.single_observation_space
        assert env.single_observation_space is env.single_observation_space
    box = VecEnv("quarto", 2).single_observation_space
    assert box.shape == (101,) and box.dtype == np.float32
