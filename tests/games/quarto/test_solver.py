"""The Quarto solver against plain minimax, its own consistency, its files, and its agent."""

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import quadrille
from oracles.quarto_solver import PlainSolver
from quadrille.core.agents.agent import Limits
from quadrille.games.quarto import _core, random_symmetry, solver
from quadrille.games.quarto.solver import book, proof
from support.scale import LONG

SANITIZED = bool(os.environ.get("QUADRILLE_SANITIZED"))
VARIANTS: list[dict[str, Any]] = [
    {},
    {"squares": True},
    {"torus": True},
    {"squares": True, "torus": True},
]

TORUS_SQUARES = quadrille.game("quarto", squares=True, torus=True)


def late_positions(options: dict[str, Any], placed: int, count: int, seed: int) -> list[Any]:
    """Positions of random games, half of them with a piece in hand, which may win."""
    rng = quadrille.Rng(seed)
    rules = quadrille.game("quarto", **options)
    found: list[Any] = []
    while len(found) < count:
        state = rules.new()
        plies = 2 * placed + len(found) % 2
        for _ in range(plies):
            if not state.is_over():
                state.play(state.random_move(rng))
        if not state.is_over():
            found.append(state)
    return found


def native(state: Any) -> Any:
    options = state.options()
    return _core._Solver(options["squares"], options["torus"], 1 << 16)


# --- values --------------------------------------------------------------------------------


@pytest.mark.parametrize("options", VARIANTS, ids=str)
@pytest.mark.parametrize(
    "placed, count", [(10, 3), (11, 12), (12, 60), (14, 40)] + ([(9, 4), (10, 60)] if LONG else [])
)
def test_answers_are_those_of_plain_minimax(
    options: dict[str, Any], placed: int, count: int
) -> None:
    for state in late_positions(options, placed, count, seed=placed):
        plain = PlainSolver(**options)
        found = solver.solve(state, distance=True, all_moves=True)
        value, distance = plain.solve(state.text())
        assert (found.value, found.distance) == (value, distance), state.text()
        values = {str(move): value for move, value in found.values.items()}
        assert values == plain.move_values(state.text()), state.text()
        after = state.copy()
        after.play(found.move)
        if after.is_over():
            assert distance == 1
        else:
            sign = 1 if after.player() == state.player() else -1
            later = plain.solve(after.text())
            assert (sign * later[0], later[1] + 1) == (value, distance), state.text()


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_a_value_is_that_of_the_best_move(options: dict[str, Any]) -> None:
    for placed in (6, 7, 8, 9):
        for state in late_positions(options, placed, 6 if placed > 6 else 3, seed=20 + placed):
            found = solver.solve(state, all_moves=True)
            assert found.value == max(found.values.values()), state.text()
            assert found.move is not None
            assert found.values[found.move] == found.value
            for move, value in found.values.items():
                after = state.copy()
                after.play(move)
                sign = -1 if move.is_give else 1
                assert sign * native(state).value(after) == value, (state.text(), str(move))


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_symmetric_positions_have_equal_answers(options: dict[str, Any]) -> None:
    rng = quadrille.Rng(3)
    for state in late_positions(options, 8, 40, seed=30):
        image = random_symmetry(state.options(), rng).state(state)
        first, second = (solver.solve(s, distance=True) for s in (state, image))
        assert (first.value, first.distance) == (second.value, second.distance), state.text()


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_keys_are_equal_exactly_for_symmetric_positions(options: dict[str, Any]) -> None:
    """The native key against the canonical key of the rules, which is computed differently."""
    rng = quadrille.Rng(4)
    ours: dict[int, int] = {}
    theirs: dict[int, int] = {}
    for placed in (2, 3, 5, 8, 11):
        for state in late_positions(options, placed, 60, seed=placed):
            if state.hand() >= 0:
                state = state.parse({}, state.text().rsplit(" ", 1)[0] + " -")
            image = random_symmetry(state.options(), rng).state(state)
            for each in (state, image):
                key, other = _core._position_key(each), each.canonical_key()
                assert ours.setdefault(key, other) == other
                assert theirs.setdefault(other, key) == key


def test_a_broken_solver_would_be_noticed() -> None:
    """The positions compared above tell every wrong pair of values apart."""
    states = late_positions({}, 12, 60, seed=12)
    truth = [PlainSolver().solve(state.text())[0] for state in states]
    assert [native(state).value(state) for state in states] == truth
    assert set(truth) == {-1, 0, 1}


