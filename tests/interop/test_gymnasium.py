"""Games as environments of Gymnasium: the official checkers, and what they do not look at."""

import pickle
import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
import stable_baselines3.common.env_checker as baselines
from gymnasium.utils.env_checker import check_env
from sb3_contrib import MaskablePPO

import quadrille
from interop.option_sets import ALL_SETS, Settings
from quadrille.core.vec.spaces import BOUND
from quadrille.interop.gymnasium import GameEnv, env_id
from support.places import EXAMPLES


def make(settings: Settings, **more: Any) -> GameEnv:
    game, options = settings
    made = gymnasium.make(env_id(game), **options, **more).unwrapped
    assert isinstance(made, GameEnv)
    return made


def random_game(env: GameEnv, seed: int) -> tuple[list[Any], float, dict[str, Any]]:
    """Observations, the sum of rewards and the last info of a game at random."""
    rng = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed)
    seen, total, over = [observation], 0.0, False
    while not over:
        action = rng.choice(np.flatnonzero(info["action_mask"]))
        observation, reward, over, _, info = env.step(action)
        seen.append(observation)
        total += reward
    return seen, total, info


# --- the official checkers -----------------------------------------------------------------


@ALL_SETS
def test_gymnasium_accepts_it(settings: Settings) -> None:
    check_env(make(settings))


@ALL_SETS
@pytest.mark.filterwarnings("ignore:It seems that your observation.*image:UserWarning")
@pytest.mark.filterwarnings("ignore:The minimal resolution for an image:UserWarning")
@pytest.mark.filterwarnings("ignore:Treating image space as channels-last:UserWarning")
def test_stable_baselines_accepts_it(settings: Settings) -> None:
    """It takes every array of three dimensions for an image, and says so; no other warning."""
    baselines.check_env(make(settings))
    names = [each.name for each in make(settings).game.new().encodings()]
    baselines.check_env(make(settings, encoding=names[-1:]))


def test_maskable_ppo_learns_from_it() -> None:
    env = make(("connect_four", {}), encoding="discs")
    learner = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=32, n_epochs=1, device="cpu")
    learner.learn(64)
    observation, _ = env.reset(seed=1)
    action, _ = learner.predict(observation, action_masks=env.action_masks())
    assert env.action_masks()[action]


# --- what happens in it --------------------------------------------------------------------


@ALL_SETS
def test_games_end_with_the_outcome_of_the_learner(settings: Settings) -> None:
    for side in range(quadrille.game(settings[0], **settings[1]).new().num_sides()):
        env = make(settings, side=side, opponents="random", penalty=-5.0)
        seen, total, info = random_game(env, side)
        assert env.table.state.side(env.player) == side
        assert total == info["outcome"][side] and -1 <= total <= 1
        assert list(info["scores"]) == env.table.state.scores()
        assert all(each in env.observation_space for each in seen)
        record = env.record()
        learners = [turn.player for turn in record.moves if turn.player in env.table.people]
        assert len(learners) == len(seen) - 1
        assert list(record.replay())[-1] == env.table.state


@ALL_SETS
def test_observations_are_those_of_the_learner_and_bounded(settings: Settings) -> None:
    names = tuple(each.name for each in quadrille.game(settings[0]).new().encodings())
    env = make(settings, encoding=names)
    observation, info = env.reset(seed=3)
    rng = np.random.default_rng(3)
    for _ in range(30):
        for name in names:
            assert np.array_equal(observation[name], env.table.state.encode(name, env.player))
            assert np.abs(observation[name]).max() < BOUND / 100
        action = rng.choice(np.flatnonzero(info["action_mask"]))
        observation, _, over, _, info = env.step(action)
        if over:
            observation, info = env.reset()


def test_every_side_can_be_the_learners() -> None:
    env = make(("sheep", {}), side=None)
    env.reset(seed=1)
    sides = [env.table.state.side(min(env.table.people))]
    for _ in range(4):
        env.reset()
        sides.append(env.table.state.side(min(env.table.people)))
    assert sides == [0, 1, 2, 3, 0]
    env.reset(seed=5)
    assert env.table.people == {0}


def test_opponents_sit_in_the_order_after_the_learner() -> None:
    env = make(("carcassonne", {"players": 3}), opponents=["greedy", "oneply"], side=1)
    env.reset(seed=1)
    assert [str(each) for each in env.table.agents] == ["oneply", "human", "greedy"]


def test_partners_are_one_learner() -> None:
    env = make(("pillars", {}), opponents="pillars-reactive")
    env.reset(seed=1)
    assert env.table.people == {0, 1, 2}


def test_self_play_rewards_whoever_moved() -> None:
    env = make(("connect_four", {}), opponents=None)
    env.reset(seed=1)
    players, rewards = [], []
    for column in (0, 1, 0, 1, 0, 1, 0):
        players.append(env.table.state.player())
        rewards.append(env.step(column)[1])
    assert players == [0, 1, 0, 1, 0, 1, 0]
    assert rewards == [0, 0, 0, 0, 0, 0, 1]


