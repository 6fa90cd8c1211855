"""Properties of any game, for move sequences and texts that Hypothesis makes up."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quadrille
from quadrille import CHANCE, BadMoveText, BadPosition, Game, IllegalMove, Rng
from support.places import EXAMPLES
from support.scale import LONG

SPECS = [
    *quadrille.game_names(),
    *(
        f"{EXAMPLES}/{example}"
        for example in ("tic_tac_toe.py:TicTacToe", "nim.py:Nim", "high_card.py:HighCard")
    ),
]

every_game = pytest.mark.parametrize(
    "game", [pytest.param(quadrille.game(s), id=s.rpartition("/")[2]) for s in SPECS]
)
often = settings(max_examples=1000 if LONG else 60, deadline=None, derandomize=not LONG)
seeds = st.integers(0, 2**64 - 1)
choices = st.lists(st.integers(0, 2**16 - 1), max_size=60)


def check_refusal(error: ValueError) -> None:
    assert "\n" not in str(error)


def reached(game: Game, seed: int, numbers: list[int]) -> Any:
    """The state after so many moves, each chosen by a number."""
    state = game.new(seed)
    for number in numbers:
        if state.is_over():
            break
        if state.player() == CHANCE:
            state.play_chance()
        else:
            legal = state.legal_moves()
            state.play(legal[number % len(legal)])
    return state


@every_game
@often
@given(seed=seeds, numbers=choices, other=choices)
def test_is_legal_is_membership(
    game: Game, seed: int, numbers: list[int], other: list[int]
) -> None:
    state, elsewhere = reached(game, seed, numbers), reached(game, seed, other)
    legal = state.legal_moves()
    for move in [*legal, *elsewhere.legal_moves()]:
        assert state.is_legal(move) is (move in legal)
        if move not in legal and state.player() != CHANCE:
            before = state.text()
            with pytest.raises(IllegalMove):
                state.play(move)
            assert state.text() == before


@every_game
@often
@given(seed=seeds, numbers=choices)
def test_texts_round_trip(game: Game, seed: int, numbers: list[int]) -> None:
    state = reached(game, seed, numbers)
    parsed = game.parse(state.text())
    assert parsed == state
    assert parsed.text() == state.text()
    assert parsed.hash() == state.hash()
    assert parsed.legal_moves() == state.legal_moves()
    assert parsed.scores() == state.scores()
    for move in state.legal_moves():
        assert state.parse_move(str(move)) == move
        assert state.move(state.action(move)) == move


@every_game
@often
@given(seed=seeds, numbers=choices)
def test_encodings_round_trip(game: Game, seed: int, numbers: list[int]) -> None:
    state = reached(game, seed, numbers)
    parsed = game.parse(state.text())
    for encoding in state.encodings():
        for player in range(state.num_players()):
            tensor = state.encode(encoding.name, player)
            buffer = np.full(encoding.shape, 99, encoding.dtype)
            assert np.array_equal(tensor, parsed.encode(encoding.name, player, buffer))
            view = state.view(player)
            assert np.array_equal(tensor, view.encode(encoding.name, player))


@every_game
@often
@given(seed=seeds, numbers=choices, other=choices)
def test_hashes_are_equal_exactly_for_equal_texts(
    game: Game, seed: int, numbers: list[int], other: list[int]
) -> None:
    state, elsewhere = reached(game, seed, numbers), reached(game, seed, other)
    equal = state.text() == elsewhere.text()
    assert (state == elsewhere) is equal
    assert (state.hash() == elsewhere.hash()) is equal


@every_game
@often
@given(seed=seeds, numbers=choices)
def test_games_are_a_function_of_seed_and_choices(
    game: Game, seed: int, numbers: list[int]
) -> None:
    assert reached(game, seed, numbers) == reached(game, seed, numbers)


@every_game
@often
@given(seed=seeds, luck=seeds)
def test_games_end_with_a_zero_sum(game: Game, seed: int, luck: int) -> None:
    state, rng = game.new(seed), Rng(luck)
    for _ in range(state.max_plies()):
        if not state.is_over():
            state.play(state.random_move(rng))
    assert state.is_over()
    values = state.outcome()
    assert all(-1 <= value <= 1 for value in values)
    assert sum(values) == pytest.approx(0)


@every_game
@often
@given(text=st.text(max_size=60))
def test_any_text_is_a_position_or_refused(game: Game, text: str) -> None:
    try:
        state = game.parse(text)
    except BadPosition as error:
        check_refusal(error)
    else:
        assert state.problems() == []


@every_game
@often
@given(data=st.data(), seed=seeds, numbers=choices)
def test_a_changed_text_is_a_position_or_refused(
    game: Game, data: st.DataObject, seed: int, numbers: list[int]
) -> None:
    text = reached(game, seed, numbers).text()
    start = data.draw(st.integers(0, len(text)))
    stop = data.draw(st.integers(start, min(start + 3, len(text))))
    put = data.draw(st.text(st.sampled_from([*sorted(set(text)), "?", "x"]), max_size=3))
    try:
        state = game.parse(text[:start] + put + text[stop:])
    except BadPosition as error:
        check_refusal(error)
    else:
        assert state.problems() == []
        assert game.parse(state.text()) == state
        for move in state.legal_moves()[:3]:
            after = state.copy()
            after.play(move)
            assert game.parse(after.text()) == after


@every_game
@often
@given(seed=seeds, numbers=choices, text=st.text(max_size=12))
def test_any_text_is_a_move_or_refused(
    game: Game, seed: int, numbers: list[int], text: str
) -> None:
    state = reached(game, seed, numbers)
    before = state.text()
    try:
        state.play(text)
    except (BadMoveText, IllegalMove) as error:
        check_refusal(error)
        after = before
    else:
        after = state.text()
        assert after != before
    assert state.text() == after
