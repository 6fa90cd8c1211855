"""The wire protocol of Sheep contests: packages, and the bytes that programs answer."""

import re
import struct
from collections.abc import Callable
from typing import Any

import pytest

import quadrille
from quadrille.arena.network import client
from quadrille.games.sheep import wire
from quadrille.games.sheep.wire import (
    Answers,
    BadAnswer,
    EndPackage,
    StartPackage,
    TurnPackage,
    pack,
    unpack,
)

SMALL = "size=6 cells=12 sheep=5 ######/#A3.B5.#/#.A2..#/#....#/######/###### 1"


def reader(data: bytes) -> Callable[[int], bytes]:
    """Reads exactly so many bytes, as a program would."""
    left = bytearray(data)

    def read(count: int) -> bytes:
        assert len(left) >= count
        taken = bytes(left[:count])
        del left[:count]
        return taken

    return read


def small(player: int = 1, **options: Any) -> Any:
    text = SMALL[:-1] + str(player)
    return quadrille.game("sheep", players=2, **options).parse(text)


# --- packages --------------------------------------------------------------------------------


def test_numbers_are_little_endian_of_32_bits() -> None:
    assert pack(1, -1, 258) == b"\x01\0\0\0\xff\xff\xff\xff\x02\x01\0\0"
    assert unpack(pack(0, -(2**31), 2**31 - 1)) == (0, -(2**31), 2**31 - 1)


def test_what_packages_look_like() -> None:
    cells, sheep = tuple(range(-1, 8)), tuple(range(9))
    assert unpack(StartPackage(5, 2, cells).to_bytes()) == (1, 5, 3, *cells)
    assert unpack(TurnPackage(6, cells, sheep).to_bytes()) == (1, 6, *cells, *sheep)
    assert unpack(EndPackage(7).to_bytes()) == (0, 7)
    stream = (
        StartPackage(5, 2, cells).to_bytes()
        + TurnPackage(6, cells, sheep).to_bytes()
        + EndPackage(7).to_bytes()
    )
    read = reader(stream)
    assert wire.read_package(read, 3, None) == StartPackage(5, 2, cells)
    assert wire.read_package(read, 3, 2) == TurnPackage(6, cells, sheep)
    assert wire.read_package(read, 3, 2) == EndPackage(7)
    assert wire.read_package(reader(EndPackage(1).to_bytes()), 3, None) == EndPackage(1)