def test_a_tiny_table_gives_the_same_values() -> None:
    for state in late_positions({}, 6, 4, seed=40):
        assert _core._Solver(False, False, 1).value(state) == native(state).value(state)


def test_a_finished_game_has_a_value_and_no_move() -> None:
    rng = quadrille.Rng(6)
    state = quadrille.game("quarto").new()
    while not state.is_over():
        state.play(state.random_move(rng))
    found = solver.solve(state, distance=True, all_moves=True)
    assert found.value == abs(state.outcome()[0])
    assert (found.move, found.distance, found.values) == (None, 0, {})


def test_a_position_of_other_rules_is_refused() -> None:
    with pytest.raises(ValueError, match="own rules"):
        _core._Solver(True, False, 1 << 16).value(quadrille.game("quarto").new())


def test_too_little_memory_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 1 megabyte, got 0"):
        solver.solve(quadrille.game("quarto").new(), memory=0)


# --- stopping ------------------------------------------------------------------------------


def test_a_stop_is_obeyed_at_once() -> None:
    limits = Limits()
    state = quadrille.game("quarto", torus=True).new()
    timer = threading.Timer(0.3, limits.stop.set)
    timer.start()
    started = time.process_time()
    with pytest.raises(solver.SolverStopped):
        proof.prove(quadrille.game("quarto"), memory=64, stop=limits.stop.is_set)
    # The rules ask for 50 ms. Other processes cost this one no CPU time.
    assert time.process_time() - started < 0.3 + (2.0 if SANITIZED else 0.5)
    with pytest.raises(solver.SolverStopped):
        native_with(limits).value(state)


def native_with(limits: Limits) -> Any:
    return _core._Solver(False, True, 1 << 20, solver.stopper(limits))


def test_time_that_is_over_stops_a_search() -> None:
    with pytest.raises(solver.SolverStopped):
        native_with(Limits(seconds=0.02)).value(quadrille.game("quarto", torus=True).new())


# --- the book ------------------------------------------------------------------------------


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_the_book_that_ships_is_sound(options: dict[str, Any]) -> None:
    rules = quadrille.game("quarto", **options)
    found = solver.open_book(bool(rules.options["squares"]), bool(rules.options["torus"]))
    assert found is not None
    # A draw (Goossens, 1998), but on the torus who gives first loses.
    assert found.value(rules.new()) == (-1 if "torus" in options else 0)
    rng = quadrille.Rng(5)
    for _ in range(200):
        state = rules.new()
        while found.covers(state) and not state.is_over():
            image = random_symmetry(state.options(), rng).state(state)
            assert found.value(image) == found.value(state)
            moves = state.legal_moves()
            if found.covers(played(state, moves[0])):
                best = max(
                    found.value(played(state, move)) * (-1 if move.is_give else 1) for move in moves
                )
                assert found.value(state) == best
            state.play(state.random_move(rng))


def played(state: Any, move: Any) -> Any:
    after = state.copy()
    after.play(move)
    return after


@pytest.mark.parametrize("options", VARIANTS if LONG else VARIANTS[3:], ids=str)
def test_the_book_agrees_with_the_search(options: dict[str, Any]) -> None:
    """Seconds a position where there are only lines, else less."""
    rules = quadrille.game("quarto", **options)
    squares, torus = bool(rules.options["squares"]), bool(rules.options["torus"])
    found = solver.open_book(squares, torus)
    assert found is not None
    rng = quadrille.Rng(8)
    for _ in range(6):
        state = solver.random_position(rules, 3, rng)
        search = _core._Solver(squares, torus, 64 << 20)
        assert found.value(state) == search.value(state)
        board = played(state, state.legal_moves()[0])
        assert found.most(board) >= search.value(board)


