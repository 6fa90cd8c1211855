"""Native rules and slow oracles play the same random games and must agree at every ply."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

import quadrille
from oracles import connect_four, quarto
from quadrille import Game, Rng

LONG = os.environ.get("QUADRILLE_LONG") == "1"


@dataclass(frozen=True)
class Variant:
    """A native game with certain options, and its oracle."""

    name: str
    game: Game
    oracle: Callable[[], Any]
    games: int
    """How many random games are played."""
    chunk: int
    """How many of them are one test."""


def _quarto(squares: bool, torus: bool) -> Variant:
    name = f"quarto{'-squares' if squares else ''}{'-torus' if torus else ''}"
    game = quadrille.game("quarto", squares=squares, torus=torus)

    def oracle() -> quarto.Oracle:
        return quarto.Oracle(squares=squares, torus=torus)

    return Variant(name, game, oracle, *((250_000, 2_500) if LONG else (2_000, 500)))


VARIANTS = [
    Variant(
        "connect_four",
        quadrille.game("connect_four"),
        connect_four.Oracle,
        *((20_000, 1_000) if LONG else (2_000, 250)),
    ),
    *(_quarto(squares, torus) for squares in (False, True) for torus in (False, True)),
]
QUARTO = VARIANTS[1:]


def disagreement(state: Any, oracle: Any) -> str | None:
    """In what the two differ, if in anything."""
    pairs: list[tuple[str, Any, Any]] = [
        ("text", state.text(), oracle.text()),
        ("player", state.player(), oracle.player()),
        ("legal moves", [str(move) for move in state.legal_moves()], oracle.legal_moves()),
    ]
    if state.is_over() and oracle.is_over():
        pairs.append(("outcome", state.outcome(), oracle.outcome()))
    for what, native, slow in pairs:
        if native != slow:
            return f"{what}: native {native!r}, oracle {slow!r}"
    return None


def after(variant: Variant, moves: list[str]) -> str | None:
    """The disagreement after these moves; None if there is none or they cannot be played."""
    state, oracle = variant.game.new(), variant.oracle()
    for move in moves:
        try:
            state.play(move)
            oracle.play(move)
        except ValueError:
            return None
    return disagreement(state, oracle)


def shortest(variant: Variant, moves: list[str]) -> list[str]:
    """Leave out one or two moves at a time, as long as what is left disagrees as well."""
    for size in (2, 1):
        start = 0
        while start + size <= len(moves):
            fewer = moves[:start] + moves[start + size :]
            if after(variant, fewer):
                moves, start = fewer, 0
            else:
                start += 1
    prefixes = (moves[:length] for length in range(len(moves)))
    return next((prefix for prefix in prefixes if after(variant, prefix)), moves)


def play_in_step(variant: Variant, seed: int) -> None:
    """One random game on both sides."""
    rng = Rng(seed)
    state, oracle = variant.game.new(seed), variant.oracle()
    moves: list[str] = []
    try:
        while (problem := disagreement(state, oracle)) is None and not state.is_over():
            legal = state.legal_moves()
            moves.append(str(legal[rng.below(len(legal))]))
            state.play(moves[-1])
            oracle.play(moves[-1])
    except ValueError as error:
        problem = f"{moves[-1]!r} was refused: {error}"
    if problem:
        fewest = shortest(variant, moves)
        pytest.fail(f"{variant.name}, seed {seed}, after {fewest}: {problem}")


@pytest.mark.parametrize(
    ("variant", "first"),
    [
        pytest.param(variant, first, id=f"{variant.name}-{first}")
        for variant in VARIANTS
        for first in range(0, variant.games, variant.chunk)
    ],
)
def test_native_rules_agree_with_the_oracle(variant: Variant, first: int) -> None:
    for seed in range(first, first + variant.chunk):
        play_in_step(variant, seed)


@pytest.mark.parametrize("variant", QUARTO, ids=lambda variant: variant.name)
def test_winning_squares_and_safe_pieces_agree(variant: Variant) -> None:
    for seed in range(500 if LONG else 15):
        rng = Rng(seed)
        state, oracle = variant.game.new(), variant.oracle()
        while not state.is_over():
            winning = [quarto.SQUARES[square] for square in state.winning_squares()]
            assert winning == oracle.winning_squares(), (variant.name, seed, state.text())
            safe = [quarto.PIECES[piece] for piece in state.safe_pieces()]
            assert safe == oracle.safe_pieces(), (variant.name, seed, state.text())
            move = str(state.random_move(rng))
            state.play(move)
            oracle.play(move)


class NoDiagonals(connect_four.Oracle):
    """An oracle that does not know diagonals, to see that a disagreement is found and shrunk."""

    def is_over(self) -> bool:
        lines = {tuple(cells) for cells in connect_four.FOURS}
        straight = [c for c in lines if len({x for x, _ in c}) == 1 or len({y for _, y in c}) == 1]
        return any(len({self.board.get(cell, cell) for cell in line}) == 1 for line in straight)

    def copy(self) -> "NoDiagonals":
        twin = NoDiagonals()
        twin.board = dict(self.board)
        return twin


def test_a_disagreement_is_found_and_shrunk() -> None:
    variant = Variant("broken", quadrille.game("connect_four"), NoDiagonals, 50, 50)
    with pytest.raises(pytest.fail.Exception) as caught:
        for seed in range(50):
            play_in_step(variant, seed)
    message = str(caught.value)
    assert message.startswith("broken, seed ")
    moves = message.partition("after [")[2].partition("]")[0].split(", ")
    assert 10 <= len(moves) <= 16  # a diagonal of four takes ten discs at least
