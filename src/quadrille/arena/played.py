"""A finished game of a series."""

from dataclasses import dataclass
from hashlib import blake2b
from typing import NamedTuple

from quadrille.arena.plan import Pairing
from quadrille.core.records.record import Record


class Failure(NamedTuple):
    """A failure that cost a player a turn, or the game."""

    player: int
    reason: str
    game: bool
    """Whether it was the game."""


@dataclass(frozen=True)
class FinishedGame:
    """One game of a series that has been played."""

    pairing: Pairing
    record: Record
    seconds: tuple[float, ...]
    """The time of each move of the record; 0 for chance."""

    @property
    def failures(self) -> tuple[Failure, ...]:
        """The turns that were lost and the game, if it was forfeited, in their order."""
        result = self.record.result
        turns = [Failure(each.player, each.lost, False) for each in self.record.moves if each.lost]
        if result.ended == "forfeited" and result.by is not None:
            turns.append(Failure(result.by, result.note, True))
        return tuple(turns)

    @property
    def fingerprint(self) -> int:
        """63 bits that tell games apart by their moves, the same on every machine."""
        moves = "\n".join(f"{played.player} {played.move}" for played in self.record.moves)
        return int.from_bytes(blake2b(moves.encode(), digest_size=8).digest()) >> 1
