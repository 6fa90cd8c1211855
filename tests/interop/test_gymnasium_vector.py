"""Many games as a vector environment of Gymnasium."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import quadrille
from interop.option_sets import ALL_SETS, Settings
from quadrille.core.vec.env import WAIT
from quadrille.interop.gymnasium import GameVectorEnv, env_id
from support.places import EXAMPLES

NUMBER = 6


def make(settings: Settings, number: int = NUMBER, **more: Any) -> GameVectorEnv:
    game, options = settings
    made = gymnasium.make_vec(env_id(game), number, **options, **more)
    assert isinstance(made, GameVectorEnv)
    return made


def choose(infos: dict[str, Any], rng: np.random.Generator) -> Any:
    """Legal actions at random."""
    masks = infos["action_mask"]
    return (rng.random(masks.shape) * masks).argmax(axis=1)


@ALL_SETS
@pytest.mark.parametrize("opponents", ["random", None])
def test_steps_are_those_of_the_interface(settings: Settings, opponents: str | None) -> None:
    env = make(settings, side=None, opponents=opponents)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    rng = np.random.default_rng(1)
    observations, infos = env.reset(seed=1)
    assert observations in env.observation_space
    ends = 0
    for _ in range(60):
        states = [env.game.parse(env.text(slot)) for slot in range(NUMBER)]
        first = env.game.new().encodings()[0].name
        for slot, state in enumerate(states):
            player = infos["player"][slot]
            assert state.player() == player
            assert np.array_equal(observations[slot], state.encode(first, player))
            legal = [state.action(move) for move in state.legal_moves()]
            assert sorted(legal) == np.flatnonzero(infos["action_mask"][slot]).tolist()
            if opponents:
                assert state.side(player) == env._learners[slot]
        actions = choose(infos, rng)
        assert actions in env.action_space
        observations, rewards, terminated, truncated, infos = env.step(actions)
        assert observations in env.observation_space and not truncated.any()
        assert rewards.shape == terminated.shape == (NUMBER,)
        assert not rewards[~terminated].any() and not infos["illegal"].any()
        ends += int(terminated.sum())
        assert ("final_obs" in infos) == terminated.any()
        for slot in map(int, np.flatnonzero(terminated)):
            assert infos["final_obs"][slot] in env.single_observation_space
            assert rewards[slot] in infos["final_info"]["outcome"][slot]
    assert ends or settings[0] in ("carcassonne", "sheep", "pillars")
    env.close()


def test_it_plays_the_games_of_the_native_environment() -> None:
    """In self-play nothing is added to VecEnv but Gymnasium's form."""
    env = make(("quarto", {}), opponents=None)
    env.reset(seed=4)
    plain = quadrille.VecEnv("quarto", NUMBER, seed=int(np.random.default_rng(4).integers(2**63)))
    assert [env.text(i) for i in range(NUMBER)] == [plain.text(i) for i in range(NUMBER)]
    for _ in range(50):
        sides = plain.observe().sides
        actions = env.sample_actions()
        observations, rewards, terminated, _, infos = env.step(actions)
        step = plain.step(actions)
        assert np.array_equal(observations, step.observations)
        assert np.array_equal(infos["action_mask"], step.masks)
        assert np.array_equal(rewards, step.rewards[np.arange(NUMBER), sides])
        assert np.array_equal(terminated, step.terminated)
        for slot in np.flatnonzero(terminated):
            assert np.array_equal(infos["final_obs"][slot], plain.final_observations[slot])


@pytest.mark.parametrize("side", [0, 1])
def test_the_better_player_wins_on_either_side(side: int) -> None:
    """The learner plays by an agent that beats its opponents: its rewards must say so."""
    env = make(("connect_four", {}), 64, side=side)
    env.reset(seed=1)
    total = games = 0.0
    for _ in range(60):
        _, rewards, terminated, _, _ = env.step(env._env.sample_actions("greedy"))
        total += rewards.sum()
        games += terminated.sum()
    assert games > 100 and total > 0.9 * games
    weak = make(("connect_four", {}), 64, side=side, opponents="greedy")
    weak.reset(seed=1)
    totals = [weak.step(weak.sample_actions())[1].sum() for _ in range(40)]
    assert sum(totals) < -50


def test_the_end_is_shown_as_the_learner_sees_it() -> None:
    """Not as the last mover does, who knows other things."""
    env = make(("connect_four", {}), 32, encoding="discs")
    _, infos = env.reset(seed=2)
    rng = np.random.default_rng(2)
    lost = 0
    for _ in range(60):
        _, rewards, _, _, infos = env.step(choose(infos, rng))
        for slot in np.flatnonzero(rewards == -1):  # the opponent moved last
            own, other = np.split(infos["final_obs"][slot], 2)
            assert own.sum() == other.sum()  # the learner began, so the other has as many
            lost += 1
            assert _has_four(other) and not _has_four(own)
    assert lost > 5


def _has_four(discs: Any) -> bool:
    """Whether four are in a line; discs are told column by column from the bottom."""
    grid = discs.reshape(7, 6) > 0
    return any(
        all(
            0 <= x + k * dx < 7 and 0 <= y + k * dy < 6 and grid[x + k * dx, y + k * dy]
            for k in range(4)
        )
        for x in range(7)
        for y in range(6)
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
    )


