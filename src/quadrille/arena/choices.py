"""The agents that are used where none is named."""

from collections.abc import Sequence

from quadrille.core.agents.agent import Agent
from quadrille.core.agents.spec import agent as find_agent
from quadrille.core.errors import BadSpec
from quadrille.core.game import Game

OPPONENTS = ("perfect:time=5", "mcts:time=1", "random")
"""For an empty seat: the first of them that can play the game."""
ADVISERS = ("perfect:time=5", "mcts:time=1", "greedy")
"""For hints."""
ANALYSTS = ("mcts:time=1", "greedy")
"""For analysis: agents that evaluate every move of any position."""


def opponent(game: Game) -> Agent:
    """The agent for a seat that nobody has taken."""
    return first_fit(game, OPPONENTS)


def adviser(game: Game) -> Agent:
    """The agent for hints."""
    return first_fit(game, ADVISERS)


def analyst(game: Game) -> Agent:
    """The agent for analysis."""
    return first_fit(game, ANALYSTS)


def first_fit(game: Game, specs: Sequence[str]) -> Agent:
    """The first of several agents that exists and can play the game."""
    for spec in specs:
        try:
            found = find_agent(spec, game)
        except BadSpec:
            continue
        if not found.unfit(game):
            return found
    raise ValueError(f"expected an agent that can play {game.name}, found none of {specs!r}")
