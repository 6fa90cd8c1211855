"""The pages tell the truth: examples run, generated tables are fresh, links lead somewhere."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

from games.test_goldens import tool
from support.places import ROOT

sys.path.insert(0, str(ROOT / "tools"))

from book.markdown import anchors, link_targets

PAGES = sorted(
    path
    for pattern in ("*.md", "docs/**/*.md", "src/**/*.md", "examples/**/*.md")
    for path in ROOT.glob(pattern)
)
SCRIPT = re.compile(
    r"^```python\n((?!>>>).*?)^```\n\n```text\n(.*?)^```$", re.DOTALL | re.MULTILINE
)
"""A script, and below it what it prints."""
NOTEBOOKS = ROOT / "docs" / "notebooks"  # their cells depend on each other: test_notebooks.py
SCRIPTS = [
    (page, *found)
    for page in PAGES
    if page.parent != NOTEBOOKS
    for found in SCRIPT.findall(page.read_text())
]


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_examples_run(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failed, _ = doctest.testfile(
        str(page), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL
    )
    assert failed == 0


def test_there_are_examples_in_the_readme() -> None:
    assert (ROOT / "README.md").read_text().count(">>>") > 10


@pytest.mark.parametrize("page, fresh", list(tool("docs").pages()), ids=lambda v: str(v)[-40:])
def test_generated_tables_are_fresh(page: Path, fresh: str) -> None:
    assert page.read_text() == fresh, "make docs"


@pytest.mark.parametrize(
    "path, fresh", list(tool("charts").charts().items()), ids=lambda v: str(v)[-20:]
)
def test_charts_are_fresh(path: Path, fresh: str) -> None:
    assert path.read_text() == fresh, "make docs"


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in link_targets(page.read_text()):
        file, _, anchor = target.partition("#")
        if "://" in target:
            continue
        to = page.parent / file if file else page
        assert to.exists(), f"{page.name} links to {target}"
        if anchor:
            assert anchor in anchors(to.read_text()), f"{page.name} links to {target}"


@pytest.mark.parametrize("page, script, printed", SCRIPTS, ids=lambda v: str(v)[-20:].strip())
def test_scripts_print_what_the_page_says(page: Path, script: str, printed: str) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-"],
        input=script,
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.stdout, done.stderr) == (printed, ""), page.name


def test_there_is_a_script_with_its_output() -> None:
    assert SCRIPTS
