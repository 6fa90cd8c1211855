"""What the values of an agent mean to people: chances to win, and points."""

from collections.abc import Sequence
from typing import Any

from quadrille.arena.calibration import (
    Calibration,
    facts_of,
    leads_of,
    points_by_side,
    read_chances,
)
from quadrille.core.agents.agent import Agent
from quadrille.core.game import Game
from quadrille.core.state import State


class ValueScale:
    """Turns the values that an agent gives to positions of a game into what the page shows.

    Where the game is calibrated for the agent, these are the chances with which such positions
    were won. Elsewhere they are the values on a scale from 0 to 1, and the page is told not to call
    them a chance. Proven values are what they are.
    """

    def __init__(self, calibration: Calibration | None = None) -> None:
        self._calibration = calibration

    @classmethod
    def of(cls, game: Game, agent: Agent) -> "ValueScale":
        """The scale for an agent that looks at positions of a game."""
        found = read_chances(game)
        return cls(found if found is not None and found.fits(game, agent) else None)

    def shown(self, state: State, values: Sequence[float], *, exact: bool) -> dict[str, Any]:
        """What a page is sent about the values of all sides in a position."""
        return {
            "chance": [round(each, 4) for each in self.chances(state, values, exact=exact)],
            "leads": self.leads(state, values),
            "percent": exact or self._calibration is not None,
        }

    def chances(self, state: State, values: Sequence[float], *, exact: bool) -> list[float]:
        """By side, from 0 to 1."""
        if exact or self._calibration is None:
            return [unit(value) for value in values]
        return self._calibration.chances(facts_of(state, values))

    def leads(self, state: State, values: Sequence[float]) -> list[float] | None:
        """The expected leads in points by side; None where they are not known."""
        if self._calibration is None or not self._calibration.lead:
            return None
        if state.is_over():
            return [round(each, 1) for each in leads_of(points_by_side(state, state.scores()))]
        found = self._calibration.leads(facts_of(state, values))
        return None if found is None else [round(each, 1) for each in found]


def unit(value: float) -> float:
    """A value from -1 to 1 on a scale from 0 to 1."""
    return min(max((value + 1) / 2, 0.0), 1.0)


def after_move(state: State, values: Sequence[float] | None, value: float) -> list[float]:
    """The values by side after a move that is worth ``value`` to the player who makes it.

    ``values`` are those of the position; what the mover gains, the others lose in equal parts.
    """
    sides, mover = state.num_sides(), state.side(state.player())
    before = values or [0.0] * sides
    gain = value - before[mover]
    return [
        value if side == mover else each - gain / (sides - 1) for side, each in enumerate(before)
    ]
