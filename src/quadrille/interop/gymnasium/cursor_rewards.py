"""What the decisions of a cursor agent are worth."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from math import isfinite
from typing import Literal

from quadrille.core.errors import BadSpec
from quadrille.core.suggest import unknown


@dataclass(frozen=True)
class CursorRewards:
    """Rewards by what a decision does; the total of a decision is the sum of all that apply."""

    tile_step: float = 0.0
    """For every decision about the tile, so that turns do not take for ever."""
    meeple_step: float = 0.0
    """For every decision about the meeple."""
    outside: float = 0.0
    """For a step out of the boundary, which is refused."""
    misfit: float = 0.0
    """For a tile confirmed where it does not fit, and for an action that the phase lacks."""
    placed: float = 0.0
    """For a tile that is placed."""
    claimed: float = 0.0
    """For a meeple that is put on a feature."""
    returned: float = 0.0
    """For a meeple that cannot stand where it was put, or was not directed anywhere."""
    capped: float = 0.0
    """For a turn that is ended because it took too many decisions."""
    score: float = 0.0
    """For every point that the learner gains, its opponents' turns included."""
    opponents: float = 0.0
    """For every point that its opponents gain, all of them together."""
    end: float = 0.0
    """At the end of a game, times the outcome: 1 for a win, -1 for a loss. Alone there is none."""
    counting: Literal["points", "standing"] = "standing"
    """Which points count: those scored so far, and at the end all; or at any time what the game
    would give if it stopped, so that a claim pays at once."""
    bounded: bool = True
    """Whether the total of a decision is cut off at -1 and 1."""

    def __post_init__(self) -> None:
        for one in fields(self):
            value = getattr(self, one.name)
            if isinstance(value, float | int) and not (isfinite(value) and abs(value) <= 1000):
                raise BadSpec(f"expected {one.name} from -1000 to 1000, got {value!r}")
        if self.counting not in ("points", "standing"):
            raise BadSpec(f"expected counting=points or standing, got {self.counting!r}")

    def total(self, amount: float) -> float:
        """The reward of a decision, from the sum of what applies."""
        return max(-1.0, min(1.0, amount)) if self.bounded else amount


POINT = 0.05
"""What a point is worth where totals are bounded: one decision rarely gains more than twenty."""

REWARDS: Mapping[str, CursorRewards] = {
    "sub_tasks": CursorRewards(
        tile_step=-0.002,
        meeple_step=-0.005,
        outside=-0.01,
        misfit=-0.01,
        placed=0.02,
        claimed=0.01,
        returned=-0.02,
        capped=-0.3,
        score=POINT,
    ),
    "score": CursorRewards(score=POINT),
    "step_cost": CursorRewards(score=POINT, tile_step=-0.002, meeple_step=-0.005, outside=-0.01),
    "rivals": CursorRewards(
        tile_step=-0.002,
        meeple_step=-0.005,
        outside=-0.01,
        misfit=-0.01,
        placed=0.02,
        returned=-0.02,
        capped=-0.3,
        score=POINT,
        opponents=-POINT,
        end=0.5,
    ),
    "raw": CursorRewards(
        tile_step=-0.001,
        meeple_step=-0.01,
        outside=-0.05,
        placed=0.05,
        claimed=0.1,
        returned=-0.1,
        score=1.0,
        counting="points",
        bounded=False,
    ),
}
"""By name: with sub-tasks, points only, points with a cost of decisions, points against those of
opponents, and ``raw`` as the ancestor trained."""


def rewards_of(given: str | CursorRewards) -> CursorRewards:
    """Rewards, or those of a name."""
    if isinstance(given, CursorRewards):
        return given
    if given not in REWARDS:
        raise BadSpec(unknown("rewards", given, REWARDS))
    return REWARDS[given]
