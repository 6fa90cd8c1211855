"""What comes of one game of a series."""

from dataclasses import dataclass

from quadrille.arena.schedule import Pairing
from quadrille.core.record import Record


@dataclass(frozen=True)
class Finished:
    """One game of a series that has been played."""

    pairing: Pairing
    record: Record
    seconds: tuple[float, ...]
    """The time of each move of the record; 0 for chance."""
