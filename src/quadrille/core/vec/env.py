"""Many games stepped at once, for learning."""

import operator
from collections.abc import Iterable, Sequence
from functools import cached_property
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from quadrille.core import _core
from quadrille.core.agents.agent import Agent
from quadrille.core.encoding import Encoding
from quadrille.core.game import Game, as_game, check_seed, full_state
from quadrille.core.state import State
from quadrille.core.vec.quick_agents import fill_actions
from quadrille.core.vec.spaces import action_space, encoding_names, observation_space

if TYPE_CHECKING:  # an extra, imported where it is used
    import gymnasium

WAIT = -(2**63)
"""In place of an action: the game stays as it is."""


class Step(NamedTuple):
    """What ``VecEnv.step`` and ``VecEnv.reset`` return; row i is about game i."""

    observations: Any
    """[n, *shape]: every game as the player to move sees it. With several encodings, a dict of
    such arrays by the name of the encoding."""
    rewards: NDArray[np.float32]
    """[n, sides]: the outcome of a game that just ended, else zero."""
    terminated: NDArray[np.bool_]
    """[n]: whether the game ended; the observation is then that of a fresh one."""
    truncated: NDArray[np.bool_]
    """[n]: always false; games end by their rules."""
    masks: NDArray[np.bool_]
    """[n, actions]: which actions are legal."""
    players: NDArray[np.int32]
    """[n]: who is to move now."""
    movers: NDArray[np.int32]
    """[n]: who made the move that the rewards answer; -1 after a reset."""
    sides: NDArray[np.int32]
    """[n]: the side of the player to move now, which is a column of ``rewards``."""


