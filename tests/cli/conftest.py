"""The shell in which commands are run: an empty folder with the file ``my.py``."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from quadrille.arena import choices

from .programs import end_all
from .shell import MY_GAMES, Shell


@pytest.fixture(autouse=True)
def nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Keep games in a folder of the test, and end what a failed test leaves running."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    yield
    end_all()


@pytest.fixture
def shell(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Shell:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("QUADRILLE_TRACEBACK", raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    # Who is taken where nobody is named: quick ones here.
    monkeypatch.setattr(choices, "OPPONENTS", ("random",))
    monkeypatch.setattr(choices, "ADVISERS", ("greedy",))
    monkeypatch.setattr(choices, "ANALYSTS", ("greedy",))
    (tmp_path / "my.py").write_text(MY_GAMES)
    return Shell(capsys, monkeypatch)
