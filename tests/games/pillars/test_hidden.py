"""Hidden hands of Pillars: what is dealt again is just what the oracle says may be."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import ceil, sqrt
from typing import Any

import pytest

import quadrille
from games.pillars.facts import dealt
from oracles.pillars import Oracle
from oracles.pillars_team import Cards
from quadrille import Rng
from support.scale import LONG

GAMES = 40 if LONG else 2
"""How many games with each set of options."""
LEAST = 20
"""How often the rarest hand is to be expected among those drawn."""
MAX_DRAWS = 3_000
"""Where it takes more draws, the numbers are not tested."""

OPTION_SETS: list[dict[str, Any]] = [
    {"gamers": 1, "moves": 2, "builds": 3},
    {"gamers": 2},
    {"gamers": 2, "moves": 2, "builds": 1},
    {"gamers": 3},
    {"gamers": 3, "moves": 4, "builds": 3, "build": "adjacent"},
    {"gamers": 5, "moves": 4, "builds": 3},
    {"gamers": 4, "moves": 3, "builds": 8},
]
HIDING = {"open_hands": False, "rounds": 12}

each_option_set = pytest.mark.parametrize(
    "options", OPTION_SETS, ids=lambda o: ",".join(f"{name}={value}" for name, value in o.items())
)


def positions(options: dict[str, Any]) -> Iterator[Any]:
    """All positions of some random games."""
    game = quadrille.game("pillars", **{**HIDING, **options})
    for seed in range(GAMES):
        rng = Rng(seed)
        state = game.new(seed)
        yield state
        while not state.is_over():
            state.play(state.random_move(rng))
            yield state


@cache
def hands(view_text: str, player: int) -> dict[tuple[Cards, Cards], Fraction]:
    """What the other team may hold, to this player, and how likely that is."""
    return Oracle.parse(view_text).hands_possible(player)


def viewers(state: Any) -> list[tuple[int, int]]:
    """A player of each side, and the other side."""
    return [(0, 1), (int(state.gamers()), 0)]


@each_option_set
def test_only_what_may_be_is_dealt(options: dict[str, Any]) -> None:
    rng = Rng(1)
    for state in positions(options):
        for player, other in viewers(state):
            view = state.view(player).text()
            assert dealt(state, other) in hands(view, player), state.text()
            for _ in range(5):
                again = state.redeal(player, rng)
                assert dealt(again, other) in hands(view, player), (state.text(), player)
                # All else is as it was.
                assert dealt(again, 1 - other) == dealt(state, 1 - other)
                assert again.view(player).text() == view
                assert again.problems() == []
                assert again.player() == state.player()


def critical(freedom: int) -> float:
    """What chi-square passes once in a million (Wilson and Hilferty's approximation)."""
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + 4.753 * sqrt(part)) ** 3)


@each_option_set
def test_hands_are_dealt_as_often_as_they_should_be(options: dict[str, Any]) -> None:
    rng = Rng(2)
    tested = known = 0
    for state in positions(options):
        for player, other in viewers(state):
            view = state.view(player)
            every = hands(view.text(), player)
            draws = ceil(LEAST / min(every.values()))
            cards = state.known_cards(other)
            known_now = cards.moves + cards.builds
            if len(every) < 2 or draws > MAX_DRAWS or (rng.below(3) and not known_now):
                continue
            tested += 1
            known += known_now
            found = Counter(dealt(view.redeal(player, rng), other) for _ in range(draws))
            assert set(found) == set(every), (view.text(), player)
            expected = {one: float(chance * draws) for one, chance in every.items()}
            square = sum((found[one] - mean) ** 2 / mean for one, mean in expected.items())
            assert square < critical(len(every) - 1), (view.text(), player, found)
    assert tested > 5
    gamers = options["gamers"]
    deck = options.get("moves", gamers) + options.get("builds", gamers)
    assert (known > 0) == (deck % gamers > 0), "refills come in the middle of draws or not"


@each_option_set
def test_equal_views_give_equal_deals(options: dict[str, Any]) -> None:
    rng = Rng(3)
    game = quadrille.game("pillars", **{**HIDING, **options})
    for number, state in enumerate(positions(options)):
        for player, _ in viewers(state):
            view = state.view(player)
            expected = state.redeal(player, Rng(number)).text()
            others = (view, game.parse(view.text()), state.redeal(player, rng))
            for other in others:
                assert other.redeal(player, Rng(number)).text() == expected
            assert state.redeal(player, Rng(number)) == view.redeal(player, Rng(number))
            # Team mates share one view.
            mate = player + state.gamers() - 1
            assert state.view(mate).text() == view.text()
            assert state.redeal(mate, Rng(number)).text() == expected


@each_option_set
def test_views_with_hidden_hands_are_not_played_on(options: dict[str, Any]) -> None:
    for state in positions(options):
        for player, _ in viewers(state):
            view = state.view(player)
            if "?" in view.text() and not state.is_over():
                assert view.player() == state.player()
                moves = [*state.legal_moves(), *(move for move, _ in state.chance_moves())]
                with pytest.raises(quadrille.IllegalMove):
                    view.play(moves[0])


def test_open_hands_are_dealt_as_they_are() -> None:
    for state in positions({"gamers": 2, "open_hands": True}):
        assert state.redeal(3, Rng(0)).text() == state.text()
        assert state.view(3).text() == state.text()
