"""The inputs of Carcassonne, against a map walked tile by tile and the page of the game."""

from collections import Counter
from typing import Any

import pytest

import quadrille
from support.positions import random_positions

KINDS = 62
PLAYERS = 4 + 6 + 16 + 5 * KINDS
RIVALS = PLAYERS + 6 * 95
MAIN = RIVALS + 5 * 39 + 6
SACRED = MAIN + 432 + 72
LEADS = (-40.0, -25.0, -15.0, -8.0, -4.0, -1.0, 1.0, 4.0, 8.0, 15.0, 25.0, 40.0)
VARIANTS: list[dict[str, Any]] = [{}, {"players": 4, "inns": True, "abbot": True, "river": True}]


def stake(strength: list[int], viewer: int) -> int:
    mine = strength[viewer]
    others = max([0, *strength[:viewer], *strength[viewer + 1 :]])
    if mine == 0:
        return 5 if others else 0
    return 1 if others == 0 else 2 if mine > others else 3 if mine == others else 4


def main_by_hand(state: Any, viewer: int) -> Counter[tuple[int, int, int, int]]:
    """Unfinished cities and roads: kind, stake, tiles, open ends."""
    return Counter(
        (
            ["city", "road"].index(region.kind),
            stake(region.strength, viewer),
            sum(len(set(region.cells)) >= bound for bound in (3, 5, 8)),
            min(region.open, 3) - 1,
        )
        for region in state.regions()
        if region.kind in ("city", "road") and not region.complete
    )


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_features_are_counted_by_sort(options: dict[str, Any]) -> None:
    positions = list(random_positions(quadrille.game("carcassonne", **options), 2))[::9]
    for state in positions:
        for viewer in range(state.num_players()):
            inputs = [int(number) for number in state.inputs("net", viewer)]
            sorts: Counter[tuple[int, int, int, int]] = Counter()
            for number in inputs:
                if MAIN <= number < MAIN + 432:
                    rest, ends = divmod((number - MAIN) // 3, 3)
                    rest, size = divmod(rest, 4)
                    sorts[(*divmod(rest, 6), size, ends)] += 1
            assert sorts == main_by_hand(state, viewer)
            sacred = Counter(
                (0 if region.strength[viewer] else 9) + 8 - region.open
                for region in state.regions()
                if region.kind in ("monastery", "garden") and any(region.strength)
            )
            told = Counter(n - SACRED for n in inputs if SACRED <= n < SACRED + 18)
            assert told == sacred


def test_leads_are_those_of_the_scores() -> None:
    for state in list(random_positions(quadrille.game("carcassonne"), 2))[::5]:
        scores = state.scores()
        for viewer in (0, 1):
            lead = scores[viewer] - scores[1 - viewer]
            inputs = set(map(int, state.inputs("net", viewer)))
            assert RIVALS + 13 + sum(lead >= bound for bound in LEADS) in inputs


def test_moves_are_told_by_what_they_bring() -> None:
    gains = (1, 3, 5, 8, 12, 18)
    points_at = 2 + 7 + 7 + 9 + 6 + KINDS + 120 + 36 + 6
    seen = set()
    for state in list(random_positions(quadrille.game("carcassonne"), 30))[::11]:
        values = state.move_values()
        for move, value in zip(state.legal_moves(), values, strict=True):
            inputs = set(map(int, state.move_inputs("net", move)))
            rank = sum(other > value + 1e-4 for other in values)
            assert 25 + sum(rank >= bound for bound in (1, 2, 3, 6, 11)) in inputs
            if state.hand():
                after = state.copy()
                after.play(move)
                mover = state.player()
                done = [r for r in after.regions() if r.kind in ("city", "road") and r.complete]
                gained = sum(region.value for region in done if mover in region.owners)
                assert points_at + sum(gained >= bound for bound in gains) in inputs
                seen.add(gained)
    assert len(seen) > 8
