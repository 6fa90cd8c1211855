"""The inputs of Pillars look the same from every side of the board."""

import quadrille
from support.positions import random_positions

PER_CELL = 21
BEFORE_CELLS = 5
"""Inputs of a move before those of its cell."""


def image_of_cell(cell: int, size: int, symmetry: int) -> int:
    """As the page says: bit 0 mirrors columns, bit 1 rows, then bit 2 swaps both."""
    y, x = divmod(cell, size)
    x = size - 1 - x if symmetry & 1 else x
    y = size - 1 - y if symmetry & 2 else y
    x, y = (y, x) if symmetry & 4 else (x, y)
    return y * size + x


def test_inputs_of_cells_turn_and_others_stay() -> None:
    rng = quadrille.Rng(4)
    for state in random_positions(quadrille.game("pillars"), 3):
        area, symmetry = state.size() ** 2, rng.below(8)
        turned = []
        for number in map(int, state.inputs("net", 0)):
            cell, what = divmod(number, PER_CELL)
            if cell < area:
                cell = image_of_cell(cell, state.size(), symmetry)
            turned.append(cell * PER_CELL + what)
        assert sorted(turned) == sorted(state.image(symmetry).inputs("net", 0))


def test_a_move_and_its_image_look_the_same() -> None:
    rng = quadrille.Rng(5)
    for state in random_positions(quadrille.game("pillars"), 3):
        area, symmetry = state.size() ** 2, rng.below(8)
        image = state.image(symmetry)
        for move in state.legal_moves():
            turned = []
            for number in map(int, state.move_inputs("net", move)):
                cell = number - BEFORE_CELLS
                if 0 <= cell < area:
                    cell = image_of_cell(cell, state.size(), symmetry)
                turned.append(cell + BEFORE_CELLS)
            there = image.move_inputs("net", state.image_of(move, symmetry))
            assert sorted(turned) == sorted(there)
