"""Position texts of the Pillars oracle: round trips, options, refusals."""

from __future__ import annotations

import random
from typing import Any

import pytest

from .pillars import Oracle
from .pillars_cases import FLAT, MOVE, SPENT, UNDRAWN, duel, random_move
from .pillars_text import Value

OPTION_SETS: list[dict[str, Value]] = [
    {},
    {"gamers": 1, "build": "adjacent", "height": 4},
    {"gamers": 5, "size": 7},
    {"gamers": 2, "moves": 3},
    {"gamers": 2, "builds": 5, "height": 4},
    {"moves": 4, "builds": 3, "open_hands": False},
    {"gamers": 4, "moves": 2, "builds": 7, "open_hands": False, "build": "adjacent"},
]


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_random_games_and_their_texts(options: dict[str, Any]) -> None:
    rng = random.Random(3)
    for _ in range(4):
        state = Oracle.drawn(rng, rounds=25, **options)
        assert state.text() == Oracle.parse(state.text(), rounds=25, **options).text()
        ply = 0
        while not state.is_over():
            assert sum(state.scores()) == 0 and state.winner() == -1
            state.play(random_move(state, rng))
            ply += 1
            if ply % 5 == 0 or state.is_over():
                again = Oracle(state.text())
                assert again.text() == state.text() and again.player() == state.player()
                assert again.legal_moves() == state.legal_moves()
                assert again.chance_moves() == state.chance_moves()
                for player in (0, state.gamers):
                    view = state.view(player)
                    assert Oracle(view.text()).text() == view.text()
        assert sum(state.outcome()) == 0
        assert (sum(state.scores()) == state.gamers) == (state.winner() >= 0)


def test_options_in_texts() -> None:
    state = Oracle(
        size=7, height=4, gamers=1, build="adjacent", moves=2, open_hands=False, rounds=9
    )
    assert state.text().startswith(
        "size=7 height=4 gamers=1 build=adjacent moves=2 open_hands=false rounds=9 "
    )
    assert state.text().count("/") == 6
    with pytest.raises(ValueError, match="'height' is 4 and 5"):
        Oracle(state.text().replace("height=4", "height=5"), height=4)
    bad: list[dict[str, Value]] = [
        {"size": 6}, {"size": 3}, {"size": 33}, {"height": 3}, {"height": 11}, {"gamers": 0},
        {"gamers": 6}, {"build": "nowhere"}, {"moves": 21}, {"moves": 2}, {"moves": 1, "builds": 1},
        {"rounds": 0}, {"rounds": 10001}, {"open_hands": 1}, {"height": "5"}, {"depth": 1},
    ]  # fmt: skip
    for options in bad:
        with pytest.raises(ValueError):
            Oracle(None, **options)


