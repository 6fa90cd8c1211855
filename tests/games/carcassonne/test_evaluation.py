"""The values that guide simulations, compared with the static evaluation that they foretell."""

from typing import Any

import pytest

import quadrille
from quadrille import Rng
from quadrille.core.agents.agent import Limits
from quadrille.core.state import CHANCE

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


@pytest.mark.parametrize("agent", ["greedy", "oneply"])
def test_tiles_that_fit_nowhere_may_be_many(agent: str) -> None:
    """Three places are open, and few tiles fit: the orders in which others are laid aside would
    never end."""
    game = quadrille.game("carcassonne", farmers=False, board=40)
    bag = "2A,4B,1C,2D,5E,2F,1G,3H,2I,3J,3K,2L,2M,3N,2O,3P,1Q,3R,2S,1T,8U,9V,3W,1X"
    tiles = "W:0,-1@0+1:road:s/D:-1,0@0/D:0,0@0/L:0,1@180"
    state = game.parse(f"{tiles} {bag} 4+0+0+0,0+0+0+0 0:meeple:-1,0")
    decision = quadrille.agent(agent).open(game, 0, Rng(1)).choose(state, Limits())
    assert decision.move in state.legal_moves()


def test_greedy_knows_what_is_drawn_in_place_of_a_tile_that_fits_nowhere() -> None:
    """Against all draws in full, in positions where that is possible."""
    game = quadrille.game("carcassonne")
    rng, compared = Rng(5), 0
    for seed in range(40):
        state: Any = game.new(seed)
        while not state.is_over() and len(state.tiles()) < 66:
            state.play(state.random_move(rng))
        while not state.is_over() and state.player() == CHANCE:
            state.play(state.random_move(rng))
        if state.is_over():
            continue
        decision = quadrille.agent("greedy").open(game, 0, Rng(1)).choose(state, Limits())
        found = {each.move: each.value for each in decision.moves}
        for move in state.legal_moves()[:4]:
            after = state.copy()
            after.play(move)
            assert found[move] == pytest.approx(mean_value(after)[state.player()], abs=0.02)
            compared += 1
    assert compared > 30


def mean_value(state: Any) -> list[float]:
    """What the static evaluation says on average over all draws, in every order."""
    if state.is_over():
        return list(state.outcome())
    if state.player() != CHANCE:
        return list(state.evaluate())
    draws = state.chance_moves()
    total = sum(weight for _, weight in draws)
    mean = [0.0] * state.num_sides()
    for move, weight in draws:
        after = state.copy()
        after.play(move)
        mean = [a + weight / total * b for a, b in zip(mean, mean_value(after), strict=True)]
    return mean
