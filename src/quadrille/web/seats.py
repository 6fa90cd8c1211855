"""Who sits at a game of the page, who was invited, and who looks at it.

A seat for somebody elsewhere has an invitation, the secret part of a link. The first browser that
opens the link takes the seat under a key of its own making; from then on the link gives nothing.
"""

import secrets
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

HERE, LINK, AGENT = "person", "link", "agent"
TAKEN, WITHDRAWN, SECRET_SIDES, ASK = "taken", "withdrawn", "secret", "ask"
"""Why a claim gave no seat: somebody else has it; the link is no longer valid; one browser must not
hold two sides of a game with secrets; the browser has a seat already, so the person is asked."""

MAX_NAME_LENGTH = 20
"""Characters of a person's name."""


@dataclass(frozen=True)
class RoomSeat:
    """One player of a game."""

    role: str
    """``person`` at the screen of whoever began the game, ``link`` for one elsewhere, ``agent``."""
    spec: str = "human"
    label: str = ""
    """What the page calls the agent."""
    key: str = ""
    """Whoever has it moves for the player; empty for agents and for seats not yet taken."""
    invite: str = ""
    """The secret of the link to the seat; empty for seats without one."""
    name: str = ""
    """What the person at it wants to be called; empty for nothing."""

    @property
    def is_person(self) -> bool:
        """Whether somebody has to make the moves."""
        return self.role != AGENT

    @property
    def shown_name(self) -> str:
        """What the page calls whoever sits here; empty for a person without a name."""
        return self.name if self.is_person else self.label or self.spec

    def to_dict(self) -> dict[str, Any]:
        """As it is stored."""
        return asdict(self)


@dataclass(frozen=True)
class Claim:
    """A wish for the seat of a link."""

    invite: str
    key: str
    """Made by the browser, which can therefore repeat the claim if the answer is lost."""
    both: bool = False
    """Whether the browser wants the seat besides the ones that it has."""
    name: str = ""
    """What whoever takes the seat wants to be called."""


def new_key() -> str:
    """A random secret key for one seat."""
    return secrets.token_urlsafe(12)


def clean_name(text: str) -> str:
    """A name in one line; ValueError if it is too long."""
    name = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    if len(name) > MAX_NAME_LENGTH:
        raise ValueError(f"expected a name of at most {MAX_NAME_LENGTH} characters")
    return name


def distinct(names: Sequence[str]) -> list[str]:
    """The names of all players; those without one, or with the same, have their number in it."""
    often = Counter(names)
    return [
        f"Player {place}" if not name else name if often[name] == 1 else f"{name} {place}"
        for place, name in enumerate(names, 1)
    ]


class Seats:
    """The seats of one game, and which of them are taken."""

    def __init__(self, seats: Sequence[RoomSeat], sides: Sequence[int], host: str) -> None:
        """``sides`` has the side of each player; ``host`` is the key of whoever began the game."""
        self.all = tuple(seats)
        self._sides = sides
        self._host = host
        self.present: frozenset[int] = frozenset()
        """The people who have the game open, as the viewers were last told."""

    @property
    def people(self) -> list[int]:
        """The players that are people."""
        return [player for player, seat in enumerate(self.all) if seat.is_person]

    @property
    def names(self) -> list[str]:
        """What the page calls the players, each differently."""
        return distinct([seat.shown_name for seat in self.all])

    @property
    def between_people(self) -> bool:
        """Whether people play against each other."""
        return len({self._sides[player] for player in self.people}) > 1

    def held(self, keys: Collection[str]) -> frozenset[int]:
        """The players whose seats these keys open."""
        return frozenset(
            player for player, seat in enumerate(self.all) if seat.key in {*keys} - {""}
        )

    def is_host(self, keys: Collection[str]) -> bool:
        """Whether one of these keys is that of whoever began the game."""
        return self._host != "" and self._host in keys

    def known(self, keys: Collection[str]) -> list[str]:
        """Those of the keys that mean something here, for the browser to keep."""
        ours = {self._host, *(seat.key for seat in self.all)} - {""}
        return [key for key in keys if key in ours]

    def claim(self, claim: Claim, keys: Collection[str], *, secret: bool) -> str:
        """Give the seat of a link to a browser with these keys; if it does not get it, why."""
        invites = [seat.invite for seat in self.all]
        if not claim.invite or claim.invite not in invites:
            return WITHDRAWN
        player = invites.index(claim.invite)
        seat, mine = self.all[player], self.held(keys)
        if seat.key:
            return "" if seat.key in (claim.key, *keys) else TAKEN
        if secret and any(self._sides[each] != self._sides[player] for each in mine):
            return SECRET_SIDES
        if mine and not claim.both:
            return ASK
        self._put(player, replace(seat, key=claim.key, name=claim.name))
        return ""

    def renew(self, player: int) -> None:
        """Replace the link of a seat; whoever took the seat loses it."""
        self._put(player, replace(self.all[player], key="", invite=new_key(), name=""))

    def rename(self, player: int, name: str) -> None:
        """Call the person at a seat by another name."""
        self._put(player, replace(self.all[player], name=name))

    def invitations(self, keys: Collection[str]) -> list[dict[str, Any]]:
        """The links of seats, for whoever began the game; none for others."""
        if not self.is_host(keys):
            return []
        return [
            {"player": player, "taken": bool(seat.key), "invite": "" if seat.key else seat.invite}
            for player, seat in enumerate(self.all)
            if seat.role == LINK
        ]

    def _put(self, player: int, seat: RoomSeat) -> None:
        self.all = (*self.all[:player], seat, *self.all[player + 1 :])


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
    keys: tuple[str, ...] = ()
    """The keys of its browser."""
