"""Which side the learner plays, and who plays the others."""

from collections.abc import Sequence

from quadrille.agents.human import Human
from quadrille.core.agents.agent import Agent
from quadrille.core.agents.spec import agent as find_agent
from quadrille.core.game import Game

Opponents = str | Agent | Sequence[str | Agent] | None
"""One agent for all other sides, one for each of them from the learner's on, or None: then the
learner plays every side in turn."""


class LearnerSeats:
    """The learner's side and its opponents, checked."""

    def __init__(
        self, game: Game, opponents: Opponents, side: int | None, *, people: bool = False
    ) -> None:
        probe = game.new()
        self.sides: int = probe.num_sides()
        self.opponents = _agents(game, opponents, self.sides - 1, people)
        """For each other side, counted from the learner's on; None in self-play."""
        if side is not None and (isinstance(side, bool) or side not in range(self.sides)):
            raise ValueError(f"expected a side from 0 to {self.sides - 1} or None, got {side!r}")
        self.side = side
        """Of the learner; None if it changes from game to game."""

    def side_of(self, episode: int) -> int:
        """The learner's side in its n-th game."""
        return episode % self.sides if self.side is None else self.side

    def agent_of(self, side: int, learner: int) -> Agent | None:
        """Who plays a side; None for the learner."""
        distance = (side - learner) % self.sides
        return None if self.opponents is None or not distance else self.opponents[distance - 1]


def _agents(game: Game, given: Opponents, count: int, people: bool) -> tuple[Agent, ...] | None:
    if given is None:
        return None
    specs = [given] * count if isinstance(given, str | Agent) else list(given)
    if len(specs) != count:
        raise ValueError(f"expected one opponent or {count}, one per other side, got {len(specs)}")
    found = tuple(find_agent(each, game) if isinstance(each, str) else each for each in specs)
    for each in found:
        if not isinstance(each, Agent) or (isinstance(each, Human) and not people):
            raise ValueError(f"expected opponents that play by themselves, got {str(each)!r}")
        if reason := each.unfit(game):
            raise ValueError(f"agent {str(each)!r} cannot play {game.name}: {reason}")
    return found
