"""Random games played at once are the games that random moves one by one would make."""

from collections import Counter
from typing import Any

import pytest

import quadrille
from games.quarto.test_game import VARIANTS, random_states
from support.scale import LONG

POSITIONS = [
    "..../..../..../.... -",
    "..../..../..../.... TlSh",
    "..../.TlSh../..../...tlsh -",
    "Tlsh.TlSh./..../TlsH.../..tlSh. tlsH",
    "TLsH.TLshTLSh/tlSh..tLsH/..tlsh./TlSHtLSh.. tLSH",
]


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_the_end_is_where_the_rules_put_it(options: dict[str, Any]) -> None:
    rng = quadrille.Rng(8)
    for state in random_states(options, 400 if LONG else 60):
        for _ in range(3):
            seed = rng.next()
            whole, again = state.copy(), quadrille.Rng(seed)
            count = whole._play_out(quadrille.Rng(seed))
            moves = state._random_game(again) if not state.is_over() else []
            stepped, played = state.copy(), 0
            while not stepped.is_over():
                stepped.play(moves[played])
                played += 1
            assert count == played
            assert whole == stepped
            assert whole.problems() == []
            assert (whole.winner(), whole.remaining()) == (stepped.winner(), stepped.remaining())


def stepwise(state: Any, rng: Any) -> int:
    """Play random moves one by one; how many."""
    count = 0
    while not state.is_over():
        state.play(state.random_move(rng))
        count += 1
    return count


def results(state: Any, games: int, rng: Any, play: Any) -> Counter[tuple[int, int]]:
    """How often random games had which length and winner."""
    found: Counter[tuple[int, int]] = Counter()
    for _ in range(games):
        end = state.copy()
        length = play(end, rng)
        found[length, end.winner()] += 1
    return found


@pytest.mark.parametrize("options", VARIANTS, ids=str)
@pytest.mark.parametrize("text", POSITIONS)
def test_ends_are_as_frequent_as_by_single_moves(text: str, options: dict[str, Any]) -> None:
    """By a chi-squared test of two samples; the seeds are fixed, so it cannot fail by chance."""
    state = quadrille.game("quarto", **options).parse(text)
    games = 20_000 if LONG else 2_000
    whole = results(state, games, quadrille.Rng(1), lambda end, rng: end._play_out(rng))
    single = results(state, games, quadrille.Rng(2), stepwise)
    frequent = [end for end in whole | single if whole[end] + single[end] >= 10]
    chi_squared = sum((whole[e] - single[e]) ** 2 / (whole[e] + single[e]) for e in frequent)
    # Mean d and variance 2 d for d degrees of freedom: five standard deviations.
    degrees = max(len(frequent) - 1, 1)
    assert chi_squared < degrees + 5 * (2 * degrees) ** 0.5


@pytest.mark.parametrize("text", POSITIONS)
def test_every_piece_is_as_likely_on_every_square_at_every_time(text: str) -> None:
    state = quadrille.game("quarto").parse(text)
    games = 60_000 if LONG else 6_000
    rng = quadrille.Rng(4)
    by_square: Counter[tuple[int, int]] = Counter()
    by_turn: Counter[tuple[int, int]] = Counter()
    for _ in range(games):
        moves = state._random_game(rng)
        if state.hand() >= 0:
            moves = moves[1:]
        for turn, (give, place) in enumerate(zip(moves[::2], moves[1::2], strict=True)):
            by_square[give.piece, place.square] += 1
            by_turn[turn, place.square] += 1
    for counts in (by_square, by_turn):
        expected = sum(counts.values()) / len(counts)
        chi_squared = sum((count - expected) ** 2 / expected for count in counts.values())
        assert chi_squared < len(counts) + 5 * (2 * len(counts)) ** 0.5
