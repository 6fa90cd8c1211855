"""Sequential tests: the likelihood ratio against scipy, when they stop, and how often they err."""

import math
import os
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import minimize

from quadrille.arena.match import Match
from quadrille.arena.sprt import RESULTS, Pairs, Sprt, share_of
from quadrille.core.errors import BadOption

LONG = os.environ.get("QUADRILLE_LONG") == "1"
WON, DRAWN, LOST = (1.0, -1.0), (0.0, 0.0), (-1.0, 1.0)

# --- pairs ---------------------------------------------------------------------------------


def test_points_of_a_pair() -> None:
    # The agent is side 0 in the first game and side 1 in the second.
    cases = {
        (WON, LOST): 4,
        (WON, DRAWN): 3,
        (DRAWN, LOST): 3,
        (WON, WON): 2,
        (DRAWN, DRAWN): 2,
        (LOST, LOST): 2,
        (LOST, DRAWN): 1,
        (DRAWN, WON): 1,
        (LOST, WON): 0,
    }
    for (first, second), place in cases.items():
        counts = Pairs().plus(first, second).counts
        assert counts == tuple(int(each == place) for each in range(5))
    assert Pairs((1, 2, 3, 4, 5)).plus(WON, LOST).counts == (1, 2, 3, 4, 6)
    assert Pairs((0, 0, 0, 2, 2)).share == 0.875 and Pairs().share is None


def test_only_full_pairs_count() -> None:
    outcomes = {0: WON, 3: DRAWN, 4: DRAWN, 5: LOST, 2: LOST, 7: WON, 8: WON}
    pairs = Pairs.of(outcomes)  # 2 and 3: half a point; 4 and 5: one and a half
    assert pairs.counts == (0, 1, 0, 1, 0) and pairs.total == 2 and pairs.share == 0.5
    assert Pairs.of(dict(reversed(outcomes.items()))) == pairs
    assert Pairs.of({1: WON, 2: WON}).total == 0  # not of one pair


def test_pairs_of_a_match() -> None:
    match = Match("connect_four", ["oneply", "random"], games=9, seed=3)
    outcomes = {}
    for pairing, record in match.play():
        assert record.result.outcome is not None
        outcomes[pairing.index] = record.result.outcome
    pairs = Pairs.of(outcomes)
    assert pairs.total == 4
    points = 0.0
    for number in range(8):
        points += (outcomes[number][number % 2] + 1) / 2
    assert (pairs.share or 0) * 8 == points > 4  # the first agent is the better one


def test_other_than_two_sides_are_refused() -> None:
    with pytest.raises(
        ValueError, match="expected a game of two sides for a sequential test, got 3"
    ):
        Pairs().plus((1.0, 0.0, -1.0), (1.0, 0.0, -1.0))
    with pytest.raises(ValueError, match="two sides"):
        Pairs.of({0: (0.0,), 1: (0.0,)})


@pytest.mark.parametrize("counts", [(1, 2, 3), (0, 0, 0, 0, -1), (0, 0, 0, 0, 0.5), (True,) * 5])
def test_no_such_counts(counts: Any) -> None:
    with pytest.raises(ValueError, match="expected five counts"):
        Pairs(counts)


# --- the likelihood ratio ------------------------------------------------------------------


def most_likely(counts: NDArray[np.float64], mean: float) -> float:
    """The largest log likelihood of the counts under chances with a mean, by scipy."""
    limits = [
        {"type": "eq", "fun": lambda chances: chances.sum() - 1},
        {"type": "eq", "fun": lambda chances: chances @ RESULTS - mean},
    ]
    shares = counts / counts.sum()
    far = float(mean > shares @ RESULTS)  # the result that moves the mean where it must be
    part = (mean - shares @ RESULTS) / (far - shares @ RESULTS)
    found = minimize(
        lambda chances: -(counts @ np.log(chances)) / counts.sum(),
        (1 - part) * shares + part * (far == RESULTS),
        jac=lambda chances: -(counts / chances) / counts.sum(),
        bounds=[(1e-12, 1)] * 5,
        constraints=limits,
        method="SLSQP",
        options={"ftol": 1e-14, "maxiter": 1000},
    )
    assert found.success
    return float(-found.fun * counts.sum())