def test_a_single_player_has_only_scores() -> None:
    env = make(("carcassonne", {"players": 1}))
    _, total, info = random_game(env, 1)
    assert total == 0 and info["scores"].shape == (1,)


@pytest.mark.parametrize("action", [-1, 7, 10**30, 2.5, None, "a", np.int64(3)])
def test_an_illegal_action_costs_a_penalty_and_the_game_goes_on(action: Any) -> None:
    env = make(("connect_four", {}), penalty=-0.25)
    env.reset(options={"position": "...x.../...o.../...x.../...o.../...x.../...o..."})
    _, reward, over, _, info = env.step(action)
    assert (reward, over, info["illegal"]) == (-0.25, False, True)
    assert env.record().moves[0].player == 0 and str(env.record().moves[0].move) != "d"
    _, reward, _, _, info = env.step(np.flatnonzero(info["action_mask"])[0])
    assert not info["illegal"] and reward in (0, 1, -1)


def test_an_opponent_that_fails_loses() -> None:
    env = make(("connect_four", {}), opponents=f"{EXAMPLES}/cautious.py:Cautious:careless=0.1")
    random_game(env, 1)
    broken = make(("connect_four", {}), opponents="program:false")
    broken.reset(seed=1)
    _, reward, over, _, info = broken.step(3)
    assert over and reward == 1 and list(info["outcome"]) == [1, -1]


def test_a_series_is_reproducible() -> None:
    first, second = (make(("sheep", {"game": 3}), opponents="greedy") for _ in range(2))
    for seed in (1, 2):
        (seen, _, _), (again, _, _) = random_game(first, seed), random_game(second, seed)
        assert all(np.array_equal(a, b) for a, b in zip(seen, again, strict=True))
    assert first.record() == second.record()


def test_pictures() -> None:
    env = make(("quarto", {}), render_mode="svg")
    env.reset(seed=1)
    assert env.render().startswith("<svg")
    env.step(0)
    assert "last" in env.render()
    env = make(("quarto", {}), render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == env.table.state.view(env.player).board()
    env = make(("quarto", {}), render_mode="rgb_array")
    env.reset(seed=1)
    image = env.render()
    assert image.dtype == np.uint8 and image.shape[1:] == (640, 3) and image.std() > 10


@pytest.mark.parametrize(
    "arguments, reason",
    [
        ({"opponents": "human"}, "expected opponents that play by themselves, got 'human'"),
        ({"opponents": []}, "expected one opponent or 1, one per other side, got 0"),
        ({"opponents": "quarto-none"}, "unknown agent 'quarto-none'"),
        ({"side": 2}, "expected a side from 0 to 1 or None, got 2"),
        ({"render_mode": "human"}, "expected a render_mode of svg, ansi, rgb_array or None"),
        ({"encoding": "none"}, "unknown encoding 'none'"),
        ({"colour": 1}, "unknown option 'colour'"),
    ],
)
def test_wrong_arguments(arguments: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        GameEnv("quarto", **arguments)


def test_what_comes_too_early_or_too_late() -> None:
    env = GameEnv("connect_four", opponents=None)
    with pytest.raises(gymnasium.error.ResetNeeded, match="call reset"):
        env.step(0)
    env.reset(options={"position": "......./......./......./......./......./ooo.xxx"})
    assert env.step(3)[2]
    assert env.action_masks().all()
    with pytest.raises(gymnasium.error.ResetNeeded, match="the game is over"):
        env.step(0)


def test_a_users_game_has_an_environment_too() -> None:
    env = GameEnv(quadrille.game(f"{EXAMPLES}/high_card.py:HighCard", players=4, partners=True))
    check_env(env, skip_render_check=True)
    assert env.observation_space.shape == (8,)


def test_one_line_where_gymnasium_is_missing() -> None:
    code = (
        "import sys; sys.modules['gymnasium'] = None\n"
        "import quadrille\n"
        "env = quadrille.VecEnv('quarto', 2)\n"
        "for what in ('env.single_action_space', '__import__(\"quadrille.interop.gymnasium\")'):\n"
        "    try: eval(what)\n"
        "    except ImportError as error: print(error)\n"
    )
    lines = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert len(lines) == 2 and all(
        'pip install "quadrille-lab[gymnasium]"' in each for each in lines
    )


def test_a_made_environment_can_be_pickled() -> None:
    spec = gymnasium.spec("quadrille/Sheep-v0")
    assert pickle.loads(pickle.dumps(spec)) == spec
    assert gymnasium.make(spec.id, game=3).unwrapped.game.options["game"] == 3  # type: ignore[attr-defined]
