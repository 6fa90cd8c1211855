"""What only Quarto has: symmetries, canonical form, encodings checked against the oracle."""

import random
from typing import Any

import numpy as np
import pytest

import quadrille
from oracles.quarto import Oracle
from quadrille.games.quarto import (
    Symmetry,
    piece_text,
    random_symmetry,
    square_text,
    symmetries,
)
from support.scale import LONG

VARIANTS: list[dict[str, Any]] = [
    {},
    {"squares": True},
    {"torus": True},
    {"squares": True, "torus": True},
]
SQUARES = [square_text(square) for square in range(16)]
PIECES = [piece_text(piece) for piece in range(16)]


def random_states(options: dict[str, Any], games: int, seed: int = 1) -> list[Any]:
    """Every position of some random games."""
    rng = quadrille.Rng(seed)
    states = []
    for _ in range(games):
        state = quadrille.game("quarto", **options).new()
        while not state.is_over():
            states.append(state.copy())
            state.play(state.random_move(rng))
        states.append(state)
    return states


# --- symmetries ----------------------------------------------------------------------------


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_board_symmetries_are_those_of_the_oracle(options: dict[str, Any]) -> None:
    oracle = Oracle(**options)
    expected = {tuple(map[square] for square in SQUARES) for map in oracle.symmetries()}
    game = quadrille.game("quarto", **options)
    found = {tuple(SQUARES[s] for s in symmetry.squares) for symmetry in symmetries(game.options)}
    assert found == expected


def test_there_are_as_many_symmetries_as_the_rules_say() -> None:
    counts = [len(set(symmetries(quadrille.game("quarto", **o).options))) for o in VARIANTS]
    assert counts == [12_288, 3_072, 128 * 384, 128 * 384]


def test_relabelings_are_those_of_the_oracle() -> None:
    expected = {tuple(map[piece] for piece in PIECES) for map in Oracle().relabelings()}
    game = quadrille.game("quarto")
    found = {tuple(PIECES[p] for p in symmetry.pieces) for symmetry in symmetries(game.options)}
    assert found == expected
    assert len(found) == 384


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_symmetries_commute_with_play(options: dict[str, Any]) -> None:
    game = quadrille.game("quarto", **options)
    rng = quadrille.Rng(5)
    for _ in range(60):
        symmetry = random_symmetry(game.options, rng)
        state = game.new()
        while not state.is_over():
            image = symmetry.state(state)
            assert image.problems() == []
            assert image.canonical_key() == state.canonical_key()
            moved = sorted(symmetry.move(state, move) for move in state.legal_moves())
            assert moved == image.legal_moves()
            move = state.random_move(rng)
            image.play(symmetry.move(state, move))
            state.play(move)
            assert symmetry.state(state) == image
        assert image.outcome() == state.outcome()


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_images_are_those_of_the_symmetries_in_their_order(options: dict[str, Any]) -> None:
    known = list(symmetries(quadrille.game("quarto", **options).options))
    for number, state in enumerate(random_states(options, 5)):
        assert state.num_symmetries() == len(known)
        for index in (0, number + 1, 97 * number % len(known), len(known) - 1 - number):
            assert state.image(index) == known[index].state(state)
            for move in state.legal_moves():
                assert state.image_of(move, index) == known[index].move(state, move)


def test_a_policy_moves_with_its_position() -> None:
    game = quadrille.game("quarto")
    rng = quadrille.Rng(2)
    state = game.parse("..../.TlSh../..../...tlsh TLSH")
    symmetry = random_symmetry(game.options, rng)
    policy = np.zeros(32)
    policy[state.action("c1")] = 1
    image = np.zeros(32)
    image[symmetry.actions] = policy
    (best,) = np.flatnonzero(image)
    assert symmetry.state(state).is_legal(state.move(int(best)))
    assert state.move(int(best)) == symmetry.move(state, state.parse_move("c1"))


@pytest.mark.parametrize("squares, pieces", [([0] * 16, range(16)), (range(15), range(16))])
def test_a_map_that_is_no_permutation_is_refused(squares: Any, pieces: Any) -> None:
    state = quadrille.game("quarto").parse("..../.TlSh../..../...tlsh TLSH")
    with pytest.raises((ValueError, TypeError)):
        Symmetry(tuple(squares), tuple(pieces)).state(state)