@pytest.mark.parametrize("elos", [(0, 10), (-30, 70), (100, 300), (-400, -350)])
@pytest.mark.parametrize(
    "counts", [(10, 20, 40, 25, 15), (3, 1, 50, 2, 1), (1, 2, 3, 40, 200), (70, 9, 8, 7, 6)]
)
def test_the_ratio_is_that_of_the_most_likely_chances(
    counts: tuple[int, int, int, int, int], elos: tuple[float, float]
) -> None:
    test = Sprt(*elos)
    values = np.array(counts, dtype=np.float64)
    expected = most_likely(values, share_of(elos[1])) - most_likely(values, share_of(elos[0]))
    assert test.llr(Pairs(counts)) == pytest.approx(expected, rel=1e-4, abs=1e-4)
    # The same from the other agent's point of view.
    other = Sprt(-elos[1], -elos[0])
    backwards = Pairs((counts[4], counts[3], counts[2], counts[1], counts[0]))
    assert other.llr(backwards) == pytest.approx(-test.llr(Pairs(counts)))


def test_many_pairs_are_near_a_normal_distribution() -> None:
    # N (s1 - s0) (2 m - s0 - s1) / (2 v) with mean m and variance v of a pair.
    test, counts = Sprt(0, 5), (900, 2300, 3500, 2350, 950)
    chances = np.array(counts) / sum(counts)
    mean = float(chances @ RESULTS)
    variance = float(chances @ (RESULTS - mean) ** 2)
    low, high = share_of(0), share_of(5)
    expected = sum(counts) * (high - low) * (2 * mean - low - high) / (2 * variance)
    assert test.llr(Pairs(counts)) == pytest.approx(expected, rel=0.01)


def test_pairs_that_are_all_equal() -> None:
    test = Sprt(0, 10)
    for place in range(5):
        before = 0.0
        for games in (1, 3, 30, 3000):
            counts = [0] * 5
            counts[place] = games
            llr = test.llr(Pairs((counts[0], counts[1], counts[2], counts[3], counts[4])))
            assert math.isfinite(llr) and (llr > before if place > 2 else llr < before)
            assert abs(llr) < 0.05 * games  # no pair says more than one game won or lost
            before = llr
    # A hundred pairs of draws: with mean 0.5144, 2.88 % of them must have been won.
    assert test.llr(Pairs((0, 0, 100, 0, 0))) == pytest.approx(100 * math.log(1 - 0.0288), abs=0.05)
    for elo0, elo1 in ((-1000, 1000), (999, 1000), (-1000, -999)):
        for pairs in (
            Pairs((10**9, 0, 0, 0, 0)),
            Pairs((0, 0, 0, 10**9, 0)),
            Pairs((0, 0, 0, 0, 1)),
        ):
            assert math.isfinite(Sprt(elo0, elo1).llr(pairs))


def test_many_tests_at_once() -> None:
    test = Sprt(0, 20)
    rows = np.array([*sorted(set(permutations((0, 1, 5, 20, 0))))[:40], (0,) * 5], dtype=np.float64)
    found = test.llrs(rows)
    for row, llr in zip(rows, found, strict=True):
        one, two, three, four, five = (int(count) for count in row)
        assert test.llr(Pairs((one, two, three, four, five))) == pytest.approx(llr, abs=1e-9)


# --- where it stands -----------------------------------------------------------------------


