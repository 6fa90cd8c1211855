"""A trained network that plays real games by the cursor."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quadrille.core._core import Rng
from quadrille.core.agents.agent import Limits, Session
from quadrille.core.agents.decision import Decision
from quadrille.core.game import Game
from quadrille.core.state import State
from quadrille.games.carcassonne.cursor.observation import CursorObserver
from quadrille.games.carcassonne.cursor.turn import Cursor, Phase
from quadrille.search.weights import Arrays, dense_outputs

MAX_DECISIONS = 60
"""Decisions in a turn before it is ended, if the settings of the network do not say."""


class CursorPlayer(Session):
    """Draws every small action from what the network says of it, until they come to a move.

    Drawn, not the likeliest: a network that is sure of going north, and one cell on of going
    south, would go to and fro for ever.
    """

    def __init__(
        self, game: Game, scheme: str, arrays: Arrays, settings: Mapping[str, Any], rng: Rng
    ) -> None:
        window = int(game.options["board"])
        self._arrays = arrays
        self._legal_mask = bool(settings.get("legal_mask", False))
        self._max_decisions = int(settings.get("max_decisions", MAX_DECISIONS))
        self._rng = rng
        self.cursor = Cursor(window)
        self._observer = CursorObserver(scheme, window, int(game.options["meeples"]))
        self.turns = 0
        """Turns so far."""
        self.capped = 0
        """Turns in which the tile was placed at random, because too many decisions were taken."""

    def choose(self, view: State, limits: Limits) -> Decision:
        """The move that the small actions come to."""
        state: Any = view  # with what only this game's states answer
        cursor, player, before = self.cursor, view.player(), self.cursor.decisions
        cursor.begin(state)
        if cursor.phase is Phase.TILE_DRAWN:
            self.turns += 1
            before = 0
        self._observer.look(state, player)
        while cursor.decisions < self._max_decisions and not limits.stop.is_set():
            action = self._action(state, player)
            if (move := cursor.act(state, action).move) is not None:
                return Decision(view.parse_move(move), nodes=cursor.decisions - before)
        if cursor.phase is Phase.TILE_DRAWN:
            self.capped += 1
            return Decision(view.random_move(self._rng), nodes=cursor.decisions - before)
        return Decision(view.parse_move("none"), nodes=cursor.decisions - before)

    def _action(self, state: Any, player: int) -> int:
        """An action, drawn by its chance."""
        sums = np.cumsum(self.chances(state, player))
        drawn = self._rng.uniform() * sums[-1]
        return min(int(np.searchsorted(sums, drawn, side="right")), len(sums) - 1)

    def chances(self, state: Any, player: int) -> NDArray[np.float64]:
        """What the network thinks of each action, after the map was looked at."""
        mask = np.array(self.cursor.mask(state, self._legal_mask), np.bool_)
        observed = self._observer.observe(state, self.cursor, player)
        logits = np.where(mask, dense_outputs(self._arrays, observed), -np.inf)
        weights = np.exp(logits - logits.max())
        found: NDArray[np.float64] = weights / weights.sum()
        return found
