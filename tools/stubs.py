"""Write the type stubs of the native modules, `_core.pyi` beside each `_core`.

Run after changing a binding: `make stubs`. A test compares the stubs with fresh ones. Nothing is
listed by hand: a new game's stub is written because its folder has a `bind.cpp`.
"""

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src"
HEADER = "# Written by tools/stubs.py from the native module; do not edit.\n"


def native_folders() -> list[Path]:
    """Every package folder that has a native module."""
    return sorted(bind.parent for bind in SOURCE.glob("quadrille/**/bind.cpp"))


def fresh_stub(folder: Path) -> str:
    """The stub of the module as it is built now."""
    module = ".".join(folder.relative_to(SOURCE).parts) + "._core"
    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch) / "_core.pyi"
        command = [
            sys.executable,
            "-m",
            "nanobind.stubgen",
            "-q",
            "-P",
            "-m",
            module,
            "-o",
            str(out),
        ]
        subprocess.run(command, check=True, cwd=scratch)
        text = out.read_text()
    return HEADER + re.sub(r"\n{3,}", "\n\n", text)


def stubs() -> Iterator[tuple[Path, str]]:
    """Where each stub lives, and what it should say."""
    for folder in native_folders():
        yield folder / "_core.pyi", fresh_stub(folder)


if __name__ == "__main__":
    for path, text in stubs():
        path.write_text(text)
        print(path.relative_to(SOURCE.parent))
