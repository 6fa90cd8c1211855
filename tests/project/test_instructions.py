"""The guard of speed: fixed work takes hardly more instructions than those that were kept."""

import os
import stat
import sys
from pathlib import Path

import pytest

import quadrille
from quadrille.cli.bench_figures import Figure
from support.places import ROOT
from support.scale import LONG

sys.path.insert(0, str(ROOT / "tools"))

from instructions import __main__ as command
from instructions import count
from instructions.work import WORK, name, prepare

CI = os.environ.get("CI") == "true"


@pytest.mark.skipif(not LONG, reason="half a minute of CPU; make test-long and make bench count")
def test_nothing_takes_more_instructions() -> None:
    kept = count.read()
    if reason := count.other_kind(kept):
        pytest.skip(reason)
    try:
        counts = count.count()
    except count.CountError as error:
        if CI:
            raise
        pytest.skip(str(error))
    assert count.regressions(counts, kept["counts"]) == [], "make counts keeps what is wanted"


def test_every_work_was_counted_and_every_game_is_there() -> None:
    assert list(count.read()["counts"]) == [name(*one) for one in WORK.items()]
    for kind in ("rollouts", "vec", "search"):
        assert {one.game for one in WORK if one.command == kind} == set(quadrille.game_names())


@pytest.mark.parametrize("figure", WORK, ids=lambda figure: figure.name)
def test_work_is_done(figure: Figure) -> None:
    assert prepare(figure, 1)()


def test_regressions() -> None:
    kept = {"a": 1000, "b": 1000, "c": 1000, "gone": 1}
    assert count.regressions({"a": 1050, "b": 1051, "c": 10, "new": 1}, kept) == [
        "new: nothing was kept",
        "gone: not counted any more",
        "b: +5.1%, 1,051 instead of 1,000",
    ]


def test_other_kinds_are_named() -> None:
    kept = {**count.kind(), "counts": {}}
    assert count.other_kind(kept) == ""
    said = count.other_kind({**kept, "compiler": "cc 1"})
    assert said.startswith("not compared with instructions.json: compiler cc 1 there, ")


# --- the command ---------------------------------------------------------------------------


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of counts that the command takes for ours."""
    file = tmp_path / "instructions.json"
    monkeypatch.setattr(command, "read", lambda: count.read(file))
    count.write({"a": 1000}, file)
    return file


@pytest.mark.parametrize("found, code", [(1050, 0), (1060, 1)])
def test_a_regression_is_an_error(
    kept: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    found: int,
    code: int,
) -> None:
    monkeypatch.setattr(command, "count", lambda: {"a": found})
    assert command.main(keep=False) == code
    out = capsys.readouterr().out
    assert f"{found / 1000:.3f}  a" in out and ("a: +6.0%" in out) == bool(code)
    kept.write_text(kept.read_text().replace(count.kind()["compiler"], "another compiler"))
    assert command.main(keep=False) == 0
    assert "another compiler there" in capsys.readouterr().err


def test_without_valgrind(
    kept: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setenv("CI", "true")
    assert command.main(keep=False) == 1
    assert "Valgrind is not installed" in capsys.readouterr().err
    monkeypatch.delenv("CI")
    assert command.main(keep=False) == 0 and command.main(keep=True) == 1


@pytest.mark.parametrize(
    "script, expected",
    [
        ("echo 'vex: unrecognised instruction at 0x1' >&2; exit 132", "does not know every"),
        ("echo broken >&2; exit 3", "callgrind ended with exit code 3: broken"),
        ("exit 0", "callgrind did not see the calls of getpriority"),
    ],
)
def test_what_valgrind_cannot_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, expected: str
) -> None:
    valgrind = tmp_path / "valgrind"
    valgrind.write_text(f"#!/bin/sh\n{script}\n")
    valgrind.chmod(valgrind.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(count.CountError, match=expected):
        count.count()
