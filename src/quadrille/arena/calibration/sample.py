"""Positions of stored games, each with what a search says and how the game ended."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from quadrille.arena.analyse import analyse
from quadrille.arena.calibration.facts import SideFacts, facts_of, points_by_side
from quadrille.arena.choices import analyst
from quadrille.core._core import Rng, Stream
from quadrille.core.agents.agent import Agent
from quadrille.core.agents.fields import fields_of
from quadrille.core.game import Game
from quadrille.core.records.record import Record
from quadrille.core.state import State

if TYPE_CHECKING:
    from quadrille.arena.store import Store  # which loads SQLAlchemy

SIMS = (100, 400)
"""Simulations of the analysis; every position gets one of them by chance."""


@dataclass(frozen=True)
class GamePosition:
    """A position of a game that was played to its end."""

    game: int
    """The number of the game in the sample."""
    facts: tuple[SideFacts, ...]
    won: tuple[float, ...]
    """Which side won; sides that tie for the first place share it."""
    points: tuple[float, ...]
    """The mean score of the players of each side at the end."""


def sample_games(
    game: Game,
    store: "Store",
    positions: int,
    *,
    seed: int = 0,
    sims: Sequence[int] = SIMS,
    report: Callable[[int, int], None] = lambda done, total: None,
) -> list[GamePosition]:
    """Positions of all finished games of a store, about as many of each game, in their order.

    Positions whose value is proven are left out: the page says in words what they are.
    """
    series = {each.number: each for each in store.all_series() if each.game == game.spec}
    rows = [row for row in store.games(game=game.spec) if row.ended == "finished"]
    rows.sort(key=lambda row: row.id)
    found: list[GamePosition] = []
    for number, row in enumerate(rows):
        rules = game.with_options(series[row.series].options)
        wanted = positions * (number + 1) // len(rows) - positions * number // len(rows)
        if wanted and rules.new().num_sides() > 1:
            rng = Rng.keyed(seed, Stream.agent, number)
            found += _of_game(rules, store.record(row.id), wanted, sims, number, rng)
        report(number + 1, len(rows))
    return found


def searcher(game: Game, sims: int) -> Agent:
    """The agent that analyses on the page, with a number of simulations in place of a time."""
    agent = analyst(game)
    known = fields_of(type(agent))
    changes: dict[str, Any] = {"time": None, "sims": sims}
    return replace(agent, **{name: value for name, value in changes.items() if name in known})


def _of_game(
    game: Game, record: Record, wanted: int, sims: Sequence[int], number: int, rng: Rng
) -> Iterator[GamePosition]:
    states = list(record.replay(game))
    won, points = winners(states[-1].outcome()), points_by_side(states[-1], states[-1].scores())
    open_ = [state for state in states[:-1] if state.player() >= 0]
    for _ in range(min(wanted, len(open_))):
        state: State = open_.pop(rng.below(len(open_)))
        agent = searcher(game, sims[rng.below(len(sims))])
        decision = analyse(game, state, agent, seed=number)
        if decision.value is None or decision.exact:
            continue
        yield GamePosition(number, tuple(facts_of(state, decision.value)), won, tuple(points))


def winners(outcome: Sequence[float]) -> tuple[float, ...]:
    """1 for the side that won; sides that tie for the first place share it."""
    best = max(outcome)
    first = [value == best for value in outcome]
    return tuple(each / sum(first) for each in first)
