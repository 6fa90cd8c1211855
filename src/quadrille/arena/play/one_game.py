"""One game from start to end."""

from collections.abc import Sequence

from quadrille.arena.play.table import Table
from quadrille.core.agents.agent import Agent
from quadrille.core.game import Game, as_game
from quadrille.core.records.record import Record
from quadrille.core.state import State


def play(
    game: Game | str | type[State],
    agents: Sequence[Agent | str],
    seed: int = 0,
    *,
    position: str | None = None,
) -> Record:
    """Play a game to its end and return its record.

    ``agents`` are agents or their specs: one per player, or one per side. Equal seeds give equal
    chance; each agent has random numbers of its own from the same seed. The game begins at its
    start or from the text of a position.
    """
    with Table(as_game(game), agents, seed, position=position) as table:
        while not table.is_over():
            table.step()
        return table.record()
