"""Carcassonne and its oracle play the same random games and must agree at every ply."""

import os
from functools import partial
from typing import Any

import pytest

import quadrille
from lockstep import Pairs, Variant, chunks, play_in_step
from oracles.carcassonne import Oracle
from oracles.carcassonne_board import Feature

LONG = os.environ.get("QUADRILLE_LONG") == "1"
FULL_EVERY = 13
"""Regions and dead cells are compared at every so many plies: no multiple of a turn's three."""

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


def regions_of(state: Any) -> set[tuple[Any, ...]]:
    """The regions of a native state in a form that compares."""
    players = state.num_players()
    found = set()
    for region in state.regions():
        assert not any(region.strength[players:])
        spots = frozenset((x, y, spot) for (x, y), spot in region.spots)
        facts = (region.open, region.complete, region.pennants, region.special, region.value)
        strength = (tuple(region.strength[:players]), tuple(region.owners))
        found.add((region.kind, tuple(region.cells), spots, *facts, *strength))
    assert len(found) == len(state.regions())
    return found


def oracle_regions(oracle: Oracle) -> set[tuple[Any, ...]]:
    """The same of an oracle."""
    found = set()
    for region in oracle.regions():
        special = region["inn"] or region["cathedral"]
        facts = (region["open"], region["complete"], region["pennants"], special, region["value"])
        strength = (tuple(region["strength"]), tuple(region["owners"]))
        spots = frozenset(region["spots"])
        found.add((region["kind"], tuple(region["cells"]), spots, *facts, *strength))
    return found


def facts(state: Any, oracle: Oracle, ply: int) -> Pairs:
    """What the two say of a position."""
    yield "text", state.text(), oracle.text()
    yield "player", state.player(), oracle.player()
    yield "legal moves", sorted(map(str, state.legal_moves())), oracle.legal_moves()
    chance = {str(move): weight for move, weight in state.chance_moves()}
    yield "chance moves", chance, oracle.chance_moves()
    supplies = [(supply.meeple, supply.big, supply.abbot) for supply in state.meeples()]
    yield "supplies", supplies, oracle.supply()
    yield "is over", state.is_over(), oracle.is_over()
    full = ply % FULL_EVERY == 0 or state.is_over()
    if oracle.step != "place" or full:  # a tile drawn changes no score
        breakdown = oracle.breakdown()
        yield "scores", state.scores(), [sum(parts.values()) for parts in breakdown]
        yield "breakdown", state.breakdown(), breakdown
    if state.is_over():
        yield "outcome", state.outcome(), oracle.outcome()
    if full:
        yield "points", state.points(), oracle.points
        yield "regions", regions_of(state), oracle_regions(oracle)
        yield "problems", state.problems(), []
        if oracle.board:  # no cell is next to a tile before there is one
            yield "open cells", state.open_cells(), oracle.open_cells()
            yield "dead cells", state.dead_cells(), oracle.dead_cells()


def variant_of(options: dict[str, Any], oracle: type[Oracle] = Oracle) -> Variant:
    name = ",".join(f"{name}={value}" for name, value in options.items() if value is not False)
    off = ",".join(f"no {name}" for name in ("farmers", "start_tile") if options.get(name) is False)
    return Variant(
        ",".join(filter(None, (name, off))) or "default",
        quadrille.game("carcassonne", **options),
        partial(oracle, **options),
        *((667, 23) if LONG else (10, 10)),
        facts,
        (3 * options.get("players", 2), 3, 1),
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


class NoTies(Oracle):
    """An oracle in which the first of those who tie gets all, to see that it is found."""

    def _owners(self, feature: Feature) -> list[int]:
        return super()._owners(feature)[:1]


def test_a_disagreement_is_found_and_shrunk() -> None:
    variant = variant_of({"meeples": 3}, NoTies)
    with pytest.raises(pytest.fail.Exception) as caught:
        for seed in range(50):
            play_in_step(variant, seed)
    message = str(caught.value)
    assert message.startswith("meeples=3, seed ")
    moves = message.partition("after [")[2].partition("]")[0].split(", ")
    # Two claims and a tile that joins them: seldom much more than three turns are needed.
    assert 8 <= len(moves) <= 21
