"""What an agent decided and why: the one answer that every search and every player gives."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class MoveStats:
    """What is known about one legal move."""

    move: Any
    visits: int | None = None
    """How often a search tried it."""
    value: float | None = None
    """Its value in [-1, 1] for the side of the player to move."""
    prior: float | None = None
    """How likely it seemed before searching, in [0, 1]."""
    exact: bool = False
    """Whether the value is proven rather than estimated."""


@dataclass(frozen=True)
class Decision:
    """A chosen move with its reasons. Only the move is required."""

    move: Any
    value: tuple[float, ...] | None = None
    """The value per side in [-1, 1]."""
    moves: tuple[MoveStats, ...] = ()
    """What is known about each move considered."""
    pv: tuple[Any, ...] = ()
    """The principal variation: the expected moves, this one first."""
    nodes: int | None = None
    """How many positions were visited (simulations for mcts)."""
    seconds: float | None = None
    """How long it took."""
    depth: int | None = None
    """How many moves ahead a search looked."""
    exact: bool = False
    """Whether the value is proven rather than estimated."""
    say: str = ""
    """What the player tells its side."""

    @classmethod
    def of(cls, answer: Any) -> "Decision":
        """The answer of an agent as a decision: it may be a bare move."""
        return answer if isinstance(answer, Decision) else cls(answer)

    def to_dict(self) -> dict[str, Any]:
        """As plain values, moves by their notation."""
        return {
            "move": str(self.move),
            "value": None if self.value is None else list(self.value),
            "moves": [{**asdict(stats), "move": str(stats.move)} for stats in self.moves],
            "pv": _texts(self.pv),
            "nodes": self.nodes,
            "seconds": self.seconds,
            "depth": self.depth,
            "exact": self.exact,
            "say": self.say,
        }

    def to_json(self) -> str:
        """As one JSON object on one line."""
        return json.dumps(self.to_dict(), allow_nan=False)


def _texts(moves: Iterable[Any]) -> list[str]:
    return [str(move) for move in moves]