class VecEnv:
    """``n`` games stepped at once; every step returns fresh arrays unless ``reuse=True``.

    With ``reuse=True`` all steps write into the same arrays, which is faster: copy what you keep.

    Chance is played inside, and there is no Python work per game unless the game is written in
    Python. A game that ends starts anew in the same step; how it looked at its end to its last
    mover is kept in ``final_observations``. The results do not depend on the number of threads.

    ``encoding`` names what the observations are. None takes the game's first encoding; a game
    without any gets observations of shape [n, 0]. A tuple of names, such as
    ``("planes", "facts")``, makes the observations a dict of arrays by name; an empty tuple saves
    the work.

    An environment can be pickled, cloned, and used in a ``with`` statement.
    """

    def __init__(
        self,
        game: Game | str | type[State],
        n: int,
        seed: int = 0,
        encoding: str | Sequence[str] | None = None,
        threads: int = 1,
        reuse: bool = False,
    ) -> None:
        _check_count("games", n, 2**24)
        _check_count("threads", threads, 256)
        check_seed(seed)
        self._build(as_game(game), n, seed, encoding, threads, reuse)
        self.reset()

    def _build(
        self,
        game: Game,
        n: int,
        seed: int,
        encoding: str | Sequence[str] | None,
        threads: int,
        reuse: bool,
    ) -> None:
        probe = game.new()
        self.game = game
        self.num_envs = n
        self.num_actions: int = probe.num_actions()
        self.num_sides: int = probe.num_sides()
        self.threads = threads
        self.reuse = reuse
        self._seed = seed
        known = [each.name for each in probe.encodings()]
        self._given = encoding if isinstance(encoding, str | None) else tuple(encoding)
        names = encoding_names(self._given, known)
        self.encodings: tuple[Encoding, ...] = tuple(game.encoding(name) for name in names)
        """The descriptions of the observations, in the order of their names."""
        self._finals = [self._empty_rows(each) for each in self.encodings]
        self._finals_copy: Any = None
        self.final_viewers: NDArray[np.int32] = np.full(n, -1, np.int32)
        """Who sees the end of game i in ``final_observations``: a player, or -1 for whoever moved
        last. To be written to."""
        self._actions = np.zeros(n, np.int64)
        self._step: Step | None
        self._step, arrays = self._empty_step() if reuse else (None, None)
        native = getattr(game.state_type, "_VecEnv", None)
        self._env: Any = (native or _core._VecEnv)(
            dict(game.options) if native else game,
            n,
            [known.index(name) for name in names],
            threads,
            self._finals,
            self.final_viewers,
            arrays,
        )

    @property
    def encoding(self) -> Encoding:
        """The description of the observations; of the first ones if there are several."""
        return self.encodings[0] if self.encodings else Encoding("none", (0,))

    @cached_property
    def single_observation_space(self) -> "gymnasium.Space[Any]":
        """The observation of one game, as a space of Gymnasium."""
        return observation_space(self.encodings or (self.encoding,), isinstance(self._given, tuple))

    @cached_property
    def single_action_space(self) -> "gymnasium.spaces.Discrete":
        """The actions of one game, as a space of Gymnasium."""
        return action_space(self.num_actions)

    @property
    def final_observations(self) -> Any:
        """Row i is the end of the last game of slot i, valid where terminated.

        An array [n, *shape], or a dict like ``Step.observations``. A copy, made when it is first
        asked for after a step; with ``reuse=True`` the array that all steps write to.
        """
        if self.reuse:
            return self._observations(self._finals)
        if self._finals_copy is None:
            self._finals_copy = self._observations([rows.copy() for rows in self._finals])
        return self._finals_copy

    # --- playing ---------------------------------------------------------------------------

    def reset(self, seed: int | None = None) -> Step:
        """Start every slot anew, from the seed given here or at construction."""
        if seed is not None:
            check_seed(seed)
            self._seed = seed
        step, arrays = self._next_step()
        self._env.reset(self._seed, arrays)
        return step

    def step(self, actions: NDArray[Any]) -> Step:
        """Play one action in every game; IllegalMove and no change if any is not legal.

        A game whose action is ``WAIT`` stays as it is, with the rewards and mover of a reset.
        """
        array = self._checked(actions)
        if self._step is not None:
            self._env.step(array, None)
            return self._step
        step, arrays = self._next_step()
        self._env.step(array, arrays)
        return step

    def are_legal(self, actions: NDArray[Any]) -> NDArray[np.bool_]:
        """Whether each action is legal in its game, [n]; nothing is played."""
        answers = np.empty(self.num_envs, np.bool_)
        self._env.are_legal(self._checked(actions), answers)
        return answers

    def _checked(self, actions: NDArray[Any]) -> NDArray[np.int64]:
        array = np.ascontiguousarray(actions)
        if array.dtype.kind not in "iu":
            raise ValueError(f"expected whole numbers as actions, got {array.dtype}")
        if array.shape != (self.num_envs,):
            raise ValueError(f"expected {self.num_envs} actions, got shape {array.shape}")
        return array.astype(np.int64, copy=False)

    def observe(self) -> Step:
        """Return the games as they stand, with the rewards and movers of a reset."""
        step, arrays = self._next_step()
        self._env.observe(arrays)
        return step

    def sample_actions(
        self, agent: Agent | str | None = None, slots: Iterable[int] | None = None
    ) -> NDArray[np.int64]:
        """Return a legal action for every game: at random, or what an agent would play.

        The agents ``oneply`` and ``greedy`` run in native code, on all threads, in games that are
        native. Any other agent, and any agent in a game written in Python, is asked in Python,
        game by game, with a session opened for this one decision: that takes tens of microseconds
        a game and the agent's own time. An agent sees only what the player to move may know. Each
        slot has random numbers of its own, so results do not depend on the number of threads.

        With ``slots`` only the actions of these games count; those of the others are undefined.
        """
        actions = self._actions if self.reuse else np.zeros(self.num_envs, np.int64)
        if agent is None:
            self._env.sample_actions(actions)
        else:
            asked = range(self.num_envs) if slots is None else [self._slot(each) for each in slots]
            fill_actions(self.game, self._env, agent, actions, asked)
        return actions

    def legal_actions(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The legal actions of all games as lists: offsets [n + 1], and the actions themselves.

        Those of game i, ascending, are ``actions[offsets[i]:offsets[i + 1]]``.
        """
        offsets, actions = self._env.legal_actions()
        return offsets, actions

    # --- positions -------------------------------------------------------------------------

    def text(self, index: int) -> str:
        """The position text of one game."""
        return str(self._env.text(self._slot(index)))

    def set_positions(self, texts: str | Sequence[str], slots: Sequence[int] | None = None) -> Step:
        """Start new games from positions, in all slots or in those given; the others go on.

        One text for each slot, or a single one for all of them. ValueError and no change if a text
        is no position of this game with its options, the end of a game, or a view. The new games
        have chance of their own. Returns what ``observe`` would.
        """
        chosen = range(self.num_envs) if slots is None else [self._slot(each) for each in slots]
        if len(set(chosen)) < len(chosen):
            raise ValueError(f"expected each slot once, got {list(chosen)}")
        given = [texts] * len(chosen) if isinstance(texts, str) else list(texts)
        if len(given) != len(chosen):
            raise ValueError(f"expected {len(chosen)} positions, got {len(given)}")
        for text in dict.fromkeys(given):
            self._check_position(text)
        step, arrays = self._next_step()
        self._env.set_positions(list(chosen), given, arrays)
        return step

    def _check_position(self, text: str) -> None:
        found = full_state(self.game, text, 0).options()
        for field in self.game.option_fields:
            own, other = self.game.options[field.name], found[field.name]
            if own != other:
                raise ValueError(
                    f"expected a position with {field.name}={field.text(own)}, as all games here "
                    f"have it, got {field.name}={field.text(other)} in {text!r}"
                )

    def _slot(self, index: int) -> int:
        if not 0 <= index < self.num_envs:
            raise IndexError(f"expected a game from 0 to {self.num_envs - 1}, got {index}")
        return operator.index(index)

    # --- copies and the end ----------------------------------------------------------------

    def clone(self) -> Self:
        """An independent copy that continues exactly as this one would."""
        twin = type(self).__new__(type(self))
        twin._build(self.game, self.num_envs, self._seed, self._given, self.threads, self.reuse)
        self._env.copy_to(twin._env)
        twin.final_viewers[...] = self.final_viewers
        return twin

    def __getstate__(self) -> dict[str, Any]:
        numbers = np.zeros((self.num_envs, self._env.NUMBERS_PER_SLOT), np.uint64)
        texts = self._env.save(numbers)
        return {
            "arguments": (
                self.game,
                self.num_envs,
                self._seed,
                self._given,
                self.threads,
                self.reuse,
            ),
            "texts": texts,
            "numbers": numbers,
            "finals": self._finals,
            "viewers": self.final_viewers,
        }

    def __setstate__(self, saved: dict[str, Any]) -> None:
        self._build(*saved["arguments"])
        self._env.restore(self._seed, saved["texts"], saved["numbers"])
        self.final_viewers[...] = saved["viewers"]
        for rows, old in zip(self._finals, saved["finals"], strict=True):
            rows[...] = old

    def close(self) -> None:
        """End the threads and free the games; arrays that were returned stay valid."""
        self._env = _Closed()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # --- arrays ----------------------------------------------------------------------------

    def _next_step(self) -> tuple[Step, Any]:
        """What the next step returns, and its arrays for the native half; None if it has them."""
        if self._step is not None:
            return self._step, None
        self._finals_copy = None
        return self._empty_step()

    def _empty_step(self) -> tuple[Step, tuple[Any, ...]]:
        n = self.num_envs
        rows = [np.empty((n, *each.shape), each.dtype) for each in self.encodings]
        rewards = np.empty((n, self.num_sides), np.float32)
        terminated = np.empty(n, np.bool_)
        masks = np.empty((n, self.num_actions), np.bool_)
        players, movers, sides = (np.empty(n, np.int32) for _ in range(3))
        step = Step(
            self._observations(rows),
            rewards,
            terminated,
            np.zeros(n, np.bool_),
            masks,
            players,
            movers,
            sides,
        )
        return step, (rows, rewards, terminated, masks, players, movers, sides)

    def _empty_rows(self, encoding: Encoding) -> NDArray[Any]:
        return np.zeros((self.num_envs, *encoding.shape), encoding.dtype)

    def _observations(self, rows: list[NDArray[Any]]) -> Any:
        """The rows as a step shows them: an array, or a dict if several encodings were named."""
        if isinstance(self._given, tuple):
            names = (each.name for each in self.encodings)
            return dict(zip(names, rows, strict=True))
        return rows[0] if rows else self._empty_rows(self.encoding)


class _Closed:
    """Takes the place of the native half after ``close``."""

    def __getattr__(self, name: str) -> Any:
        raise ValueError("the environment is closed")


def _check_count(what: str, count: int, most: int) -> None:
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= most:
        raise ValueError(f"expected a number of {what} from 1 to {most}, got {count!r}")
