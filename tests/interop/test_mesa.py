"""Pillars as a Mesa model: the same games as our runner's, in Mesa's terms."""

import inspect
import subprocess
import sys
from dataclasses import dataclass
from typing import Any

import mesa
import numpy as np
import pandas as pd
import pytest

import quadrille
from quadrille.core.install import install_hint
from quadrille.interop.mesa import Gamer, PillarsModel, batch

GAMES: list[tuple[Any, Any, dict[str, Any], int]] = [
    ("pillars-reactive", "pillars-random", {}, 0),
    ("pillars-random", "pillars-reactive", {"build": "adjacent", "gamers": 2}, 1),
    ("pillars-utility:preset=tuned", "greedy", {"size": 7, "height": 6, "gamers": 5}, 2),
    ("mcts:sims=30", "oneply", {"gamers": 1, "open_hands": False, "rounds": 6}, 2**64 - 1),
    ("random", "random", {"moves": 1, "builds": 4, "rounds": 20}, 3),
    ("random", "greedy", {"size": 31, "gamers": 2, "rounds": 4}, 4),
]
WON: dict[str, Any] = {"red": "pillars-reactive", "blue": "pillars-random", "seed": 5}
FROZEN: dict[str, Any] = {"gamers": 1, "builds": 1, "height": 4}
"""Without MOVE cards the pillars grow until nothing is left to do."""


def runner(red: Any, blue: Any, options: dict[str, Any], seed: int) -> quadrille.Record:
    return quadrille.play(quadrille.game("pillars", **options), [red, blue], seed=seed)


def states_after_rounds(record: quadrille.Record) -> list[Any]:
    """The positions in which the collector adds a row, from the record alone."""
    found, acted = [], 0
    for state, played in zip(list(record.replay())[1:], record.moves, strict=True):
        acted += played.player != quadrille.CHANCE
        is_last = acted % state.num_players() == 0 and played.player != quadrille.CHANCE
        if is_last or state.is_over():
            found.append(state)
    return found


# --- the same game -------------------------------------------------------------------------


@pytest.mark.parametrize(("red", "blue", "options", "seed"), GAMES)
def test_the_game_is_that_of_the_runner(
    red: str, blue: str, options: dict[str, Any], seed: int
) -> None:
    model = PillarsModel(red=red, blue=blue, seed=seed, **options)
    model.run_model()
    assert model.record() == runner(red, blue, options, seed)
    assert not model.running


def test_rounds_actions_and_gamers_give_the_same_game() -> None:
    def by_gamers(model: PillarsModel) -> None:
        for gamer in model.by_initiative():
            if model.running:
                gamer.act()

    expected = runner(WON["red"], WON["blue"], {}, 5)
    for advance in (PillarsModel.step, PillarsModel.act, by_gamers, lambda model: model.step()):
        model = PillarsModel(**WON)
        while model.running:
            advance(model)
        assert model.record() == expected
        assert model.steps == len(model.datacollector.model_vars["round"])


def test_a_team_of_different_gamers() -> None:
    team: list[quadrille.Agent | str] = [
        "pillars-random",
        quadrille.agent("oneply"),
        "pillars-utility",
    ]
    model = PillarsModel(red=team, blue="pillars-reactive", seed=4)
    model.run_model()
    all_six = [*team, *["pillars-reactive"] * 3]
    assert model.record() == quadrille.play("pillars", all_six, seed=4)
    assert [gamer.behaviour for gamer in model.by_player][:4] == [str(each) for each in all_six[:4]]


def test_seeds() -> None:
    def start(**seed: Any) -> Any:
        return PillarsModel(**seed).table.record().start

    assert start(seed=7) == start(rng=7) == start(seed="7") == start(rng=np.int64(7))
    assert start(seed=7) == quadrille.play("pillars", ["random"] * 2, seed=7).start
    assert start(rng=np.random.default_rng(1)) == start(rng=np.random.default_rng(1))
    assert start(rng=[1, 2]) == start(rng=[1, 2]) != start(rng=[1, 3])
    model = PillarsModel()
    assert model.seed != PillarsModel().seed
    assert start(seed=model.seed) == model.table.record().start
    assert PillarsModel(seed=7).random.random() == PillarsModel(rng=7).random.random()


