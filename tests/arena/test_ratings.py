"""Ratings: closed forms, known strengths, and what is degenerate."""

import json
import math
import random
from collections import Counter
from itertools import permutations
from typing import Any

import numpy as np
import pytest

import quadrille
from arena.samples import outcome_of, rankings, round_robin
from quadrille.arena.elo import ELO, Z, elo_of
from quadrille.arena.ratings import Ratings, rate
from quadrille.arena.results import ResultCount, Team, gather, ranks_of
from support.places import EXAMPLES

HIGH_CARD = str(EXAMPLES / "high_card.py:HighCard")
FLAT = 20_000.0
"""A prior that says nothing."""


def both_seats(won: int, drawn: int, lost: int) -> list[ResultCount]:
    """Games of a against b, as many from each seat."""
    found = []
    for lineup, sign in ((("a", "b"), 1.0), (("b", "a"), -1.0)):
        for value, count in ((sign, won), (0.0, drawn), (-sign, lost)):
            found.append(ResultCount(lineup, (value, -value), count))
    return found


# --- closed forms --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("won", "drawn", "lost"), [(64, 0, 36), (50, 28, 22), (5, 95, 0), (999, 0, 1), (1, 0, 2)]
)
def test_two_agents_differ_by_the_elo_of_their_share(won: int, drawn: int, lost: int) -> None:
    ratings = rate(both_seats(won, drawn, lost), prior=FLAT)
    games = won + drawn + lost
    share = (won + drawn / 2) / games
    difference, low, high = ratings.difference("a", "b")
    assert difference == pytest.approx(elo_of(share), rel=1e-4)
    assert ratings.rating("a").elo == pytest.approx(difference)
    # The delta method on the share, whose variance draws make smaller.
    variance = (share * (1 - share) - drawn / games / 4) / (2 * games)
    expected = Z * ELO * math.sqrt(variance) / (share * (1 - share))
    assert high - difference == pytest.approx(difference - low)
    assert high - difference == pytest.approx(expected, rel=0.3 if drawn > 90 else 0.02)
    assert ratings.superiority("a", "b") == pytest.approx(
        0.5 + 0.5 * math.erf(difference / (high - difference) * Z / math.sqrt(2))
    )


def test_a_known_case_by_hand() -> None:
    # 75 of 100 without draws: Elo 400 log10(3) = 190.85; the share has the deviation
    # sqrt(0.75 * 0.25 / 100) = 0.0433, the log odds 0.0433 / 0.1875 = 0.2309, Elo 40.12.
    games = [ResultCount(("a", "b"), (1.0, -1.0), 75), ResultCount(("a", "b"), (-1.0, 1.0), 25)]
    difference, low, high = rate(games, seats=False, prior=FLAT).difference("a", "b")
    assert difference == pytest.approx(190.85, abs=0.01)
    assert high - low == pytest.approx(2 * 1.96 * 40.12, abs=0.1)


def test_the_first_player_has_an_advantage() -> None:
    games = [
        ResultCount(("a", "b"), (1.0, -1.0), 60),
        ResultCount(("a", "b"), (-1.0, 1.0), 40),
        ResultCount(("b", "a"), (1.0, -1.0), 60),
        ResultCount(("b", "a"), (-1.0, 1.0), 40),
    ]
    ratings = rate(games, prior=FLAT)
    assert ratings.advantage is not None and ratings.advantage.low > 0
    assert ratings.advantage.elo == pytest.approx(elo_of(0.6), rel=1e-4)
    assert [seat.elo for seat in ratings.seats] == pytest.approx(
        [ratings.advantage.elo / 2, -ratings.advantage.elo / 2]
    )
    assert ratings.difference("a", "b").elo == pytest.approx(0, abs=1e-6)
    without = rate(games, seats=False)
    assert without.advantage is None and without.seats == ()


def test_symmetric_games_are_zero() -> None:
    circle = [("a", "b"), ("b", "c"), ("c", "a")]
    games = [
        ResultCount(lineup, outcome, 7)
        for pair in circle
        for lineup, outcome in ((pair, (1.0, -1.0)), (pair[::-1], (-1.0, 1.0)))
    ]
    ratings = rate(games)
    for each in ratings.table:
        assert each.elo == pytest.approx(0, abs=1e-6) and each.low == pytest.approx(-each.high)
    assert ratings.superiorities() == pytest.approx(0.5)


