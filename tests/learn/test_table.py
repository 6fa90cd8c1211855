"""Tables: the three rules by hand, tic-tac-toe solved, files, and where they end."""

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quadrille
from learn.test_tiny_games import worst_results
from quadrille.agents.table import TablePlayer, ValueTable, find_table, position_key, read_table
from quadrille.core.errors import BadModel
from quadrille.learn.algorithms import learner_of
from quadrille.learn.evaluation import Evaluator
from quadrille.learn.loop import train
from quadrille.learn.presets import plan_of, resumed
from quadrille.learn.runs import begin_run, resume_run
from quadrille.learn.table import TableLearner, TableSettings

EXAMPLE = Path(__file__).parents[2] / "examples" / "tic_tac_toe.py"
TIC_TAC_TOE = quadrille.game(f"{EXAMPLE}:TicTacToe")
CONNECT_FOUR = quadrille.game("connect_four")
SMALL = TableSettings(games=600, round_games=100, seed=3)
IMAGES = [
    [*map(int, order)]
    for order in (
        *("012345678", "210543876", "678345012", "876543210"),
        *("036147258", "258147036", "630741852", "852741630"),
    )
]
"""The squares in the eight orders in which the board looks the same."""


@cache
def least_image(squares: str) -> int:
    images = ["".join([squares[i] for i in order]) for order in IMAGES]
    return int(min(images).translate({ord("."): "0", ord("x"): "1", ord("o"): "2"}), 3)


Example: Any = TIC_TAC_TOE.state_type


class Symmetric(Example):  # type: ignore[misc]
    """Tic-tac-toe whose positions are known by the least of their images."""

    name = "symmetric_tic_tac_toe"

    def canonical_key(self) -> int:
        return least_image(self.squares)

    @staticmethod
    def create(options: dict[str, Any], rng: quadrille.Rng) -> "Symmetric":
        return Symmetric()


SYMMETRIC = quadrille.game(Symmetric)


def chooser(table: ValueTable) -> Any:
    """What a table plays."""

    def choose(state: Any) -> Any:
        moves, worth = state.legal_moves(), []
        for move in moves:
            after = state.copy()
            after.play(move)
            worth.append(table.look_up([position_key(after)])[0])
        best = max(worth) if state.player() == 0 else min(worth)
        return moves[worth.index(best)]

    return choose


@pytest.mark.parametrize("rule", ["q", "sarsa", "sarsa-lambda"])
def test_tic_tac_toe_is_solved(rule: Any) -> None:
    """The table never loses, whatever the other side does, and knows every position."""
    settings = TableSettings(
        rule=rule,
        games=6000,
        round_games=500,
        epsilon=1.0 if rule == "q" else 0.6,
        final_epsilon=0.5 if rule == "q" else 0.0,
        rate=0.5,
        final_rate=0.1,
        seed=1,
    )
    learner = TableLearner(SYMMETRIC, "", settings)
    assert worst_results(SYMMETRIC, chooser(learner.table())) == [-1, -1]
    while worst_results(SYMMETRIC, chooser(learner.table())) != [0, 0]:
        assert learner.progress.share(settings) < 1, "it still loses after all games"
        learner.round()
    assert len(learner.values) <= 765 and learner.progress.positions == len(learner.values)


def test_without_symmetries_there_are_more_positions() -> None:
    counts = []
    for game in (TIC_TAC_TOE, SYMMETRIC):
        learner = TableLearner(game, "", replace(SMALL, epsilon=1.0, final_epsilon=1.0))
        for _ in range(3):
            learner.round()
        counts.append(len(learner.values))
    assert counts[0] > 2 * counts[1] and counts[1] > 300


def test_changes_by_hand() -> None:
    """One step to the goal; with traces, a share of it reaches the positions before."""
    settings = replace(SMALL, rate=0.5, trace=0.5, discount=0.8)
    traces = replace(settings, rule="sarsa-lambda")
    for each, expected in ((settings, [0.0, 0.2, 0.6]), (traces, [0.064, 0.36, 0.6])):
        learner = TableLearner(TIC_TAC_TOE, "", each)
        learner.values = {11: 0.0, 22: 0.2, 33: 0.2}
        learner.learn([11, 22, 33], 1.0)  # a change of 0.8 for the last one
        assert list(learner.values.values()) == pytest.approx(expected)


@pytest.mark.parametrize("rule", ["q", "sarsa"])
def test_what_is_learned_from(rule: Any) -> None:
    """Q-learning looks at the best next move, SARSA at the one that is played; the second side
    plays for low numbers."""
    learner = TableLearner(TIC_TAC_TOE, "", replace(SMALL, rule=rule, rate=1.0, final_rate=1.0))
    goals: list[float] = []
    learner.learn = lambda path, goal: goals.append(goal)  # type: ignore[method-assign]
    first = TIC_TAC_TOE.new()
    for move in first.legal_moves():  # the first side opens anywhere, all worth the same
        after = first.copy()
        after.play(move)
        for answer in after.legal_moves():
            end = after.copy()
            end.play(answer)
            value = -0.9 if str(answer) == "1" or str(move) == "1" else 0.3
            learner.values[position_key(end)] = value
    learner._epsilon = 0.0
    learner.play()
    assert goals[0] == -0.9, "the best move of the second side is played without exploration"
    learner._epsilon, goals = 1.0, []
    learner.learn = lambda path, goal: goals.append(goal)  # type: ignore[method-assign]
    for _ in range(40):
        learner.play()
    second = {goal for goal in goals if goal in (-0.9, 0.3)}
    assert second == ({-0.9} if rule == "q" else {-0.9, 0.3})


