"""A game: a state type together with chosen options, found by name."""

import importlib
import pkgutil
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any

from quadrille.core._core import Rng, Stream
from quadrille.core.encoding import Encoding, encoded_rows
from quadrille.core.errors import BadGame, BadPosition, BadSpec
from quadrille.core.load import absolute_spec, entry_points, is_loaded, load_object, place_of
from quadrille.core.options import Option, Value, checked
from quadrille.core.package import GamePackage, package_of
from quadrille.core.state import CHANCE, State
from quadrille.core.suggest import unknown

if TYPE_CHECKING:
    from numpy.typing import NDArray

ENTRY_POINTS = "quadrille.games"


class Game:
    """The rules of a game with its options set: ``new()`` starts one, ``parse()`` sets one up."""

    def __init__(self, state_type: type[State], given: Mapping[str, Any], spec: str) -> None:
        self.state_type = state_type
        self.spec = spec
        """The name or place by which it was found."""
        self.options: dict[str, Value] = checked(self.option_fields, given)
        """All options with their values."""
        self.state_type.check_options(dict(self.options))
        self._given = {name: self.options[name] for name in given}
        self._place = absolute_spec(spec)

    @classmethod
    def of(cls, state: State) -> "Game":
        """The game that a state belongs to, with the state's options."""
        kind = type(state)
        shipped = kind.__module__.startswith("quadrille.games.")
        place = place_of(kind) or f"{kind.__module__}:{kind.__qualname__}"
        return cls(kind, state.options(), state.name if shipped else place)

    @property
    def name(self) -> str:
        """The identifier, for instance ``connect_four``."""
        return self.state_type.name

    @property
    def title(self) -> str:
        """The name to show to people."""
        return self.state_type.title

    @property
    def summary(self) -> str:
        """What the game is about, in one line."""
        return self.state_type.summary

    @property
    def package(self) -> GamePackage:
        """What the game offers beside its rules: drawing, solver, agents and levels."""
        return package_of(self.state_type)

    @cached_property
    def option_fields(self) -> tuple[Option, ...]:
        """The options that the game has."""
        fields = tuple(self.state_type.option_fields())
        for field in fields:
            if not isinstance(field, Option):
                raise BadGame(f"option_fields() of {self.name} must give Options, got {field!r}")
        return fields

    def with_options(self, options: Mapping[str, Any]) -> "Game":
        """The same game with other options."""
        return Game(self.state_type, options, self.spec)

    def new(self, seed: int = 0) -> Any:
        """Start a game: equal seeds give equal set-up and equal chance."""
        check_seed(seed)
        state = self._own(
            self.state_type.create(dict(self.options), Rng.keyed(seed, Stream.create)), "create"
        )
        state._seed_chance(seed)
        return state

    def parse(self, text: str, seed: int = 0) -> Any:
        """Set up the position of a text; its chance comes from the seed.

        Options that the text does not name are the game's; a conflict is BadPosition.
        """
        check_seed(seed)
        if not isinstance(text, str) or not is_unicode(text):
            raise BadPosition(f"expected a position text, got {text!r}")
        state = self._own(self.state_type.parse(dict(self.options), text), "parse")
        found = state.options()
        for field in self.option_fields:
            wanted = self._given.get(field.name, found[field.name])
            if wanted != found[field.name]:
                raise BadPosition(
                    f"the game has {field.name}={field.text(wanted)}, which conflicts with "
                    f"'{field.name}={field.text(found[field.name])}' in position {text!r}"
                )
        state._seed_chance(seed)
        return state

    def _own(self, state: State, method: str) -> State:
        """The state, if it is one of this game."""
        if type(state) is not self.state_type:
            kind = self.state_type.__qualname__
            raise BadGame(f"{method}() of {kind} must return a {kind}, got {state!r:.200}")
        return state

    def agent_defaults(self, agent: str) -> Mapping[str, Any]:
        """The values that the game recommends for the fields of a general agent."""
        return self.package.agent_defaults.get(agent, {})

    def levels(self) -> Mapping[str, str]:
        """The playing strengths of the game, weakest first: their names and agents."""
        return self.package.levels

    def encoding(self, name: str) -> Encoding:
        """The description of a named encoding, of the game or of one of its controls."""
        if (found := self.package.control_of(name)) is not None:
            control, rest = found
            described: Encoding = control.encoding(self, rest)
            return described
        known: dict[str, Encoding] = {one.name: one for one in self.new().encodings()}
        if name not in known:
            raise ValueError(unknown("encoding", name, known))
        return known[name]

    def encode_many(
        self, states: Sequence[State], name: str, symmetries: Sequence[int] | None = None
    ) -> "NDArray[Any]":
        """Positions of the game as one tensor [N, ...], each seen by whoever moves there.

        With ``symmetries``, one for each position, what is encoded are those images of them.
        """
        return encoded_rows(self.state_type, self.encoding(name), states, symmetries)

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self._given.items())
        return f"game({self.spec!r}{options})"

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Game)
            and other.state_type is self.state_type
            and other.options == self.options
        )

    def __hash__(self) -> int:
        return hash((self.state_type, *self.options.items()))

    def __reduce__(self) -> tuple[Any, ...]:
        return _game_from, (self._place, dict(self._given))


