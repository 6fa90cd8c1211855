"""Native rules and slow oracles play the same random games and must agree at every ply."""

import pytest

import quadrille
from games.lockstep import Variant, chunks, play_in_step
from oracles import connect_four, quarto
from quadrille import Rng
from support.scale import LENGTH, LONG


def _quarto(squares: bool, torus: bool) -> Variant:
    name = f"quarto{'-squares' if squares else ''}{'-torus' if torus else ''}"
    game = quadrille.game("quarto", squares=squares, torus=torus)

    def oracle() -> quarto.Oracle:
        return quarto.Oracle(squares=squares, torus=torus)

    return Variant(name, game, oracle, *((25_000 * LENGTH, 2_500) if LONG else (500, 500)))


VARIANTS = [
    Variant(
        "connect_four",
        quadrille.game("connect_four"),
        connect_four.Oracle,
        *((10_000 * LENGTH, 1_000) if LONG else (500, 250)),
    ),
    *(_quarto(squares, torus) for squares in (False, True) for torus in (False, True)),
]
QUARTO = VARIANTS[1:]


@pytest.mark.parametrize(("variant", "first"), chunks(VARIANTS))
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
