"""What environments share in which a learner sits at a table with agents."""

from typing import Any

import gymnasium
import numpy as np

from quadrille.agents.human import Human
from quadrille.arena.play.table import ALL_PAY, Table
from quadrille.core._core import Rng, Stream
from quadrille.core.game import Game
from quadrille.core.records.record import Record
from quadrille.interop.gymnasium.seating import LearnerSeats


class TableEnv(gymnasium.Env[Any, Any]):
    """A series of games, each at a table of its own."""

    game: Game
    _seating: LearnerSeats
    _table: Table | None = None
    _episode = -1

    @property
    def table(self) -> Table:
        """The game itself."""
        if self._table is None:
            raise gymnasium.error.ResetNeeded("no game has been started: call reset()")
        return self._table

    def record(self) -> Record:
        """The game so far, to be saved, replayed or filmed."""
        return self.table.record()

    def close(self) -> None:
        """Close the opponents."""
        if self._table is not None:
            self._table.close()

    def _seed_series(self, seed: int | None) -> None:
        """With a seed, begin a reproducible series of games."""
        super().reset(seed=seed)
        if seed is not None:
            self._episode = -1

    def _sit_down(self, seed: int, position: str | None = None) -> int:
        """Open the table of the next game; the side of the learner."""
        self.close()
        self._episode += 1
        learner = self._seating.side_of(self._episode)
        agents = [
            self._seating.agent_of(side, learner) or Human() for side in range(self._seating.sides)
        ]
        self._rng = Rng.keyed(seed, Stream.env)
        self._table = Table(
            self.game, agents, seed, people=True, position=position, penalties=ALL_PAY
        )
        return learner

    def _running_table(self) -> Table:
        """The table, at which the game must not be over."""
        if self.table.is_over():
            raise gymnasium.error.ResetNeeded("the game is over: call reset()")
        return self.table

    def _outcome(self) -> tuple[float, ...]:
        """The value per side of a game that is over, also by the fault of an opponent."""
        outcome = self.table.result().outcome
        assert outcome is not None
        return outcome

    def _end_facts(self) -> dict[str, Any]:
        """What ``info`` says besides when the game is over."""
        if not self.table.is_over():
            return {}
        scores = np.array(self.table.state.scores())
        return {"outcome": np.array(self._outcome()), "scores": scores}
