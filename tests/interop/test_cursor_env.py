"""Carcassonne by a cursor as an environment: the official checkers, rewards, caps, opponents."""

from dataclasses import replace
from typing import Any

import gymnasium
import numpy as np
import pytest
import stable_baselines3.common.env_checker as baselines
from gymnasium.utils.env_checker import check_env

from quadrille.core.errors import BadSpec
from quadrille.games.carcassonne.cursor.observation import SCHEMES
from quadrille.games.carcassonne.cursor.turn import CONFIRM, ROTATE, Phase
from quadrille.interop.gymnasium import CursorEnv, CursorRewards
from quadrille.interop.gymnasium.cursor_rewards import REWARDS

NAME = "quadrille/CarcassonneCursor-v0"


def play(env: CursorEnv, seed: int, *, most: int = 10**6) -> tuple[list[Any], list[float], Any]:
    """Observations, rewards and infos of a game, or its beginning, at random."""
    rng = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed)
    seen, rewards, infos = [observation], [], [info]
    for _ in range(most):
        action = rng.choice(np.flatnonzero(infos[-1]["action_mask"]))
        observation, reward, over, truncated, info = env.step(action)
        assert not truncated
        seen.append(observation)
        rewards.append(reward)
        infos.append(info)
        if over:
            break
    return seen, rewards, infos


# --- the official checkers -----------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"opponents": "random", "scheme": "local", "legal_mask": True},
        {"opponents": ["greedy", "random"], "side": None, "window": 20, "scheme": "tile_wise"},
    ],
)
def test_the_checkers_accept_it(options: dict[str, Any]) -> None:
    made = gymnasium.make(NAME, **options)
    check_env(made.unwrapped)
    baselines.check_env(made.unwrapped)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_observations_lie_in_their_space(scheme: str) -> None:
    env = CursorEnv(scheme=scheme, opponents="random")
    seen, _, _ = play(env, 1, most=300)
    assert all(each in env.observation_space for each in seen)


# --- what happens in it --------------------------------------------------------------------


def test_alone_all_72_tiles_are_the_learners() -> None:
    env = CursorEnv(legal_mask=True, max_decisions=400)
    infos = play(env, 2)[2]
    state = env.state
    assert state.is_over() and state.num_players() == 1
    placed = sum(info["event"] == "placed" for info in infos)
    capped = sum(info["capped"] for info in infos)
    laid = len(state.tiles()) - 1
    assert placed <= laid <= placed + capped and laid > 60
    assert infos[-1]["scores"] == state.scores()
    assert env.cursor.phase is Phase.GAME_OVER and env.action_masks().all()
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)


def test_rewards_of_score_add_up_to_the_score() -> None:
    for counting in ("points", "standing"):
        rewards = CursorRewards(score=1.0, bounded=False, counting=counting)
        env = CursorEnv(legal_mask=True, rewards=rewards, opponents="random")
        _, found, infos = play(env, 3)
        assert sum(found) == pytest.approx(infos[-1]["scores"][0])
    rivals = replace(rewards, opponents=-1.0, end=10.0)
    env = CursorEnv(legal_mask=True, rewards=rivals, opponents="random")
    _, found, infos = play(env, 3)
    scores = infos[-1]["scores"]
    assert sum(found) == pytest.approx(scores[0] - scores[1] + 10 * infos[-1]["outcome"][0])


def test_every_event_is_worth_what_it_says() -> None:
    worth = CursorRewards(
        tile_step=-0.001,
        meeple_step=-0.002,
        outside=-0.01,
        misfit=-0.02,
        placed=0.04,
        claimed=0.08,
        returned=-0.16,
        capped=-0.32,
    )
    env = CursorEnv(rewards=worth, legal_mask=False)
    seen = set()
    for seed in range(3):
        _, rewards, infos = play(env, seed, most=1500)
        for reward, info in zip(rewards, infos[1:], strict=True):
            event = info["event"]
            about_tile = event in ("moved", "outside", "rotated", "placed", "misfit")
            expected = worth.tile_step if about_tile else worth.meeple_step
            expected += getattr(worth, event, 0.0) if event != "capped" else 0.0
            expected += worth.capped if info["capped"] else 0.0
            assert reward == pytest.approx(expected), event
            seen.add(event)
    assert {"outside", "misfit", "placed", "claimed", "returned"} <= seen


@pytest.mark.parametrize("name", REWARDS)
def test_a_decision_is_worth_between_minus_one_and_one_but_raw(name: str) -> None:
    env = CursorEnv(rewards=name, legal_mask=True, opponents="greedy")
    largest = max(abs(reward) for seed in range(3) for reward in play(env, seed)[1])
    assert largest <= 1 if name != "raw" else largest > 1
    assert REWARDS[name].total(7) == (7 if name == "raw" else 1)


