"""Records: what they keep, how they replay, and what is said about broken ones."""

import json
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import quadrille
from quadrille import CHANCE, NOBODY, BadPosition, BadRecord, Move, Option, Record
from quadrille.arena.play.table import Table
from quadrille.core.records.files import append_record as append
from quadrille.core.records.files import read_records, scan_records
from quadrille.core.records.record import Played, Result
from quadrille.core.state import outcome_by_rank
from support.patience import PATIENCE

FIELDS = (Option("players", "int", 3, low=1, high=4, doc="How many roll."),)


class Dice(quadrille.State):
    """Everybody rolls or passes, three rounds; a roll adds one to six points."""

    name, title, summary = "dice", "Dice", "Roll or pass."

    def __init__(self, players: int) -> None:
        self.points = [0] * players
        self.turn = 0
        self.rolling = False

    @staticmethod
    def option_fields() -> tuple[Option, ...]:
        return FIELDS

    def options(self) -> dict[str, Any]:
        return {"players": len(self.points)}

    @staticmethod
    def create(options: dict[str, Any], rng: quadrille.Rng) -> "Dice":
        state = Dice(options["players"])
        state.points[0] = rng.below(100)  # public set-up
        return state

    @staticmethod
    def parse(options: dict[str, Any], text: str) -> "Dice":
        try:
            points, turn, rolling = text.split()
            state = Dice(options["players"])
            state.points = [int(p) for p in points.split(",")]
            state.turn, state.rolling = int(turn), rolling == "roll"
        except ValueError:
            raise BadPosition(f"expected a position such as '0,0 0 wait', got {text!r}") from None
        return state

    def text(self) -> str:
        points = ",".join(map(str, self.points))
        return f"{points} {self.turn} {'roll' if self.rolling else 'wait'}"

    def num_players(self) -> int:
        return len(self.points)

    def player(self) -> int:
        if self.rolling:
            return CHANCE
        return self.turn % len(self.points) if self.turn < 3 * len(self.points) else NOBODY

    def legal_moves(self) -> list[Move]:
        return [Move(0, "pass"), Move(1, "roll")] if self.player() >= 0 else []

    def chance_moves(self) -> list[tuple[Move, int]]:
        return [(Move(10 + i, f"d{i}"), 1) for i in range(1, 7)] if self.rolling else []

    def _play(self, move: int) -> None:
        if move >= 10:
            self.points[self.turn % len(self.points)] += move - 10
        self.rolling = move == 1
        self.turn += not self.rolling

    def scores(self) -> list[float]:
        return [float(p) for p in self.points]

    def num_actions(self) -> int:
        return 2

    def max_plies(self) -> int:
        return 6 * len(self.points)


DICE = f"{__file__}:Dice"


@pytest.fixture(autouse=True)
def own_games() -> None:
    """Load the games of this file, as records ask for, whichever test comes first."""
    quadrille.game(DICE)


def played(seed: int = 4) -> Record:
    return quadrille.play(quadrille.game(DICE), ["random"] * 3, seed)


def short_game(seed: int | None = 0) -> Record:
    """A won game of Connect Four."""
    moves = [Played(i % 2, text) for i, text in enumerate("4142434")]
    start = quadrille.game("connect_four").new().text()
    result = Result("finished", (1.0, -1.0), (1.0, 0.0))
    names = ("random", "random")
    return Record("connect_four", {}, seed, names, start, tuple(moves), result, {"quadrille": "1"})


# --- what a record keeps ---------------------------------------------------------------------


