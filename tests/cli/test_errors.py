"""Every mistake of the caller is one line on standard error, and exit code 2."""

import sys
from pathlib import Path

import pytest

from quadrille.core.install import install_hint

from .shell import MY_GAMES, Shell


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("nope", "No such command 'nope'"),
        ("--nope", "No such option: --nope"),
        ("games extra", "unexpected extra argument"),
        ("games -o x", "expected -o NAME=VALUE, got 'x'"),
        ("games --seed -1", "expected a seed from 0 to 2**64 - 1, got -1"),
        ("agents conect_four", "did you mean 'connect_four'?"),
        ("perft", "Missing argument 'GAME'"),
        ("perft connect_four", "Missing option '--depth'"),
        ("perft connect_four --depth", "requires an argument"),
        ("perft connect_four --depth x", "expected a whole number, got 'x'"),
        ("perft connect_four --depth 1.5", "expected a whole number, got '1.5'"),
        ("perft connect_four --depth -1", "expected --depth from 0 to 1000, got -1"),
        ("perft connect_four --depth 99999999999999999999", "expected --depth from 0 to 1000"),
        ("perft conect_four --depth 1", "did you mean 'connect_four'?"),
        ("perft connect_four --depth 1 --position x", "in position 'x'"),
        ("perft connect_four --depth 1 -o x=1", "unknown option 'x'"),
        ("perft connect_four --depth 1 -o =1", "expected -o NAME=VALUE, got '=1'"),
        ("perft connect_four --depth 1 --seed x", "expected a whole number, got 'x'"),
        ("perft connect_four --depth 1 --seed 18446744073709551616", "expected a seed from 0"),
        ("perft my.py:Cards --depth 1 -o high=x", "expected a whole number from 2 to 9 for opti"),
        ("perft my.py:Cards --depth 1 -o high=10", "expected a whole number from 2 to 9 for opt"),
        ("perft my.py:Cards --depth 1 -o high=3 -o high=4", "option 'high' twice"),
        ("perft my.py:Cord --depth 1", "did you mean 'Cards'?"),
        ("perft no.py:Cards --depth 1", "there is none at 'no.py'"),
        ("bench", "Missing command"),
        ("bench rollouts connect_four --seconds 0", "expected --seconds above 0"),
        ("bench rollouts connect_four --seconds nan", "expected --seconds above 0"),
        ("bench rollouts connect_four --seconds inf", "expected --seconds above 0"),
        ("bench rollouts connect_four --seconds x", "expected a number, got 'x'"),
        ("bench vec connect_four --envs 0", "expected a number of games from 1"),
        ("bench vec connect_four --envs x", "expected a whole number, got 'x'"),
        ("bench vec connect_four --threads 0", "expected a number of threads from 1"),
        ("bench vec connect_four --seconds -1", "expected --seconds above 0"),
        ("bench vec connect_four --encoding x", "unknown encoding 'x'"),
        ("draw connect_four", "Missing option '--out'"),
        ("draw connect_four --out no/x.svg", "cannot open 'no/x.svg': No such file"),
        ("draw connect_four --out .", "Is a directory"),
        ("draw connect_four --out x.svg --position x", "in position 'x'"),
        ("draw connect_four --out x.svg --moves 449", "move 1: expected a column from 1 to 7"),
        ("play connect_four --json", "expected agents in all seats with --json, got human random"),
        ("play connect_four --seat rndom", "did you mean 'random'?"),
        ("play connect_four --seat random:x=1", "unknown field of random 'x'"),
        ("play connect_four" + " --seat random" * 3, "expected at most 2 seats for connect_four"),
        ("play connect_four --save no/x.jsonl", "cannot open 'no/x.jsonl': No such file"),
        ("play my.py:Cards --seat my.py:Broken", "player 1 (my.py:Broken) failed: KeyError: 'no"),
        ("replay", "Missing argument 'FILE'"),
        ("replay no.jsonl", "cannot open 'no.jsonl': No such file"),
        ("replay .", "Is a directory"),
        ("replay my.py", "my.py, line 2: expected a JSON object, got 'from dataclasses"),
        ("replay /dev/null", "expected records in '/dev/null', which has none"),
    ],
)
def test_a_mistake_is_told_in_one_line(shell: Shell, command: str, expected: str) -> None:
    run = shell(*command.split())
    assert run.code == 2
    assert run.err.startswith("quadrille: ") and run.err.count("\n") == 1, run.err
    assert expected in run.err
    if "Broken" not in command:  # which fails after the game has begun
        assert run.out == ""


def test_a_traceback_can_be_asked_for(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUADRILLE_TRACEBACK", "1")
    run = shell("perft", "nope", "--depth", "1")
    assert run.code == 2 and run.err.startswith("Traceback") and "quadrille: unknown" in run.err


def test_a_game_that_does_not_load(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "quadrille.games.connect_four", None)
    run = shell("perft", "connect_four", "--depth", "1")
    assert run.code == 2 and "game 'connect_four' does not load" in run.err
    run = shell("games", "--json")
    [broken] = [game for game in run.data["games"] if game["name"] == "connect_four"]
    assert list(broken) == ["name", "error"]
    assert "does not load" in shell("games").out


def test_a_page_without_its_packages(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "quadrille.web.running", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    run = shell("serve", "--port", "0", "--no-browser")
    assert run.code == 2 and run.out == ""
    assert run.err.startswith("quadrille: the page needs more (")
    assert run.err.endswith(f"): {install_hint('web')}\n") and run.err.count("\n") == 1


@pytest.mark.parametrize(
    "old, new, reason",
    [
        ("return [Move(i,", "return [][3] or [Move(i,", "IndexError: list index out of range"),
        ("return 9\n", "return 1 // 0\n", "ZeroDivisionError: integer division or modulo by zero"),
    ],
)
def test_a_mistake_in_ones_own_game_is_one_line(
    shell: Shell, tmp_path: Path, old: str, new: str, reason: str
) -> None:
    assert old in MY_GAMES
    (tmp_path / "my.py").write_text(MY_GAMES.replace(old, new))
    done = shell("bench", "vec", f"{tmp_path}/my.py:Cards", "--envs", "2")
    assert done.code == 2
    assert done.err.startswith(f"quadrille: {reason} (my.py, line ") and done.err.count("\n") == 1
