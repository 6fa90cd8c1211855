"""The contest team's agent for Sheep: its heuristics, its parameters and its play."""

import time
from typing import Any

import pytest

import quadrille
from quadrille import Rng
from quadrille.games.sheep._core import Heuristics

OPEN = "players=2 size=6 cells=36 sheep=16 "
ROW = "/......"
BEGIN = OPEN + "......" + 5 * ROW + " 1"
ONE = OPEN + "A16....." + 5 * ROW + " 2"
BOTH = OPEN + "A16....." + 4 * ROW + "/.....B16 1"


def parsed(text: str) -> Any:
    return quadrille.game("sheep").parse(text)


@pytest.mark.parametrize(
    ("text", "cell", "expected"),
    [
        # 15 free cells around count 2 each, three slides of five cells 5 ** 1.5 each.
        (BEGIN, (0, 0), 30 + 3 * 5**1.5),
        # One of the slides ends a cell earlier, and the opponent is neither near nor far.
        (ONE, (5, 5), 30 + 2 * 5**1.5 + 4**1.5),
        # 18 free cells less one opponent, who is near; slides of 4, 5, 1 and 4 cells.
        (ONE, (1, 0), 34 + 4**1.5 + 5**1.5 + 1 + 4**1.5 - 13),
    ],
)
def test_start_values(text: str, cell: tuple[int, int], expected: float) -> None:
    assert Heuristics({}).start_value(parsed(text), *cell) == pytest.approx(expected)


def test_parameters_of_the_start() -> None:
    usual = Heuristics({}).start_value(parsed(ONE), 5, 5)
    for settings, change in (
        ({"far": 4}, 5.0),
        ({"far": 4, "far_gain": 2.5}, 2.5),
        ({"near": 6}, -13.0),
        ({"near": 6, "near_cost": 1.0}, -1.0),
        ({"room_weight": 3.0}, 15.0),
        ({"length_weight": 0.0}, -2 * 5**1.5 - 8),
        ({"length_power": 1.0}, 14 - 2 * 5**1.5 - 8),
        ({"start_radius": 2}, -14.0),
    ):
        found = Heuristics(settings).start_value(parsed(ONE), 5, 5)
        assert found == pytest.approx(usual + change), settings


def test_splits() -> None:
    state = parsed(BOTH)
    moves = {str(move): move for move in state.legal_moves()}
    knows = Heuristics({})
    # The same room and the same obstacles at both ends.
    assert knows.split(state, moves["a1-f1:1"]) == 8
    # Connected free cells 9 to 15; obstacles 5 to 1; their heights 5 to 16.
    area = 15**1.5 / (9**1.5 + 15**1.5)
    part = 0.45 * area + 0.28 * 5 / 6 + 0.27 * 5 / 21
    assert knows.split(state, moves["a1-e5:3"]) == round(16 * part) == 10
    only = {"area_weight": 0.0, "obstacle_weight": 0.0, "height_weight": 0.0}
    assert Heuristics({**only, "area_weight": 1.0}).split(state, moves["a1-e5:1"]) == 11
    assert Heuristics({**only, "obstacle_weight": 1.0}).split(state, moves["a1-e5:1"]) == 13
    assert Heuristics({**only, "height_weight": 1.0}).split(state, moves["a1-e5:1"]) == 4
    assert Heuristics(only).split(state, moves["a1-e5:1"]) == 1, "at least one goes"
    assert Heuristics({"obstacle_weight": 9.0}).split(state, moves["a1-e5:1"]) == 15, "one stays"


def test_values_are_ranks_and_a_little_area() -> None:
    text = "players=2 size=6 cells=12 sheep=4 ##A1.##/#..A3.#/#...B4#/##..##/######/###### 2"
    knows = Heuristics({})
    assert knows.value(parsed(text), 0) == pytest.approx(2 + 0.01 * 2)
    assert knows.value(parsed(text), 1) == pytest.approx(1 + 0.01 * 1)
    rows = "game=4 size=6 cells=12 sheep=4 ##A1A1##/#.A1A1B4#/#...C4#/##D4.##/######/###### 1"
    team = Heuristics({"area_exponent": 2.0})
    assert team.value(parsed(rows), 0) == team.value(parsed(rows), 2) == pytest.approx(4 + 0.17)
    assert team.value(parsed(rows), 1) == team.value(parsed(rows), 3) == pytest.approx(1 + 0.02)
    alone = rows.replace("game=4", "game=1")
    ranks = [int(knows.value(parsed(alone), player)) for player in range(4)]
    assert ranks == [4, 3, 3, 3], "equals have the better rank"


