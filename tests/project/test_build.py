"""A game is one folder: copied and renamed it builds, alone, inside the tree and outside it.

Everything here is built portably, so the same build also shows that the stored playthroughs hold
without this machine's instruction set.
"""

import os
import shutil
import sys
import sysconfig
from functools import partial
from pathlib import Path

import pytest

from project import command
from support.places import EXAMPLES, ROOT
from support.scale import LONG

pytestmark = pytest.mark.xdist_group("build")

CACHE = {"CCACHE_BASEDIR": "/", "CCACHE_NOHASHDIR": "1"}
"""Where there is ccache, it finds what tests in another temporary folder have compiled."""
if shutil.which("ccache"):
    CACHE["CMAKE_CXX_COMPILER_LAUNCHER"] = "ccache"


run = partial(command.run, **CACHE)


def cmake() -> str:
    found = shutil.which(
        "cmake", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    )
    assert found, "cmake is missing: the set-up installs it"
    return found


def build(source: Path, prefix: Path, kind: str = "Debug", **defines: str) -> None:
    folder = source / "build"
    settings = [f"-D{name}={value}" for name, value in defines.items()]
    settings += [f"-DPython_EXECUTABLE={sys.executable}", f"-DCMAKE_BUILD_TYPE={kind}"]
    run(cmake(), "-S", source, "-B", folder, *settings)
    run(cmake(), "--build", folder, "--parallel", "2")
    run(cmake(), "--install", folder, "--prefix", prefix)


