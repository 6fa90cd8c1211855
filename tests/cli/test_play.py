"""``quadrille play``: people and agents at the terminal."""

import json
from pathlib import Path

import pytest

import quadrille
from quadrille.cli.terminal import find_move, notation
from quadrille.cli.wording import in_columns, result_text
from quadrille.core.records.record import Result
from support.places import EXAMPLES

from .shell import Shell


def test_agents_play_to_the_end(shell: Shell) -> None:
    seats = ("--seat", "random", "--seat", "random")
    run = shell("play", "connect_four", *seats, "--seed", "5", "--json")
    record = quadrille.Record.from_json(run.out)
    assert record == quadrille.play("connect_four", ["random", "random"], seed=5)
    assert run.data["players"] == ["random", "random"] and run.err == ""
    text = shell("play", "connect_four", *seats, "--seed", "5").out
    assert text.count("plays") == len(record.moves)
    winner = record.result.scores.index(1.0) + 1
    assert text.splitlines()[-1] == f"Player {winner} (random) wins"
    assert shell("play", "connect_four", *seats, "--json").data["seed"] == 0


def test_seats_that_are_not_given(shell: Shell) -> None:
    text = shell("play", "my.py:Cards", "--seed", "1", stdin="bid:1\n").out
    assert "player 1 (human)\n  player 2 (random)\n  player 3 (random)\n" in text
    text = shell("play", "my.py:Cards", "--seat", "random", "--json").out
    assert json.loads(text)["players"] == ["random"] * 3


def test_the_seed_of_a_person_is_drawn_and_told(shell: Shell) -> None:
    heads = {shell("play", "connect_four").out.splitlines()[0] for _ in range(2)}
    assert len(heads) == 2 and all("Connect Four, seed " in head for head in heads)


def test_a_whole_game_by_hand(shell: Shell, tmp_path: Path) -> None:
    moves = "4\n1\n4\n1\n4\n1\n4\n"
    seats = ("--seat", "human", "--seat", "human")
    run = shell("play", "connect_four", *seats, "--save", "a.jsonl", stdin=moves)
    assert run.code == 0 and run.err == "record added to a.jsonl\n"
    assert "player 1, your move: 4\n" in run.out
    assert run.out.splitlines()[-1] == "Player 1 (human) wins"
    [record] = quadrille.read_records(tmp_path / "a.jsonl")
    record.check()
    assert record.result.outcome == (1.0, -1.0)


def test_bad_input_asks_again_and_loses_nothing(shell: Shell, tmp_path: Path) -> None:
    lines = ["4", "x", "", "?", "9", "undo?", "\x00", "\udcff", "4" * 1000, " 4 ", "quit"]
    run = shell("play", "connect_four", "--save", "a.jsonl", stdin="\n".join(lines) + "\n")
    assert run.code == 0
    assert "Expected a column from 1 to 7, got 'x' (? lists the moves)" in run.out
    assert run.out.count("A move is a column from 1 to 7.") == 2
    assert "  1  2  3  4  5  6  7\n" in run.out
    for word in ("hint", "why", "undo", "resign", "quit"):
        assert f"\n  {word}  " in run.out
    [record] = quadrille.read_records(tmp_path / "a.jsonl")
    assert [played.move for played in record.moves if played.player == 0] == ["4", "4"]


def test_a_move_that_is_not_legal(shell: Shell) -> None:
    seats = ("--seat", "human", "--seat", "human")
    run = shell("play", "connect_four", *seats, stdin="4\n" * 7)
    assert "'4' is not legal here" in run.out


def test_undo(shell: Shell, tmp_path: Path) -> None:
    script = "undo\n3\n5\nundo\nundo\nundo\n1\nquit\n"
    run = shell("play", "connect_four", "--seed", "3", "--save", "a.jsonl", stdin=script)
    assert run.out.count("There is nothing to undo yet") == 2
    assert run.out.count("Back to your previous decision") == 2
    [record] = quadrille.read_records(tmp_path / "a.jsonl")
    assert [played.player for played in record.moves] == [0, 1]
    assert record.moves[0].move == "1"


