"""Dependencies point one way, in C++ and in Python, and the sources speak of the project only.

The order is that of LAYERS below; import-linter reads the same order from pyproject.toml.
"""

import ast
import json
import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

import pytest

from project.imports import imports_of, includes_of, without_comments
from quadrille.search.model_file import SUFFIX, read_model
from support.places import PACKAGE, ROOT

# Lowest first. Folders of one layer do not include each other.
LAYERS = [
    ["core"],
    ["search"],
    ["agents"],
    ["games"],
    ["arena"],
    ["interop"],
    ["learn", "tune"],
    ["cli", "program", "testing", "web"],
]
RANK = {folder: rank for rank, layer in enumerate(LAYERS) for folder in layer}
TOP = len(LAYERS)  # the rank of files directly in the package

GAMES = sorted(path.name for path in (PACKAGE / "games").glob("*/") if path.name.isidentifier())

# The files that may include nanobind; * stays within a folder.
BINDING_FILES = [
    "quadrille/bind.cpp",
    "quadrille/*/bind.cpp",
    "quadrille/games/*/bind*.cpp",
    "quadrille/games/*/*/bind*.cpp",
    "quadrille/core/bind*",
    "quadrille/core/*/bind*",
    "quadrille/core/py_*.hpp",
    "quadrille/core/py_*.cpp",
    "quadrille/search/bind*",
]


def home(path: PurePosixPath) -> str:
    """The folder that a file of `quadrille/...` belongs to: "core", "games/<name>", or ""."""
    folders = path.parts[1:-1]
    return "/".join(folders[: 2 if folders[:1] == ("games",) else 1])


def rank(folder: str) -> int | None:
    return RANK.get(folder.partition("/")[0]) if folder else TOP


def layer_problem(here: str, there: str) -> str | None:
    """Why a file of folder `here` must not use one of folder `there`, if so."""
    own, other = rank(here), rank(there)
    if here == there:
        return None
    if own is None or other is None:
        return f"'{there if other is None else here}' is not in LAYERS"
    if here.startswith("games/") and there.startswith("games/"):
        return "games do not know each other"
    return f"'{here}' is not above '{there}'" if other >= own else None