def test_a_book_in_the_making_is_stopped_and_resumed(tmp_path: Path) -> None:
    rules = quadrille.game("quarto", squares=True, torus=True)
    path, partial = tmp_path / "small.book", tmp_path / "small.book.partial"
    stop = threading.Event()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(book, "WRITE_EVERY", 0.0)
        with pytest.raises(solver.SolverStopped):
            solver.build_book(
                rules,
                path,
                lambda done, nodes: stop.set() if done > 0.002 else None,
                memory=1,
                stop=stop.is_set,
            )
    assert not path.exists()
    begun = book.read_values(partial, book.PARTIAL, 3)
    empty = _core._Book(True, True)
    for index, value in enumerate(begun):
        state = empty.full_position(index)
        assert native(state).value(state) == value - 1
    # Making all of it takes a quarter of a minute: pretend that only the end is missing.
    nearly = begun + bytes(empty.num_full() - len(begun) - 3)
    book.write_values(partial, book.PARTIAL, 3, nearly)
    told: list[float] = []
    solver.build_book(rules, path, lambda done, nodes: told.append(done), memory=1)
    assert len(told) == 3 and told == sorted(told) and told[-1] == 1.0
    assert not partial.exists()
    made = book.read_book(path, True, True)
    assert [made.value(empty.full_position(i)) + 1 for i in range(len(begun))] == list(begun)


@pytest.mark.parametrize(
    "damage, expected",
    [
        (lambda data: data[:10], "a piece of one"),
        (lambda data: data[:-1], "damaged or cut off"),
        (lambda data: data[:-1] + bytes([data[-1] ^ 1]), "damaged or cut off"),
        (lambda data: b"PNG" + data[3:], "something else"),
        (lambda data: data[:8] + b"\x09" + data[9:], "version 9"),
        (lambda data: b"", "something else"),
    ],
)
def test_a_damaged_book_is_refused(
    tmp_path: Path, damage: Callable[[bytes], bytes], expected: str
) -> None:
    path = tmp_path / "bad.book"
    book.write_values(path, book.BOOK, 0, bytes(3473))
    assert book.read_book(path, False, False)
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(ValueError, match=expected) as caught:
        book.read_book(path, False, False)
    assert str(path) in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize("values", [bytes(17), bytes([7]) * 3473])
def test_a_book_with_wrong_values_is_refused(tmp_path: Path, values: bytes) -> None:
    path = tmp_path / "bad.book"
    book.write_values(path, book.BOOK, 0, values)
    with pytest.raises(ValueError, match=r"expected 3473 values.*bad\.book"):
        book.read_book(path, False, False)


def test_a_book_for_other_rules_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.book"
    book.write_values(path, book.BOOK, 1, bytes(3473))
    with pytest.raises(ValueError, match=r"for rule set 0, got 1 in .*other\.book"):
        book.read_book(path, False, False)


# --- the proof -----------------------------------------------------------------------------


class Enough(Exception):
    pass


def begin_proof(checkpoint: Path) -> None:
    """A proof that is interrupted after some steps; with both options it takes a moment."""
    told: list[float] = []

    def progress(done: float, nodes: int) -> None:
        told.append(done)
        if len(told) == 3:
            raise Enough

    with pytest.raises(Enough):
        solver.prove(TORUS_SQUARES, checkpoint, progress, memory=4)


def test_a_proof_survives_an_interruption(tmp_path: Path) -> None:
    checkpoint = tmp_path / "proof.json"
    begin_proof(checkpoint)
    told: list[float] = []
    resumed = solver.prove(TORUS_SQUARES, checkpoint, lambda done, _: told.append(done), memory=4)
    start = TORUS_SQUARES.new()
    assert resumed.value == _core._Solver(True, True, 4 << 20).value(start)
    assert told == sorted(told) and told[-1] == 1.0
    again = solver.prove(TORUS_SQUARES, checkpoint, memory=4)
    assert (again.value, again.steps) == (resumed.value, resumed.steps)
    assert again.seconds < resumed.seconds + 0.5


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"format": "quarto-proof-1"}'])
def test_a_damaged_checkpoint_is_refused(tmp_path: Path, text: str) -> None:
    checkpoint = tmp_path / "proof.json"
    checkpoint.write_text(text)
    with pytest.raises(ValueError, match=r"got a damaged one in .*proof\.json"):
        solver.prove(quadrille.game("quarto"), checkpoint, memory=1)


def test_a_changed_or_foreign_checkpoint_is_refused(tmp_path: Path) -> None:
    checkpoint = tmp_path / "proof.json"
    begin_proof(checkpoint)
    with pytest.raises(ValueError, match="expected a checkpoint for"):
        solver.prove(quadrille.game("quarto"), checkpoint, memory=1)
    text = checkpoint.read_text()
    checkpoint.write_text(text.replace('"nodes": ', '"nodes": 1'))
    with pytest.raises(ValueError, match="damaged"):
        solver.prove(TORUS_SQUARES, checkpoint, memory=1)