def test_a_record_holds_the_game() -> None:
    record = played()
    data = json.loads(record.to_json())
    assert list(data) == [
        *("format", "game", "options", "seed", "players"),
        *("start", "moves", "result", "versions"),
    ]
    assert data["format"] == 1 and data["game"] == DICE and data["seed"] == 4
    assert data["options"] == {"players": 3}, "all options, also those at their default"
    assert data["players"] == ["random"] * 3
    assert data["start"] == quadrille.game(DICE).new(4).text() != "0,0,0 0 wait"
    assert data["versions"] == {"quadrille": quadrille.__version__}
    assert {move["player"] for move in data["moves"]} == {CHANCE, 0, 1, 2}
    assert data["result"]["ended"] == "finished" and sum(data["result"]["outcome"]) == 0
    assert "\n" not in record.to_json()
    assert Record.from_json(record.to_json()) == record


def test_replaying_gives_every_position() -> None:
    record = played()
    states = list(record.replay())
    assert len(states) == len(record.moves) + 1
    state = quadrille.game(DICE).parse(record.start)
    assert states[0] == state
    for move, after in zip(record.moves, states[1:], strict=True):
        state.play(move.move)
        assert after == state
    assert tuple(state.scores()) == record.result.scores
    assert len({id(state) for state in states}) == len(states)


def test_options_are_needed_to_replay() -> None:
    record = quadrille.play(quadrille.game(DICE, players=2), ["random"] * 2, 1)
    record.check()
    with pytest.raises(BadRecord, match="start: expected"):
        replace(record, options={}).check()


def test_a_resigned_and_an_unfinished_game() -> None:
    rules = quadrille.game(DICE)
    with Table(rules, ["random"] * 3, 1) as table:
        table.step()
        unfinished = table.record()
        table.resigned(1)
        assert table.is_over()
        resigned = table.record()
    assert unfinished.result.ended == "unfinished" and unfinished.result.outcome is None
    assert json.loads(unfinished.to_json())["result"]["outcome"] is None
    assert resigned.result.outcome == (0.5, -1.0, 0.5) and resigned.result.by == 1
    for record in (unfinished, resigned):
        assert Record.from_json(record.to_json()) == record
        record.check()


def test_a_stopped_game_has_the_scale_of_its_game() -> None:
    class Doubtful(Dice):
        """Nobody wins or loses more than half."""

        def outcome_of(self, worth: Sequence[float]) -> list[float]:
            return [each / 2 for each in outcome_by_rank(worth)]

    state = Doubtful(3)
    assert Result.of(state, "resigned", 0).outcome == (-0.5, 0.25, 0.25)
    assert Result.of(Dice(3), "resigned", 0).outcome == (-1.0, 0.5, 0.5)
    state.points, state.turn = [4, 0, 9], 9
    assert state.is_over() and state.outcome() == [0.0, -0.5, 0.5]


def test_resigning_alone_costs_nothing() -> None:
    state = quadrille.game(DICE, players=1).new()
    assert Result.of(state, "resigned", 0).outcome == (0.0,)


def test_without_a_seed_a_game_may_start_anywhere_and_roll_anything() -> None:
    moves = (Played(0, "roll"), Played(CHANCE, "d6"), Played(1, "pass"))
    result = Result("unfinished", None, (11.0, 9.0))
    record = Record(DICE, {"players": 2}, None, ("a", "b"), "5,9 2 wait", moves, result, {})
    record.check()
    assert Record.from_json(record.to_json()) == record
    with pytest.raises(BadRecord, match="start: expected"):
        replace(record, seed=0).check()


# --- turns that were lost --------------------------------------------------------------------


class Strict(Dice):
    """Dice in which a turn can be lost."""

    name = "strict"

    @staticmethod
    def parse(options: dict[str, Any], text: str) -> "Strict":
        state = Strict(options["players"])
        state.__dict__.update(Dice.parse(options, text).__dict__)
        return state

    def lose_turn(self) -> None:
        if self.rolling:
            raise ValueError("nobody has a turn to lose")
        self.turn += 1


STRICT = f"{__file__}:Strict"


def with_a_lost_turn() -> Record:
    moves = (Played(0, "roll"), Played(CHANCE, "d6"), Played(1, "", lost="no answer within 3 s"))
    result = Result("unfinished", None, (6.0, 0.0))
    return Record(STRICT, {"players": 2}, None, ("a", "b"), "0,0 0 wait", moves, result, {})


