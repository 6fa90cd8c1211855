# Written by tools/stubs.py from the native module; do not edit.
from collections.abc import Sequence
from typing import Any

import numpy
import numpy.typing

import quadrille.core._core
import quadrille.core.decision
import quadrille.core.encoding
import quadrille.core.options

class Move:
    """A move: a packed number with a notation, str(move)."""

    @property
    def value(self) -> int:
        """The packed number."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __hash__(self) -> int: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __lt__(self, arg: Move, /) -> bool: ...

    def __le__(self, arg: Move, /) -> bool: ...

    def __gt__(self, arg: Move, /) -> bool: ...

    def __ge__(self, arg: Move, /) -> bool: ...

    def __getstate__(self) -> int: ...

    def __setstate__(self, arg: int, /) -> None: ...

    @property
    def kind(self) -> str:
        """'start', 'slide' or 'pass'."""

    @property
    def origin(self) -> tuple[int, int] | None:
        """Where a slide sets out (x, y), else None."""

    @property
    def target(self) -> tuple[int, int] | None:
        """Where a slide ends or a flock starts (x, y), else None."""

    @property
    def direction(self) -> int:
        """The direction of a slide on the number pad (1 is up and left), else 0."""

    @property
    def sheep(self) -> int | None:
        """How many sheep slide; None if that is hidden or the move no slide."""

class State:
    """
    Split your flock and slide over the meadow; large connected pastures score most.
    """

    name: str = 'sheep'

    title: str = 'Sheep'

    summary: str = ...

    penalty: str = 'turn'

    @staticmethod
    def create(options: dict[str, Any], rng: quadrille.core._core.Rng) -> State:
        """The first state; public set-up (a map, start cells) is drawn from rng."""

    @staticmethod
    def parse(options: dict[str, Any], text: str) -> State:
        """
        The state of a position text, or BadPosition. Options that the text does not name are taken from `options`.
        """

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

    def copy(self) -> State:
        """An independent copy."""

    def __copy__(self) -> State: ...

    def __deepcopy__(self, memo: object) -> State: ...

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

    def max_moves(self) -> int:
        """A bound on the number of legal moves."""

    def max_plies(self) -> int:
        """A bound on the number of moves in a game, chance included."""

    def legal_moves(self) -> list[Move]:
        """The legal moves, ascending; empty at chance nodes and at the end."""

    def is_legal(self, move: Move | str) -> bool:
        """
        Whether the move, given as a Move or as its text, is among legal_moves().
        """

    def chance_moves(self) -> list[tuple[Move, int]]:
        """At a chance node: what can happen, with integer weights."""

    def play(self, move: Move | str) -> None:
        """
        Plays a move, given as a Move or as its text; IllegalMove and no change if it is not legal.
        """

    def _play(self, move: Any) -> None: ...

    def lose_turn(self) -> None:
        """
        The player to move loses the turn, where that is the penalty of the game; ValueError where it cannot be lost.
        """

    def play_chance(self) -> Move:
        """Plays the next draw of the game's own chance stream and returns it."""

    def random_move(self, rng: quadrille.core._core.Rng) -> Move:
        """A uniform legal move, or a weighted chance move."""

    def text(self) -> str:
        """
        One line that round-trips through parse and carries non-default options.
        """

    def hash(self) -> int:
        """64 bits, equal for equal positions."""

    def move_text(self, move: Move) -> str:
        """The notation of a move, the same as str(move)."""

    def parse_move(self, text: str) -> Move:
        """The move of a notation, legal or not; BadMoveText if it is none."""

    def view(self, player: int) -> State:
        """
        The state with all that the player cannot know blanked, and no chance stream.
        """

    def seen(self, move: Move | str, player: int) -> Move:
        """A move about to be played, chance included, as the player will see it."""

    def redeal(self, player: int, rng: quadrille.core._core.Rng) -> State:
        """A full state drawn at random among those that view(player) allows."""

    def problems(self) -> list[str]:
        """Every broken invariant; empty for any state reached by play."""

    def __repr__(self) -> str: ...

    def num_actions(self) -> int:
        """The size of the dense action index."""

    def action(self, move: Move | str) -> int:
        """The index of a move, from 0 to num_actions() - 1."""

    def move(self, action: int) -> Move:
        """The move of an action index; it need not be legal."""

    def encodings(self) -> list[quadrille.core.encoding.Encoding]:
        """The tensors a state can be written as."""

    def encode(self, name: str, player: int | None = None, out: numpy.typing.NDArray[Any] | None = None) -> numpy.typing.NDArray[Any]:
        """
        The state as a tensor, seen by the player (by default whoever moves), written to `out` if given.
        """

    def _encode(self, name: str, player: int) -> numpy.typing.NDArray[Any]: ...

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

    def click_path(self, move: Move | str) -> tuple[str, ...]:
        """
        The spots of the picture that a person clicks, in order, to make the move.
        """

    def ghost(self, move: Move | str) -> str:
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

        def __init__(self, game: object, count: int, encodings: list[int], threads: int, finals: list[Any], arrays: object | None) -> None: ...

        NUMBERS_PER_SLOT: int = 7

        def reset(self, seed: int, arrays: object | None) -> None: ...

        def observe(self, arrays: object | None) -> None: ...

        def step(self, actions: numpy.typing.NDArray[numpy.int64], arrays: object | None) -> None: ...

        def sample_actions(self, out: numpy.typing.NDArray[numpy.int64]) -> None: ...

        def legal_actions(self) -> tuple[numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.int64]]: ...

        def set_positions(self, slots: Sequence[int], texts: Sequence[str], arrays: object | None) -> None: ...

        def copy_to(self, other: State._VecEnv) -> None: ...

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

        def search(self, state: Any, rng: quadrille.core._core.Rng, seconds: float | None = None, stop: Any = None, progress: Any = None) -> quadrille.core.decision.Decision: ...

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
        """PUCT whose leaves are judged outside, in batches."""

        def __init__(self, settings: dict[str, Any]) -> None: ...

        def start(self, state: Any, rng: quadrille.core._core.Rng) -> None:
            """Begin a search for whoever moves."""

        def collect(self, count: int) -> int:
            """
            Walk to so many more leaves, or fewer if walks meet; the number that waits.
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

        def result(self) -> quadrille.core.decision.Decision:
            """The Decision so far."""

        def tree_text(self, depth: int = 3, least: int = 1) -> str:
            """The tree, a line a node."""

    class _AlphaBeta:
        """Alpha-beta with deepening."""

        def __init__(self, settings: dict[str, Any]) -> None: ...

        def search(self, state: Any, rng: quadrille.core._core.Rng, seconds: float | None = None, stop: Any = None, progress: Any = None) -> quadrille.core.decision.Decision: ...

    class _Solver:
        """The exact outcome."""

        def __init__(self, settings: dict[str, Any]) -> None: ...

        def search(self, state: Any, rng: quadrille.core._core.Rng, seconds: float | None = None, stop: Any = None, progress: Any = None) -> quadrille.core.decision.Decision: ...

    def _search_root(self) -> Any: ...

    def size(self) -> int:
        """The side of the field."""

    def flock(self) -> int:
        """How many sheep each player has."""

    def hides_counts(self) -> bool:
        """Whether numbers of sheep are hidden."""

    def has_teams(self) -> bool:
        """Whether players 1 and 3 are partners against 2 and 4."""

    def phase(self) -> str:
        """'start', 'slide' or 'over'."""

    def is_wall(self, x: int, y: int) -> bool: ...

    def owner(self, x: int, y: int) -> int:
        """Whose cell it is, or -1."""

    def sheep(self, x: int, y: int) -> int | None:
        """How many sheep are there; None if that is hidden."""

    def is_known(self, x: int, y: int) -> bool:
        """
        Whether everybody knows that one sheep is there, since its owner passed.
        """

    def flocks(self) -> list[Flock]:
        """Every occupied cell, by rows from the top."""

    def start_cells(self) -> list[tuple[int, int]]:
        """Free cells beside a wall or the edge."""

    def landing(self, x: int, y: int, direction: int) -> tuple[int, int] | None:
        """
        Where a slide ends (direction 1 2 3 4 6 7 8 9), or None if there is no room.
        """

    def regions(self, player: int) -> list[list[tuple[int, int]]]:
        """The player's connected cells, by rows from the top."""

    def contest_points(self) -> list[float]:
        """5, 3, 2 and 1 by rank as if the game stopped now; equals share."""

    class _SheepHybrid:
        """Minimax into tree search, as a contest team had it."""

        def __init__(self, settings: dict[str, Any]) -> None: ...

        def search(self, state: Any, rng: quadrille.core._core.Rng, seconds: float | None = None, stop: Any = None, progress: Any = None) -> quadrille.core.decision.Decision: ...

class Flock:
    """An occupied cell."""

    @property
    def x(self) -> int: ...

    @property
    def y(self) -> int: ...

    @property
    def player(self) -> int: ...

    @property
    def sheep(self) -> int | None:
        """How many; None if that is hidden."""

    @property
    def known(self) -> bool:
        """Whether everybody knows that it is one, since the owner passed."""

    def __repr__(self) -> str: ...

class Heuristics:
    """What the contest team's program knew of the game."""

    def __init__(self, settings: dict[str, Any]) -> None: ...

    def start_value(self, state: State, x: int, y: int) -> float:
        """How good a cell is for the player to move to start on."""

    def split(self, state: State, move: Move) -> int:
        """
        How many sheep it would move where a slide goes, whatever number the slide has.
        """

    def value(self, state: State, player: int) -> float:
        """
        What a position is worth to a player: the rank, best 4, and a little for the area.
        """
