"""Carcassonne and its oracle play the same random games and must agree at every ply."""

from dataclasses import replace
from functools import partial
from typing import Any

import pytest

import quadrille
from games.carcassonne.facts import facts
from games.lockstep import Variant, chunks, play_in_step
from oracles.carcassonne import Oracle
from oracles.carcassonne_board import Feature
from quadrille import Rng
from support.scale import LENGTH, LONG

OPTION_SETS: list[dict[str, Any]] = [
    *(
        {"river": river, "inns": inns, "abbot": abbot}
        for river in (False, True)
        for inns in (False, True)
        for abbot in (False, True)
    ),
    {"farmers": False},
    {"small_city": True},
    {"farmers": False, "small_city": True, "inns": True},
    {"start_tile": False},
    {"start_tile": False, "river": True},
    {"start_tile": False, "river": True, "inns": True, "abbot": True, "farmers": False},
    {"players": 1, "meeples": 1},
    {"players": 1, "inns": True, "small_city": True},
    {"players": 3, "meeples": 3},
    {"players": 3, "meeples": 10, "inns": True},
    {"players": 4},
    {"players": 4, "meeples": 1, "abbot": True},
    {"players": 5, "farmers": False},
    {"players": 6, "inns": True, "abbot": True},
    {"players": 6, "inns": True, "abbot": True, "river": True, "meeples": 1},
    {"board": 1},
    {"board": 1, "river": True, "start_tile": False, "abbot": True},
    {"board": 5},
    {"board": 5, "river": True, "inns": True, "start_tile": False},
    {"board": 8, "river": True},
    {"board": 8, "river": True, "abbot": True, "meeples": 3},
    {"board": 15, "inns": True, "abbot": True},
]


def variant_of(options: dict[str, Any], oracle: type[Oracle] = Oracle) -> Variant:
    name = ",".join(f"{name}={value}" for name, value in options.items() if value is not False)
    off = ",".join(f"no {name}" for name in ("farmers", "start_tile") if options.get(name) is False)
    return Variant(
        ",".join(filter(None, (name, off))) or "default",
        quadrille.game("carcassonne", **options),
        partial(oracle, **options),
        *((69 * LENGTH, 23) if LONG else (3, 3)),
        facts,
        cuts=(3 * options.get("players", 2), 3, 1),
    )


VARIANTS = [variant_of(options) for options in OPTION_SETS]


@pytest.mark.parametrize(("variant", "first"), chunks(VARIANTS))
def test_native_rules_agree_with_the_oracle(variant: Variant, first: int) -> None:
    for seed in range(first, first + variant.chunk):
        play_in_step(variant, seed)


def test_every_option_is_varied() -> None:
    seen = [tuple(quadrille.game("carcassonne", **o).options.items()) for o in OPTION_SETS]
    values: dict[str, set[Any]] = {}
    for name, value in (pair for options in seen for pair in options):
        values.setdefault(name, set()).add(value)
    assert len(set(seen)) == len(seen) == 30
    assert values.pop("players") == {1, 2, 3, 4, 5, 6}
    assert values.pop("board") == {0, 1, 5, 8, 15}
    assert values.pop("meeples") == {1, 3, 7, 10}
    assert all(found == {False, True} for found in values.values())


def stretch(moves: list[Any], rng: Rng) -> Any:
    """A move far out more often than not, so that the map grows long."""
    if "@" not in str(moves[0]) or rng.below(5) == 0:
        return moves[rng.below(len(moves))]
    cells = [tuple(map(int, str(move).partition("@")[0].split(","))) for move in moves]
    reach = [abs(x) + 2 * abs(y) for x, y in cells]
    return moves[reach.index(max(reach))]


@pytest.mark.parametrize("options", [{}, {"river": True, "inns": True, "abbot": True}], ids=str)
def test_long_maps_agree_too(options: dict[str, Any]) -> None:
    """Maps longer than 32 cells, which the native rules look up in another way."""
    variant = replace(variant_of(options), choose=stretch)
    longest = 0
    for seed in range(40 if LONG else 2):
        tiles = play_in_step(variant, seed).tiles()
        longest = max(longest, *(max(axis) - min(axis) for axis in sides(tiles)))
    assert longest > 40


def sides(tiles: list[Any]) -> tuple[list[int], list[int]]:
    return [tile.x for tile in tiles], [tile.y for tile in tiles]


class LonelyMonks(Oracle):
    """An oracle to which a monastery alone is worth nothing, to see that it is found and shrunk."""

    def _value(self, feature: Feature) -> int:
        return super()._value(feature) - (feature.kind == "monastery")


def test_a_disagreement_is_found_and_shrunk() -> None:
    variant = variant_of({"meeples": 3}, LonelyMonks)
    with pytest.raises(pytest.fail.Exception) as caught:
        for seed in range(50):
            play_in_step(variant, seed)
    message = str(caught.value)
    assert message.startswith("meeples=3, seed ")
    moves = message.partition("after [")[2].partition("]")[0].split(", ")
    assert moves[-2] in ("'A'", "'B'") and "@" in moves[-1], "a monastery has just been placed"
    assert len(moves) <= 8, "and few tiles lead to it"
