"""The solver of Connect Four against the general one and against plain minimax."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest

import quadrille
from oracles import minimax as oracle
from quadrille import Limits, Rng
from quadrille.search import _core as any_game
from quadrille.search.native import make_search
from quadrille.search.solving import solve
from support.scale import LENGTH, LONG

GAME = quadrille.game("connect_four")
PLENTY = 10**7


def positions(discs: range, count: int, seed: int = 0) -> Iterator[Any]:
    """Positions of random games that are not over, with numbers of discs in turn."""
    rng = Rng(seed)
    for number in range(count):
        while True:
            state = GAME.new()
            for _ in range(discs[number % len(discs)]):
                if not state.is_over():
                    state.play(state.random_move(rng))
            if not state.is_over():
                yield state
                break


def decision(state: Any, **settings: Any) -> Any:
    return make_search("Solver", type(state), settings).search(state, Rng(1))


def values(found: Any) -> dict[Any, float]:
    return {each.move: each.value for each in found.moves if each.value is not None}


@pytest.mark.parametrize(
    "discs, count",
    [
        (range(18, 22), 20),
        (range(22, 26), 400),
        (range(26, 34), 2000),
        (range(34, 42), 1000),
        *([(range(18, 22), 1000 * LENGTH), (range(22, 42), 50_000 * LENGTH)] if LONG else []),
    ],
    ids=str,
)
def test_answers_are_those_of_the_general_solver(discs: range, count: int) -> None:
    general = any_game._Solver({"all_moves": True, "memory": 16})
    for state in positions(discs, count):
        expected = general.search(state, Rng(1))
        found = decision(state, all_moves=True, memory=1)
        assert found.exact and expected.exact
        assert values(found) == values(expected), state.text()
        assert found.value == expected.value, state.text()
        quick = decision(state, memory=1)
        assert quick.value == expected.value, state.text()
        assert values(expected)[quick.move] == max(values(expected).values()), state.text()


@pytest.mark.parametrize("discs, count", [(range(30, 42), 300)])
def test_answers_are_those_of_plain_minimax(discs: range, count: int) -> None:
    for state in positions(discs, count, seed=1):
        known: dict[str, tuple[float, int]] = {}
        sign = 1 if state.player() == 0 else -1
        expected = {
            move: sign * oracle.solve(oracle.after(state, move), known)[0]
            for move in state.legal_moves()
        }
        assert values(decision(state, all_moves=True, memory=1)) == expected, state.text()
        assert state.exact(PLENTY) == [sign * v * max(expected.values()) for v in (1, -1)]


def test_mirror_images_have_mirrored_values() -> None:
    for state in positions(range(14, 18), 12, seed=2):
        image = GAME.parse("/".join(row[::-1] for row in state.text().split("/")))
        found, mirrored = (values(decision(each, all_moves=True)) for each in (state, image))
        assert {str(8 - int(str(move))): value for move, value in found.items()} == {
            str(move): value for move, value in mirrored.items()
        }


def test_a_solver_that_remembers_gives_the_answers_of_a_fresh_one() -> None:
    """Also when a game goes back to fewer discs, for which it takes a larger table."""
    kept = make_search("Solver", GAME.state_type, {"all_moves": True, "memory": 8})
    for state in positions(range(24, 12, -1), 24, seed=3):
        fresh = decision(state, all_moves=True)
        assert values(kept.search(state, Rng(1))) == values(fresh), state.text()


def test_a_line_of_play_of_the_solver_keeps_the_value() -> None:
    for state in positions(range(12, 16), 8, seed=4):
        value = solve(state).value
        assert value is not None
        first = state.player()
        while not state.is_over():
            found = solve(state)
            assert found.value == (value if state.player() == first else -value)
            state.play(found.move)
        assert state.outcome()[first] == value


@pytest.mark.skipif(not LONG, reason="a minute or two of solving: make test-long")
def test_the_first_disc_wins_in_the_middle_only() -> None:
    """As Allen and Allis found in 1988: beside the middle it draws, elsewhere it loses."""
    found = solve(GAME.new(), all_moves=True)
    assert [found.values[move] for move in GAME.new().legal_moves()] == [-1, -1, 0, 1, 0, -1, -1]


# --- limits --------------------------------------------------------------------------------


def test_it_looks_at_no_more_positions_than_allowed() -> None:
    for nodes in (1, 2, 1000, 5000):
        found = decision(GAME.new(), nodes=nodes)
        assert found.nodes == nodes and not found.exact
        assert found.move in GAME.new().legal_moves()


def test_it_stops_when_told_to() -> None:
    stop = threading.Event()
    heard: list[int] = []

    def hear(so_far: quadrille.Decision) -> None:
        heard.append(so_far.nodes or 0)
        stop.set()

    found = solve(GAME.new(), all_moves=True, limits=Limits(stop=stop, progress=hear))
    assert found.value is None and found.values == {}
    assert heard and found.nodes >= heard[0] > 0


# --- exact values --------------------------------------------------------------------------


def test_an_exact_value_depends_on_position_and_budget_only() -> None:
    states = list(positions(range(22, 28), 200, seed=5))
    first = [state.exact(100) for state in states]
    assert 20 < first.count(None) < 180
    assert [state.exact(100) for state in reversed(states)] == first[::-1]
    for state, cheap in zip(states, first, strict=True):
        value = solve(state).value
        assert value is not None
        expected = [float(value), float(-value)][:: 1 if state.player() == 0 else -1]
        assert state.exact(PLENTY) == expected
        assert cheap in (None, expected)


def test_early_positions_are_not_even_tried() -> None:
    assert GAME.new().exact(PLENTY) is None
