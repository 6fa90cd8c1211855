"""The depth-limited searches against a plain oracle, and what they guarantee."""

import threading
import time
from typing import Any

import pytest

import quadrille
from oracles import minimax as oracle
from quadrille import BadGame, Game, Limits, Rng
from quadrille.search.native import make_search
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
from support.places import EXAMPLES

LATE = [(CONNECT_FOUR, 33), *((game, 24) for game in QUARTOS), (TIC_TAC_TOE, 3), (NIM, 1)]
BY_DEPTH = ["AlphaBeta", "Expectimax", "MaxN", "Paranoid", "Teams"]
ALL = [*BY_DEPTH, "Hybrid"]


def name_of(value: Any) -> str | None:
    return repr(value) if isinstance(value, Game) else None


def all_values(name: str) -> dict[str, bool]:
    """The setting that gives every move a value; max-n always does."""
    return {} if name == "MaxN" else {"all_moves": True}


def plain(decision: Any) -> dict[str, Any]:
    """Everything that does not depend on the machine."""
    return {**decision.to_dict(), "seconds": None}


def best_moves(state: Any, known: dict[str, tuple[float, int]]) -> set[str]:
    """The moves that win fastest, or draw, or lose slowest."""
    sign = 1 if state.side(state.player()) == state.side(0) else -1
    worth = {}
    for move in state.legal_moves():
        value, plies = oracle.solve(oracle.after(state, move), known)
        worth[str(move)] = (sign * value, -plies * sign * value)
    return {move for move in worth if worth[move] == max(worth.values())}


# --- values -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game, plies", LATE, ids=name_of)
def test_alphabeta_is_exact_and_wins_as_soon_as_possible(game: Game, plies: int) -> None:
    known: dict[str, tuple[float, int]] = {}
    for state in random_states(game, plies, 12):
        side = state.side(state.player())
        value, distance = oracle.solve(state, known)
        expected = value if side == state.side(0) else -value
        decision = search("AlphaBeta", state)
        assert decision.exact and decision.value[side] == expected
        assert str(decision.move) in best_moves(state, known), state.text()
        if value != 0:
            assert decision.depth == distance or len(state.legal_moves()) == 1
        # With every move proven, only the distance tells the fastest win.
        whole = search("AlphaBeta", state, all_moves=True, memory=1)
        assert str(whole.move) in best_moves(state, known), state.text()
        for each in whole.moves:
            child, _ = oracle.solve(oracle.after(state, each.move), known)
            assert each.value == (child if side == state.side(0) else -child), state.text()


@pytest.mark.parametrize("name", BY_DEPTH)
@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize(
    "game, plies",
    [(CONNECT_FOUR, 12), (QUARTOS[0], 17), (QUARTOS[3], 14), (ends(), 0)],
    ids=name_of,
)
def test_depth_limited_values(name: str, depth: int, game: Game, plies: int) -> None:
    for state in random_states(game, plies, 4):
        expected = oracle.move_values(state, depth, oracle.against_root)
        decision = search(name, state, depth=depth, **all_values(name))
        if decision.depth == depth:  # else a win was found before
            assert values_of(decision) == pytest.approx(expected, abs=1e-11)
        side = state.side(state.player())
        quick = search(name, state, depth=depth)
        assert quick.value[side] == pytest.approx(decision.value[side], abs=1e-11)
        for move, value in values_of(quick).items():
            if quick.depth == depth:
                assert value == pytest.approx(expected[move], abs=1e-11)


@pytest.mark.parametrize("pruning", ["none", "star1", "star2", "star2.5"])
@pytest.mark.parametrize("depth", [1, 2, 3, 6])
def test_expectimax_values(pruning: str, depth: int) -> None:
    for state in random_states(ends(dice=True), 2 * (depth == 6) + 3, 6):
        expected = oracle.move_values(state, depth, oracle.against_root)
        decision = search("Expectimax", state, depth=depth, pruning=pruning, all_moves=True)
        assert values_of(decision) == pytest.approx(expected, abs=1e-11)
        quick = search("Expectimax", state, depth=depth, pruning=pruning)
        side = state.side(state.player())
        assert quick.value[side] == pytest.approx(max(expected.values()), abs=1e-11)
        assert expected[str(quick.move)] == pytest.approx(max(expected.values()), abs=1e-11)


def test_pruning_saves_work() -> None:
    state = ends(dice=True).parse("dice=true 3,1,5,2,4,6,2 2,0 1 2")
    plain, star1, star2 = (
        search("Expectimax", state, depth=5, pruning=kind).nodes
        for kind in ("none", "star1", "star2")
    )
    assert star1 < plain
    assert star2 != star1  # with two moves at most, probing does not pay


WISHES = [
    ("MaxN", oracle.own_value),
    ("Paranoid", oracle.against_root),
    ("Teams", oracle.lead_over_root),
]


