"""Self-tests of the Pillars oracle: positions worked out by hand."""

from __future__ import annotations

import pytest

from .pillars import Oracle
from .pillars_cases import BUILD, FLAT, MOVE, SPENT, UNDRAWN, duel


def rows(state: Oracle) -> str:
    return state.text().split(" ")[-4]


def rest(state: Oracle) -> str:
    """Teams and turn."""
    return " ".join(state.text().split(" ")[-3:])


def play(state: Oracle, *moves: str) -> None:
    for move in moves:
        state.play(move)


def deal(state: Oracle, cards: str) -> None:
    """Draw cards such as `mmb`."""
    for card in cards:
        assert state.player() == -1 and state.legal_moves() == []
        state.play("draw move" if card == "m" else "draw build")


# --- steps ---------------------------------------------------------------------------------


def test_a_step_is_one_up_or_down_at_most() -> None:
    # From b2, 2 high: up to 3 and down to 1, not to 4 at the left nor to 0 at the right.
    state = duel("00000/00000/03*00/42A000/01000a")
    assert state.legal_moves() == ["move up", "move down", "pass move"]
    state.play("move up")
    assert rows(state) == "00000/00000/03A*00/42000/01000a"
    # As high as itself; the centre is higher.
    state = duel("00000/02000/22A*00/02000/00000a")
    assert state.legal_moves() == ["move up", "move down", "move left", "pass move"]


def test_edges_and_gamers_are_in_the_way() -> None:
    state = duel("00000/00000/00*00/00000/0A0a000")
    assert state.legal_moves() == ["move up", "pass move"]
    state = duel("00000/00000/00*00/00000/0A0a000", SPENT, MOVE, "1.2")
    assert state.player() == 1
    assert state.legal_moves() == ["move up", "move right", "pass move"]
    state = duel("0a0000A/00000/00*00/00000/00000")
    assert state.legal_moves() == ["move down", "move left", "pass move"]
    # Team mates are in the way too, at any height that could be stepped to.
    text = "gamers=2 00000/00000/00*00/1B0a000/0A0b000 12:m2b0:m0b2:m0b0 12:m0b0:m2b2:m0b0 1.1"
    assert Oracle(text).legal_moves() == ["pass move"]


def test_directions() -> None:
    state = duel("00000/0000A0/00*00/00000/00000a")
    for direction, expected in {
        "up": "0000A0/00000/00*00/00000/00000a",
        "down": "00000/00000/00*0A0/00000/00000a",
        "left": "00000/000A00/00*00/00000/00000a",
        "right": "00000/00000A/00*00/00000/00000a",
    }.items():
        moved = state.copy()
        moved.play("move " + direction)
        assert rows(moved) == expected
        assert rest(moved) == "1:m0b0:m0b1:m1b0 1:m0b0:m1b1:m0b0 1.2"
    assert rows(state) == "00000/0000A0/00*00/00000/00000a"


# --- builds --------------------------------------------------------------------------------


def test_builds_anywhere_by_cell_order() -> None:
    state = duel("00000/00000/00*00/00000/0A0000a", BUILD)
    names = [f"{x}{y}" for y in range(1, 6) for x in "abcde"]
    free = [name for name in names if name not in ("a1", "e1", "c3")]
    assert state.legal_moves() == [f"build {name}" for name in free] + ["pass build"]
    state.play("build d4")
    assert rows(state) == "00000/00010/00*00/00000/0A0000a"
    assert rest(state) == "1:m0b0:m1b0:m0b1 1:m0b0:m1b1:m0b0 1.2"


def test_builds_next_to_the_gamer() -> None:
    near = "build=adjacent "
    # c2 has b2, d2 and c1 beside it; above it is the centre, which nobody builds on.
    state = duel("00000/00000/00*00/000A00/00000a", BUILD, more=near)
    assert state.legal_moves() == ["build c1", "build b2", "build d2", "pass build"]
    # In a corner, and beside a gamer.
    state = duel("00000/00000/00*00/00000/0A0a000", BUILD, more=near)
    assert state.legal_moves() == ["build a2", "pass build"]
    # Up to one less than the centre's height, whatever the gamer's own: 4 of 5, 3 of 4.
    state = duel("00000/00000/00*00/44A300/02000a", BUILD, more=near)
    assert state.legal_moves() == ["build b1", "build c2", "build b3", "pass build"]
    state = duel("00000/00000/00*00/23A300/03000a", BUILD, more="height=4 " + near)
    assert state.legal_moves() == ["build a2", "build b3", "pass build"]


