"""An agent in several seats of one game neither wins nor loses against itself."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from arena.samples import outcome_of
from quadrille.arena.ladder import Ladder
from quadrille.arena.ratings import rate
from quadrille.arena.report.meetings import meetings, on_sides
from quadrille.arena.results import ResultCount
from quadrille.arena.series import Series
from quadrille.arena.store import Store
from quadrille.arena.tally import score_side
from support.places import EXAMPLES

HIGH_CARD = str(EXAMPLES / "high_card.py:HighCard")


@pytest.mark.parametrize(
    ("values", "side", "own", "expected"),
    [
        ((3, 2, 1), 1, (), (Fraction(1, 2), False, False)),
        ((3, 2, 1), 1, (0, 1), (1, True, False)),  # only behind itself
        ((3, 2, 1), 1, (1, 2), (0, False, False)),  # only ahead of itself
        ((3, 3, 1), 0, (0, 1), (1, True, False)),  # level with itself alone
        ((3, 3, 1), 0, (0, 2), (Fraction(1, 2), False, True)),
        ((4, 3, 2, 3), 3, (0, 3), (Fraction(3, 4), False, True)),
        ((1, 2), 0, (0, 1), (0, False, False)),  # nobody else is there
        ((1, 1), 0, (0, 1), (Fraction(1, 2), False, True)),
    ],
)
def test_the_score_of_a_side(
    values: tuple[int, ...], side: int, own: tuple[int, ...], expected: tuple[Any, ...]
) -> None:
    assert score_side(outcome_of(list(values)), side, own) == expected


def test_ratings_count_other_agents_only() -> None:
    ratings = rate([ResultCount(("b", "a", "b", "b"), outcome_of([4, 3, 2, 1]), 10)])
    a, b = ratings.rating("a"), ratings.rating("b")
    assert (a.games, a.wins, a.losses) == (10, 0, 10) and a.points == pytest.approx(10 * 2 / 3)
    # Of its three sides one is ahead of the other agent, two are behind it, in every game.
    assert (b.games, b.wins, b.losses, b.points) == (30, 10, 20, 10)
    assert b.ranks == (10, 0, 10, 10), "places are those of the game"


def test_the_order_of_the_seats_of_one_agent_says_nothing() -> None:
    ahead = [ResultCount(("a", "b", "b"), outcome_of([3, 2, 1]), 10)]
    swapped = [ResultCount(("a", "b", "b"), outcome_of([3, 1, 2]), 10)]
    level = [ResultCount(("a", "b", "b"), outcome_of([3, 1, 1]), 10)]
    found = [rate(each, seats=False).rating("b") for each in (ahead, swapped, level)]
    for each in found:
        assert each == found[0] or each.elo == pytest.approx(found[0].elo)
        assert (each.wins, each.draws, each.losses, each.points) == (0, 0, 20, 0)


def test_tables_of_a_report() -> None:
    counted = [ResultCount(("b", "a", "b"), outcome_of([3, 2, 1]), 5)]
    assert {(each.row, each.column) for each in meetings(counted)} == {("a", "b"), ("b", "a")}
    first, middle, last = sorted(on_sides(counted), key=lambda each: each.side)
    assert (first.wins, first.losses, first.points) == (5, 0, 5)
    assert (middle.wins, middle.losses, middle.points) == (0, 5, 2.5)
    assert (last.wins, last.losses, last.points) == (0, 5, 0)


def test_a_ladder_is_not_surer_of_an_agent_that_meets_itself() -> None:
    ladder = Ladder()
    for _ in range(50):
        ladder.add(("b", "b", "b", "a"), outcome_of([3, 4, 1, 2]))
    assert ladder.standing("b").deviation > ladder.standing("a").deviation
    both = Ladder()
    both.add((("a", "b"), ("a", "c")), (1.0, -1.0))
    assert both.standing("a").deviation == both.deviation, "it played both sides"
    assert both.standing("b").deviation < both.deviation


@pytest.mark.parametrize("kind", ["match", "gauntlet"])
def test_a_match_and_the_store_count_alike(tmp_path: Path, kind: str) -> None:
    """Three sides: one of an agent, two of another."""
    agents = ["oneply", "random", "random"] if kind == "match" else ["oneply", "random"]
    with Store.open(str(tmp_path / "games.db"), create=True) as store:
        series = Series(HIGH_CARD, agents, 30, 2, kind=kind).keep_in(store)
        for _ in series.play():
            pass
        one, *others = series.result().agents
        ratings = rate(store.result_counts())
        by_side = store.by_side()
    pairs = {"oneply": [one], "random": others}
    for name, rows in pairs.items():
        rating = ratings.rating(name)
        sides = [each for each in by_side if each.team == name]
        for found in (rows, sides):
            assert sum(each.games for each in found) == rating.games
            assert sum(each.wins for each in found) == rating.wins
            assert sum(each.draws for each in found) == rating.draws
            assert sum(each.losses for each in found) == rating.losses
            assert sum(each.points for each in found) == pytest.approx(rating.points)
    # What one agent has against the two sides of the other, these have lost.
    assert sum(each.points for each in others) == pytest.approx(2 * (30 - one.points))
    assert {each.elo for each in others} == {-(one.elo or 0)}
