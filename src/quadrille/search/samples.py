"""Positions to learn from: made by self-play in native code, drawn in batches."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, NamedTuple

from quadrille.core._core import Rng
from quadrille.core.game import Game
from quadrille.core.state import State
from quadrille.search import _core
from quadrille.search._core import Network
from quadrille.search.leaves import with_rollouts


@dataclass(frozen=True)
class SelfPlay:
    """How games are played against oneself."""

    sims: int = 64
    """Simulations for a move."""
    c: float = 1.5
    """How much to explore."""
    fpu: float = 0.2
    """Moves not yet tried count as the mean of the others less this."""
    root: Literal["formula", "halving"] = "formula"
    """How simulations are shared among the first moves: by PUCT with noise, or by halving, again
    and again, those that are still considered, with Gumbel noise (search/halving.hpp)."""
    considered: int = 16
    """How many moves are considered at first (halving)."""
    noise: float = 0.25
    """The share of noise in the chances of the first moves (formula)."""
    alpha: float = 0.0
    """How uneven the noise is, as the parameter of a Dirichlet distribution; 0 for 10 / moves."""
    move_temperature: float = 1.0
    """Visits to the power of its inverse choose a move (formula)."""
    temperature_plies: int = 8
    """How many moves are chosen so; later ones are the best."""
    opening_plies: int = 0
    """Games begin with at most so many random moves."""
    quick: float = 0.0
    """The share of moves that are searched shortly and teach no policy."""
    quick_sims: int = 16
    """Simulations for these."""
    margin: float = 0.0
    """How far a game counts by the static evaluation of its end, thus by how much it was won,
    rather than by its outcome, from 0 to 1."""
    rollouts: float = 0.0
    """The weight of a rollout, as the game's ``mcts`` plays them, beside the network's value of a
    leaf, from 0 to 1."""
    exact: int = 0
    """Positions a visit that may be spent on exact values, where the game has them."""
    traps: bool = True
    """Whether the policy of a position that is proven drawn prefers draws that a careless opponent
    is likely to spoil."""
    look: bool = True
    """Whether every new position is looked through for a move that wins at once."""
    memory: int = 8
    """Megabytes for the tree of a search."""
    together: int = 64
    """Games that are played at the same time with a large network, so that batches are full."""

    def settings(self, network: Network | None, game: Game) -> dict[str, Any]:
        """What the native code takes; without a network, leaves are judged by random games."""
        own = asdict(self)
        weight = own.pop("rollouts")
        leaf = {"leaf": "rollout"} if network is None else with_rollouts(weight, game)
        return {**leaf, **own, "formula": "puct", "network": network}


class SelfPlayReport(NamedTuple):
    """What self-play has added."""

    games: int
    positions: int
    simulations: int
    outcomes: list[float]
    """Of the first side in each game, from -1 to 1."""


class Samples:
    """A ring of the newest positions with what a search thought of them and how they ended."""

    def __init__(self, game: Game, capacity: int) -> None:
        self.game = game
        kind = getattr(game.state_type, "_Samples", None)
        self._is_native = kind is not None
        self._native: Any = (kind or _core._Samples)(game.new(0), capacity)

    def __len__(self) -> int:
        return int(self._native.size)

    @property
    def total(self) -> int:
        """How many were ever added."""
        return int(self._native.total)

    def selfplay(
        self,
        network: Network | None,
        settings: SelfPlay,
        games: int,
        *,
        seed: int = 0,
        first: int = 0,
        threads: int = 1,
    ) -> SelfPlayReport:
        """Play games and add their positions.

        Game number i depends on the seed and ``first + i`` only. Ctrl-C ends it and adds nothing.
        With a network outside, each of the games that are played together has a thread, whatever
        ``threads`` says.
        """
        used = threads if self._is_native else 1
        found = self._native.play(settings.settings(network, self.game), games, seed, first, used)
        return SelfPlayReport(**found)

    def add(self, state: State, policy: Mapping[Any, float], values: list[float]) -> None:
        """Add one position with the probability of each legal move and a value for each side."""
        self._native.add(state, list(policy), list(policy.values()), list(values))

    def __getitem__(self, index: int) -> tuple[State, dict[Any, float], list[float]]:
        state, moves, chances, values = self._native.sample(index)
        return state, dict(zip(moves, chances, strict=True)), values

    def batch(
        self, rows: int, rng: Rng, encoding: str, *, over_moves: bool, symmetries: bool = True
    ) -> dict[str, Any]:
        """Draw positions, each in one of the ways in which the game looks the same.

        The inputs are ``indices`` and ``offsets`` [rows + 1] (sparse encodings) or ``dense`` [rows,
        inputs]; ``values`` [rows, values] with the mover's side first; ``weights`` [rows], 0 where
        there is no policy. The policy is ``policy`` and ``legal`` [rows, actions]; or over moves
        ``policy`` [moves], ``move_rows`` [moves], ``move_indices`` and ``move_offsets``.
        """
        found: dict[str, Any] = self._native.draw(rows, rng, encoding, over_moves, symmetries)
        return found

    def all(self, encoding: str, *, over_moves: bool) -> dict[str, Any]:
        """Every position in order, as it is, in the form of a batch."""
        found: dict[str, Any] = self._native.all(encoding, over_moves)
        return found

    def to_bytes(self) -> bytes:
        """All positions as bytes."""
        data: bytes = self._native.dump()
        return data

    def extend(self, data: bytes) -> None:
        """Add the positions of other samples of the game, given by ``to_bytes``."""
        self._native.extend(data)

    def save(self, path: Path) -> None:
        """Write all positions to a file, from which ``load`` restores them bit for bit."""
        path.write_bytes(self.to_bytes())

    def load(self, path: Path) -> None:
        """Replace the positions by those of a file."""
        self._native.load(path.read_bytes())