def python(code: str, *paths: Path) -> str:
    """Run code that sees these folders and the installed dependencies, but not this checkout."""
    search = [*map(str, paths), sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
    return run(sys.executable, "-S", "-c", code, PYTHONPATH=os.pathsep.join(search))


def copy_of_connect_four(target: Path) -> None:
    shutil.copytree(
        ROOT / "src/quadrille/games/connect_four",
        target,
        ignore=shutil.ignore_patterns("__pycache__", "*.so", "_core.pyi", "models"),
    )
    for path in target.rglob("*"):
        if path.is_dir():
            continue
        text = path.read_text()
        path.write_text(text.replace("connect_four", "drop_four").replace("Connect Four", "Drop"))


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources with one more game, built for that game only."""
    root = tmp_path_factory.mktemp("tree")
    ignored = shutil.ignore_patterns("__pycache__", "*.so")
    shutil.copytree(ROOT / "src", root / "src", ignore=ignored)
    shutil.copytree(ROOT / "tools", root / "tools", ignore=ignored)
    shutil.copytree(ROOT / "tests/data", root / "tests/data")
    shutil.copy(ROOT / "CMakeLists.txt", root)
    copy_of_connect_four(root / "src/quadrille/games/drop_four")
    build(root, root / "src", QUADRILLE_GAMES="drop_four", QUADRILLE_INSTRUCTIONS="baseline")
    return root


def test_copied_game_builds_alone_and_fulfils_the_contract(tree: Path) -> None:
    built = {path.parent.name for path in tree.glob("src/quadrille/**/_core*.so")}
    assert built == {"core", "search", "drop_four"}
    out = python(
        "import quadrille, quadrille.testing as t\n"
        "t.check_game('drop_four')\n"
        "g = quadrille.game('drop_four')\n"
        "print(g.title, g.new()._perft(5), g.name in quadrille.game_names())",
        tree / "src",
    )
    assert out == "Drop 16807 True\n"


def test_portable_copy_gives_the_playthroughs_of_its_original(tree: Path) -> None:
    code = (
        "import runpy, quadrille\n"
        "quadrille.game_names = lambda: ['drop_four']  # the only one that is built\n"
        f"for path, fresh in runpy.run_path({str(tree / 'tools/golden.py')!r})['goldens']():\n"
        "    stored = path.parent.parent / 'connect_four' / path.name\n"
        "    assert fresh().replace('drop_four', 'connect_four') == stored.read_text()\n"
        "    print(path.name)\n"
    )
    assert python(code, tree / "src") == "playthrough-default.txt\nsearches.txt\n"


@pytest.mark.skipif(not LONG, reason="minutes of compiling: make test-long")
def test_portable_build_gives_the_same_playthroughs(tree: Path) -> None:
    shutil.rmtree(tree / "src/quadrille/games/drop_four")
    build(tree, tree / "src", "Release", QUADRILLE_GAMES="all", QUADRILLE_INSTRUCTIONS="baseline")
    golden = str(tree / "tools/golden.py")
    code = (
        "import runpy, sys; sys.argv = ['golden', '--check'];"
        f"runpy.run_path({golden!r}, run_name='__main__')"
    )
    assert python(code, tree / "src") == ""


def test_unknown_game_is_refused_by_the_build(tree: Path) -> None:
    with pytest.raises(AssertionError, match="QUADRILLE_GAMES names 'chess'"):
        build(tree, tree / "src", QUADRILLE_GAMES="chess")


def chomp_perft(heights: tuple[int, ...], depth: int) -> int:
    """How many sequences of so many bites there are, by the words of the rules."""
    if depth == 0:
        return 1
    bites = [(column, row) for column, height in enumerate(heights) for row in range(height)]
    return sum(
        chomp_perft((*heights[:column], *(min(row, h) for h in heights[column:])), depth - 1)
        for column, row in bites
    )


def test_the_template_of_a_native_game_builds_and_is_found(tmp_path: Path) -> None:
    """As its README says: installed, it is a game like any other."""
    source, site = tmp_path / "native_game", tmp_path / "site"
    shutil.copytree(EXAMPLES / "native_game", source)
    pip = (sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "--target", site)
    settings = {"cmake.build-type": "Debug", "cmake.define.QUADRILLE_INSTRUCTIONS": "baseline"}
    run(*pip, "--no-build-isolation", *(f"-C{k}={v}" for k, v in settings.items()), source)
    assert {path.suffix for path in (site / "chomp").iterdir()} <= {".py", ".pyi", ".so", ""}
    code = (
        "import quadrille\n"
        "chomp = quadrille.game('chomp')\n"
        "assert 'chomp' in quadrille.game_names() and chomp.package.own_drawing\n"
        "state = chomp.parse('22000 1')\n"
        "best = quadrille.agent('solver').choose(state).move\n"
        "print(state.height(1), best, chomp.new()._perft(3))"
    )
    assert run(sys.executable, "-c", code, PYTHONPATH=str(site)) == (
        f"2 b2 {chomp_perft((4,) * 5, 3)}\n"
    )
    quadrille = (sys.executable, "-m", "quadrille")
    checked = run(*quadrille, "check", "chomp", PYTHONPATH=str(site))
    assert "passed" in checked
    match = ("match", "chomp", "mcts:sims=50", "random", "--games", "4", "--workers", "2")
    assert "mcts:sims=50" in run(*quadrille, *match, PYTHONPATH=str(site))


TARGETS = ["x86-64", "x86-64-v3", "x86-64-v4", "sapphirerapids", "znver3"]
FAMILIES = "carcassonne;connect_four"
"""Games whose modules have a unit of every kind: rules, bindings, and each family of searches."""


@pytest.mark.skipif(not LONG, reason="minutes of compiling: make test-long")
@pytest.mark.parametrize(
    ("compiler", "target"), [*(("g++", each) for each in TARGETS), ("clang++", "x86-64-v3")]
)
def test_no_compiler_warns_for_any_processor(compiler: str, target: str, tmp_path: Path) -> None:
    assert shutil.which(compiler), (
        f"{compiler} is missing: the set-up of make test-long installs it"
    )
    settings = {
        "CMAKE_CXX_COMPILER": compiler,
        "CMAKE_CXX_FLAGS": f"-march={target}",
        "QUADRILLE_GAMES": FAMILIES,
        "QUADRILLE_WARNINGS_ARE_ERRORS": "ON",
        "CMAKE_DISABLE_PRECOMPILE_HEADERS": "ON",
    }
    defines = [f"-D{name}={value}" for name, value in settings.items()]
    defines += [f"-DPython_EXECUTABLE={sys.executable}", "-DCMAKE_BUILD_TYPE=Release"]
    run(cmake(), "-S", ROOT, "-B", tmp_path, *defines)
    run(cmake(), "--build", tmp_path, "--parallel", "2")
