"""A person. Whoever runs the game does the asking, for instance ``quadrille play``."""

from dataclasses import dataclass

from quadrille.core._core import Rng
from quadrille.core.agent import Agent, Session, agent
from quadrille.core.game import Game


@agent("human")
@dataclass(frozen=True)
class Human(Agent):
    """A person, who is asked for every move."""

    def open(self, game: Game, seat: int, rng: Rng) -> Session:
        """Refused: a person has no session, only a runner that asks one can seat one."""
        raise nobody_asks(game)


def nobody_asks(game: Game) -> ValueError:
    """What is said where a person cannot play."""
    return ValueError(
        f"nobody here can ask a human for moves; play in a terminal: quadrille play {game.spec}"
    )