def test_defaults_are_those_of_the_game() -> None:
    parameters = inspect.signature(PillarsModel).parameters
    options = quadrille.game("pillars").options
    assert {name: parameters[name].default for name in options} == options


# --- Mesa's terms --------------------------------------------------------------------------


def test_the_order_of_gamers_is_that_of_the_rules() -> None:
    model = PillarsModel(red="pillars-random", blue="random", seed=8)
    orders = set()
    while model.running:
        state, before = model.state, len(model.table.played)
        expected = [p for pair in zip(state.order(0), state.order(1), strict=True) for p in pair]
        found = model.by_initiative()
        assert isinstance(found, type(model.agents.select()))
        assert found.get("player") == expected
        assert [gamer.initiative for gamer in found] == [i // 2 for i in range(6)]
        model.step()
        acted = [played.player for played in model.table.played[before:] if played.player >= 0]
        assert acted == expected[: len(acted)]
        assert len(acted) == 6 or not model.running
        orders.add(tuple(expected))
    assert len(orders) > 3  # the initiative was taken now and then


def test_the_grid_shows_the_position() -> None:
    model = PillarsModel(size=7, height=6, red="greedy", blue="pillars-random", seed=3)
    while True:
        state = model.state
        for x in range(7):
            for y in range(7):
                cell = model.grid[x, y]
                assert cell.pillar == model.grid.pillar.data[x, y] == state.height_at(x, y)
                assert [gamer.player for gamer in cell.agents] == [
                    player for player in [state.gamer_at(x, y)] if player >= 0
                ]
        if not model.running:
            break
        model.act()
    for gamer in model.by_player:
        assert isinstance(gamer, Gamer)
        assert gamer.cell.coordinate == state.position(gamer.player)
        assert (gamer.name, gamer.team) == (
            state.name_of(gamer.player),
            state.team(gamer.player),
        )
    assert min(gamer.distance for gamer in model.by_player) == 0
    assert max(gamer.height for gamer in model.by_player) == 6


def test_the_collector_has_a_row_for_each_round() -> None:
    model = PillarsModel(**WON)
    model.run_model()
    states = states_after_rounds(model.record())
    table = model.datacollector.get_model_vars_dataframe()
    assert list(table["round"]) == list(range(1, len(states) + 1))
    assert model.steps == len(states)
    last = table.iloc[-1]
    assert table["winner"].isna().sum() == len(states) - 1
    assert last["winner"] == model.winner() == "RED"
    assert not table["frozen"].any() and not table["capped"].any()
    for row, state in zip(table.itertuples(), states, strict=True):
        gamers = [(state.height_at(*state.position(p)), state.position(p)) for p in range(6)]
        heights = [height for height, _ in gamers]
        steps = [abs(x - 2) + abs(y - 2) for _, (x, y) in gamers]
        assert row.red_height == sum(heights[:3]) / 3
        assert (row.red_highest, row.blue_highest) == (max(heights[:3]), max(heights[3:]))
        assert (row.red_distance, row.blue_distance) == (min(steps[:3]), min(steps[3:]))
        low = [state.height_at(x, y) for x in range(5) for y in range(5) if (x, y) != (2, 2)]
        assert row.mean_pillar == sum(low) / 24
        assert row.highest_pillar == max(low)
        assert row.red_hand + row.red_draw + row.red_discards == 6
        assert (row.blue_hand, row.blue_draw) == (state.hand_size(1), state.pile_size(1))


def test_the_collector_has_a_row_for_each_gamer_and_round() -> None:
    model = PillarsModel(**WON)
    model.run_model()
    states = states_after_rounds(model.record())
    table = model.datacollector.get_agent_vars_dataframe().reset_index()
    assert list(table["Step"]) == [number for number in range(len(states)) for _ in range(6)]
    assert list(table["AgentID"][:6]) == [1, 2, 3, 4, 5, 6]
    assert list(table["team"][:6]) == ["RED"] * 3 + ["BLUE"] * 3
    for row in table.itertuples():
        state, player = states[row.Step], row.AgentID - 1
        assert row.gamer_height == state.height_at(*state.position(player))
        assert row.initiative == state.order(player // 3).index(player)
    assert list(table["distance"])[-6:] == [gamer.distance for gamer in model.by_player]


# --- people --------------------------------------------------------------------------------


def test_a_person_for_a_team() -> None:
    """A person who plays what an agent played makes the same game."""
    record = runner("pillars-reactive", "pillars-random", {}, 5)
    model = PillarsModel(red="human", blue="pillars-random", seed=5)
    for played in record.moves:
        if played.player in (0, 1, 2):
            model.run_model()
            person = model.awaits()
            assert person is not None and person.player == played.player
            assert played.move in model.legal()
            model.play(played.move)
    assert model.winner() == "RED"
    assert model.table.played == list(record.moves)
    assert model.awaits() is None
    states = states_after_rounds(model.record())
    assert model.steps == len(states)
    table = model.datacollector.get_agent_vars_dataframe().reset_index()
    assert sorted(set(table["Step"])) == list(range(len(states)))


def test_nothing_goes_on_without_the_person() -> None:
    model = PillarsModel(red="human", blue=["pillars-random", "human", "pillars-random"], seed=1)
    person = model.awaits()
    assert person is not None and person.name == "R1"
    before = model.state.text()
    for refused in (model.step, model.act, person.act, model.by_player[3].act):
        with pytest.raises(ValueError, match=r"^(R1 waits for a person|expected R1 to act)"):
            refused()
    with pytest.raises(quadrille.IllegalMove):
        model.play("build c3")
    with pytest.raises(quadrille.BadMoveText):
        model.play("fly")
    model.run_model()
    assert model.state.text() == before and model.running and model.steps == 0
    model.play(model.legal()[0])
    with pytest.raises(ValueError, match="expected a person's turn, got that of B1"):
        model.play("pass move")
    model.step()  # B1 acts, and then it is a person's turn again
    waiting = []
    for _ in range(3):
        model.run_model()
        person = model.awaits()
        assert person is not None
        waiting.append(person.name)
        model.play(model.legal()[-1])
    assert waiting == ["R2", "B2", "R3"]
    assert model.steps == 0 and not model.datacollector.model_vars["round"]
    model.run_model()
    assert model.steps == 1 and len(model.datacollector.model_vars["round"]) == 1


def test_a_step_stops_at_a_person_and_then_ends_the_round() -> None:
    model = PillarsModel(red="pillars-random", blue=["pillars-random", "human"], gamers=2, seed=2)
    model.step()
    assert (model.state.action_number(), model.steps) == (4, 0)
    model.play(model.legal()[0])
    assert (model.state.round(), model.steps) == (2, 1)
    for expected in (2, 3):
        model.step()
        model.play(model.legal()[0])
        assert model.steps == expected


def test_the_end() -> None:
    model = PillarsModel(rounds=2, seed=1)
    model.run_model()
    assert (model.steps, model.winner(), model.legal()) == (2, "draw", [])
    model.step()
    assert model.steps == 2
    for refused in (model.act, lambda: model.play("pass move"), model.by_player[0].act):
        with pytest.raises(ValueError, match="the game is over or closed"):
            refused()


def test_a_closed_game_goes_no_further() -> None:
    model = PillarsModel(seed=1)
    model.close()
    model.run_model()
    assert not model.running and model.winner() is None
    assert model.record().result.ended == "unfinished"


@dataclass(frozen=True)
class Clumsy(quadrille.Agent):
    """Fails in its second turn."""

    def choose(self, state: Any, rng: quadrille.Rng) -> Any:
        if state.round() > 1:
            raise KeyError("oh")
        return state.legal_moves()[0]


def test_an_agent_that_fails_ends_the_model() -> None:
    model = PillarsModel(red=Clumsy(), gamers=1, seed=1)
    with pytest.raises(quadrille.AgentFailed, match="KeyError"):
        model.run_model()
    assert not model.running


# --- batches -------------------------------------------------------------------------------


def test_a_batch_has_a_row_for_each_game() -> None:
    table = batch(
        ["pillars-random", "pillars-reactive"],
        "pillars-reactive",
        gamers=[1, 2],
        build="adjacent",
        rounds=np.array([3, 40]),
        seeds=range(2),
    )
    assert len(table) == 16
    settings = ["red", "blue", "gamers", "rounds", "seed"]
    assert not table.duplicated(settings).any()
    for row in table.to_dict("records"):
        names = ("red", "blue", "gamers", "build", "rounds", "size", "height", "seed")
        model = PillarsModel(**{name: row[name] for name in names})
        model.run_model()
        last = {name: values[-1] for name, values in model.datacollector.model_vars.items()}
        assert {name: row[name] for name in last} == last
    assert set(table["winner"][table["rounds"] == 3]) == {"draw"}
    assert table["capped"].equals(table["winner"] == "draw")
    assert (table["round"] <= table["rounds"]).all()


def test_a_batch_tells_frozen_games_and_teams() -> None:
    agents = ("pillars-random",)
    [row] = batch(agents, ["random"], seeds=3, **FROZEN).to_dict("records")
    assert (row["winner"], row["frozen"], row["capped"]) == ("draw", True, False)
    assert (row["red"], row["blue"], row["seed"]) == ("pillars-random", "random", 3)
    assert row["highest_pillar"] == 3
    two = batch(("greedy", "random"), "random", gamers=2, rounds=1, seeds=[1])
    assert list(two["red"]) == ["greedy random"]


def test_batch_run_of_mesa() -> None:
    parameters: dict[str, Any] = {
        "red": ["pillars-reactive", "pillars-random"],
        "gamers": 2,
        "rng": [1, 2],
    }
    found = pd.DataFrame(mesa.batch_run(PillarsModel, parameters, display_progress=False))
    assert len(found) == 4 * 4
    expected = batch(parameters["red"], "pillars-reactive", gamers=2, seeds=[1, 2])
    ends = found.drop_duplicates("RunId").set_index(["red", "rng"]).sort_index()
    ours = expected.set_index(["red", "seed"]).sort_index()
    for name in ("round", "winner", "red_height", "blue_distance", "red_draw"):
        assert list(ends[name]) == list(ours[name]), name
    best = found.groupby("RunId")["gamer_height"].max()
    assert set(best) == {5}  # the winner's, after the last action


# --- refusals ------------------------------------------------------------------------------


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"gamers": 6}, "a whole number from 1 to 5 for option 'gamers', got 6"),
    ({"size": 6}, "6"),
    ({"build": "far"}, "one of anywhere adjacent for option 'build', got 'far'"),
    ({"height": np.float64(4.5)}, "a whole number from 4 to 10 for option 'height', got 4.5"),
    ({"red": "pillars-reactiv"}, "unknown agent 'pillars-reactiv'"),
    ({"blue": "solver"}, "agent 'solver' cannot play pillars"),
    ({"red": ["random"]}, "an agent or 3 of them, one a gamer, for red, got"),
    ({"blue": 3}, "an agent or 3 of them, one a gamer, for blue, got 3"),
    ({"seed": -1}, "a seed from 0 to 2**64 - 1, got -1"),
    ({"seed": 1.5}, "a seed from 0 to 2**64 - 1, got 1.5"),
    ({"seed": True}, "a seed from 0 to 2**64 - 1, got True"),
    ({"rng": "one"}, "a seed from 0 to 2**64 - 1, got 'one'"),
    ({"rng": object}, "a seed from 0 to 2**64 - 1, got <class 'object'>"),
    ({"seed": 1, "rng": 2}, "expected a seed or an rng, got both: 1 and 2"),
]


