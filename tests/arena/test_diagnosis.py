"""Diagnoses: mistakes are counted where they are possible, and only there."""

from dataclasses import dataclass
from typing import Any

import pytest

import quadrille
from quadrille.arena.diagnosis import diagnose, diagnosis_svg
from quadrille.arena.diagnosis.positions import exact_questions, plain_answers, plain_questions
from quadrille.arena.intervals import Share, share_interval
from quadrille.search.solving import solve

QUARTO = quadrille.game("quarto")
CONNECT_FOUR = quadrille.game("connect_four")


@dataclass(frozen=True)
class Worst(quadrille.Agent):
    """Plays a move of the lowest exact value."""

    def choose(self, state: Any, rng: Any) -> Any:
        values = solve(state, all_moves=True).values
        return min(values, key=values.__getitem__)


@dataclass(frozen=True)
class First(quadrille.Agent):
    """Plays the first legal move, and gives all the same value but the last."""

    def choose(self, state: Any, rng: Any) -> Any:
        moves = state.legal_moves()
        values = [0.25] * (len(moves) - 1) + [0.125]
        stats = (quadrille.MoveStats(m, value=v) for m, v in zip(moves, values, strict=True))
        return quadrille.Decision(moves[0], None, tuple(stats))


def test_perfect_play_makes_no_mistake() -> None:
    found = diagnose(QUARTO, "perfect", positions=60, first=8, games=0)
    assert found.missed_wins.count == found.given_wins.count == found.spoiled.count == 0
    assert found.missed_wins.of + found.given_wins.of == found.spoiled.of == 60


def test_the_worst_moves_are_all_mistakes() -> None:
    found = diagnose(QUARTO, Worst(), positions=80, first=10, games=0)
    assert found.spoiled == Share(80, 80) and found.spoiled_of_all.count == 80
    assert found.spoiled_of_all.of == sum(each.drawn for each in found.stages) > 120
    assert {each.decision for each in found.stages} == {"square", "piece"}
    assert min(each.stage for each in found.stages) == 10


def test_habits() -> None:
    found = diagnose(QUARTO, First(), positions=20, first=11, games=6)
    habits = found.habits
    assert habits is not None and habits.first_choices == Share(40, 40)
    assert habits.value_spread == 0.125 and (habits.openings, habits.games_begun) == (1, 3)
    assert habits.lost >= 4 and habits.lost_length is not None and 8 < habits.lost_length <= 32
    other = diagnose(QUARTO, "random", positions=5, first=12, games=20, opponent="random").habits
    assert other is not None and other.value_spread is None and other.openings > 3


def test_random_play_is_wrong_about_as_often_as_chance_says() -> None:
    found = diagnose(QUARTO, "random", positions=300, first=9, games=0)
    share = found.missed_wins.value
    assert share is not None and 0.6 < share < 0.95
    assert found.given_wins.value is not None and 0.2 < found.given_wins.value < 0.7


def test_plain_questions_have_right_and_wrong_answers() -> None:
    found = plain_questions(QUARTO, 100, 1)
    assert len(found.wins) + len(found.gifts) == 100
    for question in found.wins:
        state: Any = question.state
        assert {move.square for move in question.good} == set(state.winning_squares())
    for question in found.gifts:
        state = question.state
        assert {move.piece for move in question.good} == set(state.safe_pieces())
        assert state.hand() < 0 and question.decision == "piece"


def test_exact_questions_are_spread_over_the_stages() -> None:
    found = list(exact_questions(QUARTO, 60, 2, 9))
    counts = [sum(one.stage == stage for one in found) for stage in range(9, 15)]
    assert max(counts) - min(counts) <= 2 and sum(counts) == 60
    for question in found:
        values = solve(question.state, all_moves=True).values
        best = max(values.values())
        assert question.good == {move for move, value in values.items() if value == best}
        assert len(question.good) < len(values) and plain_answers(question.state)[1] != "win"
    again = [one.state.text() for one in exact_questions(QUARTO, 60, 2, 9)]
    assert again == [one.state.text() for one in found]


def test_connect_four_is_diagnosed_by_the_general_solver() -> None:
    found = diagnose(CONNECT_FOUR, First(), positions=12, first=30, games=2)
    assert found.spoiled.of == 12 and found.spoiled.count > 0
    assert found.stage_name == "discs" and min(each.stage for each in found.stages) >= 30


def test_the_picture() -> None:
    found = diagnose(QUARTO, "random", positions=30, first=12, games=0)
    svg = diagnosis_svg(found)
    assert svg.startswith("<svg") and svg.count('class="error"') == len(found.stages)
    assert "Moves of random that spoil the exact result" in svg


def test_intervals() -> None:
    assert share_interval(0, 100)[0] == 0.0
    assert share_interval(0, 100)[1] == pytest.approx(0.037, abs=1e-3)
    assert Share(0, 0).value is None and Share(0, 0).ends is None
    assert Share(1, 4) + Share(2, 4) == Share(3, 8)
