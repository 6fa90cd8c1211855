"""Sheep and its oracle play the same random games and must agree at every ply."""

from dataclasses import replace
from typing import Any

import pytest

import quadrille
from games.lockstep import Variant, play_in_step
from games.sheep.facts import facts
from oracles.sheep import Oracle
from oracles.sheep_field import Cell
from quadrille import Rng
from support.scale import LENGTH, LONG

GAMES, CHUNK = (400 * LENGTH, 100) if LONG else (10, 10)
"""How many games with each set of options, and how many of them are one test."""

OPTION_SETS: list[dict[str, Any]] = [
    {},
    {"game": 2},
    {"game": 3},
    {"game": 4},
    {"game": 3, "teams": True},
    {"game": 4, "hidden": True, "exponent": 2.0},
    {"game": 2, "hidden": True, "exponent": 1.5},
    {"game": 2, "teams": True, "players": 4, "sheep": 20},
    {"players": 2},
    {"players": 3},
    {"game": 2, "players": 2, "sheep": 64},
    {"game": 3, "players": 2},
    {"game": 3, "players": 3, "exponent": 3.0},
    {"size": 6, "cells": 8, "sheep": 2, "players": 2},
    {"size": 6, "cells": 8, "sheep": 3, "players": 2, "hidden": True},
    {"size": 6, "cells": 8, "sheep": 2},
    {"size": 6, "cells": 10, "sheep": 5, "players": 3, "hidden": True},
    {"size": 6, "cells": 12, "sheep": 4, "game": 4, "hidden": True},
    {"size": 7, "cells": 24, "sheep": 6, "exponent": 1.0},
    {"size": 8, "cells": 32, "sheep": 64, "players": 3, "exponent": 1.1},
    {"size": 9, "cells": 40, "sheep": 9, "hidden": True, "exponent": 2.5},
    {"size": 10, "cells": 50, "sheep": 10, "players": 3, "hidden": True},
    {"size": 16, "cells": 30, "sheep": 12, "teams": True},
    {"size": 20, "cells": 200, "sheep": 12, "players": 2, "hidden": True},
    {"size": 20, "cells": 150, "sheep": 16, "game": 3},
]


def loses_one_in_eight(state: Any, rng: Rng) -> bool:
    return state.phase() == "slide" and rng.below(8) == 0


def variant_of(options: dict[str, Any], oracle: type[Oracle] = Oracle) -> Variant:
    return Variant(
        name_of(options),
        quadrille.game("sheep", **options),
        oracle.parse,
        GAMES,
        CHUNK,
        facts,
        cuts=(options.get("players", 4), 1),
        from_text=True,
    )


def name_of(options: dict[str, Any]) -> str:
    return ",".join(f"{name}={value}" for name, value in options.items()) or "default"


@pytest.mark.parametrize("start", range(0, GAMES, CHUNK))
@pytest.mark.parametrize("options", OPTION_SETS, ids=name_of)
def test_native_rules_agree_with_the_oracle(options: dict[str, Any], start: int) -> None:
    """In one game of four some turns are lost."""
    variant = variant_of(options)
    losing = replace(variant, loses_turn=loses_one_in_eight)
    for seed in range(start, start + CHUNK):
        play_in_step(losing if seed % 4 == 3 else variant, seed)


def test_every_option_is_varied() -> None:
    seen = [tuple(quadrille.game("sheep", **o).options.items()) for o in OPTION_SETS]
    values: dict[str, set[Any]] = {}
    for name, value in (pair for options in seen for pair in options):
        values.setdefault(name, set()).add(value)
    assert len(set(seen)) == len(seen) == 25
    assert values["game"] == {1, 2, 3, 4}
    assert values["players"] == {2, 3, 4}
    assert values["hidden"] == values["teams"] == {False, True}
    assert values["exponent"] == {1.0, 1.1, 1.25, 1.5, 2.0, 2.5, 3.0}
    assert {6, 20} <= values["size"] and {8, 200} <= values["cells"] and {2, 64} <= values["sheep"]


@pytest.mark.parametrize("options", OPTION_SETS, ids=name_of)
def test_maps_are_public_and_follow_from_the_seed(options: dict[str, Any]) -> None:
    game = quadrille.game("sheep", **options)
    for seed in range(20):
        text = game.new(seed).text()
        assert game.new(seed).text() == text
        assert quadrille.game("sheep").parse(text).text() == text
        assert Oracle.parse(text, **options).text() == text
    assert len({game.new(seed).text() for seed in range(20)}) > 1


class CornersConnect(Oracle):
    """An oracle whose regions connect at corners too, to see that it is found and shrunk."""

    def regions(self, player: int) -> list[list[Cell]]:
        left = super().regions(player)
        joined: list[list[Cell]] = []
        while left:
            region = left.pop(0)
            near = {
                (x + right, y + down) for x, y in region for right in (-1, 1) for down in (-1, 1)
            }
            touching = [other for other in left if near & set(other)]
            if touching:
                left = [other for other in left if other not in touching]
                left.insert(0, sorted({cell for part in (region, *touching) for cell in part}))
            else:
                joined.append(region)
        return joined


def test_a_disagreement_is_found_and_shrunk() -> None:
    variant = variant_of({"players": 2, "size": 8, "cells": 30, "sheep": 6}, CornersConnect)
    with pytest.raises(pytest.fail.Exception) as caught:
        for seed in range(50):
            play_in_step(variant, seed)
    message = str(caught.value)
    assert message.startswith("players=2,size=8,cells=30,sheep=6, seed ")
    moves = message.partition("after [")[2].partition("]")[0].split(", ")
    # Two starts, and few slides until two cells of a player touch at a corner.
    assert 3 <= len(moves) <= 8
