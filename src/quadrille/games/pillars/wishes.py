"""What gamers of a team ask of each other: a card, or the initiative, and how much that matters.

A gamer says its wishes when it acts; the record keeps them as what it said to its side. As text
they are joined by commas: ``want move 7, want first 7``. What a gamer says replaces what it said
before; ``nothing`` takes all its wishes back. They change no rule.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

THINGS = ("move", "build", "first", "stay")
"""A MOVE card, a BUILD card, to become the first of the team, to stay the first."""
MAX_IMPORTANCE = 9
NOTHING = "nothing"


@dataclass(frozen=True, order=True)
class Wish:
    """One thing that a gamer asks of its team."""

    importance: int
    """From 1 to 9."""
    thing: str
    """One of ``THINGS``."""

    def __post_init__(self) -> None:
        if self.thing not in THINGS:
            raise ValueError(f"expected a wish for one of {' '.join(THINGS)}, got {self.thing!r}")
        if not isinstance(self.importance, int) or not 1 <= self.importance <= MAX_IMPORTANCE:
            raise ValueError(
                f"expected an importance from 1 to {MAX_IMPORTANCE}, got {self.importance!r}"
            )

    def __str__(self) -> str:
        return f"want {self.thing} {self.importance}"

    @classmethod
    def parse(cls, text: str) -> "Wish":
        """The wish of a text such as ``want move 7``."""
        match text.split():
            case ["want", thing, number] if number.isascii() and number.isdecimal():
                return cls(int(number), thing)
        raise ValueError(f"expected a wish such as 'want move 7', got {text!r}")


def spoken(wishes: Iterable[Wish]) -> str:
    """What a gamer says to have these wishes, and no others."""
    return ", ".join(map(str, wishes)) or NOTHING


def understood(text: str) -> tuple[Wish, ...]:
    """The wishes of a text; ValueError if it is anything else."""
    if text.strip() == NOTHING:
        return ()
    return tuple(Wish.parse(part) for part in text.split(","))


class Mailbox:
    """What the team mates of a gamer wish for at the moment."""

    def __init__(self) -> None:
        self._wishes: dict[int, tuple[Wish, ...]] = {}

    def put(self, player: int, text: str) -> None:
        """A team mate said something; what is no wish is left to those who understand it."""
        try:
            self._wishes[player] = understood(text)
        except ValueError:
            return

    def wishes(self, *things: str) -> Iterator[tuple[int, Wish]]:
        """Who wishes for one of these things."""
        for player, wishes in sorted(self._wishes.items()):
            for wish in wishes:
                if wish.thing in things:
                    yield player, wish
