"""The values that guide simulations, compared with the static evaluation that they foretell."""

from typing import Any

import pytest

import quadrille
from quadrille import Rng

POINT = 0.04
"""What a point of lead adds to the value of an even position."""
ALL: dict[str, Any] = {"river": True, "inns": True, "abbot": True}


def values_after(state: Any) -> list[float]:
    """What the static evaluation, or the outcome, says to the mover after each legal move."""
    values = []
    for move in state.legal_moves():
        after = state.copy()
        after.play(move)
        value = after.outcome() if after.is_over() else after.evaluate()
        values.append(value[state.player()])
    return values


def is_off(quick: float, value: float) -> bool:
    """Whether the two differ by more than a point."""
    worth = max(POINT * (1 - abs(value)) ** 2, 0.002)  # the slope of d / (1 + |d|)
    return abs(quick - value) > worth


def compared(options: dict[str, Any], games: int, step: str) -> list[tuple[float, float]]:
    """Quick and true values of moves of one step, in games played by the quick ones."""
    rng = Rng(3)
    pairs: list[tuple[float, float]] = []
    for _ in range(games):
        state = quadrille.game("carcassonne", **options).new()
        while not state.is_over():
            if state.player() == quadrille.CHANCE:
                state.play(state.random_move(rng))
                continue
            quick = state.move_values()
            if (state.last_cell() is None) == (step == "place"):
                pairs += zip(quick, values_after(state), strict=True)
            moves = state.legal_moves()
            best = max(range(len(moves)), key=quick.__getitem__)
            state.play(state.random_move(rng) if rng.uniform() < 0.1 else moves[best])
    return pairs


@pytest.mark.parametrize(
    ("options", "most"),
    [
        ({}, 0.03),
        ({"farmers": False}, 0.001),
        ({"players": 3}, 0.03),
        ({"players": 5}, 0.03),
        ({"abbot": True}, 0.03),
        ({"inns": True}, 0.03),
        (ALL, 0.03),
        ({"players": 4, **ALL}, 0.03),
    ],
    ids=str,
)
def test_quick_values_are_those_of_the_evaluation(options: dict[str, Any], most: float) -> None:
    pairs = compared(options, 4, "place")
    off = sum(is_off(quick, value) for quick, value in pairs)
    assert off <= most * len(pairs), f"{off} of {len(pairs)} are off by more than a point"


@pytest.mark.parametrize("options", [{}, {"players": 3}, ALL], ids=str)
def test_values_of_figures_are_exact(options: dict[str, Any]) -> None:
    pairs = compared(options, 2, "meeple")
    assert pairs and all(quick == value for quick, value in pairs)


def test_nobody_moves_when_a_tile_is_drawn() -> None:
    assert quadrille.game("carcassonne").new().move_values() == []