def test_a_lost_turn_is_kept_and_replayed() -> None:
    record = with_a_lost_turn()
    assert json.loads(record.to_json())["moves"][-1] == {
        "player": 1,
        "move": "",
        "lost": "no answer within 3 s",
    }
    assert Record.from_json(record.to_json()) == record
    assert [state.text() for state in record.replay()] == [
        "0,0 0 wait",
        "0,0 0 roll",
        "6,0 1 wait",
        "6,0 2 wait",
    ]


def test_a_turn_that_cannot_be_lost() -> None:
    record = with_a_lost_turn()
    with pytest.raises(BadRecord, match=r"move 3 \(''\): no turn can be lost in '6,0 1 wait'"):
        replace(record, game=DICE).check()
    with pytest.raises(BadRecord, match=r"move 3 \(''\): expected player 1 to move, got player 0"):
        with_move(record, 2, player=0).check()
    early = replace(record, moves=(record.moves[0], Played(CHANCE, "", lost="late")))
    with pytest.raises(BadRecord, match=r"move 2 \(''\): nobody has a turn to lose"):
        early.check()
    with pytest.raises(BadRecord, match=r"expected a text as moves\[2\].lost, got 3"):
        Record.from_json(record.to_json().replace('"no answer within 3 s"', "3"))


def test_a_move_that_was_drawn_for_a_player() -> None:
    record = with_move(with_a_lost_turn(), 2, move="pass")
    assert record.to_dict()["moves"][-1] == {
        "player": 1,
        "move": "pass",
        "lost": "no answer within 3 s",
    }
    assert Record.from_json(record.to_json()) == record
    assert [state.text() for state in record.replay()][-1] == "6,0 2 wait"
    replace(record, game=DICE).check()  # also where turns cannot be lost


def test_a_note_says_why_a_game_is_unfinished() -> None:
    plain = with_a_lost_turn()
    assert "note" not in plain.to_dict()["result"]
    record = replace(plain, result=replace(plain.result, note="nobody moved"))
    assert record.to_dict()["result"]["note"] == "nobody moved"
    assert Record.from_json(record.to_json()) == record
    record.check()
    with pytest.raises(BadRecord, match=r"expected a text as result.note, got 3"):
        Record.from_json(record.to_json().replace('"nobody moved"', "3"))


# --- records that do not replay --------------------------------------------------------------


def with_move(record: Record, index: int, **changes: Any) -> Record:
    moves = list(record.moves)
    moves[index] = replace(moves[index], **changes)
    return replace(record, moves=tuple(moves))


def with_result(record: Record, **changes: Any) -> Record:
    return replace(record, result=replace(record.result, **changes))


