"""Games that break the clauses about texts, hashes, pickles and options."""

from typing import Any, ClassVar, Self

from quadrille import BadPosition, Move, Option
from quadrille.core.options import split_options, with_options

from .bases import Heaps, Line

COLOURED = (
    *Heaps.option_fields(),
    Option("colour", "choice", "red", choices=("red", "green", "blue"), doc="Of the beans."),
)


class TextIsOneLine(Line):
    def text(self) -> str:
        return super().text().replace("/", "\n")

    @classmethod
    def parse(cls, options: dict[str, Any], text: str) -> Self:
        return super().parse(options, text.replace("\n", "/"))


class TextRoundTrips(Line):
    moved = 0

    def _play(self, move: int) -> None:
        super()._play(move)
        self.moved = 1

    def hash(self) -> int:
        return super().hash() ^ self.moved


class TextRoundTrips2(Heaps):
    """Forgets the mover, so that the other player seems to win."""

    @classmethod
    def parse(cls, options: dict[str, Any], text: str) -> Self:
        state = super().parse(options, text)
        if state.is_over():
            state.mover = 0
        return state


class TextCarriesTheOptions(Heaps):
    def text(self) -> str:
        return self.body()


class OptionConflictsAreRefused(Heaps):
    """The game's colour silently wins over the text's."""

    tried: ClassVar[dict[str, Any]] = {"colour": "green"}

    @staticmethod
    def option_fields() -> tuple[Option, ...]:
        return COLOURED

    def text(self) -> str:
        return with_options(COLOURED, self._options, self.body())

    @classmethod
    def parse(cls, options: dict[str, Any], text: str) -> Self:
        values, body = split_options(COLOURED, {**options, "colour": "red"}, text)
        colour = values.pop("colour") if options["colour"] == "red" else options["colour"]
        plain = {"heaps": values["heaps"], "misere": values["misere"]}
        state = super().parse(plain, body)
        state._options["colour"] = colour
        return state


class BrokenTextsAreRefused(Line):
    @classmethod
    def parse(cls, options: dict[str, Any], text: str) -> Self:
        if text[3] != "/":
            raise BadPosition("expected '/'")
        return super().parse(options, text)


class BrokenTextsAreRefused2(Line):
    """Sets up what cannot arise in play."""

    @classmethod
    def parse(cls, options: dict[str, Any], text: str) -> Self:
        try:
            return super().parse(options, text)
        except BadPosition as error:
            if "turn" not in str(error):
                raise
            return cls(text.replace("/", ""))


class MoveTextsRoundTrip(Line):
    def move_text(self, move: Any) -> str:
        return f"square {super().move_text(move)}"


class MoveTextsRoundTrip2(Line):
    def legal_moves(self) -> list[Move]:
        return [Move(move, " 1" if move == 0 else str(move)) for move in super().legal_moves()]


class HashIs64Bits(Line):
    def hash(self) -> int:
        return super().hash() - 2**64


class HashesDiffer(Line):
    def hash(self) -> int:
        return super().hash() & 7


class CanonicalKeyIsOfThePosition(Line):
    def canonical_key(self) -> int:
        return id(self)


class PicklesRoundTrip(Line):
    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), ()
