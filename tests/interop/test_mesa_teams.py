"""Teams and what they say in the Mesa model, and what the program says if a package is missing."""

import subprocess
import sys

import mesa

from quadrille.core.install import install_hint
from quadrille.interop.mesa import PillarsModel, batch


def test_allies_and_foes() -> None:
    model = PillarsModel(gamers=3, seed=1)
    second = model.by_player[1]
    assert isinstance(second.allies(), mesa.agent.AgentSet)
    assert sorted(second.allies().get("name")) == ["R1", "R3"]
    assert sorted(second.foes().get("name")) == ["B1", "B2", "B3"]
    assert list(PillarsModel(gamers=1, seed=1).by_player[0].allies()) == []


def test_messages_are_those_of_the_record() -> None:
    model = PillarsModel(red="pillars-coordinated", blue="pillars-reactive", seed=2)
    model.run_model()
    said = [played.say for played in model.record().moves if played.say]
    assert said and [each.text for each in model.messages()] == said
    assert model.messages("RED") == model.messages() and model.messages("BLUE") == []
    first = model.messages()[0]
    assert first.round == 1 and first.gamer[0] == "R" and first.text.startswith("want ")
    rounds = [each.round for each in model.messages()]
    assert rounds == sorted(rounds)
    table = model.datacollector.get_model_vars_dataframe()
    assert table["red_messages"].iloc[-1] == len(said) and not table["blue_messages"].any()
    for gamer in model.by_player:
        own = [each.text for each in model.messages() if each.gamer == gamer.name]
        assert gamer.said == (own[-1] if own else "")
    spoken = model.datacollector.get_agent_vars_dataframe()["said"]
    assert set(spoken) <= {"", *said} and spoken.astype(bool).any()
    [row] = batch("pillars-coordinated", "pillars-reactive", seeds=[2]).to_dict("records")
    assert (row["red_messages"], row["blue_messages"]) == (len(said), 0)


def test_the_program_says_in_one_line_what_is_missing() -> None:
    for package in ("networkx", "solara", "mesa"):
        code = (
            f"import sys, runpy; sys.modules[{package!r}] = None; sys.argv = ['mesa']\n"
            "runpy.run_module('quadrille.interop.mesa', run_name='__main__')\n"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        assert done.returncode == 2
        [line] = done.stderr.splitlines()
        assert package in line and install_hint("mesa") in line