def test_builds_end_below_the_top() -> None:
    state = duel("44444/44444/44*44/44444/3A42a44", BUILD)
    # The lower cells are occupied, the centre is not built on.
    assert state.legal_moves() == ["pass build"]
    state = duel("44444/44444/44*44/44444/3A42a43", BUILD)
    assert state.legal_moves() == ["build e1", "pass build"]
    high = "99999/99999/99*99/99999/8A88a98"
    state = duel(high, BUILD, more="height=10 ")
    assert state.legal_moves() == ["build b1", "build e1", "pass build"]


def test_both_cards_of_a_hand_can_be_used() -> None:
    text = "gamers=2 44440/44444/44*44/34444/3A4B3a0b4 12:m1b1:m1b1:m0b0 12:m0b0:m2b2:m0b0 1.1"
    state = Oracle(text)
    assert state.legal_moves() == ["move up", "build a2", "build e5", "pass move", "pass build"]


# --- wins ----------------------------------------------------------------------------------


def test_the_centre_counts_with_its_height() -> None:
    assert "move up" not in duel("00000/00000/00*00/003A00/00000a").legal_moves()
    assert "move up" in duel("00000/00000/00*00/004A00/00000a").legal_moves()
    assert "move up" in duel("00000/00000/00*00/003A00/00000a", more="height=4 ").legal_moves()


def test_a_step_onto_the_centre_wins_at_once() -> None:
    state = duel("00000/00000/00*00/004A00/00000a")
    assert (state.winner(), state.scores()) == (-1, [0, 0])
    with pytest.raises(ValueError, match="not over"):
        state.outcome()
    state.play("move up")
    assert state.text() == "gamers=1 00000/00000/00*A00/00400/00000a " + SPENT + f" {UNDRAWN} -"
    assert state.is_over() and state.player() == -2 and state.actor() == -1
    assert state.legal_moves() == [] and state.chance_moves() == {}
    assert (state.winner(), state.scores(), state.outcome()) == (0, [1, 0], [1, -1])
    assert not state.is_frozen()
    with pytest.raises(ValueError, match="illegal move"):
        state.play("pass move")


def test_blue_wins_in_the_middle_of_a_round() -> None:
    # B2 stands on b3, 4 high, and acts second of its team; hands stay as they are.
    rows_text = "00000/00000/04b*00/00000/0A0B0a00"
    state = Oracle(f"gamers=2 {rows_text} 21>12:m0b0:m1b1:m1b1 12:m1b0:m0b1:m1b1 1.4")
    assert state.player() == 3
    state.play("move right")
    end = "00000/00000/04*b00/00000/0A0B0a00"
    assert state.text() == f"gamers=2 {end} 21>12:m0b0:m1b1:m1b1 12:m0b0:m0b1:m2b1 -"
    assert (state.winner(), state.scores(), state.outcome()) == (1, [0, 0, 1, 1], [-1, 1])
    # The first of RED's gamers to act, before BLUE has drawn.
    state = Oracle(f"gamers=2 {rows_text.swapcase()} 21:m1b1:m1b1:m0b0 12:m0b0:m2b2:m0b0 7.1")
    assert state.player() == 1
    state.play("move right")
    assert rest(state) == "21:m0b1:m1b1:m1b0 12:m0b0:m2b2:m0b0 -"
    assert state.outcome() == [1, -1]


# --- initiative ----------------------------------------------------------------------------


def round_of(state: Oracle, *acts: str) -> list[int]:
    """A round with the first cards that come; who has acted. `-` is some step or build."""
    actors = []
    for act in acts:
        while state.player() == -1:
            state.play(next(iter(state.chance_moves())))
        actors.append(state.player())
        moves = state.legal_moves()
        passes = [move for move in moves if move.startswith("pass")]
        uses = [move for move in moves if not move.startswith("pass")]
        state.play(passes[0] if act == "pass" else uses[-1])
    return actors


