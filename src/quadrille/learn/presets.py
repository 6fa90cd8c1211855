"""Runs by name: a game with its options, the inputs of the network, and settings that suit it."""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from quadrille.core.agents.fields import fields_of
from quadrille.core.errors import BadSpec
from quadrille.core.game import game as find_game
from quadrille.core.suggest import unknown
from quadrille.learn.alphazero import AlphaZeroSettings
from quadrille.learn.runs import RunPlan

MATCHES = ("sims=0 oneply", "sims=100 oneply", "time=0.05 mcts:time=0.05")


@dataclass(frozen=True)
class Preset:
    """One kind of run."""

    about: str
    """In one line."""
    game: str
    encoding: str
    options: Mapping[str, Any] = field(default_factory=dict)
    settings: AlphaZeroSettings = field(default_factory=AlphaZeroSettings)
    matches: tuple[str, ...] = MATCHES
    """What the card measures: fields of the agent ``model``, a space, and the opponent."""


PRESETS: dict[str, Preset] = {
    "connect-four": Preset(
        "Connect Four from nothing; strong after a quarter of an hour",
        "connect_four",
        "discs",
        settings=AlphaZeroSettings(minutes=15),
        matches=("sims=0 oneply", "time=0.01 mcts:time=0.01", "time=0.05 mcts:time=0.05"),
    ),
    "quarto": Preset(
        "Quarto from nothing, with what a good player looks at",
        "quarto",
        "look",
        settings=AlphaZeroSettings(minutes=30),
        matches=("sims=0 oneply", "sims=100 oneply", "sims=100 perfect"),
    ),
}


def plan_of(
    name: str, changes: Mapping[str, str], options: Mapping[str, Any], command: str = ""
) -> RunPlan:
    """The plan of a preset, or of any game, with settings and game options changed."""
    preset = PRESETS.get(name) or _preset_of_game(name)
    rules = find_game(preset.game, **{**preset.options, **options})
    settings = changed(preset.settings, changes)
    short = re.sub(r"\W+", "-", rules.name if name not in PRESETS else name)
    return RunPlan(short, preset.game, rules.options, preset.encoding, asdict(settings), command)


def changed(settings: AlphaZeroSettings, changes: Mapping[str, str]) -> AlphaZeroSettings:
    """Settings with some of them changed, given as texts."""
    known = fields_of(AlphaZeroSettings)
    values: dict[str, Any] = {}
    for key, text in changes.items():
        if key not in known:
            raise BadSpec(unknown("setting", key, known))
        values[key] = known[key].parse(text)
    if "games" in values and "minutes" not in values:
        values["minutes"] = None  # the preset's own budget is replaced, not added to
    found = replace(settings, **values)
    if found.games is None and found.minutes is None:
        raise BadSpec("expected a budget: games or minutes")
    return found


def _preset_of_game(name: str) -> Preset:
    """A preset for any game: its first sparse encoding, or else its first one."""
    try:
        rules = find_game(name)
    except BadSpec as error:
        if ":" in name:
            raise error
        raise BadSpec(unknown("preset", name, PRESETS)) from None
    encodings = rules.new().encodings()
    if not encodings:
        raise BadSpec(f"expected a game with an encoding, {rules.name} has none")
    chosen = next((one for one in encodings if one.sparse), encodings[0])
    return Preset("", name, chosen.name, settings=AlphaZeroSettings(minutes=10))
