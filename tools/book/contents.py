"""What the site has: the sections and pages of ``docs/contents.toml``, and the address of each."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
CONTENTS = ROOT / "docs" / "contents.toml"
PREFIXES = ("docs/", "src/quadrille/")
HOME = {"README.md": "index.md", "src/quadrille/README.md": "layout.md"}


@dataclass(frozen=True)
class Section:
    """A part of the site, with what is in it by repository path or by what generates it."""

    title: str
    pages: tuple[str, ...] = ()
    generated: str = ""
    """``agents``, ``commands`` or ``api``: pages made from the code come after the others."""


def read_contents() -> tuple[list[Section], dict[str, Any]]:
    """The sections in their order, and the groups of the Python reference."""
    data = tomllib.loads(CONTENTS.read_text())
    sections = [
        Section(one["title"], tuple(one.get("pages", ())), one.get("generated", ""))
        for one in data["section"]
    ]
    return sections, data["api"]


def site_path(path: str) -> str:
    """Where a file of the repository is on the site: ``docs/arena.md`` is ``arena.md``."""
    if path in HOME:
        return HOME[path]
    for prefix in PREFIXES:
        path = path.removeprefix(prefix)
    if path.endswith("/README.md"):
        path = path.removesuffix("/README.md") + ".md"
    return path.lower() if path.endswith(".md") else path


def repository_pages() -> list[str]:
    """Every page of the repository that belongs on the site."""
    patterns = ("*.md", "docs/**/*.md", "src/**/*.md", "examples/**/*.md")
    found = {path for pattern in patterns for path in ROOT.glob(pattern)}
    return sorted(str(path.relative_to(ROOT)) for path in found)


def unlisted(sections: list[Section]) -> list[str]:
    """Pages that no section names; the site shows them under a heading of their own."""
    listed = {page for section in sections for page in section.pages}
    return [page for page in repository_pages() if page not in listed]
