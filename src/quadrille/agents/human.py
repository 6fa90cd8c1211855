"""A person, who is asked for moves by whatever runs the game, such as ``quadrille play``."""

from dataclasses import dataclass

from quadrille.core._core import Rng
from quadrille.core.agents.agent import Agent, Session, agent
from quadrille.core.game import Game


@agent("human")
@dataclass(frozen=True)
class Human(Agent):
    """A person, who is asked for every move."""

    def open(self, game: Game, seat: int, rng: Rng) -> Session:
        """Raise ValueError: a person has no session, the caller asks for the moves."""
        raise no_human_here(game)


def no_human_here(game: Game) -> ValueError:
    """The error where nobody can be asked for moves."""
    return ValueError(
        f"a human cannot play here; to play in the terminal: quadrille play {game.spec}"
    )
