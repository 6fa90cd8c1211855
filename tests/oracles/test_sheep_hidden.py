"""What players of Sheep know of hidden counts: views, marks, and all histories by brute force."""

from __future__ import annotations

import random
from itertools import chain

import pytest

from .sheep import Oracle
from .sheep_text import Value

THREE = "players=2 size=6 cells=8 sheep=3 hidden=true "
WALLS = "/######/######/######/######"


def hidden(rows: str, mover: str) -> Oracle:
    return Oracle(f"{THREE}{rows}{WALLS} {mover}")


def rows(state: Oracle) -> str:
    return state.text().removeprefix(THREE).replace(WALLS, "")


def test_a_view_hides_what_others_hold() -> None:
    state = hidden("A2B3..../####A1.", "1")
    assert rows(state.view(1)) == "A?B3..../####A?. 1"
    # Three sheep on the only cell are no secret, nor is one on each of three cells.
    assert rows(state.view(0)) == "A2B3..../####A1. 1"
    assert rows(hidden("A1B3.A1../####A1.", "2").view(1)) == "A1B3.A1../####A1. 2"
    other = hidden("A2B2..../####A1B1", "2")
    assert rows(other.view(0).view(1)) == "A?B?..../####A?B? 2"
    # Where nothing is hidden a view is the state.
    text = "players=2 size=6 cells=8 sheep=3 A2B3..../####A1." + WALLS + " 1"
    assert Oracle(text).view(1).text() == text
    assert Oracle(text).count_vectors(0) == {(2, 3, 1)}


def test_partners_hide_their_counts_too() -> None:
    state = Oracle(game=3, teams=True)
    while len(state.cells_of(0)) < 2 or len(state.cells_of(1)) < 2:
        state.play(state.legal_moves()[0])
    hidden_from = [
        {state.owner[cell] for cell, count in state.view(player).count.items() if count is None}
        for player in range(4)
    ]
    assert 0 in hidden_from[2] and 1 in hidden_from[3]


def test_moves_as_others_see_them() -> None:
    state = hidden("A3B3..../####..", "2")
    assert state.legal_moves() == ["b1-f1:1", "b1-f1:2"]
    assert state.seen("b1-f1:2", 0) == "b1-f1:?"
    assert state.seen("b1-f1:2", 1) == "b1-f1:2"
    assert state.seen("pass", 0) == "pass"
    assert Oracle(game=3).seen("c4", 1) == "c4"
    assert Oracle().seen("c4-h4:5", 1) == "c4-h4:5"


def test_moves_in_a_view() -> None:
    state = hidden("A2B3..../####A1.", "1")
    assert state.legal_moves() == ["pass"]
    # To B either cell of A may hold two.
    view = state.view(1)
    assert view.legal_moves() == []
    with pytest.raises(ValueError, match="illegal move"):
        view.play("pass")
    # All cells of A are known by now, whoever looks.
    view = hidden("A1!.A1!..B3/####A1!.", "1").view(1)
    assert view.legal_moves() == ["pass"]


def test_a_pass_marks_the_cells_that_could_slide() -> None:
    state = hidden("A2B3..../####A1.", "1")
    assert state.count_vectors(1) == {(2, 3, 1), (1, 3, 2)}
    assert state.count_vectors(0) == {(2, 3, 1)}
    state.play("pass")
    assert rows(state) == "A2B3..../####A1!. 2"
    assert rows(state.view(1)) == "A2B3..../####A1!. 2", "the other cell holds the rest"
    assert state.count_vectors(1) == {(2, 3, 1)}


def test_a_lost_turn_teaches_nothing() -> None:
    state = hidden("A2B3..../####A1.", "1")
    state.lose_turn()
    assert rows(state) == "A2B3..../####A1. 2"
    assert state.count_vectors(1) == {(2, 3, 1), (1, 3, 2)}


def test_who_is_stuck_knows_that_somebody_is_not() -> None:
    # B cannot move. The game is not over, so A's open cell holds two.
    state = hidden("A1B1B1B1../####A2.", "1")
    assert state.count_vectors(1) == {(1, 1, 1, 1, 2)}
    assert state.view(1).count_vectors(1) == {(1, 1, 1, 1, 2)}
    # To A any of B's cells may hold one only: it has three of them.
    assert state.count_vectors(0) == {(1, 1, 1, 1, 2)}


def test_the_end_marks_the_cells_of_all() -> None:
    state = hidden("A3B2..../####B1.", "2")
    state.play("b1-f1:1")
    # A has sheep left, and c1 is not beside it.
    assert rows(state) == "A3B1!...B1!/####B1!. -"
    assert rows(state.view(0)) == "A3B1!...B1!/####B1!. -"
    assert rows(state.view(1)) == "A3B1!...B1!/####B1!. -"
    state = hidden("A2B1!.B1!.A1!/####.B1!", "-")
    assert state.count_vectors(1) == {(2, 1, 1, 1, 1)}


# --- by brute force ------------------------------------------------------------------------

FIELDS: list[dict[str, Value]] = [
    {"players": 2, "cells": 8, "sheep": 3},
    {"players": 2, "cells": 9, "sheep": 4},
    {"players": 2, "cells": 10, "sheep": 5},
    {"players": 3, "cells": 8, "sheep": 3},
    {"players": 3, "cells": 9, "sheep": 4},
    {"players": 3, "cells": 10, "sheep": 3},
    {"players": 4, "cells": 10, "sheep": 3},
    {"players": 4, "cells": 12, "sheep": 3, "teams": True},
]


def vector(state: Oracle) -> tuple[int, ...]:
    counts = [state.count[cell] for cell in state.order if cell in state.owner]
    return tuple(count for count in counts if count is not None)


def worlds_after(worlds: list[Oracle], move: str, player: int) -> list[Oracle]:
    """All that may be, to this player, after a move that it saw so."""
    found = {}
    for world in worlds:
        for own in world.legal_moves():
            if world.seen(own, player) == move:
                after = world.copy()
                after.play(own)
                found[vector(after)] = after
    return list(found.values())


@pytest.mark.parametrize("options", FIELDS, ids=str)
@pytest.mark.parametrize("lost", [0.0, 0.25], ids=["all turns", "some turns lost"])
def test_brute_force(options: dict[str, Value], lost: float) -> None:
    """Follow every history of counts that fits what a player saw; nothing else may be dealt."""
    rng = random.Random(1)
    stuck = 0
    for _ in range(12):
        state = Oracle.drawn(rng, size=6, hidden=True, **options)
        everything = [[state.copy()] for _ in range(state.players)]  # by viewer
        while not state.is_over():
            if not state.starting() and rng.random() < lost:
                state.lose_turn()
                for world in chain(*everything):
                    world.lose_turn()
            else:
                move = rng.choice(state.legal_moves())
                for player, worlds in enumerate(everything):
                    seen = state.seen(move, player)
                    everything[player] = worlds_after(worlds, seen, player)
                state.play(move)
            for player, worlds in enumerate(everything):
                # The player sees whether the game is over.
                still = [world for world in worlds if world.is_over() == state.is_over()]
                everything[player] = still
                stuck += len(still) < len(worlds)
                vectors = {vector(world) for world in still}
                assert vector(state) in vectors
                assert vectors == state.count_vectors(player), (state.text(), player)
                assert {world.view(player).text() for world in still} == {state.view(player).text()}
                view = Oracle(state.view(player).text())
                assert view.count_vectors(player) == vectors
                if None not in view.count.values():
                    assert len(vectors) == 1, "what is shown can be worked out"
    assert stuck > 0, "some ends have taught something"
