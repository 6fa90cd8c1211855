"""``quadrille replay``: records checked and shown."""

import json
from pathlib import Path

import pytest

import quadrille
from quadrille.core.drawing.film import film

from .shell import Shell


@pytest.fixture
def records(tmp_path: Path) -> Path:
    path = tmp_path / "r.jsonl"
    for seed in range(3):
        game = "connect_four"
        quadrille.append_record(path, quadrille.play(game, ["random", "random"], seed))
    return path


def test_replay_lists_all(shell: Shell, records: Path) -> None:
    run = shell("replay", "r.jsonl")
    assert run.code == 0 and run.out.count("yes") == 3 and run.out.count("connect_four") == 3
    data = shell("replay", "r.jsonl", "--json").data
    assert data["file"] == "r.jsonl" and [each["record"] for each in data["records"]] == [1, 2, 3]
    for each, record in zip(data["records"], quadrille.read_records(records), strict=True):
        *_, last = record.replay()
        assert each["replays"] and each["final"] == last.text()
        assert each["moves"] == len(record.moves) and each["result"]["ended"] == "finished"


def test_replay_shows_one(shell: Shell, records: Path) -> None:
    record = quadrille.read_records(records)[1]
    run = shell("replay", "r.jsonl", "--game", "2")
    assert run.code == 0 and run.out.count(" plays ") == len(record.moves)
    assert f"\n1. player 1 (random) plays {record.moves[0].move}\n" in run.out
    for state in record.replay():
        assert state.board() in run.out
    assert "wins" in run.out.splitlines()[-1]
    data = shell("replay", "r.jsonl", "--game", "2", "--json").data
    assert [each["record"] for each in data["records"]] == [2]
    for number in ("0", "4", "-1"):
        run = shell("replay", "r.jsonl", "--game", number)
        assert run.code == 2 and f"expected --game from 1 to 3, got {number}" in run.err


def test_replay_tells_which_record_is_wrong_and_why(shell: Shell, records: Path) -> None:
    lines = records.read_text().splitlines()
    data = json.loads(lines[1])
    data["moves"][4]["move"] = "8"
    lines[1] = json.dumps(data)
    records.write_text("\n".join(lines))
    run = shell("replay", "r.jsonl")
    assert run.code == 2 and run.out.count("yes") == 2 and run.out.count("NO") == 1
    expected = (
        "quadrille: r.jsonl, record 2: move 5 ('8'): expected a column from 1 to 7, got '8'\n"
    )
    assert run.err == expected
    run = shell("replay", "r.jsonl", "--json")
    assert run.code == 2 and run.err == expected
    verdicts = json.loads(run.out)["records"]
    assert [each["replays"] for each in verdicts] == [True, False, True]
    assert "move 5" in verdicts[1]["error"]
    run = shell("replay", "r.jsonl", "--game", "2")
    assert run.code == 2 and run.out.count(" plays ") == 4 and run.err == expected
    assert shell("replay", "r.jsonl", "--game", "3").code == 0


def test_replay_of_a_file_that_a_killed_run_left(shell: Shell, records: Path) -> None:
    records.write_bytes(records.read_bytes()[:-200])
    run = shell("replay", "r.jsonl")
    assert run.code == 2 and run.out.count("yes") == 2
    assert run.err.startswith("quadrille: r.jsonl, line 3: the last record is cut off")
    assert shell("replay", "r.jsonl", "--game", "1").code == 0
    assert shell("replay", "r.jsonl", "--game", "3").code == 2


def test_a_lost_turn_is_told(shell: Shell, tmp_path: Path) -> None:
    rules = tmp_path / "strict.py"
    rules.write_text(STRICT)
    moves = [{"player": 0, "move": "go"}, {"player": 1, "move": "", "lost": "illegal move 'x'"}]
    moves.append({"player": 0, "move": "go", "lost": "no answer"})
    result = {"ended": "unfinished", "outcome": None, "scores": [0, 0], "note": "nobody moved"}
    facts = {"format": 1, "game": "strict.py:Strict", "options": {}, "seed": 0, "versions": {}}
    record = {**facts, "players": ["a", "b"], "start": "0", "moves": moves, "result": result}
    (tmp_path / "r.jsonl").write_text(json.dumps(record))
    run = shell("replay", "r.jsonl", "--game", "1", "--trust", "strict.py")
    assert run.code == 0, run.err
    assert "\n1. player 1 (a) plays go\n" in run.out
    assert "\n2. player 2 (b) loses the turn: illegal move 'x'\n" in run.out
    assert "\n3. player 1 (a) plays go, drawn at random: no answer\n" in run.out
    assert run.out.splitlines()[-1] == "Unfinished: nobody moved"
    [record] = shell("replay", "r.jsonl", "--game", "1", "--json").data["records"]
    assert record["replays"] and record["result"]["note"] == "nobody moved"


def test_a_film(shell: Shell, tmp_path: Path) -> None:
    game = quadrille.game("connect_four")
    records = [quadrille.play(game, ["random", "random"], seed=seed) for seed in (1, 2)]
    (tmp_path / "one.jsonl").write_text(records[0].to_json() + "\n")
    (tmp_path / "two.jsonl").write_text("".join(each.to_json() + "\n" for each in records))
    run = shell("replay", "one.jsonl", "--film", "x.svg")
    assert (run.code, run.out, run.err) == (0, "", "wrote x.svg\n")
    assert (tmp_path / "x.svg").read_text() == film(records[0])
    args = ("replay", "two.jsonl", "--game", "2", "--seconds", "0.5", "--film")
    assert shell(*args, "-").out == film(records[1], seconds=0.5) + "\n"
    data = shell(*args, "y.svg", "--json").data
    facts = {"file": "two.jsonl", "record": 2, "game": "connect_four"}
    assert data == {**facts, "moves": len(records[1].moves), "out": "y.svg"}
    for bad, reason in (
        (("two.jsonl", "--film", "x.svg"), "expected --game from 1 to 2 with --film, got none"),
        (("one.jsonl", "--film", "x.png"), "expected a file for SVG"),
        (("one.jsonl", "--film", "x.svg", "--seconds", "0"), "expected --seconds above 0"),
    ):
        run = shell("replay", *bad)
        assert run.code == 2 and reason in run.err


STRICT = '''
import quadrille

class Strict(quadrille.State):
    """Say go ten times."""

    name, title, summary = "strict", "Strict", "Go."
    turn = 0

    @staticmethod
    def create(options, rng):
        return Strict()

    @staticmethod
    def parse(options, text):
        state = Strict()
        state.turn = int(text)
        return state

    def text(self):
        return str(self.turn)

    def num_players(self):
        return 2

    def player(self):
        return self.turn % 2 if self.turn < 10 else quadrille.NOBODY

    def legal_moves(self):
        return [quadrille.Move(0, "go")] if self.turn < 10 else []

    def _play(self, move):
        self.turn += 1

    def lose_turn(self):
        self.turn += 1

    def scores(self):
        return [0.0, 0.0]

    def num_actions(self):
        return 1

    def max_plies(self):
        return 10
'''
