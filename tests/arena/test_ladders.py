"""The ladders of a store: which games they follow, and the command that shows them."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from arena.store.store_games import make_plan, make_up
from quadrille.arena.ladder import Ladder
from quadrille.arena.ladders import Ladders
from quadrille.arena.results import teams_of
from quadrille.arena.store import Store
from quadrille.cli.app import run
from quadrille.core.install import install_hint
from support.patience import PATIENCE


def fill(store: Store, series: int, first: int, last: int) -> None:
    plan = store.series(series).plan
    assert plan is not None
    for number in range(first, last):
        store.add(series, make_up(plan, number))


def test_they_are_the_games_one_by_one(store: Store) -> None:
    one = store.add_series(make_plan())
    other = store.add_series(make_plan("quarto"))
    ladders = Ladders(store)
    assert ladders.update() == 0 and not list(ladders.ladders)
    expected = Ladder()
    fill(store, one, 0, 4)
    fill(store, other, 0, 3)
    finished = [each for each in store.games() if each.outcome is not None]
    assert ladders.update() == len(finished) and ladders.update() == 0
    fill(store, one, 4, 10)  # they go on where they were
    ladders.update()
    for each in sorted(store.games(series=one), key=lambda row: row.id):
        if each.outcome is not None:
            expected.add(teams_of(each.players, (0, 1)), each.outcome)
    (series, found), (second, _) = ladders.ladders
    assert (series.game, second.game) == ("connect_four", "quarto")
    assert found.table == expected.table


def test_some_of_them(store: Store) -> None:
    first = store.add_series(make_plan(agents=["a", "b"]))
    second = store.add_series(make_plan(agents=["c", "d"]))
    fill(store, first, 0, 10)
    fill(store, second, 0, 10)
    ladders = Ladders(store, [second], "connect_four", drift=5.0)
    ladders.update()
    [(_, found)] = ladders.ladders
    assert {each.name for each in found.table} == {"c", "d"} and found.drift == 5.0
    nothing = Ladders(store, game="quarto")
    assert nothing.update() == 0 and nothing.ladders == ()


def test_games_that_become_visible_late(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    series = store.add_series(make_plan())
    fill(store, series, 0, 10)
    results = list(store.results())
    late = results[1]
    hidden = [each for each in results if each is not late]
    ladders = Ladders(store)
    monkeypatch.setattr(store, "results", lambda after, *_: [e for e in hidden if e.game > after])
    assert ladders.update() == len(hidden)
    monkeypatch.setattr(store, "results", lambda after, *_: [e for e in results if e.game > after])
    assert ladders.update() == 1


# --- the command ---------------------------------------------------------------------------


@pytest.fixture
def filled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    with Store.open("arena.db") as store:
        fill(store, store.add_series(make_plan(agents=["strong", "weak"])), 0, 10)
    return tmp_path / "arena.db"


def test_the_table(filled: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["ladder", "--store", "arena.db"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "connect_four" and lines[1].split()[:3] == ["#", "agent", "worth"]
    assert {lines[2].split()[1], lines[3].split()[1]} == {"strong", "weak"}
    assert run(["ladder", "--store", "arena.db", "--json"]) == 0
    [found] = json.loads(capsys.readouterr().out)["ladders"]
    worths = [each["ordinal"] for each in found["agents"]]
    assert worths == sorted(worths, reverse=True)
    assert lines[2].split()[2] == f"{worths[0]:+.0f}"


@pytest.mark.parametrize(
    ("args", "line"),
    [
        (["--drift", "-1"], "expected a drift of at least 0, got -1.0"),
        (["--drift", "nan"], "expected a drift of at least 0, got nan"),
        (["--game", "quarto"], "no games for a ladder in "),
        (["--series", "9"], "expected a series in "),
    ],
)
def test_mistakes(
    filled: Path, capsys: pytest.CaptureFixture[str], args: list[str], line: str
) -> None:
    assert run(["ladder", "--store", "arena.db", *args]) == 2
    said = capsys.readouterr()
    assert said.err.startswith(f"quadrille: {line}") and said.err.count("\n") == 1


def test_without_openskill(
    filled: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("quadrille.arena.ladders", "quadrille.arena.ladder"):
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    assert run(["ladder", "--store", "arena.db"]) == 2
    expected = f"quadrille: ladders need openskill: {install_hint('arena')}\n"
    assert capsys.readouterr().err == expected


def test_following_until_it_is_left(filled: Path) -> None:
    program = "import sys; from quadrille.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", program, "ladder", "--store", str(filled), "-f", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            before = json.loads(process.stdout.readline())
            with Store.open(filled) as store:
                fill(store, store.add_series(make_plan(agents=["strong", "third"])), 0, 10)
            while len(json.loads(process.stdout.readline())["ladders"][0]["agents"]) < 3:
                pass
            process.send_signal(signal.SIGINT)
            assert process.wait(PATIENCE) == 0
        finally:
            process.kill()
    assert len(before["ladders"][0]["agents"]) == 2
