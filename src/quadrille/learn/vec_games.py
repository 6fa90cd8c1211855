"""Games of a learner against itself, many at a time, on the batched environment.

In some of the slots a fixed agent may take one side, in turn, as a sparring partner: its moves are
part of the world there, and nothing is learned from them.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from quadrille.core.game import Game
from quadrille.core.package import package_of
from quadrille.core.state import State
from quadrille.core.vec.env import Step, VecEnv
from quadrille.learn.experience import LearnedTurn
from quadrille.search.turns import TurnActions


@dataclass(frozen=True)
class GameOver:
    """A game that has just ended."""

    turns: list[LearnedTurn]
    """Those of the learner."""
    outcome: list[float]
    """Per side."""


class VecGames:
    """Games being played."""

    def __init__(
        self,
        game: Game,
        slots: int,
        seed: int,
        *,
        turns: TurnActions | None = None,
        sparring: str = "",
        sparring_slots: int = 0,
        rewards: Mapping[str, float] | None = None,
    ) -> None:
        self._game, self._joint = game, turns
        self._sparring, self._sparring_slots = sparring, sparring_slots
        known = package_of(game.state_type).measures
        self._rewards = {known[name]: weight for name, weight in (rewards or {}).items()}
        self._env = VecEnv(game, slots, seed, encoding=())
        self._turns: list[list[LearnedTurn]] = [[] for _ in range(slots)]
        self._second: list[int | None] = [None] * slots
        self._games = [0] * slots
        self._observe(self._env.observe())

    def __len__(self) -> int:
        return self._env.num_envs

    def _observe(self, step: Step) -> None:
        self._sides = step.sides
        self.states: list[State] = [
            self._game.parse(self._env.text(slot)) for slot in range(len(self))
        ]

    def side(self, slot: int) -> int:
        """The side that is to move in a game."""
        return int(self._sides[slot])

    def waiting(self) -> list[int]:
        """The games in which the learner has to choose an action."""
        return [
            slot
            for slot in range(len(self))
            if self._second[slot] is None and not self._is_sparring(slot)
        ]

    def play(self, choices: Mapping[int, int]) -> list[GameOver]:
        """Play a move in every game: the choices where the learner waits, else what is due."""
        actions = np.empty(len(self), np.int64)
        if any(self._is_sparring(slot) for slot in range(self._sparring_slots)):
            actions[:] = self._env.sample_actions(self._sparring)
        for slot in range(len(self)):
            if (second := self._second[slot]) is not None:
                actions[slot], self._second[slot] = second, None
            elif slot in choices:
                actions[slot] = self._begin(slot, choices[slot])
        before, sides = self.states, self._sides.copy()
        step = self._env.step(actions)
        self._observe(step)
        over = []
        for slot in range(len(self)):
            if step.terminated[slot]:
                over.append(GameOver(self._turns[slot], step.rewards[slot].tolist()))
                self._turns[slot], self._second[slot] = [], None
                self._games[slot] += 1
            elif self._rewards and self._turns[slot]:
                turn = self._turns[slot][-1]
                if turn.side == sides[slot]:
                    turn.extra += self._change(before[slot], self.states[slot])
        return over

    def _is_sparring(self, slot: int) -> bool:
        """Whether the sparring partner is to move."""
        own = slot < self._sparring_slots
        return own and self.side(slot) == (slot + self._games[slot]) % 2

    def _begin(self, slot: int, action: int) -> int:
        """Note a chosen action; the move to play now."""
        state = self.states[slot]
        self._turns[slot].append(LearnedTurn(state, action, self.side(slot)))
        if self._joint is None:
            return action
        first, second = self._joint.actions(action, state)
        if first is None:
            assert second is not None
            return second
        self._second[slot] = second
        return first

    def _change(self, before: State, after: State) -> float:
        """The intermediate reward of a move."""
        return sum(
            weight * (measure(after) - measure(before)) for measure, weight in self._rewards.items()
        )

    # --- files -----------------------------------------------------------------------------

    def save(self, path: Path) -> None:
        """Write all games as they stand."""
        env: dict[str, Any] = self._env.__getstate__()
        turns = [
            [[turn.state.text(), turn.action, turn.side, turn.extra] for turn in each]
            for each in self._turns
        ]
        facts = {
            "texts": env["texts"],
            "numbers": [[int(one) for one in row] for row in env["numbers"]],
            "turns": turns,
            "second": self._second,
            "games": self._games,
        }
        path.write_text(json.dumps(facts))

    def load(self, path: Path) -> None:
        """Go on with the games of a file."""
        found = json.loads(path.read_text("utf-8"))
        env: dict[str, Any] = self._env.__getstate__()
        env |= {"texts": found["texts"], "numbers": np.array(found["numbers"], np.uint64)}
        self._env.__setstate__(env)
        self._turns = [
            [LearnedTurn(self._game.parse(text), *rest) for text, *rest in each]
            for each in found["turns"]
        ]
        self._second, self._games = found["second"], found["games"]
        self._observe(self._env.observe())
