"""``quadrille store``: series and games listed, shown, replayed, moved."""

import json
from pathlib import Path

import pytest

import quadrille
from arena.store.store_games import make_plan, make_up, play
from quadrille.arena.store import Store

from .shell import Shell

LONG = "VeryLongNameOfAnAgentThatAlwaysPlaysTheFirstColumn"


@pytest.fixture(autouse=True)
def place(shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The store of the user: six games of Connect Four, four made-up ones of Sheep."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    with Store.open() as store:
        plan = make_plan()
        series = store.add_series(plan, "[b]first")
        for number in range(6):
            store.add(series, play(plan, number))
        plan = make_plan("sheep", 4, agents=["random", "a", "b"], players=3)
        series = store.add_series(plan)
        for number in range(4):
            store.add(series, make_up(plan, number))
        return store.place


def test_series_are_listed(shell: Shell, place: str) -> None:
    run = shell("store", "list")
    assert run.code == 0 and "[b]first" in run.out
    assert "6 of 10" in run.out and "random," in run.out and "players=3" in run.out
    data = shell("store", "list", "--json", "--seed", "1", "-o", "a=b").data
    assert data["store"] == place
    first, second = data["series"]
    assert (first["game"], first["played"], first["total"]) == ("connect_four", 6, 10)
    assert first["plan"]["agents"] == ["random", "greedy"] and second["sides"] == [0, 1, 2]
    run = shell("store", "list", "--store", "no.db")
    assert run.code == 2 and "expected a store, got nothing at" in run.err


def test_long_names_are_cut_not_broken(shell: Shell) -> None:
    """At 80 columns; --json has all of them."""
    with open("my.py", "a") as file:
        file.write(f"\nclass {LONG}(Agent):\n    choose = lambda self, state, rng: '1'\n")
    agents = [f"my.py:{LONG}", "random", "greedy", "oneply", "alphabeta:depth=1", "maxn:depth=1"]
    args = ("--kind", "gauntlet", "--forfeits", "-n", "1", "--store", "x.db")
    for command in (
        ("match", "connect_four", *agents, *args),
        ("store", "list", "--store", "x.db"),
        ("store", "show", "1", "--store", "x.db"),
        ("store", "games", "--store", "x.db"),
        ("standings", "--store", "x.db"),
    ):
        out = shell(*command).out
        assert "my.py:Very" in out and "\N{HORIZONTAL ELLIPSIS}" in out, command
        long = ("better", "ahead", "failed:")  # sentences, which the terminal wraps
        lines = [line for line in out.splitlines() if not any(word in line for word in long)]
        assert max(map(len, lines)) <= 80
        words = set(out.replace(",", "").split())
        assert {"random", "greedy", "oneply"} <= words or "and 3 more" in out
        if command[1] == "games":
            played = shell(*command, "--json").data["games"][0]["played"]
            assert f"{played[:10]} {played[11:16]}" in out and played not in out
    [row] = shell("store", "list", "--store", "x.db", "--json").data["series"]
    assert row["plan"]["agents"] == agents


def test_an_empty_store_is_told(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "empty"))
    run = shell("store", "list")
    assert run.code == 0 and "no series in" in run.out
    assert shell("store", "list", "--json").data["series"] == []
    assert not (tmp_path / "empty").exists()


def test_a_series_is_shown(shell: Shell) -> None:
    run = shell("store", "show", "1")
    assert run.code == 0 and "6 of 10, 6 of them different" in run.out
    assert "6 finished" in run.out and "on average" in run.out
    data = shell("store", "show", "1", "--json").data
    assert data["series"]["number"] == 1 and data["endings"] == {"finished": 6}
    assert {(each["team"], each["side"], each["games"]) for each in data["sides"]} == {
        (team, side, 3) for team in ("random", "greedy") for side in (0, 1)
    }
    assert sum(each["games"] for each in data["agents"]) == 12
    assert sum(count for _, count in data["lengths"]) == 6 == data["distinct"]
    assert sum(each["games"] for each in data["openings"]) == 6 and data["faults"] == []
    run = shell("store", "show", "2")
    faults = shell("store", "show", "2", "--json").data["faults"]
    assert faults and all(fault["reason"] in run.out for fault in faults[:10])


def test_games_are_listed(shell: Shell) -> None:
    run = shell("store", "games", "--series", "1", "--limit", "2")
    assert run.code == 0 and run.out.count("finished") == 2
    data = shell("store", "games", "--json").data["games"]
    assert [each["id"] for each in data] == list(range(10, 0, -1))
    data = shell("store", "games", "--agent", "greedy", "--json").data["games"]
    assert len(data) == 6 and all("greedy" in each["players"] for each in data)
    ended = shell("store", "games", "--ended", "finished", "--json").data["games"]
    assert {each["ended"] for each in ended} == {"finished"}


