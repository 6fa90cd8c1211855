"""What the contest team's text leaves open, as fields of ``sheep-hybrid``."""

from typing import Any

import pytest

import quadrille
from quadrille import Rng
from quadrille.games.sheep import Heuristics

GAME = quadrille.game("sheep")


def position(moves: int = 6, seed: int = 2) -> Any:
    state, rng = GAME.new(seed=seed), Rng(seed)
    for _ in range(moves):
        state.play(state.random_move(rng))
    return state


def nodes(fields: str) -> int:
    """Simulations for some decisions; cut-offs of minimax save some, where its leaves are judged
    soon after the moves that it orders."""
    agent = quadrille.agent(f"sheep-hybrid:sims=6,depth=3,rollout=depth,{fields}", GAME)
    return sum(agent.choose(position(seed=seed), Rng(1)).nodes or 0 for seed in range(10))


def test_the_order_of_moves_changes_what_is_cut_off() -> None:
    by_mover, same, none = (nodes(f"ordering={each}") for each in ("mover", "same", "none"))
    assert by_mover < same < none


def test_heights_by_the_example_send_more_to_higher_obstacles() -> None:
    text, example = Heuristics({"heights": "text"}), Heuristics({"heights": "example"})
    only = {"area_weight": 0.0, "obstacle_weight": 0.0, "height_weight": 1.0}
    found = []
    for start in range(6, 16):
        state = position(start)
        for move in state.legal_moves():
            if move.origin is None or state.sheep(*move.origin) < 4:
                continue
            by_text = Heuristics({**only, "heights": "text"}).split(state, move)
            by_example = Heuristics({**only, "heights": "example"}).split(state, move)
            sheep = state.sheep(*move.origin)
            # The shares of both ends are one together, so the two numbers mirror each other.
            assert abs(by_text + by_example - sheep) <= 1, (state.text(), str(move))
            found.append(text.split(state, move) - example.split(state, move))
    assert any(found)


def test_splits_that_are_cut_off_are_never_larger() -> None:
    state = position()
    nearest, down = Heuristics({}), Heuristics({"rounding": "down"})
    pairs = [
        (nearest.split(state, move), down.split(state, move))
        for move in state.legal_moves()
        if move.origin is not None
    ]
    assert pairs and all(low in (high, high - 1) for high, low in pairs)
    assert any(low < high for high, low in pairs)


def test_simulations_that_end_with_the_game_play_better() -> None:
    """The team's text says so of its program; they are fewer here, to take as much time."""
    result = quadrille.match(
        GAME,
        ["sheep-hybrid:sims=16", "sheep-hybrid:rollout=depth"],
        games=16,
        seed=1,
        kind="gauntlet",
    )
    assert result.agents[0].points / result.games > 0.65


@pytest.mark.parametrize("fields", ["rollout=depth", "opponents=max"])
def test_simulations_change(fields: str) -> None:
    """They see other values of the same moves."""
    state = position()

    def value(more: str) -> Any:
        return (
            quadrille.agent(f"sheep-hybrid:depth=1,sims=80{more}", GAME).choose(state, Rng(1)).value
        )

    assert value("") == value("") and value("") != value(f",{fields}")


def test_the_published_program() -> None:
    """Its preset: long slides count against a start, and distances 2 and 6 are near and far."""
    agent: Any = quadrille.agent("sheep-hybrid:preset=code", GAME)
    settings = agent.settings(GAME)
    assert (settings["near"], settings["far"], settings["rounding"]) == (3, 5, "down")
    names = ("length_weight", "near", "far")
    plain = {"near_cost": 13.0, "far_gain": 5.0, "room_weight": 0.0}
    code = Heuristics({**plain, **{name: settings[name] for name in names}})
    start = GAME.new(seed=2)
    rng = Rng(3)
    start.play(start.random_move(rng))
    taken = next(move for move in GAME.new(seed=2).legal_moves() if not start.is_legal(move)).target
    seen = set()
    for move in start.legal_moves():
        x, y = move.target
        lengths = Heuristics({**plain, "near": 0, "far": 99, "length_weight": -0.125})
        extra = code.start_value(start, x, y) - lengths.start_value(start, x, y)
        apart = max(abs(x - taken[0]), abs(y - taken[1]))
        assert extra == pytest.approx(-13 if apart <= 2 else 5 if apart >= 6 else 0)
        assert lengths.start_value(start, x, y) <= 0
        seen.add(round(extra))
    assert seen >= {-13, 0}
