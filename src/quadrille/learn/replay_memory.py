"""The replay memory of Q-learning: a ring of the newest experiences, drawn from at random."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from quadrille.core.game import Game
from quadrille.core.state import State
from quadrille.learn.experience import Experience

Sampling = Literal["uniform", "weighted"]


class ReplayMemory:
    """Experiences, of which the oldest are forgotten.

    With weighted sampling, one with a reward of r is drawn ``1 + weight * |r|`` times as often as
    one without: in games where most actions earn nothing, the few that do are seen more often.
    """

    def __init__(self, capacity: int, sampling: Sampling = "uniform", weight: float = 0.0) -> None:
        self._capacity = capacity
        self._weight = weight if sampling == "weighted" else 0.0
        self._items: list[Experience] = []
        self._chances = np.ones(capacity)
        self._sums: NDArray[np.float64] | None = None
        self.total = 0
        """How many were ever added."""

    def __len__(self) -> int:
        return len(self._items)

    def add(self, experiences: Sequence[Experience]) -> None:
        """Add experiences, each in the place of the oldest one if the memory is full."""
        for each in experiences:
            place = self.total % self._capacity
            if place == len(self._items):
                self._items.append(each)
            else:
                self._items[place] = each
            self._chances[place] = self._chance(each)
            self.total += 1
        self._sums = None

    def draw(self, count: int, rng: np.random.Generator) -> list[Experience]:
        """Draw experiences, with replacement."""
        if self._weight == 0.0:
            places = rng.integers(len(self._items), size=count)
        else:
            if self._sums is None:
                self._sums = np.cumsum(self._chances[: len(self._items)])
            places = np.searchsorted(self._sums, rng.random(count) * self._sums[-1], "right")
        return [self._items[place] for place in places]

    # --- files -----------------------------------------------------------------------------

    def save(self, path: Path) -> None:
        """Write all experiences, each state once, to a file."""
        texts: dict[str, int] = {}

        def number(state: State | None) -> int | None:
            return None if state is None else texts.setdefault(state.text(), len(texts))

        items = [
            [
                number(each.state),
                *(each.action, each.side, each.reward, each.factor),
                number(each.next),
            ]
            for each in self._items
        ]
        path.write_text(json.dumps({"total": self.total, "states": list(texts), "items": items}))

    def load(self, path: Path, game: Game) -> None:
        """Replace the experiences by those of a file."""
        found = json.loads(path.read_text("utf-8"))
        states: list[State] = [game.parse(text) for text in found["states"]]
        items = [
            Experience(
                states[state],
                action,
                side,
                reward,
                factor,
                None if following is None else states[following],
            )
            for state, action, side, reward, factor, following in found["items"]
        ]
        self._items, self.total, self._sums = items, found["total"], None
        self._chances[: len(items)] = [self._chance(each) for each in items]

    def _chance(self, experience: Experience) -> float:
        return 1.0 + self._weight * abs(experience.reward)