def test_teams_take_turns_in_order() -> None:
    state = Oracle()
    for number in range(1, 4):
        assert state.round == number
        assert round_of(state, *["-"] * 6) == [0, 3, 1, 4, 2, 5]
    assert rest(state).endswith("4.1")
    assert [team.order for team in state.teams] == [(0, 1, 2), (0, 1, 2)]


def test_who_passes_is_first_from_the_next_round_on() -> None:
    state = Oracle()
    # R2 passes: it is first in the next round, not in this one.
    assert round_of(state, "-", "-", "pass") == [0, 3, 1]
    assert rest(state).startswith("123>213:")
    assert round_of(state, "-", "-", "-") == [4, 2, 5]
    assert rest(state).startswith("213:")
    # B3 and then nobody else; R1 is last of RED's order 2, 1, 3 to pass: 1, 2, 3 again.
    assert round_of(state, "-", "-", "pass", "-", "-", "pass") == [1, 3, 0, 4, 2, 5]
    assert [team.order for team in state.teams] == [(0, 1, 2), (2, 0, 1)]
    assert round_of(state, *["-"] * 6) == [0, 5, 1, 3, 2, 4]


def test_the_later_of_several_ends_up_in_front() -> None:
    state = Oracle()
    # R1 and R3: 3 before 1. All of BLUE: turned round.
    acts = ("pass", "pass", "-", "pass", "pass", "pass")
    assert round_of(state, *acts[:5]) == [0, 3, 1, 4, 2]
    assert rest(state).split(" ")[0].startswith("123>312:")
    assert rest(state).split(" ")[1].startswith("123>213:")
    assert round_of(state, acts[5]) == [5]
    assert [team.order for team in state.teams] == [(2, 0, 1), (2, 1, 0)]
    assert round_of(state, *["-"] * 6) == [2, 5, 0, 4, 1, 3]


def test_the_first_who_passes_stays_first() -> None:
    state = Oracle()
    round_of(state, "pass")
    assert rest(state).startswith("123:")
    # Unless another passes after it, and it need not be in the order to begin with.
    round_of(state, "-", "pass")
    assert rest(state).startswith("123>213:")
    # The last of all: the order of the text holds in a round that has begun.
    again = Oracle(state.text())
    assert again.text() == state.text() and again.actor() == state.actor() == 4


def test_a_card_passed_is_discarded() -> None:
    state = duel(FLAT, MOVE)
    state.play("pass move")
    assert state.text() == f"gamers=1 {FLAT} {SPENT} {UNDRAWN} 1.2"
    state = duel(FLAT, BUILD)
    state.play("pass build")
    assert state.text() == f"gamers=1 {FLAT} 1:m0b0:m1b0:m0b1 {UNDRAWN} 1.2"


# --- cards ---------------------------------------------------------------------------------


def test_hands_are_drawn_when_they_are_needed() -> None:
    state = Oracle()
    assert rest(state) == "123:m0b0:m3b3:m0b0 123:m0b0:m3b3:m0b0 1.1"
    assert state.player() == -1 and state.actor() == 0
    assert state.chance_moves() == {"draw move": 3, "draw build": 3}
    deal(state, "mm")
    assert rest(state) == "123:m2b0:m1b3:m0b0 123:m0b0:m3b3:m0b0 1.1"
    assert state.chance_moves() == {"draw move": 1, "draw build": 3}
    deal(state, "b")
    assert state.player() == 0 and state.chance_moves() == {}
    state.play("pass build")
    # Now BLUE's first is about to act; RED is not dealt to until the next round.
    assert rest(state) == "123:m2b0:m1b2:m0b1 123:m0b0:m3b3:m0b0 1.2"
    assert state.player() == -1 and state.actor() == 3
    deal(state, "bbb")
    assert state.chance_moves() == {}
    play(state, "pass build", "pass move", "pass build", "pass move", "pass build")
    assert rest(state) == "321:m0b0:m1b2:m2b1 321:m0b0:m3b0:m0b3 2.1"
    assert state.player() == -1 and state.actor() == 2
    deal(state, "mbb")
    # The pile is empty, which matters only when a card is to be drawn.
    assert rest(state) == "321:m1b2:m0b0:m2b1 321:m0b0:m3b0:m0b3 2.1"
    state.play("pass move")
    deal(state, "mmm")
    play(state, "pass move", *["pass build", "pass move"] * 2)
    assert rest(state) == "123:m0b0:m3b3:m0b0 123:m0b0:m0b0:m3b3 3.1"
    deal(state, "mmm")
    state.play("pass move")
    assert rest(state) == "123:m2b0:m0b3:m1b0 123:m0b0:m3b3:m0b0 3.2"