def full_state(game: Game, position: str, seed: int) -> Any:
    """The state of a position text; ValueError if no game can be played from there."""
    state = game.parse(position, seed)
    if state.is_over():
        raise ValueError(f"expected a position to play from, got the end of a game: {position!r}")
    if (state.player() != CHANCE and not state.legal_moves()) or _is_view(state):
        raise ValueError(f"expected a full position to play from, got a view: {position!r}")
    return state


def _is_view(state: Any) -> bool:
    """Whether facts are hidden here: a player who sees exactly this does not know everything."""
    if "secrets" in state.lacks():
        return False
    return any(
        state.view(player) == state and state.redeal(player, Rng()) != state
        for player in range(state.num_players())
    )


def is_unicode(text: str) -> bool:
    """Whether a text can be written as UTF-8; one with a lone surrogate cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def check_seed(seed: int) -> None:
    """Raise ValueError unless the seed is an unsigned 64-bit integer."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**64:
        raise ValueError(f"expected a seed from 0 to 2**64 - 1, got {seed!r}")


def game(spec: str | type[State], /, **options: Any) -> Game:
    """Return a game with options set.

    By name (``quarto``), by place (``my_game.py:Nim``), or a subclass of State itself.
    """
    return _game_from(spec, options)


def as_game(game: Game | str | type[State]) -> Game:
    """The game itself, or the one that a name, a place or a class stands for."""
    return game if isinstance(game, Game) else _game_from(game, {})


def recorded_game(spec: str, options: Mapping[str, Any]) -> Game:
    """The game that a record names: an installed one, or one that has been loaded here already.

    BadSpec for any other, because a record must not decide which code is run.
    """
    place = spec.rpartition(":")[0] if isinstance(spec, str) else ""
    if place and not is_loaded(spec):
        option = f" --trust {place}" if place.endswith(".py") else ""
        how = f"on the command line{option}, " if option else ""
        raise BadSpec(
            f"code that a record names is not run: to allow it, load the game yourself "
            f"({how}in Python quadrille.game({spec!r}))"
        )
    return _game_from(spec, options)


def game_names() -> list[str]:
    """The names of all games that are installed."""
    return sorted({*_shipped(), *entry_points(ENTRY_POINTS)})


def _game_from(spec: str | type[State], options: Mapping[str, Any]) -> Game:
    if isinstance(spec, type):
        place = place_of(spec) or f"{spec.__module__}:{spec.__qualname__}"
        return Game(_checked_type(spec, place), options, place)
    if not isinstance(spec, str):
        raise BadSpec(f"expected the name of a game, got {spec!r}")
    return Game(_state_type(spec), options, spec)


def _state_type(spec: str) -> type[State]:
    found: Any
    if ":" in spec:
        found = load_object(spec)
    elif spec in _shipped():
        found = importlib.import_module(f"quadrille.games.{spec}")
    elif spec in (points := entry_points(ENTRY_POINTS)):
        found = points[spec].load()
    else:
        if spec.endswith(".py"):
            raise BadSpec(f"expected {spec}:Class, the name of a class in the file, got {spec!r}")
        raise BadSpec(unknown("game", spec, game_names()))
    # A game is a State, a package object, or a module that has one of them under its usual name.
    if isinstance(found, ModuleType):
        found = getattr(found, "GAME", None) or getattr(found, "State", None)
    if isinstance(found, GamePackage):
        found = found.state_type
    return _checked_type(found, spec)


def _checked_type(found: Any, spec: str) -> type[State]:
    if not isinstance(found, type) or not hasattr(found, "legal_moves"):
        raise BadSpec(f"expected a subclass of quadrille.State at {spec!r}, got {found!r}")
    missing = getattr(found, "__abstractmethods__", None)
    if missing:
        raise BadSpec(f"{spec!r} lacks the methods {', '.join(sorted(missing))}")
    State.register(found)  # so that isinstance() knows native states too
    return found


def load_if_installed(name: str) -> None:
    """Import the game of a name, so that its package is known; do nothing if there is none."""
    if name in game_names():
        _state_type(name)


@cache
def _shipped() -> list[str]:
    games = importlib.import_module("quadrille.games")
    return [module.name for module in pkgutil.iter_modules(games.__path__) if module.ispkg]
