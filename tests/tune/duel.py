"""A game of one decision, and a player whose strength is a known function of two fields."""

from dataclasses import dataclass
from typing import Any

from quadrille import NOBODY, Agent, Move, Rng, State

NUMBERS = 1000
MOVES = [Move(number, str(number)) for number in range(NUMBERS)]
BEST = {"x": 0.3, "y": 6.0}
"""Where ``Planted`` is strongest."""
RANGES = {"x": (0.0, 1.0), "y": (1.0, 10.0)}


class Duel(State):
    """Both name a number; the higher one wins."""

    name, title, summary = "duel", "Duel", "Name a higher number."

    def __init__(self, named: tuple[int, ...] = ()) -> None:
        self.named = named

    @staticmethod
    def create(options: dict[str, Any], rng: Rng) -> "Duel":
        return Duel()

    @staticmethod
    def parse(options: dict[str, Any], text: str) -> "Duel":
        return Duel(tuple(map(int, text.split()[1:])))

    def text(self) -> str:
        return " ".join(["duel", *map(str, self.named)])

    def num_players(self) -> int:
        return 2

    def player(self) -> int:
        return len(self.named) if len(self.named) < 2 else NOBODY

    def legal_moves(self) -> list[Move]:
        return MOVES if self.player() >= 0 else []

    def is_legal(self, move: Any) -> bool:
        return self.player() >= 0 and 0 <= int(move) < NUMBERS

    def _play(self, move: int) -> None:
        self.named = (*self.named, int(move))

    def parse_move(self, text: str) -> Move:
        return MOVES[int(text)]

    def scores(self) -> list[float]:
        return [float(each) for each in (*self.named, 0, 0)[:2]]

    def num_actions(self) -> int:
        return NUMBERS

    def max_plies(self) -> int:
        return 2


@dataclass(frozen=True)
class Planted(Agent):
    """Names high numbers on average the nearer its fields are to the best values, plus noise."""

    x: float = 0.5
    """One field."""
    y: float = 4.0
    """Another."""
    kind: str = "plain"
    """A third, which matters as well."""

    def choose(self, state: Any, rng: Rng) -> Move:
        """A number around the strength."""
        parts = {"x": self.x, "y": self.y}
        off = sum(
            ((parts[name] - BEST[name]) / (RANGES[name][1] - RANGES[name][0])) ** 2
            for name in parts
        )
        strength = 700 - 1200 * off - (300 if self.kind == "odd" else 0)
        noise = rng.below(401) - 200
        return MOVES[max(0, min(NUMBERS - 1, round(strength) + noise))]
