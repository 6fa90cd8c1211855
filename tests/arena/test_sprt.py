"""The sequential test: its ratio, its bounds, and how often it errs."""

from fractions import Fraction
from itertools import product
from math import log, sqrt
from typing import Any

import numpy as np
import pytest

import quadrille
from quadrille.arena.sequential import SequentialTest
from quadrille.arena.series import Series
from quadrille.arena.sprt import Sprt, _most_likely
from support.scale import LONG

SCORES = Sprt().scores


def seen(*counts: int, **more: Any) -> Sprt:
    return Sprt(counts=counts, **more)


def test_probabilities_have_the_mean_and_are_likeliest() -> None:
    shares = [0.1, 0.2, 0.4, 0.2, 0.1]
    for mean in (0.05, 0.4, 0.5, 0.51, 0.95):
        found = _most_likely(shares, SCORES, mean)
        assert sum(found) == pytest.approx(1)
        assert sum(p * s for p, s in zip(found, SCORES, strict=True)) == pytest.approx(mean)
        best = sum(a * log(b) for a, b in zip(shares, found, strict=True))
        # Shifts that keep the sum and the mean make it less likely.
        for shift in ((1, -2, 1, 0, 0), (0, 1, -2, 1, 0), (1, -1, 0, -1, 1)):
            for size in (1e-4, -1e-4):
                other = [p + size * d for p, d in zip(found, shift, strict=True)]
                if min(other) > 0:
                    assert sum(a * log(b) for a, b in zip(shares, other, strict=True)) < best
    assert _most_likely(shares, SCORES, 0.5) == pytest.approx(shares)


def test_the_ratio_is_near_the_normal_one() -> None:
    """For small differences: n (s1 - s0) (2 mean - s0 - s1) / (2 variance)."""
    counts = (180, 420, 1000, 450, 200)
    n = sum(counts)
    mean = sum(c * s for c, s in zip(counts, SCORES, strict=True)) / n
    variance = sum(c * (s - mean) ** 2 for c, s in zip(counts, SCORES, strict=True)) / n
    s0, s1 = 0.5, 1 / (1 + 10 ** (-10 / 400))
    expected = n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    assert seen(*counts).llr == pytest.approx(expected, rel=0.02)


def test_it_is_symmetric() -> None:
    counts = (3, 5, 20, 9, 4)
    there = seen(*counts, elo0=0, elo1=20).llr
    back = seen(*reversed(counts), elo0=-20, elo1=0).llr
    assert there == pytest.approx(-back)


def test_the_bounds() -> None:
    assert Sprt().bounds == pytest.approx((log(0.05 / 0.95), log(0.95 / 0.05)))
    low, high = Sprt(alpha=0.01, beta=0.1).bounds
    assert (low, high) == pytest.approx((log(0.1 / 0.99), log(0.9 / 0.01)))


def test_nothing_is_decided_too_early() -> None:
    assert Sprt().llr == 0 and Sprt().verdict is None
    for counts in product((0, 1), repeat=5):
        assert seen(*counts).verdict is None
    # Even a row of won pairs needs some games: every pair speaks for elo1 by at most so much.
    test = Sprt(elo0=0, elo1=10)
    while test.verdict is None:
        test = test.add(2)
    assert test.verdict == "better" and test.pairs == 104  # log(19) / log(s1 / 0.5)
    drawn = Sprt(elo0=0, elo1=10)
    while drawn.verdict is None:
        drawn = drawn.add(1)
    assert drawn.verdict == "not better"


