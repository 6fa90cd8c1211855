"""Moves of games written in Python."""

from typing import Self


class Move(int):
    """A move of a Python-written game: a number below 2**32 with its notation."""

    text: str

    def __new__(cls, value: int, text: str) -> Self:
        move = super().__new__(cls, value)
        move.text = text
        return move

    @property
    def value(self) -> int:
        """The packed number."""
        return int(self)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Move({self.text!r})"

    def __reduce__(self) -> tuple[type["Move"], tuple[int, str]]:
        return type(self), (int(self), self.text)