# --- canonical form ------------------------------------------------------------------------


def test_positions_up_to_symmetry_are_as_many_as_known() -> None:
    """Boards with k pieces, and with a piece in hand, up to all 12,288 symmetries."""
    boards = {quadrille.game("quarto").new().canonical_key(): quadrille.game("quarto").new()}
    known_boards = [2, 40, 454, 10_374]
    known_hands = [8, 148, 3_382]
    for k in range(4):
        hands: dict[int, Any] = {}
        for state in boards.values():
            for give in state.legal_moves():
                given = state.copy()
                given.play(give)
                hands.setdefault(given.canonical_key(), given)
        if k > 0:
            assert len(hands) == known_hands[k - 1]
        boards = {}
        for state in hands.values():
            for place in state.legal_moves():
                placed = state.copy()
                placed.play(place)
                boards.setdefault(placed.canonical_key(), placed)
        assert len(boards) == known_boards[k]
    assert sum(not state.is_over() for state in boards.values()) == 10_346


# --- encodings and helpers -----------------------------------------------------------------


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_threats_and_safe_pieces_are_those_of_the_oracle(options: dict[str, Any]) -> None:
    chosen = random.Random(3).sample(random_states(options, 60), 300)
    for state in chosen:
        oracle = Oracle.parse(state.text())
        assert [SQUARES[s] for s in state.winning_squares()] == oracle.winning_squares()
        assert [PIECES[p] for p in state.safe_pieces()] == oracle.safe_pieces()


def test_plain_encodings_say_what_their_tables_say() -> None:
    for state in random_states({}, 20):
        board = [state.piece(square) for square in range(16)]
        hand = state.hand()
        remaining = [float(piece in state.remaining()) for piece in range(16)]

        def traits(piece: int) -> list[float]:
            present = piece >= 0
            return [float(present), *(float(present and piece >> t & 1) for t in (3, 2, 1, 0))]

        def onehot(piece: int) -> list[float]:
            return [float(piece == p) for p in range(16)]

        flat = [number for piece in [*board, hand] for number in traits(piece)]
        assert state.encode("flat").tolist() == flat + remaining
        assert state.encode("flat100").tolist() == flat[:80] + flat[81:] + remaining
        hot = [number for piece in [*board, hand] for number in onehot(piece)]
        assert state.encode("onehot").tolist() == hot + remaining
        small = [(piece + 1) / 16 for piece in [*board, hand]]
        assert state.encode("normalized").tolist() == small + remaining


