"""What a game teaches, how often it is drawn, and turns of two moves as one action."""

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quadrille
from quadrille.core._core import Rng
from quadrille.learn.experience import Experience, LearnedTurn, Lessons
from quadrille.learn.replay_memory import ReplayMemory
from quadrille.learn.vec_games import VecGames
from quadrille.search.turns import TurnActions

QUARTO = quadrille.game("quarto")
START = QUARTO.new()


def turns(*sides: int) -> list[LearnedTurn]:
    return [LearnedTurn(START, action, side) for action, side in enumerate(sides)]


def rewards(lessons: Lessons, sides: tuple[int, ...], outcome: list[float]) -> Any:
    return [(one.reward, one.factor) for one in lessons.of_game(turns(*sides), outcome)]


def test_delayed_push_gives_the_loser_its_loss_and_nothing_else() -> None:
    """The last action of the loser is a loss with nothing after it; all before are unchanged."""
    lessons = Lessons("delayed", "next", 0.5)
    found = rewards(lessons, (0, 1, 0, 1, 0), [1.0, -1.0])
    assert found == [(0, 0.5), (0, 0.5), (0, 0.5), (-1, 0), (1, 0)]
    # Turns of two moves: only the second of the loser's last turn, which gave the game away.
    found = rewards(lessons, (0, 1, 1, 0, 0, 1), [-1.0, 1.0])
    assert found == [(0, 0.5), (0, 0.5), (0, 0.5), (0, 0.5), (-1, 0), (1, 0)]


def test_immediate_push_knows_of_no_losses() -> None:
    found = rewards(Lessons("immediate", "next", 0.5), (0, 1, 0, 1, 0), [1.0, -1.0])
    assert found == [(0, 0.5)] * 4 + [(1, 0)]


def test_negamax_turns_the_sign_where_the_opponent_moves() -> None:
    """Two agents on one network see the positions of the other from their own side."""
    found = rewards(Lessons("immediate", "negamax", 0.5), (0, 1, 1, 0, 0), [1.0, -1.0])
    assert found == [(0, -0.5), (0, 0.5), (0, -0.5), (0, 0.5), (1, 0)]


def test_several_steps_add_up_rewards() -> None:
    found = rewards(Lessons("immediate", "negamax", 0.5, 2), (0, 1, 0), [1.0, -1.0])
    assert found == [(0, 0.25), (-0.5, 0), (1, 0)]
    found = rewards(Lessons("delayed", "negamax", 0.5, 3, 10.0), (0, 1, 0), [1.0, -1.0])
    assert found == [(5, 0), (-10, 0), (10, 0)]


def test_one_side_alone_gets_its_outcome() -> None:
    """Against a sparring partner only the learner's own turns are there."""
    found = rewards(Lessons("delayed", "negamax", 1.0), (1, 1, 1), [1.0, -1.0])
    assert found == [(0, 1), (0, 1), (-1, 0)]


def test_a_draw_is_worth_nothing() -> None:
    found = rewards(Lessons("delayed", "negamax", 1.0), (0, 1), [0.0, 0.0])
    assert found == [(0, 0), (0, 0)]


# --- replay memory -------------------------------------------------------------------------


def experience(number: int, reward: float) -> Experience:
    return Experience(START, number, 0, reward, 0.0, None)


def test_weighted_sampling_draws_rewards_more_often() -> None:
    memory = ReplayMemory(10, "weighted", 4.0)
    memory.add([experience(number, [0.0, 1.0, -1.0, 0.5][number]) for number in range(4)])
    drawn = memory.draw(26_000, np.random.default_rng(1))
    counts = Counter(one.action for one in drawn)
    expected = {0: 1 / 14, 1: 5 / 14, 2: 5 / 14, 3: 3 / 14}
    for number, chance in expected.items():
        sigma = (26_000 * chance * (1 - chance)) ** 0.5
        assert abs(counts[number] - 26_000 * chance) < 4 * sigma


def test_uniform_sampling_draws_all_alike() -> None:
    memory = ReplayMemory(10, "uniform", 4.0)
    memory.add([experience(number, float(number)) for number in range(4)])
    counts = Counter(one.action for one in memory.draw(20_000, np.random.default_rng(1)))
    assert all(abs(count - 5000) < 4 * 61.3 for count in counts.values())