HIDING = "open_hands=false "
REFUSED = [
    "",
    f"gamers=1 {FLAT} {MOVE} {UNDRAWN}",
    f"gamers=1 depth=2 {FLAT} {MOVE} {UNDRAWN} 1.1",
    f"gamers=1 gamers=1 {FLAT} {MOVE} {UNDRAWN} 1.1",
    f"gamers=01 {FLAT} {MOVE} {UNDRAWN} 1.1",
    f"gamers=1 open_hands=no {FLAT} {MOVE} {UNDRAWN} 1.1",
    # rows
    f"gamers=1 0000/00000/00*00/00000/0A0000a {MOVE} {UNDRAWN} 1.1",
    f"gamers=1 00000/00*00/00000/0A0000a {MOVE} {UNDRAWN} 1.1",
    f"gamers=1 00000/00000/00500/00000/0A0000a {MOVE} {UNDRAWN} 1.1",
    f"gamers=1 00000/00*00/00000/00000/0A0000a {MOVE} {UNDRAWN} 1.1",
    f"gamers=1 00000/00*00/00*00/00000/0A0000a {MOVE} {UNDRAWN} 1.1",
    f"gamers=1 00000/00500/00*00/00000/0A0000a {MOVE} {UNDRAWN} 1.1",
    f"gamers=1 00000/00x00/00*00/00000/0A0000a {MOVE} {UNDRAWN} 1.1",
    f"gamers=1 00000/00000/00*00/00000/0A0000 {MOVE} {UNDRAWN} 1.1",
    f"gamers=1 00000/00000/00*00/00000/0A0A000a {MOVE} {UNDRAWN} 1.1",
    f"gamers=1 00000/00000/00*00/00000/0A0B000a {MOVE} {UNDRAWN} 1.1",
    f"gamers=1 00000/00000/00*00/00000/0Aa0000 {MOVE} {UNDRAWN} 1.1",
    f"gamers=1 00000/00000/00*A00/00000/00000a {MOVE} {UNDRAWN} 1.1",
    # cards
    f"gamers=1 {FLAT} 1:m1b0:m1b1:m0b0 {UNDRAWN} 1.1",
    f"gamers=1 {FLAT} 1:m1b0:m1b0:m0b0 {UNDRAWN} 1.1",
    f"gamers=1 {FLAT} 1:m1b0:m0b1 {UNDRAWN} 1.1",
    f"gamers=1 {FLAT} 1:m1:m0b1:m0b0 {UNDRAWN} 1.1",
    f"gamers=1 {FLAT} 1:m01b0:m0b1:m0b0 {UNDRAWN} 1.1",
    f"gamers=1 {FLAT} 1:m1b1:m0b0:m0b0 {UNDRAWN} 1.1",  # two cards in a hand of one
    f"gamers=1 {FLAT} {MOVE} {MOVE} 1.1",  # BLUE has not drawn yet
    f"gamers=1 {FLAT} {MOVE} {MOVE} 1.2",  # RED has acted
    f"gamers=1 {FLAT} 1:m0b0:m0b0:m1b1 {UNDRAWN} 1.1",  # would be refilled
    # orders and turns
    f"gamers=1 {FLAT} 2:m1b0:m0b1:m0b0 {UNDRAWN} 1.1",
    f"gamers=1 {FLAT} 11:m1b0:m0b1:m0b0 {UNDRAWN} 1.1",
    f"gamers=1 {FLAT} 1>1:m1b0:m0b1:m0b0 {UNDRAWN} 1.1",
    f"gamers=1 {FLAT} {MOVE} {UNDRAWN} 0.1",
    f"gamers=1 {FLAT} {MOVE} {UNDRAWN} 1.0",
    f"gamers=1 {FLAT} {MOVE} {UNDRAWN} 1.3",
    f"gamers=1 {FLAT} {MOVE} {UNDRAWN} 1",
    f"gamers=1 {FLAT} {MOVE} {UNDRAWN} 1001.1",
    f"gamers=1 rounds=4 {FLAT} {MOVE} {UNDRAWN} 5.1",
    f"gamers=1 {FLAT} {MOVE} {UNDRAWN} -",
    # hidden cards
    f"gamers=1 {FLAT} ?1:?1:m0b0 {UNDRAWN} 1.1",
    f"gamers=1 {FLAT} 1:?1:?1:m0b0 {UNDRAWN} 1.1",  # of open hands
    f"{HIDING}gamers=1 {FLAT} 1:?1:m1b0:m0b0 {UNDRAWN} 1.1",
    f"{HIDING}gamers=1 {FLAT} 1:?1:?2:m0b0 {UNDRAWN} 1.1",
    f"{HIDING}gamers=1 {FLAT} 1:?0:?2:m0b0 {UNDRAWN} 1.1",  # can be worked out
    f"{HIDING}gamers=1 {FLAT} 1:?1m1b0:?1:m0b0 {UNDRAWN} 1.1",
    f"{HIDING}gamers=1 {FLAT} 1:?1m0b0:?1:m0b0 {UNDRAWN} 1.1",
    f"{HIDING}gamers=1 {FLAT} 1:m1b0!m0b0:m0b1:m0b0 {UNDRAWN} 1.1",
    f"{HIDING}gamers=1 {FLAT} 1:m1b0!m0b1:m0b1:m0b0 {UNDRAWN} 1.1",
    f"gamers=1 {FLAT} 1:m1b0!m1b0:m0b1:m0b0 {UNDRAWN} 1.1",
]


@pytest.mark.parametrize("text", REFUSED)
def test_refusals(text: str) -> None:
    with pytest.raises(ValueError):
        Oracle(text)


TWO = "gamers=2 00000/00000/00*00/00000/0A0B00a0b "


@pytest.mark.parametrize(
    ("red", "turn", "fits"),
    [
        ("12>21:m1b0:m1b2:m0b1", "1.3", False),  # R2 has not acted
        ("12>21:m0b0:m2b0:m0b2", "1.4", True),
        ("21>12:m0b0:m2b0:m0b2", "1.4", True),  # R1 was second and passed
        ("21>12:m1b0:m1b1:m0b1", "1.2", False),
        ("12:m1b0:m1b1:m0b1", "1.2", True),
        ("12:m0b0:m2b2:m0b0", "1.1", True),
        ("12>21:m0b0:m2b2:m0b0", "1.1", False),  # nobody has acted
    ],
)
def test_next_orders_that_can_come_about(red: str, turn: str, fits: bool) -> None:
    blue = {"1.1": "m0b0:m2b2:m0b0", "1.2": "m0b0:m2b2:m0b0"}.get(turn, "m1b0:m1b1:m0b1")
    text = f"{TWO}{red} 12:{blue} {turn}"
    if fits:
        assert Oracle(text).text() == text
    else:
        with pytest.raises(ValueError):
            Oracle(text)


def test_ends_that_cannot_be() -> None:
    won = "00000/00000/00*A00/00400/00000a"
    assert duel(won, SPENT, UNDRAWN, "-").winner() == 0
    full = "gamers=2 00000/00000/00*A00/004B0a0/00000b "
    assert Oracle(f"{full}12:m1b0:m1b1:m0b1 12:m0b0:m2b2:m0b0 -").outcome() == [1, -1]
    # RED cannot have won before it has spent a card, nor by an action of BLUE.
    for hands in ("12:m1b1:m1b1:m0b0 12:m0b0:m2b2:m0b0", "12:m1b0:m1b1:m0b1 12:m1b0:m1b1:m0b1"):
        with pytest.raises(ValueError, match="cannot be at an end"):
            Oracle(f"{full}{hands} -")