@pytest.mark.parametrize(
    ("tamper", "expected"),
    [
        (lambda r: with_move(r, 2, move="9"), "move 3 ('9'): expected a column from 1 to 7"),
        (lambda r: with_move(r, 2, player=1), "move 3 ('4'): expected player 0 to move, got play"),
        (lambda r: with_move(r, 2, player=-1), "expected player 0 to move, got chance"),
        (lambda r: replace(r, moves=(*r.moves, Played(1, "1"))), "move 8 ('1'): the game is over"),
        (lambda r: replace(r, moves=r.moves[:-1]), "after 6 moves the game is unfinished, the rec"),
        (lambda r: replace(r, moves=(Played(0, "4"),) * 2), "move 2 ('4'): expected player 1"),
        (lambda r: with_result(r, outcome=(-1.0, 1.0)), "expected outcome [1.0, -1.0], got [-1.0"),
        (lambda r: with_result(r, outcome=(1.0,)), "expected outcome [1.0, -1.0], got [1.0]"),
        (lambda r: with_result(r, outcome=None), "expected outcome [1.0, -1.0], got None"),
        (lambda r: with_result(r, scores=(1.0, 1.0)), "expected scores [1.0, 0.0], got [1.0, 1.0]"),
        (lambda r: with_result(r, ended="resigned", by=0), "the game is finished, the record says"),
        (lambda r: with_result(r, ended="resigned", by=7), "expected a player who resigned, got 7"),
        (lambda r: replace(r, start=r.start.replace(".", "x", 1)), "start: expected '......."),
        (lambda r: replace(r, start=""), "start: expected '......."),
        (lambda r: replace(r, players=("random",)), "players: expected 2 of them, got 1"),
        (lambda r: replace(r, game="connect_for"), "did you mean 'connect_four'?"),
        (lambda r: replace(r, game="no.py:Nim"), "code that a record names is not run"),
        (lambda r: replace(r, game="no_such:Nim"), "the game cannot start"),
        (lambda r: replace(r, options={"speed": 3}), "unknown option 'speed'"),
    ],
)
def test_what_does_not_replay_says_where(tamper: Callable[[Record], Record], expected: str) -> None:
    good = short_game()
    good.check()
    with pytest.raises(BadRecord) as caught:
        tamper(good).check()
    assert expected in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_illegal_move_is_named() -> None:
    moves = tuple(Played(i % 2, "4") for i in range(7))
    record = replace(short_game(), moves=moves)
    with pytest.raises(BadRecord, match=r"move 7 \('4'\): illegal move '4' for player 0 in"):
        record.check()


def test_chance_comes_from_the_seed() -> None:
    record = played()
    index = next(i for i, move in enumerate(record.moves) if move.player == CHANCE)
    drawn = record.moves[index].move
    other = "d1" if drawn != "d1" else "d2"
    with pytest.raises(BadRecord, match=rf"move {index + 1} \('{other}'\): seed 4 draws '{drawn}'"):
        with_move(record, index, move=other).check()


def test_positions_before_the_mistake_are_shown() -> None:
    states = with_move(short_game(), 2, move="9").replay()
    assert [next(states).text().count("x") for _ in range(3)] == [0, 1, 1]
    with pytest.raises(BadRecord, match="move 3"):
        next(states)


# --- texts that are no records ---------------------------------------------------------------


def changed(path: str, value: Any) -> str:
    """The JSON of a good record with one value replaced; ``...`` removes it."""
    data = json.loads(short_game().to_json())
    *parents, last = (int(key) if key.isdigit() else key for key in path.split("."))
    place = data
    for key in parents:
        place = place[key]
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return json.dumps(data)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "expected a JSON object, got ''"),
        ("hello", "expected a JSON object, got 'hello': Expecting value at column 1"),
        ("[1, 2]", "expected a JSON object as the record, got [1, 2]"),
        ("null", "expected a JSON object as the record, got None"),
        ('{"format": 1,\n "game"', "at line 2"),
        ("{}", "expected format, which is missing"),
        ('{"format": NaN}', "NaN is not a JSON number"),
        ("[" * 100_000, "expected a JSON object, got '[[["),
        ('{"format": ' + "9" * 5000 + "}", "expected a JSON object"),
        (changed("format", 2), "expected a record of format 1, got format 2"),
        (changed("format", "1"), "expected a whole number as format, got '1'"),
        (changed("format", True), "expected a whole number as format, got True"),
        (changed("game", 5), "expected a text as game, got 5"),
        (changed("game", ...), "expected game, which is missing"),
        (changed("options", []), "expected an object as options, got []"),
        (changed("options", {"a": [1]}), "expected bool or int or float or str as options.a, got"),
        (changed("seed", "x"), "expected a whole number from 0 to 18446744073709551615 as seed"),
        (changed("seed", -1), "as seed, got -1"),
        (changed("seed", 2**64), "as seed, got 18446744073709551616"),
        (changed("players", "random"), "expected a list as players, got 'random'"),
        (changed("players.1", None), "expected a text as players[1], got None"),
        (changed("start", None), "expected a text as start, got None"),
        (changed("moves", {}), "expected a list as moves, got {}"),
        (changed("moves.3", "4"), "expected an object as moves[3], got '4'"),
        (changed("moves.3.move", 4), "expected a text as moves[3].move, got 4"),
        (changed("moves.3.move", ...), "expected moves[3].move, which is missing"),
        (changed("moves.3.player", 1.0), "expected a whole number from -1 as moves[3].player"),
        (changed("moves.3.player", -2), "expected a whole number from -1 as moves[3].player"),
        (changed("moves.3.say", 7), "expected a text as moves[3].say, got 7"),
        (changed("result", None), "expected an object as result, got None"),
        (changed("result.ended", "lost"), "expected ended to be one of finished resigned forfei"),
        (changed("result.outcome", [1, "x"]), "expected a number as result.outcome[1], got 'x'"),
        (changed("result.scores", ...), "expected result.scores, which is missing"),
        (changed("result.scores", [True, 0]), "expected a number as result.scores[0], got True"),
        (changed("result.by", 0), "expected result.by if and only if a player resigned"),
        (changed("versions", {"quadrille": 1}), "expected str as versions.quadrille, got 1"),
    ],
)
def test_what_is_no_record_says_what_was_expected(text: str, expected: str) -> None:
    with pytest.raises(BadRecord) as caught:
        Record.from_json(text)
    assert expected in str(caught.value)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 250


