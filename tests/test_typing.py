"""Native states fulfil the contract for type checkers too."""

import subprocess
import sys
from pathlib import Path

import quadrille

CODE = """
import quadrille
from quadrille.games import {games}

def check({parameters}) -> list[quadrille.State]:
    return [{names}]
"""


def test_native_states_are_states(tmp_path: Path) -> None:
    names = quadrille.game_names()
    code = CODE.format(
        games=", ".join(names),
        parameters=", ".join(f"s{i}: {name}.State" for i, name in enumerate(names)),
        names=", ".join(f"s{i}" for i in range(len(names))),
    )
    (tmp_path / "check.py").write_text(code)
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", str(tmp_path / "check.py")],
        cwd=Path(__file__).parent.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