def test_sides_that_are_level_count_as_all_orders() -> None:
    lineup = ("a", "b", "c")
    others = [
        ResultCount(("c", "b", "a"), (1.0, 0.0, -1.0), 3),
        ResultCount(lineup, (1.0, -0.5, -0.5), 1),
    ]
    tied = rate([*others, ResultCount(lineup, (0.0, 0.0, 0.0), 6)])
    spread = rate(
        [*others, *(ResultCount(lineup, each) for each in permutations((1.0, 0.0, -1.0)))]
    )
    for name in lineup:
        assert tied.rating(name).elo == pytest.approx(spread.rating(name).elo)
    tied = rate([*others, ResultCount(lineup, (0.5, -1.0, 0.5), 2)])
    spread = rate(
        [*others, ResultCount(lineup, (1.0, -1.0, 0.0)), ResultCount(lineup, (0.0, -1.0, 1.0))]
    )
    for name in lineup:
        assert tied.rating(name).elo == pytest.approx(spread.rating(name).elo)
    assert tied.draw_elo is None and tied.draw_chance == 0


def test_draws_between_equals() -> None:
    ratings = rate(both_seats(10, 30, 10))
    # One more game, half drawn, is in the estimate: 60.5 of 101.
    assert ratings.draw_chance == pytest.approx(60.5 / 101, rel=1e-6)
    weight = 10 ** ((ratings.draw_elo or 0) / 400)
    assert weight / (2 + weight) == pytest.approx(ratings.draw_chance)
    assert rate(both_seats(25, 0, 25)).draw_elo is None
    # Draws tell more than a win and a loss each.
    few, many = rate(both_seats(25, 0, 25)), rate(both_seats(5, 40, 5))
    assert many.rating("a").high < 0.6 * few.rating("a").high
    # A thousand draws: about one more that is not, so that the variance is 0.001 / 4 at most.
    expected = Z * ELO * 4 * math.sqrt(0.001 / 4 / 1000)
    assert expected < rate(both_seats(0, 500, 0)).rating("a").high < 2 * expected


# --- known strengths -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("games", "spread", "draws"), [(10, 1.0, 0.0), (10, 1.0, 1.0), (40, 0.3, 8.0)]
)
def test_intervals_hold_as_often_as_they_say(games: int, spread: float, draws: float) -> None:
    rng = np.random.default_rng(5)
    own, pairs, advantage = Counter[bool](), Counter[bool](), Counter[bool]()
    for _ in range(250):
        true = spread * rng.normal(size=5)
        ratings = rate(round_robin(rng, true.tolist(), games, 0.2, draws))
        for one in range(5):
            rating = ratings.rating(f"p{one}")
            own[rating.low <= ELO * (true[one] - true.mean()) <= rating.high] += 1
            for other in range(one):
                _, low, high = ratings.difference(f"p{one}", f"p{other}")
                pairs[low <= ELO * (true[one] - true[other]) <= high] += 1
        assert ratings.advantage is not None
        advantage[ratings.advantage.low <= ELO * 0.2 <= ratings.advantage.high] += 1
    for held in (own, pairs, advantage):
        assert 0.92 <= held[True] / held.total() <= 0.98


def test_intervals_of_more_sides_hold_as_often_as_they_say() -> None:
    rng = np.random.default_rng(6)
    own, advantage = Counter[bool](), Counter[bool]()
    for _ in range(200):
        true = 0.7 * rng.normal(size=5)
        ratings = rate(rankings(rng, true.tolist(), [0.3, 0.0, 0.0], 60))
        for one in range(5):
            rating = ratings.rating(f"p{one}")
            own[rating.low <= ELO * (true[one] - true.mean()) <= rating.high] += 1
        assert ratings.advantage is not None
        advantage[ratings.advantage.low <= ELO * 0.3 <= ratings.advantage.high] += 1
    for held in (own, advantage):
        assert 0.92 <= held[True] / held.total() <= 0.98


