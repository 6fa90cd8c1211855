"""Carcassonne by a cursor: a learner moves the drawn tile cell by cell, then a meeple."""

import operator
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np
from numpy.typing import NDArray

from quadrille.core.agents.agent import Agent
from quadrille.core.drawing.film import MAX_PICTURES, moving_picture, thinned
from quadrille.core.game import game as find_game
from quadrille.core.vec.spaces import action_space
from quadrille.games.carcassonne.cursor.control import check_options
from quadrille.games.carcassonne.cursor.observation import CursorObserver
from quadrille.games.carcassonne.cursor.picture import cursor_svg, cursor_text
from quadrille.games.carcassonne.cursor.turn import ACTIONS, Cursor, CursorEffect, Phase
from quadrille.interop.gymnasium.cursor_rewards import CursorRewards, rewards_of
from quadrille.interop.gymnasium.seating import LearnerSeats
from quadrille.interop.gymnasium.table_env import TableEnv
from quadrille.interop.rendering import MODES, check_mode, pixels

WINDOW = 40
MAX_DECISIONS = 60


class CursorEnv(TableEnv):
    """Carcassonne by small actions (``games/carcassonne/cursor/turn.py``), without farmers.

    A step is one of them. Drawing tiles, ending turns and the moves of opponents happen inside.
    Whatever is refused costs what the rewards say and changes nothing; ``info["illegal"]`` is set
    for actions that the phase does not have. After ``max_decisions`` a turn is ended: the tile is
    placed at random if it does not lie yet, and ``info["capped"]`` is set.

    ``info`` has ``action_mask``, ``event`` (what the action did), ``player``, ``illegal`` and
    ``capped``; at the end ``scores`` and ``outcome`` too.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]  # the base has no ClassVar
        "render_modes": list(MODES),
        "render_fps": 8,
    }

    def __init__(
        self,
        *,
        scheme: str = "tile_ids",
        rewards: str | CursorRewards = "sub_tasks",
        opponents: str | Agent | Sequence[str | Agent] = (),
        side: int | None = 0,
        legal_mask: bool = False,
        max_decisions: int = MAX_DECISIONS,
        window: int = WINDOW,
        person: Callable[[Any], Any] | None = None,
        keep_frames: bool = False,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Set up games of a learner alone, or against opponents.

        ``scheme`` names what is observed, several joined by ``+``. ``side`` None takes every seat
        in turn. ``legal_mask`` masks whatever would be refused, not only by phase. ``window`` is
        the side of the board. ``person`` is asked for the moves of opponents who are ``human``: it
        gets the position and returns a move or its text. ``keep_frames`` keeps every decision for
        ``film()``.
        """
        check_mode(render_mode)
        if not 1 <= max_decisions <= 10**6:
            raise ValueError(f"expected max_decisions of at least 1, got {max_decisions!r}")
        seats = [opponents] if isinstance(opponents, str | Agent) else list(opponents)
        fixed = {"farmers": False, "players": 1 + len(seats), "board": window}
        self.game = find_game("carcassonne", **{**fixed, **options})
        check_options(self.game)
        self.rewards = rewards_of(rewards)
        self.legal_mask = legal_mask
        self.max_decisions = max_decisions
        self.render_mode = render_mode
        self.keep_frames = keep_frames
        self._person = person
        self._side = side
        self.set_opponents(seats)
        self.cursor = Cursor(window)
        self._observer = CursorObserver(scheme, window, int(self.game.options["meeples"]))
        size = self._observer.encoding.size
        self.observation_space = gymnasium.spaces.Box(-1, 1, (size,), np.float32)
        self.action_space = action_space(ACTIONS)
        self.player = 0
        """The learner."""

    def set_opponents(self, opponents: Sequence[str | Agent]) -> None:
        """Play against others from the next game on, as many as before."""
        people = self._person is not None
        self._seating = LearnerSeats(self.game, opponents, self._side, people=people)

    # --- playing ---------------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start a game; with a seed, the first one of a reproducible series."""
        self._seed_series(seed)
        while True:  # until there is something to decide
            self._start(int(self.np_random.integers(2**63)))
            if not self.table.is_over():
                return self._observation(), self._info(CursorEffect("drawn"))

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Take an action of the learner, and all that follows from it."""
        table, cursor, rewards = self._running_table(), self.cursor, self.rewards
        about_tile = cursor.phase is Phase.TILE_DRAWN
        effect = cursor.act(self.state, _index(action))
        amount = rewards.tile_step if about_tile else rewards.meeple_step
        amount += _worth(rewards, effect.event)
        capped = False
        if effect.move is not None:
            self._play(effect.move)
        if cursor.decisions >= self.max_decisions and cursor.phase is not Phase.NEW_TURN:
            capped = True
            amount += rewards.capped
            self._give_up()
        if cursor.phase is Phase.NEW_TURN:
            self._go_on()
        amount += self._gained()
        info = self._info(effect, capped)
        if self.keep_frames:
            self._frames.append(self._frame(effect.event))
        return self._observation(), rewards.total(amount), table.is_over(), False, info

    # --- asking ----------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """The position."""
        return self.table.state

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions there are, as MaskablePPO asks for it."""
        return np.array(self.cursor.mask(self.state, self.legal_mask), np.bool_)

    def render(self) -> Any:
        """The position with the cursor, the boundary and the phase."""
        if self.render_mode is None:
            return None
        if self.render_mode == "ansi":
            return cursor_text(self.state, self.cursor)
        picture = cursor_svg(self.state, self.cursor)
        return picture if self.render_mode == "svg" else pixels(picture)

    def film(self, *, seconds: float = 0.25) -> str:
        """The game so far as animated SVG, decision by decision; needs ``keep_frames``."""
        if not self.keep_frames:
            raise ValueError("expected an environment with keep_frames=True for a film")
        frames = thinned(self._frames, MAX_PICTURES)
        shown = (cursor_svg(state, cursor, event) for state, cursor, event in frames)
        return moving_picture(shown, "Carcassonne by a cursor", seconds)

    # --- private ---------------------------------------------------------------------------

    def _start(self, seed: int) -> None:
        self.player = self._sit_down(seed)
        self._observer.clear()
        self._before = (0.0, 0.0)
        self._go_on()
        self._gained()
        self._frames = [self._frame("")]

    def _play(self, move: Any) -> None:
        """Play a move of the learner; the cursor goes on with the meeple, or waits."""
        self.table.play(move)
        if self.state.player() == self.player and not self.state.hand():
            self.cursor.begin(self.state)
            self._observer.look(self.state, self.player)
        else:
            self.cursor.phase = Phase.NEW_TURN

    def _give_up(self) -> None:
        """End the turn of the learner: place the tile anywhere, without a meeple."""
        if self.cursor.phase is Phase.TILE_DRAWN:
            self._play(self.state.random_move(self._rng))
        if self.cursor.phase is not Phase.NEW_TURN:
            self._play("none")

    def _go_on(self) -> None:
        """Let chance and opponents move until the learner is to decide or the game is over."""
        table = self.table
        while not table.is_over() and table.state.player() != self.player:
            if table.state.player() in table.people:
                self._ask_person()
            else:
                table.step()
        if table.is_over():
            table.close()
        self.cursor.begin(None if table.is_over() else self.state)
        self._observer.look(self.state, self.player)

    def _ask_person(self) -> None:
        """Play what a person wants, asking again for what is not legal."""
        assert self._person is not None
        while True:
            try:
                self.table.play(self._person(self.state.view(self.state.player())))
                return
            except ValueError:
                continue

    def _gained(self) -> float:
        """What points and the end of the game are worth since the last time."""
        state, rewards = self.state, self.rewards
        over = self.table.is_over()
        if over or rewards.counting == "standing":
            points = [float(each) for each in state.scores()]
        elif self.cursor.phase is Phase.TILE_DRAWN:
            points = [float(sum(each.values())) for each in state.points()]
        else:  # within a turn nothing is scored
            return 0.0
        mine = points[self.player]
        now = (mine, sum(points) - mine)
        gains = (now[0] - self._before[0], now[1] - self._before[1])
        self._before = now
        amount = rewards.score * gains[0] + rewards.opponents * gains[1]
        return amount + (rewards.end * self._outcome()[self.player] if over else 0.0)

    def _observation(self) -> Any:
        return self._observer.observe(self.state, self.cursor, self.player)

    def _frame(self, event: str) -> tuple[Any, Cursor, str]:
        return self.state.copy(), self.cursor.copy(), event

    def _info(self, effect: CursorEffect, capped: bool = False) -> dict[str, Any]:
        return {
            "action_mask": self.action_masks(),
            "event": effect.event,
            "player": self.player,
            "illegal": effect.event == "impossible",
            "capped": capped,
            **self._end_facts(),
        }


def _index(action: Any) -> int:
    """An action as a number; -1 for what is none."""
    try:
        return operator.index(action)
    except TypeError:
        pass
    try:
        return operator.index(np.asarray(action).item())
    except (TypeError, ValueError):
        return -1


def _worth(rewards: CursorRewards, event: str) -> float:
    """What an event is worth by itself."""
    name = "misfit" if event == "impossible" else event
    return float(getattr(rewards, name, 0.0)) if name in EVENTS else 0.0


EVENTS = ("outside", "misfit", "placed", "claimed", "returned")
