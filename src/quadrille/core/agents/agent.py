"""What a player is: a frozen dataclass of parameters that opens a session for each game.

A simple agent writes only ``choose(state, rng)``::

    @agent("first")
    @dataclass(frozen=True)
    class First(Agent):
        \"\"\"Plays the first legal move from some index on.\"\"\"

        start: int = 0
        \"\"\"The index to start from.\"\"\"

        def choose(self, state, rng):
            moves = state.legal_moves()
            return moves[self.start % len(moves)]

An agent with something that lasts through a game (a tree, a network, a child process) writes
``open(game, seat, rng)`` and returns a :class:`Session`. Sessions are shown views, never the true
state. Of every move it hears by ``moved``, or by ``saw`` alone where nobody says who moved.
"""

import inspect
import re
from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, is_dataclass
from functools import wraps
from threading import Event
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar

from quadrille.core._core import Rng
from quadrille.core.agents.decision import Decision
from quadrille.core.agents.fields import begins_with_field, fields_of, value_text
from quadrille.core.agents.registry import find_class, home_game, named, register, spec_name
from quadrille.core.agents.weights import Weights
from quadrille.core.game import Game
from quadrille.core.records.record import Result
from quadrille.core.state import CHANCE, State


class AgentFailed(RuntimeError):
    """Raised when an agent fails with an error or chooses an illegal move."""

    def __init__(self, player: int, spec: str, move: int, reason: str) -> None:
        super().__init__(f"agent {spec!r} of player {player} failed at move {move}: {reason}")
        self.player = player
        self.spec = spec
        self.move = move
        """The number of the move, counted from 1, chance included."""
        self.reason = reason

    def __reduce__(self) -> tuple[Any, ...]:
        return AgentFailed, (self.player, self.spec, self.move, self.reason)


@dataclass(frozen=True)
class Limits:
    """What bounds one decision."""

    seconds: float | None = None
    """Seconds left on the player's clock; None without a clock."""
    stop: Event = field(default_factory=Event)
    """Set when the best move found so far is wanted at once."""
    progress: Callable[[Decision], None] | None = None
    """Called now and then with the decision as it stands."""
    moves: int | None = None
    """How many moves the time must last; None for the rest of the game."""


class Session(Protocol):
    """An agent playing one game. Subclass it; only ``choose`` is required."""

    @abstractmethod
    def choose(self, view: State, limits: Limits) -> Any:
        """The Decision, or the bare move, in a position where the player is to move."""

    def started(self, view: State) -> None:
        """Called when the game begins, with the player's view of the first position."""
        return

    def moved(self, player: int, move: Any) -> None:
        """Called after every move with what this player saw of it. Calls ``saw``."""
        self.saw(move)

    def saw(self, move: Any) -> None:
        """Called after every move, chance included, with what the player saw of it."""
        return

    def heard(self, player: int, text: str) -> None:
        """Called when a partner has said something."""
        return

    def ended(self, result: Result) -> None:
        """Called when the game has ended or was given up, before ``close``."""
        return

    def close(self) -> None:
        """Free what the session holds; called once, at the end."""
        return

    def memory(self) -> int | None:
        """The bytes that the session holds from move to move; None if it does not count them."""
        return None