def test_resign(shell: Shell, tmp_path: Path) -> None:
    run = shell("play", "connect_four", "--save", "a.jsonl", stdin="4\nresign\n")
    assert run.code == 0
    assert run.out.endswith("Player 1 (human) resigns: player 2 (random) wins\n")
    [record] = quadrille.read_records(tmp_path / "a.jsonl")
    assert record.result.ended == "resigned" and record.result.outcome == (-1.0, 1.0)


@pytest.mark.parametrize("stdin", ["4\n", "4\nquit\n"])
def test_leaving(shell: Shell, tmp_path: Path, stdin: str) -> None:
    run = shell("play", "connect_four", "--save", "a.jsonl", "--seed", "1", stdin=stdin)
    assert run.code == 0
    assert run.err == "game left unfinished\nrecord added to a.jsonl\n"
    [record] = quadrille.read_records(tmp_path / "a.jsonl")
    assert record.result.ended == "unfinished" and len(record.moves) == 2
    record.check()


def test_what_was_played_before_an_agent_failed_is_saved(shell: Shell, tmp_path: Path) -> None:
    seats = ("--seat", "random", "--seat", "my.py:Broken")
    assert shell("play", "connect_four", *seats, "--save", "a.jsonl").code == 2
    [record] = quadrille.read_records(tmp_path / "a.jsonl")
    assert len(record.moves) == 1


def test_secrets_stay_hidden(shell: Shell) -> None:
    run = shell("play", "my.py:Cards", "--seed", "1", stdin="3\n")
    card = run.out.partition("Chance draws deal:")[2][0]
    assert card.isdigit() and f"\n{card}  9\n" in run.out
    # A person in another seat does not see the card before the end.
    seats = ("--seat", "random", "--seat", "human")
    run = shell("play", "my.py:Cards", *seats, "--seed", "1", stdin="3\n")
    assert "Chance draws deal:?" in run.out
    before, _, end = run.out.rpartition("plays")
    assert f"\n{card} " not in before and "\n? " in before and f"\n{card} " in end
    # Two people at one terminal: what they see differently is not said.
    people = ("--seat", "human", "--seat", "human", "--seat", "human")
    run = shell("play", "my.py:Cards", *people, "--seed", "1", stdin="3\n4\n5\n")
    assert "Chance draws something" in run.out and "deal:" not in run.out
    assert "player 2, your move: 4" in run.out and "\n? 3 9\n" in run.out
    assert run.out.endswith("Player 3 (human) wins (scores: player 1 3, player 2 4, player 3 5)\n")


def test_what_comes_after_a_colon_is_enough(shell: Shell) -> None:
    state = quadrille.game("my.py:Cards").new()
    state.play_chance()
    assert str(find_move(state, "7")) == "bid:7" == str(find_move(state, "bid:7"))
    for text in ("9", "bid", ":7", "", "bid:"):
        with pytest.raises(ValueError, match="expected a move such as bid:0"):
            find_move(state, text)
    assert (
        "You can leave out what stands before the colon."
        in shell("play", "my.py:Cards", stdin="?\n").out
    )


def test_what_comes_after_a_colon_must_be_clear() -> None:
    class Fake:
        """Two moves that end alike, and one that ends in nothing."""

        def legal_moves(self) -> list[str]:
            return ["give:1", "take:1", "take:"]

        def move_text(self, move: str) -> str:
            return move

        def parse_move(self, text: str) -> str:
            raise quadrille.BadMoveText(f"expected a move, got {text!r}")

    for text in ("1", ""):
        with pytest.raises(quadrille.BadMoveText, match="expected a move, got"):
            find_move(Fake(), text)


def test_notation_in_the_words_of_the_game() -> None:
    assert notation(quadrille.game("connect_four").new()) == "A move is a column from 1 to 7."