def test_a_full_table_learns_no_further_positions() -> None:
    learner = TableLearner(
        CONNECT_FOUR, "", replace(SMALL, rule="sarsa-lambda", trace=0.95, capacity=500)
    )
    learner.round()
    assert len(learner.values) == 500
    before = dict(learner.values)
    learner.round()
    assert learner.values.keys() == before.keys() and learner.values != before
    free = TableLearner(CONNECT_FOUR, "", SMALL)
    sizes = []
    for _ in range(4):
        free.round()
        sizes.append(len(free.values))
    growth = np.diff([0, *sizes])
    assert growth.min() > 0.6 * growth.max() > 500, "it has seen next to nothing of the game"


def test_a_run_goes_on_bit_for_bit_and_plays(tmp_path: Path) -> None:
    small = {"games": "300", "round_games": "100", "rule": "sarsa-lambda", "seed": "2"}
    more = {"evaluations": "1", "evaluation_games": "4", "checkpoint_minutes": "0"}
    plan = plan_of("table:connect_four", {**small, **more}, {})
    assert (plan.algorithm, plan.encoding, plan.preset) == ("table", "", "table-connect_four")
    with begin_run(tmp_path / "whole", plan) as whole:
        train(whole, learner_of(plan), Evaluator(whole))
        lines = list(whole.metrics())
        assert [line["games"] for line in lines if line["kind"] == "round"] == [100, 200, 300]
        assert set(lines[-1]["matches"]) == {"random", "oneply"}
    part = replace_games(plan, 200)
    with begin_run(tmp_path / "part", part) as run:
        train(run, learner_of(part), Evaluator(run))
    # The rate follows the share of the run, so the whole is compared with what was saved in it.
    with resume_run(tmp_path / "part") as run:
        learner = learner_of(run.plan)
        assert isinstance(learner, TableLearner)
        last = run.last_checkpoint()
        assert last is not None
        learner.load(last)
        again = learner_of(run.plan)
        for _ in range(2):
            again.round()
        assert isinstance(again, TableLearner) and again.values == learner.values
        learner.round()
        again.round()
        assert again.values == learner.values and len(learner.values) > 1000
    table = find_table(str(tmp_path / "whole"))
    assert len(table) == lines[-1]["positions"]
    for spec in (f"table:{tmp_path / 'whole'}", f"table:{tmp_path / 'whole@3'}"):
        assert quadrille.play(CONNECT_FOUR, [spec, "random"], seed=1).result.ended == "finished"
    with pytest.raises(ValueError, match="the table was learned for connect_four"):
        quadrille.play(quadrille.game("quarto"), [f"table:{tmp_path / 'whole'}", "random"])
    with pytest.raises(ValueError, match="expected an algorithm that trains a network"):
        learner_of(plan).network  # noqa: B018
    assert resumed(plan, {"games": "500"}, "").settings["games"] == 500


def replace_games(plan: Any, games: int) -> Any:
    return replace(plan, settings={**plan.settings, "games": games, "evaluations": 0})


def test_files(tmp_path: Path) -> None:
    table = ValueTable(
        "connect_four", {}, np.array([3, 5, 2**64 - 1], np.uint64), np.array([1, -0.5, 0.25], "f4")
    )
    path = tmp_path / "table.npz"
    path.write_bytes(table.to_bytes())
    found = read_table(path)
    assert (found.game, found.options, len(found)) == ("connect_four", {}, 3)
    assert found.look_up([2**64 - 1, 4, 3, 6]).tolist() == [0.25, 0.0, 1.0, 0.0]
    assert TablePlayer(str(path)).unfit(CONNECT_FOUR) == ""
    for damage in (b"", b"PK\x03\x04 nothing", path.read_bytes()[:-40]):
        broken = tmp_path / f"{len(damage)}.npz"
        broken.write_bytes(damage)
        with pytest.raises(BadModel, match="expected a table of quadrille"):
            read_table(broken)
    for name in ("no such run", "no/such@3", "", "/"):
        with pytest.raises(BadModel, match="expected a run of `quadrille train table:GAME`"):
            find_table(name)
    assert "expected a run" in TablePlayer().unfit(CONNECT_FOUR)


@pytest.mark.parametrize(
    "name, changes, message",
    [
        ("table:connect_for", {}, "did you mean 'connect_four'"),
        ("table:sheep", {}, "expected a game of 2 sides, sheep has 4"),
        ("table:connect_four", {"rule": "td"}, "expected one of"),
        ("table:connect_four", {"trace": "2"}, "expected trace from 0 to 1"),
        ("table:connect_four", {"capacity": "0"}, "expected capacity of at least 1"),
        ("table:connect_four", {"rate": "0"}, "expected 0 < final_rate <= rate"),
    ],
)
def test_refusals(name: str, changes: dict[str, str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        plan_of(name, changes, {})


def test_secrets_are_refused() -> None:
    with pytest.raises(ValueError, match="expected a game without secrets"):
        plan_of("table:pillars", {}, {"open_hands": False})
