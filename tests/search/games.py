"""A small game whose options cover everything that searches must handle."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from quadrille import CHANCE, NOBODY, BadPosition, Move, Option, Rng, State
from quadrille.core.options import split_options, with_options

FIELDS = (
    Option("players", "int", 2, low=1, high=4, doc="How many play."),
    Option("partners", "bool", False, doc="Every second player is on the same side."),
    Option("dice", "bool", False, doc="A die says how often the coin counts."),
)
LEFT, RIGHT = Move(0, "left"), Move(1, "right")
ROLLS = [(Move(10 + roll, f"roll:{roll}"), weight) for roll, weight in ((1, 2), (2, 1), (3, 1))]


class Ends(State):
    """Take a coin from either end of the row; the most wins. Taking a 1 gives another turn."""

    name, title, summary = "ends", "Ends", "Take a coin from either end of a row."

    def __init__(self, options: dict[str, Any], row: list[int]) -> None:
        self._options = options
        self.row = row
        self.points = [0] * options["players"]
        self.turn = 0
        self.roll = 0 if options["dice"] else 1

    @staticmethod
    def option_fields() -> tuple[Option, ...]:
        return FIELDS

    def options(self) -> dict[str, Any]:
        return dict(self._options)

    @staticmethod
    def create(options: dict[str, Any], rng: Rng) -> "Ends":
        return Ends(options, [1 + rng.below(6) for _ in range(6)])

    def num_players(self) -> int:
        return len(self.points)

    def num_sides(self) -> int:
        return 2 if self._options["partners"] else self.num_players()

    def side(self, player: int) -> int:
        return player % self.num_sides()

    def player(self) -> int:
        if not self.row:
            return NOBODY
        return self.turn if self.roll else CHANCE

    def legal_moves(self) -> list[Move]:
        return [LEFT, RIGHT][: len(self.row)] if self.player() >= 0 else []

    def chance_moves(self) -> list[tuple[Move, int]]:
        return ROLLS if self.player() == CHANCE else []

    def _play(self, move: int) -> None:
        if move >= 10:
            self.roll = move - 10
            return
        coin = self.row.pop(0 if move == LEFT else -1)
        self.points[self.turn] += coin * self.roll
        self.roll = 0 if self._options["dice"] else 1
        if coin != 1:
            self.turn = (self.turn + 1) % self.num_players()

    def scores(self) -> list[float]:
        return [float(points) for points in self.points]

    def num_actions(self) -> int:
        return 2

    def max_plies(self) -> int:
        return 40

    def feature_names(self) -> list[str]:
        return ["points"]

    def weights(self) -> NDArray[np.float32]:
        return np.array([0.3], np.float32)

    def features(self) -> NDArray[np.float32]:
        sums = np.zeros((self.num_sides(), 1), np.float32)
        for player, points in enumerate(self.points):
            sums[self.side(player)] += points
        return sums

    def text(self) -> str:
        row, points = (",".join(map(str, numbers)) for numbers in (self.row, self.points))
        return with_options(FIELDS, self._options, f"{row or '-'} {points} {self.turn} {self.roll}")

    @staticmethod
    def parse(options: dict[str, Any], text: str) -> "Ends":
        values, body = split_options(FIELDS, options, text)
        parts = body.split(" ")
        if len(parts) != 4:
            raise BadPosition(f"expected four parts, got {text!r}")
        state = Ends(values, [] if parts[0] == "-" else [int(coin) for coin in parts[0].split(",")])
        state.points = [int(points) for points in parts[1].split(",")]
        state.turn, state.roll = int(parts[2]), int(parts[3])
        return state


class TakeAway(State):
    """Take one to three beans from a heap of 11; who takes the last one wins. It is solved."""

    name, title, summary = "take_away", "Take away", "Take one to three beans; the last one wins."
    asked = 0
    """How often exact() was called."""

    def __init__(self, beans: int, mover: int) -> None:
        self.beans = beans
        self.mover = mover

    @staticmethod
    def create(options: dict[str, Any], rng: Rng) -> "TakeAway":
        return TakeAway(11, 0)

    @staticmethod
    def parse(options: dict[str, Any], text: str) -> "TakeAway":
        beans, mover = text.split()
        return TakeAway(int(beans), int(mover))

    def text(self) -> str:
        return f"{self.beans} {self.mover}"

    def player(self) -> int:
        return self.mover if self.beans else NOBODY

    def legal_moves(self) -> list[Move]:
        return [Move(taken, str(taken)) for taken in range(1, min(self.beans, 3) + 1)]

    def _play(self, move: int) -> None:
        self.beans -= move
        self.mover = 1 - self.mover

    def scores(self) -> list[float]:
        return [float(not self.beans and self.mover != player) for player in range(2)]

    def num_actions(self) -> int:
        return 4

    def max_plies(self) -> int:
        return 11

    def exact(self, budget: int) -> list[float]:
        TakeAway.asked += 1
        value = 1.0 if self.beans % 4 else -1.0
        return [value, -value] if self.mover == 0 else [-value, value]
