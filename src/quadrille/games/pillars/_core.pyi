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
        """'move', 'build', 'pass' or 'draw'."""

    @property
    def card(self) -> str | None:
        """The card that is spent or drawn; None if one does not see it."""

    @property
    def direction(self) -> str:
        """Of a step: 'up', 'down', 'left' or 'right'."""

    @property
    def cell(self) -> tuple[int, int] | None:
        """Of a build (x, y), else None."""

class State:
    """
    Two teams build pillars and climb; whoever reaches the centre pillar wins.
    """

    name: str = 'pillars'

    title: str = 'Pillars'

    summary: str = ...

    penalty: str = 'game'

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

    def _search_root(self) -> Any: ...

    def size(self) -> int:
        """The side of the grid."""

    def height(self) -> int:
        """Of the centre pillar."""

    def gamers(self) -> int:
        """How many gamers each team has."""

    def team(self, player: int) -> str:
        """'RED' or 'BLUE'."""

    def name_of(self, player: int) -> str:
        """'R1' to 'R5' or 'B1' to 'B5'."""

    def height_at(self, x: int, y: int) -> int:
        """The height of a pillar."""

    def gamer_at(self, x: int, y: int) -> int:
        """The player who stands there, or -1."""

    def position(self, player: int) -> tuple[int, int]:
        """Where a gamer stands (x, y)."""

    def centre(self) -> tuple[int, int]:
        """The cell of the centre pillar (x, y)."""

    def climb(self, player: int) -> int:
        """
        About how many actions the gamer needs to reach the centre by itself; 99 if it cannot.
        """

    def imagined_features(self, move: Move) -> list[list[float]]:
        """
        The features of both sides after a step or a build, whatever cards are in hand.
        """

    def winner(self) -> int:
        """The side that has won, or -1."""

    def is_frozen(self) -> bool:
        """Whether nothing can move or grow any more."""

    def hand(self, side: int) -> Cards | None:
        """The cards in hand; None if hidden."""

    def draw_pile(self, side: int) -> Cards | None:
        """The cards to draw; None if hidden."""

    def discards(self, side: int) -> Cards:
        """The cards that were spent."""

    def known_cards(self, side: int) -> Cards:
        """Cards that the other team knows to be in hand, where hands are hidden."""

    def hand_size(self, side: int) -> int:
        """How many cards are in hand, hidden or not."""

    def pile_size(self, side: int) -> int:
        """How many cards are left to draw, hidden or not."""

    def order(self, side: int) -> list[int]:
        """The players of a team by initiative."""

    def next_order(self, side: int) -> list[int]:
        """The same from the next round on."""

    def round(self) -> int:
        """The round, counted from 1."""

    def action_number(self) -> int:
        """The action within the round, counted from 1."""

    def actor(self) -> int:
        """Whose turn it is, also while the team draws; -1 at the end."""

class Cards:
    """Numbers of cards."""

    @property
    def moves(self) -> int: ...

    @property
    def builds(self) -> int: ...

    def __eq__(self, other: object) -> bool: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...
