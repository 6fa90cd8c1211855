"""The settings of one game on the page."""

from dataclasses import dataclass, field

from quadrille.arena.play.clock import TimeControl
from quadrille.core.agents.agent import Agent
from quadrille.core.game import Game
from quadrille.web.seats import RoomSeat


@dataclass(frozen=True)
class Setup:
    """Game, players and settings, as the form or a rematch asks for them."""

    game: Game
    seats: tuple[RoomSeat, ...]
    agents: tuple[Agent, ...]
    seed: int
    position: str | None = None
    time_control: TimeControl = field(default_factory=TimeControl)
    speed: float = 0.0
    """The least seconds between two moves of agents, so that people can follow."""
    help: bool = False
    """Whether people who play each other may use hints and analysis during the game."""
    host: str = ""
    """The key of whoever began the game; empty if nobody can change its seats."""