def test_what_a_reader_does_not_know_it_skips() -> None:
    data = json.loads(short_game().to_json())
    data["weather"] = {"sun": True}
    assert Record.from_json(json.dumps(data)) == short_game()


def test_every_cut_and_many_mistakes_are_refused_politely() -> None:
    text = short_game().to_json()
    for length in range(len(text)):
        with pytest.raises(BadRecord):
            Record.from_json(text[:length])
    rng = quadrille.Rng(1)
    refused = 0
    for _ in range(2000):
        letters = list(text)
        letters[rng.below(len(text))] = '"{}[],:0-1x.e\\ '[rng.below(15)]
        try:
            Record.from_json("".join(letters)).check()
        except BadRecord:
            refused += 1
    assert refused > 1000


# --- files -----------------------------------------------------------------------------------


def test_records_are_appended_and_read(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    records = [played(seed) for seed in range(3)]
    for record in records:
        append(path, record)
    assert read_records(path) == records
    assert path.read_bytes().count(b"\n") == 3 and path.read_bytes().endswith(b"}\n")


def test_half_a_line_is_reported_and_harms_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    append(path, short_game())
    whole = path.read_bytes()
    path.write_bytes(whole + whole[:100])
    with pytest.raises(BadRecord, match=r"games.jsonl, line 2: the last record is cut off"):
        read_records(path)
    append(path, played())
    assert path.read_bytes().startswith(whole + whole[:100] + b"\n"), "nothing is removed"
    found = list(scan_records(path))
    assert [number for number, _ in found] == [1, 2, 3]
    assert found[0][1] == short_game() and found[2][1] == played()
    assert isinstance(found[1][1], BadRecord) and "line 2: expected a JSON" in str(found[1][1])


def test_a_last_line_without_its_end_is_a_record(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(f"\n{short_game().to_json()}\r\n\n{short_game().to_json()}")
    append(path, short_game())
    assert read_records(path) == [short_game()] * 3
    assert [number for number, _ in scan_records(path)] == [2, 4, 5]


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b'{"game": "\xff"}\n')
    with pytest.raises(BadRecord, match="line 1: expected UTF-8 text: invalid start byte at byte"):
        read_records(path)


def test_many_may_append_at_once(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    records = [played(seed) for seed in range(8)]

    def work(record: Record) -> None:
        for _ in range(20):
            append(path, record)

    threads = [threading.Thread(target=work, args=(record,)) for record in records]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    found = read_records(path)
    assert len(found) == 160 and all(found.count(record) == 20 for record in records)


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        append(tmp_path / "nowhere" / "games.jsonl", short_game())