def test_columns_fill_the_width() -> None:
    texts = [f"move{i}" for i in range(100)]
    lines = in_columns(texts, 80).splitlines()
    assert max(map(len, lines)) <= 80 and len(lines) == 12
    assert " ".join(lines).split() == texts
    assert in_columns(["x" * 200], 80) == "  " + "x" * 200
    assert in_columns([], 80) == ""


@pytest.mark.parametrize(
    ("result", "sides", "expected"),
    [
        (Result("finished", (0.0, 0.0), (0.0, 0.0)), [0, 1], "draw"),
        (Result("finished", (-1.0, 1.0), (3.0, 5.0)), [0, 1], "player 2 (b) wins (scores: "),
        (Result("finished", (0.0,), (12.0,)), [0], "the game is over, score 12"),
        (Result("unfinished", None, (0.0, 0.0)), [0, 1], "unfinished"),
        (
            Result("finished", (1.0, -1.0), (1.0,) * 4),
            [0, 1, 0, 1],
            "player 1 (a) and player 3 (c) win (scores: ",
        ),
        (
            Result("resigned", (0.5, -1.0, 0.5), (0.0,) * 3, by=1),
            [0, 1, 2],
            "player 2 (b) resigns: player 1 (a) and player 3 (c) win",
        ),
    ],
)
def test_results_in_words(result: Result, sides: list[int], expected: str) -> None:
    assert result_text(result, "abcd"[: len(sides)], sides).startswith(expected)


def test_a_hint(shell: Shell, tmp_path: Path) -> None:
    seats = ("--seat", "human", "--seat", "random")
    lines = ["hint", "hint my.py:Thinker", "hint nope", "hint human", "hint my.py:Broken", "4", ""]
    run = shell("play", "connect_four", *seats, "--save", "a.jsonl", stdin="\n".join(lines))
    assert run.code == 0
    assert "Hint by greedy" in run.out and "Hint by my.py:Thinker" in run.out
    assert "player 1 +0.25, player 2 -0.25" in run.out
    assert "No hint: unknown agent 'nope'" in run.out
    assert "No hint: a human cannot play here" in run.out
    assert "No hint: KeyError: 'no idea'" in run.out
    [record] = quadrille.read_records(tmp_path / "a.jsonl")
    assert record.moves[0].move == "4"


def test_why_an_agent_moved_so(shell: Shell) -> None:
    seats = ("--seat", "human", "--seat", "my.py:Thinker")
    reason = "player 2 +0.25; 3 nodes"
    run = shell("play", "connect_four", *seats, stdin="why\n4\nwhy\n4\nwhy\n4\n")
    assert run.out.count("Moves of agents are now explained") == 2
    assert run.out.count("Moves of agents are no longer explained") == 1
    # Twice a move, and once the last one when it was asked for again.
    assert run.out.count(f"\n  {reason}") == 2 and f"  the last one: {reason}" in run.out


def test_thoughts_that_would_tell_secrets(shell: Shell) -> None:
    seats = ("--seat", "my.py:Thinker", "--seat", "human", "--seat", "random")
    run = shell("play", "my.py:Cards", *seats, stdin="why\n4\n")
    assert "Explanations would reveal the secrets of others" in run.out
    assert "nodes" not in run.out and "to me" not in run.out


def test_what_is_said_reaches_partners_only(shell: Shell) -> None:
    game = f"{EXAMPLES}/high_card.py:HighCard"
    options = ("-o", "players=4", "-o", "partners=true")
    says = 'Player 3 (my.py:Thinker) says "to me"'

    def play(*others: str) -> str:
        seats = [f"--seat={each}" for each in (*others, "my.py:Thinker", "random")]
        return shell("play", game, *options, *seats, stdin="keep\n").out

    assert says in play("human", "random")
    assert says in play("random", "random")
    text = play("random", "human")
    assert "Player 3 (my.py:Thinker) plays" in text and "to me" not in text
