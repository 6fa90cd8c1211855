"""A game under the eyes of a referee: clocks, penalties, the end of games that do not end.

Overstepping the clock costs the penalty of the game, for any agent. So does a failure (an error, an
illegal move, no answer) of a program; that of an agent of our own stops whoever runs the game, as
it is a bug that somebody wants to see, unless the series says otherwise. The penalty is the game,
or the turn (``State.penalty``). An agent that runs in this process is measured, not stopped: one
that never answers holds up its game, unless it heeds the clock that it is shown.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass

from quadrille.arena.clock import Clock, Watch
from quadrille.arena.played import Finished
from quadrille.arena.schedule import Pairing, Plan
from quadrille.arena.table import Table
from quadrille.core.agent import Agent, AgentFailed
from quadrille.core.agent_spec import agent as find_agent
from quadrille.core.decision import Decision
from quadrille.core.game import Game
from quadrille.core.state import CHANCE

IDLE_ROUNDS = 3
"""A game in which so long nobody did anything but lose turns, or what was forced, is stopped."""


@dataclass(frozen=True)
class Job:
    """What every game of a series has in common, ready to be sent to whoever plays it."""

    game: Game
    agents: tuple[Agent, ...]
    """The entrants of the plan."""
    clock: Clock
    forfeits: bool
    """Whether the failures of all agents cost the penalty of the game."""
    adjudicate: int | None
    """After so many moves the game is stopped and judged; None for never."""

    @classmethod
    def of(cls, plan: Plan, agents: Sequence[Agent] | None = None) -> "Job":
        """The job of a plan; ValueError if an agent is unknown or cannot play the game."""
        game = plan.rules
        found = agents or [find_agent(spec, game) for spec in plan.agents]
        for each in found:
            if reason := each.unfit(game):
                raise ValueError(f"agent {str(each)!r} cannot play {game.name}: {reason}")
        return cls(game, tuple(found), Clock.parse(plan.clock), plan.forfeits, plan.adjudicate)

    def play(self, pairing: Pairing) -> Finished:
        """Play one game."""
        seated = [self.agents[entrant] for entrant in pairing.seats]
        with Table(
            self.game,
            seated,
            pairing.seed,
            agent_seed=pairing.agent_seed,
            forfeits=self.forfeits,
        ) as table:
            referee = Referee(table, self)
            while not table.is_over():
                referee.step()
            return Finished(pairing, table.record(), tuple(referee.seconds))


class Referee:
    """Lets a game go on step by step."""

    def __init__(self, table: Table, job: Job) -> None:
        self._table = table
        self._job = job
        self._watches = [Watch(job.clock) for _ in table.agents]
        self._idle = 0  # turns in a row that changed nothing, or were forced
        self.seconds: list[float] = []
        """The time of each move."""

    def step(self) -> None:
        """One move, or what stands in its place."""
        table = self._table
        mover = table.state.player()
        if mover == CHANCE:
            table.draw()
            self.seconds.append(0.0)
            self._stop_if_needed()
            return
        forced = table.state.penalty == "turn" and len(table.state.legal_moves()) == 1
        start = time.perf_counter()
        decision, fault = self._ask(mover)
        spent = time.perf_counter() - start
        fault = self._watches[mover].spend(spent) or fault
        if decision is not None and not fault:
            table.play(decision.move, decision.say)
        elif not self._penalise(mover, fault):
            return
        self.seconds.append(spent)
        self._idle = self._idle + 1 if fault or forced else 0
        self._stop_if_needed()

    def _ask(self, mover: int) -> tuple[Decision | None, str]:
        """The decision of an agent, or why it pays the penalty."""
        try:
            return self._table.ask(self._watches[mover].limits()), ""
        except AgentFailed as error:
            if self._job.forfeits or self._table.agents[error.player].outside:
                return None, error.reason
            raise

    def _penalise(self, mover: int, reason: str) -> bool:
        """The penalty of the game; whether it goes on."""
        if self._table.state.penalty == "turn":
            self._table.lose_turn(reason)
            return True
        self._table.stop("forfeited", mover, reason)
        return False

    def _stop_if_needed(self) -> None:
        table = self._table
        if self._job.adjudicate is not None and len(table.played) >= self._job.adjudicate:
            table.stop("adjudicated", note=f"judged after {self._job.adjudicate} moves")
        elif self._idle >= IDLE_ROUNDS * len(self._watches) and table.played[-1].lost:
            table.stop("adjudicated", note=f"nobody moved in {IDLE_ROUNDS} rounds")
