"""Write the pages of the site, and what Zensical needs to build it."""

import json
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from book.agents import agent_pages
from book.api import api_pages
from book.commands import command_pages
from book.contents import ROOT, Section, read_contents, site_path, unlisted
from book.markdown import LinkMap, for_site, source_page

Nav = list[Any]


def stage(folder: Path) -> Path:
    """Write the whole input of the site into a folder; the configuration is returned."""
    pages = folder / "pages"
    shutil.rmtree(folder, ignore_errors=True)
    sections, groups = read_contents()
    if rest := unlisted(sections):
        sections.append(Section("More", tuple(rest)))
    links = LinkMap()
    nav: Nav = []
    for section in sections:
        entries: Nav = [write_page(pages, path, links) for path in section.pages]
        entries += write_all(pages, generated(section.generated, links, groups))
        nav.append({section.title: entries})
    write_sources(pages, links)
    for path in links.copies:
        (pages / site_path(path)).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / path, pages / site_path(path))
    return write_configuration(folder, nav)


def generated(kind: str, links: LinkMap, groups: dict[str, Any]) -> Iterable[tuple[str, str]]:
    """The pages that are made from the code for a section."""
    if kind == "agents":
        return agent_pages(links)
    if kind == "commands":
        return command_pages()
    return api_pages(groups) if kind == "api" else ()


def write_page(pages: Path, path: str, links: LinkMap) -> str:
    """Write a page of the repository; its place on the site."""
    text = for_site(links.convert((ROOT / path).read_text(), path))
    return write(pages, site_path(path), text)


def write_all(pages: Path, made: Iterable[tuple[str, str]]) -> list[str]:
    """Write generated pages; their places."""
    return [write(pages, place, text) for place, text in made]


def write_sources(pages: Path, links: LinkMap) -> None:
    """Write the pages of source files, and of files in folders that are linked to."""
    done: set[str] = set()
    while waiting := links.sources - done:
        for path in sorted(waiting):
            done.add(path)
            write(pages, f"source/{path}.md", source_page(path, links))


def write(pages: Path, place: str, text: str) -> str:
    """Write one page."""
    file = pages / place
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return place


def write_configuration(folder: Path, nav: Nav) -> Path:
    """Write ``zensical.toml``: JSON strings and lists are valid TOML, tables are written inline."""
    settings = (ROOT / "tools" / "book" / "zensical.toml").read_text()
    file = folder / "zensical.toml"
    file.write_text(settings.replace("nav = []", f"nav = {inline(nav)}"))
    return file


def inline(value: Any) -> str:
    """Nested lists and tables as TOML in one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k)} = {inline(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(inline, value)) + "]"
    return json.dumps(value)