# --- the agent -----------------------------------------------------------------------------


def play_against_careless(options: dict[str, Any], seat: int, seed: int) -> float:
    """One game of the perfect player from a seat; its result."""
    rules = quadrille.game("quarto", **options)
    rng = quadrille.Rng(seed)
    session = quadrille.agent("perfect:traps=20000", rules).open(rules, seat, quadrille.Rng(seed))
    state = rules.new()
    while not state.is_over():
        if state.player() == seat:
            decision = session.choose(state, Limits())
            assert state.is_legal(decision.move)
            assert decision.value is not None
            assert decision.value[seat] >= 0, "it has let a draw slip"
            state.play(decision.move)
        else:
            state.play(_core._careless_move(state, rng))
    return float(state.outcome()[seat])


def test_perfect_beats_a_careless_player() -> None:
    games = 10 if LONG else 2
    results = [play_against_careless({}, game % 2, seed=game) for game in range(2 * games)]
    assert min(results) >= 0
    assert sum(results) >= 0.7 * len(results)


def test_perfect_is_deterministic() -> None:
    rules = quadrille.game("quarto")
    state = solver.random_position(rules, 6, quadrille.Rng(2))
    decisions = [
        quadrille.agent("perfect", rules).open(rules, 0, quadrille.Rng(7)).choose(state, Limits())
        for _ in range(2)
    ]
    first, second = ({**d.to_dict(), "seconds": 0} for d in decisions)
    assert first == second


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_perfect_never_errs_late(options: dict[str, Any]) -> None:
    rules = quadrille.game("quarto", **options)
    for state in late_positions(options, 8, 30, seed=50):
        decision = (
            quadrille.agent("perfect:traps=1000", rules)
            .open(rules, state.player(), quadrille.Rng(1))
            .choose(state, Limits())
        )
        truth = solver.solve(state, all_moves=True)
        assert truth.values[decision.move] == truth.value
        assert decision.value is not None
        assert decision.value[state.player()] == truth.value
        for stats in decision.moves:
            assert stats.value is None or stats.value == truth.values[stats.move]


def test_perfect_answers_when_stopped() -> None:
    rules = quadrille.game("quarto", torus=True)
    limits = Limits()
    limits.stop.set()
    state = rules.new()
    decision = (
        quadrille.agent("perfect", rules).open(rules, 0, quadrille.Rng(1)).choose(state, limits)
    )
    assert state.is_legal(decision.move)


@pytest.mark.parametrize("spec", ["perfect:memory=0", "perfect:traps=-1"])
def test_bad_fields_are_refused(spec: str) -> None:
    with pytest.raises(quadrille.BadSpec, match="expected at least"):
        quadrille.agent(spec, quadrille.game("quarto"))


def test_solvers_are_kept_apart_by_rules_and_threads() -> None:
    """The same positions from two threads at once, the rules by turns, twice each."""
    states = [s for o in VARIANTS for s in late_positions(o, 8, 6, seed=3)]
    expected = [native(state).value(state) for state in states]
    found: dict[int, list[int | None]] = {}

    def work(thread: int) -> None:
        found[thread] = [solver.solve(state).value for state in states * 2]

    threads = [threading.Thread(target=work, args=(i,)) for i in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {0: expected * 2, 1: expected * 2}


def test_a_kept_solver_obeys_the_limits_of_the_present_question() -> None:
    rules = quadrille.game("quarto")
    early, late = (solver.random_position(rules, n, quadrille.Rng(1)) for n in (5, 8))
    solvers = solver.SolverCache()
    stopped = Limits()
    stopped.stop.set()
    kept = solvers.solver(early)
    assert solvers.solver(early, stopped) is kept, "its table is large enough"
    with pytest.raises(solver.SolverStopped):
        kept.value(early)
    assert solvers.solver(late).value(late) == native(late).value(late)


def test_the_book_is_opened_for_early_positions_only() -> None:
    rules = quadrille.game("quarto")
    for placed, opened in ((3, True), (4, True), (5, False), (9, False)):
        state = solver.random_position(rules, placed, quadrille.Rng(1))
        known = solver.BookSolver(state, solver.SolverCache().solver(state))
        assert (known.book is not None) == opened
