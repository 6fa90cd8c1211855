"""Stored playthroughs and type stubs are what the build gives now."""

import importlib.util
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from support.places import ROOT

TOOLS = ROOT / "tools"


def tool(name: str) -> ModuleType:
    found = importlib.util.spec_from_file_location(name, TOOLS / f"{name}.py")
    assert found is not None and found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    "path, fresh",
    [pytest.param(*golden, id=golden[0].stem) for golden in tool("golden").goldens()],
)
def test_playthrough(path: Path, fresh: Callable[[], str]) -> None:
    assert path.exists(), f"{path.name} is missing: make golden"
    assert path.read_text() == fresh(), "a public value changed: make golden, and review the diff"


STUBS = tool("stubs")


@pytest.mark.xdist_group("stubs")
@pytest.mark.parametrize("stored", STUBS.stub_paths(), ids=lambda path: path.parent.name)
def test_stub(stored: Path) -> None:
    assert stored.exists(), f"{stored} is missing: make stubs"
    assert stored.read_text() == STUBS.stubs()[stored], "a binding changed: make stubs"


def test_games_share_a_stub() -> None:
    common = STUBS.COMMON.read_text()
    assert "def legal_moves(self) -> list[MoveT]:" in common
    assert "def view(self, player: int) -> Self:" in common
    for folder in STUBS.native_folders():
        if folder.parent.name == "games":
            own = (folder / "_core.pyi").read_text()
            assert "class State(NativeState[Move]):" in own and "def legal_moves" not in own
