"""What a game is, in Python: the contract of ``core/game.hpp``, with the same names."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Protocol, Self, runtime_checkable

from quadrille.core import _core
from quadrille.core._core import Rng, Stream
from quadrille.core.drawing import draw as drawing
from quadrille.core.errors import BadMoveText, IllegalMove
from quadrille.core.load import load_object, place_of
from quadrille.core.move import Move
from quadrille.core.options import Option, Value
from quadrille.core.state_numbers import StateNumbers, check_player, find_move

CHANCE = -1
"""The player who draws and shuffles."""
NOBODY = -2
"""Who moves when the game is over."""


@runtime_checkable
class State(StateNumbers, Protocol):
    """A position of a game. Subclass it to write a game in Python.

    Write the abstract methods, ``_play`` among them; everything else has a sensible default.
    ``legal_moves`` returns :class:`Move` objects, ascending. Keep the position in attributes that
    ``copy`` can copy: plain values, and lists, dicts and sets of plain values.

    These methods, with those of ``StateNumbers`` for networks and evaluations, are all that
    searches, matches, the page and the command line ask of a state, together with
    ``canonical_key()``, which a game may have: 64 bits, equal for positions that are symmetric to
    each other. What a game offers beside its rules is a ``GamePackage``, built beside the class:
    ``GAME = GamePackage(MyGame, drawing=..., solver=..., agents=..., levels=...)``.
    """

    name: str
    title: str
    summary: str
    penalty: str = "game"
    """What an illegal move costs in a contest: the ``game``, or the ``turn``."""

    # --- to be written ---------------------------------------------------------------------

    @staticmethod
    @abstractmethod
    def create(options: dict[str, Value], rng: Rng) -> "State":
        """The first state; public set-up (a map, start cells) is drawn from rng."""

    @staticmethod
    @abstractmethod
    def parse(options: dict[str, Value], text: str) -> "State":
        """The state of a position text, or BadPosition."""

    @abstractmethod
    def text(self) -> str:
        """One line that round-trips through parse and carries non-default options."""

    @abstractmethod
    def player(self) -> int:
        """Who moves: 0..n-1, or CHANCE, or NOBODY when the game is over."""

    @abstractmethod
    def legal_moves(self) -> Sequence[Any]:
        """The legal moves, ascending; empty at chance nodes and at the end."""

    @abstractmethod
    def _play(self, move: int) -> None:
        """Apply a move that is known to be legal."""

    @abstractmethod
    def scores(self) -> list[float]:
        """Points per player, as if the game stopped now."""

    @abstractmethod
    def num_actions(self) -> int:
        """The size of the dense action index."""

    @abstractmethod
    def max_plies(self) -> int:
        """A bound on the number of moves in a game, chance included."""

    # --- players and sides -----------------------------------------------------------------

    def num_players(self) -> int:
        """How many play."""
        return 2

    def num_sides(self) -> int:
        """How many sides there are; values and outcomes are per side."""
        return self.num_players()

    def side(self, player: int) -> int:
        """The side that a player belongs to."""
        return player

    # --- options ---------------------------------------------------------------------------

    @staticmethod
    def option_fields() -> Sequence[Option]:
        """The options of the game."""
        return ()

    @staticmethod
    def check_options(options: dict[str, Any]) -> None:
        """Raise BadOption if these values, each good by itself, do not go together."""
        return None

    def options(self) -> Mapping[str, Value]:
        """The options of this state's game, all of them."""
        return {field.name: field.default for field in self.option_fields()}

    # --- rules -----------------------------------------------------------------------------

    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.player() == NOBODY

    def is_legal(self, move: Any) -> bool:
        """Whether the move is among legal_moves()."""
        return find_move(self, move, self.legal_moves()) is not None

    def chance_moves(self) -> Sequence[tuple[Any, int]]:
        """At a chance node: what can happen, with integer weights."""
        return ()

    def play(self, move: Any) -> None:
        """Play a move, given as a Move or as its text; IllegalMove and no change if not legal."""
        if isinstance(move, int) and not isinstance(move, Move):
            raise TypeError(f"expected a Move of this game or its text, got {move!r}")
        chance = self.player() == CHANCE
        known = [m for m, _ in self.chance_moves()] if chance else self.legal_moves()
        found = find_move(self, move, known)
        if found is None:
            player = self.player()
            who = {CHANCE: "chance", NOBODY: "nobody (the game is over)"}.get(
                player, f"player {player}"
            )
            raise IllegalMove(f"illegal move {str(move)!r} for {who} in {self.text()!r}")
        if chance and "_chance" in self.__dict__:  # what is played takes the place of a draw
            _next_chance(self)
        self._play(found)

    def play_chance(self) -> Any:
        """Play the next draw of the game's own chance stream and return it."""
        if self.player() != CHANCE:
            raise IllegalMove(f"chance is not to move in {self.text()!r}")
        if "_chance" not in self.__dict__:
            raise ValueError("a view has no chance stream; use random_move(rng)")
        move = self.random_move(_next_chance(self))
        self._play(move)
        return move

    def random_move(self, rng: Rng) -> Any:
        """A uniform legal move, or a weighted chance move."""
        if self.player() != CHANCE:
            moves = self.legal_moves()
            if not moves:
                raise ValueError(f"the game is over in {self.text()!r}")
            return moves[rng.below(len(moves))]
        outcomes = self.chance_moves()
        ticket = rng.below(sum(weight for _, weight in outcomes))
        for move, weight in outcomes:
            if ticket < weight:
                return move
            ticket -= weight
        raise AssertionError("unreachable: the ticket is below the sum of the weights")

    def lose_turn(self) -> None:
        """The player to move loses the turn; ValueError where it cannot be lost.

        A game whose ``penalty`` is the turn overrides it.
        """
        raise ValueError(f"no turn can be lost in {self.text()!r}")

    def outcome(self) -> list[float]:
        """At the end: ``outcome_of`` the sum of scores of each side."""
        if not self.is_over():
            raise ValueError(f"the game is not over in {self.text()!r}")
        points = [0.0] * self.num_sides()
        for player, score in enumerate(self.scores()):
            points[self.side(player)] += score
        return self.outcome_of(points)

    def outcome_of(self, worth: Sequence[float]) -> list[float]:
        """The value per side by what each is worth, also for games that are stopped.

        By default (sides beaten - sides lost to) / (sides - 1).
        """
        return outcome_by_rank(worth)

    def exact(self, budget: int) -> list[float] | None:
        """The outcome under best play of all sides, if it is cheap to find; else None.

        Looks at no more than about ``budget`` positions, and depends on nothing but the position
        and the budget.
        """
        return None

    def max_moves(self) -> int:
        """A bound on the number of legal moves."""
        return self.num_actions()

    # --- identity and text -----------------------------------------------------------------

    def copy(self) -> Self:
        """An independent copy: attributes that are lists, dicts or sets are copied too."""
        twin = self.__class__.__new__(self.__class__)
        for key, value in self.__dict__.items():
            twin.__dict__[key] = value.copy() if isinstance(value, list | dict | set) else value
        return twin

    def hash(self) -> int:
        """64 bits, equal for equal positions."""
        return _core.digest(self.text())

    def move_text(self, move: Any) -> str:
        """The notation of a move that can be played now."""
        known = [*self.legal_moves(), *(m for m, _ in self.chance_moves())]
        found = find_move(self, move, known)
        return str(move if found is None else found)

    def parse_move(self, text: str) -> Any:
        """The move of a notation that can be played now; BadMoveText if there is none."""
        known = [*self.legal_moves(), *(m for m, _ in self.chance_moves())]
        for move in known:
            if str(move) == text:
                return move
        examples = ", ".join(str(move) for move in known[:5])
        raise BadMoveText(f"expected a move such as {examples or 'none'}, got {text!r}")

    def problems(self) -> list[str]:
        """Every broken invariant; empty for any state reached by play."""
        return []

    # --- hidden facts ----------------------------------------------------------------------

    def view(self, player: int) -> Self:
        """The state with all that the player cannot know blanked, and no chance stream."""
        check_player(self, player)
        twin = self.copy()
        twin.__dict__.pop("_chance", None)
        return twin

    def seen(self, move: Any, player: int) -> Any:
        """A move about to be played, chance included, as the player will see it."""
        check_player(self, player)
        return move

    def redeal(self, player: int, rng: Rng) -> Self:
        """A full state drawn at random among those that view(player) allows."""
        return self.view(player)

    # --- drawing ---------------------------------------------------------------------------

    def svg(self, **wishes: Any) -> str:
        """The picture as SVG. Wishes: player=p draws what p may know, last_move=m marks it."""
        return drawing.svg(self, **wishes)

    def board(self) -> str:
        """The position as a person reads it in a terminal."""
        return drawing.board(self)

    def click_path(self, move: Any) -> tuple[str, ...]:
        """The spots of the picture that a person clicks, in order, to make the move."""
        return drawing.click_path(self, move)

    def ghost(self, move: Any) -> str:
        """What a legal move would put on the board, as a fragment to end the picture with."""
        return drawing.ghost(self, move)

    def lacks(self) -> set[str]:
        """Which optional parts the game does without, so that check_game can hold it to that.

        Of chance, secrets, encodings, features, canonical_key and drawing.
        """
        missing = set() if _overrides(self, "svg") else drawing.lacks_drawing(self)
        own = {"chance": "chance_moves", "secrets": "view", "encodings": "encodings"}
        own |= {"features": "feature_names"}
        missing |= {part for part, method in own.items() if not _overrides(self, method)}
        if not hasattr(self, "canonical_key"):
            missing.add("canonical_key")
        return missing

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.board()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.text()!r})"

    def __reduce__(self) -> str | tuple[Any, ...]:
        return _restored, (place_of(type(self)) or type(self), self.copy().__dict__)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.text() == self.text()

    def __hash__(self) -> int:
        return hash(self.text())

    # --- private ---------------------------------------------------------------------------

    def _seed_chance(self, seed: int) -> None:
        self.__dict__["_chance"] = (seed, 0)

    def _perft(self, depth: int) -> int:
        return _core.perft(self, depth)


def _restored(kind: "type[State] | str", attributes: dict[str, Any]) -> "State":
    """Unpickle: a class from a user's file is loaded from that file, in any process."""
    found: type[State] = load_object(kind) if isinstance(kind, str) else kind
    state = found.__new__(found)
    state.__dict__.update(attributes)
    return state


def _next_chance(state: "State") -> Rng:
    """The generator of the next chance ply of the game's own stream."""
    seed, ply = state.__dict__["_chance"]
    state.__dict__["_chance"] = (seed, ply + 1)
    return Rng.keyed(seed, Stream.chance, ply)


def _overrides(state: "State", method: str) -> bool:
    return getattr(type(state), method) is not getattr(State, method)


def outcome_by_rank(worth: Sequence[float]) -> list[float]:
    """The general rule of outcome(): (sides beaten - sides lost to) / (sides - 1)."""
    others = max(len(worth) - 1, 1)
    return [sum((a > b) - (a < b) for b in worth) / others for a in worth]
