"""How Q-networks play by the agent ``model``."""

from pathlib import Path
from typing import Any

import pytest

import quadrille
from quadrille import Limits, Rng
from quadrille.learn.dqn import Dqn
from quadrille.learn.dqn_settings import DqnSettings
from quadrille.learn.export import export
from quadrille.search.turns import TurnActions


def q_model(folder: Path, **changes: Any) -> tuple[str, Dqn]:
    """The file of a Q-network for Quarto, a little trained, and what it was made by."""
    settings = DqnSettings(games=99, layers="12-8", envs=4, batch=8, round_games=4, **changes)
    learner = Dqn(quadrille.game("quarto"), "onehot", settings)
    learner.round()
    path = folder / f"{len(list(folder.iterdir()))}.onnx"
    export(path, learner.game, "onehot", learner.network.arrays(), learner.facts())
    return str(path), learner


def test_a_q_network_plays_the_move_of_the_highest_value(tmp_path: Path) -> None:
    path, learner = q_model(tmp_path)
    game, rng = learner.game, Rng(1)
    state = game.new()
    for _ in range(6):
        decision = quadrille.agent(f"model:{path},sims=0").choose(state)
        q = learner.network.values(learner.encoder.encode([state]))[0][0].tolist()
        values = {each.move: each.value for each in decision.moves}
        assert set(values) == set(state.legal_moves())
        for move, value in values.items():
            assert value == pytest.approx(q[state.action(move)], abs=5e-3)
        assert values[decision.move] == max(values.values())
        state.play(state.random_move(rng))
    assert quadrille.agent(f"model:{path},sims=20").choose(state).nodes == 20


def test_a_joint_network_plays_two_moves_from_one_evaluation(tmp_path: Path) -> None:
    path, learner = q_model(tmp_path, action="joint")
    game, turns = learner.game, TurnActions.of(learner.game)
    session = quadrille.agent(f"model:{path}", game).open(game, 1, Rng(1))
    state = game.new()
    state.play("give:TLSH")
    q = learner.network.values(learner.encoder.encode([state]))[0][0].tolist()
    place = session.choose(state, Limits())
    state.play(place.move)
    give = session.choose(state, Limits())
    pairs = turns.pairs(game.parse("..../..../..../.... TLSH"))
    best = max(pairs, key=q.__getitem__)
    assert pairs[best] == (place.move.square, 16 + give.move.piece)
    assert place.nodes == 1 and give.nodes == 0
    # Asked for a piece whose square it did not choose, it judges what the opponent gets.
    fresh = quadrille.agent(f"model:{path}", game).open(game, 1, Rng(1))
    answer = fresh.choose(state, Limits())
    assert len(answer.moves) == 15 and answer.nodes == 1
    assert fresh.choose(game.new(), Limits()).move.is_give
    record = quadrille.play(game, [f"model:{path}", "random"], seed=3)
    assert record.result.outcome is not None


def test_no_search_can_use_joint_values(tmp_path: Path) -> None:
    path, learner = q_model(tmp_path, action="joint")
    reason = quadrille.agent(f"model:{path},sims=50").unfit(learner.game)
    assert "chooses two moves at once" in reason
    assert quadrille.agent(f"model:{path},sims=0").unfit(learner.game) == ""
