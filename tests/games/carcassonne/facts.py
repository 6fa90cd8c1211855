"""What Carcassonne and its oracle say of a position, in forms that compare."""

from typing import Any

from games.lockstep import Pairs
from oracles.carcassonne import Oracle

FULL_EVERY = 13
"""Regions and dead cells are compared at every so many plies: no multiple of a turn's three."""


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
