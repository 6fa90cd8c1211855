"""What players of Pillars know of hidden hands: views, known cards, brute force."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from .pillars import Oracle
from .pillars_cases import random_move
from .pillars_team import Cards
from .pillars_text import Value

ROWS = "00000/00000/00*00/00000/0A0B00a0b"
HEAD = f"gamers=2 moves=2 builds=1 open_hands=false {ROWS} "
FRESH = "12:m0b0:m2b1:m0b0"


def hidden(red: str, blue: str, turn: str) -> Oracle:
    """Two gamers a team, decks of two MOVE cards and one BUILD card."""
    return Oracle(f"{HEAD}{red} {blue} {turn}")


def rest(state: Oracle) -> str:
    return state.text().removeprefix(HEAD)


def test_a_view_hides_the_other_teams_cards() -> None:
    state = hidden("12:m1b1:m1b0:m0b0", FRESH, "1.1")
    for player in (0, 1):
        assert rest(state.view(player)) == rest(state)
    for player in (2, 3):
        # That nothing is drawn of BLUE's cards is no secret.
        assert rest(state.view(player)) == f"12:?2:?1:m0b0 {FRESH} 1.1"
    assert rest(state.view(2).view(0)) == f"12:?2:?1:m0b0 {FRESH} 1.1"


def test_nothing_is_hidden_with_open_hands() -> None:
    text = f"gamers=2 {ROWS} 12:m1b1:m1b1:m0b0 12:m0b0:m2b2:m0b0 1.1"
    assert Oracle(text).view(3).text() == text
    assert Oracle(text).hands_possible(3) == {((1, 1), (1, 1)): 1}
    assert Oracle(text.replace("m1b1:m1b1", "m1b0:m1b2")).seen("draw move", 3) == "draw move"


def test_draws_and_moves_as_the_other_team_sees_them() -> None:
    state = hidden("12:m1b0:m1b1:m0b0", FRESH, "1.1")
    assert [state.seen("draw build", player) for player in range(4)] == [
        "draw build",
        "draw build",
        "draw ?",
        "draw ?",
    ]
    state = hidden("12:m1b0:m1b0:m0b1", FRESH, "1.2")
    assert [state.seen("draw move", player) for player in (0, 2)] == ["draw ?", "draw move"]
    state = hidden("12:m1b1:m1b0:m0b0", FRESH, "1.1")
    for move in state.legal_moves():
        assert state.seen(move, 3) == move


def test_moves_in_a_view() -> None:
    state = hidden("12:m1b1:m1b0:m0b0", FRESH, "1.1")
    assert state.view(3).player() == 0
    assert state.view(3).legal_moves() == []
    assert state.view(1).legal_moves() == state.legal_moves() != []
    with pytest.raises(ValueError, match="illegal move"):
        state.view(3).play("pass move")
    # While BLUE draws, RED's hand is hidden from BLUE, who sees its own pile.
    state = hidden("12:m1b0:m1b0:m0b1", "12:m1b0:m1b1:m0b0", "1.2")
    assert state.view(0).player() == -1 and state.view(0).chance_moves() == {}
    assert state.view(2).chance_moves() == {"draw move": 1, "draw build": 1}


def test_what_can_be_worked_out_is_shown() -> None:
    # All unseen cards are MOVE cards.
    state = hidden("12:m1b0:m1b0:m0b1", FRESH, "1.2")
    assert rest(state.view(2)) == rest(state)
    # The pile is empty.
    state = Oracle(HEAD.replace("moves=2", "moves=1") + "12:m1b1:m0b0:m0b0 12:m0b0:m1b1:m0b0 1.1")
    assert state.view(2).text() == state.text()
    # The hand is empty.
    state = hidden("12:m0b0:m1b1:m1b0", FRESH, "2.1")
    assert rest(state.view(2)) == rest(state)


def test_known_cards() -> None:
    state = hidden("12:m0b0:m2b1:m0b0", FRESH, "1.1")
    for move in ("draw build", "draw move", "pass build"):
        state.play(move)
    for move in ("draw move", "draw move", "pass move", "pass move", "pass move"):
        state.play(move)
    # One MOVE card is in RED's pile, which BLUE knows, and a BUILD card in BLUE's.
    assert rest(state) == "21:m0b0:m1b0:m1b1 21:m0b0:m0b1:m2b0 2.1"
    assert state.view(2).text() == state.text()
    state.play("draw move")
    # The pile is refilled for the second card: the first one is known.
    assert rest(state) == "21:m1b0!m1b0:m1b1:m0b0 21:m0b0:m0b1:m2b0 2.1"
    assert rest(state.view(2)) == rest(state), "there is but one hand that it can be"
    state.play("draw build")
    assert rest(state) == "21:m1b1!m1b0:m1b0:m0b0 21:m0b0:m0b1:m2b0 2.1"
    assert rest(state.view(2)) == "21:?2m1b0:?1:m0b0 21:m0b0:m0b1:m2b0 2.1"
    half = Fraction(1, 2)
    assert state.hands_possible(2) == {((2, 0), (0, 1)): half, ((1, 1), (1, 0)): half}
    assert state.hands_possible(0) == {((0, 0), (0, 1)): 1}
    # Spending the other card leaves the bound, and then the hand is known.
    other = state.copy()
    other.play("pass build")
    assert rest(other) == "21:m1b0!m1b0:m1b0:m0b1 21:m0b0:m0b1:m2b0 2.2"
    assert rest(other.view(2)) == rest(other)
    # Spending a MOVE card lowers it.
    state.play("pass move")
    assert rest(state) == "21:m0b1:m1b0:m1b0 21:m0b0:m0b1:m2b0 2.2"
    assert rest(state.view(2)) == "21:?1:?1:m1b0 21:m0b0:m0b1:m2b0 2.2"
    state.play("draw build")
    state.play("draw move")
    # BLUE's second draw is the next one: it knows of itself what RED knows of it.
    assert rest(state.view(2)).split(" ")[1] == "21:m1b1!m0b1:m1b0:m0b0"
    assert rest(state.view(0)).split(" ")[1] == "21:m1b1!m0b1:m1b0:m0b0", "two MOVE cards were left"


def test_a_refill_before_a_draw_makes_nothing_known() -> None:
    text = HEAD.replace("builds=1", "builds=2") + "12:m0b0:m0b1:m2b1 12:m1b0:m0b0:m1b2 1.4"
    state = Oracle(text)
    state.play("pass move")
    assert state.text().split(" ")[-3:] == ["12:m0b0:m0b1:m2b1", "21:m0b0:m0b0:m2b2", "2.1"]
    for move in ("draw build", "draw build", "pass build"):
        state.play(move)
    # RED's first BUILD card was the last of its pile. BLUE's pile was empty from the start.
    assert state.text().split(" ")[-3:] == ["12:m0b1:m2b0:m0b1", "21:m0b0:m2b2:m0b0", "2.2"]
    state.play("draw move")
    assert state.view(0).text().split(" ")[-2] == "21:?1:?3:m0b0"


def test_the_chances_of_hands() -> None:
    # Three cards of four MOVE and two BUILD: 4, 12 and 4 ways of 20.
    state = Oracle(moves=4, builds=2, open_hands=False)
    for _ in range(3):
        state.play("draw move")
    assert state.hands_possible(4) == {
        (Cards(3, 0), Cards(1, 2)): Fraction(4, 20),
        (Cards(2, 1), Cards(2, 1)): Fraction(12, 20),
        (Cards(1, 2), Cards(3, 0)): Fraction(4, 20),
    }
    state.play("pass move")
    # Two of three MOVE and two BUILD cards.
    assert state.hands_possible(3)[Cards(1, 1), Cards(2, 1)] == Fraction(6, 10)


# --- by brute force ------------------------------------------------------------------------

DECKS: list[dict[str, Value]] = [
    {"gamers": 1},
    {"gamers": 2},
    {"gamers": 2, "moves": 1, "builds": 2},
    {"gamers": 2, "moves": 4, "builds": 1},
    {"gamers": 3},
    {"gamers": 3, "moves": 3, "builds": 1},
    {"gamers": 3, "moves": 2, "builds": 3},
    {"gamers": 4, "moves": 3, "builds": 3},
    {"gamers": 2, "moves": 3},
]

Worlds = dict[tuple[Cards, Cards], Fraction]
"""Hands and piles of a team, and how likely they are."""


def after_draw(worlds: Worlds, discards: Cards) -> Worlds:
    """A card is drawn, which nobody else sees; the pile is refilled if it was empty."""
    found: Worlds = {}
    for (hand, pile), chance in worlds.items():
        if pile.total() == 0:
            pile = discards
        for kind in ("move", "build"):
            if pile.of(kind):
                key = hand.with_more(kind, 1), pile.with_more(kind, -1)
                found[key] = found.get(key, Fraction(0)) + chance * Fraction(
                    pile.of(kind), pile.total()
                )
    return found


def after_spending(worlds: Worlds, kind: str, known: Cards) -> Worlds:
    """A card known to be there is spent before others of its kind; of others, any."""
    found: Worlds = {}
    for (hand, pile), chance in worlds.items():
        if hand.of(kind):
            others = hand.less(known)
            share = Fraction(1) if known.of(kind) else Fraction(others.of(kind), others.total())
            found[hand.with_more(kind, -1), pile] = chance * share
    whole = sum(found.values(), Fraction(0))
    return {key: chance / whole for key, chance in found.items()}


@pytest.mark.parametrize("options", DECKS, ids=str)
def test_brute_force(options: dict[str, Value]) -> None:
    """Follow every history of draws that fits what the other team saw."""
    rng = random.Random(4)
    known_ones = 0
    for _ in range(4):
        state = Oracle.drawn(rng, rounds=15, open_hands=False, **options)
        worlds: list[Worlds] = [{(Cards(0, 0), state.deck): Fraction(1)} for _ in range(2)]
        while not state.is_over():
            move, side = random_move(state, rng), state.side()
            team = state.teams[side]
            word, _, what = move.partition(" ")
            if word == "draw":
                worlds[side] = after_draw(worlds[side], team.discard)
            else:
                kind = what if word == "pass" else word
                worlds[side] = after_spending(worlds[side], kind, team.known)
            state.play(move)
            for number, team in enumerate(state.teams):
                viewer = (1 - number) * state.gamers
                known_ones += team.known.total()
                if team.draw != Cards(0, 0) and team.discard == Cards(0, 0):
                    # Refilled at once, when a card is to be drawn.
                    worlds[number] = {
                        (hand, pile if pile.total() else state.deck.less(hand)): chance
                        for (hand, pile), chance in worlds[number].items()
                    }
                assert state.hands_possible(viewer) == worlds[number], state.text()
                view = Oracle(state.view(viewer).text())
                assert view.hands_possible(viewer) == worlds[number]
                assert (view.teams[number].hand is None) == (len(worlds[number]) > 1)
                for hand, _ in worlds[number]:
                    assert min(hand.less(team.known)) >= 0
    deck, gamers = state.deck.total(), state.gamers
    assert (known_ones > 0) == (deck % gamers > 0)
