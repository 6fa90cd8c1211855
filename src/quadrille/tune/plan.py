"""What a tuning is to do: which fields of which agent, against whom, how many games a trial."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from quadrille.arena.contents import contents_of
from quadrille.arena.plan import Plan, check_count
from quadrille.arena.series import find_agents
from quadrille.core.agents.agent import Agent
from quadrille.core.game import Game, check_seed
from quadrille.core.suggest import unknown
from quadrille.tune.parameters import Parameter, parse_parameters, value_in, with_values

SAMPLERS = ("tpe", "cmaes", "random")
MAX_TRIAL_GAMES = 100_000
FIRST_ROUNDS = 4
"""So many rounds are played before a trial can be given up."""


@dataclass(frozen=True)
class TuningPlan:
    """A search for good values; plans that are equal go on with the same trials."""

    game: Game
    agent: Agent
    """With the values of all fields that are not tuned; the incumbent."""
    parameters: tuple[Parameter, ...]
    against: tuple[Agent, ...]
    games: int = 64
    """Of a trial, against each opponent."""
    sampler: str = "tpe"
    """How values are chosen, one of ``SAMPLERS``."""
    seed: int = 0
    prune: bool = True
    """Whether trials that are clearly worse than the best one are given up."""

    def __post_init__(self) -> None:
        check_count("games of a trial", self.games, MAX_TRIAL_GAMES)
        check_seed(self.seed)
        if self.sampler not in SAMPLERS:
            raise ValueError(unknown("sampler", self.sampler, SAMPLERS))
        if not self.against:
            raise ValueError("expected an opponent, such as --against mcts:sims=100")
        for each in (self.agent, *self.against):
            if reason := each.unfit(self.game):
                raise ValueError(f"agent {str(each)!r} cannot play {self.game.name}: {reason}")
        if self.games < self.places:
            raise ValueError(f"expected at least {self.places} games, one in every seat")
        self.candidate({each.name: each.inside(self.start[each.name]) for each in self.parameters})

    @classmethod
    def of(
        cls,
        game: Game,
        agent: Agent | str,
        parameters: Sequence[str],
        against: Sequence[Agent | str] = (),
        **rest: Any,
    ) -> "TuningPlan":
        """The plan of texts; the agent as it is, if no opponents are named."""
        first, *others = find_agents(game, [agent, *against])
        found = parse_parameters(parameters, first, game)
        return cls(game, first, found, tuple(others) or (first,), **rest)

    @cached_property
    def start(self) -> dict[str, Any]:
        """The values that the agent has now."""
        return {each.name: value_in(self.agent, each.name, self.game) for each in self.parameters}

    @cached_property
    def facts(self) -> dict[str, Any]:
        """What the trials depend on, as plain values."""
        agents = (self.agent, *self.against)
        return {
            "game": self.game.spec,
            "options": dict(self.game.options),
            "agent": str(self.agent),
            "parameters": [str(each) for each in self.parameters],
            "against": [str(each) for each in self.against],
            "contents": list(contents_of(agents, self.game)),
            "games": self.games,
            "sampler": self.sampler,
            "seed": self.seed,
            "prune": self.prune,
        }

    @property
    def name(self) -> str:
        """A name that no other plan has."""
        text = json.dumps(self.facts, sort_keys=True)
        return f"{self.game.name}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"

    @cached_property
    def places(self) -> int:
        """Seats at a table; a round has so many games with the same draws, one in every seat."""
        return int(self.game.new().num_sides())

    @property
    def rounds(self) -> int:
        """Of a trial."""
        return self.games // self.places

    @cached_property
    def rungs(self) -> tuple[range, ...]:
        """The rounds of a trial in parts, after each of which it can be given up."""
        ends = [min(FIRST_ROUNDS, self.rounds)]
        while ends[-1] < self.rounds:
            ends.append(min(2 * ends[-1], self.rounds))
        return tuple(range(low, high) for low, high in zip([0, *ends], ends, strict=False))

    def candidate(self, values: Mapping[str, Any]) -> Agent:
        """The agent with some values; ValueError if it refuses them."""
        rounded = {each.name: each.rounded(values[each.name]) for each in self.parameters}
        return with_values(self.agent, rounded)

    def series(self, agent: Agent) -> Plan:
        """The games of a candidate: mirrored, and with the same seeds for every candidate."""
        specs = [str(each) for each in (agent, *self.against)]
        games = self.rounds * self.places
        return Plan.of(self.game, specs, kind="gauntlet", games=games, seed=self.seed)
