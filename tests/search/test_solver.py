"""The solver against the oracle, against alpha-beta, and by symmetry."""

from typing import Any

import pytest

from oracles import minimax as oracle
from quadrille import Game
from search.common import (
    CONNECT_FOUR,
    NIM,
    QUARTOS,
    TIC_TAC_TOE,
    ends,
    random_states,
    search,
    values_of,
)

LATE = [
    (CONNECT_FOUR, 33),
    *((game, 24) for game in QUARTOS),
    (TIC_TAC_TOE, 3),
    (NIM, 1),
    (ends(), 0),
]


@pytest.mark.parametrize("memory", [1, 16])
@pytest.mark.parametrize("game, plies", LATE, ids=repr)
def test_the_solver_is_exact(game: Game, plies: int, memory: int) -> None:
    known: dict[str, tuple[float, int]] = {}
    for state in random_states(game, plies, 10):
        sign = 1 if state.side(state.player()) == state.side(0) else -1
        expected = {
            str(move): sign * oracle.solve(oracle.after(state, move), known)[0]
            for move in state.legal_moves()
        }
        decision = search("Solver", state, memory=memory, all_moves=True)
        assert decision.exact and all(each.exact for each in decision.moves)
        assert values_of(decision) == expected, state.text()
        quick = search("Solver", state, memory=memory)
        assert quick.exact and expected[str(quick.move)] == max(expected.values())
        assert quick.value[state.side(state.player())] == max(expected.values())


@pytest.mark.parametrize("game, plies", [(CONNECT_FOUR, 22), (QUARTOS[0], 19), (QUARTOS[1], 18)])
def test_the_solver_agrees_with_alphabeta(game: Game, plies: int) -> None:
    for state in random_states(game, plies, 6, seed=5):
        solved, searched = (search(name, state) for name in ("Solver", "AlphaBeta"))
        assert solved.exact and searched.exact
        assert solved.value == searched.value, state.text()


def test_known_results_of_tic_tac_toe_and_nim() -> None:
    assert search("Solver", TIC_TAC_TOE.new()).value == (0, 0)
    # The player to move wins unless the nim-sum is zero.
    for heaps in ((1, 2, 3), (1, 3, 5), (0, 2, 2), (1, 1, 1), (0, 3, 4)):
        state = NIM.parse(f"{','.join(map(str, heaps))} 0") if sum(heaps) != 9 else NIM.new()
        zero = heaps[0] ^ heaps[1] ^ heaps[2] == 0
        assert search("Solver", state).value[0] == (-1 if zero else 1)


def test_mirrored_positions_have_equal_values() -> None:
    for state in random_states(CONNECT_FOUR, 20, 6, seed=9):
        mirrored = CONNECT_FOUR.parse("/".join(row[::-1] for row in state.text().split("/")))
        values, images = (
            values_of(search("Solver", each, all_moves=True)) for each in (state, mirrored)
        )
        assert images == {str(8 - int(move)): value for move, value in values.items()}


def test_a_stopped_solver_says_what_it_knows() -> None:
    state = CONNECT_FOUR.new()
    decision = search("Solver", state, nodes=1000)
    assert not decision.exact and decision.nodes == 1000
    assert decision.move in state.legal_moves() and decision.value is None
    [late, *_] = random_states(CONNECT_FOUR, 22, 1)
    whole = values_of(search("Solver", late, all_moves=True))
    for nodes in (1, 10, 100, 1000, 10000):
        part: Any = search("Solver", late, nodes=nodes, all_moves=True)
        for move, value in values_of(part).items():
            assert value == whole[move]
