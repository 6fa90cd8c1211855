"""What learners see of a position, and what their actions mean in it."""

import operator
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quadrille.core.encoding import Encoding
from quadrille.core.game import Game
from quadrille.core.vec.spaces import encoding_names, observation_space


class Observations:
    """The encodings that a learner has chosen: None for the first, one by name, or several."""

    def __init__(self, game: Game, encoding: str | Sequence[str] | None) -> None:
        known = [each.name for each in game.new().encodings()]
        given = encoding if isinstance(encoding, str | None) else tuple(encoding)
        self.encodings = tuple(game.encoding(name) for name in encoding_names(given, known))
        self.as_dict = isinstance(given, tuple)
        """Whether they are a dict by name, even of one."""

    def space(self) -> Any:
        """The space of Gymnasium that they are in."""
        return observation_space(self.encodings or (Encoding("none", (0,)),), self.as_dict)

    def of(self, state: Any, player: int) -> Any:
        """A position as a player sees it: a new array, or a dict of them."""
        rows = {each.name: state.encode(each.name, player) for each in self.encodings}
        if self.as_dict:
            return rows
        return next(iter(rows.values()), np.zeros(0, np.float32))


def action_mask(state: Any) -> NDArray[np.bool_]:
    """Which actions are legal for the player to move; none in a position without one."""
    mask = np.zeros(state.num_actions(), np.bool_)
    mask[[state.action(move) for move in state.legal_moves()]] = True
    return mask


def legal_move(state: Any, action: Any) -> Any:
    """The legal move of an action; None if there is none, whatever the action is."""
    try:
        number = operator.index(action)
        if not 0 <= number < state.num_actions():
            return None
        move = state.move(number)
    except (ValueError, TypeError, OverflowError):
        return None
    return move if state.is_legal(move) else None
