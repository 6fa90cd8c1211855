"""Games that break the rules about moves and ends, and those about chance."""

from itertools import count
from typing import Any, Self

from quadrille import CHANCE, IllegalMove, Move, Rng, Stream

from .bases import Cards, Heaps, Line


class GamesEnd(Line):
    def max_plies(self) -> int:
        return 3


class GamesEnd2(Line):
    def legal_moves(self) -> list[Move]:
        return super().legal_moves() if "x" not in self.squares else []


class DescribesItself(Line):
    penalty = "a beer"


class LacksIsTruthful(Line):
    def lacks(self) -> set[str]:
        return super().lacks() - {"chance"}


class LacksIsTruthful2(Cards):
    def lacks(self) -> set[str]:
        return super().lacks() | {"chance"}


class CopiesAreIndependent(Heaps):
    def copy(self) -> Self:
        twin = super().copy()
        twin.heaps = self.heaps
        return twin


class EqualityIsThatOfTexts(Line):
    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


class PlayerIsValid(Line):
    def is_over(self) -> bool:
        return False


class SidesAreValid(Line):
    def num_sides(self) -> int:
        return 3


class BoundsAreConstant(Heaps):
    def num_actions(self) -> int:
        return 10 + sum(self.heaps)


class LegalMovesAreSorted(Line):
    def legal_moves(self) -> list[Move]:
        return super().legal_moves()[::-1]


class LegalMovesFit(Line):
    def max_moves(self) -> int:
        return 3


class LegalMovesCanBePlayed(Line):
    def play(self, move: Any) -> None:
        if isinstance(move, str):
            raise IllegalMove("no texts")
        super().play(move)


class LegalMovesDependOnThePosition(Line):
    tired = False

    def _play(self, move: int) -> None:
        super()._play(move)
        self.tired = True

    def legal_moves(self) -> list[Move]:
        moves = super().legal_moves()
        return moves[1:] if self.tired and len(moves) > 1 else moves


class IsLegalIsMembership(Line):
    def is_legal(self, move: Any) -> bool:
        return True


class OtherMovesAreRefused(Line):
    def play(self, move: Any) -> None:
        if isinstance(move, Move):
            self._play(move)
        else:
            super().play(move)


class OtherMovesAreRefused2(Line):
    """Refuses as it should, but only after a change."""

    def play(self, move: Any) -> None:
        if isinstance(move, Move) and not self.is_legal(move):
            self.squares = "." * 9
        super().play(move)


class OtherActionsAreRefused(Line):
    def move(self, action: Any) -> Any:
        legal = self.legal_moves()
        return next((move for move in legal if move == action), legal[0] if legal else 0)


class OtherTextsAreRefused(Line):
    def play(self, move: Any) -> None:
        super().play(move.strip() if isinstance(move, str) else move)


class GarbageIsNoMove(Line):
    def parse_move(self, text: str) -> Any:
        return super().parse_move(text.encode("utf-8").decode())


class WrongTypesAreTypeErrors(Line):
    def play(self, move: Any) -> None:
        super().play(str(move) if isinstance(move, float) else move)


class RandomMovesArePlayable(Line):
    def random_move(self, rng: Rng) -> Any:
        super().random_move(rng)
        return Move(rng.below(9), "?")


class ScoresArePoints(Line):
    def scores(self) -> list[float]:
        return super().scores()[:1]


class OutcomeIsZeroSum(Line):
    def outcome(self) -> list[float]:
        return [abs(value) for value in super().outcome()]


class OutcomeIsZeroSum2(Line):
    def outcome(self) -> list[float]:
        return [0.0, 0.0]


class PlayBringsNoProblems(Line):
    worn = False

    def _play(self, move: int) -> None:
        super()._play(move)
        self.worn = True

    def problems(self) -> list[str]:
        return ["worn"] if self.worn else super().problems()


class EqualSeedsGiveEqualGames(Heaps):
    made = count()

    @classmethod
    def create(cls, options: dict[str, Any], rng: Rng) -> Self:
        state = super().create(options, rng)
        state.heaps[-1] -= next(cls.made) % 3
        return state


class ChanceMovesAreWeighted(Cards):
    def chance_moves(self) -> list[tuple[Move, int]]:
        return [(move, True) for move, _ in super().chance_moves()]


class ChanceMovesAreWeighted2(Cards):
    def chance_moves(self) -> list[tuple[Move, int]]:
        return super().chance_moves()[::-1]


class ChanceMovesCanBePlayed(Cards):
    """A draw that does nothing."""

    def chance_moves(self) -> list[tuple[Move, int]]:
        nothing = [(Move(50, "nothing"), 1)] if self.player() == CHANCE else []
        return super().chance_moves() + nothing

    def _play(self, move: int) -> None:
        if move != 50:
            super()._play(move)

    def max_plies(self) -> int:
        return 1000


class ChanceHasItsOwnStream(Cards):
    """The number of the draw is not part of the key."""

    def play_chance(self) -> Any:
        if "_chance" in self.__dict__:
            self._seed_chance(self.__dict__["_chance"][0])
        return super().play_chance()


class ChanceHasItsOwnStream2(Cards):
    """Draws depend on what the players did."""

    def play_chance(self) -> Any:
        move = self.random_move(Rng.keyed(self.hash(), Stream.chance))
        self.play(move)
        return move