def test_who_is_better_is_said_as_surely_as_it_is() -> None:
    rng = np.random.default_rng(7)
    said, right = 0.0, 0
    for _ in range(300):
        true = 0.4 * rng.normal(size=3)
        ratings = rate(round_robin(rng, true.tolist(), 6), prior=0.4 * ELO)
        one, other = ratings.table[0].name, ratings.table[1].name
        said += ratings.superiority(one, other)
        right += bool(true[int(one[1:])] > true[int(other[1:])])
    assert said / 300 == pytest.approx(right / 300, abs=0.07) and right > 180


def test_points_decide_however_many_games_are_drawn() -> None:
    # Two perfect players who draw, and beat the rest; Elo is that of the points all the same.
    games = both_seats(4, 45, 1)
    for strong in ("a", "b"):
        games.append(ResultCount((strong, "c"), (1.0, -1.0), 99))
        games.append(ResultCount(("c", strong), (1.0, -1.0), 1))
        games.append(ResultCount(("c", strong), (-1.0, 1.0), 98))
        games.append(ResultCount((strong, "c"), (-1.0, 1.0), 2))
    ratings = rate(games, prior=FLAT)
    assert ratings.difference("a", "b").elo == pytest.approx(elo_of(0.53), abs=2)
    assert ratings.difference("a", "c").elo == pytest.approx(elo_of(0.985), abs=12)


def test_many_agents_and_a_million_games() -> None:
    rng = np.random.default_rng(8)
    true = 1.5 * rng.normal(size=500)
    games = []
    for one in range(500):
        for other in rng.permutation(500)[:20]:
            if one != other:
                won = int(rng.binomial(100, 1 / (1 + math.exp(true[other] - true[one] - 0.1))))
                lineup = (f"p{one}", f"p{other}")
                games.append(ResultCount(lineup, (1.0, -1.0), won))
                games.append(ResultCount(lineup, (-1.0, 1.0), 100 - won))
    ratings = rate(games)
    assert ratings.games > 990_000 and len(ratings.connected) == 1
    error = [
        (each.elo - ELO * (true[int(each.name[1:])] - true.mean())) / (each.high - each.elo)
        for each in ratings.table
    ]
    assert np.std(error) * Z == pytest.approx(1, abs=0.1)
    assert abs(sum(each.elo for each in ratings.table)) < 1e-6


# --- order ---------------------------------------------------------------------------------


@pytest.mark.parametrize("sides", [2, 3])
def test_the_order_of_the_games_does_not_show(sides: int) -> None:
    rng = np.random.default_rng(9)
    games = rankings(rng, [0.5, 0.3, 0.0, -0.7], [0.2, 0.0, 0.0][:sides], 200)
    games += [
        ResultCount((("p0", "p1"), *["p2"] * (sides - 1)), outcome_of([1, *[0] * (sides - 1)]), 2)
    ]
    games += [ResultCount(tuple(f"p{i}" for i in range(sides)), (0.0,) * sides, 5)]
    single = [ResultCount(each.lineup, each.outcome) for each in games for _ in range(each.games)]
    expected = rate(games)
    for seed in range(3):
        for rows in (games, single):
            mixed = list(rows)
            random.Random(seed).shuffle(mixed)
            found = rate(iter(mixed), agents=["p3", "p0"])
            assert found == expected
            assert found.covariance.tobytes() == expected.covariance.tobytes()
            assert json.dumps(found.to_dict()) == json.dumps(expected.to_dict())


# --- what is degenerate --------------------------------------------------------------------


def finite(ratings: Ratings) -> bool:
    values = [value for each in ratings.table for value in (each.elo, each.low, each.high)]
    return all(map(math.isfinite, values)) and bool(np.isfinite(ratings.covariance).all())


def test_who_always_wins_is_not_infinitely_good() -> None:
    before = 0.0
    for games in (1, 10, 100, 10_000, 10**9):
        ratings = rate(both_seats(games, 0, 0))
        difference, low, high = ratings.difference("a", "b")
        assert finite(ratings) and before < difference < 8000 and low < difference < high
        before = difference
    assert 450 < rate(both_seats(5, 0, 0)).difference("a", "b").elo < 800
    assert rate(both_seats(5, 0, 0)).superiority("a", "b") > 0.97
    ladder = [ResultCount((f"p{i}", f"p{i + 1}"), (1.0, -1.0), 1000) for i in range(9)]
    ratings = rate(ladder)
    assert [each.name for each in ratings.table] == [f"p{i}" for i in range(10)] and finite(ratings)


