"""Networks that are taught by a solver."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import quadrille
from learn.test_runs import same
from learn.test_tiny_games import TIC_TAC_TOE
from oracles import minimax
from quadrille.learn.algorithms import algorithm_of, learner_of
from quadrille.learn.presets import PRESETS, changed, plan_of
from quadrille.learn.teaching import Teaching, TeachingSettings
from quadrille.search.network import evaluate, make_network
from quadrille.search.solving import solve

SETTINGS = TeachingSettings(
    layers="64-32", games=4000, round_games=200, first_ply=28, warmup=100, batch=256, reuse=20
)


def test_lessons_are_exact() -> None:
    game = quadrille.game(f"{TIC_TAC_TOE}:TicTacToe")
    learner = Teaching(game, "planes", replace(SETTINGS, first_ply=3, round_games=30))
    learner.play()
    assert learner.progress.games == 30
    assert len(learner.samples) > 90
    solved: dict[str, Any] = {}
    for index in range(len(learner.samples)):
        state, policy, values = learner.samples[index]
        worth = minimax.solve(state, solved)[0]
        assert values == [worth, -worth]
        moves = state.legal_moves()
        good = [m for m in moves if minimax.solve(minimax.after(state, m), solved)[0] == worth]
        assert policy == pytest.approx({move: (move in good) / len(good) for move in moves})


def test_the_end_of_connect_four_is_taught() -> None:
    """The network alone finds good moves in positions that it has not seen."""
    game = quadrille.game("connect_four")
    exam = Teaching(game, "threats", replace(SETTINGS, seed=9))
    exam.play()
    questions = [exam.samples[index] for index in range(len(exam.samples))]
    questions = [one for one in questions if 0 in one[1].values()]
    assert len(questions) > 100

    def mark(learner: Teaching) -> float:
        network = make_network(
            learner.network.arrays(), "threats", learner.game.encoding("threats").version
        )
        right = 0
        for state, policy, _ in questions:
            chances = evaluate(network, state)[1]
            right += policy[max(chances, key=chances.__getitem__)] > 0
        return right / len(questions)

    learner = Teaching(game, "threats", SETTINGS)
    assert mark(learner) < 0.75
    for _ in range(12):
        learner.play()
        learner.train()
    assert mark(learner) > 0.9


def test_only_late_positions_are_solved() -> None:
    plan = plan_of("quarto-taught", {"first_ply": "24", "round_games": "20"}, {})
    assert plan.algorithm == "teaching"
    learner = learner_of(plan)
    assert isinstance(learner, Teaching)
    learner.play()
    states: list[Any] = [learner.samples[index][0] for index in range(10)]
    placed = [16 - len(state.remaining()) - (state.hand() >= 0) for state in states]
    assert min(placed) >= 11


def test_drawn_moves_are_taught_by_their_traps() -> None:
    """Moves that keep the value differ by how often a careless opponent goes wrong after them."""
    changes = {"trap_boards": "20000", "first_ply": "16", "round_games": "12", "seed": "2"}
    learner = learner_of(plan_of("quarto-taught", changes, {}))
    assert isinstance(learner, Teaching)
    learner.play()
    drawn = uneven = 0
    for index in range(len(learner.samples)):
        state, policy, values = learner.samples[index]
        assert sum(policy.values()) == pytest.approx(1)
        solved = solve(state, all_moves=True)
        assert values[state.side(state.player())] == solved.value
        best = {move for move, each in solved.values.items() if each == solved.value}
        assert all(move in best for move, chance in policy.items() if chance > 0)
        if solved.value == 0 and len(best) > 1:
            drawn += 1
            uneven += len({policy[move] for move in best}) > 1
    assert drawn > 10 and uneven > drawn / 2  # mostly, some of the best moves set more traps
    again = learner_of(plan_of("quarto-taught", changes, {}))
    assert isinstance(again, Teaching)
    again.play()
    assert again.samples.to_bytes() == learner.samples.to_bytes()


def test_traps_need_a_solver_that_ranks_them() -> None:
    with pytest.raises(ValueError, match="ranks no traps"):
        Teaching(quadrille.game("connect_four"), "threats", replace(SETTINGS, trap_boards=10))
    for wrong in ({"trap_boards": "-1"}, {"trap_step": "0"}):
        with pytest.raises(ValueError, match="expected trap_"):
            changed(PRESETS["quarto-taught"].settings, wrong)


def test_it_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    game = quadrille.game("connect_four")
    settings = TeachingSettings(
        layers="16-8", games=99, round_games=4, first_ply=30, warmup=4, batch=16
    )

    def rounds(learner: Teaching, count: int) -> Teaching:
        for _ in range(count):
            learner.play()
            learner.train()
        return learner

    learner = rounds(Teaching(game, "discs", settings), 2)
    learner.save(tmp_path)
    again = Teaching(game, "discs", settings)
    again.load(tmp_path)
    assert same(rounds(learner, 2), rounds(again, 2))


def test_what_cannot_be_solved_cannot_be_taught() -> None:
    with pytest.raises(ValueError, match="chance"):
        Teaching(quadrille.game("carcassonne"), "net", SETTINGS)
    for wrong in ({"mistakes": "1.5"}, {"first_ply": "-1"}):
        with pytest.raises(ValueError, match="expected"):
            changed(PRESETS["quarto-taught"].settings, wrong)
    assert algorithm_of(SETTINGS) == "teaching"