def test_a_turn_that_takes_too_long_is_ended_and_flagged() -> None:
    env = CursorEnv(max_decisions=7)
    _, info = env.reset(seed=1)
    for turn in range(5):
        tiles = len(env.state.tiles())
        for decision in range(7):
            assert not info["capped"] or decision == 0
            _, reward, _, _, info = env.step(ROTATE)
        assert info["capped"] and reward < -0.2
        assert len(env.state.tiles()) == tiles + 1, turn
        assert not env.state.figures() and env.cursor.decisions == 0


def test_a_cap_after_the_tile_lies_leaves_it_there() -> None:
    env = CursorEnv(max_decisions=400, legal_mask=True)
    _, info = env.reset(seed=1)
    rng = np.random.default_rng(1)
    while env.cursor.phase is Phase.TILE_DRAWN:
        _, _, _, _, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
    tiles = [(tile.x, tile.y) for tile in env.state.tiles()]
    env.max_decisions = env.cursor.decisions + 1
    _, _, _, _, info = env.step(5)  # which this phase does not have
    assert info["illegal"] and info["capped"] and info["event"] == "impossible"
    assert [(tile.x, tile.y) for tile in env.state.tiles()] == tiles


@pytest.mark.parametrize("action", [-1, 6, 2.5, None, "north", np.array([1, 2]), np.nan])
def test_bad_actions_cost_and_are_flagged(action: Any) -> None:
    env = CursorEnv()
    env.reset(seed=1)
    before = env.state.text()
    _, reward, over, _, info = env.step(action)
    assert info["illegal"] and reward < 0 and not over
    assert env.state.text() == before


def test_numbers_of_any_kind_are_actions() -> None:
    for action in (ROTATE, np.int64(ROTATE), np.array(ROTATE), np.array([ROTATE])):
        env = CursorEnv()
        env.reset(seed=1)
        assert env.step(action)[4]["event"] == "rotated"


def test_equal_seeds_give_equal_games() -> None:
    env = CursorEnv(opponents="random")
    first, second = play(env, 5, most=400), play(env, 5, most=400)
    assert all(np.array_equal(one, other) for one, other in zip(first[0], second[0], strict=True))
    assert first[1] == second[1]
    assert not np.array_equal(first[0][200], play(env, 6, most=200)[0][200])


# --- who else plays ------------------------------------------------------------------------


def test_every_seat_can_be_the_learners() -> None:
    env = CursorEnv(opponents=["random", "greedy"], side=None)
    env.reset(seed=1)
    players = [env.player]
    for _ in range(3):
        env.reset()
        players.append(env.player)
    assert players == [0, 1, 2, 0]


def test_a_person_is_asked_and_asked_again() -> None:
    asked: list[str] = []

    def person(view: Any) -> str:
        asked.append(view.text())
        return "nonsense" if len(asked) % 2 else str(view.legal_moves()[0])

    env = CursorEnv(opponents=["human"], person=person, max_decisions=5)
    play(env, 1, most=40)
    turns = [turn for turn in env.record().moves if turn.player == 1]
    assert len(turns) > 4 and len(asked) == 2 * len(turns)
    with pytest.raises(ValueError, match="play by themselves"):
        CursorEnv(opponents=["human"])


def test_opponents_can_be_changed_between_games() -> None:
    env = CursorEnv(opponents="random")
    env.reset(seed=1)
    env.set_opponents(["greedy"])
    assert str(env.table.agents[1]) == "random"
    env.reset()
    assert str(env.table.agents[1]) == "greedy"


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"scheme": "tiles"}, "observation scheme"),
        ({"rewards": "much"}, "rewards"),
        ({"max_decisions": 0}, "max_decisions"),
        ({"window": 2}, "bounds"),
        ({"river": True}, "river=false"),
        ({"opponents": ["nobody"]}, "nobody"),
        ({"render_mode": "hologram"}, "render_mode"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_line(options: dict[str, Any], expected: str) -> None:
    with pytest.raises(ValueError, match=expected) as caught:
        CursorEnv(**options)
    assert "\n" not in str(caught.value)
    with pytest.raises(BadSpec):
        CursorRewards(score=float("nan"))


# --- watching ------------------------------------------------------------------------------


def test_it_can_be_watched() -> None:
    env = CursorEnv(render_mode="rgb_array", keep_frames=True)
    env.reset(seed=1)
    first = env.render()
    env.step(0)
    second = env.render()
    assert first.shape == second.shape and first.dtype == np.uint8
    assert (first != second).any()
    env.render_mode = "svg"
    assert "TileDrawn" in env.render() and "decision 2" in env.render()
    env.render_mode = "ansi"
    assert "boundary -1,-1 to 1,1" in env.render()
    for action in (ROTATE, CONFIRM):
        env.step(action)
    film = env.film()
    assert film.count("decision ") == 4 and "animation" in film
    with pytest.raises(ValueError, match="keep_frames"):
        CursorEnv().film()
