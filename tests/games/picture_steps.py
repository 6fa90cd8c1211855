"""Positions to draw along a random game, and what tests look for in their pictures."""

from typing import Any, NamedTuple
from xml.etree import ElementTree

from quadrille import Game, Rng


class Step(NamedTuple):
    """A position of a game, with the one before it and the move between them."""

    state: Any
    before: Any = None
    move: Any = None


def steps_of(game: Game, seed: int, first: int, count: int) -> list[Step]:
    """The first positions of a random game, its last, and about so many between."""
    rng = Rng(seed)
    found = [Step(game.new(seed))]
    while not found[-1].state.is_over():
        before = found[-1].state
        move, state = before.random_move(rng), before.copy()
        state.play(move)
        found.append(Step(state, before, move))
    return [*found[:first], *found[first : -1 : max(1, len(found) // count)], found[-1]]


def elements(picture: str) -> list[ElementTree.Element]:
    """Every element of a picture."""
    return list(ElementTree.fromstring(picture).iter())


def with_class(picture: str, class_: str) -> list[ElementTree.Element]:
    """Those of a class."""
    return [each for each in elements(picture) if class_ in each.get("class", "").split()]


def spots(picture: str) -> list[str]:
    """Everything that can be clicked."""
    return [spot for each in elements(picture) if (spot := each.get("data-spot")) is not None]
