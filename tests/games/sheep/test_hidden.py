"""Hidden counts of Sheep: redeals produce exactly the counts that the oracle allows."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from math import sqrt
from typing import Any

import pytest

import quadrille
from oracles.sheep import Oracle
from quadrille import Rng
from support.scale import LONG

GAMES = 100 if LONG else 4
"""How many games with each set of options."""
DRAWS_EACH = 40
"""How many redeals for each possible vector of counts."""
MAX_VECTORS = 60
"""In larger sets of vectors not every one must be drawn."""

OPTION_SETS: list[dict[str, Any]] = [
    {"players": 2, "size": 6, "cells": 9, "sheep": 4, "hidden": True},
    {"players": 2, "size": 6, "cells": 12, "sheep": 5, "game": 3},
    {"players": 3, "size": 6, "cells": 10, "sheep": 3, "hidden": True},
    {"players": 3, "size": 6, "cells": 12, "sheep": 4, "hidden": True},
    {"players": 4, "size": 6, "cells": 12, "sheep": 3, "hidden": True},
    {"size": 7, "cells": 14, "sheep": 3, "game": 3, "teams": True},
]

each_option_set = pytest.mark.parametrize(
    "options", OPTION_SETS, ids=lambda o: ",".join(f"{name}={value}" for name, value in o.items())
)


def counts(state: Any) -> tuple[int, ...]:
    """How many sheep stand on the occupied cells, in cell order."""
    return tuple(flock.sheep for flock in state.flocks())


def positions(options: dict[str, Any]) -> Iterator[Any]:
    """All positions of some random games in which turns are lost now and then."""
    game = quadrille.game("sheep", **options)
    for seed in range(GAMES):
        rng = Rng(seed)
        state = game.new(seed)
        yield state
        while not state.is_over():
            if state.phase() == "slide" and rng.below(8) == 0:
                state.lose_turn()
            else:
                state.play(state.random_move(rng))
            yield state


@cache
def vectors(view_text: str, player: int) -> frozenset[tuple[int, ...]]:
    """All vectors of counts that this player's view allows."""
    return frozenset(Oracle.parse(view_text).count_vectors(player))


@each_option_set
def test_only_what_may_be_is_dealt(options: dict[str, Any]) -> None:
    rng = Rng(1)
    for state in positions(options):
        for player in range(state.num_players()):
            view = state.view(player).text()
            assert counts(state) in vectors(view, player), state.text()
            for _ in range(10):
                dealt = state.redeal(player, rng)
                assert counts(dealt) in vectors(view, player), (state.text(), player)
                assert dealt.problems() == []
                assert dealt.view(player).text() == view
                assert dealt.player() == state.player()


def critical(freedom: int) -> float:
    """What chi-square exceeds once in a million draws (Wilson and Hilferty's approximation)."""
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + 4.753 * sqrt(part)) ** 3)


@each_option_set
def test_all_that_may_be_is_dealt_equally_often(options: dict[str, Any]) -> None:
    rng = Rng(2)
    tested = 0
    for state in positions(options):
        for player in range(state.num_players()):
            view = state.view(player)
            every = vectors(view.text(), player)
            if not 2 <= len(every) <= MAX_VECTORS or rng.below(3):
                continue
            tested += 1
            found = Counter(
                counts(view.redeal(player, rng)) for _ in range(DRAWS_EACH * len(every))
            )
            assert set(found) == every, (view.text(), player)
            square = sum((found[one] - DRAWS_EACH) ** 2 / DRAWS_EACH for one in every)
            assert square < critical(len(every) - 1), (view.text(), player, found)
    assert tested > 10


@each_option_set
def test_equal_views_give_equal_deals(options: dict[str, Any]) -> None:
    rng = Rng(3)
    game = quadrille.game("sheep", **options)
    for number, state in enumerate(positions(options)):
        for player in range(state.num_players()):
            view = state.view(player)
            expected = state.redeal(player, Rng(number)).text()
            others = (view, game.parse(view.text()), state.redeal(player, rng))
            for other in others:
                assert other.redeal(player, Rng(number)).text() == expected
            assert state.redeal(player, Rng(number)) == view.redeal(player, Rng(number))


@pytest.mark.parametrize("options", [{}, {"game": 2}, {"game": 4}], ids=str)
def test_open_counts_are_dealt_as_they_are(options: dict[str, Any]) -> None:
    for state in positions(options):
        assert state.redeal(state.num_players() - 1, Rng(0)).text() == state.text()
