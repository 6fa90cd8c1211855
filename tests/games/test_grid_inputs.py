"""Inputs of the games on square grids look the same from every side."""

from typing import Any

import pytest

import quadrille
from support.positions import random_positions

GAMES: dict[str, tuple[int, int, int, int]] = {"sheep": (30, 3, 2, 8), "pillars": (21, 5, 1, 0)}
"""Inputs of a cell; inputs of a move before its cells, how many cells it has, its directions."""


def image_of_cell(cell: int, size: int, symmetry: int) -> int:
    """As the pages say: bit 0 mirrors columns, bit 1 rows, then bit 2 swaps both."""
    y, x = divmod(cell, size)
    x = size - 1 - x if symmetry & 1 else x
    y = size - 1 - y if symmetry & 2 else y
    x, y = (y, x) if symmetry & 4 else (x, y)
    return y * size + x


@pytest.mark.parametrize("game", GAMES)
def test_inputs_of_cells_turn_and_others_stay(game: str) -> None:
    per_cell = GAMES[game][0]
    rng = quadrille.Rng(4)
    for state in random_positions(quadrille.game(game), 3):
        area, symmetry = state.size() ** 2, rng.below(8)
        turned = []
        for number in map(int, state.inputs("net", 0)):
            cell, what = divmod(number, per_cell)
            if cell < area:
                cell = image_of_cell(cell, state.size(), symmetry)
            turned.append(cell * per_cell + what)
        assert sorted(turned) == sorted(state.image(symmetry).inputs("net", 0))


@pytest.mark.parametrize("game", GAMES)
def test_a_move_and_its_image_look_the_same(game: str) -> None:
    _, before, cells, directions = GAMES[game]
    rng = quadrille.Rng(5)
    for state in random_positions(quadrille.game(game), 3):
        area, symmetry = state.size() ** 2, rng.below(8)
        image = state.image(symmetry)

        def described(state: Any, move: Any, turn: int, area: int = area) -> list[int]:
            """The inputs with cells turned, and without directions."""
            found = []
            for number in map(int, state.move_inputs("net", move)):
                place = number - before
                if 0 <= place < cells * area:
                    which, cell = divmod(place, area)
                    place = which * area + image_of_cell(cell, state.size(), turn)
                if not 0 <= place - cells * area < directions:
                    found.append(place + before)
            return sorted(found)

        for move in state.legal_moves():
            there = state.image_of(move, symmetry)
            assert described(state, move, symmetry) == described(image, there, 0)
