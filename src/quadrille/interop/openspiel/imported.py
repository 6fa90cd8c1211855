"""Games of OpenSpiel as games of ours: ``quadrille.game("openspiel:breakthrough", rows=6)``.

A position is told by the actions that led to it. Where facts are hidden, a player's view is the
first history, in the order of actions, that looks the same to the player at every ply; ``redeal``
draws one of all those. Games in which all move at once are played in turn, unseen by the others.
"""

import math
from collections.abc import Sequence
from functools import cache
from typing import Any, ClassVar, Self

import pyspiel

from quadrille.core._core import Rng
from quadrille.core.encoding import Encoding
from quadrille.core.errors import BadOption, BadPosition, BadSpec, IllegalMove
from quadrille.core.move import Move
from quadrille.core.options import Option, Value, split_options, with_options
from quadrille.core.state import CHANCE, NOBODY, State
from quadrille.core.suggest import unknown
from quadrille.interop.openspiel.beliefs import believed, candidates, look, matches, weight

SCHEME = "openspiel"
KINDS: dict[type, str] = {bool: "bool", int: "int", float: "float"}
"""Parameters that can be options, by their type; texts are given in parentheses."""


@cache
def openspiel_game(text: str) -> type[State]:
    """The state type of a game, by its name and perhaps parameters: ``go(board_size=9)``."""
    name = text.partition("(")[0]
    if name not in pyspiel.registered_names():
        raise BadSpec(unknown("game of OpenSpiel", name, pyspiel.registered_names()))
    try:
        given = pyspiel.game_parameters_from_string(text)
        kind = pyspiel.load_game(text).get_type()
    except (pyspiel.SpielError, RuntimeError, ValueError) as error:
        raise BadSpec(f"OpenSpiel does not load {text!r}: {_line(error)}") from None
    if kind.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC:
        raise BadSpec(f"{text!r} hides its chance from OpenSpiel, so that it cannot be played here")
    if kind.dynamics == pyspiel.GameType.Dynamics.MEAN_FIELD:
        raise BadSpec(f"{text!r} is a mean field game, which has no players")
    defaults = {
        key: value for key, value in kind.parameter_specification.items() if key not in given
    }
    fields = tuple(
        Option(key, KINDS[type(value)], value, doc="A parameter of OpenSpiel.")
        for key, value in sorted(defaults.items())
        if type(value) in KINDS
    )
    given.pop("name", None)
    members = {
        "name": f"openspiel_{name}",
        "title": kind.long_name,
        "summary": f"A game of OpenSpiel: {kind.long_name}.",
        "short_name": name,
        "parameters": given,
        "fields": fields,
        "__place__": f"{SCHEME}:{text}",
        "__module__": __name__,
    }
    made: type[State] = type("SpielPosition", (ImportedState,), members)
    return made


