"""What agents print goes to standard error: standard output is for the answer."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from .shell import Shell

PRINTS = '''
import os
from dataclasses import dataclass
from quadrille import Agent, Session

print("loaded")

class Chatty(Session):
    def __init__(self, rng):
        self.rng = rng

    def choose(self, view, limits):
        print("thinking")
        os.write(1, b"from below\\n")
        return view.random_move(self.rng)

    def close(self):
        print("closed")

@dataclass(frozen=True)
class Prints(Agent):
    """Prints all the time."""

    def open(self, game, seat, rng):
        print("opened")
        return Chatty(rng)
'''
MATCH = ("match", "connect_four", "prints.py:Prints", "random", "-n", "2", "--no-store")
PLAY = ("play", "connect_four", "--seat", "prints.py:Prints", "--seat", "random")


@pytest.fixture(autouse=True)
def file(tmp_path: Path) -> None:
    (tmp_path / "prints.py").write_text(PRINTS)


@pytest.mark.parametrize("args", [MATCH, (*MATCH, "--workers", "2"), PLAY])
def test_json_stays_one_object(tmp_path: Path, args: tuple[str, ...]) -> None:
    """In a process of its own, whose standard output is that of the system."""
    command = [sys.executable, "-m", "quadrille", *args, "--json"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.count("\n") == 1 and isinstance(json.loads(done.stdout), dict)
    for word in ("loaded", "opened", "thinking", "from below"):
        assert word in done.stderr


def test_a_series_that_goes_on(shell: Shell) -> None:
    args = ("match", "connect_four", "prints.py:Prints", "random", "-n", "2", "--json")
    first = shell(*args)
    assert first.data["games"] == 2 and "thinking" in first.err and "closed" in first.err
    assert shell("resume", "1", "--json").data["games"] == 2
    table = shell(*MATCH)
    assert table.out.startswith("agent ") and "thinking" not in table.out


def test_standard_output_comes_back(shell: Shell) -> None:
    before = sys.stdout, os.fstat(1)
    run = shell("match", "connect_four", "random", "my.py:Broken", "-n", "2", "--no-store")
    assert run.code == 2 and (sys.stdout, os.fstat(1)) == before
