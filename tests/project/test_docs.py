"""The pages tell the truth: examples run, generated tables are fresh, links lead somewhere."""

import doctest
import re
from pathlib import Path

import pytest

from games.test_goldens import tool
from support.places import ROOT

PAGES = sorted(
    path
    for pattern in ("*.md", "docs/**/*.md", "src/**/*.md", "examples/**/*.md")
    for path in ROOT.glob(pattern)
)


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


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", page.read_text()):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
