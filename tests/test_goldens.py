"""Stored playthroughs and type stubs are what the build gives now."""

import importlib.util
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

TOOLS = Path(__file__).parent.parent / "tools"


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


@pytest.mark.parametrize("folder", tool("stubs").native_folders(), ids=lambda folder: folder.name)
def test_stub(folder: Path) -> None:
    stored = folder / "_core.pyi"
    assert stored.exists(), f"{stored} is missing: make stubs"
    assert stored.read_text() == tool("stubs").fresh_stub(folder), "a binding changed: make stubs"
