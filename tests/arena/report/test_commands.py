"""``quadrille report`` and ``quadrille standings``: files, numbers, and what is refused."""

import json
from pathlib import Path

import pytest

from arena.report.reader import check_finite, read
from arena.report.samples import WON, add, begin, result, tiny
from quadrille.arena.store import Store
from quadrille.cli.app import run


def test_the_report_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with Store.open("arena.db") as store:
        tiny(store)
    command = ["report", "--store", "arena.db"]
    assert run([*command, "--out", "report.html"]) == 0
    said = capsys.readouterr().out
    size = Path("report.html").stat().st_size
    assert said == f"report.html ({size / 1000:,.0f} kB)\n"
    read(Path("report.html").read_text(encoding="utf-8"))
    assert run([*command, "--json", "--series", "1", "--game", "connect_four"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert set(answer) == {"format", "title", "made", "version", "sections"}
    [section] = answer["sections"]
    assert section["games"] == 8 and section["standings"][0]["agent"] == "strong"
    assert set(section["standings"][0]["elo"]) == {"elo", "low", "high"}
    assert {"why", "players", "moves", "result"} <= set(section["told"][0])
    check_finite(answer)
    assert run([*command, "--json", "--out", "other.html"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["bytes"] == Path("other.html").stat().st_size and answer["out"] == "other.html"


def test_the_report_command_tells_options(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with Store.open("arena.db") as store:
        for options in ({}, {"squares": True}):
            series = begin(store, ["a", "b"], "quarto", **options)
            add(store, series, ["a", "b"], result(WON, 1, 0))
    assert run(["report", "--store", "arena.db", "--out", "x.html"]) == 0
    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith("Quarto: ") and second.startswith("Quarto squares=true: ")


@pytest.mark.parametrize(
    "args, line",
    [
        (["--out", "x.html", "--game", "chess"], "nothing to report: no games of chess in "),
        (["--out", "x.html", "--series", "7"], "expected a series in "),
        (["--out", "no/such/x.html"], "cannot open 'no/such/x.html': No such file"),
        (["--out", "."], "cannot open '.': Is a directory"),
        ([], "expected --out FILE.html, or --json"),
        (
            ["--out", "x.html", "--games", "-1"],
            "expected from 0 to 4 games to step through, got -1",
        ),
        (["--out", "x.html", "--games", "9"], "expected from 0 to 4 games to step through, got 9"),
        (["--out", "x.html", "--store", "none.db"], "expected a store, got nothing at "),
    ],
)
def test_what_cannot_be_reported(
    args: list[str],
    line: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    with Store.open("arena.db") as store:
        tiny(store)
    assert run(["report", "--store", "arena.db", *args]) == 2
    said = capsys.readouterr()
    assert said.err.startswith(f"quadrille: {line}") and said.err.count("\n") == 1
    assert said.out == "" and not Path("x.html").exists()


def test_an_empty_store_and_the_standings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    with Store.open("arena.db") as store:
        begin(store, ["a", "b"])
        for command in (["report", "--out", "x.html"], ["standings"]):
            assert run([*command, "--store", "arena.db"]) == 2
            said = capsys.readouterr()
            assert said.err.startswith("quadrille: nothing to report: no games in ")
        tiny(store)
    assert run(["standings", "--store", "arena.db"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Connect Four" and lines[1].startswith(
        "strong and weak cannot be told apart"
    )
    row = next(line.split() for line in lines if line.startswith("1 "))
    assert row[1] == "strong" and row[-4:-1] == ["8", "68.8%", "5-1-2"]
    assert run(["standings", "--store", "arena.db", "--json"]) == 0
    [section] = json.loads(capsys.readouterr().out)["sections"]
    check_finite(section)
    assert [each["points"] for each in section["standings"]] == [5.5, 2.5]
    assert "meetings" not in section
