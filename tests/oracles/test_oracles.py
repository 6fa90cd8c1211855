"""Self-tests of the oracles: published counts, round trips, refusals, small positions."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations, product

import pytest

from . import connect_four, quarto
from .perft import perft

OPTION_SETS = [
    {"squares": squares, "torus": torus} for squares in (False, True) for torus in (False, True)
]
EMPTY_QUARTO = "..../..../..../.... -"
EMPTY_ROW = "......."


@cache  # the search takes up to a second
def _symmetries(squares: bool, torus: bool) -> list[dict[str, str]]:
    return quarto.Oracle(squares=squares, torus=torus).symmetries()


def test_perft_connect_four() -> None:
    start = connect_four.Oracle()
    counts = [perft(start, depth) for depth in range(5)]
    assert counts == [1, 7, 49, 343, 2401]


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_perft_quarto(options: dict[str, bool]) -> None:
    start = quarto.Oracle(**options)
    assert [perft(start, depth) for depth in range(5)] == [1, 16, 256, 3840, 57600]


def test_perft_counts_only_games_that_last() -> None:
    won = quarto.Oracle.parse("..../..../..../TLSHTLShTLsHTLsh -")
    assert [perft(won, depth) for depth in range(3)] == [1, 0, 0]
    # Of 13 squares d1 wins; the other twelve are each followed by twelve gives.
    almost = quarto.Oracle.parse("..../..../..../TLSHTLShTLsH. TLsh")
    assert [perft(almost, depth) for depth in range(3)] == [1, 13, 12 * 12]


@pytest.mark.parametrize(
    ("squares", "torus", "lines", "symmetries"),
    [(False, False, 10, 32), (True, False, 19, 8), (False, True, 16, 128), (True, True, 32, 128)],
)
def test_line_and_symmetry_counts(squares: bool, torus: bool, lines: int, symmetries: int) -> None:
    state = quarto.Oracle(squares=squares, torus=torus)
    line_sets = state.line_sets()
    assert len({frozenset(line) for line in line_sets}) == len(line_sets) == lines
    assert all(len(set(line)) == 4 for line in line_sets)
    found = _symmetries(squares, torus)
    assert len({tuple(square_map.items()) for square_map in found}) == len(found) == symmetries
    for square_map in found:
        assert sorted(square_map.values()) == sorted(quarto.SQUARES)
        images = {frozenset(square_map[square] for square in line) for line in line_sets}
        assert images == {frozenset(line) for line in line_sets}


def test_pieces_and_relabelings() -> None:
    assert len(set(quarto.PIECES)) == 16
    for number, piece in enumerate(quarto.PIECES):
        values = [8, 4, 2, 1]
        traits = [value for value, letter in zip(values, piece, strict=True) if letter.isupper()]
        assert sum(traits) == number
    found = quarto.Oracle().relabelings()
    assert len({tuple(piece_map.items()) for piece_map in found}) == len(found) == 384
    assert all(set(piece_map.values()) == set(quarto.PIECES) for piece_map in found)


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_quarto_random_games(options: dict[str, bool]) -> None:
    rng = random.Random(1)
    for _ in range(24):
        state = quarto.Oracle(**options)
        giver = 0
        while not state.is_over():
            assert quarto.Oracle.parse(state.text()).text() == state.text()
            moves = state.legal_moves()
            assert state.winning_squares() == []
            assert state.player() == giver
            # A piece is safe exactly if, once given, it wins nowhere.
            safe = state.safe_pieces()
            for move in moves:
                after = state.copy()
                after.play(move)
                assert (move.removeprefix("give:") in safe) == (after.winning_squares() == [])
            state.play(rng.choice(moves))
            assert quarto.Oracle.parse(state.text()).text() == state.text()
            giver = 1 - giver
            assert state.player() == giver
            # A square wins exactly if the game is over and won after the place.
            move = rng.choice(state.legal_moves())
            wins = move in state.winning_squares()
            state.play(move)
            assert wins == (state.is_over() and state.outcome()[giver] == 1.0)
        assert quarto.Oracle.parse(state.text()).text() == state.text()
        assert state.player() == -2
        assert state.legal_moves() == state.winning_squares() == state.safe_pieces() == []
        assert sum(state.outcome()) == 0.0


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_quarto_symmetries_commute_with_play(options: dict[str, bool]) -> None:
    rng = random.Random(2)
    symmetries = _symmetries(options["squares"], options["torus"])
    relabelings = quarto.Oracle().relabelings()
    for _ in range(20):
        state = quarto.Oracle(**options)
        square_map, piece_map = rng.choice(symmetries), rng.choice(relabelings)
        image = state.transformed(square_map, piece_map)
        while not state.is_over():
            move = rng.choice(state.legal_moves())
            if move in square_map:
                image.play(square_map[move])
            else:
                image.play("give:" + piece_map[move.removeprefix("give:")])
            state.play(move)
            assert image.text() == state.transformed(square_map, piece_map).text()
            assert {square_map[s] for s in state.winning_squares()} == set(image.winning_squares())
        assert image.is_over()
        assert image.outcome() == state.outcome()


def test_quarto_turns_and_order() -> None:
    state = quarto.Oracle()
    assert state.text() == EMPTY_QUARTO
    assert state.legal_moves()[:3] == ["give:tlsh", "give:tlsH", "give:tlSh"]
    players = [state.player()]
    for move in ("give:TlSh", "b3", "give:tlsh", "a1", "give:TLSH"):
        state.play(move)
        players.append(state.player())
    assert players == [0, 1, 1, 0, 0, 1]
    assert state.text() == "..../.TlSh../..../tlsh... TLSH"
    assert state.legal_moves()[:4] == ["b1", "c1", "d1", "a2"]
    for move in ("a1", "e1", "a5", "A2", "give:tlsH", "", "b1 "):
        with pytest.raises(ValueError, match="illegal move"):
            state.play(move)
    with pytest.raises(ValueError, match="not over"):
        state.outcome()


@pytest.mark.parametrize(
    ("board", "winning"),
    [
        # A row of round pieces, the traits being otherwise mixed.
        ("..../..../..../TLsHTlshtLsh. tlsH", [(), ("squares",), ("torus",), ("squares", "torus")]),
        # A block b2 c2 b3 c3; its corner c3 is on no line with two of the others.
        ("..../.TLSH../.TLShTLsH./.... TLsh", [("squares",), ("squares", "torus")]),
        # A broken diagonal a2 b3 c4 d1.
        ("..TLSH./.TLSh../TLsH.../.... TLsh", [("torus",), ("squares", "torus")]),
        # The four corners are one wrapped block.
        ("TLSH..TLSh/..../..../TLsH... TLsh", [("squares", "torus")]),
        # Nothing shared: one piece differs from another in every trait.
        ("..../..../..../TLSHtlshTLsh. tLSH", []),
    ],
)
def test_quarto_wins(board: str, winning: list[tuple[str, ...]]) -> None:
    for names in ((), ("squares",), ("torus",), ("squares", "torus")):
        state = quarto.Oracle.parse("".join(f"{name}=true " for name in names) + board)
        assert bool(state.winning_squares()) == (names in winning), names
        if names in winning:
            state.play(state.winning_squares()[0])
            assert state.outcome() == [1.0, -1.0]  # player 0 places the fourth piece


def test_quarto_winner_by_number_of_pieces() -> None:
    fifth = quarto.Oracle.parse("..../..../tlsh.../TLSHTLShTLsHTLsh -")
    assert fifth.outcome() == [-1.0, 1.0]


def test_quarto_accepts_two_lines_that_share_a_square() -> None:
    # Rank 1 is tall and file a is light; a1 was the last square filled.
    state = quarto.Oracle.parse("tLSH.../tLsH.../tLsh.../TLSHTlShTlsHTlsh -")
    assert state.outcome() == [-1.0, 1.0]


def test_quarto_safe_pieces() -> None:
    # d1 is won by every light piece, and by nothing else.
    state = quarto.Oracle.parse("..../..../..../TLSHtLshTLsh. -")
    dark = [piece for piece in quarto.PIECES if "l" in piece]
    assert state.safe_pieces() == dark
    state.play("give:tlsh")
    assert state.safe_pieces() == dark[1:]
    assert state.winning_squares() == []


def test_quarto_options_in_text() -> None:
    for text, expected in [
        ("squares=true torus=true ", "squares=true torus=true "),
        ("torus=true squares=true ", "squares=true torus=true "),
        ("squares=false ", ""),
        ("torus=true squares=false ", "torus=true "),
    ]:
        assert quarto.Oracle.parse(text + EMPTY_QUARTO).text() == expected + EMPTY_QUARTO


@pytest.mark.parametrize(
    "text",
    [
        "",
        "..../..../..../....",
        "..../..../..../.... ",
        " ..../..../..../.... -",
        "..../..../..../....  -",
        "..../..../..../.... -\n",
        "..../..../..../.... - ",
        "..../..../.... -",
        "..../..../..../..../.... -",
        "..../..../..../... -",
        "..../..../..../..... -",
        "..../..../..../...TLS -",
        "..../..../..../...LTSH -",
        "..../..../..../.... TLS",
        "..../..../..../.... --",
        "squares=True ..../..../..../.... -",
        "squares= ..../..../..../.... -",
        "squares ..../..../..../.... -",
        "size=4 ..../..../..../.... -",
        "squares=true squares=true ..../..../..../.... -",
        "torus=true torus=false ..../..../..../.... -",
        "squares=true  ..../..../..../.... -",
        "..../..../..../.... - squares=true",
        "..../..../TLSH.../...TLSH -",
        "..../..../..../...TLSH TLSH",
        "..../..../..../TLSHTLShTLsHTLsh tlsh",
        # Two rows, which share no square.
        "..../..../tlshtlsHtlShtlSH/TLSHTLShTLsHTLsh -",
        # Rank 1 tall, file a light, a diagonal square: each two share a square, not all three.
        "tLSh.../tLsHtlSH../tLsh.tlSh./TLshTlshTlsHTlSh -",
    ],
)
def test_quarto_refusals(text: str) -> None:
    with pytest.raises(ValueError, match=r"[a-z]") as caught:
        quarto.Oracle.parse(text)
    assert "\n" not in str(caught.value)


def test_quarto_full_boards() -> None:
    rng = random.Random(3)
    draws = 0
    for _ in range(40):
        state = quarto.Oracle()
        while not state.is_over():
            # Avoid wins where possible, to reach full boards.
            if state.hand is None:
                quiet = ["give:" + piece for piece in state.safe_pieces()]
            else:
                wins = state.winning_squares()
                quiet = [move for move in state.legal_moves() if move not in wins]
            state.play(rng.choice(quiet or state.legal_moves()))
        if len(state.board) == 16 and state.outcome() == [0.0, 0.0]:
            draws += 1
            assert quarto.Oracle.parse(state.text()).text() == state.text()
            with pytest.raises(ValueError, match="in hand"):
                quarto.Oracle.parse(state.text().removesuffix("-") + "TLSH")
    assert draws > 0


def test_connect_four_random_games() -> None:
    rng = random.Random(1)
    for _ in range(40):
        state = connect_four.Oracle()
        ply = 0
        while not state.is_over():
            assert state.player() == ply % 2
            assert connect_four.Oracle.parse(state.text()).text() == state.text()
            state.play(rng.choice(state.legal_moves()))
            ply += 1
        assert connect_four.Oracle.parse(state.text()).text() == state.text()
        assert state.player() == -2
        assert state.legal_moves() == []
        if state.outcome() != [0.0, 0.0]:
            assert state.outcome()[(ply - 1) % 2] == 1.0


def test_connect_four_parse_accepts_exactly_what_play_reaches() -> None:
    reached = {connect_four.Oracle().text()}
    # The counts of positions after each ply are OEIS A212693.
    for ply, count in enumerate([1, 7, 49, 238]):
        assert len(reached) == count
        accepted = {text for text in _piles(ply) if _parses(text)}
        assert accepted == reached
        reached = {text for before in reached for text in _after_one_move(before)}


def _after_one_move(text: str) -> list[str]:
    texts = []
    for move in connect_four.Oracle.parse(text).legal_moves():
        state = connect_four.Oracle.parse(text)
        state.play(move)
        texts.append(state.text())
    return texts


def _piles(discs: int) -> list[str]:
    """All boards of so many discs, of either kind, without floating ones."""
    texts = []
    for heights in product(range(discs + 1), repeat=7):
        if sum(heights) == discs:
            cells = [(column + 1, row + 1) for column in range(7) for row in range(heights[column])]
            for count in range(discs + 1):
                for crosses in combinations(cells, count):
                    state = connect_four.Oracle()
                    state.board = {cell: "x" if cell in crosses else "o" for cell in cells}
                    texts.append(state.text())
    return texts


def _parses(text: str) -> bool:
    try:
        connect_four.Oracle.parse(text)
    except ValueError:
        return False
    return True


def _board(*rows: str) -> str:
    """The text of a board of which only the lower rows are given, top to bottom."""
    return "/".join([EMPTY_ROW] * (6 - len(rows)) + list(rows))


def test_connect_four_wins_and_moves() -> None:
    assert len(connect_four.FOURS) == 69
    row = connect_four.Oracle.parse(_board("ooo....", "xxxx..."))
    assert row.outcome() == [1.0, -1.0]
    column = connect_four.Oracle.parse(_board("o......", "o......", "ox.....", "oxx.x.."))
    assert column.outcome() == [-1.0, 1.0]
    rising = connect_four.Oracle.parse(_board("...x...", "..xo...", ".xox...", "xooxo.."))
    assert rising.outcome() == [1.0, -1.0]
    falling = connect_four.Oracle.parse(_board("...x...", "...ox..", "...xox.", "..oxoox"))
    assert falling.outcome() == [1.0, -1.0]
    # Five in a row, completed in the middle.
    five = connect_four.Oracle.parse(_board("oo.oo..", "xxxxx.."))
    assert five.outcome() == [1.0, -1.0]
    state = connect_four.Oracle()
    for _ in range(6):
        state.play("3")
    assert state.legal_moves() == ["1", "2", "4", "5", "6", "7"]
    for move in ("3", "0", "8", "", "1 ", "01"):
        with pytest.raises(ValueError, match="illegal move"):
            state.play(move)
    with pytest.raises(ValueError, match="not over"):
        state.outcome()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "6 rows"),
        ("/".join([EMPTY_ROW] * 5), "6 rows"),
        ("/".join([EMPTY_ROW] * 7), "6 rows"),
        (_board("......"), "7 characters"),
        (_board("........"), "7 characters"),
        (_board(".......") + "\n", "7 characters"),
        (_board("......X"), "expected '.'"),
        (_board("x......", "......."), "floating"),
        (_board("o......"), "counts"),
        (_board("xx....."), "counts"),
        (_board("oooo...", "xxxx..."), "both players"),
        (_board("ooo....", "xxxx..o"), "who is to move"),
        # Two rows of x, of which one last disc can have completed only one.
        (_board("xxxx...", "oooxoo.", "xxxxooo"), "no one last disc"),
        # The four is buried: no disc of it is on top.
        (_board("ooxo...", "xxxxo.."), "no one last disc"),
        # x moves first, so some bottom disc is an x; o moves last, so some top disc is an o.
        (_board("x......", "o......"), "no order"),
        (_board("x......", "o......", "o......", "x......"), "no order"),
    ],
)
def test_connect_four_refusals(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        connect_four.Oracle.parse(text)
    assert "\n" not in str(caught.value)
