"""Converting the parameters of a Mesa model to options, agents and seeds."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from quadrille.core.agents.agent import Agent
from quadrille.core.game import Game, check_seed
from quadrille.core.game import game as find_game

Team = str | Agent | Sequence[str | Agent]
"""Who plays for a team: one agent for all its gamers, or one for each of them."""


def rules_of(options: Mapping[str, Any]) -> Game:
    """Pillars with options set; numbers may be NumPy's. BadOption says what is wrong."""
    plain = {
        name: value.item() if isinstance(value, np.generic) else value
        for name, value in options.items()
    }
    return find_game("pillars", **plain)


def seats(rules: Game, red: Team, blue: Team) -> list[str | Agent]:
    """The agents for a table: one per team, or one per gamer if a team has different ones."""
    each = int(rules.options["gamers"])
    teams = [_team(name, team, each) for name, team in (("red", red), ("blue", blue))]
    if all(len(team) == 1 for team in teams):
        return [*teams[0], *teams[1]]
    return [agent for team in teams for agent in (team * each if len(team) == 1 else team)]


def _team(name: str, team: Team, each: int) -> list[str | Agent]:
    if isinstance(team, str | Agent):
        return [team]
    if not isinstance(team, Sequence) or len(team) != each:
        raise ValueError(
            f"expected an agent or {each} of them, one a gamer, for {name}, got {team!r}"
        )
    return list(team)


def team_text(team: Team) -> str:
    """The specs of a team's agents, in a table's cell."""
    return str(team) if isinstance(team, str | Agent) else " ".join(str(each) for each in team)


def seed_of(seed: Any, rng: Any) -> int:
    """The seed of a game from Mesa's two parameters: a number stands for itself, also as text.

    Anything else that NumPy makes a generator of gives a seed drawn from it; None, a new one.
    """
    if seed is not None and rng is not None:
        raise ValueError(f"expected a seed or an rng, got both: {seed!r} and {rng!r}")
    given = rng if seed is None else seed
    if isinstance(given, str) and given.isdecimal():
        given = int(given)
    if isinstance(given, int | np.integer | str | float):
        number: Any = int(given) if isinstance(given, np.integer) else given
        check_seed(number)
        return int(number)
    try:
        return int(np.random.default_rng(given).integers(2**63))
    except (TypeError, ValueError):
        raise ValueError(f"expected a seed from 0 to 2**64 - 1, got {given!r}") from None
