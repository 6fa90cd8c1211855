"""The chance of each side to win and its expected lead, from the values of a search.

A value says which of two positions a search likes better, not how often they are won. How the two
belong together is learned once for each game from games that were played (``fit.py``); what was
learned is a small file beside the game.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import exp
from pathlib import Path
from typing import Any

from quadrille.arena.calibration.facts import CHANCE, LEAD, Feature, SideFacts
from quadrille.arena.choices import analyst
from quadrille.core.agents.agent import Agent
from quadrille.core.agents.fields import fields_of
from quadrille.core.game import Game

FILE = "chances.json"
BUDGET = frozenset({"sims", "time", "threads", "parallel", "memory", "nodes", "settle", "reuse"})
"""Fields that say how long an agent thinks, not what its values mean."""


@dataclass(frozen=True)
class Calibration:
    """What was learned about one game."""

    game: str
    sides: tuple[int, ...]
    """Numbers of sides of the games that it was learned from."""
    chance: Mapping[str, float]
    """The weights of the features in ``CHANCE``."""
    lead: Mapping[str, float]
    """Those of ``LEAD``; empty for games that are not won by points."""
    origin: Mapping[str, Any] = field(default_factory=dict)
    """How it was made, and how well it agrees with other games."""

    def fits(self, game: Game, agent: Agent) -> bool:
        """Whether the values of an agent mean in this game what they meant when it was learned."""
        return game.new().num_sides() in self.sides and _alike(agent, analyst(game))

    def chances(self, facts: Sequence[SideFacts]) -> list[float]:
        """The chance of each side to win, a draw counting half; together they are 1."""
        strengths = _sums(self.chance, CHANCE, facts)
        most = max(strengths)
        parts = [exp(each - most) for each in strengths]
        return [part / sum(parts) for part in parts]

    def leads(self, facts: Sequence[SideFacts]) -> list[float] | None:
        """By how many points each side is expected to be ahead of the best other one at the end,
        below 0 behind it; None for games that are not won by points."""
        if not self.lead:
            return None
        return leads_of(_sums(self.lead, LEAD, facts))

    def to_dict(self) -> dict[str, Any]:
        """As it is stored."""
        rounded = {
            name: {key: float(f"{weight:.6g}") for key, weight in weights.items()}
            for name, weights in (("chance", self.chance), ("lead", self.lead))
        }
        return {"game": self.game, "sides": list(self.sides), **rounded, **self.origin}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Calibration":
        """What ``to_dict`` gave; ValueError if its weights are not those of the features."""
        known = {"chance": CHANCE, "lead": LEAD}
        for name, features in known.items():
            if unknown := set(data[name]) - set(features):
                raise ValueError(f"expected weights of {name} among {list(features)}, {unknown=}")
        own = {"game", "sides", *known}
        origin = {name: value for name, value in data.items() if name not in own}
        return cls(data["game"], tuple(data["sides"]), data["chance"], data["lead"], origin)


def leads_of(points: Sequence[float]) -> list[float]:
    """By how much each is ahead of the best other one."""
    return [
        own - max(other for place, other in enumerate(points) if place != side)
        for side, own in enumerate(points)
    ]


def chances_file(game: Game) -> Path | None:
    """Where the calibration of a game is kept; None for a game without a file of its own."""
    home = game.state_type.__module__.removesuffix("._core")
    place = getattr(sys.modules.get(home), "__file__", None)
    return None if place is None else Path(place).parent / FILE


def read_chances(game: Game) -> Calibration | None:
    """The calibration of a game; None if there is none."""
    path = chances_file(game)
    if path is None or not path.exists():
        return None
    found = Calibration.from_dict(json.loads(path.read_text("utf-8")))
    return found if found.game == game.name else None


def _sums(
    weights: Mapping[str, float], features: Mapping[str, Feature], facts: Sequence[SideFacts]
) -> list[float]:
    return [
        sum(weight * features[name](side) for name, weight in weights.items()) for side in facts
    ]


def _alike(agent: Agent, other: Agent) -> bool:
    """Whether two agents differ in their budgets at most."""
    if type(agent) is not type(other):
        return False
    names = set(fields_of(type(agent))) - BUDGET
    return all(getattr(agent, name) == getattr(other, name) for name in names)
