"""Many games at once as a vector environment of Gymnasium, on top of ``quadrille.VecEnv``."""

import operator
from collections.abc import Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from quadrille.agents.random import Random
from quadrille.core.agents.agent import Agent
from quadrille.core.game import Game
from quadrille.core.game import game as find_game
from quadrille.core.vec.env import WAIT, Step, VecEnv
from quadrille.interop.gymnasium.env import PENALTY
from quadrille.interop.gymnasium.seating import LearnerSeats, Opponents
from quadrille.interop.rendering import MODES, check_mode, render


class GameVectorEnv(VectorEnv[Any, Any, Any]):
    """Games of a learner against agents, all stepped at once.

    What a step means, its reward and its penalty are those of ``GameEnv``. A game that ends starts
    anew in the same step (``AutoresetMode.SAME_STEP``): ``infos["final_obs"]`` has its end as the
    learner saw it, ``infos["final_info"]`` its outcome.

    Agents are asked as by ``VecEnv.sample_actions``: ``random``, ``oneply`` and ``greedy`` in
    native code, all others game by game and afresh for each decision. Where one of them fails, a
    random move is played and ``infos["opponent_failed"]`` is set.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]  # the base has no ClassVar
        "autoreset_mode": AutoresetMode.SAME_STEP,
        "render_modes": list(MODES),
    }

    def __init__(
        self,
        num_envs: int = 1,
        *,
        rules: Game | str,
        opponents: Opponents = "random",
        side: int | None = 0,
        encoding: str | Sequence[str] | None = None,
        penalty: float = PENALTY,
        threads: int = 1,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Set up so many games; see ``GameEnv`` for what can be chosen."""
        check_mode(render_mode)
        self.game = find_game(rules, **options) if isinstance(rules, str) else rules
        self.penalty = float(penalty)
        self.render_mode = render_mode
        self.num_envs = num_envs
        self._seating = LearnerSeats(self.game, opponents, side)
        self._env = VecEnv(self.game, num_envs, encoding=encoding, threads=threads, reuse=True)
        self.single_observation_space = self._env.single_observation_space
        self.single_action_space = self._env.single_action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._episodes = np.arange(num_envs)  # so that learners sit on different sides at once
        self._learners = np.zeros(num_envs, np.int64)
        """The side of the learner in each game."""
        self._step: Step | None = None

    # --- playing ---------------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start all games anew; with a seed, the first ones of a reproducible series."""
        super().reset(seed=seed)
        self._episodes = np.arange(self.num_envs)
        step = self._env.reset(int(self.np_random.integers(2**63)))
        self._take_sides(np.arange(self.num_envs))
        turn = _StepTotals(self.num_envs)
        self._settle(step, turn)
        return self._observations(), self._infos(_StepTotals(self.num_envs, failed=turn.failed))

    def step(
        self, actions: Any
    ) -> tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Play an action of the learner in every game, then let the others move."""
        if self._step is None:
            raise gymnasium.error.ResetNeeded("no games have been started: call reset()")
        turn = _StepTotals(self.num_envs)
        given = _whole_numbers(actions)
        legal = self._env.are_legal(given)
        if not legal.all():
            given = np.where(legal, given, self._env.sample_actions())
            np.logical_not(legal, out=turn.illegal)
            turn.rewards[turn.illegal] = self.penalty
        if self._seating.opponents is None:
            self._learners = self._step.sides.astype(np.int64)  # whose move is rewarded
        else:
            self._env.final_viewers[:] = self._step.players
        self._settle(self._env.step(given), turn)
        truncated = np.zeros(self.num_envs, np.bool_)
        return self._observations(), turn.rewards, turn.terminated, truncated, self._infos(turn)

    def _settle(self, step: Step, turn: "_StepTotals") -> None:
        """Note what ends, and let the others move until the learner is to decide everywhere."""
        while True:
            if step.terminated.any():
                self._note_ends(step, turn)
            self._step = step
            if self._seating.opponents is None:
                return
            others = step.sides != self._learners
            if not others.any():
                return
            step = self._env.step(np.where(others, self._replies(step, others, turn), WAIT))

    def _note_ends(self, step: Step, turn: "_StepTotals") -> None:
        """Games that a learner never gets to move in count for nothing: others take their place."""
        [ended] = np.nonzero(step.terminated & ~turn.terminated)
        turn.rewards[ended] += step.rewards[ended, self._learners[ended]]
        turn.terminated[ended] = True
        finals = self._env.final_observations
        for slot in map(int, ended):
            turn.finals[slot] = _row(finals, slot)
            turn.outcomes[slot] = step.rewards[slot].copy()
        [ended] = np.nonzero(step.terminated)
        self._episodes[ended] += 1
        self._take_sides(ended)

    def _take_sides(self, slots: NDArray[Any]) -> None:
        """Seat the learner for the games that have just begun."""
        if self._seating.opponents is None:
            return
        side = self._seating.side
        sides = self._seating.sides
        self._learners[slots] = self._episodes[slots] % sides if side is None else side

    def _replies(self, step: Step, others: NDArray[Any], turn: "_StepTotals") -> NDArray[np.int64]:
        """What the opponents play where they are to move."""
        agents = self._seating.opponents or ()
        if all(isinstance(each, Random) for each in agents):
            return self._env.sample_actions()
        replies = np.zeros(self.num_envs, np.int64)
        distances = (step.sides - self._learners) % self._seating.sides
        for distance, agent in enumerate(agents, start=1):
            [slots] = np.nonzero(others & (distances == distance))
            if len(slots):
                replies[slots] = self._ask(agent, slots, turn)[slots]
        return replies

    def _ask(self, agent: Agent, slots: NDArray[Any], turn: "_StepTotals") -> NDArray[np.int64]:
        if isinstance(agent, Random):
            return self._env.sample_actions()
        try:
            return self._env.sample_actions(agent, slots)
        except Exception:  # whatever an agent does: only its own game must suffer
            replies = self._env.sample_actions().copy()
        for slot in slots:
            try:
                replies[slot] = self._env.sample_actions(agent, [slot])[slot]
            except Exception:
                turn.failed[slot] = True
        return replies

    def close_extras(self, **_kwargs: Any) -> None:
        """Free the games."""
        self._env.close()

    # --- asking ----------------------------------------------------------------------------

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal in each game, [n, actions]."""
        if self._step is None:
            raise gymnasium.error.ResetNeeded("no games have been started: call reset()")
        return self._step.masks.copy()

    def sample_actions(self) -> NDArray[np.int64]:
        """A legal action at random for every game, much faster than ``action_space.sample``."""
        return self._env.sample_actions().copy()

    def text(self, index: int) -> str:
        """The position text of one game."""
        return self._env.text(index)

    def render(self) -> Any:
        """Every game as the player to decide sees it."""
        if self.render_mode is None:
            return None
        states = [self.game.parse(self.text(index)) for index in range(self.num_envs)]
        return tuple(render(state, self.render_mode, state.player()) for state in states)

    def _observations(self) -> Any:
        assert self._step is not None
        found = self._step.observations
        if isinstance(found, dict):
            return {name: rows.copy() for name, rows in found.items()}
        return found.copy()

    def _infos(self, turn: "_StepTotals") -> dict[str, Any]:
        assert self._step is not None
        infos: dict[str, Any] = {
            "action_mask": self._step.masks.copy(),
            "player": self._step.players.copy(),
            "illegal": turn.illegal,
            "opponent_failed": turn.failed,
        }
        infos |= {f"_{name}": np.ones(self.num_envs, np.bool_) for name in infos}
        if turn.finals:
            infos["final_obs"] = np.full(self.num_envs, None, object)
            outcomes = np.zeros((self.num_envs, self._seating.sides), np.float32)
            for slot, row in turn.finals.items():
                infos["final_obs"][slot] = row
                outcomes[slot] = turn.outcomes[slot]
            ended = turn.terminated
            infos["final_info"] = {"outcome": outcomes, "_outcome": ended.copy()}
            infos |= {"_final_obs": ended.copy(), "_final_info": ended.copy()}
        return infos


class _StepTotals:
    """What one step adds up, game by game."""

    def __init__(self, count: int, failed: NDArray[np.bool_] | None = None) -> None:
        self.rewards = np.zeros(count)
        self.terminated = np.zeros(count, np.bool_)
        self.illegal = np.zeros(count, np.bool_)
        self.failed = np.zeros(count, np.bool_) if failed is None else failed
        self.finals: dict[int, Any] = {}
        self.outcomes: dict[int, Any] = {}


def _whole_numbers(actions: Any) -> NDArray[Any]:
    """Actions as whole numbers; what is none, in an array of something else, becomes -1, which is
    legal nowhere."""
    given = np.asarray(actions)
    if given.dtype.kind in "iu" or given.ndim != 1:
        return given
    return np.array([_whole_number(each) for each in given.tolist()], np.int64)


def _whole_number(action: Any) -> int:
    try:
        number = operator.index(action)
    except TypeError:
        return -1
    return number if -(2**63) <= number < 2**63 else -1


def _row(rows: Any, slot: int) -> Any:
    """One game's part of observations, copied."""
    if isinstance(rows, dict):
        return {name: each[slot].copy() for name, each in rows.items()}
    return rows[slot].copy()
