"""The inputs of Pillars, against what the page of the game says of them."""

from typing import Any

import pytest

import quadrille
from support.positions import random_positions

PER_CELL, PER_GAMER, PER_TEAM = 21, 63, 63
CLIMBS = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 99)


def cells_by_hand(state: Any, own: int) -> set[int]:
    size = state.size()
    found = set()
    for y in range(size):
        for x in range(size):
            if state.height_at(x, y) > 0:
                found.add((y * size + x) * PER_CELL + state.height_at(x, y))
    for place, side in enumerate((own, 1 - own)):
        for i, player in enumerate(state.order(side)):
            x, y = state.position(player)
            found.add((y * size + x) * PER_CELL + 11 + 5 * place + i)
    return found


@pytest.mark.parametrize("options", [{}, {"gamers": 5}, {"open_hands": False}], ids=str)
def test_inputs_are_what_the_page_says(options: dict[str, Any]) -> None:
    game = quadrille.game("pillars", rounds=30, **options)
    for state in random_positions(game, 3):
        for viewer in (0, state.num_players() - 1):
            inputs = set(map(int, state.inputs("net", viewer)))
            own = state.side(viewer)
            end = PER_CELL * state.size() ** 2
            assert {number for number in inputs if number < end} == cells_by_hand(state, own)
            for place, side in enumerate((own, 1 - own)):
                for i, player in enumerate(state.order(side)):
                    first = end + (5 * place + i) * PER_GAMER
                    next_place = state.next_order(side).index(player)
                    height = state.height_at(*state.position(player))
                    climb = sum(state.climb(player) >= bound for bound in CLIMBS)
                    assert {first + 1 + next_place, first + 6 + height} <= inputs
                    assert first + 6 + 11 + 8 + climb in inputs
            teams = end + 10 * PER_GAMER
            for place, side in enumerate((own, 1 - own)):
                hand = state.view(viewer).hand(side)
                told = [n - teams - place * PER_TEAM for n in inputs]
                assert [n for n in told if 0 <= n < 6] == ([] if hand is None else [hand.moves])
                builds = [n - 13 for n in told if 13 <= n < 19]
                assert builds == ([] if hand is None else [hand.builds])
                assert (26 in told) == (hand is None)


def test_a_step_onto_the_centre_is_told() -> None:
    seen = set()
    for state in random_positions(quadrille.game("pillars"), 60):
        for move in state.legal_moves():
            after = state.copy()
            after.play(move)
            first = 3 + 2 + 25 + 12
            told = first + 3 + 11 in state.move_inputs("net", move)
            assert told == (after.winner() >= 0)
            seen.add(told)
    assert seen == {True, False}
