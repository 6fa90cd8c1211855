"""Many games stepped at once, for learning."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quadrille.core import _core
from quadrille.core.encoding import Encoding
from quadrille.core.game import Game, check_seed
from quadrille.core.game import game as find_game


class Step(NamedTuple):
    """What ``VecEnv.step`` and ``VecEnv.reset`` return; the arrays are reused by the next step."""

    observations: NDArray[Any]
    """[n, *shape]: every game as the player to move sees it."""
    rewards: NDArray[np.float32]
    """[n, sides]: the outcome of a game that just ended, else zero."""
    terminated: NDArray[np.bool_]
    """[n]: whether the game ended; the observation is then that of a fresh one."""
    truncated: NDArray[np.bool_]
    """[n]: always false; games end by their rules."""
    masks: NDArray[np.bool_]
    """[n, actions]: which actions are legal."""
    players: NDArray[np.int32]
    """[n]: who is to move."""


class VecEnv:
    """``n`` games of one kind stepped at once, without Python work per game.

    Chance is played inside. A game that ends starts anew in the same step; how it looked at its
    end to its last mover is kept in ``final_observations``. The results do not depend on the
    number of threads. ``encoding=None`` takes the game's first; a game without any gets
    observations of shape [n, 0].
    """

    def __init__(
        self,
        game: Game | str,
        n: int,
        seed: int = 0,
        encoding: str | None = None,
        threads: int = 1,
    ) -> None:
        if isinstance(game, str):
            game = find_game(game)
        _check_count("games", n, 2**24)
        _check_count("threads", threads, 256)
        check_seed(seed)
        probe = game.new()
        known = probe.encodings()
        chosen = known[0].name if encoding is None and known else encoding
        self.game = game
        self.num_envs = n
        self.num_actions: int = probe.num_actions()
        self.num_sides: int = probe.num_sides()
        self.encoding = Encoding("none", (0,)) if chosen is None else game.encoding(chosen)
        """The description of the observations."""
        shape = (n, *self.encoding.shape)
        observations = np.zeros(shape, self.encoding.dtype)
        self.final_observations: NDArray[Any] = np.zeros(shape, self.encoding.dtype)
        """[n, *shape]: row i is the end of the last game of slot i, valid where terminated."""
        rewards = np.zeros((n, self.num_sides), np.float32)
        flags = np.zeros(n, np.uint8)
        masks = np.zeros((n, self.num_actions), np.uint8)
        players = np.zeros(n, np.int32)
        self._actions = np.zeros(n, np.int64)
        self._seed = seed
        self._step = Step(
            observations,
            rewards,
            flags.view(np.bool_),
            np.zeros(n, np.bool_),
            masks.view(np.bool_),
            players,
        )
        arrays = {
            "observations": observations,
            "final_observations": self.final_observations,
            "rewards": rewards,
            "terminated": flags,
            "masks": masks,
            "players": players,
        }
        index = -1 if chosen is None else [known.name for known in probe.encodings()].index(chosen)
        native = getattr(game.state_type, "_VecEnv", None)
        self._env: Any = (
            native(dict(game.options), n, seed, index, threads, arrays)
            if native
            else _core._VecEnv(game, n, seed, index, threads, arrays)
        )
        self._env.reset(seed)

    def reset(self, seed: int | None = None) -> Step:
        """Start every slot anew, from the seed given here or at construction."""
        if seed is not None:
            check_seed(seed)
            self._seed = seed
        self._env.reset(self._seed)
        return self._step

    def step(self, actions: NDArray[Any]) -> Step:
        """Play one action in every game; IllegalMove and no change if any is not legal."""
        array = np.ascontiguousarray(actions)
        if array.dtype.kind not in "iu":
            raise ValueError(f"expected whole numbers as actions, got {array.dtype}")
        if array.shape != (self.num_envs,):
            raise ValueError(f"expected {self.num_envs} actions, got shape {array.shape}")
        self._env.step(array.astype(np.int64, copy=False))
        return self._step

    def sample_actions(self) -> NDArray[np.int64]:
        """Return a uniform legal action for every game; the array is reused."""
        self._env.sample_actions(self._actions)
        return self._actions

    def text(self, index: int) -> str:
        """The position of one game, for looking."""
        if not 0 <= index < self.num_envs:
            raise IndexError(f"expected a game from 0 to {self.num_envs - 1}, got {index}")
        return str(self._env.text(index))


def _check_count(what: str, count: int, most: int) -> None:
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= most:
        raise ValueError(f"expected a number of {what} from 1 to {most}, got {count!r}")
