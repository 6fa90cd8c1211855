"""Every game as an environment of PettingZoo, where each player is an agent.

``env("quarto", squares=True)`` is the turn-based (AEC) environment, ``parallel_env`` the parallel
one, ``raw_env`` the first without PettingZoo's check of the order of calls.
"""

import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from quadrille.core._core import Rng, Stream
from quadrille.core.game import Game, check_seed, full_state
from quadrille.core.game import game as find_game
from quadrille.core.install import install_hint
from quadrille.core.state import CHANCE
from quadrille.core.vec.spaces import action_space
from quadrille.interop.observations import Observations, action_mask, legal_move
from quadrille.interop.rendering import MODES, check_mode, render

try:
    from gymnasium import spaces
    from gymnasium.utils.seeding import np_random
    from pettingzoo import AECEnv
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ImportError as error:
    raise ImportError(f"expected PettingZoo ({error}): {install_hint('pettingzoo')}") from None

PENALTY = -1.0
"""What an illegal action costs, as much as a lost game."""


class GameAECEnv(AECEnv[str, Any, Any]):
    """A game whose players are the agents ``player_0``, ``player_1`` and so on.

    An observation is a dict of ``observation`` (an array, or a dict of them if several encodings
    were named) and ``action_mask``. Rewards are 0 until the end, then the outcome of the player's
    side from -1 to 1. An illegal action costs ``penalty``, sets ``infos[agent]["illegal"]``, and a
    random legal one is played in its place.

    Render modes are ``svg``, ``ansi``, ``rgb_array`` and ``human``, which writes the position to
    the terminal. All facts are shown, those that are hidden from players too.
    """

    def __init__(
        self,
        rules: Game | str,
        *,
        encoding: str | Sequence[str] | None = None,
        max_cycles: int | None = None,
        penalty: float = PENALTY,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Set up a game with its options.

        The game is cut short when every player has decided ``max_cycles`` times.
        """
        super().__init__()
        if render_mode != "human":
            check_mode(render_mode)
        self.game = find_game(rules, **options) if isinstance(rules, str) else rules
        self.metadata = {
            "name": f"{self.game.name}_v0",
            "render_modes": [*MODES, "human"],
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.max_cycles = max_cycles
        self.penalty = float(penalty)
        self.render_mode = render_mode
        self.state_: Any = self.game.new()
        """The position."""
        self._observed = Observations(self.game, encoding)
        self.possible_agents = [f"player_{each}" for each in range(self.state_.num_players())]
        self._spaces = {agent: self._space() for agent in self.possible_agents}
        self._actions = {
            agent: action_space(self.state_.num_actions()) for agent in self.possible_agents
        }
        self._random, _ = np_random()
        self._last: Any = None

    def _space(self) -> spaces.Dict:
        mask = spaces.Box(0, 1, (self.state_.num_actions(),), np.int8)
        return spaces.Dict({"observation": self._observed.space(), "action_mask": mask})

    # --- playing ---------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game, from ``options["position"]`` if that is given."""
        if seed is not None:
            check_seed(seed)
            self._random, _ = np_random(seed)
        chance = int(self._random.integers(2**63))
        position = (options or {}).get("position")
        start = self.game.new(chance) if position is None else None
        self.state_ = start or full_state(self.game, position or "", chance)
        self._rng = Rng.keyed(chance, Stream.env)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"illegal": False} for agent in self.agents}
        self._decisions = dict.fromkeys(self.agents, 0)
        self._last = None
        self._go_on()

    def step(self, action: Any) -> None:
        """Play an action of the agent whose turn it is; None for one whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        move = legal_move(self.state_, action)
        self.infos[agent] = {"illegal": move is None}
        if move is None:
            self.rewards[agent] = self.penalty
            move = self.state_.random_move(self._rng)
        self._last = str(move)
        self.state_.play(move)
        self._decisions[agent] += 1
        self._go_on()
        self._accumulate_rewards()

    def _go_on(self) -> None:
        """Play chance, and see who is next and what the game is worth."""
        state = self.state_
        while state.player() == CHANCE:
            state.play_chance()
        if state.is_over():
            outcome = state.outcome()
            for player, agent in enumerate(self.agents):
                self.rewards[agent] += outcome[state.side(player)]
                self.terminations[agent] = True
            return
        self.agent_selection = self.possible_agents[state.player()]
        if self.max_cycles is not None and min(self._decisions.values()) >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)

    # --- asking ----------------------------------------------------------------------------

    def observe(self, agent: str) -> dict[str, Any]:
        """The position as an agent sees it, and what it may do; nothing out of its turn."""
        state, player = self.state_, self.possible_agents.index(agent)
        mask = np.zeros(state.num_actions(), np.int8)
        if state.is_over():
            mask[:] = 1  # whatever comes is ignored
        elif state.player() == player:
            mask[:] = action_mask(state)
        return {"observation": self._observed.of(state, player), "action_mask": mask}

    def observation_space(self, agent: str) -> Any:
        """What an agent observes."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> Any:
        """What an agent can do."""
        return self._actions[agent]

    def render(self) -> Any:
        """The position in the render mode; None for ``human``."""
        if self.render_mode == "human":
            sys.stdout.write(f"{self.state_.board()}\n")
            return None
        return render(self.state_, self.render_mode, None, self._last)

    def close(self) -> None:
        """Nothing is held open."""


class GameParallelEnv(turn_based_aec_to_parallel_wrapper):
    """The same with actions of all agents at once, of which only that of whose turn it is counts.

    A cycle of this interface is one step: ``max_cycles`` steps are made.
    """

    def __init__(self, aec_env: Any, max_cycles: int | None) -> None:
        super().__init__(aec_env)
        self.max_cycles = max_cycles
        self._cycles = 0

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        """Start a game."""
        self._cycles = 0
        return super().reset(seed=seed, options=options)

    def step(self, actions: dict[str, Any]) -> Any:
        """Play the action of the agent whose turn it is."""
        observations, rewards, terminations, truncations, infos = super().step(actions)
        self._cycles += 1
        if self.agents and self._cycles == self.max_cycles:
            truncations = dict.fromkeys(truncations, True)
            self.agents: list[str] = []
        return observations, rewards, terminations, truncations, infos


raw_env = GameAECEnv


def env(rules: Game | str, **settings: Any) -> Any:
    """A turn-based environment; calls in a wrong order are refused. See ``GameAECEnv``."""
    return OrderEnforcingWrapper(GameAECEnv(rules, **settings))


def parallel_env(rules: Game | str, *, max_cycles: int | None = None, **settings: Any) -> Any:
    """A parallel environment; see ``GameParallelEnv``."""
    return GameParallelEnv(env(rules, **settings), max_cycles)