def test_it_stops_at_its_bounds_and_not_before() -> None:
    test = Sprt(0, 60, alpha=0.05, beta=0.1)
    assert test.upper == pytest.approx(math.log(0.9 / 0.05))
    assert test.lower == pytest.approx(math.log(0.1 / 0.95))
    assert test.progress(Pairs()).verdict is None and test.progress(Pairs()).llr == 0
    seen = set()
    for share in (0.4, 0.5, 0.54, 0.65):
        pairs = Pairs()
        rng = np.random.default_rng(1)
        while (now := test.progress(pairs)).verdict is None:
            assert test.lower < now.llr < test.upper and now.pairs == pairs.total
            first, second = (WON if rng.random() < share else LOST for _ in range(2))
            pairs = pairs.plus(first, (second[1], second[0]))
        assert now.llr >= test.upper if now.verdict == "better" else now.llr <= test.lower
        assert now.expected == 0 and now.to_dict()["verdict"] == now.verdict
        seen.add(now.verdict)
    assert seen == {"better", "not better"}


def test_how_long_it_still_takes() -> None:
    assert Sprt(0, 10).progress(Pairs()).expected is None
    # Far from a verdict, and as simulated: the mean over matches that go on with the same chances.
    test, counts = Sprt(0, 100), (1, 2, 5, 3, 1)
    expected = test.progress(Pairs(counts)).expected
    assert expected is not None
    chances = np.array(counts) / sum(counts)
    _, _, length = simulate(test, chances, 400, seed=2, start=counts)
    assert expected == pytest.approx(length, rel=0.3)
    test = Sprt(0, 40)
    for less, more in (((3, 6, 15, 6, 3), (6, 12, 30, 12, 6)), ((0, 0, 3, 0, 0), (0, 0, 9, 0, 0))):
        before, after = (test.progress(Pairs(each)).expected for each in (less, more))
        assert before is not None and after is not None and after < before
    # Nothing but draws: each takes the same step down.
    now = Sprt(0, 10).progress(Pairs((0, 0, 50, 0, 0)))
    assert now.expected == pytest.approx((now.llr - now.lower) / (-now.llr / 50), rel=0.02)
    # In the middle between the hypotheses it takes longest.
    middle, aside = (
        Sprt(elo - 10, elo + 10).progress(Pairs((10, 20, 40, 20, 10))).expected for elo in (0, 5)
    )
    assert middle is not None and aside is not None and middle > aside


# --- errors --------------------------------------------------------------------------------


def simulate(
    test: Sprt,
    chances: NDArray[np.float64],
    matches: int,
    seed: int,
    start: tuple[int, ...] = (0, 0, 0, 0, 0),
) -> tuple[float, float, float]:
    """How often H1 and H0 are accepted, and after how many pairs, if the results of pairs have
    these chances."""
    rng = np.random.default_rng(seed)
    counts = np.tile(np.array(start, dtype=np.float64), (matches, 1))
    running = np.arange(matches)
    better, worse, length, pairs = 0, 0, 0, 0
    while len(running):
        pairs += 1
        results = rng.choice(5, size=len(running), p=chances)
        counts[running, results] += 1
        llr = test.llrs(counts[running])
        better += int((llr >= test.upper).sum())
        worse += int((llr <= test.lower).sum())
        going = (llr > test.lower) & (llr < test.upper)
        length += pairs * int((~going).sum())
        running = running[going]
    return better / matches, worse / matches, length / matches


def pair_chances(elo: float, draws: float, alike: float) -> NDArray[np.float64]:
    """Pairs between agents that differ so much. Part ``alike`` of the pairs is as if the second
    game repeated the first; with a negative one, in so many the better deal wins both games, so
    that each agent has one point."""
    share = share_of(elo)
    if alike < 0:
        share = 0.5 + (share - 0.5) / (1 + alike)
    one = np.array([1 - share - draws / 2, draws, share - draws / 2])
    both: NDArray[np.float64] = np.convolve(one, one)
    other = np.array([0, 0, 1, 0, 0]) if alike < 0 else np.insert(one, [1, 2], 0)
    return (1 - abs(alike)) * both + abs(alike) * other


