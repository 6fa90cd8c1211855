"""``quadrille calibrate``."""

import json
from pathlib import Path

from cli.shell import Shell
from support.places import EXAMPLES


def test_a_game_of_somebody_s_own(shell: Shell, tmp_path: Path) -> None:
    folder = tmp_path / "home"
    folder.mkdir()
    (folder / "own.py").write_text((EXAMPLES / "nim.py").read_text())
    game = f"{folder / 'own.py'}:Nim"
    assert shell("match", game, "mcts:sims=4", "mcts:sims=5", "--games", "30").code == 0
    args = ("calibrate", game, "--positions", "60", "--sims", "5")
    found = shell(*args, "--json").data
    assert found["fitted"]["games"] + found["checked"]["games"] <= 30
    assert len(found["checked"]["chances"]) == 10 and found["sides"] == [2]
    assert "--sims 5 --seed 0" in found["command"]
    assert not (folder / "chances.json").exists()
    run = shell(*args, "--ship")
    assert "wrote" in run.err and "chance to win" in run.out
    assert json.loads((folder / "chances.json").read_text())["chance"] == found["chance"]


def test_what_cannot_be_calibrated(shell: Shell) -> None:
    assert shell("calibrate", "quarto").code == 2
    assert shell("match", "quarto", "random", "oneply", "--games", "2").code == 0
    run = shell("calibrate", "connect_four")
    assert run.code == 2 and "expected positions of finished games of connect_four" in run.err
    run = shell("calibrate", "quarto", "--positions", "1")
    assert run.code == 2 and "expected positions of more games" in run.err