@pytest.mark.parametrize("bad", [-1, 7, 2**40, WAIT])
def test_an_illegal_action_costs_a_penalty_and_nobody_else_is_concerned(bad: int) -> None:
    env, same = (make(("connect_four", {}), penalty=-0.5) for _ in range(2))
    env.reset(seed=1)
    same.reset(seed=1)
    actions = np.array([3, 3, 3, 3, 3, 3])
    expected, *_ = same.step(actions)
    actions[2] = bad
    observations, rewards, terminated, _, infos = env.step(actions)
    assert infos["illegal"].tolist() == [False, False, True, False, False, False]
    assert rewards.tolist() == [0, 0, -0.5, 0, 0, 0] and not terminated.any()
    assert observations[2].sum() == expected[2].sum()  # another move was played there
    assert not env.step(env.sample_actions())[4]["illegal"].any()


@pytest.mark.parametrize("bad", [2.5, float("nan"), None, "a", 10**30, (3, 4)])
def test_what_is_no_action_costs_a_penalty_too(bad: Any) -> None:
    env = make(("connect_four", {}), 3, penalty=-0.5)
    env.reset(seed=1)
    actions = np.array([3, None, 3], object)
    actions[1] = bad
    _, rewards, terminated, _, infos = env.step(actions)
    assert infos["illegal"].tolist() == [False, True, False] and not terminated.any()
    assert rewards.tolist() == [0, -0.5, 0]
    assert env.step(np.array([0.0, 1.0, 2.0]))[4]["illegal"].all()  # as they are not whole numbers
    assert not env.step(env.sample_actions())[4]["illegal"].any()


def test_an_opponent_that_fails_stops_nothing(tmp_path: Any) -> None:
    (tmp_path / "bad.py").write_text(
        "from dataclasses import dataclass\n"
        "from quadrille import Agent\n"
        "@dataclass(frozen=True)\n"
        "class Bad(Agent):\n"
        "    def choose(self, state, rng):\n"
        "        if state.text().endswith('...x...'): raise RuntimeError('no')\n"
        "        return state.legal_moves()[0]\n"
    )
    env = make(("connect_four", {}), 4, opponents=f"{tmp_path}/bad.py:Bad")
    env.reset(seed=1)
    *_, infos = env.step(np.array([3, 0, 3, 1]))
    assert infos["opponent_failed"].tolist() == [True, False, True, False]
    assert [env.text(slot).count("o") for slot in range(4)] == [1, 1, 1, 1]


def test_different_opponents_play_their_own_sides(tmp_path: Any) -> None:
    (tmp_path / "edges.py").write_text(
        "from dataclasses import dataclass\n"
        "from quadrille import Agent\n"
        "@dataclass(frozen=True)\n"
        "class Edge(Agent):\n"
        "    last: bool = False\n"
        '    """Whether it plays the last legal move."""\n'
        "    def choose(self, state, rng):\n"
        "        return state.legal_moves()[-1 if self.last else 0]\n"
    )
    edge = f"{tmp_path}/edges.py:Edge"
    game = quadrille.game(f"{EXAMPLES}/high_card.py:HighCard")  # 0 keeps, 1 swaps
    env = GameVectorEnv(8, rules=game, side=None, opponents=[edge, f"{edge}:last=true"])
    _, infos = env.reset(seed=1)
    assert sorted(set(infos["player"].tolist())) == [0, 1, 2]
    seen = 0
    for _ in range(12):
        before = [env.text(slot) for slot in range(8)]
        learners = env._learners.copy()
        _, _, terminated, _, infos = env.step(np.zeros(8, np.int64))
        seen += int(terminated.sum())
        for text, learner in zip(before, learners, strict=True):
            hands = text.split()[0].split(",")
            for player in range(int(text.split()[2])):  # those who have decided
                swapped = (player - learner) % 3 == 2
                assert len(hands[player]) == 1 + swapped, text
    assert seen >= 8


def test_all_that_is_returned_is_fresh() -> None:
    env = make(("connect_four", {}), encoding=("planes", "discs"))
    first, infos = env.reset(seed=1)
    kept = {name: rows.copy() for name, rows in first.items()}
    mask = infos["action_mask"].copy()
    env.action_masks()[:] = False
    infos["action_mask"][:] = False
    assert env.action_masks().all()
    for _ in range(30):
        env.step(env.sample_actions())
    assert all(np.array_equal(first[name], kept[name]) for name in kept)
    assert mask.all()


def test_a_seed_makes_a_series_reproducible() -> None:
    def history(env: GameVectorEnv, **reset: Any) -> list[bytes]:
        observations, _ = env.reset(**reset)
        said = [observations.tobytes()]
        return said + [env.step(env.sample_actions())[0].tobytes() for _ in range(25)]

    first, second = (make(("sheep", {"game": 3}), opponents="greedy") for _ in range(2))
    assert history(first, seed=1) == history(second, seed=1)
    follow = history(first)
    assert follow == history(second) != history(first, seed=2)
    assert history(second, seed=1) != follow


def test_the_learner_takes_every_side_in_turn() -> None:
    env = make(("connect_four", {}), 4, side=None)
    _, infos = env.reset(seed=1)
    sides = infos["player"].tolist()
    assert sides == [0, 1, 0, 1]
    for _ in range(60):
        _, _, terminated, _, infos = env.step(env.sample_actions())
        sides = [side ^ int(ended) for side, ended in zip(sides, terminated, strict=True)]
        assert infos["player"].tolist() == sides


def test_pictures_of_all_games() -> None:
    env = make(("quarto", {}), 2, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == tuple(env.game.parse(env.text(slot)).board() for slot in range(2))


def test_what_comes_too_early() -> None:
    env = make(("quarto", {}))
    for ask in (lambda: env.step(np.zeros(NUMBER, np.int64)), env.action_masks):
        with pytest.raises(gymnasium.error.ResetNeeded, match="call reset"):
            ask()
    env.reset(seed=1)
    with pytest.raises(ValueError, match="expected 6 actions"):
        env.step(np.zeros(3, np.int64))
    env.close()
    env.close()