@pytest.mark.parametrize(
    ("values", "expected"),
    [((2, 1), "begins with 1 or 0, got 2"), ((1, 1, 5, *[0] * 9), "id from 1 to 4, got 5")],
)
def test_packages_that_no_server_sends(values: tuple[int, ...], expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        wire.read_package(reader(pack(*values)), 3, None)


def test_grids_count_x_slower() -> None:
    state = small()
    cells, sheep = wire.map_values(state), wire.sheep_counts(state, 0)
    for x in range(6):
        for y in range(6):
            wall = state.is_wall(x, y)
            assert cells[x * 6 + y] == (-1 if wall else state.owner(x, y) + 1)
            assert sheep[x * 6 + y] == (state.sheep(x, y) or 0)
    assert cells[1 * 6 + 1] == 1 and cells[3 * 6 + 1] == 2 and cells[2 * 6 + 2] == 1
    assert sheep[1 * 6 + 1] == 3 and sheep[3 * 6 + 1] == 5 and sheep[2 * 6 + 2] == 2


def test_hidden_counts_are_zero() -> None:
    state = small(hidden=True)
    assert sum(wire.sheep_counts(state, 0)) == sum(wire.sheep_counts(state, 1)) == 5
    assert wire.sheep_counts(state, 1)[3 * 6 + 1] == 5
    assert wire.sheep_counts(state, 0)[3 * 6 + 1] == 0
    for player in (0, 1):
        assert wire.sheep_counts(state.view(player), player) == wire.sheep_counts(state, player)


# --- answers ---------------------------------------------------------------------------------


def asked(*numbers: int) -> Answers:
    """A reader that was asked for a start, then for slides; the last question is unanswered."""
    answers = Answers()
    for index, number in enumerate(numbers):
        answers.ask(number, wire.TURN_VALUES if index else wire.START_VALUES)
    return answers


def test_an_answer_may_come_in_pieces() -> None:
    answers = asked(1, 5)
    for byte in pack(1, 5, 2, 3, 4, 6):
        assert answers.take() is None
        answers.feed(bytes([byte]))
    assert answers.take() == (2, 3, 4, 6)
    assert answers.take() is None


def test_a_start_is_shorter() -> None:
    answers = asked(9)
    answers.feed(pack(1, 9, 2, 3))
    assert answers.take() == (2, 3)


def test_answers_to_older_questions_are_dropped() -> None:
    answers = asked(1, 5, 9)
    answers.feed(pack(1, 1, 0, 0) + pack(1, 5, 2, 3, 4, 6) + pack(1, 9, 1, 1, 1, 1))
    assert answers.take() == (1, 1, 1, 1)


def test_a_second_answer_is_dropped() -> None:
    answers = asked(1, 5)
    answers.feed(pack(1, 5, 2, 3, 4, 6) + pack(1, 5, 7, 7, 7, 7))
    assert answers.take() == (2, 3, 4, 6)
    answers.ask(9, wire.TURN_VALUES)
    assert answers.take() is None
    answers.feed(pack(1, 5, 8, 8, 8, 8) + pack(1, 9, 1, 1, 1, 1))
    assert answers.take() == (1, 1, 1, 1)


@pytest.mark.parametrize("cut", range(1, 24))
@pytest.mark.parametrize("rest_comes", [False, True])
def test_an_answer_that_was_cut_off(cut: int, rest_comes: bool) -> None:
    old = pack(1, 50, 2, 3, 4, 6)
    answers = asked(1, 50)
    answers.feed(old[:cut])
    assert answers.take() is None
    answers.ask(54, wire.TURN_VALUES)
    for byte in (old[cut:] if rest_comes else b"") + pack(1, 54, 7, 8, 9, 1):
        assert answers.take() is None
        answers.feed(bytes([byte]))
    assert answers.take() == (7, 8, 9, 1)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (pack(0, 5, 2, 3, 4, 6), "expected an answer that begins with 1, got 0"),
        (pack(7, 0), "expected an answer that begins with 1, got 7"),
        (b"\xff" * 24, "begins with 1, got -1"),
        (b"GET / HTTP/1.1\r\n\r\n", "begins with 1, got 542393671"),
        (pack(1, 6, 2, 3, 4, 6), "expected package number 5, got 6"),
        (pack(1, 4, 0, 0, 0, 0), "expected package number 5, got 4"),
    ],
)
def test_bytes_that_make_no_sense(data: bytes, expected: str) -> None:
    answers = asked(1, 5)
    answers.feed(data)
    with pytest.raises(BadAnswer, match=expected):
        answers.take()
    # The program finds back.
    answers.ask(9, wire.TURN_VALUES)
    assert answers.take() is None
    answers.feed(pack(1, 9, 1, 2, 3, 4))
    assert answers.take() == (1, 2, 3, 4)


def test_a_program_that_is_always_wrong_is_told_at_once() -> None:
    answers = asked(1)
    for number in range(5, 50, 4):
        answers.ask(number, wire.TURN_VALUES)
        answers.feed(pack(1, number + 1, 2, 3, 4, 6))
        with pytest.raises(BadAnswer, match=f"expected package number {number}, got {number + 1}"):
            answers.take()
    answers.ask(90, wire.TURN_VALUES)
    answers.feed(pack(1, 90, 2, 3, 4, 6))
    assert answers.take() == (2, 3, 4, 6)


def test_garbage_is_skipped() -> None:
    answers = asked(1, 5)
    answers.feed(b"\xff" * 50)
    with pytest.raises(BadAnswer, match="begins with 1, got -1"):
        answers.take()
    answers.ask(9, wire.TURN_VALUES)
    for byte in b"\xff" * 33 + pack(1, 9, 1, 2, 3, 4):
        assert answers.take() is None
        answers.feed(bytes([byte]))
    assert answers.take() == (1, 2, 3, 4)


def test_a_flood_is_cut_short() -> None:
    answers = asked(1, 5)
    stale = pack(1, 1, 0, 0)
    with pytest.raises(BadAnswer, match="more than 65536 bytes"):
        for _ in range(10_000):
            answers.feed(stale)
            assert answers.take() is None
    answers.ask(9, wire.TURN_VALUES)
    answers.feed(pack(1, 9, 1, 2, 3, 4))
    assert answers.take() == (1, 2, 3, 4)


