"""What a preset is: a kind of run by name."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from quadrille.learn.alphazero import AlphaZeroSettings
from quadrille.learn.settings import RunSettings

MATCHES = ("sims=0 oneply", "sims=100 oneply", "time=0.05 mcts:time=0.05")


@dataclass(frozen=True)
class Preset:
    """One kind of run."""

    about: str
    """In one line."""
    game: str
    encoding: str
    options: Mapping[str, Any] = field(default_factory=dict)
    settings: RunSettings = field(default_factory=AlphaZeroSettings)
    matches: tuple[str, ...] = MATCHES
    """What the card measures: fields of the agent ``model``, a space, and the opponent."""
    ancestral: frozenset[str] = frozenset()
    """The settings, and ``encoding``, that are as in the project which the preset reproduces. Where
    there are such, the card says of every setting whether it is theirs or ours."""

    def origins(self) -> dict[str, str]:
        """Of every setting whether it is the "ancestor's" or "ours"; empty if nobody's but ours."""
        if not self.ancestral:
            return {}
        names = ("encoding", *(one.name for one in fields(self.settings)))
        return {name: "ancestor's" if name in self.ancestral else "ours" for name in names}