def relational_by_hand(state: Any) -> np.ndarray[Any, np.dtype[np.float32]]:
    """The planes of the page of the game, from the oracle's lines and plain sets."""
    oracle = Oracle.parse(state.text())
    planes = np.zeros((40, 16), np.float32)
    lines = [frozenset(SQUARES.index(square) for square in line) for line in oracle.line_sets()]
    torus = state.options()["torus"]
    hand = state.hand()
    remaining = state.remaining()

    def groups(square: int) -> list[frozenset[int]]:
        file, rank = square % 4, square // 4
        at = [
            [(i, rank) for i in range(4)],
            [(file, i) for i in range(4)],
            [(file + i, rank + i) for i in range(4)],
            [(file - i, rank + i) for i in range(4)],
            *(
                [(left + i, low + j) for i in (0, 1) for j in (0, 1)]
                for low in (rank, rank - 1)
                for left in (file, file - 1)
            ),
        ]
        # Without wrapping, a diagonal that leaves the board is the main one seen from a square.
        if not torus:
            at[2] = [(i, i) for i in range(4)] if file == rank else []
            at[3] = [(3 - i, i) for i in range(4)] if file + rank == 3 else []
            at[4:] = [b if all(0 <= x < 4 and 0 <= y < 4 for x, y in b) else [] for b in at[4:]]
        return [frozenset(4 * (y % 4) + x % 4 for x, y in cells) for cells in at]

    def shared(line: frozenset[int], extra: int | None = None) -> int:
        pieces = [state.piece(s) for s in line if state.piece(s) >= 0]
        pieces += [] if extra is None else [extra]
        return sum(len({piece >> trait & 1 for piece in pieces}) <= 1 for trait in range(4))

    for square in range(16):
        for group, line in enumerate(groups(square)):
            if line not in lines:
                continue
            count = sum(state.piece(s) >= 0 for s in line)
            planes[4 * group, square] = count / 4
            planes[4 * group + 1, square] = shared(line) / 4
            planes[4 * group + 2, square] = shared(line, hand) / 4 if hand >= 0 else 0
            planes[4 * group + 3, square] = sum(shared(line, p) > 0 for p in remaining) / 16
    wins: dict[int, set[int]] = {piece: set() for piece in range(16)}
    for line in lines:
        gaps = [s for s in line if state.piece(s) < 0]
        if len(gaps) == 1:
            for piece in range(16):
                if shared(line, piece) > 0:
                    wins[piece].add(gaps[0])
    for square in range(16):
        planes[32, square] = state.piece(square) >= 0
        planes[33, square] = hand >= 0 and square in wins[hand]
        planes[34, square] = sum(square in wins[p] for p in remaining) / 16
    for piece in range(16):
        planes[35, piece] = piece in remaining
        planes[36, piece] = piece in remaining and not wins[piece]
        planes[37, piece] = len(wins[piece]) / 16 if piece in remaining else 0
        planes[38, piece] = piece == hand
    planes[39] = hand >= 0
    if not state.options()["squares"]:
        planes = np.delete(planes, range(16, 32), axis=0)
    return planes.reshape(-1, 4, 4)


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_relational_encoding_is_what_its_table_says(options: dict[str, Any]) -> None:
    chosen = random.Random(4).sample(random_states(options, 30), 120)
    for state in chosen:
        np.testing.assert_allclose(state.encode("relational"), relational_by_hand(state), atol=1e-6)


def test_relational_encoding_forgets_the_names_of_traits() -> None:
    rng = quadrille.Rng(9)
    identity = tuple(range(16))
    options = quadrille.game("quarto").options
    for state in random_states({}, 10):
        relabelled = Symmetry(identity, random_symmetry(options, rng).pieces)
        before = state.encode("relational")
        after = relabelled.state(state).encode("relational")
        np.testing.assert_array_equal(before[:-5], after[:-5])
        np.testing.assert_array_equal(before[-1], after[-1])
        moved = np.zeros((4, 16), np.float32)
        moved[:, list(relabelled.pieces)] = before[-5:-1].reshape(4, 16)
        np.testing.assert_array_equal(moved, after[-5:-1].reshape(4, 16))


def test_random_play_has_the_known_length_and_draws() -> None:
    """11.67 placements a game and 1.98 % draws, within five standard errors."""
    games, rng = 20_000 if LONG else 4_000, quadrille.Rng(11)
    placements = draws = 0
    for _ in range(games):
        state = quadrille.game("quarto").new()
        while not state.is_over():
            state.play(state.random_move(rng))
        placements += sum(state.piece(square) >= 0 for square in range(16))
        draws += state.winner() < 0
    assert abs(placements / games - 11.67) < 5 * 2.2 / games**0.5
    assert abs(draws / games - 0.0198) < 5 * (0.0198 / games) ** 0.5


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_evaluation_knows_a_win_in_hand(options: dict[str, Any]) -> None:
    for state in random_states(options, 30):
        value = state.evaluate()
        if state.winner() >= 0:
            assert value[state.winner()] > 0.98
        elif not state.is_over() and state.winning_squares():
            assert value[state.player()] > 0.9
        elif not state.is_over() and state.hand() < 0 and not state.safe_pieces():
            assert value[state.player()] < -0.9


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_moves_are_judged_as_the_positions_after_them(options: dict[str, Any]) -> None:
    for state in random_states(options, 400 if LONG else 40):
        expected = []
        for move in state.legal_moves():
            after = state.copy()
            after.play(move)
            values = after.outcome() if after.is_over() else after.evaluate()
            expected.append(values[state.player()])
        assert state._judge_moves() == expected
