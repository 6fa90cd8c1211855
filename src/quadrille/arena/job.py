"""What every game of a series has in common, and how one of them is played.

Overstepping the clock costs the penalty of the game (``State.penalty``), for any agent. So does a
failure (an error, an illegal move, no answer) of a program; that of an agent of our own stops
whoever runs the game, because it is a bug that somebody wants to see, unless the series says
otherwise. An agent that runs in this process is measured, not stopped: one that never answers holds
up its game, unless it heeds the clock that it is shown.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from quadrille.arena.play.clock import TimeControl
from quadrille.arena.play.table import ALL_PAY, PROGRAMS_PAY, Table
from quadrille.arena.played import Finished
from quadrille.arena.schedule import Pairing, Plan
from quadrille.core.agent import Agent
from quadrille.core.agent_spec import agent as find_agent
from quadrille.core.game import Game


@dataclass(frozen=True)
class Job:
    """What whoever plays the games of a series needs to know; it can be sent elsewhere."""

    game: Game
    agents: tuple[Agent, ...]
    """The entrants of the plan."""
    time_control: TimeControl
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
        control = TimeControl.parse(plan.clock)
        return cls(game, tuple(found), control, plan.forfeits, plan.adjudicate)

    def play(self, pairing: Pairing) -> Finished:
        """Play one game."""
        seated = [self.agents[entrant] for entrant in pairing.seats]
        with Table(
            self.game,
            seated,
            pairing.seed,
            agent_seed=pairing.agent_seed,
            penalties=ALL_PAY if self.forfeits else PROGRAMS_PAY,
            time_control=self.time_control,
            adjudicate=self.adjudicate,
        ) as table:
            while not table.is_over():
                table.step()
            return Finished(pairing, table.record(), tuple(table.seconds))
