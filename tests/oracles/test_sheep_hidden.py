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
    assert rows(state.view(0)) == "A2B?..../####A1. 1"
    assert rows(state.view(1)) == "A?B3..../####A?. 1"
    assert rows(state.view(0).view(1)) == "A?B?..../####A?. 1"
    # Where nothing is hidden a view is the state.
    text = "players=2 size=6 cells=8 sheep=3 A2B3..../####A1." + WALLS + " 1"
    assert Oracle(text).view(1).text() == text
    assert Oracle(text).count_vectors(0) == {(2, 3, 1)}


def test_partners_hide_their_counts_too() -> None:
    state = Oracle(game=3, teams=True)
    for _ in range(4):
        state.play(state.legal_moves()[0])
    assert sum(count is not None for count in state.view(2).count.values()) == 1


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
    # To B either cell of A may hold two; a1 has no free neighbour.
    view = state.view(1)
    assert view.legal_moves() == ["e2-d1:?", "e2-e1:?", "e2-f1:?", "e2-f2:?", "pass"]
    view.play("pass")
    assert rows(view) == "A?B3..../####A1!. 2"
    assert view.legal_moves() == ["b1-f1:1", "b1-f1:2"]
    other = state.view(1)
    other.play("e2-f1:?")
    assert rows(other) == "A?B3...A?/####A?. 2"
    # All cells of A are known by now, whoever looks.
    view = hidden("A1!.A1!..B3/####A1!.", "1").view(1)
    assert view.legal_moves() == ["pass"]


def test_a_pass_marks_the_cells_that_could_slide() -> None:
    state = hidden("A2B3..../####A1.", "1")
    assert state.count_vectors(1) == {(2, 3, 1), (1, 3, 2)}
    assert state.count_vectors(0) == {(2, 3, 1)}
    state.play("pass")
    assert rows(state) == "A2B3..../####A1!. 2"
    assert rows(state.view(1)) == "A?B3..../####A1!. 2"
    assert state.count_vectors(1) == {(2, 3, 1)}


def test_a_lost_turn_teaches_nothing() -> None:
    state = hidden("A2B3..../####A1.", "1")
    state.lose_turn()
    assert rows(state) == "A2B3..../####A1. 2"
    assert state.count_vectors(1) == {(2, 3, 1), (1, 3, 2)}
    view = hidden("A2B3..../####A1.", "1").view(1)
    view.lose_turn()
    assert view.text() == state.view(1).text()


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
    assert rows(state.view(1)) == "A?B1!...B1!/####B1!. -"
    state = hidden("A2B1!.B1!.A1!/####.B1!", "-")
    assert state.count_vectors(1) == {(2, 1, 1, 1, 1)}


def test_a_view_ends_only_if_it_must() -> None:
    # Three sheep on three cells are one on each: A sees that the game is over.
    view = hidden("A3B1...B2/####..", "2").view(0)
    assert view.legal_moves() == ["b1-e1:?", "f1-c1:?", "f1-e2:?", "f1-f2:?", "pass"]
    view.play("f1-f2:?")
    assert rows(view) == "A3B1!...B1!/####.B1! -"
    # With four sheep it may go on, and A cannot tell.
    text = "players=2 size=6 cells=8 sheep=4 hidden=true A4B1...B3/####.." + WALLS
    view = Oracle(text + " 2").view(0)
    view.play("f1-f2:?")
    assert view.player() == 0
    assert view.legal_moves() == ["pass"]


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
        views = [state.view(player) for player in range(state.players)]
        while not state.is_over():
            if not state.starting() and rng.random() < lost:
                state.lose_turn()
                for world in (*chain(*everything), *views):
                    world.lose_turn()
            else:
                move = rng.choice(state.legal_moves())
                before = [views[player].text() for player in range(state.players)]
                assert before == [state.view(player).text() for player in range(state.players)]
                for player, worlds in enumerate(everything):
                    seen = state.seen(move, player)
                    everything[player] = worlds_after(worlds, seen, player)
                    assert seen in views[player].legal_moves()
                    views[player].play(seen)
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
                # A view that is played on may not know that the game has ended. All else it knows.
                assert views[player].is_over() <= state.is_over()
                if state.is_over() or state.starting() or len(state.owner) == state.players:
                    views[player] = state.view(player)
                assert views[player].text() == state.view(player).text()
                assert views[player].count_vectors(player) == vectors
                assert Oracle(views[player].text()).text() == views[player].text()
    assert stuck > 0, "some ends have taught something"
