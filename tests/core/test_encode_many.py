"""Many positions as one tensor."""

from pathlib import Path

import numpy as np
import pytest

import quadrille
from quadrille import Rng
from support.positions import random_positions

TIC_TAC_TOE = str(Path(__file__).parents[2] / "examples" / "tic_tac_toe.py") + ":TicTacToe"


@pytest.mark.parametrize("name", [*quadrille.game_names(), TIC_TAC_TOE])
def test_rows_are_what_each_state_says(name: str) -> None:
    game = quadrille.game(name)
    states = list(random_positions(game, 3))
    rng = Rng(5)
    symmetries = [rng.below(state.num_symmetries()) for state in states]
    for encoding in game.new().encodings():
        rows = game.encode_many(states, encoding.name)
        assert rows.shape == (len(states), *encoding.shape)
        assert rows.dtype == encoding.dtype
        assert np.array_equal(rows, [state.encode(encoding.name) for state in states])
        images = game.encode_many(states, encoding.name, symmetries)
        pairs = zip(states, symmetries, strict=True)
        assert np.array_equal(images, [s.image(k).encode(encoding.name) for s, k in pairs])


def test_nothing_gives_an_empty_tensor() -> None:
    assert quadrille.game("quarto").encode_many([], "flat").shape[0] == 0


def test_bad_calls_are_refused() -> None:
    game = quadrille.game("connect_four")
    states = [game.new(), game.new()]
    with pytest.raises(ValueError, match="encoding"):
        game.encode_many(states, "plains")
    with pytest.raises(TypeError, match="states of connect_four"):
        game.encode_many([game.new(), quadrille.game("quarto").new()], "planes")
    with pytest.raises(ValueError, match="2 symmetries"):
        game.encode_many(states, "planes", [0])
    with pytest.raises(ValueError, match="from 0 to 1"):
        game.encode_many(states, "planes", [0, 2])
    small, large = quadrille.game("sheep", size=8, cells=30), quadrille.game("sheep")
    with pytest.raises(ValueError, match="equal options"):
        large.encode_many([large.new(), small.new()], "planes")