class ImportedState(State):
    """A position of a game of OpenSpiel; each game has a subclass of its own."""

    short_name: ClassVar[str]
    parameters: ClassVar[dict[str, Any]]
    """Given in parentheses."""
    fields: ClassVar[tuple[Option, ...]]

    def __init__(self, options: dict[str, Value]) -> None:
        self._options = options
        self._spiel: Any = _load(self.short_name, self.parameters, options).new_initial_state()
        self.viewer: int | None = None
        """Who sees this; None for a full position."""

    @property
    def _game(self) -> Any:
        return self._spiel.get_game()

    # --- starting and text -----------------------------------------------------------------

    @classmethod
    def create(cls, options: dict[str, Value], rng: Rng) -> Self:
        """The start of a game."""
        return cls(options)

    @classmethod
    def option_fields(cls) -> Sequence[Option]:
        """The parameters of the game that are numbers or flags."""
        return cls.fields

    @classmethod
    def check_options(cls, options: dict[str, Any]) -> None:
        """BadOption if OpenSpiel does not make a game of these parameters."""
        _load(cls.short_name, cls.parameters, options)

    def options(self) -> dict[str, Value]:
        """The values of all parameters that are options."""
        return dict(self._options)

    def text(self) -> str:
        """The options, then every action so far: ``rows=6 12,40,3``; of a view ``12,40 @0``."""
        history = ",".join(map(str, self._spiel.history())) or "-"
        viewer = "" if self.viewer is None else f" @{self.viewer}"
        return with_options(self.fields, self._options, history + viewer)

    @classmethod
    def parse(cls, options: dict[str, Value], text: str) -> Self:
        """The position that a history leads to."""
        values, body = split_options(cls.fields, options, text)
        history, _, viewer = body.partition(" @")
        state = cls(values)
        try:
            for token in [] if history == "-" else history.split(","):
                state._follow(int(token) if token.isdecimal() else -1)
            if viewer:
                state = state.view(int(viewer))
        except (IllegalMove, ValueError) as error:
            raise BadPosition(f"{_line(error)} in position {text!r}") from None
        if state.text() != with_options(cls.fields, values, body):
            raise BadPosition(f"expected {state.text()!r}, got {text!r}")
        return state

    def _follow(self, action: int) -> None:
        if self._spiel.is_terminal() or action not in candidates(self._spiel):
            raise IllegalMove(f"illegal action {action} after {self.text()!r}")
        self._spiel.apply_action(action)

    def copy(self) -> Self:
        """An independent copy."""
        twin = super().copy()
        twin._spiel = self._spiel.clone()
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        chance = self.__dict__.get("_chance")
        return _restored, (type(self).__place__, self._options, self.text(), chance)  # type: ignore[attr-defined]

    # --- rules -----------------------------------------------------------------------------

    def num_players(self) -> int:
        """How many play."""
        return int(self._spiel.num_players())

    def player(self) -> int:
        """Who moves, chance included."""
        if self._spiel.is_terminal():
            return NOBODY
        return CHANCE if self._spiel.is_chance_node() else int(self._spiel.current_player())

    def legal_moves(self) -> list[Move]:
        """The legal moves by OpenSpiel's numbers."""
        return _named(self._spiel, self._spiel.legal_actions()) if self.player() >= 0 else []

    def chance_moves(self) -> list[tuple[Move, int]]:
        """What chance can do, with whole weights."""
        if self.player() != CHANCE:
            return []
        outcomes = sorted(self._spiel.chance_outcomes())
        moves = _named(self._spiel, [action for action, _ in outcomes])
        weights = [weight(share) for _, share in outcomes]
        common = math.gcd(*weights)
        return [(move, weight // common) for move, weight in zip(moves, weights, strict=True)]

    def _play(self, move: int) -> None:
        self._spiel.apply_action(int(move))
        if self.viewer is not None:  # so that it is the first one again
            self._spiel = believed(self._spiel, self.viewer, None)

    def scores(self) -> list[float]:
        """OpenSpiel's returns so far."""
        return [float(value) for value in self._spiel.returns()]

    def outcome(self) -> list[float]:
        """At the end: the returns of a game that sums to zero, scaled; otherwise by rank."""
        kind = self._game.get_type()
        if not self.is_over() or kind.utility != pyspiel.GameType.Utility.ZERO_SUM:
            return super().outcome()
        most = max(abs(self._game.min_utility()), abs(self._game.max_utility()))
        return [value / most for value in self.scores()]

    def num_actions(self) -> int:
        """OpenSpiel's number of distinct actions."""
        return int(self._game.num_distinct_actions())

    def max_plies(self) -> int:
        """A bound on the length of a game, chance included."""
        try:
            chance = int(self._game.max_chance_nodes_in_history())
        except (pyspiel.SpielError, RuntimeError):
            chance = int(self._game.max_game_length())
        return int(self._game.max_game_length()) + chance + 1

    # --- what a player may know ------------------------------------------------------------

    def _is_open(self) -> bool:
        information = self._game.get_type().information
        return bool(information == pyspiel.GameType.Information.PERFECT_INFORMATION)

    def view(self, player: int) -> Self:
        """The first history that has looked the same to the player; see the top of this file."""
        twin = super().view(player)
        if not self._is_open() and self.viewer != player:
            twin._spiel = believed(self._spiel, player, None)
            twin.viewer = player
        return twin

    def seen(self, move: Any, player: int) -> Any:
        """The first of the moves that look the same to the player."""
        chosen = super().seen(move, player)
        if self._is_open() or self.player() == player:
            return chosen
        number = int(self.parse_move(chosen) if isinstance(chosen, str) else chosen)
        same = matches(self._spiel, look(self._spiel.child(number), player), player)
        return _named(self._spiel, same[:1])[0]

    def redeal(self, player: int, rng: Rng) -> Self:
        """A full position at random among those that look the same to the player."""
        twin = self.view(player)
        if not self._is_open():
            twin._spiel = believed(self._spiel, player, rng)
            twin.viewer = None
        return twin

    # --- for networks and people -----------------------------------------------------------

    def encodings(self) -> list[Encoding]:
        """OpenSpiel's observation tensor, and that of the information state."""
        kind, game = self._game.get_type(), self._game
        found = []
        if kind.provides_observation_tensor:
            found.append(Encoding("observation", tuple(game.observation_tensor_shape())))
        if kind.provides_information_state_tensor:
            shape = tuple(game.information_state_tensor_shape())
            found.append(Encoding("information_state", shape))
        return found

    def _encode(self, name: str, player: int) -> Any:
        import numpy as np

        shape = next(each.shape for each in self.encodings() if each.name == name)
        values = getattr(self._spiel, f"{name}_tensor")(player)
        return np.array(values, np.float32).reshape(shape)

    def board(self) -> str:
        """The position as OpenSpiel writes it, or what the viewer observes."""
        if self.viewer is None:
            shown = str(self._spiel)
        else:
            shown = look(self._spiel, self.viewer).partition("legal:")[0]
        return shown.strip("\n") or "Nothing has happened yet."

    def lacks(self) -> set[str]:
        """What OpenSpiel does not tell of its games."""
        kind = self._game.get_type()
        missing = {"features", "canonical_key", "drawing"}
        if kind.chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC:
            missing.add("chance")
        if self._is_open():
            missing.add("secrets")
        return missing if self.encodings() else missing | {"encodings"}


def _load(name: str, given: dict[str, Any], options: dict[str, Any]) -> Any:
    """A game of OpenSpiel in which players move one by one."""
    try:
        kept = pyspiel.load_game(name).get_type().parameter_specification
        changed = {key: value for key, value in options.items() if value != kept.get(key)}
        game = pyspiel.load_game(name, {**given, **changed})
        if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
            game = pyspiel.convert_to_turn_based(game)
        game.new_initial_state()
    except (pyspiel.SpielError, RuntimeError) as error:
        raise BadOption(f"OpenSpiel makes no game of {options}: {_line(error)}") from None
    return game


def _restored(place: str, options: dict[str, Value], text: str, chance: Any) -> State:
    state = openspiel_game(place.partition(":")[2]).parse(options, text)
    if chance is not None:
        state.__dict__["_chance"] = chance
    return state


def _named(state: Any, actions: Sequence[int]) -> list[Move]:
    """Moves with their notation; where two would have the same, with their numbers."""
    player = state.current_player()
    texts = ["".join(state.action_to_string(player, action).split()) for action in actions]
    clash = len(set(texts)) < len(texts) or not all(texts)
    return [
        Move(action, f"{text}#{action}" if clash else text)
        for action, text in zip(actions, texts, strict=True)
    ]


def _line(error: Exception) -> str:
    return " ".join(str(error).split())[:200]