# --- answers and moves -----------------------------------------------------------------------


@pytest.mark.parametrize("game", [1, 2, 3, 4])
def test_every_move_has_an_answer(game: int) -> None:
    rng = quadrille.Rng(game)
    state = quadrille.game("sheep", game=game).new(game)
    while not state.is_over():
        view = state.view(state.player())
        for move in view.legal_moves():
            values = wire.answer_values(move)
            if move.kind == "start":
                assert wire.start_move(view, values) == str(move)
            elif move.kind == "slide":
                assert wire.slide_move(view, values) == str(move)
            else:
                assert values == (0, 0, 0, 0)
        state.play(state.random_move(rng))


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ((3, 1, 1, 8), "x=3 y=1 m=1 direction=8: not a cell of the player"),
        ((0, 0, 1, 8), "not a cell of the player"),
        ((-1, 1, 1, 8), "not a cell of the player"),
        ((2**31 - 1, 1, 1, 8), "not a cell of the player"),
        ((1, 1, 1, 5), "expected a direction of 1 2 3 4 6 7 8 9"),
        ((1, 1, 1, 0), "expected a direction of"),
        ((1, 1, 1, 2), "that way is blocked"),
        ((1, 1, 1, 9), "that way is blocked"),
        ((1, 1, 3, 8), "expected 1 to 2 sheep"),
        ((1, 1, 0, 8), "expected 1 to 2 sheep"),
        ((1, 1, -5, 8), "expected 1 to 2 sheep"),
    ],
)
def test_slides_that_are_not_legal(values: tuple[int, ...], expected: str) -> None:
    state = small()
    assert wire.slide_move(state, (1, 1, 2, 8)) == "b2-b4:2"
    with pytest.raises(BadAnswer, match=expected):
        wire.slide_move(state, values)


def test_starts_that_are_not_legal() -> None:
    state = quadrille.game("sheep").new()
    assert state.is_legal(wire.start_move(state, state.start_cells()[0]))
    for values in [(-1, 0), (12, 3), (2**31 - 1, -(2**31))]:
        with pytest.raises(BadAnswer, match=f"illegal start x={values[0]} y={values[1]}"):
            wire.start_move(state, values)


# --- positions of the client -----------------------------------------------------------------


@pytest.mark.parametrize("game", [1, 2, 3, 4])
def test_the_client_sees_what_the_server_shows(game: int) -> None:
    """A package holds the player's view, except for passes, which packages do not show."""
    rules = quadrille.game("sheep", game=game)
    rng = quadrille.Rng(1)
    state = rules.new(5)
    while not state.is_over():
        player = state.player()
        cells = wire.map_values(state)
        package: StartPackage | TurnPackage = (
            StartPackage(1, player, cells)
            if state.phase() == "start"
            else TurnPackage(1, cells, wire.sheep_counts(state, player))
        )
        seen = client.position(rules, package, player)
        assert seen.text() == (without_passes(state, player) if game == 3 else state.text())
        state.play(state.random_move(rng))


def without_passes(state: Any, player: int) -> str:
    """The view of a player who does not know who has passed."""
    text: str = state.text().replace("!", "")
    for other, letter in enumerate("ABCD"):
        cells = text.count(letter)
        if other != player and 1 < cells < state.flock():
            text = re.sub(rf"{letter}\d+", f"{letter}?", text)
    return text


def test_the_client_takes_fields_and_flocks_as_they_are() -> None:
    rules = quadrille.game("sheep")
    state = quadrille.game("sheep", cells=40, sheep=9).new(3)
    for _ in range(4):
        state.play(state.legal_moves()[0])
    package = TurnPackage(3, wire.map_values(state), wire.sheep_counts(state, 0))
    seen = client.position(rules, package, 0)
    assert seen.flock() == 9 and wire.map_values(seen) == package.cells
    assert [str(move) for move in seen.legal_moves()] == [str(m) for m in state.legal_moves()]


def test_maps_that_no_server_sends() -> None:
    with pytest.raises(ValueError, match="expected map values from -1 to 4, got 9"):
        client.position_text(quadrille.game("sheep"), StartPackage(1, 0, (9,) * 144), 0)


def test_wire_constants() -> None:
    assert struct.calcsize("<i") == wire.HELLO_BYTES == 4
    assert wire.PORT == 8887