@pytest.mark.parametrize("draws", [0.0, 0.3])
@pytest.mark.parametrize("alike", [0.0, 0.5, -0.4])
def test_it_errs_no_more_often_than_it_says(draws: float, alike: float) -> None:
    matches = 4000 if LONG else 200
    elos = [(0.0, 50.0), (-25.0, 25.0), (50.0, 100.0)] if LONG else [(0.0, 120.0)]
    for number, (elo0, elo1) in enumerate(elos):
        test = Sprt(elo0, elo1)
        reach = 3 * math.sqrt(0.05 * 0.95 / matches)
        wrong, _, _ = simulate(test, pair_chances(elo0, draws, alike), matches, seed=number)
        assert wrong < 0.05 + reach
        _, missed, _ = simulate(test, pair_chances(elo1, draws, alike), matches, seed=10 + number)
        assert missed < 0.05 + reach
        if LONG:  # nor far less often, which would cost games
            assert wrong > 0.03 and missed > 0.03


def test_other_error_bounds() -> None:
    matches, elo = (4000, 60) if LONG else (300, 120)
    test = Sprt(0, elo, alpha=0.01, beta=0.2)
    wrong, _, _ = simulate(test, pair_chances(0, 0.3, 0), matches, seed=3)
    _, missed, _ = simulate(test, pair_chances(elo, 0.3, 0), matches, seed=4)
    assert wrong < 0.01 + 3 * math.sqrt(0.01 * 0.99 / matches)
    assert 0.1 < missed < 0.2 + 3 * math.sqrt(0.2 * 0.8 / matches)


# --- texts ---------------------------------------------------------------------------------


def test_texts() -> None:
    test = Sprt.parse("elo0=0,elo1=10,alpha=0.05,beta=0.05")
    assert test == Sprt(0, 10) == Sprt.parse(" elo1 = 10 , elo0 = 0 ")
    assert str(test) == "elo0=0,elo1=10,alpha=0.05,beta=0.05"
    for each in (Sprt(-3, 1, 0.01, 0.1), Sprt(0.5, 2.25)):
        assert Sprt.parse(str(each)) == each


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected elo0=NUMBER,elo1=NUMBER, got ''"),
        ("elo0", "expected elo0=NUMBER,elo1=NUMBER, got 'elo0'"),
        ("elo0=0,elo1=5,", "expected elo0=NUMBER"),
        ("elo0=0", "expected elo1=NUMBER in a sequential test, got 'elo0=0'"),
        ("elo1=0", "expected elo0=NUMBER in"),
        ("elo0=0,elo1=ten", "expected a number for elo1, got 'ten'"),
        ("elo0=0,elo1=", "expected a number for elo1, got ''"),
        ("elo0=0,elo1=5,elo1=6", "expected elo1 once"),
        ("elo0=0,elo2=5", "unknown field of a sequential test 'elo2'; did you mean"),
        ("elo0=5,elo1=5", "expected elo0 below elo1, got 5.0 and 5.0"),
        ("elo0=0,elo1=nan", "expected elo1 from -1000 to 1000, got nan"),
        ("elo0=-inf,elo1=0", "expected elo0 from -1000 to 1000, got -inf"),
        ("elo0=0,elo1=2000", "expected elo1 from -1000 to 1000, got 2000.0"),
        ("elo0=0,elo1=5,alpha=0", "expected alpha between 0 and 0.5, got 0.0"),
        ("elo0=0,elo1=5,beta=0.5", "expected beta between 0 and 0.5, got 0.5"),
        ("elo0=0,elo1=5,beta=nan", "expected beta between 0 and 0.5, got nan"),
    ],
)
def test_no_such_test(text: str, message: str) -> None:
    with pytest.raises(BadOption) as error:
        Sprt.parse(text)
    assert message in str(error.value) and "\n" not in str(error.value)
    assert isinstance(error.value, ValueError)