def test_steps_that_would_go_too_far() -> None:
    games = [
        ResultCount(("e", "g", "f"), (-1.0, 1.0, 0.0), 33450),
        ResultCount(("c", "g", "e"), (1.0, -1.0, 0.0), 7),
        ResultCount(("b", "e", "b"), (-1.0, 0.5, 0.5), 1315),
    ]
    ratings = rate(games)
    assert finite(ratings) and all(abs(each.elo) < 4000 for each in ratings.table)
    assert ratings.rating("c").elo > ratings.rating("e").elo > ratings.rating("b").elo


def test_everything_drawn() -> None:
    ratings = rate(
        [ResultCount(("a", "b"), (0.0, 0.0), 100), ResultCount(("b", "a"), (0.0, 0.0), 100)]
    )
    assert finite(ratings) and ratings.rating("a").elo == pytest.approx(0, abs=1e-9)
    assert 0.99 < ratings.draw_chance < 1 and 0 < ratings.rating("a").high < 40
    three = rate([ResultCount(("a", "b", "c"), (0.0, 0.0, 0.0), 50)])
    assert finite(three) and three.rating("c").elo == pytest.approx(0, abs=1e-9)


def test_agents_that_no_games_connect() -> None:
    games = [
        *both_seats(6, 0, 4),
        ResultCount(("c", "d"), (1.0, -1.0), 9),
        ResultCount(("d", "e"), (1.0, -1.0), 5),
    ]
    ratings = rate(games, agents=["z", "a"])
    assert ratings.connected == (("c", "d", "e"), ("a", "b"), ("z",))
    assert [each.name for each in ratings.table] == ["c", "d", "e", "a", "b", "z"]
    assert [each.group for each in ratings.table] == [0, 0, 0, 1, 1, 2]
    for group in ratings.connected[:2]:
        assert sum(ratings.rating(name).elo for name in group) == pytest.approx(0, abs=1e-9)
    _, low, high = ratings.difference("a", "c")
    assert (low, high) == (-math.inf, math.inf) and ratings.superiority("a", "c") == 0.5
    lonely = ratings.rating("z")
    assert (lonely.elo, lonely.low, lonely.high) == (0, -math.inf, math.inf) and lonely.games == 0
    as_json = json.loads(json.dumps(ratings.to_dict(), allow_nan=False))
    assert as_json["agents"][5]["low"] is None and as_json["agents"][5]["elo"] == 0
    # What is played elsewhere moves nobody but by the seats.
    alone = rate(both_seats(6, 0, 4), seats=False).rating("a")
    among = rate(games, seats=False).rating("a")
    assert (among.elo, among.high) == pytest.approx((alone.elo, alone.high))


def test_no_game_at_all() -> None:
    ratings = rate([])
    assert ratings.table == () and ratings.advantage is None and ratings.games == 0
    assert ratings.superiorities().shape == (0, 0)
    ratings = rate([ResultCount(("a", "b"), (0.0, 0.0), 0)])
    assert [each.name for each in ratings.table] == ["a", "b"] and ratings.draw_elo is None
    assert ratings.connected == (("a",), ("b",)) and ratings.rating("a").high == math.inf


def test_games_against_oneself_tell_of_seats_only() -> None:
    others = both_seats(6, 2, 2)
    own = [ResultCount(("a", "a"), (1.0, -1.0), 70), ResultCount(("a", "a"), (-1.0, 1.0), 30)]
    with_own, without = rate([*others, *own], seats=False), rate(others, seats=False)
    assert with_own.rating("a").elo == pytest.approx(without.rating("a").elo, abs=1e-9)
    assert with_own.rating("a").games == without.rating("a").games == 20
    assert with_own.games == 120 and without.games == 20
    with_own, without = rate([*others, *own]), rate(others)
    assert with_own.advantage is not None and without.advantage is not None
    assert with_own.advantage.elo > 60 and abs(without.advantage.elo) < 1e-6
    only = rate(own)
    assert only.rating("a").elo == 0 and only.rating("a").high == math.inf
    assert only.advantage is not None
    assert only.advantage.elo == pytest.approx(elo_of(0.7), abs=5)
    drawn = rate([*others, ResultCount(("b", "b"), (0.0, 0.0), 100)])
    assert drawn.draw_chance > without.draw_chance