def test_pairs_are_counted() -> None:
    test = Sprt()
    for points in (0, 0.5, 0.5, 1, 2, 1.5):
        test = test.add(points)
    assert test.counts == (1, 2, 1, 1, 1) and test.pairs == 6
    for points in (-1, 0.25, 3, float("nan")):
        with pytest.raises(ValueError, match="expected the points of a pair"):
            test.add(points)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a test such as"),
        ("elo0", "expected a test such as"),
        ("elo2=3", "did you mean 'elo"),
        ("elo0=x", "expected a number for elo0, got 'x'"),
        ("elo0=nan", "expected a number for elo0, got nan"),
        ("elo0=10,elo1=0", "expected elo0 below elo1, got 10 and 0"),
        ("elo0=5,elo0=6", "expected elo0 once"),
        ("elo1=1e9", "expected elo0 below elo1"),
        ("alpha=0.6", "expected alpha between 0 and 0.5, got 0.6"),
        ("beta=0", "expected beta between 0 and 0.5"),
    ],
)
def test_no_tests(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Sprt.parse(text)


def test_as_text_and_as_values() -> None:
    test = Sprt.parse(" elo0 = -5, elo1=5,alpha=0.1")
    assert (test.elo0, test.elo1, test.alpha, test.beta) == (-5, 5, 0.1, 0.05)
    assert test.to_dict()["verdict"] is None and "not decided (LLR 0.00" in str(test)
    assert "decided: better by more than 0 Elo (LLR" in str(seen(0, 0, 0, 0, 200))
    assert "decided: not better by 10 Elo (LLR" in str(seen(200, 0, 0, 0, 0))
    assert str(seen(0, 0, 1, 0, 0)).endswith(", 1 pair)")


# --- more than two sides -------------------------------------------------------------------


def test_groups_of_games_of_more_sides() -> None:
    test = Sprt().for_groups(games=4, sides=4)
    assert len(test.counts) == 121 and test.scores[0] == 0 and test.scores[-1] == 1
    test = test.add(Fraction(7, 3))  # ahead of 7 of 12
    assert test.counts[70] == 1 and test.scores[70] == pytest.approx(7 / 12)
    assert test.add(2.34).counts[70] == 2, "the nearest"
    assert str(test).endswith(", 1 group of 4 games)")
    with pytest.raises(ValueError, match="0 to 4 in steps"):
        test.add(4.1)
    for _ in range(200):
        test = test.add(Fraction(8, 3))
    assert test.verdict == "better"


def test_a_gauntlet_of_two_agents_is_tested() -> None:
    """Greedy against three random players of Sheep, in groups with one game in every seat."""
    options = {"size": 9, "cells": 30, "sheep": 6}
    game = quadrille.game("sheep", **options)
    specs = ["greedy", "random"]
    series = Series(game, specs, 400, 1, kind="gauntlet", sprt="elo0=0,elo1=200")
    for _ in series.play():
        pass
    test = series.test
    assert test is not None and test.verdict == "better" and test.games == 4
    assert series.played == 4 * test.pairs < 400
    turned = Series(game, specs[::-1], 400, 1, kind="gauntlet", sprt="elo0=0,elo1=200")
    for _ in turned.play():
        pass
    assert turned.test is not None and turned.test.verdict == "not better"
    with pytest.raises(ValueError, match="or a gauntlet of two agents"):
        SequentialTest(Series(game, [*specs, "oneply"], 4, kind="gauntlet", sprt="elo1=9").plan)


# --- how often it errs ---------------------------------------------------------------------


def simulate(elo: float, shared: float, matches: int, seed: int) -> float:
    """How often a match is decided for elo1 = 40 rather than 0, at a true difference.

    Each game is won, drawn or lost; with probability ``shared`` both games of a pair have the same
    luck, that is, they hang together.
    """
    rng = np.random.default_rng(seed)
    share = 1 / (1 + 10 ** (-elo / 400))
    drawn = 0.3
    limits = np.array([1 - share - drawn / 2, 1 - share + drawn / 2])
    accepted = 0
    for _ in range(matches):
        test = Sprt(elo0=0, elo1=40)
        counts = [0] * 5
        while test.verdict is None:
            luck = rng.random((8, 2))
            same = rng.random(8) < shared
            luck[same, 1] = luck[same, 0]
            for pair in np.searchsorted(limits, luck).sum(axis=1):
                counts[pair] += 1
            test = Sprt(elo0=0, elo1=40, counts=tuple(counts))
        accepted += test.verdict == "better"
    return accepted / matches


@pytest.mark.parametrize("shared", [0.0, 0.5])
def test_error_rates(shared: float) -> None:
    matches = 2000 if LONG else 40
    slack = 4 * sqrt(0.05 * 0.95 / matches)
    assert simulate(0, shared, matches, 1) <= 0.05 + slack
    assert simulate(40, shared, matches, 2) >= 0.95 - slack
    assert simulate(-40, shared, matches // 2, 3) <= 0.02 + slack
