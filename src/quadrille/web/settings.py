"""How a server of the page is set up."""

import os
from dataclasses import dataclass

PORT = 8765
LOOPBACK = ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True)
class Settings:
    """The settings of a server."""

    host: str = "127.0.0.1"
    port: int = PORT
    names: tuple[str, ...] = ()
    """Further names under which browsers may reach the server, such as ``games.example.org``."""
    store: str | None = None
    """Where games are kept; None for the user's data folder."""
    games: tuple[str, ...] = ()
    """Further games, such as ``my.py:Nim``."""
    agents: tuple[str, ...] = ()
    """Further agents that may be chosen, by spec; programs only if they are named here."""
    searches: int = max(1, (os.cpu_count() or 2) - 1)
    """How many agents may think at once; others wait for their turn."""
    memory: int = 256
    """The most megabytes that one search may use."""
    trees: int = 200
    """Megabytes that the searches of all games together may keep from move to move."""
    rest: float = 60.0
    """Seconds after which the agents of a game that nobody watches forget their searches."""
    idle: float = 900.0
    """Seconds after which a game that nobody watches is unloaded."""
    rooms: int = 2000
    """How many games may be loaded at once."""

    @property
    def is_local(self) -> bool:
        """Whether only this machine reaches the server."""
        return self.host in LOOPBACK
