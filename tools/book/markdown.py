"""Pages of GitHub as pages of the site: another dialect of Markdown, other links."""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from book.contents import ROOT, repository_pages, site_path

FENCE = re.compile(r"^ *(```|~~~)")
LINK = re.compile(r"(?P<before>!?\[(?:[^\[\]]|\[[^\]]*\])*\]\()(?P<target>[^)\s]+)(?P<after>\))")
CODE_SPAN = re.compile(r"(`+)(?:.*?[^`])?\1(?!`)")
IMAGE = re.compile(r'(?P<before><img src=")(?P<target>[^"]+)(?P<after>")')
ITEM = re.compile(r"^( *)([-*+]|\d+\.) ")
LANGUAGES = {
    ".py": "python",
    ".pyi": "python",
    ".hpp": "cpp",
    ".cpp": "cpp",
    ".toml": "toml",
    ".txt": "text",
}


def blocks(text: str) -> Iterator[tuple[bool, str]]:
    """The lines of a page, each with whether it belongs to a code block."""
    fence = ""
    for line in text.splitlines():
        found = FENCE.match(line)
        if fence:
            yield True, line
            fence = "" if found and found[1] == fence else fence
        else:
            fence = found[1] if found else ""
            yield bool(found), line


def for_site(text: str) -> str:
    """The same page in the dialect of the site.

    A list or a table may follow a line of text on GitHub, here it needs an empty line before it;
    nested lists are indented by four. Examples of a Python session are highlighted as such.
    """
    lines: list[str] = []
    before = ""
    for code, line in blocks(text):
        if not code and before.strip() and _begins(line, before):
            lines.append("")
        lines.append(line)
        before = line
    return re.sub(r"```python\n(?=>>>)", "```pycon\n", "\n".join(lines) + "\n")


def _begins(line: str, before: str) -> bool:
    """Whether a list or a table begins here, right after a line of another kind."""
    if ITEM.match(line):
        return not ITEM.match(before) and not before.startswith((" ", "#"))
    return line.startswith("|") and not before.startswith("|")


def with_links(text: str, replace: Callable[[str], str]) -> str:
    """The page with every link's target replaced; what is code stays as it is."""
    lines = []
    for code, line in blocks(text):
        lines.append(line if code else _line_with_links(line, replace))
    return "\n".join(lines) + "\n"


def _line_with_links(line: str, replace: Callable[[str], str]) -> str:
    spans = [found.span() for found in CODE_SPAN.finditer(line)]

    def changed(found: re.Match[str]) -> str:
        if any(start < found.start() and found.end() <= end for start, end in spans):
            return found[0]
        return f"{found['before']}{replace(found['target'])}{found['after']}"

    return IMAGE.sub(changed, LINK.sub(changed, line))


def link_targets(text: str) -> list[str]:
    """What the links of a page lead to, as they are written."""
    found: list[str] = []

    def keep(target: str) -> str:
        found.append(target)
        return target

    with_links(text, keep)
    return found


def anchors(text: str) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    found: set[str] = set()
    for code, line in blocks(text):
        if code or not re.match(r"#{1,6} ", line):
            continue
        title = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", line.lstrip("#").strip())
        slug = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
        number = 0
        while (name := f"{slug}-{number}" if number else slug) in found:
            number += 1
        found.add(name)
    return found


class LinkMap:
    """Turns links between files of the repository into links between pages of the site."""

    def __init__(self) -> None:
        self._pages = set(repository_pages())
        self.sources: set[str] = set()
        """Files that are no pages, but are linked to: the site shows their text."""
        self.copies: set[str] = set()
        """Pictures and notebooks, which the site has as they are."""

    def convert(self, text: str, path: str) -> str:
        """The text of the page at `path` in the repository, with links that fit the site."""
        return with_links(text, lambda target: self._converted(target, path))

    def _converted(self, target: str, path: str) -> str:
        if "://" in target or target.startswith(("#", "mailto:")):
            return target
        name, hash_sign, anchor = target.partition("#")
        found = os.path.relpath((ROOT / path).parent / name, ROOT)
        if not (ROOT / found).exists():
            raise ValueError(f"{path} links to {target}, which does not exist")
        return relative(self.place(found), site_path(path)) + hash_sign + anchor

    def place(self, path: str) -> str:
        """Where a file of the repository is on the site."""
        if (ROOT / path).is_dir() and f"{path}/README.md" in self._pages:
            path = f"{path}/README.md"
        if path in self._pages:
            return site_path(path)
        if Path(path).suffix in {".ipynb", ".png", ".svg"}:
            self.copies.add(path)
            return site_path(path)
        self.sources.add(path)
        return f"source/{path}.md"


def relative(target: str, page: str) -> str:
    """How `page` of the site links to `target`."""
    return os.path.relpath(target, Path(page).parent).replace(os.sep, "/")


def source_page(path: str, links: LinkMap) -> str:
    """The page that shows a source file, or lists a folder."""
    file = ROOT / path
    if file.is_dir():
        here = f"source/{path}.md"
        names = [entry.name for entry in sorted(file.iterdir()) if not entry.name.startswith("_")]
        items = [f"- [`{name}`]({relative(links.place(f'{path}/{name}'), here)})" for name in names]
        return f"# `{path}/`\n\n" + "\n".join(items) + "\n"
    language = LANGUAGES.get(file.suffix, "text")
    return f"# `{path}`\n\n~~~~ {language}\n{file.read_text().rstrip()}\n~~~~\n"