@pytest.mark.parametrize("count", [3, 5, 13])
def test_the_oldest_experiences_are_forgotten(count: int, tmp_path: Path) -> None:
    memory = ReplayMemory(5, "weighted", 1.0)
    memory.add([experience(number, number / 10) for number in range(count)])

    def known(found: ReplayMemory) -> list[int]:
        return [one.action for one in found.draw(200, np.random.default_rng(2))]

    assert len(memory) == min(count, 5)
    assert set(known(memory)) == set(range(max(0, count - 5), count))
    memory.save(tmp_path / "memory.json")
    again = ReplayMemory(5, "weighted", 1.0)
    again.load(tmp_path / "memory.json", QUARTO)
    assert known(again) == known(memory)
    for each in (memory, again):
        each.add([experience(99, 1.0)])
    assert known(again) == known(memory)


# --- joint actions -------------------------------------------------------------------------


def test_joint_actions_of_quarto() -> None:
    found = TurnActions.of(QUARTO)
    assert found.firsts == tuple(range(16)) and found.seconds == tuple(range(16, 32))
    assert found.count == 256
    assert found.index(3, 16 + 5) == 3 * 16 + 5
    # The first gift, without a place, is that of square 0.
    assert found.pairs(START) == {piece: (None, 16 + piece) for piece in range(16)}
    state = START.copy()
    state.play("give:TLSH")
    pairs = found.pairs(state)
    assert len(pairs) == 16 * 15 and found.index(0, 31) not in pairs
    assert pairs[found.index(7, 16)] == (7, 16)


def test_the_last_placement_of_quarto_has_no_gift() -> None:
    rng = Rng(5)
    found = TurnActions.of(QUARTO)
    while True:
        state = QUARTO.new()
        while not state.is_over() and (state.remaining() or state.hand() < 0):
            state.play(state.random_move(rng))
        if not state.is_over():
            break
    square = state.legal_moves()[0].square
    assert found.pairs(state) == {16 * square: (square, None)}


# --- games ---------------------------------------------------------------------------------


def played(games: VecGames, steps: int, rng: Rng, joint: TurnActions | None = None) -> list[Any]:
    over = []
    for _ in range(steps):
        choices = {}
        for slot in games.waiting():
            state = games.states[slot]
            options = (
                list(joint.pairs(state))
                if joint is not None
                else [state.action(move) for move in state.legal_moves()]
            )
            choices[slot] = options[rng.below(len(options))]
        over += games.play(choices)
    return over


def test_turns_of_joint_games_are_those_of_one_player_each() -> None:
    joint = TurnActions.of(QUARTO)
    over = played(VecGames(QUARTO, 4, 1, turns=joint), 200, Rng(1), joint)
    assert len(over) > 10
    for game in over:
        sides = [turn.side for turn in game.turns]
        assert sides == [index % 2 for index in range(len(sides))]
        for turn, following in zip(game.turns, game.turns[1:], strict=False):
            first, second = joint.actions(turn.action, turn.state)
            state: Any = turn.state.copy()
            for action in (first, second):
                if action is not None:
                    state.play(state.move(action))
            assert state.text() == following.state.text()
        assert sorted(game.outcome) in ([-1, 1], [0, 0])


def test_a_sparring_partner_takes_each_side_in_turn() -> None:
    games = VecGames(QUARTO, 6, 1, sparring="oneply", sparring_slots=4)
    over = played(games, 300, Rng(2))
    alone = [{turn.side for turn in game.turns} for game in over]
    assert {0} in alone and {1} in alone and {0, 1} in alone
    won = [game.outcome[min(s)] for game, s in zip(over, alone, strict=True) if len(s) == 1]
    assert sum(won) < -len(won) / 2  # random moves lose against it


def test_intermediate_rewards_are_changes_of_measures() -> None:
    games = VecGames(QUARTO, 4, 1, rewards={"safe": 0.5})
    over = played(games, 150, Rng(3))
    checked = 0
    for game in over:
        for turn, following in zip(game.turns, game.turns[1:], strict=False):
            before, after = (len(one.state.safe_pieces()) for one in (turn, following))
            assert turn.extra == 0.5 * (after - before)
            checked += turn.extra != 0
        assert game.turns[-1].extra == 0
    assert checked > 50


def test_open_threes() -> None:
    from quadrille.core.package import package_of

    threes = package_of(QUARTO.state_type).measures["threes"]
    for text, count in [
        ("..../..../..../.... -", 0),
        ("..../..../..../tlshtlsHtlSh. -", 1),
        ("..../..../..../tlshTLSHtlSh. -", 0),  # nothing in common
        ("...tlSH/...TlSh/..../tlshtlsHtlShTLsh -", 0),
    ]:
        assert threes(QUARTO.parse(text)) == count
