"""The models that ship: small, with a card that says how they were made, and able to play."""

import shlex
import sys

import pytest

import quadrille
from quadrille.agents.models import KnownModel, shipped_models
from quadrille.learn.presets import PRESETS
from support.places import ROOT

sys.path.insert(0, str(ROOT / "tools"))

from ship_model import MAX_SHIPPED

MODELS = shipped_models()


@pytest.fixture(params=MODELS, ids=lambda model: model.name)
def model(request: pytest.FixtureRequest) -> KnownModel:
    found: KnownModel = request.param
    return found


def test_it_is_small(model: KnownModel) -> None:
    assert model.path.stat().st_size <= MAX_SHIPPED


def test_its_card_is_its_own(model: KnownModel) -> None:
    card = model.read_card()
    assert card["name"] == model.name
    assert card["game"] == model.file.game
    assert card["options"] == model.file.options
    assert model.name in model.card.with_suffix(".svg").read_text("utf-8")


def test_its_card_names_a_command_that_makes_it(model: KnownModel) -> None:
    recipe = model.read_card()["recipe"]
    words = shlex.split(recipe["command"])
    assert words[:3] == ["quadrille", "train", recipe["preset"]]
    preset = PRESETS[recipe["preset"]]
    assert preset.game == model.file.game
    assert model.file.options.items() >= preset.options.items()
    assert recipe["cpu_seconds"] > 0


def test_its_card_was_measured(model: KnownModel) -> None:
    """Against every opponent of the preset, beside the network before training."""
    card = model.read_card()
    opponents = [match.split()[-1] for match in PRESETS[card["recipe"]["preset"]].matches]
    assert [match["opponent"] for match in card["strength"]] == opponents
    for match in card["strength"]:
        assert match["wins"] + match["draws"] + match["losses"] == match["games"] >= 40
        assert match["low"] <= match["share"] <= match["high"]


def test_it_plays(model: KnownModel) -> None:
    game = quadrille.game(model.file.game, **model.file.options)
    state = game.new(seed=1)
    while state.player() < 0:
        state.play_chance()
    decision = quadrille.agent(f"model:{model.name},sims=0", game).choose(state)
    assert decision.move in state.legal_moves()
