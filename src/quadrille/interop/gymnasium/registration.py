"""Names by which ``gymnasium.make`` and ``gymnasium.make_vec`` find the games."""

import gymnasium

from quadrille.core.game import game_names

CURSOR_ID = "quadrille/CarcassonneCursor-v0"
"""Carcassonne by small actions."""


def env_id(name: str) -> str:
    """The identifier of a game: ``quadrille/ConnectFour-v0`` for ``connect_four``."""
    words = name.replace("-", "_").split("_")
    return f"quadrille/{''.join(word.capitalize() for word in words)}-v0"


def register_games() -> None:
    """Register every installed game that is not registered yet, and Carcassonne by a cursor."""
    for name in game_names():
        if env_id(name) in gymnasium.registry:
            continue
        gymnasium.register(
            env_id(name),
            entry_point="quadrille.interop.gymnasium.env:GameEnv",
            vector_entry_point="quadrille.interop.gymnasium.vector:GameVectorEnv",
            kwargs={"rules": name},
        )
    if CURSOR_ID not in gymnasium.registry:
        gymnasium.register(CURSOR_ID, entry_point="quadrille.interop.gymnasium.cursor:CursorEnv")
