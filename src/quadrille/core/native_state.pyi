# Written by tools/stubs.py from the native games; do not edit.
"""What the states and the moves of all native games have in common, for type checkers.

There is no such module when the program runs: each game has types of its own, with no base.
"""

from collections.abc import Sequence
from typing import Any, Generic, Self, TypeVar

import numpy
import numpy.typing

import quadrille.core._core
import quadrille.core.agents.decision
import quadrille.core.encoding
import quadrille.core.options
import quadrille.search._core

class NativeMove:
    """A move of any native game."""

    @property
    def value(self) -> int:
        """The packed number."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __hash__(self) -> int: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __lt__(self, arg: Self, /) -> bool: ...

    def __le__(self, arg: Self, /) -> bool: ...

    def __gt__(self, arg: Self, /) -> bool: ...

    def __ge__(self, arg: Self, /) -> bool: ...

    def __getstate__(self) -> int: ...

    def __setstate__(self, arg: int, /) -> None: ...

MoveT = TypeVar("MoveT", bound=NativeMove)

class NativeState(Generic[MoveT]):
    """A state of any native game."""

    @staticmethod
    def option_fields() -> list[quadrille.core.options.Option]:
        """
        The options of the game: name, kind, default, bounds and what they mean.
        """

    @staticmethod
    def check_options(options: dict[str, Any]) -> None:
        """BadOption if these values do not go together."""

    def options(self) -> dict[str, bool | int | float | str]:
        """The options of this state's game, all of them."""

    def copy(self) -> Self:
        """An independent copy."""

    def __copy__(self) -> Self: ...

    def __deepcopy__(self, memo: object) -> Self: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __getstate__(self) -> tuple[str, bool, int, int]: ...

    def __setstate__(self, arg: tuple[str, bool, int, int], /) -> None: ...

    def _seed_chance(self, seed: int) -> None: ...

    def num_players(self) -> int:
        """How many play."""

    def num_sides(self) -> int:
        """How many sides there are; values and outcomes are per side."""

    def side(self, player: int) -> int:
        """The side that a player belongs to."""

    def player(self) -> int:
        """
        Who moves: 0..n-1, or CHANCE (-1), or NOBODY (-2) when the game is over.
        """

    def is_over(self) -> bool:
        """Whether the game has ended."""

    def scores(self) -> list[float]:
        """Points per player, as if the game stopped now."""

    def outcome(self) -> list[float]:
        """At the end: a value per side in [-1, 1], summing to zero."""

    def outcome_of(self, worth: Sequence[float]) -> list[float]:
        """
        The value per side by what each is worth, also for games that are stopped.
        """

    def exact(self, budget: int) -> list[float] | None:
        """
        The outcome under best play of all sides, if it is found by looking at no more than about so many positions; else None.
        """

    def max_moves(self) -> int:
        """A bound on the number of legal moves."""

    def max_plies(self) -> int:
        """A bound on the number of moves in a game, chance included."""

    def legal_moves(self) -> list[MoveT]:
        """The legal moves, ascending; empty at chance nodes and at the end."""

    def is_legal(self, move: MoveT | str) -> bool:
        """
        Whether the move, given as a Move or as its text, is among legal_moves().
        """

    def chance_moves(self) -> list[tuple[MoveT, int]]:
        """At a chance node: what can happen, with integer weights."""

    def play(self, move: MoveT | str) -> None:
        """
        Plays a move, given as a Move or as its text; IllegalMove and no change if it is not legal.
        """

    def _play(self, move: Any) -> None: ...

    def lose_turn(self) -> None:
        """
        The player to move loses the turn, where that is the penalty of the game; ValueError where it cannot be lost.
        """

    def play_chance(self) -> MoveT:
        """Plays the next draw of the game's own chance stream and returns it."""

    def random_move(self, rng: quadrille.core._core.Rng) -> MoveT:
        """A uniform legal move, or a weighted chance move."""

    def text(self) -> str:
        """
        One line that round-trips through parse and carries non-default options.
        """

    def hash(self) -> int:
        """64 bits, equal for equal positions."""

    def move_text(self, move: MoveT) -> str:
        """The notation of a move, the same as str(move)."""

    def parse_move(self, text: str) -> MoveT:
        """The move of a notation, legal or not; BadMoveText if it is none."""

    def view(self, player: int) -> Self:
        """
        The state with all that the player cannot know blanked, and no chance stream.
        """

    def seen(self, move: MoveT | str, player: int) -> MoveT:
        """A move about to be played, chance included, as the player will see it."""

    def redeal(self, player: int, rng: quadrille.core._core.Rng) -> Self:
        """A full state drawn at random among those that view(player) allows."""

    def problems(self) -> list[str]:
        """Every broken invariant; empty for any state reached by play."""

    def __repr__(self) -> str: ...

    def num_actions(self) -> int:
        """The size of the dense action index."""

    def action(self, move: MoveT | str) -> int:
        """The index of a move, from 0 to num_actions() - 1."""

    def move(self, action: int) -> MoveT:
        """The move of an action index; it need not be legal."""

    def encodings(self) -> list[quadrille.core.encoding.Encoding]:
        """The tensors a state can be written as."""

    def encode(self, name: str, player: int | None = None, out: numpy.typing.NDArray[Any] | None = None) -> numpy.typing.NDArray[Any]:
        """
        The state as a tensor, seen by the player (by default whoever moves), written to `out` if given.
        """

    def _encode(self, name: str, player: int) -> numpy.typing.NDArray[Any]: ...

    def inputs(self, name: str, player: int | None = None) -> numpy.typing.NDArray[numpy.uint16]:
        """
        Which numbers of a sparse encoding are not 0, by index; a 2 is listed twice.
        """

    def move_inputs(self, name: str, move: MoveT | str) -> numpy.typing.NDArray[numpy.uint16]:
        """What describes a legal move in a sparse encoding, by index."""

    def num_symmetries(self) -> int:
        """
        In how many ways the game looks the same; the first is the state itself.
        """

    def image(self, symmetry: int) -> Self:
        """
        The state seen in another of these ways; what will be drawn in it is unknown.
        """

    def image_of(self, move: MoveT | str, symmetry: int) -> MoveT:
        """The move to be played in an image of the state."""

    def feature_names(self) -> list[str]:
        """The names of the features of the static evaluation."""

    def features(self) -> numpy.typing.NDArray[numpy.float32]:
        """
        The features, [sides, features], each row from that side's point of view.
        """

    def weights(self) -> numpy.typing.NDArray[numpy.float32]:
        """The game's own weights of the features."""

    def evaluate(self, weights: Sequence[float] | None = None) -> list[float]:
        """The static value per side in [-1, 1], summing to zero."""

    def svg(self, **wishes: Any) -> str:
        """
        The picture as SVG. Wishes: player=p draws what p may know, last_move=m marks a move.
        """

    def _repr_svg_(self) -> str: ...

    def board(self) -> str:
        """The position as a person reads it in a terminal."""

    def __str__(self) -> str: ...

    def click_path(self, move: MoveT | str) -> tuple[str, ...]:
        """
        The spots of the picture that a person clicks, in order, to make the move.
        """

    def ghost(self, move: MoveT | str) -> str:
        """
        What a legal move would put on the board, as a fragment to end the picture with.
        """

    def lacks(self) -> set[str]:
        """
        Which optional parts the game does without: chance, secrets, encodings, features, canonical_key, drawing.
        """

    def _perft(self, depth: int) -> int: ...

    @staticmethod
    def _rollouts(options: dict[str, Any], seed: int, games: int) -> int: ...

    class _VecEnv:
        """The native half of quadrille.VecEnv."""

        def __init__(self, game: object, count: int, encodings: list[int], threads: int, finals: list[Any], viewers: numpy.typing.NDArray[numpy.int32], arrays: object | None) -> None: ...

        NUMBERS_PER_SLOT: int = 7

        def reset(self, seed: int, arrays: object | None) -> None: ...

        def observe(self, arrays: object | None) -> None: ...

        def step(self, actions: numpy.typing.NDArray[numpy.int64], arrays: object | None) -> None: ...

        def are_legal(self, actions: numpy.typing.NDArray[numpy.int64], out: numpy.typing.NDArray[numpy.bool]) -> None: ...

        def sample_actions(self, out: numpy.typing.NDArray[numpy.int64]) -> None: ...

        def legal_actions(self) -> tuple[numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.int64]]: ...

        def set_positions(self, slots: Sequence[int], texts: Sequence[str], arrays: object | None) -> None: ...

        def copy_to(self, other: NativeState._VecEnv) -> None: ...

        def save(self, numbers: numpy.typing.NDArray[numpy.uint64]) -> list[str]: ...

        def restore(self, seed: int, texts: list[str], numbers: numpy.typing.NDArray[numpy.uint64]) -> None: ...

        def sampler(self, index: int) -> quadrille.core._core.Rng: ...

        def set_sampler(self, index: int, rng: quadrille.core._core.Rng) -> None: ...

        def text(self, index: int) -> str: ...

        def _Greedy(self, settings: dict[str, Any], out: numpy.typing.NDArray[numpy.int64]) -> None: ...

        def _OnePly(self, settings: dict[str, Any], out: numpy.typing.NDArray[numpy.int64]) -> None: ...

    class _Mcts:
        """Monte-Carlo tree search."""

        def __init__(self, settings: dict[str, Any]) -> None: ...

        def search(self, state: Any, rng: quadrille.core._core.Rng, seconds: float | None = None, stop: Any = None, progress: Any = None) -> quadrille.core.agents.decision.Decision: ...

        def saw(self, move: Any) -> None:
            """Follow the game, so that the next search keeps what it knows."""

        @property
        def size(self) -> int:
            """How many nodes there are."""

        @property
        def bytes(self) -> int:
            """What they take."""

        def tree_text(self, depth: int = 3, least: int = 1) -> str:
            """
            The first tree, a line a node: move, visits, sum of values for the mover, proof.
            """

    class _BatchMcts:
        """PUCT whose leaves the caller evaluates, in batches."""

        def __init__(self, settings: dict[str, Any]) -> None: ...

        def start(self, state: Any, rng: quadrille.core._core.Rng) -> None:
            """Begin a search for the player to move."""

        def collect(self, count: int) -> int:
            """
            Walk to `count` more leaves, fewer if walks meet; returns how many wait.
            """

        def encode(self, encoding: str, out: numpy.typing.NDArray[Any]) -> None:
            """Write the waiting leaves as their movers see them, a row each."""

        def leaves(self) -> list[Any]:
            """The waiting leaves as states."""

        def players(self) -> list[int]:
            """Who moves in each waiting leaf."""

        def apply(self, priors: numpy.typing.NDArray[numpy.float32], values: numpy.typing.NDArray[numpy.float64]) -> None:
            """
            Answer the first waiting leaves: priors [n, actions], values [n, sides].
            """

        def mix_root_priors(self, noise: numpy.typing.NDArray[numpy.float32], fraction: float) -> None:
            """
            Mix noise into the chances of the root's moves, in the order of legal_moves().
            """

        @property
        def simulations(self) -> int:
            """How many are finished."""

        def result(self) -> quadrille.core.agents.decision.Decision:
            """The Decision so far."""

        def tree_text(self, depth: int = 3, least: int = 1) -> str:
            """The tree, a line a node."""

    class _NetworkJudge:
        """A network's values and priors of positions."""

        def __init__(self, network: quadrille.search._core.Network, state: Any) -> None: ...

        def evaluate(self, state: Any) -> tuple[list[float], list[Any], list[float]]:
            """Values per side, the legal moves, and their chances."""

        def outputs(self, state: Any) -> list[float]:
            """
            What the policy's last layer says: a number for each action, or, where moves are scored by what describes them, for each legal move.
            """

    class _Samples:
        """Positions to learn from, the newest ones."""

        def __init__(self, state: Any, capacity: int) -> None: ...

        @property
        def size(self) -> int: ...

        @property
        def total(self) -> int: ...

        @property
        def capacity(self) -> int: ...

        def play(self, settings: dict[str, Any], games: int, seed: int, first: int, threads: int) -> dict[str, Any]: ...

        def add(self, state: Any, moves: list[Any], probabilities: list[float], values: list[float]) -> None: ...

        def sample(self, index: int) -> tuple[Any, list[Any], list[float], list[float]]: ...

        def draw(self, rows: int, rng: quadrille.core._core.Rng, encoding: str, over_moves: bool, symmetries: bool) -> dict[str, Any]: ...

        def all(self, encoding: str, over_moves: bool) -> dict[str, Any]: ...

        def dump(self) -> bytes: ...

        def load(self, bytes: bytes) -> None:
            """Replace all by what dump() gave."""

        def extend(self, bytes: bytes) -> None:
            """Add what dump() gave."""

    def _search_root(self) -> Any: ...