@pytest.mark.parametrize("name, wish", WISHES)
@pytest.mark.parametrize(
    "options",
    [
        {"players": 1},
        {"players": 1, "dice": True},
        {"players": 3},
        {"players": 3, "dice": True},
        {"players": 4, "partners": True},
        {"players": 4},
    ],
    ids=str,
)
def test_many_sides(name: str, wish: oracle.Wish, options: dict[str, Any]) -> None:
    dice = options.get("dice", False)
    for depth in (1, 2, 3 if dice else 6):
        for state in random_states(ends(**options), 3 if dice else 0, 4):
            expected = oracle.move_values(state, depth, wish)
            decision = search(name, state, depth=depth, **all_values(name))
            if decision.depth == depth:
                assert values_of(decision) == pytest.approx(expected, abs=1e-11)
            assert expected[str(decision.move)] == pytest.approx(max(expected.values()), abs=1e-9)
            if state.num_sides() > 1:
                assert sum(decision.value) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("name", BY_DEPTH)
def test_the_fastest_win_and_the_slowest_loss(name: str) -> None:
    known: dict[str, tuple[float, int]] = {}
    decided = 0
    for state in random_states(TIC_TAC_TOE, 4, 12) + random_states(TIC_TAC_TOE, 5, 12):
        value, distance = oracle.solve(state, known)
        if value == 0:
            continue
        decided += 1
        decision = search(name, state)
        assert decision.exact and decision.depth == distance
        assert str(decision.move) in best_moves(state, known), (name, state.text())
    assert decided >= 10


@pytest.mark.parametrize("name", ALL)
def test_a_win_is_taken_and_a_threat_is_blocked(name: str) -> None:
    for text, move in [
        ("......./......./......./x....../xo...../xo.o...", "1"),
        ("......./......./......./xo...../xo...../xo.....", "1"),  # to win, not to block
        ("......./......./......./......./xx...../ooo.x..", "4"),  # x must block
    ]:
        decision = search(name, CONNECT_FOUR.parse(text), depth=2)
        assert str(decision.move) == move, text


def test_a_side_may_move_twice_in_a_row() -> None:
    # Player 0 takes 1 and goes on: 1, 1, 6 against nothing.
    state = ends().parse("6,1,1,2 0,0 0 1")
    for name in BY_DEPTH:
        assert str(search(name, state).move) == "left"
        assert search(name, state).value[0] == oracle.value(state, 9, oracle.against_root, 0)[0]


# --- hidden information --------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Expectimax", "MaxN", "Paranoid", "Teams", "Hybrid"])
def test_hidden_cards(name: str) -> None:
    game = quadrille.game(f"{EXAMPLES / 'high_card.py'}:HighCard", players=2)
    for card, move in (("4", "keep"), ("1", "swap")):
        state = game.parse(f"players=2 {card},? turn 0 @0")
        decision = search(name, state, depth=2, deals=12)
        assert str(decision.move) == move
        assert len(decision.moves) == 2 and not decision.exact
        assert plain(decision) == plain(search(name, state, depth=2, deals=12))


# --- guarantees -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ALL)
def test_equal_seeds_give_equal_answers(name: str) -> None:
    for game in (CONNECT_FOUR, QUARTOS[0], ends()):
        for state in random_states(game, 2, 2):
            first, again = (search(name, state, seed=7, nodes=3000, depth=4) for _ in range(2))
            assert plain(first) == plain(again)
            assert first.nodes <= 3000


def test_ties_are_broken_by_the_seed_where_values_are_exact() -> None:
    state = QUARTOS[0].new()
    moves = {
        str(search("AlphaBeta", state, seed=seed, depth=1, all_moves=True).move)
        for seed in range(40)
    }
    assert len(moves) > 8
    assert len({str(search("AlphaBeta", state, seed=seed, depth=3).move) for seed in range(9)}) == 1


@pytest.mark.parametrize("name", ALL)
def test_a_single_legal_move_is_searched_one_move_deep(name: str) -> None:
    state = NIM.parse("0,0,1 0")
    decision = search(name, state)
    assert decision.depth == 1 and decision.exact and decision.value == (1, -1)
    assert str(decision.move) == "c1"


@pytest.mark.parametrize("name", ALL)
def test_time_and_stop(name: str) -> None:
    state = QUARTOS[0].new()
    settings = {"depth": 20} if name == "Hybrid" else {}
    started, cpu = time.perf_counter(), time.process_time()
    decision = search(name, state, seconds=0.2, **settings)
    assert time.perf_counter() - started > 0.15
    assert time.process_time() - cpu < 0.2 + 0.5  # which a busy machine does not change
    assert decision.move in state.legal_moves() and not decision.exact
    stop = threading.Event()
    native = make_search(name, type(state), settings)
    threading.Timer(0.1, stop.set).start()
    cpu = time.process_time()
    native.search(state, Rng(0), None, stop)
    assert stop.is_set() and time.process_time() - cpu < 0.1 + 0.5
    # With the event set beforehand there is still an answer.
    assert native.search(state, Rng(0), None, stop).move in state.legal_moves()


