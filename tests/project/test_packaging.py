"""The distribution under its own name, and extras that have code behind them."""

import ast
import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path

import pytest

from project.test_docs import PAGES, name
from project.test_layers import project_files
from quadrille.core.install import DISTRIBUTION, install_hint
from quadrille.core.version import VERSION
from support.places import PACKAGE, ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]
SHIPPED = EXTRAS.keys() - {"dev"}

FORMER = re.compile(
    r"""pip3? install(?:[ \t]+-\S+)*[ \t]+["']?quadrille(?![-_/\w])|(?<![-\w])quadrille\["""
)
"""Installs somebody else's package."""
PUBLISHED = re.compile(r"\bquadrille-lab\[([\w,-]+)\]")
CLONE = re.compile(r"(?<!\w)\.\[([\w,-]+)\]")

NAMED = {
    "open_spiel": "import pyspiel",
    "pillow": "from PIL import Image",
    "psycopg": '"postgresql+psycopg"',
    "tensorboard": "torch.utils.tensorboard",
    "websockets": 'ws="websockets',
}
"""Packages that others import for us or that have another name, and how we ask for them."""


def former_names(text: str) -> list[str]:
    """What would install a package that is not ours."""
    return [match[0] for match in FORMER.finditer(text)]


def requirement(text: str) -> str:
    """The name of the package that a requirement asks for."""
    match = re.match(r"[\w.-]+", text)
    assert match is not None, text
    return match[0].lower().replace("-", "_")


def sources() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def imported_packages() -> set[str]:
    """The packages that any module of ours imports."""
    found: set[str] = set()
    for _, tree in sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                found.update(alias.name.partition(".")[0] for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.add(node.module.partition(".")[0])
    return found


def hinted_extras() -> Iterator[tuple[Path, ast.expr]]:
    """Every argument that the sources give to ``install_hint``."""
    for path, tree in sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "install_hint":
                yield path, node.args[0]


# --- the name ------------------------------------------------------------------------------


def test_the_distribution_has_its_own_name() -> None:
    assert PROJECT["name"] == DISTRIBUTION != "quadrille"
    assert distribution(DISTRIBUTION).version == VERSION
    assert list(PROJECT["scripts"]) == ["quadrille"]
    setup = (ROOT / "tools/setup.sh").read_text()
    assert re.findall(r'metadata\["Name"\] == "(.+)"', setup) == [DISTRIBUTION]


def test_nothing_tells_to_install_another_package() -> None:
    problems = []
    for path in project_files():
        text = path.read_bytes().decode("utf-8", errors="ignore")
        problems += [f"{path.relative_to(ROOT)}: {found!r}" for found in former_names(text)]
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize(
    "text",
    [
        'pip install "NAME[web]"',
        "pip install 'NAME[web]'",
        "pip install NAME",
        "pip install --upgrade NAME",
        "python -m pip install NAME==0.1",
        'all = ["NAME[arena]"]',
    ],
)
def test_the_former_name_is_noticed(text: str) -> None:
    assert former_names(text.replace("NAME", "quadrille"))
    assert not former_names(text.replace("NAME", DISTRIBUTION))


def test_what_may_be_said() -> None:
    assert not former_names('`pip install ".[web]"`, then `quadrille serve`; quadrille.core')
    assert not former_names("pip install --no-build-isolation -e . builds src/quadrille/games")


def test_the_citation_names_this_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r'^version: "(.+)"$', citation, re.M) == [VERSION]


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_pages_tell_both_ways_to_install(page: Path) -> None:
    """With a clone and without; and only extras that there are."""
    text = page.read_text(encoding="utf-8")
    published, clone = set(PUBLISHED.findall(text)), set(CLONE.findall(text))
    assert published == clone
    assert {extra for found in published for extra in found.split(",")} <= EXTRAS.keys()


# --- the hint in error messages ------------------------------------------------------------


def test_the_hint_tells_both_ways() -> None:
    hint = install_hint("web")
    assert PUBLISHED.findall(hint) == CLONE.findall(hint) == ["web"]


def test_hints_name_extras_that_there_are() -> None:
    found = list(hinted_extras())
    assert found
    for path, extra in found:
        assert isinstance(extra, ast.Constant), f"{path}: an extra must be written out"
        assert extra.value in SHIPPED, f"{path}: there is no extra {extra.value!r}"


def test_only_the_hint_tells_how_to_install() -> None:
    for path, tree in sources():
        texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
        tells = any(isinstance(text, str) and "pip install" in text for text in texts)
        assert tells == (path.name == "install.py"), path


# --- extras --------------------------------------------------------------------------------


@pytest.mark.parametrize("extra", sorted(SHIPPED - {"all"}))
def test_the_packages_of_an_extra_are_used(extra: str) -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))
    asked_for = {package for package, words in NAMED.items() if words in code}
    unused = {requirement(text) for text in EXTRAS[extra]} - imported_packages() - asked_for
    assert not unused


def test_all_names_every_extra() -> None:
    [everything] = EXTRAS["all"]
    [names] = PUBLISHED.findall(everything)
    assert set(names.split(",")) == SHIPPED - {"all"}
