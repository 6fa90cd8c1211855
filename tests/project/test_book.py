"""The documentation site builds without a warning, has everything, and no link on it is dead."""

import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import quadrille
from quadrille.cli.commands import COMMANDS
from support.places import ROOT

sys.path.insert(0, str(ROOT / "tools"))

from book.__main__ import build
from book.api import described
from book.contents import read_contents, repository_pages, site_path, unlisted
from book.markdown import LinkMap, anchors, for_site, link_targets, with_links


class Page(HTMLParser):
    """What a page links to, and the anchors that it has."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(file.read_text())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.anchors.add(value)
            if value and (tag, name) in {("a", "href"), ("img", "src"), ("script", "src")}:
                self.links.append(value)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("book")
    assert build(folder) == 0
    return folder / "site"


@pytest.mark.xdist_group("book")
def test_no_link_is_dead(site: Path) -> None:
    pages = {file: Page(file) for file in site.rglob("*.html") if file.name != "404.html"}
    assert len(pages) > 100
    dead = []
    for file, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme:
                continue
            to = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            if not to.exists() or (
                parts.fragment and to in pages and parts.fragment not in pages[to].anchors
            ):
                dead.append(f"{file.relative_to(site)}: {link}")
    assert dead == []


@pytest.mark.xdist_group("book")
def test_the_site_needs_no_other_host(site: Path) -> None:
    for name in ("index.html", "games/quarto.html"):
        page = Page(site / name)
        assert page.links and not [link for link in page.links if link.startswith("//")]
        assert "fonts.googleapis" not in (site / name).read_text()


@pytest.mark.xdist_group("book")
def test_every_page_agent_and_command_is_there(site: Path) -> None:
    wanted = [site_path(page) for page in repository_pages()]
    wanted += [f"commands/{name}.md" for name in COMMANDS]
    wanted += [f"agents/{name}.md" for name in ("mcts", "alphabeta", "perfect", "sheep-hybrid")]
    for page in wanted:
        assert (site / page).with_suffix(".html").exists(), page
    assert "Knuth and Moore" in (site / "agents/alphabeta.html").read_text()
    assert "--sprt" in (site / "commands/match.html").read_text()


@pytest.mark.xdist_group("book")
def test_native_docstrings_are_there(site: Path) -> None:
    text = (site / "api/carcassonne.html").read_text()
    assert "Empty cells next to a tile." in text


def test_the_reference_has_every_public_name() -> None:
    _, groups = read_contents()
    said = {
        line.strip("# `")
        for group in groups.values()
        for place in group["names"]
        for part in described(place)
        for line in part.splitlines()
        if line.startswith("### ")
    }
    assert set(quadrille.__all__) - said == set()


def test_a_page_that_no_section_names_is_known() -> None:
    sections, _ = read_contents()
    assert unlisted(sections[1:])[0] == "README.md"


def test_a_dead_link_stops_the_build() -> None:
    with pytest.raises(ValueError, match=r"docs/arena\.md links to nowhere\.md"):
        LinkMap().convert("see [this](nowhere.md)", "docs/arena.md")


def test_a_dead_anchor_stops_the_build(tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages/index.md").write_text("# Title\n\n[there](#nowhere)\n")
    settings = (ROOT / "tools/book/zensical.toml").read_text()
    (tmp_path / "zensical.toml").write_text(settings)
    zensical = str(Path(sys.executable).parent / "zensical")
    command = [zensical, "build", "--strict", "--config-file", str(tmp_path / "zensical.toml")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "anchor does not exist" in done.stdout + done.stderr


def test_links_of_the_site() -> None:
    links = LinkMap()
    text = "[a](../src/quadrille/games/quarto/README.md#solver) `[b](c)` [d](https://e.f)\n"
    converted = links.convert(text, "docs/arena.md")
    assert converted == "[a](games/quarto.md#solver) `[b](c)` [d](https://e.f)\n"
    text = "[f](../examples/cautious.py) ![g](images/quarto.svg)\n"
    converted = links.convert(text, "docs/arena.md")
    assert converted == "[f](source/examples/cautious.py.md) ![g](images/quarto.svg)\n"
    assert links.sources == {"examples/cautious.py"}
    assert links.copies == {"docs/images/quarto.svg"}


def test_what_is_code_has_no_links() -> None:
    text = "```\n[a](b)\n```\n[c](d) [`e`](f)\n"
    assert link_targets(text) == ["d", "f"]
    assert with_links(text, str.upper) == "```\n[a](b)\n```\n[c](D) [`e`](F)\n"


def test_the_dialect_of_the_site() -> None:
    assert for_site("text:\n- a\n- b\n") == "text:\n\n- a\n- b\n"
    assert for_site("text\n| a |\n|---|\n") == "text\n\n| a |\n|---|\n"
    assert for_site("```python\n>>> 1\n```\n") == "```pycon\n>>> 1\n```\n"


def test_anchors_are_those_of_github() -> None:
    text = "# A title\n## The agent `model`\n## A title\n```\n# no heading\n```\n## Add C++\n"
    assert anchors(text) == {"a-title", "the-agent-model", "a-title-1", "add-c"}
