"""Weights of a game's static evaluation as fields of agents."""

import pickle
from typing import Any

import pytest

import quadrille
from quadrille import BadSpec, Rng
from quadrille.core.agents.weights import Weights, fields_in, own_weights
from search.games import Ends
from support.places import EXAMPLES

GAME = quadrille.game("pillars")
SPECS = (
    "greedy",
    "mcts:leaf=evaluate,sims=50",
    "mcts:leaf=guided,sims=20",
    "mcts:formula=puct,sims=50",
    "mcts:horizon=2,sims=50",
    "expectimax:depth=1",
    "maxn:depth=1",
    "paranoid:depth=1",
    "teams:depth=1",
    "hybrid:depth=1,sims=5,mcts_depth=1",
)


def position() -> Any:
    state = GAME.new(seed=3)
    while state.player() < 0:
        state.play_chance()
    return state


def with_weights(spec: str, **weights: float) -> str:
    parts = ",".join(f"weights.{name}={value}" for name, value in weights.items())
    return f"{spec}{',' if ':' in spec else ':'}{parts}"


@pytest.mark.parametrize("spec", SPECS)
def test_every_search_uses_them(spec: str) -> None:
    state = position()
    own = own_weights(GAME)
    usual = quadrille.agent(spec, GAME).choose(state, Rng(1))
    same = quadrille.agent(with_weights(spec, **own), GAME).choose(state, Rng(1))
    assert same.value == pytest.approx(usual.value, abs=1e-6)
    turned = {name: -50 * weight for name, weight in own.items()}
    other = quadrille.agent(with_weights(spec, **turned), GAME).choose(state, Rng(1))
    assert other.value != pytest.approx(usual.value, abs=1e-3)


def test_the_value_is_that_of_the_evaluation() -> None:
    """What greedy says of a position is evaluate() with the weights after its move."""
    state = position()
    decision = quadrille.agent("greedy:weights.height=2,weights.reach=-1", GAME).choose(state)
    weights = Weights({"height": 2, "reach": -1}).complete(GAME)
    assert weights[0] == 2 and len(weights) == len(state.feature_names())
    after = state.copy()
    after.play(decision.move)
    values = after.evaluate(weights)
    assert decision.value == pytest.approx(values)
    assert decision.value != pytest.approx(after.evaluate())


def test_alphabeta_and_python_games_use_them() -> None:
    four = quadrille.game("connect_four")
    state = four.new()
    state.play("1")
    spec = "alphabeta:depth=1"
    usual = quadrille.agent(spec, four).choose(state).value
    assert quadrille.agent(f"{spec},weights.centre=9", four).choose(state).value != usual
    coins = quadrille.game(Ends)
    start = coins.new()
    decision = quadrille.agent("greedy:weights.points=2", coins).choose(start)
    after = start.copy()
    after.play(decision.move)
    assert decision.value == pytest.approx(after.evaluate([2.0]))


def test_they_are_part_of_the_spec() -> None:
    spec = "greedy:weights.reach=0.5,weights.height=3"
    agent = quadrille.agent(spec, GAME)
    assert str(agent) == "greedy:weights.height=3,weights.reach=0.5"
    assert str(quadrille.agent(str(agent), GAME)) == str(agent)
    assert quadrille.agent("greedy", GAME, weights={"reach": 0.5, "height": 3}) == agent
    again = pickle.loads(pickle.dumps(agent))
    assert again == agent and hash(again) == hash(agent)
    assert agent != quadrille.agent("greedy", GAME) and str(quadrille.agent("greedy")) == "greedy"


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("greedy:weights=3", "did you mean 'weights.NAME'"),
        ("greedy:weights.height=x", "expected a number for field 'weights.height', got 'x'"),
        ("greedy:weights.height=inf", "expected weight 'height' from"),
        ("greedy:weights.height=1,weights.height=2", "field 'weights.height' twice"),
        ("oneply:weights.height=1", "unknown field of oneply 'weights.height'"),
        ("mcts:c.height=1", "unknown field of mcts 'c.height'"),
    ],
)
def test_bad_weights(spec: str, message: str) -> None:
    with pytest.raises(BadSpec, match=message) as error:
        quadrille.agent(spec, GAME)
    assert "\n" not in str(error.value)


def test_an_unknown_name_is_one_line() -> None:
    with pytest.raises(ValueError) as error:
        quadrille.match(GAME, ["greedy:weights.hight=3", "random"], games=2)
    assert "unknown weight 'hight'; did you mean 'height'? (known: blocked," in str(error.value)
    assert "\n" not in str(error.value)
    reason = quadrille.agent("greedy:weights.height=3").unfit(
        quadrille.game(f"{EXAMPLES}/nim.py:Nim")
    )
    assert reason.startswith("unknown weight 'height'")


def test_fields_of_a_game() -> None:
    fields = fields_in(type(quadrille.agent("greedy")), quadrille.game("carcassonne"))
    points = fields["weights.points"]
    assert points.default == 0.04 and points.parse("2") == 2.0
    assert points.range is not None and points.range.low < 0 < 0.04 < points.range.high
    assert all(field.range for name, field in fields.items() if name.startswith("weights."))
    assert "weights.NAME" in fields_in(type(quadrille.agent("greedy")), None)
