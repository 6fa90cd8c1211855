"""One game from start to end."""

from collections.abc import Sequence

from quadrille.arena.play.table import Table
from quadrille.core.agent import Agent
from quadrille.core.game import Game
from quadrille.core.game import game as find_game
from quadrille.core.record import Record


def play(
    game: Game | str, agents: Sequence[Agent | str], seed: int = 0, *, position: str | None = None
) -> Record:
    """Play a game to its end and return its record.

    ``agents`` are agents or their specs: one per player, or one per side. Equal seeds give equal
    chance; each agent has random numbers of its own from the same seed. The game begins at its
    start or from the text of a position.
    """
    rules = find_game(game) if isinstance(game, str) else game
    with Table(rules, agents, seed, position=position) as table:
        while not table.is_over():
            table.step()
        return table.record()
