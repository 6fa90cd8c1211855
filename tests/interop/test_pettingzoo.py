"""Games as environments of PettingZoo: its own suites, and what they do not look at."""

import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, render_test, seed_test

import quadrille
from interop.option_sets import ALL_SETS, Settings
from quadrille.interop import pettingzoo
from quadrille.interop.pettingzoo import GameAECEnv, env, parallel_env
from support.places import EXAMPLES

# It knows dicts with masks from its own games, and warns of those of all others.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning"),
]


def make(settings: Settings, **more: Any) -> Any:
    game, options = settings
    return env(game, **options, **more)


def play(game_env: Any, seed: int) -> dict[str, float]:
    """What every agent gets in a game at random, by the loop of PettingZoo's pages."""
    totals = dict.fromkeys(game_env.possible_agents, 0.0)
    game_env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    for agent in game_env.agent_iter():
        observation, reward, terminated, truncated, _ = game_env.last()
        totals[agent] += reward
        legal = np.flatnonzero(observation["action_mask"])
        game_env.step(None if terminated or truncated else int(rng.choice(legal)))
    return totals


# --- PettingZoo's own suites ---------------------------------------------------------------


@ALL_SETS
def test_api(settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(make(settings), num_cycles=30)
    names = [each.name for each in quadrille.game(settings[0]).new().encodings()]
    api_test(make(settings, encoding=names), num_cycles=3)


@ALL_SETS
def test_seeds(settings: Settings) -> None:
    seed_test(lambda: make(settings), num_cycles=30)


@ALL_SETS
def test_cycles(settings: Settings) -> None:
    """PettingZoo samples without seeds; these games have them, lest one ends by chance."""

    def seeded(game_env: Any) -> Any:
        for number, agent in enumerate(game_env.possible_agents):
            game_env.action_space(agent).seed(number)
        game_env.unwrapped._random = np.random.default_rng(7)
        return game_env

    game, options = settings
    max_cycles_test(
        SimpleNamespace(
            env=lambda **more: seeded(env(game, **options, **more)),
            parallel_env=lambda **more: seeded(parallel_env(game, **options, **more)),
        )
    )


@ALL_SETS
def test_pictures(settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    seen: set[str] = set()

    def is_picture(text: str) -> bool:
        seen.add(text)
        return text.startswith("<svg")

    render_test(lambda render_mode: make(settings, render_mode=render_mode), {"svg": is_picture})
    assert len(seen) == 5  # every step shows something else
    capsys.readouterr()
    game_env = make(settings, render_mode="human")
    game_env.reset(seed=1)
    game_env.render()
    assert capsys.readouterr().out == game_env.unwrapped.state_.board() + "\n"


# --- what happens in it --------------------------------------------------------------------


@ALL_SETS
def test_rewards_are_the_outcome_of_the_players_sides(settings: Settings) -> None:
    game_env = make(settings)
    for seed in (1, 2):
        totals = play(game_env, seed)
        state = game_env.unwrapped.state_
        outcome = state.outcome()
        assert list(totals.values()) == [
            outcome[state.side(player)] for player in range(state.num_players())
        ]


@ALL_SETS
def test_agents_see_what_their_player_may_know(settings: Settings) -> None:
    names = tuple(each.name for each in quadrille.game(settings[0]).new().encodings())
    game_env = make(settings, encoding=names)
    game_env.reset(seed=5)
    for agent in game_env.agent_iter(40):
        state = game_env.unwrapped.state_
        if state.is_over():
            break
        for player, each in enumerate(game_env.possible_agents):
            observed = game_env.observe(each)
            view = state.view(player)
            for name in names:
                expected = view.encode(name, player)
                assert np.array_equal(observed["observation"][name], expected)
            legal = {state.action(move) for move in state.legal_moves()} if each == agent else set()
            assert set(np.flatnonzero(observed["action_mask"])) == legal
        game_env.step(min(state.action(move) for move in state.legal_moves()))


@pytest.mark.parametrize("action", [3, 7, -1, 10**30, "a", 2.5])
def test_an_illegal_action_costs_a_penalty_and_the_game_goes_on(action: Any) -> None:
    full = "...x.../...o.../...x.../...o.../...x.../...o..."
    game_env = env("connect_four", penalty=-0.25)
    game_env.reset(seed=1, options={"position": full})
    game_env.step(action)
    assert game_env.rewards == {"player_0": -0.25, "player_1": 0.0}
    assert game_env.infos == {"player_0": {"illegal": True}, "player_1": {"illegal": False}}
    assert game_env.unwrapped.state_.text().count("x") == 4  # another move was played
    game_env.step(0)
    assert game_env.last()[1] == -0.25 and not any(game_env.terminations.values())


def test_a_game_can_be_cut_short() -> None:
    game_env = env("quarto", max_cycles=2)
    assert set(play(game_env, 1).values()) == {0.0}
    assert game_env.unwrapped._decisions == {"player_0": 2, "player_1": 2}


def test_only_the_action_of_whose_turn_it_is_counts() -> None:
    game_env = parallel_env("connect_four", max_cycles=3)
    observations, _ = game_env.reset(seed=1)
    assert observations["player_0"]["action_mask"].all()
    assert not observations["player_1"]["action_mask"].any()
    for number in range(3):
        assert game_env.agents == ["player_0", "player_1"]
        *_, truncations, _ = game_env.step({"player_0": 0, "player_1": 6})
        assert set(truncations.values()) == {number == 2}
    assert game_env.unwrapped.state_.text().endswith("/x....../x.....o")
    assert game_env.agents == []


def test_a_users_game_has_an_environment_too(capsys: pytest.CaptureFixture[str]) -> None:
    game_env = env(f"{EXAMPLES}/high_card.py:HighCard", players=4, partners=True)
    totals = play(game_env, 3)
    assert list(totals.values())[:2] == list(totals.values())[2:]
    assert str(game_env.unwrapped) == "high_card_v0"


def test_wrong_arguments() -> None:
    for arguments, reason in (
        ({"render_mode": "film"}, "expected a render_mode of svg, ansi, rgb_array or None"),
        ({"encoding": "none"}, "unknown encoding 'none'"),
        ({"colour": 1}, "unknown option 'colour'"),
    ):
        with pytest.raises(ValueError, match=reason):
            GameAECEnv("quarto", **arguments)
    with pytest.raises(ValueError, match="expected a seed from 0"):
        GameAECEnv("quarto").reset(seed=-1)


def test_one_line_where_pettingzoo_is_missing() -> None:
    code = "import sys; sys.modules['pettingzoo'] = None\nimport quadrille.interop.pettingzoo"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert 'pip install "quadrille-lab[pettingzoo]"' in done.stderr.splitlines()[-1]


def test_the_module_is_laid_out_as_pettingzoos_own() -> None:
    assert {"env", "raw_env", "parallel_env"} <= set(vars(pettingzoo))
