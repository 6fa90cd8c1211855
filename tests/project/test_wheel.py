"""The wheel installs without a compiler and works, with every Python at hand, on old processors."""

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from project.command import run
from quadrille.core.instructions import NativeModuleFinder, has_v3
from support.places import ROOT
from support.scale import LONG

MADE = pytest.mark.skipif(not LONG, reason="builds everything twice: make test-long")
NO_COMPILER = {"CC": "/bin/false", "CXX": "/bin/false"}

V3 = "flags\t\t: fpu sse2 ssse3 avx avx2 bmi1 bmi2 fma f16c movbe abm\n"


# --- which build is imported ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"processor\t: 0\n{V3}", True),
        (f"processor\t: 0\n{V3.replace(' bmi2', '')}", False),
        ("processor\t: 0\nFeatures\t: fp asimd\n", False),
        ("", False),
    ],
)
def test_processor_is_known(text: str, expected: bool, tmp_path: Path) -> None:
    (tmp_path / "cpuinfo").write_text(text)
    assert has_v3(tmp_path / "cpuinfo") is expected


def test_processor_of_another_system_is_not_known(tmp_path: Path) -> None:
    assert not has_v3(tmp_path / "missing")


def test_modules_of_the_second_build_are_found(tmp_path: Path) -> None:
    second = tmp_path / "games/quarto/_core.abi3.so"
    second.parent.mkdir(parents=True)
    second.touch()
    finder = NativeModuleFinder(tmp_path)
    spec = finder.find_spec("quadrille.games.quarto._core")
    assert spec is not None and spec.origin == str(second)
    for other in (
        "quadrille.games.sheep._core",
        "quadrille.games.quarto.draw",
        "numpy._core",
        "ast",
    ):
        assert finder.find_spec(other) is None


# --- the wheel itself -----------------------------------------------------------------------


def pythons() -> list[Path]:
    """Every supported interpreter that is at hand: on the path, and beside this one."""
    names = [f"python3.{minor}" for minor in range(11, 20)]
    beside = Path(sys.base_prefix).parent.glob("3.*/bin")
    folders = [*os.environ["PATH"].split(os.pathsep), *map(str, beside)]
    found: dict[str, Path] = {}
    for name in names:
        for folder in folders:
            candidate = Path(folder, name)
            if name not in found and works(candidate):
                found[name] = candidate
    return list(found.values())


def works(python: Path) -> bool:
    command = [str(python), "-I", "-c", "import venv, ensurepip"]
    return (
        python.exists()
        and subprocess.run(command, capture_output=True, check=False).returncode == 0
    )


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is published: made before (QUADRILLE_DIST), or here."""
    if made := os.environ.get("QUADRILLE_DIST"):
        return ROOT / made
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, ROOT / "tools/wheel.py", folder)
    return folder


@MADE
def test_wheel_is_for_many_systems_and_holds_both_builds(dist: Path) -> None:
    (wheel,) = dist.glob("*.whl")
    assert "-cp311-abi3-manylinux_" in wheel.name
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    modules = {name for name in names if name.endswith(".so")}
    first = {name for name in modules if "_x86_64_v3" not in name}
    assert len(first) == 7
    assert {name.replace("quadrille/", "quadrille/_x86_64_v3/", 1) for name in first} < modules


@MADE
def test_wheel_holds_what_a_native_game_is_built_against(dist: Path) -> None:
    (wheel,) = dist.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        shipped = {name for name in archive.namelist() if name.endswith((".cpp", ".hpp", ".cmake"))}
    package = ROOT / "src/quadrille"
    common = {
        *package.glob("core/**/*.?pp"),
        *package.glob("search/*.?pp"),
        *package.glob("cmake/*"),
    }
    modules = set(package.glob("*/bind.cpp"))
    wanted = {path.relative_to(ROOT / "src").as_posix() for path in common - modules}
    assert wanted <= shipped
    assert not [name for name in shipped - wanted if name.endswith(".cpp")]


@MADE
def test_source_distribution_is_complete(dist: Path) -> None:
    (source,) = dist.glob("*.tar.gz")
    with tarfile.open(source) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"LICENSE", "README.md", "CMakeLists.txt", "pyproject.toml"} <= names


@MADE
@pytest.mark.parametrize("python", pythons(), ids=lambda path: path.name)
def test_wheel_works_without_a_compiler(python: Path, dist: Path, tmp_path: Path) -> None:
    (wheel,) = dist.glob("*.whl")
    run(python, "-m", "venv", tmp_path / "venv")
    inside = tmp_path / "venv/bin"
    bare = {"PATH": str(inside), "HOME": str(tmp_path), **NO_COMPILER}
    install = ("-m", "pip", "install", "-q", "--only-binary", ":all:", f"{wheel}[web]")
    run(inside / "python", *install, **bare)
    smoke = shutil.copy(ROOT / "tests/project/smoke.py", tmp_path / "smoke.py")
    usual = run(inside / "python", smoke, **bare)
    assert usual == run(inside / "python", smoke, QUADRILLE_INSTRUCTIONS="baseline", **bare)
    assert usual == run(sys.executable, smoke), "the build of this checkout"