def named_games(code: str, games: Iterable[str]) -> list[str]:
    """The games whose name is a word, or a part of an identifier, in the code."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", code).lower()
    return [
        game
        for game in games
        if re.search(rf"(?<![a-z0-9]){game.replace('_', '[_ -]?')}(?![a-z])", words)
    ]


# --- C++ -----------------------------------------------------------------------------------


def is_binding_file(path: PurePosixPath) -> bool:
    return any(
        len(path.parts) == pattern.count("/") + 1 and path.match(pattern)
        for pattern in BINDING_FILES
    )


def include_problem(path: PurePosixPath, brackets: str, included: str) -> str | None:
    """What is wrong with one `#include` in the file at `path`, if anything."""
    if included.startswith("nanobind/"):
        return None if is_binding_file(path) else "only binding files include nanobind"
    if not included.startswith("quadrille/"):
        return "write project includes as quadrille/..." if brackets == '"' else None
    target = PurePosixPath(included)
    here, there = home(path), home(target)
    if is_binding_file(target) and not is_binding_file(path):
        return "only binding files include binding headers"
    if here.startswith("games/") and path.stem == "rules" and there not in {here, "core"}:
        return "the rules of a game see only core"
    return layer_problem(here, there)


def cpp_problems(name: str, code: str, games: Iterable[str] = GAMES) -> list[str]:
    """What a C++ file, named as in an include, does against the layers."""
    path = PurePosixPath(name)
    problems = []
    if rank(home(path)) is None:
        problems.append(f"{name}: '{home(path)}' is not in LAYERS")
    for brackets, included in includes_of(code):
        if problem := include_problem(path, brackets, included):
            problems.append(f"{name}: includes {included}: {problem}")
    if not home(path).startswith("games/"):
        for game in named_games(without_comments(code), games):
            problems.append(f"{name}: names the game {game}")
    return problems


def test_cpp_files_keep_to_their_layer() -> None:
    files = [path for path in PACKAGE.rglob("*") if path.suffix in {".cpp", ".hpp"}]
    assert files
    problems = [
        problem
        for path in files
        for problem in cpp_problems(path.relative_to(ROOT / "src").as_posix(), path.read_text())
    ]
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize(
    ("name", "code", "expected"),
    [
        ("core/a.hpp", '#include "quadrille/search/mcts.hpp"', "'core' is not above 'search'"),
        ("arena/a.hpp", '#include "quadrille/cli/a.hpp"', "'arena' is not above 'cli'"),
        ("learn/a.cpp", '  # include "quadrille/tune/a.hpp"', "'learn' is not above 'tune'"),
        ("core/a.hpp", '#include "quadrille/all.hpp"', "'core' is not above ''"),
        ("core/a.hpp", "#include <quadrille/arena/a.hpp>", "'core' is not above 'arena'"),
        ("games/go/a.cpp", '#include "quadrille/games/chess/rules.hpp"', "know each other"),
        ("games/go/rules.hpp", '#include "quadrille/search/mcts.hpp"', "see only core"),
        ("games/go/rules.hpp", '#include "rules.hpp"', "write project includes as"),
        ("games/go/rules.cpp", "#include <nanobind/nanobind.h>", "include nanobind"),
        ("search/deep/bind.hpp", "#include <nanobind/nanobind.h>", "include nanobind"),
        (
            "games/go/rules.cpp",
            '#include "quadrille/core/binding/bind.hpp"',
            "include binding headers",
        ),
        ("core/a.hpp", '#include "quadrille/misc/a.hpp"', "'misc' is not in LAYERS"),
        ("misc/a.hpp", "", "'misc' is not in LAYERS"),
        ("search/a.hpp", "struct TicTacToeSolver;", "names the game tic_tac_toe"),
        ("core/bind.cpp", 'load("go");', "names the game go"),
    ],
)
def test_a_cpp_violation_is_reported(name: str, code: str, expected: str) -> None:
    games = ["chess", "go", "tic_tac_toe"]
    problems = cpp_problems(f"quadrille/{name}", f"#pragma once\n{code}\n", games)
    assert len(problems) == 1, problems
    assert expected in problems[0]


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("core/a.hpp", '#include <vector>\n#include "quadrille/core/b.hpp"'),
        ("core/a.hpp", '// as in go\n/* #include "quadrille/games/go/rules.hpp" */ auto x = "//";'),
        ("core/a.hpp", "int cargo, gopher, ergo_sum;"),
        ("core/binding/bind_tools.hpp", "#include <nanobind/nanobind.h>"),
        ("core/py_state.cpp", '#include "quadrille/core/binding/bind_tools.hpp"'),
        ("search/mcts.hpp", '#include "quadrille/core/game.hpp"'),
        ("games/go/rules.hpp", '#include "quadrille/core/game.hpp"'),
        (
            "games/go/bind.cpp",
            '#include "quadrille/search/bind.hpp"\n#include <nanobind/nanobind.h>',
        ),
        ("games/go/encode.cpp", '#include "quadrille/games/go/rules.hpp"'),
        ("bind.cpp", '#include "quadrille/core/binding/bind.hpp"'),
    ],
)
def test_what_cpp_files_may_do(name: str, code: str) -> None:
    assert cpp_problems(f"quadrille/{name}", code, ["chess", "go"]) == []


# --- Python --------------------------------------------------------------------------------

GENERIC = ("core", "search", "agents")  # what never names a game


def words_of(tree: ast.Module) -> Iterator[str]:
    """Identifiers and strings of a module, docstrings left out."""
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if id(node) in prose:
            continue
        for field in ("id", "attr", "name", "arg", "module", "value", "asname"):
            word = getattr(node, field, None)
            if isinstance(word, str):
                yield word


def import_problem(path: PurePosixPath, imported: str) -> str | None:
    """What is wrong with an import that import-linter takes for one of the whole package: of a
    native module, or of a name in the package's `__init__`, which sees everything.
    """
    here = home(path)
    parts = imported.split(".")
    if parts[0] != "quadrille":
        return None
    if "_core" in parts:
        return layer_problem(here, home(PurePosixPath(*parts[: parts.index("_core") + 1])))
    if here in RANK.keys() - set(LAYERS[-1]) or here.startswith("games/"):
        modules = {entry.stem for entry in PACKAGE.iterdir()}
        if len(parts) == 1 or parts[1] not in modules:
            return "only the top layer uses the package as a whole"
    return None


def python_problems(name: str, code: str, games: Iterable[str] = GAMES) -> list[str]:
    """What import-linter does not see in a Python file at `quadrille/...`."""
    path = PurePosixPath(name)
    tree = ast.parse(code)
    problems = [
        f"{name}: imports {imported}: {problem}"
        for imported in imports_of(path, tree)
        if (problem := import_problem(path, imported))
    ]
    if home(path) in GENERIC:
        words = "\n".join(words_of(tree))
        problems += [f"{name}: names the game {game}" for game in named_games(words, games)]
    return problems


def test_python_files_keep_to_their_layer() -> None:
    problems = [
        problem
        for path in PACKAGE.rglob("*.py")
        for problem in python_problems(
            path.relative_to(ROOT / "src").as_posix(), path.read_text(encoding="utf-8")
        )
    ]
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize(
    ("name", "code", "expected"),
    [
        ("agents/a.py", "from quadrille.games import go", "names the game go"),
        ("agents/a.py", "import quadrille.games.go.draw", "names the game go"),
        ("agents/a.py", "first = 'go'", "names the game go"),
        ("agents/a.py", "class GoPlayer: pass", "names the game go"),
        ("agents/a.py", "import quadrille", "the package as a whole"),
        ("core/a.py", "from quadrille import __version__", "the package as a whole"),
        ("core/a.py", "from .. import __version__", "the package as a whole"),
        ("games/go/a.py", "from quadrille.games.chess._core import State", "know each other"),
        ("games/go/a.py", "from ..chess import _core", "know each other"),
        ("core/a.py", "from quadrille.search._core import mcts", "'core' is not above 'search'"),
    ],
)
def test_a_python_violation_is_reported(name: str, code: str, expected: str) -> None:
    problems = python_problems(f"quadrille/{name}", f"{code}\n", ["chess", "go"])
    assert len(problems) == 1, problems
    assert expected in problems[0]


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("agents/a.py", '"""As in go."""\nimport math\nergo = 0  # let it go'),
        ("agents/a.py", "from quadrille.core._core import Rng\nfrom quadrille import core"),
        ("core/a.py", "from ._core import Rng\nfrom . import _core\nfrom .. import core"),
        ("games/go/__init__.py", "from ._core import State\nfrom ...core._core import Rng"),
        ("cli/a.py", "import quadrille\ngame = quadrille.game('go')"),
        ("testing.py", "import quadrille"),
    ],
)
def test_what_python_files_may_do(name: str, code: str) -> None:
    assert python_problems(f"quadrille/{name}", code, ["chess", "go"]) == []


def test_import_linter_knows_the_same_layers() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    contracts = settings["tool"]["importlinter"]["contracts"]
    [layers] = [contract["layers"] for contract in contracts if contract["type"] == "layers"]
    folders = [re.findall(r"quadrille\.(\w+)", layer) for layer in reversed(layers)]
    assert folders == LAYERS


# --- All files -----------------------------------------------------------------------------

FOREIGN = {
    "a path on one machine": r"(?<![\w.}/-])/(?:work|home|root|Users)\b|\b(?:notes|shared)/[A-Z]",
    "a package index": r"\b(?:pypi|pythonhosted|npmjs|yarnpkg|crates)\.(?:org|com|io)\b",
    "a number of an issue": r"(?i)\b(?:issue|ticket|pull request)[ -]?#?\d+|(?<![\w&])#\d{1,2}\b",
}


def foreign_words(text: str) -> list[str]:
    """What means nothing to a reader who has only this repository."""
    return [
        f"line {text.count(chr(10), 0, match.start()) + 1}: {match[0]!r} is {what}"
        for what, pattern in FOREIGN.items()
        for match in re.finditer(pattern, text)
    ]


def is_made(path: Path) -> bool:
    """Whether a file is binary, or has drawings in letters, where a meeple looks like it."""
    return path.suffix in {".pyc", ".so", ".book", ".png"} or path.name.startswith("playthrough-")


def project_files() -> list[Path]:
    """What git tracks; outside a clone, the sources."""
    names: list[str] = []
    if shutil.which("git"):
        git = ["git", "ls-files", "-z"]
        run = subprocess.run(git, cwd=ROOT, capture_output=True, text=True, check=False)
        names = run.stdout.split("\0")[:-1]
    paths = [ROOT / name for name in names] or [*PACKAGE.rglob("*"), *ROOT.glob("tests/**/*")]
    return [path for path in paths if path.is_file() and not is_made(path)]


def text_in(path: Path) -> str:
    """What a file says; of a model, where it comes from."""
    if path.suffix == SUFFIX:
        return json.dumps(dict(read_model(path).provenance))
    return path.read_bytes().decode("utf-8", errors="ignore")


def test_files_speak_of_the_project_only() -> None:
    problems = []
    for path in project_files():
        text = text_in(path)
        problems += [f"{path.relative_to(ROOT)}: {problem}" for problem in foreign_words(text)]
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize(
    "text",
    ["see {}home/me/x", "cd {}work", "({}root/.cache)", "pypi{}org", "issue {}12", "as in {}7"],
)
def test_foreign_words_are_reported(text: str) -> None:
    missing = "." if "pypi" in text else "#" if text[-1].isdigit() else "/"
    assert len(foreign_words(text.format(missing))) == 1


def test_what_files_may_say() -> None:
    assert foreign_words("fill='#333' &#39; src/home/x ../work x/root/ #12ab34 $root/x C#") == []