def test_seats_and_strengths_that_cannot_be_told_apart() -> None:
    games = [ResultCount(("a", "b"), (1.0, -1.0), 60), ResultCount(("a", "b"), (-1.0, 1.0), 40)]
    unknown, known = rate(games), rate(games, seats=False)
    assert unknown.rating("a").low < 0 < known.rating("a").low
    assert unknown.rating("a").high > 5 * known.rating("a").high


# --- teams ---------------------------------------------------------------------------------


def test_a_side_is_as_strong_as_its_players_on_average() -> None:
    rng = np.random.default_rng(10)
    true = [1.0, 0.4, -0.2, -1.2]
    games = []
    for _ in range(3000):
        chosen = [f"p{each}" for each in rng.permutation(4)]
        teams = (chosen[0], chosen[1]), (chosen[2], chosen[3])
        means = [sum(true[int(name[1:])] for name in team) / 2 for team in teams]
        won = rng.random() < 1 / (1 + math.exp(means[1] - means[0]))
        games.append(ResultCount(teams, (1.0, -1.0) if won else (-1.0, 1.0)))
    ratings = rate(games)
    for agent, strength in enumerate(true):
        rating = ratings.rating(f"p{agent}")
        assert rating.low - 20 < ELO * strength < rating.high + 20 and rating.games == 3000


def test_players_of_a_side_have_no_order() -> None:
    def games(one: Team, other: Team) -> list[ResultCount]:
        return [
            ResultCount((one, other), (1.0, -1.0), 7),
            ResultCount((other, one), (1.0, -1.0), 2),
        ]

    assert rate(games(("a", "b"), ("c", "d"))) == rate(games(("b", "a"), ("d", "c")))
    # One agent for all players of a side is that agent, alone.
    plain, doubled = rate(games("a", "b")), rate(games(("a", "a"), ("b", "b")))
    for found in (doubled, rate(games(("a", "a"), "b"))):
        assert found.rating("a").elo == pytest.approx(plain.rating("a").elo)
        assert found.rating("a").high == pytest.approx(plain.rating("a").high)
        assert found.rating("a").games == 9 and found.rating("a").points == 7


# --- what else is told ---------------------------------------------------------------------


def test_it_counts_as_a_match_does() -> None:
    games: list[ResultCount] = []
    specs = ["random", "greedy", "oneply"]

    def count(record: quadrille.Record) -> None:
        outcome = record.result.outcome
        assert outcome is not None
        games.append(ResultCount(record.players, outcome))

    played = quadrille.match(HIGH_CARD, specs, games=30, seed=4, on_record=count)
    ratings = rate(games)
    assert ratings.games == 30 and ratings.sides == 3
    for each in played.agents:
        rating = ratings.rating(each.spec)
        assert (rating.games, rating.wins, rating.draws, rating.losses, rating.ranks) == (
            (each.games, each.wins, each.draws, each.losses, each.ranks)
        )
        assert rating.points == pytest.approx(each.points)


def test_ranks_of_each_agent() -> None:
    lineup = ("a", "b", "c", "d")
    games = [
        ResultCount(lineup, outcome_of([3, 3, 1, 0]), 5),
        ResultCount(lineup, outcome_of([4, 3, 2, 2]), 2),
    ]
    ratings = rate(games)
    assert [ratings.rating(name).ranks for name in lineup] == [
        (7, 0, 0, 0),
        (5, 2, 0, 0),
        (0, 0, 7, 0),
        (0, 0, 2, 5),
    ]
    best = ratings.rating("a")
    assert (best.wins, best.draws, best.losses) == (2, 5, 0)
    assert best.points == pytest.approx(5 * (2 / 3 + 1) / 2 + 2)
    assert ranks_of((0.5, -1.0, 0.5)) == (0, 2, 0)


