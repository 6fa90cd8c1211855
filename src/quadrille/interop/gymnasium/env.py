"""One game as an environment of Gymnasium: the learner plays one side, agents the others."""

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from quadrille.core.game import Game
from quadrille.core.game import game as find_game
from quadrille.core.state import CHANCE
from quadrille.core.vec.spaces import action_space
from quadrille.interop.gymnasium.seating import LearnerSeats, Opponents
from quadrille.interop.gymnasium.table_env import TableEnv
from quadrille.interop.observations import Observations, action_mask, legal_move
from quadrille.interop.rendering import MODES, check_mode, render

PENALTY = -1.0
"""What an illegal action costs, as much as a lost game."""


class GameEnv(TableEnv):
    """A game played by a learner against agents.

    A step is a decision of the learner: chance and the other sides move inside. The reward is the
    outcome of the learner's side at the end, from -1 to 1, and 0 before. An illegal action costs
    ``penalty``, sets ``info["illegal"]``, and a random legal one is played in its place.

    ``info`` has ``action_mask``, ``player`` (who is to decide) and ``illegal``; at the end
    ``scores`` and ``outcome`` too. ``reset(options={"position": TEXT})`` starts from a position.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]  # the base has no ClassVar
        "render_modes": list(MODES),
        "render_fps": 2,
    }

    def __init__(
        self,
        rules: Game | str,
        *,
        opponents: Opponents = "random",
        side: int | None = 0,
        encoding: str | Sequence[str] | None = None,
        penalty: float = PENALTY,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Set up games of the given rules and their options.

        ``opponents`` play the other sides: one agent or its spec, or one for each other side from
        the learner's on; with None the learner plays all sides, and a reward is that of whoever
        has moved. ``side`` None takes every side in turn. ``encoding`` names what is observed, as
        for ``VecEnv``; several names make the observations a dict.
        """
        check_mode(render_mode)
        self.game = find_game(rules, **options) if isinstance(rules, str) else rules
        self.penalty = float(penalty)
        self.render_mode = render_mode
        self._seating = LearnerSeats(self.game, opponents, side)
        self._observed = Observations(self.game, encoding)
        self.observation_space = self._observed.space()
        self.action_space = action_space(self.game.new().num_actions())

    def set_opponents(self, opponents: Opponents) -> None:
        """Play against others from the next game on."""
        self._seating = LearnerSeats(self.game, opponents, self._seating.side)

    # --- playing ---------------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start a game; with a seed, the first one of a reproducible series."""
        self._seed_series(seed)
        position = (options or {}).get("position")
        while True:  # until the learner is to decide, which some games end before
            self._start(int(self.np_random.integers(2**63)), position)
            if not self.table.is_over():
                return self._observation(), self._info()
            if position is not None:
                raise ValueError(f"the learner has nothing to decide from {position!r} on")

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action of the learner, then let the others move until it is to decide again."""
        table = self._running_table()
        self.player = table.state.player()
        side = table.state.side(self.player)
        move = legal_move(table.state, action)
        illegal = move is None
        table.play(table.state.random_move(self._rng) if illegal else move)
        self._go_on()
        reward = self.penalty if illegal else 0.0
        if table.is_over():
            reward += self._outcome()[side]
        return self._observation(), reward, table.is_over(), False, self._info(illegal)

    # --- asking ----------------------------------------------------------------------------

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal, as MaskablePPO asks for it; all are when the game is over."""
        if self.table.is_over():
            return np.ones(self.table.state.num_actions(), np.bool_)
        return action_mask(self.table.state)

    def render(self) -> Any:
        """The position as the learner sees it."""
        moves = [turn.move for turn in self.table.turns if turn.played.player != CHANCE]
        last = str(moves[-1]) if moves and moves[-1] is not None else None
        return render(self.table.state, self.render_mode, self.player, last)

    # --- private ---------------------------------------------------------------------------

    def _start(self, seed: int, position: str | None) -> None:
        self._sit_down(seed, position)
        self.player = min(self.table.people, default=0)
        """The player whose decision was asked for last."""
        self._go_on()

    def _go_on(self) -> None:
        """Let chance and agents move until the learner is to decide or the game is over."""
        table = self.table
        while not table.is_over() and table.state.player() not in table.people:
            table.step()
        if not table.is_over():
            self.player = table.state.player()
        else:
            table.close()

    def _observation(self) -> Any:
        return self._observed.of(self.table.state, self.player)

    def _info(self, illegal: bool = False) -> dict[str, Any]:
        return {
            "action_mask": self.action_masks(),
            "player": self.player,
            "illegal": illegal,
            **self._end_facts(),
        }