def test_a_game_is_replayed(shell: Shell) -> None:
    record = play(make_plan(), 1).record
    run = shell("store", "replay", "2")
    assert run.code == 0 and run.out.count(" plays ") == len(record.moves)
    for state in record.replay():
        assert state.board() in run.out
    data = shell("store", "replay", "2", "--json").data
    *_, last = record.replay()
    assert data["replays"] and data["final"] == last.text() and data["id"] == 2
    assert data["series"] == 1 and len(data["seconds"]) == data["moves"] == len(record.moves)
    run = shell("store", "replay", "7")
    assert run.code == 2 and run.err.startswith("quadrille: game 7: ")


def test_games_go_out_and_in(shell: Shell, tmp_path: Path) -> None:
    run = shell("store", "export", "x.jsonl", "--series", "1")
    assert run.code == 0 and run.err == "wrote 6 games to x.jsonl\n"
    assert shell("replay", "x.jsonl").out.count("yes") == 6
    assert shell("store", "export", "all.jsonl", "--json").data == {
        "file": "all.jsonl",
        "games": 10,
    }
    run = shell("store", "import", "all.jsonl", "--store", "new.db")
    assert run.code == 2 and "all.jsonl, line 7: start: expected " in run.err, "made up"
    run = shell("store", "import", "all.jsonl", "--store", "new.db", "--unchecked")
    assert run.code == 0 and run.err == f"added 10 games to {tmp_path}/new.db\n"
    data = shell("store", "import", "x.jsonl", "--store", "new.db", "--json").data
    assert data["games"] == 0 and data["store"] == f"{tmp_path}/new.db"
    first, second = (
        shell("store", "show", "1", "--json", *where).data for where in ((), ("--store", "new.db"))
    )
    assert first == second


def test_a_series_is_deleted(shell: Shell, place: str) -> None:
    run = shell("store", "delete", "1")
    assert (
        run.code == 2
        and run.out == ""
        and run.err
        == ("quadrille: series 1 and its 6 games would be deleted for good: add --yes to confirm\n")
    )
    assert len(shell("store", "list", "--json").data["series"]) == 2
    run = shell("store", "delete", "1", "--yes")
    assert (run.code, run.out, run.err) == (0, "", "deleted series 1 with 6 games\n")
    data = shell("store", "delete", "2", "--yes", "--json").data
    assert data == {"store": place, "series": 2, "games": 4}
    assert shell("store", "list", "--json").data["series"] == []
    assert "expected a series" in shell("store", "delete", "1", "--yes").err


def test_plain_records_are_imported(shell: Shell, tmp_path: Path) -> None:
    for seed in range(3):
        record = quadrille.play("connect_four", ["random", "random"], seed)
        quadrille.append_record(tmp_path / "r.jsonl", record)
    assert shell("store", "import", "r.jsonl", "--json").data["games"] == 3
    assert shell("store", "import", "r.jsonl", "--json").data["games"] == 0
    *_, series = shell("store", "list", "--json").data["series"]
    assert (series["kind"], series["played"], series["plan"]) == ("imported", 3, None)
    assert "imported" in shell("store", "list").out and shell("store", "show", "3").code == 0


@pytest.mark.parametrize(
    "line, reason",
    [
        ("show 9", "expected a series in '"),
        ("show x", "expected a whole number, got 'x'"),
        ("show", "Missing argument 'ID'"),
        ("replay 99", "expected a game in '"),
        ("games --limit -1", "expected limit of at least 0, got -1"),
        ("games --ended foo", "unknown ending 'foo' (known: adjudicated, agreed, finished"),
        ("games --agent nobody", "no agent called 'nobody' has played in '"),
        ("games --series 7", "expected a series in '"),
        ("export no/x.jsonl", "cannot open '"),
        ("export x.jsonl --series 9", "expected a series in '"),
        ("import no.jsonl", "cannot open 'no.jsonl'"),
        ("import my.py", "my.py, line 2: expected a JSON object"),
        ("list --store .", "expected a file as the store, got the folder"),
        ("list --store my.py", "expected a store of Quadrille, got a file that is no database"),
        ("list --store mysql://me:hush@host/x", "expected a file, sqlite:///FILE or postgresql:"),
        ("list --store postgresql://me:hush@127.0.0.1:1/x", "the store 'postgresql://me:***@"),
        ("list -o x", "expected -o NAME=VALUE, got 'x'"),
    ],
)
def test_mistakes_are_told_in_one_line(shell: Shell, line: str, reason: str) -> None:
    run = shell("store", *line.split())
    assert run.code == 2 and run.out == "" and "hush" not in run.err
    assert run.err.startswith("quadrille: ") and run.err.count("\n") == 1 and reason in run.err


def test_a_broken_import_is_told_and_leaves_nothing(shell: Shell, tmp_path: Path) -> None:
    shell("store", "export", "x.jsonl")
    lines = (tmp_path / "x.jsonl").read_text().splitlines()
    data = json.loads(lines[4])
    (tmp_path / "x.jsonl").write_text("\n".join([*lines[:4], json.dumps({**data, "moves": 3}), ""]))
    run = shell("store", "import", "x.jsonl", "--store", "new.db")
    assert run.code == 2 and "x.jsonl, line 5: expected a list as moves, got 3" in run.err
    assert shell("store", "list", "--store", "new.db", "--json").data["series"] == []