def test_a_refill_in_the_middle_of_a_draw() -> None:
    state = Oracle(moves=3, builds=1)
    deal(state, "mbm")
    assert rest(state) == "123:m2b1:m1b0:m0b0 123:m0b0:m3b1:m0b0 1.1"
    state.play("pass build")
    deal(state, "mmm")
    play(state, *["pass move"] * 5)
    assert rest(state) == "321:m0b0:m1b0:m2b1 321:m0b0:m0b1:m3b0 2.1"
    assert state.chance_moves() == {"draw move": 1}
    # The last card of the pile; then the discards are the pile.
    deal(state, "m")
    assert rest(state) == "321:m1b0:m2b1:m0b0 321:m0b0:m0b1:m3b0 2.1"
    assert state.chance_moves() == {"draw move": 2, "draw build": 1}
    deal(state, "bm")
    assert rest(state) == "321:m2b1:m1b0:m0b0 321:m0b0:m0b1:m3b0 2.1"
    assert state.player() == 2


def test_a_deck_of_one_hand_is_refilled_every_round() -> None:
    state = Oracle(gamers=2, moves=1, builds=1)
    for number in range(1, 4):
        assert rest(state).endswith(f" {number}.1")
        assert state.chance_moves() == {"draw move": 1, "draw build": 1}
        deal(state, "m")
        assert state.chance_moves() == {"draw build": 1}
        deal(state, "b")
        state.play("pass move")
        deal(state, "bm")
        play(state, "pass build", "pass build", "pass move")


def test_decks_of_one_kind() -> None:
    state = Oracle(f"gamers=1 moves=2 {FLAT} 1:m0b0:m2b0:m0b0 1:m0b0:m2b0:m0b0 1.1")
    assert state.chance_moves() == {"draw move": 2}
    deal(state, "m")
    assert state.legal_moves() == ["move up", "move right", "pass move"]
    state = Oracle(f"gamers=1 builds=1 {FLAT} 1:m0b0:m0b1:m0b0 1:m0b0:m0b1:m0b0 1.1")
    assert state.chance_moves() == {"draw build": 1}
    deal(state, "b")
    assert {move.split(" ")[0] for move in state.legal_moves()} == {"build", "pass"}
    assert state.legal_moves()[-1] == "pass build"
    # One kind given, the other is taken as it stands.
    assert Oracle(moves=4).deck == (4, 0) and Oracle(builds=3).deck == (0, 3)
    assert Oracle(gamers=2).deck == (2, 2)


# --- the end -------------------------------------------------------------------------------

FULL = "44444/44444/44*44/44444/"


def test_a_frozen_position_is_a_draw() -> None:
    state = duel(FULL + "0A0a344", BUILD)
    assert state.legal_moves() == ["build c1", "pass build"]
    state.play("build c1")
    assert state.text() == f"gamers=1 {FULL}0A0a444 1:m0b0:m1b0:m0b1 {UNDRAWN} -"
    assert state.is_frozen() and state.is_over()
    assert (state.winner(), state.scores(), state.outcome()) == (-1, [0, 0], [0, 0])
    assert state.legal_moves() == [] and state.chance_moves() == {}
    # The last step into a pit freezes too, if it leaves nothing lower: from 2 to 1, and the cell
    # that was left can be built on, so it does not.
    state = duel(FULL + "1240a4".replace("12", "12A"))
    state.play("move left")
    assert not state.is_over()


