"""Presets: values of fields from files that specs name."""

from pathlib import Path

import pytest

import quadrille
from quadrille import BadSpec
from quadrille.core.agents.presets import read_preset, shipped_presets
from quadrille.core.agents.registry import registered_agents
from quadrille.core.agents.spec import agent_type
from quadrille.core.game import game_names
from quadrille.web.catalogue import Catalogue
from quadrille.web.settings import Settings

GAME = quadrille.game("pillars")


@pytest.fixture
def fast(tmp_path: Path) -> Path:
    path = tmp_path / "fast.toml"
    path.write_text(
        'agent = "mcts"\ngame = "pillars"\nabout = "Quick."\n'
        '[fields]\nsims = 20\nc = 1\nleaf = "evaluate"\nweights.height = 2\nweights.reach = 1\n'
        '[provenance]\ncommand = "by hand"\n'
    )
    return path


def test_the_spec_names_every_value(fast: Path) -> None:
    agent = quadrille.agent(f"mcts:preset={fast}", GAME)
    spec = "mcts:sims=20,c=1,leaf=evaluate,weights.height=2,weights.reach=1"
    assert str(agent) == spec
    assert agent == quadrille.agent(spec, GAME)
    fast.write_text('agent = "mcts"\n[fields]\nsims = 30\n')
    assert str(agent) == spec, "what was read stays"
    assert str(quadrille.agent(f"mcts:preset={fast}", GAME)) == "mcts:sims=30"


def test_what_stands_beside_it_takes_precedence(fast: Path) -> None:
    for spec in (
        f"mcts:preset={fast},sims=7,weights.reach=3",
        f"mcts:sims=7,weights.reach=3,preset={fast}",
    ):
        agent = quadrille.agent(spec, GAME)
        assert str(agent) == "mcts:sims=7,c=1,leaf=evaluate,weights.height=2,weights.reach=3"
    given = quadrille.agent("mcts", GAME, preset=str(fast), sims=8)
    assert "sims=8" in str(given) and "leaf=evaluate" in str(given)


def test_stores_know_the_values(fast: Path) -> None:
    result = quadrille.match(GAME, [f"mcts:preset={fast}", "random"], games=2)
    assert result.agents[0].spec.startswith("mcts:sims=20,c=1,")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("agent = mcts", "is no TOML"),
        ("[fields]", "does not say which agent"),
        ('agent = "greedy"', "is for 'greedy', not for 'mcts'"),
        ('agent = "mcts"\ngame = "quarto"', "is for the game 'quarto', not for 'pillars'"),
        ('agent = "mcts"\nsims = 3', "unknown key of the preset"),
        ('agent = "mcts"\nfields = 3', "expected a table for 'fields'"),
        ('agent = "mcts"\n[fields]\nsimms = 3', "unknown field of mcts 'simms'; did you mean"),
        ('agent = "mcts"\n[fields]\nsims = "x"', "expected a whole number or none for field"),
        ('agent = "mcts"\n[fields]\nsims = 0', "at least 1"),
        ('agent = "mcts"\n[fields]\nweights = 3', "expected weights.NAME=number"),
        ('agent = "mcts"\n[fields]\nweights.height = "3"', "expected a number for weight"),
    ],
)
def test_bad_files(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(BadSpec, match=message) as error:
        quadrille.agent(f"mcts:preset={path}", GAME)
    assert "\n" not in str(error.value)


def test_a_preset_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadSpec, match="cannot read the preset"):
        quadrille.agent(f"mcts:preset={tmp_path / 'no.toml'}", GAME)
    with pytest.raises(BadSpec, match=r"unknown preset of pillars-utility 'tund'; did you mean"):
        quadrille.agent("pillars-utility:preset=tund", GAME)


def test_shipped_presets_are_sound() -> None:
    """Each belongs to the folder's agent and can be used in its game."""
    found = 0
    for name in game_names():
        game = quadrille.game(name)
        for agent in registered_agents(name):
            for preset, facts in shipped_presets(agent_type(agent, name), game).items():
                assert facts.about
                made = quadrille.agent(f"{agent}:preset={preset}", game)
                assert not made.unfit(game)
                found += 1
    assert found >= 6


def test_an_agent_knows_the_presets_of_the_one_it_extends() -> None:
    given = quadrille.agent("pillars-coordinated:preset=original", GAME)
    assert "height=3" in str(given)


def test_the_page_offers_presets_and_weights_but_no_files(fast: Path) -> None:
    catalogue = Catalogue(Settings())
    forms = {form["name"]: form for form in catalogue.describe(GAME)["agents"]}
    choice = forms["pillars-utility"]["fields"][0]
    assert choice["name"] == "preset" and {"original", "tuned"} <= set(choice["choices"])
    weights = {field["name"]: field for field in forms["greedy"]["fields"]}
    assert weights["weights.height"]["default"] == 0.25 and weights["weights.height"]["low"] < 0
    assert "height=5" in str(catalogue.agent("pillars-utility:preset=tuned", GAME))
    assert str(catalogue.agent("greedy:weights.height=-3", GAME)) == "greedy:weights.height=-3"
    with pytest.raises(BadSpec, match="not by a file"):
        catalogue.agent(f"mcts:preset={fast}", GAME)
    with pytest.raises(BadSpec, match="at most 1000"):
        catalogue.agent("greedy:weights.height=5000", GAME)
    with pytest.raises(BadSpec, match="unknown weight 'hight'"):
        catalogue.agent("greedy:weights.hight=1", GAME)
    assert read_preset(fast).about == "Quick."
