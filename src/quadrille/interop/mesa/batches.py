"""Many games over agents and settings, one row each.

Mesa's ``batch_run`` works on the model too, but it is to go with Mesa 4, gives a row per gamer, and
before Mesa 3.4 keeps every model alive. The games are the same.
"""

from collections.abc import Iterable
from itertools import product
from typing import Any

import pandas as pd

from quadrille.agents.human import Human
from quadrille.arena.play.table import Table, seat_agents
from quadrille.core.agents.agent import Agent
from quadrille.core.game import Game
from quadrille.interop.mesa.facts import FACTS
from quadrille.interop.mesa.messages import COUNTS
from quadrille.interop.mesa.settings import Team, rules_of, seats, seed_of, team_text


def batch(
    red: Team | list[Team],
    blue: Team | list[Team],
    *,
    seeds: int | Iterable[int] = range(10),
    **settings: Any,
) -> pd.DataFrame:
    """Play every combination of agents, settings and seeds, and return a table of the games.

    Every setting of the model is a value or a list of values to try. For a team a list has
    alternatives too; a tuple is one team, with an agent for each gamer. All settings are checked
    before the first game.

    A row has the settings and the seed, then how the game ended: ``winner`` (``RED``, ``BLUE`` or
    ``draw``), ``round`` (the last one), ``frozen`` and ``capped`` (why it is a draw) and the other
    columns of the model's collector.
    """
    names = list(settings)
    chosen = [_values(name, settings[name]) for name in names]
    teams = [
        [each] if isinstance(each, tuple) else _values(name, each)
        for name, each in (("red", red), ("blue", blue))
    ]
    numbers = [seed_of(seed, None) for seed in _values("seeds", seeds)]
    games = [rules_of(dict(zip(names, values, strict=True))) for values in product(*chosen)]
    runs = [(rules, pair, _seated(rules, *pair)) for rules in games for pair in product(*teams)]
    return pd.DataFrame([_row(*run, seed) for run in runs for seed in numbers])


def _values(name: str, given: Any) -> list[Any]:
    """The values to try: those of a list or the like, or one."""
    if isinstance(given, str) or not isinstance(given, Iterable):
        return [given]
    found = list(given)
    if not found:
        raise ValueError(f"expected at least one value for {name}, got {given!r}")
    return found


def _seated(rules: Game, red: Team, blue: Team) -> tuple[Agent, ...]:
    """An agent for each player."""
    found = seat_agents(rules, rules.new(), seats(rules, red, blue))
    if any(isinstance(each, Human) for each in found):
        raise ValueError("expected agents that play by themselves, got 'human'")
    return found


def _row(
    rules: Game, teams: tuple[Team, ...], agents: tuple[Agent, ...], seed: int
) -> dict[str, Any]:
    with Table(rules, agents, seed) as table:
        while not table.is_over():
            table.step()
        end: Any = table.state
        spoken = {name: count(table) for name, count in COUNTS.items()}
    names = dict(zip(("red", "blue"), map(team_text, teams), strict=True))
    facts = {name: fact(end) for name, fact in FACTS.items()}
    return {**rules.options, **names, "seed": seed, **facts, **spoken}
