"""Records name code that is not run, unless the user passes that file by name."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import quadrille
from quadrille import BadRecord, Record
from quadrille.arena.store import Store
from support.places import ROOT

from .shell import Shell

SPEC = "my_game.py:Nim"
REFUSED = (
    "code that a record names is not run: to allow it, load the game yourself (on the command "
    "line --trust my_game.py, in Python quadrille.game('my_game.py:Nim'))"
)


@pytest.fixture
def record(tmp_path: Path) -> Record:
    """A game of a file here, which leaves a file behind when it is run."""
    nim = (ROOT / "examples/nim.py").read_text()
    played = quadrille.play(str(ROOT / "examples/nim.py:Nim"), ["random", "random"], seed=1)
    (tmp_path / "my_game.py").write_text(f"open('ran', 'w').close()\nprint('run')\n{nim}")
    (tmp_path / "bot.py").write_text("open('ran', 'w').close()\n")
    record = replace(played, game=SPEC, players=("bot.py:Bot", "program:./bot"))
    quadrille.append_record(tmp_path / "games.jsonl", record)
    return record


def has_run(folder: Path) -> bool:
    return (folder / "ran").exists()


def test_replay_asks_for_the_file(shell: Shell, record: Record, tmp_path: Path) -> None:
    run = shell("replay", "games.jsonl")
    assert run.code == 2 and REFUSED in run.err and not has_run(tmp_path)
    for more in (("--game", "1"), ("--film", "film.svg")):
        run = shell("replay", "games.jsonl", *more)
        assert run.code == 2 and run.err.count("\n") == 1 and REFUSED in run.err
    assert not has_run(tmp_path)
    run = shell("replay", "games.jsonl", "--trust", "bot.json")
    assert run.code == 2 and "expected a Python file such as my_game.py, got 'bot.json'" in run.err
    run = shell("replay", "games.jsonl", "--json", "--trust", "my_game.py")
    assert run.code == 0 and run.data["records"][0]["replays"] and has_run(tmp_path)


def test_import_and_all_that_reads_a_store(shell: Shell, record: Record, tmp_path: Path) -> None:
    run = shell("store", "import", "games.jsonl", "--store", "x.db")
    assert run.code == 2 and REFUSED in run.err and run.err.count("\n") == 1
    assert shell("store", "import", "games.jsonl", "--store", "x.db", "--unchecked").code == 0
    store = ("--store", "x.db")
    for command in (("list",), ("show", "1"), ("games",), ("export", "out.jsonl")):
        assert shell("store", *command, *store).code == 0
    for again in (("standings",), ("report", "--out", "report.html")):
        assert shell(*again, *store).code == 0
    assert "code that a record names is not run" in Path("report.html").read_text()
    run = shell("store", "replay", "1", *store)
    assert run.code == 2 and REFUSED in run.err
    assert not has_run(tmp_path)
    assert shell("store", "replay", "1", *store, "--trust", "my_game.py").code == 0
    assert has_run(tmp_path)


def test_a_series_with_a_test_is_listed_without_its_game(
    shell: Shell, record: Record, tmp_path: Path
) -> None:
    plan = {"game": SPEC, "options": record.options, "agents": ["bot.py:Bot", "program:./bot"]}
    facts: dict[str, Any] = {
        "key": "k",
        "name": "",
        "created": "2025-01-31T12:00:00Z",
        "sides": [0, 1],
    }
    facts |= {"total": 100, "plan": {**plan, "sprt": "elo0=0,elo1=5", "games": 100}}
    own = {"series": facts, "number": 0, "played": "2025-01-31T12:00:00Z"}
    line = json.dumps({**record.to_dict(), "arena": own})
    Path("games.jsonl").write_text(f"{line}\n")
    assert shell("store", "import", "games.jsonl", "--store", "x.db", "--unchecked").code == 0
    assert shell("store", "list", "--store", "x.db").code == 0
    assert not has_run(tmp_path)


def test_in_python(record: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadRecord, match="code that a record names is not run"):
        record.check()
    with Store.open("x.db") as store, pytest.raises(BadRecord, match="is not run"):
        store.import_("games.jsonl")
    module = replace(record, game="this:Nim")
    with pytest.raises(BadRecord, match=r"yourself \(in Python quadrille.game\('this:Nim'\)\)"):
        module.check()
    assert not has_run(tmp_path)
    record.check(quadrille.game(SPEC))  # which has been passed by name
    assert has_run(tmp_path)
    record.check()  # nothing new is run