@pytest.mark.parametrize("name", ALL)
def test_an_error_in_the_progress_callback_ends_the_search(name: str) -> None:
    state = CONNECT_FOUR.new()
    native = make_search(name, type(state), {"depth": 3})

    def listener(decision: Any) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        native.search(state, Rng(0), None, None, listener)
    heard: list[Any] = []
    again = native.search(state, Rng(0), None, None, heard.append)
    assert [each.depth for each in heard if each.depth][-1] == 3
    assert plain(again)["move"] == plain(heard[-1])["move"]


def test_the_expected_line_can_be_played() -> None:
    for name in BY_DEPTH:
        for state in random_states(TIC_TAC_TOE, 3, 5):
            decision = search(name, state)
            end = state.copy()
            for move in decision.pv:
                end.play(move)
            assert decision.pv[0] == decision.move
            if abs(decision.value[0]) == 1 and name != "AlphaBeta":
                assert end.outcome()[0] == decision.value[0]


def test_the_table_is_kept_between_moves() -> None:
    state = CONNECT_FOUR.new()
    native = make_search("AlphaBeta", type(state), {"depth": 9})
    first = native.search(state, Rng(0))
    for move in first.pv[:2]:
        state.play(move)
    fresh = search("AlphaBeta", state, depth=9)
    assert native.search(state, Rng(0)).nodes < 0.9 * fresh.nodes


@pytest.mark.parametrize(
    "name, game, message",
    [
        ("AlphaBeta", ends(players=3), "two sides, got 3"),
        ("AlphaBeta", ends(dice=True), "without chance"),
        ("Expectimax", ends(players=1), "two sides, got 1"),
        ("Solver", ends(players=3), "two sides"),
        ("Solver", ends(dice=True), "without chance"),
    ],
    ids=str,
)
def test_unsuitable_games_are_refused(name: str, game: Game, message: str) -> None:
    state = game.new()
    if state.player() < 0:
        state.play("roll:1")
    with pytest.raises(BadGame, match=message):
        search(name, state)


# --- agents -----------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", ["alphabeta", "solver:nodes=2000", "teams", "hybrid:sims=5"])
def test_agents_play(spec: str) -> None:
    record = quadrille.play("connect_four", [f"{spec}", "random"], seed=3)
    assert record.players[0] == spec
    record.check(CONNECT_FOUR)


@pytest.mark.parametrize("spec", ["expectimax", "maxn", "paranoid"])
def test_agents_play_python_written_games(spec: str) -> None:
    game = ends(dice=True)
    record = quadrille.play(game, [f"{spec}:nodes=200", f"{spec}:depth=1"], seed=3)
    record.check(game)


@pytest.mark.parametrize(
    "spec, options, reason",
    [
        ("alphabeta", {"players": 3}, "it needs two sides, the game has 3"),
        ("solver", {"players": 3}, "it needs two sides, the game has 3"),
        ("expectimax", {"players": 4}, "it needs two sides, the game has 4"),
    ],
)
def test_unfit_agents_say_why(spec: str, options: dict[str, Any], reason: str) -> None:
    game = ends(**options)
    with pytest.raises(ValueError, match=reason):
        quadrille.play(game, [spec] * options["players"])
    assert quadrille.agent(spec).unfit(CONNECT_FOUR) == ""


@pytest.mark.parametrize(
    "spec, message",
    [
        ("alphabeta:depth=0", "expected depth of at least 1, got 0"),
        ("alphabeta:memory=0", "expected memory of at least 1"),
        ("expectimax:pruning=star3", "expected one of none star1 star2 star2.5"),
        ("hybrid:sims=0", "expected sims of at least 1"),
        ("maxn:time=-1", "expected time of at least 0"),
    ],
)
def test_bad_fields(spec: str, message: str) -> None:
    with pytest.raises(quadrille.BadSpec, match=message):
        quadrille.agent(spec)


def test_agents_without_fields_answer_soon_and_a_time_is_the_only_limit() -> None:
    game = CONNECT_FOUR
    session = quadrille.agent("alphabeta").open(game, 0, Rng(0))
    assert session.choose(game.new(), Limits()).nodes <= 100_000
    timed = quadrille.agent("alphabeta:time=0.3").open(game, 0, Rng(0))
    assert timed.choose(game.new(), Limits()).seconds > 0.2
    deep = quadrille.agent("alphabeta:depth=4").open(game, 0, Rng(0))
    assert deep.choose(game.new(), Limits()).depth == 4