@pytest.mark.parametrize(
    ("last_row", "frozen"),
    [
        ("0A0a444", True),
        ("2A2a444", True),
        ("3A0a444", False),  # RED can step up
        ("0A3a444", False),  # BLUE can
        ("0A0a443", False),  # a cell far from all can be built on
        ("0A0a434", False),
        ("4A0a444", False),
        ("0A440a4", True),
    ],
)
def test_almost_frozen(last_row: str, frozen: bool) -> None:
    turn = "-" if frozen else "2.1"
    text = f"gamers=1 {FULL}{last_row} 1:m0b0:m1b1:m0b0 1:m0b0:m1b1:m0b0 "
    assert Oracle(text + turn).is_frozen() == frozen
    # A text that says otherwise of the end is refused; two empty hands may be those of the cap.
    if frozen:
        with pytest.raises(ValueError, match="nothing can change any more"):
            Oracle(text + "2.1")


def test_building_next_to_gamers_freezes_sooner() -> None:
    # a1 and e1 are pits among their neighbours; the middle could be built on from anywhere.
    pits = "00000/00000/00*00/30003/0A3030a"
    with pytest.raises(ValueError, match="nothing can change any more"):
        duel(pits, UNDRAWN, more="build=adjacent height=4 ")
    assert not duel(pits, UNDRAWN, more="height=4 ").is_frozen()
    assert duel(pits, SPENT, UNDRAWN, "-", more="build=adjacent height=4 ").is_frozen()


def test_what_the_decks_lack_cannot_happen() -> None:
    pits = "gamers=1 00000/00000/00*00/20002/0A2020a "
    full = "height=4 gamers=1 33333/33333/33*33/33333/3A3333a "
    undrawn = "1:m0b0:{0}:m0b0 1:m0b0:{0}:m0b0 "
    # Nobody can step and there are no BUILD cards: frozen, though much could be built.
    assert Oracle("moves=2 " + pits + undrawn.format("m2b0") + "-").is_frozen()
    assert not Oracle(pits + undrawn.format("m1b1") + "1.1").is_frozen()
    assert not Oracle("builds=2 " + pits + undrawn.format("m0b2") + "1.1").is_frozen()
    # All is built and there are no MOVE cards, though all could step.
    assert Oracle("builds=1 " + full + undrawn.format("m0b1") + "-").is_frozen()
    assert not Oracle(full + undrawn.format("m1b1") + "1.1").is_frozen()
    assert not Oracle("moves=1 " + full + undrawn.format("m1b0") + "1.1").is_frozen()


def test_the_cap() -> None:
    state = Oracle(rounds=2, gamers=2)
    acts = ["pass"] * 4
    round_of(state, *acts)
    assert not state.is_over() and rest(state).endswith(" 2.1")
    round_of(state, *acts)
    assert state.is_over() and not state.is_frozen() and state.outcome() == [0, 0]
    # The orders are those after the last action: 21 in the round, then 12 again. No refill.
    assert rest(state) == "21>12:m0b0:m0b0:m2b2 21>12:m0b0:m0b0:m2b2 -"
    assert Oracle(state.text()).text() == state.text()


def test_a_win_in_the_last_action_is_a_win() -> None:
    rows_text = "00000/00000/00*00/004a00/0A0000"
    state = duel(rows_text, SPENT, MOVE, "3.2", more="rounds=3 ")
    state.play("move up")
    assert state.outcome() == [-1, 1]
    state = duel(rows_text, SPENT, MOVE, "3.2", more="rounds=3 ")
    state.play("pass move")
    assert state.is_over() and state.outcome() == [0, 0]
    state = duel(rows_text, SPENT, MOVE, "2.2", more="rounds=3 ")
    state.play("pass move")
    assert not state.is_over()


def test_one_gamer_a_team() -> None:
    state = Oracle(gamers=1)
    for number in range(1, 4):
        for player in (0, 1):
            assert state.player() == -1 and state.actor() == player and state.round == number
            state.play(next(iter(state.chance_moves())))
            assert state.player() == player
            state.play(state.legal_moves()[-1])
    assert rest(state) == "1:m0b0:m0b1:m1b0 1:m0b0:m0b1:m1b0 4.1"