def test_wrong_questions_are_refused() -> None:
    state, knows = parsed(BOTH), Heuristics({})
    with pytest.raises(ValueError, match="to start"):
        knows.start_value(state, 0, 0)
    with pytest.raises(ValueError, match="expected x and y from 0 to 5"):
        knows.start_value(parsed(ONE), 6, 0)
    with pytest.raises(ValueError, match="legal slide"):
        knows.split(state, state.parse_move("pass"))
    with pytest.raises(ValueError, match="player"):
        knows.value(state, 2)
    with pytest.raises(ValueError, match="unknown setting"):
        Heuristics({"nearness": 1})


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, (1.5, 90, 9, 2, 0.01, 2, 6)),
        ({"game": 2}, (1.8, 60, 10, 1, 0.02, 4, 7)),
        ({"game": 3}, (1.8, 60, 9, 2, 0.005, 2, 6)),
        ({"game": 4}, (1.8, 90, 9, 2, 0.01, 2, 6)),
        ({"size": 20}, (1.8, 60, 10, 1, 0.02, 4, 7)),
        ({"hidden": True}, (1.8, 60, 9, 2, 0.005, 2, 6)),
        ({"hidden": True, "teams": True}, (1.8, 90, 9, 2, 0.01, 2, 6)),
    ],
)
def test_presets(options: dict[str, Any], expected: tuple[float, ...]) -> None:
    names = ("area_exponent", "sims", "mcts_depth", "depth", "area_share", "near", "far")
    game = quadrille.game("sheep", **options)
    agent: Any = quadrille.agent("sheep-hybrid", game)
    assert tuple(agent.settings(game)[name] for name in names) == expected
    other: Any = quadrille.agent("sheep-hybrid:preset=2,depth=3", game)
    assert other.settings(game)["sims"] == 60 and other.settings(game)["depth"] == 3


@pytest.mark.parametrize("game", [1, 2, 3, 4])
@pytest.mark.parametrize("splits", ["one", "all", "random", "3"])
def test_it_plays_every_game_with_every_kind_of_splits(game: int, splits: str) -> None:
    rules = quadrille.game("sheep", game=game, size=9, cells=30, sheep=6)
    spec = f"sheep-hybrid:sims=4,depth=1,splits={splits},mcts_splits={splits}"
    seats = [spec] * rules.new().num_sides()
    first, second = (quadrille.play(rules, seats, seed=3) for _ in range(2))
    assert first == second, "equal seeds give equal games"
    assert list(first.replay())[-1].is_over()


def test_it_says_what_it_thinks() -> None:
    game = quadrille.game("sheep")
    state = game.new(seed=2)
    rng = Rng(1)
    for _ in range(12):
        state.play(state.random_move(rng))
    session = quadrille.agent("sheep-hybrid", game).open(game, state.player(), Rng(1))
    decision = session.choose(state.view(state.player()), quadrille.Limits())
    assert decision.move in state.legal_moves()
    assert decision.value is not None and abs(sum(decision.value)) < 1e-9
    tried = {(move.move.origin, move.move.target) for move in decision.moves}
    assert len(tried) == len(decision.moves), "one number of sheep for each slide"


def test_it_stops_in_time() -> None:
    game = quadrille.game("sheep")
    state = game.new(seed=2)
    while state.phase() == "start":
        state.play(state.legal_moves()[0])
    spec = "sheep-hybrid:time=0.1,sims=1000000,depth=4"
    session = quadrille.agent(spec, game).open(game, 0, Rng(1))
    started = time.process_time()
    decision = session.choose(state.view(0), quadrille.Limits())
    assert decision.move in state.legal_moves()
    assert time.process_time() - started < 5  # far less than it would take


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("sheep-hybrid:preset=5", "unknown preset of sheep-hybrid '5'"),
        ("sheep-hybrid:splits=some", "splits"),
        ("sheep-hybrid:splits=0", "splits"),
        ("sheep-hybrid:depth=9", "at most 8"),
        ("sheep-hybrid:sims=0", "at least 1"),
        ("sheep-hybrid:area_exponent=nan", "area_exponent"),
        ("sheep-hybrid:area_power=1e9", "area_power"),
        ("sheep-hybrid:start_radius=-1", "at least 0"),
        ("sheep-hybrid:near=x", "near"),
    ],
)
def test_bad_specs(spec: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        quadrille.agent(spec, quadrille.game("sheep"))


def test_it_plays_nothing_else() -> None:
    game = quadrille.game("connect_four")
    with pytest.raises(ValueError, match="sheep-hybrid"):
        quadrille.play(game, ["sheep-hybrid", "random"])
