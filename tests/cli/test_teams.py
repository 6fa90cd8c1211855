"""People in the terminal as gamers of a team, with the words of the original program."""

from pathlib import Path

import pytest

import quadrille
from quadrille.cli.play import all_seats
from quadrille.cli.terminal import find_move, ways_on
from support.patience import PATIENCE

from .programs import at_terminal, wait_until_asleep
from .shell import Shell

GAME = quadrille.game("pillars", gamers=2)
START = "0B0000/00000/00*00/000A00/0000a0b 12:m1b1:m1b1:m0b0 12:m0b0:m2b2:m0b0 1.1"
TEAM = ("--seat", "human", "--seat", "pillars-reactive", "-o", "gamers=2", "--seed", "3")


def test_no_action_asks_for_the_card(shell: Shell, tmp_path: Path) -> None:
    lines = ["no action", "", "no action", "pillow", "No Action BUILD", "pass", ""]
    run = shell("play", "pillars", *TEAM, "--save", "a.jsonl", stdin="\n".join(lines))
    assert run.code == 0, run.err
    assert run.out.count("no action what? move or build: ") == 2
    assert "got 'pillow'" in run.out and "pass what?" not in run.out
    [record] = quadrille.read_records(tmp_path / "a.jsonl")
    ours = [each.move for each in record.moves if each.player in (0, 1)]
    assert ours == ["pass build", "pass move"]


def test_the_words_of_the_original() -> None:
    state = GAME.parse(START)
    for text, move in {
        "move left": "move left",
        "build left": "build b2",
        "no action move": "pass move",
        "Pass Build": "pass build",
    }.items():
        assert str(find_move(state, text)) == move
    assert ways_on(state, "no action") == ways_on(state, "pass") == ["move", "build"]
    assert ways_on(state, "pass move") == ways_on(state, "nonsense") == ways_on(state, "") == []
    for text in ("no action jump", "no", "pass", ""):
        with pytest.raises(ValueError, match="expected something like"):
            find_move(state, text)


def test_a_beginning_with_one_way_on_is_enough() -> None:
    state = GAME.parse(START.replace("12:m1b1:m1b1", "12:m0b2:m2b0"))
    assert str(find_move(state, "no action")) == "pass build"


def test_undo_takes_back_the_last_decision_of_the_team(shell: Shell, tmp_path: Path) -> None:
    lines = ["build a1", "pass move", "undo", "undo", "build a1", ""]
    run = shell("play", "pillars", *TEAM, "--save", "a.jsonl", stdin="\n".join(lines))
    assert run.out.count("Back to your previous decision") == 2
    [record] = quadrille.read_records(tmp_path / "a.jsonl")
    assert [each.player for each in record.moves if each.player in (0, 1)] == [0]


def test_another_command_at_the_second_prompt(shell: Shell) -> None:
    run = shell("play", "pillars", *TEAM, stdin="no action\nquit\n")
    assert run.err == "game left unfinished\n" and run.out.endswith("move or build: quit\n")


def test_what_is_not_legal_is_no_matter_of_capital_letters() -> None:
    state = GAME.parse(START)
    for text in ("MOVE UP", "move up", "Build C3"):
        with pytest.raises(ValueError, match="is not legal here"):
            find_move(state, text)


def test_seats_for_teams() -> None:
    assert all_seats(GAME, ["human", "random"]) == ["human", "human", "random", "random"]
    gamer = all_seats(GAME, ["human"])
    assert gamer[0] == "human" and len(gamer) == 4 and "human" not in gamer[1:]
    assert all_seats(GAME, ["a", "b", "c", "d"]) == ["a", "b", "c", "d"]


def test_a_person_asks_the_team(shell: Shell, tmp_path: Path) -> None:
    seats = [f"--seat={each}" for each in ("human", "pillars-coordinated", *["random"] * 2)]
    lines = ["say", "say want move 9", "pass build", ""]
    options = ("-o", "gamers=2", "--seed", "3", "--save", "a.jsonl")
    run = shell("play", "pillars", *seats, *options, stdin="\n".join(lines))
    assert "Expected what to say" in run.out
    assert "Your partners will read that after your move" in run.out
    assert 'Player 2 (pillars-coordinated) says "want ' in run.out
    [record] = quadrille.read_records(tmp_path / "a.jsonl")
    assert [each.say for each in record.moves if each.player == 0] == ["want move 9"]
    alone = shell("play", "quarto", stdin="say hello\n")
    assert "You have no partner to talk to" in alone.out


@pytest.mark.parametrize("prompt", ["your move: ", "no action what? move or build: "])
def test_every_prompt_can_be_left(tmp_path: Path, prompt: str) -> None:
    with at_terminal("play", "pillars", *TEAM, cwd=tmp_path) as screen:
        screen.wait_for("your move: ")
        if prompt != "your move: ":
            screen.type("no action\n")
            screen.wait_for(prompt)
        wait_until_asleep(screen.program)  # at the prompt
        screen.type("\x03")
        assert screen.program.wait(timeout=PATIENCE) == 130
