"""The shell in which commands are run: an empty folder with the file ``my.py``."""

from pathlib import Path

import pytest

from .shell import MY_GAMES, Shell


@pytest.fixture
def shell(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Shell:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("QUADRILLE_TRACEBACK", raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    (tmp_path / "my.py").write_text(MY_GAMES)
    return Shell(capsys, monkeypatch)
