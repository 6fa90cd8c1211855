"""What every game of a series has in common, and how one of them is played.

Overstepping the clock costs the penalty of the game (``State.penalty``), for any agent. So does a
failure (an error, an illegal move, no answer) of a program; that of another agent stops the series,
because it is a bug that its author wants to see, unless the plan says otherwise. An agent that does
not answer is interrupted when its clock has run out (``play/watchdog.py``); without a clock it
holds up its game.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from quadrille.arena.openings import draw_opening
from quadrille.arena.plan import Pairing, Plan
from quadrille.arena.play.clock import TimeControl
from quadrille.arena.play.table import ALL_PAY, PROGRAMS_PAY, Table
from quadrille.arena.played import FinishedGame
from quadrille.core.agents.agent import Agent
from quadrille.core.agents.spec import agent as find_agent
from quadrille.core.game import Game


@dataclass(frozen=True)
class Job:
    """Everything needed to play games of a series; it can be sent to another process."""

    game: Game
    agents: tuple[Agent, ...]
    """The entrants of the plan."""
    time_control: TimeControl
    forfeits: bool
    """Whether the failures of all agents cost the penalty of the game."""
    adjudicate: int | None
    """The number of moves after which a game is stopped and judged; None for never."""
    opening: int = 0
    """How many random moves games begin with."""

    @classmethod
    def of(cls, plan: Plan, agents: Sequence[Agent] | None = None) -> "Job":
        """The job of a plan; ValueError if an agent is unknown or cannot play the game."""
        game = plan.rules
        found = agents or [find_agent(spec, game) for spec in plan.agents]
        for each in found:
            if reason := each.unfit(game):
                raise ValueError(f"agent {str(each)!r} cannot play {game.name}: {reason}")
        control = TimeControl.parse(plan.clock)
        return cls(game, tuple(found), control, plan.forfeits, plan.adjudicate, plan.opening)

    @property
    def classes(self) -> tuple[type, ...]:
        """The classes that whoever plays must be able to import."""
        return (self.game.state_type, *map(type, self.agents))

    def play(self, pairing: Pairing) -> FinishedGame:
        """Play one game."""
        seated = [self.agents[entrant] for entrant in pairing.seats]
        with Table(
            self.game,
            seated,
            pairing.seed,
            agent_seed=pairing.agent_seed,
            position=draw_opening(self.game, pairing.seed, self.opening) if self.opening else None,
            penalties=ALL_PAY if self.forfeits else PROGRAMS_PAY,
            time_control=self.time_control,
            adjudicate=self.adjudicate,
        ) as table:
            while not table.is_over():
                table.step()
            return FinishedGame(pairing, table.record(), tuple(table.seconds))
