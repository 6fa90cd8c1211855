"""Sheep beyond the lockstep tests: random play, fields, scores and bad input."""

from typing import Any

import pytest

import quadrille
from quadrille import Rng
from quadrille.arena.series import Series
from quadrille.core.records.record import Result
from support.scale import LONG

GAMES = 2_000 if LONG else 150


def random_games(**options: Any) -> dict[str, float]:
    """Averages over games of random play."""
    game = quadrille.game("sheep", **options)
    slides = cells = score = starts = choices = 0.0
    for seed in range(GAMES):
        rng = Rng(seed)
        state = game.new(seed)
        starts += len(state.start_cells())
        while not state.is_over():
            move = state.random_move(rng)
            if move.kind == "slide":
                slides += 1
                choices += len(state.legal_moves())
            state.play(move)
        cells += len(state.flocks()) / state.num_players()
        score += sum(state.scores()) / state.num_players()
    return {
        "slides": slides / GAMES,
        "cells": cells / GAMES,
        "score": score / GAMES,
        "starts": starts / GAMES,
        "choices": choices / slides,
    }


@pytest.mark.parametrize("options", [{}, {"players": 3}, {"players": 2}, {"game": 4}])
def test_stopped_games_are_valued_as_finished_ones(options: dict[str, Any]) -> None:
    game = quadrille.game("sheep", **options)
    for seed in range(10):
        state, rng = game.new(seed), Rng(seed)
        while not state.is_over():
            state.play(state.random_move(rng))
        worth = [0.0] * state.num_sides()
        for player, score in enumerate(state.scores()):
            worth[state.side(player)] += score
        assert state.outcome_of(worth) == pytest.approx(state.outcome())


def test_the_scale_of_the_contest() -> None:
    state = quadrille.game("sheep").new()
    points = [each * 2.25 + 2.75 for each in state.outcome_of([7, 9, 7, 1])]
    assert points == pytest.approx([2.5, 5, 2.5, 1])
    with pytest.raises(ValueError, match="expected a number for each of 4 sides, got 3"):
        state.outcome_of([7, 9, 7])
    assert Result.of(state, "adjudicated").outcome == pytest.approx((0, 0, 0, 0))
    given_up = Result.of(state, "resigned", 2).outcome
    assert given_up == pytest.approx((7 / 27, 7 / 27, -7 / 9, 7 / 27))


def test_judged_games_replay_on_the_scale_of_the_contest() -> None:
    match = Series(quadrille.game("sheep"), ["random"] * 4, games=4, adjudicate=30)
    for each in match.play():
        each.record.check()
        assert each.record.result.outcome is not None
        assert min(each.record.result.outcome) > -1 and max(each.record.result.outcome) == 1


def test_random_play_of_game_1() -> None:
    found = random_games()
    wanted = {"slides": 39.4, "cells": 10.9, "score": 15.4, "starts": 51, "choices": 27.4}
    assert found == pytest.approx(wanted, rel=0.03)


def test_random_play_of_game_2() -> None:
    found = random_games(game=2)
    wanted = {"slides": 65.3, "cells": 17.3, "choices": 53.9}
    assert {name: found[name] for name in wanted} == pytest.approx(wanted, rel=0.03)


@pytest.mark.parametrize("size", [6, 12, 15, 20])
@pytest.mark.parametrize("part", [0.3, 0.6, 0.9, 1.0])
def test_fields_of_any_fullness_come_about(size: int, part: float) -> None:
    cells = max(round(size * size * part), 8)
    game = quadrille.game("sheep", size=size, cells=cells)
    for seed in range(20):
        state = game.new(seed)
        walls = sum(state.is_wall(x, y) for x in range(size) for y in range(size))
        assert size * size - walls == cells
        assert state.problems() == []
        assert not state.is_wall(size // 2, size // 2)


def test_a_field_can_be_given() -> None:
    game = quadrille.game("sheep", size=6, cells=9, sheep=2, players=2)
    state = game.parse("######/#...##/#...##/#...##/######/###### 1")
    assert len(state.start_cells()) == 8 and (2, 2) not in state.start_cells(), "all but the middle"
    for move in ("b2", "d4", "b2-d2:1", "d4-b4:1"):
        state.play(move)
    assert state.is_over() and state.outcome() == [0.0, 0.0]
    assert state.contest_points() == [4.0, 4.0]


def test_wrong_questions_are_refused() -> None:
    state = quadrille.game("sheep").new(1)
    for method in (state.is_wall, state.owner, state.sheep, state.is_known):
        with pytest.raises(ValueError, match="expected x and y from 0 to 11, got 12 and 0"):
            method(12, 0)
        with pytest.raises(ValueError, match="expected x and y"):
            method(0, -1)
    with pytest.raises(ValueError, match="a direction 1 2 3 4 6 7 8 9, got 5"):
        state.landing(6, 6, 5)
    with pytest.raises(ValueError, match="player"):
        state.regions(4)
    with pytest.raises(ValueError, match="no turn can be lost in"):
        state.lose_turn()


@pytest.mark.parametrize("exponent", [1.0, 1.5, 2.0, 2.7, 3.0])
def test_powers_are_those_of_the_exponent(exponent: float) -> None:
    game = quadrille.game("sheep", players=2, size=6, cells=12, sheep=6, exponent=exponent)
    state = game.parse("A1A1A1A1A1A1/B6....." + "/######" * 4 + " 2")
    assert state.scores() == pytest.approx([6**exponent, 1.0], rel=1e-12)
