"""The original players of Pillars, each gamer deciding for itself."""

import pytest

import quadrille
from quadrille import Limits, Rng
from quadrille.core.agents.presets import shipped_presets
from quadrille.games.pillars.utility import PillarsUtility
from quadrille.games.pillars.wishes import Mailbox, Wish, spoken, understood

GAME = quadrille.game("pillars", gamers=2)
BOTH = "12:m1b1:m1b1:m0b0 12:m0b0:m2b2:m0b0 1.1"
MOVES = "12:m2b0:m0b2:m0b0 12:m0b0:m2b2:m0b0 1.1"
TOP, BOTTOM = "0B0000", "0000a0b"
FLAT = f"{TOP}/00000/00*00/000A00/{BOTTOM}"


def choices(spec: str, text: str, tries: int = 80) -> set[str]:
    """What an agent chooses, with many random numbers."""
    state = GAME.parse(text)
    agent = quadrille.agent(spec, GAME)
    return {str(agent.choose(state.view(state.player()), Rng(seed))) for seed in range(tries)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{TOP}/00000/00*00/010A00/{BOTTOM} {BOTH}", {"move left"}),  # climbs
        (f"{FLAT} {BOTH}", {"build b2", "build d2", "build c1"}),  # builds a step
        (f"{TOP}/04000/02A*00/04000/{BOTTOM} {BOTH}", {"build a3"}),  # fills what is lower
        (f"{FLAT} {MOVES}", {"move left", "move right", "move down"}),  # walks
        (f"{TOP}/04000/40A*00/04000/{BOTTOM} {BOTH}", {"pass move", "pass build"}),
        # Of two cells to climb the one nearer to the centre.
        (f"{TOP}/00000/00*00/100A10/{BOTTOM} {BOTH}", {"move right"}),
        (f"{TOP}/00000/01*00/10A000/{BOTTOM} {BOTH}", {"move up"}),
    ],
)
def test_reactive(text: str, expected: set[str]) -> None:
    assert choices("pillars-reactive", text) == expected


def test_random_uses_the_card_it_has_picked() -> None:
    found = choices("pillars-random", f"{FLAT} {BOTH}", 300)
    assert found == {
        *("move left", "move right", "move down"),
        *("build b2", "build d2", "build c1"),
    }
    stuck = f"{TOP}/04000/40A*00/04000/{BOTTOM} {BOTH}"
    assert choices("pillars-random", stuck) == {"pass move", "pass build"}


def test_utility_by_hand() -> None:
    """The original weights on a board where everything can be counted."""
    state = GAME.parse(f"{FLAT} {BOTH}")
    player = PillarsUtility()
    # RED's c2: three cells on the level, the centre blocked; a5: two on the level. BLUE's d1 and e1
    # block each other; c1, d2 and e2 are on the level. After build b2 that cell can be climbed.
    level, foe_level = 4, 3
    blocked, foe_blocked = 1, 2
    expected = 3 * 1 + 3 * level - 1 * foe_level - blocked + foe_blocked - 1
    assert player.utility(state, state.parse_move("build b2")) == expected
    # One step nearer to the edge: two steps from the centre instead of one.
    away = player.utility(state, state.parse_move("move down"))
    assert away < player.utility(state, state.parse_move("move left")) + 2


def test_the_original_insists_and_the_tuned_does_not() -> None:
    # The best by far is to climb, but there is no MOVE card.
    builds = "12:m0b2:m2b0:m0b0 12:m0b0:m2b2:m0b0 1.1"
    text = f"{TOP}/00000/04*00/03A100/{BOTTOM} {builds}"
    assert choices("pillars-utility", text) <= {"pass build"} | {
        move for move in choices("pillars-utility", text) if move.startswith("build")
    }
    win = f"{TOP}/00000/04A*00/00000/{BOTTOM} {BOTH}"
    for preset in set(shipped_presets(PillarsUtility)) - {"faithful"}:  # which sees no gain in it
        assert choices(f"pillars-utility:preset={preset}", win) == {"move right"}, preset


@pytest.mark.parametrize("gamers", [2, 3])
def test_results_of_the_original_program(gamers: int) -> None:
    """Reactive beats random, and the original utility loses to reactive, nearly always."""
    game = quadrille.game("pillars", gamers=gamers, build="adjacent", rounds=500)
    first = quadrille.match(game, ["pillars-reactive", "pillars-random"], games=20, seed=1)
    assert first.agents[0].wins >= 19
    second = quadrille.match(game, ["pillars-utility", "pillars-reactive"], games=20, seed=1)
    assert second.agents[1].wins >= 17
    third = quadrille.match(game, ["pillars-random", "pillars-random"], games=40, seed=1)
    decided = third.agents[0].wins + third.agents[1].wins
    assert 15 <= decided <= 38, "many games of random players are never decided"


def test_tuned_beats_reactive() -> None:
    game = quadrille.game("pillars")
    specs = ["pillars-utility:preset=tuned", "pillars-reactive"]
    result = quadrille.match(game, specs, games=60, seed=2)
    assert result.agents[0].points > 33  # 75 % of 60 are expected


@pytest.mark.parametrize("hands", [True, False])
def test_they_play_every_kind_of_game(hands: bool) -> None:
    game = quadrille.game("pillars", gamers=2, size=7, height=6, open_hands=hands, rounds=40)
    for name in ("pillars-random", "pillars-reactive", "pillars-utility", "pillars-coordinated"):
        record = quadrille.play(game, [name, "pillars-utility:preset=tuned"], seed=1)
        assert list(record.replay())[-1].is_over()


def test_bad_presets_are_refused() -> None:
    with pytest.raises(ValueError, match="preset"):
        quadrille.agent("pillars-utility:preset=best", GAME)


# --- wishes ------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["want move 7", "want build 1, want first 9", "nothing"])
def test_wishes_as_text(text: str) -> None:
    assert spoken(understood(text)) == text


@pytest.mark.parametrize(
    "text", ["", "want", "want move", "want move 0", "want move 10", "want tea 3", "want move 7,"]
)
def test_what_is_no_wish(text: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        understood(text)


def test_a_mailbox_keeps_the_latest() -> None:
    mail = Mailbox()
    mail.put(2, "want move 7, want first 7")
    mail.put(1, "want move 3")
    mail.put(1, "how are you?")
    assert list(mail.wishes("move")) == [(1, Wish(3, "move")), (2, Wish(7, "move"))]
    mail.put(2, "nothing")
    assert list(mail.wishes("move", "first")) == [(1, Wish(3, "move"))]


def test_a_team_mate_yields_the_card() -> None:
    """Alone it climbs; with the only MOVE card wanted by one who is about to win, it builds."""
    text = f"0B4000/00000/00*00/010A00/{BOTTOM} {BOTH}"
    state = GAME.parse(text)
    agent = quadrille.agent("pillars-coordinated:card=3", GAME)
    alone = agent.open(GAME, 0, Rng(1)).choose(state, Limits())
    assert alone.move.card == "move"
    asked = agent.open(GAME, 0, Rng(1))
    asked.heard(1, "want move 9")
    assert asked.choose(state, Limits()).move.card == "build"
    asked.heard(1, "nothing")
    assert asked.choose(state, Limits()).move.card == "move"


def test_gamers_say_what_they_need() -> None:
    record = quadrille.play(GAME, ["pillars-coordinated", "pillars-reactive"], seed=4)
    words = [each.say for each in record.moves if each.player in (0, 1)]
    assert words and all(understood(text) for text in words)
    assert any("first" in text or "stay" in text for text in words)
    assert not any(each.say for each in record.moves if each.player not in (0, 1))
