"""What comes of one game of a series."""

from dataclasses import dataclass
from hashlib import blake2b

from quadrille.arena.schedule import Pairing
from quadrille.core.record import Record


@dataclass(frozen=True)
class Finished:
    """One game of a series that has been played."""

    pairing: Pairing
    record: Record
    seconds: tuple[float, ...]
    """The time of each move of the record; 0 for chance."""

    @property
    def fingerprint(self) -> int:
        """63 bits that tell games apart by their moves, the same on every machine."""
        moves = "\n".join(f"{played.player} {played.move}" for played in self.record.moves)
        return int.from_bytes(blake2b(moves.encode(), digest_size=8).digest()) >> 1
