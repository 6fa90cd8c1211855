"""Who sits at a game of the page, and who looks at it."""

import secrets
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

HERE, LINK, AGENT = "person", "link", "agent"


@dataclass(frozen=True)
class RoomSeat:
    """One player of a game."""

    role: str
    """``person`` at the screen of whoever began the game, ``link`` for one elsewhere, ``agent``."""
    spec: str = "human"
    label: str = ""
    """What the page calls the agent."""
    key: str = ""
    """Whoever has it moves for the player; empty for agents."""

    @property
    def is_person(self) -> bool:
        """Whether somebody has to make the moves."""
        return self.role != AGENT

    def to_dict(self) -> dict[str, Any]:
        """As it is stored."""
        return asdict(self)


def new_key() -> str:
    """A random secret key for one seat."""
    return secrets.token_urlsafe(12)


@dataclass(eq=False)
class Viewer:
    """An open page that looks at a game."""

    send: Callable[[dict[str, Any]], None]
    """Sends a message to the page without waiting."""
    seats: frozenset[int] = frozenset()
    """The players that it moves for."""
    shown: int | None = None
    """Of several players at one screen, the one whose view is shown."""
    known: int = 0
    """How many moves have been sent to it."""
