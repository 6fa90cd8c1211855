"""No file needs itself: there is no cycle of imports or includes between files.

Imports count wherever they stand, in functions and under TYPE_CHECKING too, because a reader has to
understand both files at once all the same.
"""

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path, PurePosixPath

import pytest

from project.imports import imports_of, includes_of
from support.places import PACKAGE, ROOT

SUFFIXES = {".py", ".cpp", ".hpp"}


def file_of(dotted: str, files: dict[str, str]) -> str | None:
    """The file of a dotted name: a module, or the package that has the name in its __init__."""
    parts = dotted.split(".")
    for end in range(len(parts), 0, -1):
        path = "/".join(parts[:end])
        for candidate in (f"{path}.py", f"{path}/__init__.py"):
            if candidate in files:
                return candidate
    return None


def used_by(name: str, files: dict[str, str]) -> set[str]:
    """The files that a file imports or includes."""
    if name.endswith(".py"):
        imported = imports_of(PurePosixPath(name), ast.parse(files[name]))
        used = {file_of(dotted, files) for dotted in imported if "_core" not in dotted.split(".")}
    else:
        used = {path for _, path in includes_of(files[name]) if path in files}
    return {path for path in used if path is not None} - {name}


def cycle(files: dict[str, str]) -> str:
    """One cycle among files given as path -> text, as "a uses b uses a"; empty if there is none."""
    try:
        TopologicalSorter({name: used_by(name, files) for name in files}).prepare()
    except CycleError as error:
        return " uses ".join(reversed(error.args[1]))
    return ""


def package_files(package: Path) -> dict[str, str]:
    return {
        path.relative_to(ROOT / "src").as_posix(): path.read_text("utf-8")
        for path in package.rglob("*")
        if path.suffix in SUFFIXES
    }


def test_no_file_of_the_package_uses_itself() -> None:
    files = package_files(PACKAGE)
    assert sum(len(used_by(name, files)) for name in files) > 1000
    assert cycle(files) == ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("from quadrille.b import f", "import quadrille.a"),
        ("from quadrille import b", "def f():\n    from quadrille.a import g"),
        ("from .b import f", "if TYPE_CHECKING:\n    from . import a"),
    ],
)
def test_a_cycle_of_imports_is_named(one: str, other: str) -> None:
    files = {"quadrille/__init__.py": "", "quadrille/a.py": one, "quadrille/b.py": other}
    assert cycle(files) in {
        "quadrille/a.py uses quadrille/b.py uses quadrille/a.py",
        "quadrille/b.py uses quadrille/a.py uses quadrille/b.py",
    }
    assert cycle(files | {"quadrille/b.py": "import math"}) == ""


def test_a_cycle_of_includes_is_named() -> None:
    files = {
        "quadrille/a.hpp": '#include "quadrille/b.hpp"',
        "quadrille/b.hpp": '#include "quadrille/c.hpp"',
        "quadrille/c.hpp": "#include <quadrille/a.hpp>",
    }
    assert cycle(files).count(" uses ") == 3
    assert cycle(files | {"quadrille/c.hpp": '// #include "quadrille/a.hpp"'}) == ""