def test_differences_and_covariance_agree() -> None:
    ratings = rate(round_robin(np.random.default_rng(11), [0.5, 0.0, -0.5], 20))
    names = [each.name for each in ratings.table]
    assert ratings.covariance.sum(0) == pytest.approx(0, abs=1e-6)
    matrix = ratings.superiorities()
    for i, one in enumerate(names):
        for j, other in enumerate(names):
            elo, low, high = ratings.difference(one, other)
            assert ratings.difference(other, one) == pytest.approx((-elo, -high, -low))
            assert matrix[i, j] == pytest.approx(ratings.superiority(one, other))
            assert matrix[i, j] + matrix[j, i] == pytest.approx(1)
    assert ratings.difference("p0", "p0") == (0, 0, 0) and ratings.superiority("p0", "p0") == 0.5
    with pytest.raises(ValueError, match="read-only"):
        ratings.covariance[0, 0] = 1


# --- refusals ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lineup", "outcome", "games", "message"),
    [
        ((), (), 1, "expected a line-up"),
        ("ab", (1.0, -1.0), 1, "expected a line-up such as"),
        (("a", ""), (1.0, -1.0), 1, "expected the name of an agent"),
        (("a", ()), (1.0, -1.0), 1, "expected the name of an agent"),
        (("a", ("b", 3)), (1.0, -1.0), 1, "expected the name of an agent"),
        (("a", "b"), (1.0,), 1, "expected an outcome for 2 sides"),
        (("a", "b"), (1.5, -1.5), 1, "from -1 to 1"),
        (("a", "b"), (math.nan, 0.0), 1, "from -1 to 1"),
        (("a", "b"), ("win", "loss"), 1, "from -1 to 1"),
        (("a", "b"), (1.0, 0.0), 1, "sums to zero"),
        (("a", "b"), (1.0, -1.0), -1, "expected games from 0"),
        (("a", "b"), (1.0, -1.0), 1.5, "expected games from 0"),
        (("a", "b"), (1.0, -1.0), True, "expected games from 0"),
        (("a", "b"), (1.0, -1.0), 10**13, "expected games from 0"),
    ],
)
def test_no_such_result(lineup: Any, outcome: Any, games: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ResultCount(lineup, outcome, games)


def test_what_cannot_be_rated() -> None:
    with pytest.raises(ValueError, match=r"one number of sides, got \[2, 3\]"):
        rate([ResultCount(("a", "b"), (0.0, 0.0)), ResultCount(("a", "b", "c"), (0.0, 0.0, 0.0))])
    with pytest.raises(ValueError, match="2 to 8 sides, got 1"):
        rate([ResultCount(("a",), (0.0,))])
    with pytest.raises(ValueError, match="2 to 8 sides, got 9"):
        rate([ResultCount(("a",) * 9, (0.0,) * 9)])
    for prior in (0.0, -1.0, math.nan, math.inf):
        with pytest.raises(ValueError, match="expected a prior"):
            rate([], prior=prior)
    with pytest.raises(ValueError, match="expected the name of an agent, got ''"):
        rate([], agents=[""])
    ratings = rate(both_seats(1, 0, 0))
    for ask in (lambda: ratings.rating("A"), lambda: ratings.difference("a", "A")):
        with pytest.raises(ValueError, match="unknown agent 'A'"):
            ask()


def test_gathered_counts_are_exact() -> None:
    rows = [ResultCount(("b", "a"), (1.0, -1.0), 10**12)] * 3 + [ResultCount(("a", "b"), (0, 0), 1)]
    games = gather(rows, agents=["c"])
    assert games.agents == ("a", "b", "c") and games.games.tolist() == [1, 3 * 10**12]
    assert games.lineups[:, :, 0].tolist() == [[0, 1], [1, 0]]
    rows = [
        ResultCount(("c", ("b", "a")), (1.0, -1.0), 2),
        ResultCount(("c", ("a", "b")), (-1.0, 1.0), 3),
    ]
    games = gather(rows)
    assert games.lineups.tolist() == [[[2, -1], [0, 1]]]
    assert games.outcomes == ((-1.0, 1.0), (1.0, -1.0)) and games.games.tolist() == [3, 2]
