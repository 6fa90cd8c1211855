"""Shell completion of games and agents."""

from contextlib import suppress

import typer

from quadrille.core.game import game_names


def complete_game(incomplete: str) -> list[str]:
    """The games whose names begin so. A file is completed by the shell itself."""
    return [name for name in game_names() if name.startswith(incomplete)]


def complete_agent(context: typer.Context, incomplete: str) -> list[str]:
    """The agents whose names begin so: those of the game on the command line, or of any."""
    from quadrille.core.agents.registry import agent_names

    game = context.params.get("game")
    home = game if game in game_names() else ""
    with suppress(Exception):  # an agent that does not load must not break completion
        return [name for name in agent_names(home) if name.startswith(incomplete)]
    return []