@dataclass(frozen=True)
class Agent:
    """The base of all players."""

    outside: ClassVar[bool] = False
    """Whether it is an external program, whose failures in a series cost it the penalty of the
    game, while those of our own agents stop the series."""
    rest_field: ClassVar[str] = ""
    """The field that takes all that follows the colon of a spec, if one does; the other fields
    then stand in brackets before it: ``name[field=value]:rest``."""
    first_field: ClassVar[str] = ""
    """The field, if one does, that may come first in a spec without its name:
    ``name:value,field=value``."""

    if TYPE_CHECKING:  # subclasses need not repeat that the generator may be left out
        choose: ClassVar[Callable[..., Any]]
    else:

        def choose(self, state: State, rng: Rng | None = None) -> Decision:
            """The decision for the player to move in a state, from that player's view.

            A subclass that needs no session writes ``choose(self, state, rng)``, which gets the
            view and may return the bare move.
            """
            if type(self).open is Agent.open:
                raise NotImplementedError(
                    f"{type(self).__qualname__} has neither choose() nor open()"
                )
            return _decide(self, state, rng)

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if inspect.isfunction(vars(cls).get("choose")):
            cls.choose = _with_default_rng(cls.choose)

    def open(self, game: Game, seat: int, rng: Rng) -> Session:
        """A session for one game; ``seat`` is the player, counted from 0."""
        return _ChoosingSession(self, rng)

    @classmethod
    def choices(cls, game: Game) -> Mapping[str, tuple[str, ...]]:
        """The texts, by field, to choose from on the page, where none can be typed."""
        return {}

    def unfit(self, game: Game) -> str:
        """Return why the agent cannot play a game, or nothing if it can."""
        home = home_game(type(self))
        return f"it plays {home} only" if home not in ("", game.name) else ""

    def __str__(self) -> str:
        """The spec: the name, then every field that differs from its default."""
        cls = type(self)
        place = spec_name(cls)
        given: dict[str, Any] = {}
        for name, described in fields_of(cls).items():
            value = getattr(self, name)
            if isinstance(value, Weights):
                given |= {f"{name}.{key}": weight for key, weight in value.items()}
            elif value != described.default:
                given[name] = value
        rest = given.pop(cls.rest_field, None)
        parts = [f"{name}={value_text(value)}" for name, value in given.items()]
        first = value_text(given.get(cls.first_field, ""))
        if first and not begins_with_field(first):
            parts.remove(f"{cls.first_field}={first}")
            parts.insert(0, first)
        texts = ",".join(parts)
        if rest is not None:
            return f"{place}[{texts}]:{rest}" if texts else f"{place}:{rest}"
        return f"{place}:{texts}" if texts else place

    def __reduce__(self) -> tuple[Any, ...]:
        values = {name: getattr(self, name) for name in fields_of(type(self))}
        return _rebuilt, (spec_name(type(self)), home_game(type(self)), values)


def _with_default_rng(choose: Callable[..., Any]) -> Callable[..., Any]:
    """The ``choose`` of a subclass, so that a caller can leave out the generator."""

    @wraps(choose)
    def with_default_rng(self: Agent, state: State, rng: Rng | None = None) -> Any:
        return _decide(self, state, None) if rng is None else choose(self, state, rng)

    return with_default_rng


def _decide(player: Agent, state: State, rng: Rng | None) -> Decision:
    """What an agent decides in a state, from the view of the player to move."""
    mover = state.player()
    if mover < 0:
        who = "chance is to move" if mover == CHANCE else "the game is over"
        raise ValueError(f"expected a state in which a player is to move, but {who}")
    rules = Game.of(state)
    if reason := player.unfit(rules):
        raise ValueError(f"agent {str(player)!r} cannot play {rules.name}: {reason}")
    session = player.open(rules, mover, Rng(0) if rng is None else rng)
    try:
        return Decision.of(session.choose(state.view(mover), Limits()))
    finally:
        session.close()


class _ChoosingSession(Session):
    """The session of an agent that has no state of its own."""

    def __init__(self, player: Agent, rng: Rng) -> None:
        self._player = player
        self._rng = rng

    def choose(self, view: State, limits: Limits) -> Any:
        return self._player.choose(view, self._rng)


Class = TypeVar("Class", bound=type[Agent])


def agent(name: str) -> Callable[[Class], Class]:
    """Register an agent class under a name; put it above ``@dataclass(frozen=True)``."""

    def decorate(cls: Class) -> Class:
        check_agent_type(cls, name)
        if not re.fullmatch(r"[a-z][a-z0-9_-]*", name):
            raise ValueError(f"expected a name such as 'mcts' or 'two-ply', got {name!r}")
        register(cls, name)
        return named(cls, name)

    return decorate


def check_agent_type(found: Any, place: str) -> None:
    """Raise TypeError unless this is an agent class and a frozen dataclass."""
    if not isinstance(found, type) or not issubclass(found, Agent):
        raise TypeError(f"expected a subclass of quadrille.Agent at {place!r}, got {found!r}")
    if inspect.get_annotations(found) and not _is_own_dataclass(found):
        raise TypeError(f"expected @dataclass(frozen=True) above class {found.__qualname__}")


def _is_own_dataclass(cls: type) -> bool:
    return is_dataclass(cls) and "__dataclass_fields__" in vars(cls)


def _rebuilt(place: str, home: str, values: Mapping[str, Any]) -> Agent:
    found: Agent = named(find_class(place, home), place)(**values)
    return found