@pytest.mark.parametrize(("settings", "message"), REFUSED)
def test_bad_settings(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError) as caught:
        PillarsModel(**settings)
    assert message in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"gamers": [2, 9]}, "a whole number from 1 to 5 for option 'gamers', got 9"),
        ({"gamer": 2}, "unknown option 'gamer'"),
        ({"blue": ["random", "human"]}, "agents that play by themselves, got 'human'"),
        ({"red": []}, "at least one value for red, got []"),
        ({"seeds": []}, "at least one value for seeds, got []"),
        ({"seeds": [1, "x"]}, "a seed from 0 to 2**64 - 1, got 'x'"),
    ],
)
def test_bad_batches_play_no_game(
    settings: dict[str, Any], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quadrille.interop.mesa.batches._row", lambda *run: pytest.fail("played"))
    with pytest.raises(ValueError) as caught:
        batch(**{"red": "random", "blue": "random", **settings})
    assert message in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize("module", ["quadrille.interop.mesa", "quadrille.interop.mesa.app"])
def test_without_mesa(module: str) -> None:
    lacking = "mesa" if module.endswith("mesa") else "solara"
    code = f"""
import sys
sys.modules[{lacking!r}] = None
try:
    from {module} import PillarsModel
except ImportError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.count("\n") == 1
    assert install_hint("mesa") in done.stdout
