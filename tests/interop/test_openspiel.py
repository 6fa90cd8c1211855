"""Our games in OpenSpiel: its own suites, and that they are the same games."""

import subprocess
import sys
from itertools import pairwise
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts
from open_spiel.python.algorithms.generate_playthrough import playthrough
from open_spiel.python.observation import make_observation

import quadrille
from interop.option_sets import ALL_SETS, Settings
from quadrille.interop.openspiel import game_string

SMALL = {"carcassonne": "facts", "sheep": "facts", "pillars": "facts"}
"""Encodings that a playthrough prints in less than a megabyte."""


def load(settings: Settings, seed: int = 0) -> Any:
    game, options = settings
    return pyspiel.load_game(game_string(quadrille.game(game, **options), seed))


def start(game: Any) -> Any:
    """The first position in which a player is to move."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    return state


def random_game(game: Any, seed: int) -> list[Any]:
    """All positions of a game at random."""
    rng = np.random.default_rng(seed)
    states = [game.new_initial_state()]
    while not states[-1].is_terminal():
        state = states[-1].clone()
        if state.is_chance_node():
            actions, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(actions, p=shares)))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
        states.append(state)
    return states


# --- OpenSpiel's own suites ----------------------------------------------------------------


@ALL_SETS
def test_random_simulations(settings: Settings) -> None:
    pyspiel.random_sim_test(load(settings), num_sims=1, serialize=True, verbose=False)


@ALL_SETS
def test_playthroughs(settings: Settings) -> None:
    text = load(settings).__str__()
    if settings[0] in SMALL:
        text = text.replace(")", f",encoding={SMALL[settings[0]]})").replace("(,", "(")
    said = playthrough(text, [], seed=1)
    assert "Apply action" in said and "Returns()" in said


@ALL_SETS
def test_openspiels_mcts_plays(settings: Settings) -> None:
    game = load(settings)
    state = start(game)
    bot = mcts.MCTSBot(
        game, 2, 5, mcts.RandomRolloutEvaluator(1), random_state=np.random.RandomState(1)
    )
    assert bot.step(state) in state.legal_actions()


def test_openspiels_mcts_wins_what_can_be_won() -> None:
    game = pyspiel.load_game("quadrille_connect_four")
    state = game.new_initial_state()
    for action in (3, 0, 3, 0, 3, 0):
        state.apply_action(action)
    python = mcts.MCTSBot(
        game, 2, 200, mcts.RandomRolloutEvaluator(1), random_state=np.random.RandomState(1)
    )
    assert python.step(state) == 3


# --- the same games ------------------------------------------------------------------------


@ALL_SETS
def test_positions_and_returns_are_ours(settings: Settings) -> None:
    states = random_game(load(settings, seed=7), 3)
    ours = quadrille.game(settings[0], **settings[1]).new(7)
    for before, after in pairwise(states):
        assert str(before) == ours.text()
        action = after.history()[-1]
        if before.is_chance_node():
            moves, weights = zip(*ours.chance_moves(), strict=True)
            shares = [share for _, share in before.chance_outcomes()]
            assert shares == [weight / sum(weights) for weight in weights]
            move = moves[action]
        else:
            assert before.current_player() == ours.player()
            assert before.legal_actions() == sorted(map(ours.action, ours.legal_moves()))
            move = ours.move(action)
        assert before.action_to_string(before.current_player(), action) == str(move)
        assert before.returns() == [0.0] * ours.num_players()
        ours.play(move)
    assert states[-1].is_terminal() and ours.is_over()
    outcome = ours.outcome()
    assert states[-1].returns() == [outcome[ours.side(p)] for p in range(ours.num_players())]


@ALL_SETS
def test_a_position_travels_as_text(settings: Settings) -> None:
    game = load(settings, seed=3)
    state = random_game(game, 5)[7]
    saved = pyspiel.serialize_game_and_state(game, state)
    _, again = pyspiel.deserialize_game_and_state(saved)
    assert str(again) == str(state) and again.history() == state.history()
    assert again.position == state.position and again.seen == state.seen


@ALL_SETS
def test_observers_show_views(settings: Settings) -> None:
    game = load(settings, seed=2)
    name = game.encoding
    seen = make_observation(game)
    recalled = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    for state in random_game(game, 1)[:25]:
        for player in range(game.num_players()):
            seen.set_from(state, player)
            view = state.position.view(player)
            assert np.array_equal(seen.dict[name], view.encode(name, player))
            assert seen.string_from(state, player) == view.text()
            assert recalled.string_from(state, player).endswith(view.text())
            if not state.is_terminal():
                assert state.observation_string(player) == view.text()


def test_what_a_player_recalls_hides_what_it_did_not_see() -> None:
    game = pyspiel.load_game("quadrille_pillars(open_hands=False)")
    assert game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    first, second = game.new_initial_state(), game.new_initial_state()
    for state, kinds in ((first, (0, 1)), (second, (1, 0))):  # which card RED draws first
        for number in range(3):
            state.apply_action(kinds[number % 2])
    assert str(first) != str(second)
    assert first.information_state_string(0) != second.information_state_string(0)
    assert first.information_state_string(3) == second.information_state_string(3)
    public = make_observation(
        game,
        pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE),
    )
    assert public.string_from(first, 0) == public.string_from(second, 0) == "? ? ?"


def test_types_follow_the_options() -> None:
    kinds = pyspiel.GameType
    for text, chance, information in (
        ("quadrille_quarto", "DETERMINISTIC", "PERFECT_INFORMATION"),
        ("quadrille_carcassonne", "EXPLICIT_STOCHASTIC", "PERFECT_INFORMATION"),
        ("quadrille_sheep", "DETERMINISTIC", "PERFECT_INFORMATION"),
        ("quadrille_sheep(game=3)", "DETERMINISTIC", "IMPERFECT_INFORMATION"),
    ):
        kind = pyspiel.load_game(text).get_type()
        assert kind.chance_mode == getattr(kinds.ChanceMode, chance)
        assert kind.information == getattr(kinds.Information, information)


def test_wrong_parameters() -> None:
    for text, reason in (
        ("quadrille_sheep(players=9)", "expected a whole number from 2 to 4"),
        ("quadrille_quarto(encoding=nothing)", "unknown encoding 'nothing'"),
    ):
        with pytest.raises(ValueError, match=reason):
            pyspiel.load_game(text)


def test_programs_end_well_and_say_what_is_missing() -> None:
    """OpenSpiel keeps what is registered beyond the end of the interpreter."""
    code = (
        "import pyspiel, quadrille.interop.openspiel\n"
        "pyspiel.load_game('quadrille_quarto').new_initial_state()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    code = (
        "import sys; sys.modules['pyspiel'] = None\n"
        "import quadrille; quadrille.game('openspiel:chess')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    last = done.stderr.splitlines()[-1]
    assert "BadSpec: expected OpenSpiel" in last and 'quadrille-lab[openspiel]"' in last


def test_only_installed_games_are_registered() -> None:
    names = {f"quadrille_{name}" for name in quadrille.game_names()}
    assert {name for name in pyspiel.registered_names() if "quadrille" in name} == names
