"""What gamers say to their teams."""

from collections.abc import Callable, Mapping
from typing import NamedTuple, cast

from quadrille.arena.play.table import Table
from quadrille.games.pillars._core import State


class Message(NamedTuple):
    """What a gamer said to its team when it acted."""

    round: int
    gamer: str
    """``R1``, ``B3``."""
    team: str
    """``RED`` or ``BLUE``."""
    text: str


def messages(table: Table, team: str | None = None) -> list[Message]:
    """All messages of a game so far, or those of one team; the oldest first."""
    found = []
    for before, _, played in table.turns:
        if played.say:
            state = cast(State, before)
            name, side = state.name_of(played.player), state.team(played.player)
            found.append(Message(state.round(), name, side, played.say))
    return [each for each in found if team in (None, each.team)]


COUNTS: Mapping[str, Callable[[Table], int]] = {
    "red_messages": lambda table: len(messages(table, "RED")),
    "blue_messages": lambda table: len(messages(table, "BLUE")),
}
"""Columns of data tables: how much each team has said so far."""
