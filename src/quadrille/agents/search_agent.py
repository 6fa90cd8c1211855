"""The base of agents that run a native search."""

from dataclasses import dataclass, field
from typing import Any, ClassVar

from quadrille.agents.models import fitting_network, model_problem
from quadrille.core._core import Rng
from quadrille.core.agents.agent import Agent, Limits, Session
from quadrille.core.agents.decision import Decision
from quadrille.core.agents.fields import fields_of
from quadrille.core.agents.registry import spec_name
from quadrille.core.agents.weights import Weights
from quadrille.core.game import Game
from quadrille.core.state import State
from quadrille.search.native import make_search

MAX_NUMBER = 10**9
"""The largest value of a field, apart from these."""
MAX_NUMBERS = {"sims": 10**18, "nodes": 10**18, "memory": 10**6}

MOVES_LEFT = 20
"""A player whose clock is for all the rest of the game spends this part of it on a move."""


@dataclass(frozen=True)
class SearchAgent(Agent):
    """An agent that runs a search; its fields are the search's settings, and ``time``.

    A field that is None takes the value that the game recommends for the agent
    (``Game.agent_defaults``), or else the one in ``fallbacks``. The field ``model``, where there is
    one, names a network that takes the place of the static evaluation.
    """

    search: ClassVar[str]
    """The name of the native search."""
    fallbacks: ClassVar[dict[str, Any]] = {}
    """The values of fields that neither the user nor the game has chosen."""

    def settings(self, game: Game) -> dict[str, Any]:
        """The settings of the search for a game."""
        own = {key: getattr(self, key) for key in fields_of(type(self)) if key != "time"}
        advice = {**self.fallbacks, **game.agent_defaults(spec_name(type(self)))}
        chosen = {key: advice.get(key) if own[key] is None else own[key] for key in own}
        given = {key: value for key, value in chosen.items() if value is not None}
        if weights := given.pop("weights", None):
            given["weights"] = weights.complete(game)
        if model := given.pop("model", None):
            given["network"] = fitting_network(model, game)
        return given

    def unfit(self, game: Game) -> str:
        """Why the agent cannot play a game, its model and weights included; empty if it can."""
        model = getattr(self, "model", None)
        weights = getattr(self, "weights", None)
        return (
            super().unfit(game)
            or ("" if model is None else model_problem(model, game))
            or ("" if weights is None else weights.problem(game))
        )

    def open(self, game: Game, seat: int, rng: Rng) -> Session:
        """A session that keeps the search, and with it what lasts from move to move."""
        native = make_search(self.search, game.state_type, self.settings(game))
        return SearchSession(native, getattr(self, "time", None), rng)


@dataclass(frozen=True)
class EvaluatingAgent(SearchAgent):
    """A search that uses the static evaluation of the game."""

    weights: Weights = field(default=Weights(), kw_only=True)
    """The weights of features of the static evaluation, by name; the game's own for the others."""


class SearchSession(Session):
    """A search at work in one game."""

    def __init__(self, native: Any, time: float | None, rng: Rng) -> None:
        self._native = native
        self._time = time
        self._rng = rng
        self._most = 0  # bytes of the tree when it was largest: what was touched stays so

    def choose(self, view: State, limits: Limits) -> Decision:
        """Search, for as long as the agent's own time and the clock allow."""
        moves = limits.moves or MOVES_LEFT
        times = [self._time, None if limits.seconds is None else limits.seconds / moves]
        seconds = min((each for each in times if each is not None), default=None)
        decision: Decision = self._native.search(
            view, self._rng, seconds, limits.stop, limits.progress
        )
        self._most = max(self._most, getattr(self._native, "bytes", 0))
        return decision

    def memory(self) -> int | None:
        """What the tree takes; other searches do not count it."""
        return self._most if hasattr(self._native, "bytes") else None

    def saw(self, move: Any) -> None:
        """Tell the search, if it keeps anything."""
        if hasattr(self._native, "saw"):
            self._native.saw(move)


def check_at_least(agent: Agent, **least: float) -> None:
    """Raise ValueError for fields below their minimum or too large for a search."""
    for name, bound in least.items():
        value = getattr(agent, name)
        if value is None:
            continue
        if not value >= bound:  # nor is NaN
            raise ValueError(f"expected {name} of at least {bound:g}, got {value!r}")
        most = MAX_NUMBERS.get(name, MAX_NUMBER)
        if value > most:
            raise ValueError(f"expected {name} of at most {most:g}, got {value!r}")


def check_halving(agent: Any) -> None:
    """Raise ValueError if a tree search shares simulations out by halving, but cannot."""
    check_at_least(agent, considered=1)
    if agent.root != "halving":
        return
    if agent.threads != 1:
        raise ValueError(f"expected one thread with root=halving, got {agent.threads}")
