"""What a finished game teaches: experiences with their rewards, and where to look on from them.

A game is a list of turns, each a state, an action and the side that acted. The reward of an action
is the outcome for that side if it ended the game, and what intermediate rewards add. Where the
value of the next state is taken into account, its sign depends on whose it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from quadrille.core.state import State

Push = Literal["immediate", "delayed"]
Bootstrap = Literal["next", "negamax"]


@dataclass
class LearnedTurn:
    """One action of a game."""

    state: State
    action: int
    """Joint where a turn is one action."""
    side: int
    extra: float = 0.0
    """The intermediate reward."""


@dataclass(frozen=True)
class Experience:
    """What is learned from: Q(state, action) = reward + factor * highest Q(next)."""

    state: State
    action: int
    side: int
    reward: float
    factor: float
    """The discount, negative if the next state is the opponent's and its value is counted so; 0 if
    nothing follows."""
    next: State | None


@dataclass(frozen=True)
class Lessons:
    """How experiences are made of a game."""

    push: Push = "delayed"
    bootstrap: Bootstrap = "negamax"
    discount: float = 1.0
    steps: int = 1
    """Over how many actions rewards are added up before the next state is asked."""
    reward_scale: float = 1.0

    def of_game(self, turns: Sequence[LearnedTurn], outcome: Sequence[float]) -> list[Experience]:
        """The experiences of a finished game.

        With delayed push the last action before the one that ends the game is not known to be
        good or bad until then: it gets the outcome for its own side, and nothing follows it. With
        immediate push it was stored before, with a reward of zero.
        """
        ends = {len(turns) - 1}
        if self.push == "delayed":
            last = [i for i, turn in enumerate(turns) if turn.side != turns[-1].side]
            ends |= set(last[-1:])
        rewards = [
            self.reward_scale * (turn.extra + (outcome[turn.side] if i in ends else 0.0))
            for i, turn in enumerate(turns)
        ]
        return [self._experience(turns, rewards, ends, i) for i in range(len(turns))]

    def _experience(
        self, turns: Sequence[LearnedTurn], rewards: Sequence[float], ends: set[int], start: int
    ) -> Experience:
        own, total, factor, at = turns[start], 0.0, 1.0, start
        for _ in range(self.steps):
            sign = 1.0
            if self.bootstrap == "negamax" and turns[at].side != own.side:
                sign = -1.0
            total += factor * sign * rewards[at]
            if at in ends:
                return Experience(own.state, own.action, own.side, total, 0.0, None)
            factor *= self.discount
            at += 1
        follows = turns[at]
        if self.bootstrap == "negamax" and follows.side != own.side:
            factor = -factor
        return Experience(own.state, own.action, own.side, total, factor, follows.state)
