"""Our games as games of OpenSpiel.

Options are parameters: ``quadrille_carcassonne(players=3,river=True)``. Two more are ``seed``, from
which the set-up is drawn that our games do not leave to chance moves (a map, start cells), and
``encoding``, which names what the observation tensor is. Chance outcomes are numbered in the order
of ``chance_moves()``.
"""

import ctypes
from functools import partial
from typing import Any

import numpy as np
import pyspiel

from quadrille.core.game import Game, game_names
from quadrille.core.game import game as find_game
from quadrille.core.state import CHANCE

PREFIX = "quadrille_"
MAX_CHANCE_OUTCOMES = 1024
"""More than any of our games has in one position."""
SETTINGS: dict[str, Any] = {"seed": 0, "encoding": ""}
"""Parameters beside the options of a game."""


def game_string(game: Game, seed: int = 0) -> str:
    """What ``pyspiel.load_game`` takes for a game with its options set."""
    chosen = {
        field.name: game.options[field.name]
        for field in game.option_fields
        if game.options[field.name] != field.default
    }
    if seed:
        chosen["seed"] = seed
    return f"{PREFIX}{game.name}({','.join(f'{name}={value}' for name, value in chosen.items())})"


def register_games() -> None:
    """Register every installed game that is not registered yet."""
    known = set(pyspiel.registered_names())
    for name in game_names():
        if PREFIX + name not in known:
            make = partial(SpielGame, name)
            # OpenSpiel lets go of it when the interpreter has ended already, which would crash.
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(make))
            pyspiel.register_game(game_type(find_game(name)), make)


def game_type(game: Game) -> Any:
    """What OpenSpiel wants to know of a game before it is set up."""
    kind = pyspiel.GameType
    state: Any = game.new()
    parts = state.lacks()
    defaults = {field.name: field.default for field in game.option_fields}
    return kind(
        short_name=PREFIX + game.name,
        long_name=f"{game.title} (Quadrille)",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=(
            kind.ChanceMode.DETERMINISTIC
            if "chance" in parts
            else kind.ChanceMode.EXPLICIT_STOCHASTIC
        ),
        information=(
            kind.Information.PERFECT_INFORMATION
            if "secrets" in parts
            else kind.Information.IMPERFECT_INFORMATION
        ),
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=8,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=bool(state.encodings()),
        parameter_specification={**defaults, **SETTINGS},
    )


class SpielGame(pyspiel.Game):
    """One of our games with its options set."""

    def __init__(self, name: str, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        settings = {key: given.pop(key, default) for key, default in SETTINGS.items()}
        self.rules = find_game(name, **given)
        """The game as Quadrille knows it."""
        self.seed = int(settings["seed"])
        first = self.rules.new(self.seed)
        names = [each.name for each in first.encodings()]
        self.encoding = settings["encoding"] or (names[0] if names else "")
        if self.encoding:
            self.rules.encoding(self.encoding)  # ValueError if there is none of this name
        info = pyspiel.GameInfo(
            num_distinct_actions=first.num_actions(),
            max_chance_outcomes=0 if "chance" in first.lacks() else MAX_CHANCE_OUTCOMES,
            num_players=first.num_players(),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=first.max_plies(),
        )
        super().__init__(game_type(self.rules), info, params or {})

    def new_initial_state(self) -> "SpielState":
        """The start of a game."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        """What a player sees: our encoding of its view, and its text."""
        default = pyspiel.IIGObservationType(perfect_recall=False)
        return SpielObserver(self, iig_obs_type or default, params)


class SpielState(pyspiel.State):
    """A position of one of our games; ``position`` is ours."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.position: Any = game.rules.new(game.seed)
        self.seen: list[list[str]] = [[] for _ in range(game.num_players())]
        """Every move so far, as each player saw it."""

    def current_player(self) -> Any:
        """Who is to move, chance included."""
        if self.position.is_over():
            return pyspiel.PlayerId.TERMINAL
        mover = self.position.player()
        return pyspiel.PlayerId.CHANCE if mover == CHANCE else mover

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.position.action(move) for move in self.position.legal_moves())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance can do, by number, with probabilities."""
        weights = [weight for _, weight in self.position.chance_moves()]
        return [(number, weight / sum(weights)) for number, weight in enumerate(weights)]

    def _apply_action(self, action: int) -> None:
        position = self.position
        move = self._move(position.player(), action)
        for player, moves in enumerate(self.seen):
            moves.append(str(position.seen(move, player)))
        position.play(move)

    def _move(self, player: int, action: int) -> Any:
        if player == CHANCE:
            return self.position.chance_moves()[action][0]
        return self.position.move(int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self._move(player, action))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return bool(self.position.is_over())

    def returns(self) -> list[float]:
        """The outcome of each player's side at the end; zeros before."""
        players = range(self.position.num_players())
        if not self.position.is_over():
            return [0.0 for _ in players]
        outcome = self.position.outcome()
        return [float(outcome[self.position.side(player)]) for player in players]

    def __str__(self) -> str:
        return str(self.position.text())


class SpielObserver:
    """A player's view as a tensor and as text; with perfect recall, all that it has seen.

    What is public is told as text only: the moves, where all players saw them alike.
    """

    def __init__(self, game: SpielGame, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"expected no parameters of observations, got {params!r}")
        self._is_public = kind.private_info == pyspiel.PrivateInfoType.NONE
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("expected observations of one player or of the public, got of all")
        self._recalls = kind.perfect_recall
        self.tensor = np.zeros(0, np.float32)
        self.dict: dict[str, Any] = {}
        self._name = "" if self._is_public else game.encoding
        if self._name:
            shape = game.rules.encoding(self._name).shape
            self.tensor = np.zeros(int(np.prod(shape)), np.float32)
            self.dict[self._name] = self.tensor.reshape(shape)

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the view of a player."""
        if self._name:
            self.dict[self._name][...] = state.position.encode(self._name, player)

    def string_from(self, state: SpielState, player: int) -> str:
        """The view of a player as text, after all that it has seen if it recalls that."""
        if self._is_public:
            moves = zip(*state.seen, strict=True)
            return " ".join(min(seen) if len(set(seen)) == 1 else "?" for seen in moves)
        view = state.position.view(player).text()
        return " ".join([*state.seen[player], view]) if self._recalls else str(view)
