"""Native states fulfil the contract for type checkers too."""

import subprocess
import sys
from pathlib import Path

import quadrille
from support.places import ROOT

CODE = """
import quadrille
from quadrille.games import {games}

def check({parameters}) -> list[quadrille.State]:
    return [{names}]
"""
OWN_TYPES = """
def own_{name}(state: {name}.State, move: {name}.Move) -> tuple[{name}.State, {name}.Move, int]:
    state.play(move)
    later: list[tuple[{name}.Move, int]] = state.chance_moves()
    first: {name}.State = {name}.State.parse({{}}, state.text())
    return state.view(0), state.legal_moves()[0] if move < move else later[0][0], first.hash()
"""
FOREIGN_MOVE = """
def foreign(state: {one}.State, move: {other}.Move) -> None:
    state.play(move)
"""


def test_native_states_are_states(tmp_path: Path) -> None:
    names = quadrille.game_names()
    code = CODE.format(
        games=", ".join(names),
        parameters=", ".join(f"s{i}: {name}.State" for i, name in enumerate(names)),
        names=", ".join(f"s{i}" for i in range(len(names))),
    )
    code += "".join(OWN_TYPES.format(name=name) for name in names)
    assert type_errors(tmp_path / "check.py", code) == []


def test_a_move_of_another_game_is_an_error(tmp_path: Path) -> None:
    one, other = quadrille.game_names()[:2]
    code = f"from quadrille.games import {one}, {other}" + FOREIGN_MOVE.format(one=one, other=other)
    [error] = type_errors(tmp_path / "check.py", code)
    assert "has incompatible type" in error


def type_errors(path: Path, code: str) -> list[str]:
    """What mypy says about a file."""
    path.write_text(code)
    mypy = [sys.executable, "-m", "mypy", "--strict", str(path)]
    done = subprocess.run(mypy, cwd=ROOT, capture_output=True, text=True, check=False)
    return [line for line in done.stdout.splitlines() if ": error: " in line]
